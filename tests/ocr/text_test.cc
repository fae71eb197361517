#include "lite/demo/cxx/ocr/text.h"

#include <gmock/gmock.h>

#include <utility>

namespace ocr {
namespace {

using testing::HasSubstr;

Keys ParsedKeys(const std::string& bytes) {
  Keys keys;
  std::string error;
  EXPECT_TRUE(keys.Parse(bytes, "keys", &error)) << error;
  return keys;
}

// One step of `classes` probabilities for each pair of a class and its probability.
std::vector<float> Steps(const std::vector<std::pair<size_t, float>>& best, size_t classes) {
  std::vector<float> all(best.size() * classes, 0.001f);
  for (size_t i = 0; i < best.size(); ++i) all[i * classes + best[i].first] = best[i].second;
  return all;
}

TEST(OcrKeys, LinesEndInEveryWay) {
  for (const char* bytes : {"a\nb\n", "a\nb", "a\r\nb\r\n"}) {
    const Keys keys = ParsedKeys(bytes);
    ASSERT_EQ(keys.size(), 2U);
    EXPECT_EQ(keys.At(1), "a");
    EXPECT_EQ(keys.At(2), "b");
    EXPECT_EQ(keys.At(3), " ");
    EXPECT_TRUE(keys.Fits(3));
    EXPECT_TRUE(keys.Fits(4));
    EXPECT_FALSE(keys.Fits(2));
    EXPECT_FALSE(keys.Fits(5));
  }
}

TEST(OcrKeys, MustBeUtf8) {
  std::string error;
  Keys keys;
  EXPECT_TRUE(keys.Parse("\xe4\xb8\xad\n\xc3\xa9\n\xf0\x9f\x98\x80\n", "k.txt", &error));
  for (const char* bytes :
       {"", "\xff\n", "\xe4\xb8", "\xc3\n", "\x80", "\xc0\x80", "\xf5\x80\x80\x80"}) {
    EXPECT_FALSE(keys.Parse(bytes, "k.txt", &error));
    EXPECT_THAT(error, HasSubstr("k.txt is not a key file"));
  }
  EXPECT_FALSE(keys.Load("/no/such/keys", &error));
  EXPECT_THAT(error, HasSubstr("/no/such/keys"));
}

TEST(OcrDecode, MergesNeighboursAndDropsBlanks) {
  const Keys keys = ParsedKeys("a\n\xe4\xb8\xad\n");
  const std::vector<float> steps =
      Steps({{0, 1.0f}, {1, 0.5f}, {1, 0.9f}, {0, 1.0f}, {1, 0.7f}, {2, 0.6f}, {3, 0.8f}}, 4);
  const Text text = Decode(steps.data(), 7, 4, keys);
  EXPECT_EQ(text.text, "aa\xe4\xb8\xad ");
  // The first step of a run is used.
  EXPECT_NEAR(text.confidence, (0.5f + 0.7f + 0.6f + 0.8f) / 4, 1e-6f);
}

TEST(OcrDecode, NothingButBlanks) {
  const Keys keys = ParsedKeys("a\nb\n");
  const std::vector<float> steps = Steps({{0, 1.0f}, {0, 0.4f}}, 4);
  EXPECT_EQ(Decode(steps.data(), 2, 4, keys).text, "");
  EXPECT_EQ(Decode(steps.data(), 2, 4, keys).confidence, 0);
  EXPECT_EQ(Decode(steps.data(), 0, 4, keys).text, "");
}

TEST(OcrJson, Escapes) {
  EXPECT_EQ(JsonString("a\"b\\c\n\x01\xe4\xb8\xad"), "\"a\\\"b\\\\c\\u000a\\u0001\xe4\xb8\xad\"");
}

}  // namespace
}  // namespace ocr
