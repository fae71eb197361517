// Division of the pixels of channels-last images by their Euclidean lengths.

#include "lite/operators/norm.h"

#include <algorithm>
#include <cmath>

#include "lite/kernels/cpu/cpu_kernel.h"

namespace paddle::lite::kernels::LITE_CPU {

class NormKernel final : public CpuKernelFor<operators::Norm> {
 public:
  static Status Supports(const operators::Norm& op) {
    if (op.x->dims().rank() != 4)
      return Unsupported("X must have rank 4, found shape ", op.x->dims());
    LITE_ASSIGN_OR_RETURN(const int axis, op.Axis());
    return axis == 1 ? OkStatus() : Unsupported("axis ", op.axis);
  }

  Status RunOp(const operators::Norm& op, const RunContext& context) override {
    if (op.out->numel() == 0) {
      if (op.norm != nullptr) {
        std::fill_n(op.norm->mutable_data<float>(), op.norm->numel(), std::sqrt(op.epsilon));
      }
      return OkStatus();
    }
    const int64_t channels = op.x->dims()[1];
    const float* const x = op.x->data<float>();
    float* const out = op.out->mutable_data<float>();
    float* const norm = op.norm != nullptr ? op.norm->mutable_data<float>() : nullptr;
    const auto square = tables_.vector.unary[static_cast<int>(backend::UnaryF32::kSquare)];
    const auto sum = tables_.vector.fold[static_cast<int>(backend::FoldF32::kSum)];
    const auto divide = tables_.vector.binary_scalar[static_cast<int>(backend::BinaryF32::kDiv)];
    constexpr int64_t kGrain = 4096;  // elements that justify a thread
    context.pool->ForEach(op.x->numel() / channels, kGrain / channels + 1, [=, &op](int64_t i) {
      const float* const src = x + i * channels;
      float* const dst = out + i * channels;
      float squares = op.epsilon;
      constexpr int64_t kRun = 256;
      float run[kRun];  // in place, the squares of a pixel must not replace it
      for (int64_t c = 0; c < channels; c += kRun) {
        const int64_t count = std::min(kRun, channels - c);
        square(src + c, run, count, nullptr);
        squares += sum(run, count);
      }
      const float length = std::sqrt(squares);
      divide(src, &length, dst, channels);
      if (norm != nullptr) norm[i] = length;
    });
    return OkStatus();
  }
};

LITE_KERNELS(LITE_CPU_TARGET, kFloat, kNHWC, def, NormKernel, norm);

}  // namespace paddle::lite::kernels::LITE_CPU
