#include "lite/core/paddle_place.h"

#include <array>
#include <tuple>

namespace paddle::lite_api {
namespace {

// Function-local tables, so that nothing is constructed when the library is loaded.
template <typename Enum, size_t N>
const std::string& Lookup(const std::array<std::string, N>& names, Enum value) {
  static_assert(N == static_cast<size_t>(Enum::NUM), "one name per enumerator");
  const int index = static_cast<int>(value);
  return names[index >= 0 && index < static_cast<int>(N) ? index : 0];
}

const std::string& LookupPlain(const std::string* names, int count, int value) {
  static const std::string unknown = "unk";
  return value >= 0 && value < count ? names[value] : unknown;
}

struct PrecisionText {
  std::string printed;
  std::string enumerator;
};

const PrecisionText& TextOf(PrecisionType precision) {
  static const std::array<PrecisionText, static_cast<size_t>(PrecisionType::NUM)> texts{
      {{"unk", "kUnk"},
       {"float", "kFloat"},
       {"int8_t", "kInt8"},
       {"int32_t", "kInt32"},
       {"any", "kAny"},
       {"float16", "kFP16"},
       {"bool", "kBool"},
       {"int64_t", "kInt64"},
       {"int16_t", "kInt16"},
       {"uint8_t", "kUInt8"},
       {"double", "kFP64"},
       {"bfloat16", "kBF16"}}};
  const int index = static_cast<int>(precision);
  return texts[index >= 0 && index < static_cast<int>(texts.size()) ? index : 0];
}

}  // namespace

const std::string& TargetToStr(TargetType target) {
  static const std::array<std::string, 19> names{"unk",
                                                 "host",
                                                 "x86",
                                                 "cuda",
                                                 "arm",
                                                 "opencl",
                                                 "any",
                                                 "fpga",
                                                 "npu",
                                                 "xpu",
                                                 "bm",
                                                 "mlu",
                                                 "rknpu",
                                                 "apu",
                                                 "huawei_ascend_npu",
                                                 "imagination_nna",
                                                 "intel_fpga",
                                                 "metal",
                                                 "nnadapter"};
  return Lookup(names, target);
}

const std::string& TargetRepr(TargetType target) {
  static const std::array<std::string, 19> names{"kUnk",
                                                 "kHost",
                                                 "kX86",
                                                 "kCUDA",
                                                 "kARM",
                                                 "kOpenCL",
                                                 "kAny",
                                                 "kFPGA",
                                                 "kNPU",
                                                 "kXPU",
                                                 "kBM",
                                                 "kMLU",
                                                 "kRKNPU",
                                                 "kAPU",
                                                 "kHuaweiAscendNPU",
                                                 "kImaginationNNA",
                                                 "kIntelFPGA",
                                                 "kMetal",
                                                 "kNNAdapter"};
  return Lookup(names, target);
}

const std::string& PrecisionToStr(PrecisionType precision) { return TextOf(precision).printed; }

const std::string& PrecisionRepr(PrecisionType precision) { return TextOf(precision).enumerator; }

const std::string& DataLayoutToStr(DataLayoutType layout) {
  static const std::array<std::string, 9> names{
      "unk",           "NCHW",        "any",     "NHWC",
      "ImageDefault",  "ImageFolder", "ImageNW", "MetalTexture2DArray",
      "MetalTexture2D"};
  return Lookup(names, layout);
}

const std::string& DataLayoutRepr(DataLayoutType layout) {
  static const std::array<std::string, 9> names{
      "kUnk",           "kNCHW",        "kAny",     "kNHWC",
      "kImageDefault",  "kImageFolder", "kImageNW", "kMetalTexture2DArray",
      "kMetalTexture2D"};
  return Lookup(names, layout);
}

const std::string& ActivationTypeToStr(ActivationType act) {
  static const std::array<std::string, 25> names{"identity",
                                                 "relu",
                                                 "relu6",
                                                 "prelu",
                                                 "leaky_relu",
                                                 "sigmoid",
                                                 "tanh",
                                                 "swish",
                                                 "exp",
                                                 "abs",
                                                 "hard_swish",
                                                 "reciprocal",
                                                 "thresholded_relu",
                                                 "elu",
                                                 "hard_sigmoid",
                                                 "log",
                                                 "sigmoid_v2",
                                                 "tanh_v2",
                                                 "gelu",
                                                 "erf",
                                                 "sign",
                                                 "softplus",
                                                 "mish",
                                                 "silu",
                                                 "log1p"};
  static const std::string unknown = "unk";
  const int index = static_cast<int>(act);
  return index >= 0 && index < static_cast<int>(names.size()) ? names[index] : unknown;
}

const std::string& CLTuneModeToStr(CLTuneMode mode) {
  static const std::string names[] = {"CL_TUNE_NONE", "CL_TUNE_RAPID", "CL_TUNE_NORMAL",
                                      "CL_TUNE_EXHAUSTIVE"};
  return LookupPlain(names, 4, static_cast<int>(mode));
}

const std::string& CLPrecisionTypeToStr(CLPrecisionType type) {
  static const std::string names[] = {"CL_PRECISION_AUTO", "CL_PRECISION_FP32",
                                      "CL_PRECISION_FP16"};
  return LookupPlain(names, 3, static_cast<int>(type));
}

std::set<TargetType> ExpandValidTargets(TargetType target) {
  if (target != TargetType::kAny) return {target};
  std::set<TargetType> all;
  for (int i = 1; i < static_cast<int>(TargetType::NUM); ++i) {
    if (static_cast<TargetType>(i) != TargetType::kAny) all.insert(static_cast<TargetType>(i));
  }
  return all;
}

std::set<PrecisionType> ExpandValidPrecisions(PrecisionType precision) {
  if (precision != PrecisionType::kAny) return {precision};
  return {PrecisionType::kFloat, PrecisionType::kInt8, PrecisionType::kFP16, PrecisionType::kAny};
}

std::set<DataLayoutType> ExpandValidLayouts(DataLayoutType layout) {
  if (layout != DataLayoutType::kAny) return {layout};
  std::set<DataLayoutType> all;
  for (int i = 1; i < static_cast<int>(DataLayoutType::NUM); ++i) {
    all.insert(static_cast<DataLayoutType>(i));
  }
  return all;
}

size_t Place::hash() const {
  size_t h = static_cast<size_t>(target);
  for (const int part : {static_cast<int>(precision), static_cast<int>(layout), int{device}}) {
    h = h * 131 + static_cast<size_t>(part);
  }
  return h;
}

bool Place::operator<(const Place& other) const {
  return std::tie(target, precision, layout, device) <
         std::tie(other.target, other.precision, other.layout, other.device);
}

std::string Place::DebugString() const {
  return TargetToStr(target) + "/" + PrecisionToStr(precision) + "/" + DataLayoutToStr(layout);
}

}  // namespace paddle::lite_api
