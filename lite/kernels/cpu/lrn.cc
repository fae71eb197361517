// Local response normalisation of channels-last images.

#include "lite/operators/lrn.h"

#include <algorithm>

#include "lite/kernels/cpu/cpu_kernel.h"

namespace paddle::lite::kernels::LITE_CPU {

class LrnKernel final : public CpuKernelFor<operators::Lrn> {
 public:
  // These powers are square roots and products.
  static Status Supports(const operators::Lrn& op) {
    if (op.data_format == "NHWC") return Unsupported("data_format NHWC");
    constexpr int kMaxWindow = 64;  // every channel of it is a pass over the pixel
    if (op.n > kMaxWindow) return Unsupported("n above ", kMaxWindow);
    if (op.beta == 0.5f || op.beta == 0.75f || op.beta == 1.0f) return OkStatus();
    return Unsupported("beta ", op.beta);
  }

  Status PrepareOp(const operators::Lrn& op, PrepareContext* context) override {
    channels_ = op.x->dims()[1];
    before_ = (op.n - 1) / 2;
    // The squares of a pixel between zeros, and their sums.
    squares_ = RoundUp(channels_ + op.n - 1, int64_t{16});
    thread_ = squares_ + RoundUp(channels_, int64_t{16});
    scratch_ = context->BookScratch(static_cast<size_t>(thread_ * context->pool->threads()) *
                                    sizeof(float));
    return OkStatus();
  }

  Status RunOp(const operators::Lrn& op, const RunContext& context) override {
    if (op.out->numel() == 0) return OkStatus();
    const float* const x = op.x->data<float>();
    float* const out = op.out->mutable_data<float>();
    float* const mid = op.mid_out != nullptr ? op.mid_out->mutable_data<float>() : nullptr;
    constexpr int64_t kGrain = 2048;  // elements that justify a thread
    context.pool->ParallelFor(op.x->numel() / channels_, kGrain / channels_ + 1,
                              [&](int64_t begin, int64_t end, int thread) {
                                float* const squares =
                                    reinterpret_cast<float*>(context.scratch + scratch_) +
                                    thread * thread_;
                                std::fill_n(squares, squares_, 0.0f);
                                for (int64_t i = begin; i < end; ++i) {
                                  const int64_t at = i * channels_;
                                  Pixel(op, x + at, squares, out + at, mid ? mid + at : nullptr);
                                }
                              });
    return OkStatus();
  }

 private:
  void Apply(backend::UnaryF32 function, const float* src, const float* params, float* dst) const {
    tables_.vector.unary[static_cast<int>(function)](src, dst, channels_, params);
  }
  void Apply(backend::BinaryF32 function, const float* a, const float* b, float* dst) const {
    tables_.vector.binary[static_cast<int>(function)](a, b, dst, channels_);
  }

  void Pixel(const operators::Lrn& op, const float* x, float* squares, float* out,
             float* mid) const {
    float* const sums = squares + squares_;
    Apply(backend::UnaryF32::kSquare, x, nullptr, squares + before_);
    const float* total = squares;
    for (int i = 1; i < op.n; ++i, total = sums) {
      Apply(backend::BinaryF32::kAdd, total, squares + i, sums);
    }
    const float line[backend::kUnaryF32Params] = {op.alpha, op.k};
    Apply(backend::UnaryF32::kAffine, total, line, sums);
    if (mid != nullptr) std::copy_n(sums, channels_, mid);
    if (op.beta == 1.0f) {
      Apply(backend::BinaryF32::kDiv, x, sums, out);
      return;
    }
    float* const root = squares + before_;
    Apply(backend::UnaryF32::kSqrt, sums, nullptr, root);
    if (op.beta == 0.75f) {
      Apply(backend::BinaryF32::kMul, root, sums, root);
      Apply(backend::UnaryF32::kSqrt, root, nullptr, root);
    }
    Apply(backend::BinaryF32::kDiv, x, root, out);
  }

  int64_t channels_ = 0;
  int64_t before_ = 0;
  int64_t squares_ = 0;  // elements of the squares
  int64_t thread_ = 0;   // elements of a thread's scratch memory
  size_t scratch_ = 0;
};

LITE_KERNELS(LITE_CPU_TARGET, kFloat, kNHWC, def, LrnKernel, lrn);

}  // namespace paddle::lite::kernels::LITE_CPU
