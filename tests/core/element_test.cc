// Element types: the visitor reaches each of them with its C++ type, and tables and names agree.

#include "lite/core/element.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <set>
#include <string>

#include "lite/core/memory_order.h"

namespace paddle::lite {
namespace {

using ::testing::HasSubstr;

// Every enumerator, including kUnk and kAny.
std::vector<PrecisionType> AllPrecisions() {
  std::vector<PrecisionType> all;
  for (int i = 0; i < static_cast<int>(PrecisionType::NUM); ++i) {
    all.push_back(static_cast<PrecisionType>(i));
  }
  return all;
}

TEST(ElementTypes, EveryTypeWithALengthIsVisitedAsACppTypeOfThatLength) {
  std::set<PrecisionType> visited;
  for (const PrecisionType precision : AllPrecisions()) {
    SCOPED_TRACE(PrecisionToStr(precision));
    const size_t length = PrecisionTypeLength(precision);
    const Status status = VisitElementType(precision, [&](auto type) {
      using T = typename decltype(type)::Type;
      EXPECT_EQ(sizeof(T), length);
      EXPECT_EQ(PrecisionOfType<T>(), precision);
      visited.insert(precision);
    });
    EXPECT_EQ(status.ok(), length != 0);
  }
  EXPECT_EQ(visited.size(), static_cast<size_t>(PrecisionType::NUM) - 2);  // not kUnk, kAny
}

TEST(ElementTypes, AnythingElseIsRefusedByName) {
  const auto nothing = [](auto) { FAIL() << "called"; };
  const Status half = VisitElementType<NumberTypes>("X", PrecisionType::kFP16, nothing);
  EXPECT_EQ(half.code(), StatusCode::kUnsupported);
  EXPECT_EQ(half.message(), "X: element type float16, expected float, double, int32_t or int64_t");
  const Status bfloat = CheckElementType<IndexTypes>("Index", PrecisionType::kBF16);
  EXPECT_EQ(bfloat.message(), "Index: element type bfloat16, expected int32_t or int64_t");
  for (const int value : {-1, 0, 4, static_cast<int>(PrecisionType::NUM), 1 << 20}) {
    EXPECT_FALSE(VisitElementType(static_cast<PrecisionType>(value), nothing).ok()) << value;
  }
}

TEST(ElementTypes, TheStatusIsTheVisitors) {
  const auto fail = [](auto) -> Status { return OutOfRange("seven"); };
  EXPECT_EQ(VisitElementType(PrecisionType::kInt8, fail).message(), "seven");
  EXPECT_TRUE(CheckElementType<RealTypes>("", PrecisionType::kFP64).ok());
}

TEST(ElementTypes, ListsAreDisjointWhereTheyShouldBe) {
  for (const PrecisionType precision : AllPrecisions()) {
    const bool integer = CheckElementType<IntegerTypes>("", precision).ok();
    const bool real = CheckElementType<RealTypes::And<Half, BFloat16>>("", precision).ok();
    EXPECT_FALSE(integer && real);
    EXPECT_EQ(integer || real || precision == PrecisionType::kBool,
              PrecisionTypeLength(precision) != 0)
        << PrecisionToStr(precision);
  }
}

TEST(ElementTypes, EachHasNamesAndANumberOfItsOwn) {
  std::map<std::string, int> names, printed, enumerators;
  std::map<int, int> numbers;
  for (const ElementName& element : ElementNames()) {
    EXPECT_EQ(PrecisionNamed(element.name), element.precision);
    ++names[element.name];
    ++numbers[element.number_in_files];
    EXPECT_NE(PrecisionTypeLength(element.precision), 0u) << element.name;
  }
  EXPECT_EQ(PrecisionNamed("float128"), PrecisionType::kUnk);
  EXPECT_EQ(names.size(), static_cast<size_t>(PrecisionType::NUM) - 2);
  EXPECT_EQ(numbers.size(), names.size());
  for (const PrecisionType precision : AllPrecisions()) {
    ++printed[PrecisionToStr(precision)];
    ++enumerators[PrecisionRepr(precision)];
  }
  EXPECT_EQ(printed.size(), static_cast<size_t>(PrecisionType::NUM));
  EXPECT_EQ(enumerators.size(), static_cast<size_t>(PrecisionType::NUM));
  EXPECT_EQ(PrecisionRepr(PrecisionType::kBF16), "kBF16");
}

// What applications see of the 16-bit floats is unchanged.
TEST(ElementTypes, ApplicationsKeepTheirTypes) {
  static_assert(PrecisionTypeTrait<uint16_t>::Type() == PrecisionType::kFP16);
  static_assert(PrecisionTypeTrait<Half>::Type() == PrecisionType::kUnk);
  static_assert(PrecisionOfType<uint16_t>() == PrecisionType::kUnk);
  static_assert(PrecisionOfType<Half>() == PrecisionType::kFP16);
  static_assert(PrecisionOfType<BFloat16>() == PrecisionType::kBF16);
  static_assert(PrecisionOfType<int>() == PrecisionType::kInt32);
}

TEST(ElementTypes, ElementsAreStoredAndReadBack) {
  for (const ElementName& element : ElementNames()) {
    SCOPED_TRACE(element.name);
    alignas(8) char memory[24] = {};
    StoreElement(memory, element.precision, 1, 1);
    EXPECT_EQ(ElementAt(memory, element.precision, 0), 0);
    EXPECT_EQ(ElementAt(memory, element.precision, 1), 1);
    EXPECT_EQ(ElementAt(memory, element.precision, 2), 0);
  }
  EXPECT_TRUE(std::isnan(ElementAt(nullptr, PrecisionType::kAny, 0)));
}

TEST(MemoryOrder, ImageLayoutsHaveNone) {
  Tensor tensor;
  tensor.Resize(DDim{1, 2, 3, 4});
  for (int i = 1; i < static_cast<int>(DataLayoutType::NUM); ++i) {
    const auto layout = static_cast<DataLayoutType>(i);
    tensor.set_layout(layout);
    const bool known = layout == DataLayoutType::kNCHW || layout == DataLayoutType::kNHWC;
    EXPECT_EQ(CheckMemoryOrder(tensor).ok(), known) << DataLayoutToStr(layout);
  }
  EXPECT_THAT(CheckMemoryOrder(tensor).message(), HasSubstr("MetalTexture2D"));
  tensor.Resize(DDim{2, 3});  // other ranks have one order
  EXPECT_TRUE(CheckMemoryOrder(tensor).ok());
}

}  // namespace
}  // namespace paddle::lite
