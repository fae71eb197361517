#include "lite/kernels/host/number_conversion.h"
#include "lite/kernels/host/quantize.h"
#include "lite/kernels/kernel.h"
#include "lite/operators/type_conversion.h"

namespace paddle::lite::kernels::host {

// The element types of Input and Out, set when the kernel was chosen, select the conversion.
class CalibKernel final : public KernelFor<operators::Calib> {
 public:
  Status RunOp(const operators::Calib& op, const RunContext& context) override {
    const PrecisionType from = op.input->precision();
    const PrecisionType to = op.out->precision();
    const float scale = op.scale;
    const float inverse = 1.0f / scale;
    if (from == PrecisionType::kFloat && to == PrecisionType::kInt8) {
      if (op.full_range) {
        Map<float, int8_t>(
            op, context, [=](float x) { return QuantizeToInt8<Rounding::kHalfEven>(x * inverse); });
      } else {
        Map<float, int8_t>(op, context, [=](float x) { return QuantizeToInt8(x * inverse); });
      }
      return OkStatus();
    }
    if (to == PrecisionType::kFloat && from == PrecisionType::kInt8) {
      Map<int8_t, float>(op, context, [=](int8_t x) { return static_cast<float>(x) * scale; });
      return OkStatus();
    }
    if (to == PrecisionType::kFloat && from == PrecisionType::kInt32) {
      Map<int32_t, float>(op, context, [=](int32_t x) { return static_cast<float>(x) * scale; });
      return OkStatus();
    }
    const NumberConversion convert = FindNumberConversion(from, to);
    if (convert == nullptr) {
      return Unsupported("from ", PrecisionToStr(from), " to ", PrecisionToStr(to));
    }
    convert(op.input->raw_data(), op.out->mutable_raw_data(), op.input->numel(), context.pool);
    return OkStatus();
  }

 private:
  template <typename From, typename To, typename F>
  static void Map(const operators::Calib& op, const RunContext& context, F f) {
    constexpr int64_t kGrain = 4096;  // elements that justify a thread
    const From* src = op.input->data<From>();
    To* dst = op.out->mutable_data<To>();
    context.pool->ParallelFor(op.input->numel(), kGrain, [=](int64_t begin, int64_t end, int) {
      for (int64_t i = begin; i < end; ++i) dst[i] = f(src[i]);
    });
  }
};

LITE_KERNELS(kHost, kInt8, kAny, fp32_to_int8, CalibKernel, calib, calib_once, calib_inplace)
    .In({"Input"}, PRECISION(kFloat));
LITE_KERNELS(kHost, kInt8, kAny, int8_to_fp32, CalibKernel, calib, calib_once, calib_inplace)
    .Out({"Out"}, PRECISION(kFloat));
LITE_KERNELS(kHost, kInt32, kAny, int32_to_fp32, CalibKernel, calib, calib_once, calib_inplace)
    .Out({"Out"}, PRECISION(kFloat));
LITE_KERNELS(kHost, kInt32, kAny, fp32_to_int32, CalibKernel, calib, calib_once, calib_inplace)
    .In({"Input"}, PRECISION(kFloat));
LITE_KERNELS(kHost, kInt64, kAny, int32_to_int64, CalibKernel, calib, calib_once, calib_inplace)
    .In({"Input"}, PRECISION(kInt32));
LITE_KERNELS(kHost, kInt64, kAny, int64_to_int32, CalibKernel, calib, calib_once, calib_inplace)
    .Out({"Out"}, PRECISION(kInt32));
LITE_KERNELS(kHost, kInt64, kAny, int64_to_fp32, CalibKernel, calib, calib_once, calib_inplace)
    .Out({"Out"}, PRECISION(kFloat));
LITE_KERNELS(kHost, kInt64, kAny, fp32_to_int64, CalibKernel, calib, calib_once, calib_inplace)
    .In({"Input"}, PRECISION(kFloat));
LITE_KERNELS(kHost, kFP16, kAny, fp32_to_fp16, CalibKernel, calib, calib_once, calib_inplace)
    .In({"Input"}, PRECISION(kFloat));
LITE_KERNELS(kHost, kFP16, kAny, fp16_to_fp32, CalibKernel, calib, calib_once, calib_inplace)
    .Out({"Out"}, PRECISION(kFloat));

}  // namespace paddle::lite::kernels::host
