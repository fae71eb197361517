// Casts between float32 and int8 or float16.

#include "lite/kernels/cpu/cpu_kernel.h"
#include "lite/operators/type_conversion.h"

namespace paddle::lite::kernels::LITE_CPU {

// From is float or int8_t.
template <typename From>
class CalibInt8Kernel final : public KernelFor<operators::Calib> {
 public:
  static Status Supports(const operators::Calib& op) {
    const bool full = std::is_same_v<From, float> && op.full_range;
    return full ? Unsupported("full_range, which rounds halves to even") : OkStatus();
  }

  Status RunOp(const operators::Calib& op, const RunContext& context) override {
    constexpr int64_t kGrain = 16384;  // elements that justify a thread
    const float scale = op.scale;
    const From* src = op.input->data<From>();
    if constexpr (std::is_same_v<From, float>) {
      int8_t* dst = op.out->mutable_data<int8_t>();
      context.pool->ParallelFor(op.input->numel(), kGrain, [&](int64_t begin, int64_t end, int) {
        gemm_.quantize(src + begin, end - begin, 1.0f / scale, dst + begin);
      });
    } else {
      float* dst = op.out->mutable_data<float>();
      context.pool->ParallelFor(op.input->numel(), kGrain, [&](int64_t begin, int64_t end, int) {
        gemm_.dequantize(src + begin, end - begin, scale, dst + begin);
      });
    }
    return OkStatus();
  }

 private:
  const backend::GemmS8Kernels& gemm_ = backend::ActiveInt8Tables().gemm;
};

// From is float or Half.
template <typename From>
class CalibHalfKernel final : public KernelFor<operators::Calib> {
 public:
  Status RunOp(const operators::Calib& op, const RunContext& context) override {
    constexpr int64_t kGrain = 16384;  // elements that justify a thread
    const From* src = op.input->data<From>();
    if constexpr (std::is_same_v<From, float>) {
      Half* dst = op.out->mutable_data<Half>();
      context.pool->ParallelFor(op.input->numel(), kGrain, [&](int64_t begin, int64_t end, int) {
        casts_.narrow(src + begin, dst + begin, end - begin);
      });
    } else {
      float* dst = op.out->mutable_data<float>();
      context.pool->ParallelFor(op.input->numel(), kGrain, [&](int64_t begin, int64_t end, int) {
        casts_.widen(src + begin, dst + begin, end - begin);
      });
    }
    return OkStatus();
  }

 private:
  const backend::HalfCastKernels& casts_ = backend::ActiveHalfTables().casts;
};

LITE_KERNELS(LITE_CPU_TARGET, kInt8, kAny, fp32_to_int8, CalibInt8Kernel<float>, calib, calib_once)
    .In({"Input"}, PRECISION(kFloat));
LITE_KERNELS(LITE_CPU_TARGET, kInt8, kAny, int8_to_fp32, CalibInt8Kernel<int8_t>, calib, calib_once)
    .Out({"Out"}, PRECISION(kFloat));
LITE_KERNELS(LITE_CPU_TARGET, kFP16, kAny, fp32_to_fp16, CalibHalfKernel<float>, calib, calib_once)
    .In({"Input"}, PRECISION(kFloat));
LITE_KERNELS(LITE_CPU_TARGET, kFP16, kAny, fp16_to_fp32, CalibHalfKernel<Half>, calib, calib_once)
    .Out({"Out"}, PRECISION(kFloat));

}  // namespace paddle::lite::kernels::LITE_CPU
