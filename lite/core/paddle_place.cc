#include "lite/core/paddle_place.h"

#include <string>
#include <tuple>
#include <vector>

#include "lite/base/strings.h"

namespace paddle::lite_api {
namespace {

// The texts of an enumeration, made at their first use, so that nothing is constructed when the
// library is loaded. One text that names all: a list of them takes a call for each.
class Texts {
 public:
  explicit Texts(const char* joined) : texts_(lite::SplitString(joined, ' ')) {}

  // `otherwise`: of a value that is not one of the enumeration.
  template <typename Enum>
  const std::string& At(Enum value, const std::string& otherwise) const {
    const int index = static_cast<int>(value);
    return index >= 0 && index < static_cast<int>(texts_.size()) ? texts_[index] : otherwise;
  }
  template <typename Enum>
  const std::string& At(Enum value) const {
    return At(value, texts_[0]);
  }

 private:
  std::vector<std::string> texts_;
};

const std::string& Unknown() {
  static const std::string unknown = "unk";
  return unknown;
}

}  // namespace

const std::string& TargetToStr(TargetType target) {
  static const Texts texts(
      "unk host x86 cuda arm opencl any fpga npu xpu bm mlu rknpu apu huawei_ascend_npu "
      "imagination_nna intel_fpga metal nnadapter");
  return texts.At(target);
}

const std::string& TargetRepr(TargetType target) {
  static const Texts texts(
      "kUnk kHost kX86 kCUDA kARM kOpenCL kAny kFPGA kNPU kXPU kBM kMLU kRKNPU kAPU "
      "kHuaweiAscendNPU kImaginationNNA kIntelFPGA kMetal kNNAdapter");
  return texts.At(target);
}

const std::string& PrecisionToStr(PrecisionType precision) {
  static const Texts texts(
      "unk float int8_t int32_t any float16 bool int64_t int16_t uint8_t double bfloat16");
  return texts.At(precision);
}

const std::string& PrecisionRepr(PrecisionType precision) {
  static const Texts texts(
      "kUnk kFloat kInt8 kInt32 kAny kFP16 kBool kInt64 kInt16 kUInt8 kFP64 kBF16");
  return texts.At(precision);
}

const std::string& DataLayoutToStr(DataLayoutType layout) {
  static const Texts texts(
      "unk NCHW any NHWC ImageDefault ImageFolder ImageNW MetalTexture2DArray MetalTexture2D");
  return texts.At(layout);
}

const std::string& DataLayoutRepr(DataLayoutType layout) {
  static const Texts texts(
      "kUnk kNCHW kAny kNHWC kImageDefault kImageFolder kImageNW kMetalTexture2DArray "
      "kMetalTexture2D");
  return texts.At(layout);
}

const std::string& ActivationTypeToStr(ActivationType act) {
  static const Texts texts(
      "identity relu relu6 prelu leaky_relu sigmoid tanh swish exp abs hard_swish reciprocal "
      "thresholded_relu elu hard_sigmoid log sigmoid_v2 tanh_v2 gelu erf sign softplus mish silu "
      "log1p");
  return texts.At(act, Unknown());
}

const std::string& CLTuneModeToStr(CLTuneMode mode) {
  static const Texts texts("CL_TUNE_NONE CL_TUNE_RAPID CL_TUNE_NORMAL CL_TUNE_EXHAUSTIVE");
  return texts.At(mode, Unknown());
}

const std::string& CLPrecisionTypeToStr(CLPrecisionType type) {
  static const Texts texts("CL_PRECISION_AUTO CL_PRECISION_FP32 CL_PRECISION_FP16");
  return texts.At(type, Unknown());
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
