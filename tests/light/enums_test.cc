// Enumeration values are stored in model files and compiled into applications: they never change.
#include <gtest/gtest.h>

#include <set>
#include <string>

#include "lite/api/paddle_api.h"

namespace paddle::lite_api {
namespace enums_test {

#define EXPECT_VALUE(type, name, value) \
  static_assert(static_cast<int>(type::name) == (value), #type "::" #name)

EXPECT_VALUE(TargetType, kUnk, 0);
EXPECT_VALUE(TargetType, kHost, 1);
EXPECT_VALUE(TargetType, kX86, 2);
EXPECT_VALUE(TargetType, kCUDA, 3);
EXPECT_VALUE(TargetType, kARM, 4);
EXPECT_VALUE(TargetType, kOpenCL, 5);
EXPECT_VALUE(TargetType, kAny, 6);
EXPECT_VALUE(TargetType, kFPGA, 7);
EXPECT_VALUE(TargetType, kNPU, 8);
EXPECT_VALUE(TargetType, kXPU, 9);
EXPECT_VALUE(TargetType, kBM, 10);
EXPECT_VALUE(TargetType, kMLU, 11);
EXPECT_VALUE(TargetType, kRKNPU, 12);
EXPECT_VALUE(TargetType, kAPU, 13);
EXPECT_VALUE(TargetType, kHuaweiAscendNPU, 14);
EXPECT_VALUE(TargetType, kImaginationNNA, 15);
EXPECT_VALUE(TargetType, kIntelFPGA, 16);
EXPECT_VALUE(TargetType, kMetal, 17);
EXPECT_VALUE(TargetType, kNNAdapter, 18);
EXPECT_VALUE(TargetType, NUM, 19);

EXPECT_VALUE(PrecisionType, kUnk, 0);
EXPECT_VALUE(PrecisionType, kFloat, 1);
EXPECT_VALUE(PrecisionType, kInt8, 2);
EXPECT_VALUE(PrecisionType, kInt32, 3);
EXPECT_VALUE(PrecisionType, kAny, 4);
EXPECT_VALUE(PrecisionType, kFP16, 5);
EXPECT_VALUE(PrecisionType, kBool, 6);
EXPECT_VALUE(PrecisionType, kInt64, 7);
EXPECT_VALUE(PrecisionType, kInt16, 8);
EXPECT_VALUE(PrecisionType, kUInt8, 9);
EXPECT_VALUE(PrecisionType, kFP64, 10);
EXPECT_VALUE(PrecisionType, kBF16, 11);
EXPECT_VALUE(PrecisionType, NUM, 12);

EXPECT_VALUE(DataLayoutType, kUnk, 0);
EXPECT_VALUE(DataLayoutType, kNCHW, 1);
EXPECT_VALUE(DataLayoutType, kAny, 2);
EXPECT_VALUE(DataLayoutType, kNHWC, 3);
EXPECT_VALUE(DataLayoutType, kImageDefault, 4);
EXPECT_VALUE(DataLayoutType, kImageFolder, 5);
EXPECT_VALUE(DataLayoutType, kImageNW, 6);
EXPECT_VALUE(DataLayoutType, kMetalTexture2DArray, 7);
EXPECT_VALUE(DataLayoutType, kMetalTexture2D, 8);
EXPECT_VALUE(DataLayoutType, NUM, 9);

// Both spellings compile.
static_assert(LITE_POWER_HIGH == 0 && PowerMode::LITE_POWER_HIGH == 0, "");
static_assert(LITE_POWER_LOW == 1 && LITE_POWER_FULL == 2 && LITE_POWER_NO_BIND == 3, "");
static_assert(LITE_POWER_RAND_HIGH == 4 && PowerMode::LITE_POWER_RAND_LOW == 5, "");
static_assert(LITE_PRECISION_NORMAL == 0 && LITE_PRECISION_LOW == 1, "");
static_assert(CL_TUNE_NONE == 0 && CL_TUNE_RAPID == 1 && CL_TUNE_NORMAL == 2, "");
static_assert(CL_TUNE_EXHAUSTIVE == 3, "");
static_assert(CL_PRECISION_AUTO == 0 && CL_PRECISION_FP32 == 1 && CL_PRECISION_FP16 == 2, "");
static_assert(MLU_220 == 0 && MLU_270 == 1, "");
EXPECT_VALUE(QuantType, QUANT_INT8, 0);
EXPECT_VALUE(QuantType, QUANT_INT16, 1);
EXPECT_VALUE(LiteModelType, kProtobuf, 0);
EXPECT_VALUE(LiteModelType, kNaiveBuffer, 1);
EXPECT_VALUE(LiteModelType, UNK, 2);
EXPECT_VALUE(L3CacheSetMethod, kDeviceL3Cache, 0);
EXPECT_VALUE(L3CacheSetMethod, kDeviceL2Cache, 1);
EXPECT_VALUE(L3CacheSetMethod, kAbsolute, 2);

EXPECT_VALUE(ActivationType, kIndentity, 0);
EXPECT_VALUE(ActivationType, kRelu, 1);
EXPECT_VALUE(ActivationType, kRelu6, 2);
EXPECT_VALUE(ActivationType, kPRelu, 3);
EXPECT_VALUE(ActivationType, kLeakyRelu, 4);
EXPECT_VALUE(ActivationType, kSigmoid, 5);
EXPECT_VALUE(ActivationType, kTanh, 6);
EXPECT_VALUE(ActivationType, kSwish, 7);
EXPECT_VALUE(ActivationType, kExp, 8);
EXPECT_VALUE(ActivationType, kAbs, 9);
EXPECT_VALUE(ActivationType, kHardSwish, 10);
EXPECT_VALUE(ActivationType, kReciprocal, 11);
EXPECT_VALUE(ActivationType, kThresholdedRelu, 12);
EXPECT_VALUE(ActivationType, kElu, 13);
EXPECT_VALUE(ActivationType, kHardSigmoid, 14);
EXPECT_VALUE(ActivationType, kLog, 15);
EXPECT_VALUE(ActivationType, kSigmoid_v2, 16);
EXPECT_VALUE(ActivationType, kTanh_v2, 17);
EXPECT_VALUE(ActivationType, kGelu, 18);
EXPECT_VALUE(ActivationType, kErf, 19);
EXPECT_VALUE(ActivationType, kSign, 20);
EXPECT_VALUE(ActivationType, kSoftPlus, 21);
EXPECT_VALUE(ActivationType, kMish, 22);
EXPECT_VALUE(ActivationType, kSilu, 23);
EXPECT_VALUE(ActivationType, kLog1p, 24);
EXPECT_VALUE(ActivationType, NUM, 25);

// Every value of an enumeration has a distinct name, and values outside it do not crash.
template <typename Enum>
void CheckNames(const std::string& (*name)(Enum), int count, const std::string& unknown) {
  std::set<std::string> names;
  for (int i = 0; i < count; ++i) names.insert(name(static_cast<Enum>(i)));
  EXPECT_EQ(names.size(), static_cast<size_t>(count));
  EXPECT_EQ(name(static_cast<Enum>(count)), unknown);
  EXPECT_EQ(name(static_cast<Enum>(-1)), unknown);
  EXPECT_EQ(name(static_cast<Enum>(1000000)), unknown);
}

TEST(Enums, EveryValueHasAName) {
  CheckNames(&TargetToStr, static_cast<int>(TargetType::NUM), "unk");
  CheckNames(&TargetRepr, static_cast<int>(TargetType::NUM), "kUnk");
  CheckNames(&PrecisionToStr, static_cast<int>(PrecisionType::NUM), "unk");
  CheckNames(&PrecisionRepr, static_cast<int>(PrecisionType::NUM), "kUnk");
  CheckNames(&DataLayoutToStr, static_cast<int>(DataLayoutType::NUM), "unk");
  CheckNames(&DataLayoutRepr, static_cast<int>(DataLayoutType::NUM), "kUnk");
  CheckNames(&ActivationTypeToStr, static_cast<int>(ActivationType::NUM), "unk");
  CheckNames(&CLTuneModeToStr, 4, "unk");
  CheckNames(&CLPrecisionTypeToStr, 3, "unk");
}

TEST(Enums, NamesOfTheDocuments) {
  EXPECT_EQ(TargetToStr(TARGET(kHuaweiAscendNPU)), "huawei_ascend_npu");
  EXPECT_EQ(TargetRepr(TARGET(kARM)), "kARM");
  EXPECT_EQ(PrecisionToStr(PRECISION(kInt8)), "int8_t");
  EXPECT_EQ(PrecisionToStr(PRECISION(kFP64)), "double");
  EXPECT_EQ(PrecisionRepr(PRECISION(kFP64)), "kFP64");
  EXPECT_EQ(DataLayoutToStr(DATALAYOUT(kAny)), "any");
  EXPECT_EQ(DataLayoutToStr(DATALAYOUT(kNHWC)), "NHWC");
  EXPECT_EQ(DataLayoutRepr(DATALAYOUT(kNCHW)), "kNCHW");
}

TEST(Enums, Expansion) {
  EXPECT_EQ(ExpandValidTargets().size(), 17u);
  EXPECT_EQ(ExpandValidTargets(TARGET(kARM)), std::set<TargetType>{TARGET(kARM)});
  EXPECT_EQ(ExpandValidPrecisions(), (std::set<PrecisionType>{PRECISION(kFloat), PRECISION(kInt8),
                                                              PRECISION(kFP16), PRECISION(kAny)}));
  EXPECT_EQ(ExpandValidLayouts().size(), 8u);
  EXPECT_EQ(ExpandValidLayouts().count(DATALAYOUT(kAny)), 1u);
}

TEST(Place, Semantics) {
  const std::vector<Place> from_target{TARGET(kARM)};
  EXPECT_EQ(from_target[0].DebugString(), "arm/float/NCHW");
  EXPECT_TRUE(from_target[0].is_valid());
  EXPECT_FALSE(Place().is_valid());
  const Place a(TARGET(kX86), PRECISION(kInt8)), b(TARGET(kX86), PRECISION(kFloat));
  EXPECT_NE(a, b);
  EXPECT_TRUE(b < a);  // kFloat is 1, kInt8 is 2
  EXPECT_FALSE(a < a);
  EXPECT_EQ(a.hash(), Place(TARGET(kX86), PRECISION(kInt8)).hash());
}

TEST(Precision, LengthAndTrait) {
  const size_t lengths[] = {0, 4, 1, 4, 0, 2, 1, 8, 2, 1, 8, 2};
  constexpr int kCount = static_cast<int>(PrecisionType::NUM);
  static_assert(sizeof(lengths) / sizeof(lengths[0]) == kCount, "one for each element type");
  for (int i = 0; i < kCount; ++i) {
    EXPECT_EQ(PrecisionTypeLength(static_cast<PrecisionType>(i)), lengths[i]) << i;
  }
  EXPECT_EQ(PrecisionTypeLength(static_cast<PrecisionType>(99)), 0u);
  static_assert(PrecisionTypeTrait<float>::Type() == PRECISION(kFloat), "");
  static_assert(PrecisionTypeTrait<int>::Type() == PRECISION(kInt32), "");
  static_assert(PrecisionTypeTrait<int64_t>::Type() == PRECISION(kInt64), "");
  static_assert(PrecisionTypeTrait<uint8_t>::Type() == PRECISION(kUInt8), "");
  static_assert(PrecisionTypeTrait<bool>::Type() == PRECISION(kBool), "");
  static_assert(PrecisionTypeTrait<std::string>::Type() == PRECISION(kUnk), "");
#if defined(__ARM_FP16_FORMAT_IEEE)
  static_assert(PrecisionTypeTrait<__fp16>::Type() == PRECISION(kFP16), "");
#endif
}

}  // namespace enums_test
}  // namespace paddle::lite_api
