#include <algorithm>
#include <cmath>

#include "lite/kernels/host/number_conversion.h"
#include "lite/kernels/kernel.h"
#include "lite/operators/type_conversion.h"

namespace paddle::lite::kernels::host {

// The element types of Input and Out, set when the kernel was chosen, select the conversion.
class CalibKernel final : public KernelFor<operators::Calib> {
 public:
  Status RunOp(const operators::Calib& op, const RunContext& context) override {
    constexpr int64_t kGrain = 4096;  // elements that justify a thread
    const PrecisionType from = op.input->precision();
    const PrecisionType to = op.out->precision();
    const int64_t count = op.input->numel();
    const bool from_float = from == PrecisionType::kFloat;
    const bool to_float = to == PrecisionType::kFloat;
    if (from_float && to == PrecisionType::kInt8) {
      const float* src = op.input->data<float>();
      int8_t* dst = op.out->mutable_data<int8_t>();
      const float inverse = 1.0f / op.scale;
      if (op.full_range) {
        context.pool->ParallelFor(count, kGrain, [=](int64_t begin, int64_t end, int) {
          for (int64_t i = begin; i < end; ++i) {
            const float steps = std::nearbyint(src[i] * inverse);
            dst[i] = static_cast<int8_t>(steps > 127.0f     ? 127.0f
                                         : steps >= -128.0f ? steps
                                                            : -128.0f);
          }
        });
        return OkStatus();
      }
      context.pool->ParallelFor(count, kGrain, [=](int64_t begin, int64_t end, int) {
        for (int64_t i = begin; i < end; ++i) {
          const float steps = std::round(src[i] * inverse);  // halves away from zero
          dst[i] = static_cast<int8_t>(steps > 127.0f     ? 127.0f
                                       : steps >= -127.0f ? steps
                                                          : -127.0f);
        }
      });
      return OkStatus();
    }
    if (to_float && from == PrecisionType::kInt8) {
      Dequantize(op.input->data<int8_t>(), op, context);
      return OkStatus();
    }
    if (to_float && from == PrecisionType::kInt32) {
      Dequantize(op.input->data<int32_t>(), op, context);
      return OkStatus();
    }
    const NumberConversion convert = FindNumberConversion(from, to);
    if (convert == nullptr) {
      return Unsupported("from ", PrecisionToStr(from), " to ", PrecisionToStr(to));
    }
    convert(op.input->raw_data(), op.out->mutable_raw_data(), count, context.pool);
    return OkStatus();
  }

 private:
  template <typename T>
  static void Dequantize(const T* src, const operators::Calib& op, const RunContext& context) {
    constexpr int64_t kGrain = 4096;
    float* dst = op.out->mutable_data<float>();
    const float scale = op.scale;
    context.pool->ParallelFor(op.input->numel(), kGrain, [=](int64_t begin, int64_t end, int) {
      for (int64_t i = begin; i < end; ++i) dst[i] = static_cast<float>(src[i]) * scale;
    });
  }
};

}  // namespace paddle::lite::kernels::host

REGISTER_LITE_KERNEL(calib, kHost, kInt8, kAny, paddle::lite::kernels::host::CalibKernel,
                     fp32_to_int8)
    .BindInput("Input", {LiteType::GetTensorTy(TARGET(kHost), PRECISION(kFloat), DATALAYOUT(kAny))})
    .Finalize();

REGISTER_LITE_KERNEL(calib, kHost, kInt8, kAny, paddle::lite::kernels::host::CalibKernel,
                     int8_to_fp32)
    .BindOutput("Out", {LiteType::GetTensorTy(TARGET(kHost), PRECISION(kFloat), DATALAYOUT(kAny))})
    .Finalize();

REGISTER_LITE_KERNEL(calib, kHost, kInt32, kAny, paddle::lite::kernels::host::CalibKernel,
                     int32_to_fp32)
    .BindOutput("Out", {LiteType::GetTensorTy(TARGET(kHost), PRECISION(kFloat), DATALAYOUT(kAny))})
    .Finalize();

REGISTER_LITE_KERNEL(calib, kHost, kInt32, kAny, paddle::lite::kernels::host::CalibKernel,
                     fp32_to_int32)
    .BindInput("Input", {LiteType::GetTensorTy(TARGET(kHost), PRECISION(kFloat), DATALAYOUT(kAny))})
    .Finalize();

REGISTER_LITE_KERNEL(calib, kHost, kInt64, kAny, paddle::lite::kernels::host::CalibKernel,
                     int32_to_int64)
    .BindInput("Input", {LiteType::GetTensorTy(TARGET(kHost), PRECISION(kInt32), DATALAYOUT(kAny))})
    .Finalize();

REGISTER_LITE_KERNEL(calib, kHost, kInt64, kAny, paddle::lite::kernels::host::CalibKernel,
                     int64_to_int32)
    .BindOutput("Out", {LiteType::GetTensorTy(TARGET(kHost), PRECISION(kInt32), DATALAYOUT(kAny))})
    .Finalize();

REGISTER_LITE_KERNEL(calib, kHost, kInt64, kAny, paddle::lite::kernels::host::CalibKernel,
                     int64_to_fp32)
    .BindOutput("Out", {LiteType::GetTensorTy(TARGET(kHost), PRECISION(kFloat), DATALAYOUT(kAny))})
    .Finalize();

REGISTER_LITE_KERNEL(calib, kHost, kInt64, kAny, paddle::lite::kernels::host::CalibKernel,
                     fp32_to_int64)
    .BindInput("Input", {LiteType::GetTensorTy(TARGET(kHost), PRECISION(kFloat), DATALAYOUT(kAny))})
    .Finalize();

REGISTER_LITE_KERNEL(calib, kHost, kFP16, kAny, paddle::lite::kernels::host::CalibKernel,
                     fp32_to_fp16)
    .BindInput("Input", {LiteType::GetTensorTy(TARGET(kHost), PRECISION(kFloat), DATALAYOUT(kAny))})
    .Finalize();

REGISTER_LITE_KERNEL(calib, kHost, kFP16, kAny, paddle::lite::kernels::host::CalibKernel,
                     fp16_to_fp32)
    .BindOutput("Out", {LiteType::GetTensorTy(TARGET(kHost), PRECISION(kFloat), DATALAYOUT(kAny))})
    .Finalize();

REGISTER_LITE_KERNEL(calib_once, kHost, kInt8, kAny, paddle::lite::kernels::host::CalibKernel,
                     fp32_to_int8)
    .BindInput("Input", {LiteType::GetTensorTy(TARGET(kHost), PRECISION(kFloat), DATALAYOUT(kAny))})
    .Finalize();

REGISTER_LITE_KERNEL(calib_once, kHost, kInt8, kAny, paddle::lite::kernels::host::CalibKernel,
                     int8_to_fp32)
    .BindOutput("Out", {LiteType::GetTensorTy(TARGET(kHost), PRECISION(kFloat), DATALAYOUT(kAny))})
    .Finalize();

REGISTER_LITE_KERNEL(calib_once, kHost, kInt32, kAny, paddle::lite::kernels::host::CalibKernel,
                     int32_to_fp32)
    .BindOutput("Out", {LiteType::GetTensorTy(TARGET(kHost), PRECISION(kFloat), DATALAYOUT(kAny))})
    .Finalize();

REGISTER_LITE_KERNEL(calib_once, kHost, kInt32, kAny, paddle::lite::kernels::host::CalibKernel,
                     fp32_to_int32)
    .BindInput("Input", {LiteType::GetTensorTy(TARGET(kHost), PRECISION(kFloat), DATALAYOUT(kAny))})
    .Finalize();

REGISTER_LITE_KERNEL(calib_once, kHost, kInt64, kAny, paddle::lite::kernels::host::CalibKernel,
                     int32_to_int64)
    .BindInput("Input", {LiteType::GetTensorTy(TARGET(kHost), PRECISION(kInt32), DATALAYOUT(kAny))})
    .Finalize();

REGISTER_LITE_KERNEL(calib_once, kHost, kInt64, kAny, paddle::lite::kernels::host::CalibKernel,
                     int64_to_int32)
    .BindOutput("Out", {LiteType::GetTensorTy(TARGET(kHost), PRECISION(kInt32), DATALAYOUT(kAny))})
    .Finalize();

REGISTER_LITE_KERNEL(calib_once, kHost, kInt64, kAny, paddle::lite::kernels::host::CalibKernel,
                     int64_to_fp32)
    .BindOutput("Out", {LiteType::GetTensorTy(TARGET(kHost), PRECISION(kFloat), DATALAYOUT(kAny))})
    .Finalize();

REGISTER_LITE_KERNEL(calib_once, kHost, kInt64, kAny, paddle::lite::kernels::host::CalibKernel,
                     fp32_to_int64)
    .BindInput("Input", {LiteType::GetTensorTy(TARGET(kHost), PRECISION(kFloat), DATALAYOUT(kAny))})
    .Finalize();

REGISTER_LITE_KERNEL(calib_once, kHost, kFP16, kAny, paddle::lite::kernels::host::CalibKernel,
                     fp32_to_fp16)
    .BindInput("Input", {LiteType::GetTensorTy(TARGET(kHost), PRECISION(kFloat), DATALAYOUT(kAny))})
    .Finalize();

REGISTER_LITE_KERNEL(calib_once, kHost, kFP16, kAny, paddle::lite::kernels::host::CalibKernel,
                     fp16_to_fp32)
    .BindOutput("Out", {LiteType::GetTensorTy(TARGET(kHost), PRECISION(kFloat), DATALAYOUT(kAny))})
    .Finalize();
