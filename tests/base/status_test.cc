#include "lite/base/status.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

namespace paddle::lite {
namespace {

Result<int> Half(int value) {
  if (value % 2 != 0) return InvalidArgument("odd value ", value);
  return value / 2;
}

Status Quarter(int value, int* out) {
  LITE_ASSIGN_OR_RETURN(const int half, Half(value));
  LITE_ASSIGN_OR_RETURN(*out, Half(half));
  return OkStatus();
}

TEST(Status, CarriesCodeTextAndContext) {
  const Status status = OutOfRange("dimension ", 3, " is ", -1).WithContext("op relu");
  EXPECT_FALSE(status.ok());
  EXPECT_EQ(status.code(), StatusCode::kOutOfRange);
  EXPECT_EQ(status.ToString(), "OUT_OF_RANGE: op relu: dimension 3 is -1");
  EXPECT_EQ(OkStatus().WithContext("anything").ToString(), "OK");
}

TEST(Status, ResultPropagates) {
  int out = 0;
  EXPECT_TRUE(Quarter(8, &out).ok());
  EXPECT_EQ(out, 2);
  EXPECT_EQ(Quarter(6, &out).message(), "odd value 3");
}

TEST(Strings, TextsOfEveryKind) {
  const std::string text = "string";
  char buffer[8] = "buffer";
  char* pointer = buffer;
  EXPECT_EQ(StrCat("literal ", text, ' ', std::string_view("view"), " ", buffer, " ", pointer,
                   std::string(" temporary")),
            "literal string view buffer buffer temporary");
  EXPECT_EQ(StrCat(std::string("a\0b", 3)).size(), 3u);
  EXPECT_EQ(InvalidArgument("rank ", 3, " of ", text).message(), "rank 3 of string");
}

TEST(Strings, NumbersReadBack) {
  EXPECT_EQ(StrCat(1, ' ', -2L, ' ', 0.1f, ' ', true, ' ', uint64_t{18446744073709551615u}),
            "1 -2 0.1 true 18446744073709551615");
}

}  // namespace
}  // namespace paddle::lite
