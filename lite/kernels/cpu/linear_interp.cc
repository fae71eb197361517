// Resizes lines, blending a vector of them at each position.

#include <algorithm>
#include <vector>

#include "lite/base/checked_math.h"
#include "lite/kernels/cpu/cpu_kernel.h"
#include "lite/operators/interpolate.h"

namespace paddle::lite::kernels::LITE_CPU {

class LinearInterpKernel final : public CpuKernelFor<operators::InterpolateBase> {
 public:
  static Status Supports(const operators::InterpolateBase& op) {
    const DDim& dims = op.x->dims();
    if (dims.rank() != 3) return Unsupported("X must have rank 3, found shape ", dims);
    return op.ShapeDependsOnData() ? Unsupported("a size that is computed by the program")
                                   : OkStatus();
  }

  Status PrepareOp(const operators::InterpolateBase& op, PrepareContext* context) override {
    const DDim& dims = op.x->dims();
    last_ = op.channels_last();
    lines_ = dims[last_ ? 2 : 1];
    LITE_ASSIGN_OR_RETURN(const auto geometry, op.ResolveGeometry());
    in_ = geometry.w.in;
    out_ = geometry.w.out;
    taps_.resize(static_cast<size_t>(out_));
    for (size_t i = 0; i < taps_.size(); ++i) {
      const auto position = op.LinearPositionOf(geometry.w, static_cast<int64_t>(i));
      taps_[i] = {position.low, position.high, position.weight};
    }
    if (last_) return OkStatus();
    size_t bytes = sizeof(float) * kBlock;
    if (!CheckedMul(bytes, static_cast<size_t>(in_ + out_), &bytes) ||
        !CheckedMul(bytes, static_cast<size_t>(context->pool->threads()), &bytes)) {
      return OutOfRange("Out: ", op.out->dims(), " has too long lines");
    }
    scratch_ = context->BookScratch(bytes);
    return OkStatus();
  }

  Status RunOp(const operators::InterpolateBase& op, const RunContext& context) override {
    if (op.out->numel() == 0) return OkStatus();
    const float* const src = op.x->data<float>();
    float* const dst = op.out->mutable_data<float>();
    constexpr int64_t kGrain = 4096;  // elements that justify a thread
    const int64_t images = op.x->dims()[0];
    if (last_) {
      context.pool->ForEach(images * out_, kGrain / lines_ + 1, [&](int64_t i) {
        const int64_t image = i / out_;
        Blend(src + image * in_ * lines_, lines_, i % out_, 1, dst + i * lines_);
      });
      return OkStatus();
    }
    // Lines of all images are alike.
    const int64_t lines = images * lines_;
    const int64_t blocks = (lines + kBlock - 1) / kBlock;
    context.pool->ParallelFor(
        blocks, kGrain / (out_ * kBlock) + 1, [&](int64_t begin, int64_t end, int thread) {
          auto* const across =
              reinterpret_cast<float*>(context.scratch + scratch_) + thread * kBlock * (in_ + out_);
          float* const blended = across + kBlock * in_;
          for (int64_t i = begin; i < end; ++i) {
            const int64_t first = i * kBlock;
            const int64_t count = std::min(kBlock, lines - first);
            tables_.vector.transpose(src + first * in_, in_, across, count, count, in_);
            Blend(across, count, 0, out_, blended);
            tables_.vector.transpose(blended, count, dst + first * out_, out_, out_, count);
          }
        });
    return OkStatus();
  }

 private:
  static constexpr int64_t kBlock = 16;  // lines

  // Positions [first, first + count) of `lines` interleaved lines. They are a row between two equal
  // ones: half of each is the row, also if it is infinite.
  void Blend(const float* src, int64_t lines, int64_t first, int64_t count, float* dst) const {
    tables_.vector.resize_row[1](src, src, 0.5f, taps_.data() + first, count, lines, dst, lines);
  }

  bool last_ = false;  // lines are interleaved in X
  int64_t lines_ = 0, in_ = 0, out_ = 0;
  std::vector<backend::LinearTapF32> taps_;
  size_t scratch_ = 0;
};

LITE_KERNELS(LITE_CPU_TARGET, kFloat, kNCHW, def, LinearInterpKernel, linear_interp,
             linear_interp_v2)
    .In({"OutSize", "SizeTensor", "Scale"}, PRECISION(kAny), DATALAYOUT(kAny));

}  // namespace paddle::lite::kernels::LITE_CPU
