// Deformable convolution as a matrix product, channels-last: the taps of a block of output
// positions are interpolated into rows [tap][channel], which are multiplied by the filter.

#include "lite/operators/deformable_conv.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "lite/kernels/cpu/row_blocks.h"

namespace paddle::lite::kernels::LITE_CPU {

class DeformableConvKernel final : public CpuKernelFor<operators::DeformableConvBase> {
 public:
  static Status Supports(const operators::DeformableConvBase& op) {
    if (op.groups != 1) return Unsupported("groups ", op.groups);
    for (const Tensor* tensor : {op.offset, op.mask}) {
      if (tensor != nullptr && tensor->dims().rank() != 4)
        return Unsupported("Offset or Mask of rank ", tensor->dims().rank());
    }
    return op.filter->persistable() ? OkStatus() : Unsupported("Filter must be a constant weight");
  }

  Status PrepareOp(const operators::DeformableConvBase& op, PrepareContext* context) override {
    empty_ = op.output->numel() == 0;
    if (empty_) return OkStatus();
    LITE_ASSIGN_OR_RETURN(g_, op.Geometry());
    moved_ = op.deformable_groups;
    taps_ = g_.h.kernel * g_.w.kernel;
    row_ = taps_ * g_.in_channels;
    positions_ = g_.h.out * g_.w.out;
    const auto pack = [&](const backend::ConvPlan& plan, void* to) {
      const std::vector<float> rows = Rows(*op.filter);
      backend::PackFlushed(plan, rows.data(), MatrixStrides(1, row_), context->pool, to);
    };
    LITE_RETURN_IF_ERROR(product_.Prepare(*op.filter, StrCat("deformable", taps_, "/"), positions_,
                                          g_.out_channels, row_, pack, context));
    image_scratch_ =
        context->BookScratch(static_cast<size_t>((g_.h.in + 2) * ImageLine()) * sizeof(float));
    return OkStatus();
  }

  Status RunOp(const operators::DeformableConvBase& op, const RunContext& context) override {
    if (empty_) return OkStatus();
    auto* const image = reinterpret_cast<float*>(context.scratch + image_scratch_);
    const float* const bias = op.bias == nullptr ? nullptr : op.bias->data<float>();
    for (int64_t n = 0; n < g_.batch; ++n) {
      Frame(op.input->data<float>() + n * g_.h.in * g_.w.in * g_.in_channels, image, context.pool);
      const auto write_row = [&](int64_t position, float* to) {
        Gather(op, image, n, position, to);
      };
      product_.Run(context, bias, write_row,
                   op.output->mutable_data<float>() + n * positions_ * g_.out_channels);
    }
    return OkStatus();
  }

  Span<const char> constants() const override { return product_.constants(); }

 private:
  // [Cout][tap][Cin] from [Cout][Cin][tap].
  std::vector<float> Rows(const Tensor& filter) const {
    const float* from = filter.data<float>();
    std::vector<float> rows(static_cast<size_t>(g_.out_channels * row_));
    float* to = rows.data();
    for (int64_t n = 0; n < g_.out_channels; ++n, from += row_) {
      for (int64_t tap = 0; tap < taps_; ++tap) {
        for (int64_t k = 0; k < g_.in_channels; ++k) *to++ = from[k * taps_ + tap];
      }
    }
    return rows;
  }

  int64_t ImageLine() const { return (g_.w.in + 2) * g_.in_channels; }

  // Copies the image into a frame of zeros, one pixel wide, to which it falls off.
  void Frame(const float* input, float* image, ThreadPool* pool) const {
    const int64_t line = ImageLine();
    const int64_t channels = g_.in_channels;
    std::fill_n(image, line, 0.0f);
    std::fill_n(image + (g_.h.in + 1) * line, line, 0.0f);
    pool->ForEach(g_.h.in, kGrain / line + 1, [=](int64_t y) {
      float* const to = image + (y + 1) * line;
      std::fill_n(to, channels, 0.0f);
      std::copy_n(input + y * g_.w.in * channels, g_.w.in * channels, to + channels);
      std::fill_n(to + line - channels, channels, 0.0f);
    });
  }

  // The interpolated taps of an output position.
  void Gather(const operators::DeformableConvBase& op, const float* image, int64_t n,
              int64_t position, float* to) const {
    const int64_t index = (n * positions_ + position) * moved_ * taps_;
    const float* const offsets = op.offset->data<float>() + 2 * index;
    const float* const masks = op.mask != nullptr ? op.mask->data<float>() + index : nullptr;
    const int64_t top = position / g_.w.out * g_.h.stride - g_.h.pad_begin;
    const int64_t left = position % g_.w.out * g_.w.stride - g_.w.pad_begin;
    const int64_t width = g_.in_channels / moved_;
    for (int64_t tap = 0; tap < taps_; ++tap) {
      const auto down = static_cast<float>(top + tap / g_.w.kernel * g_.h.dilation);
      const auto right = static_cast<float>(left + tap % g_.w.kernel * g_.w.dilation);
      for (int64_t group = 0; group < moved_; ++group, to += width) {
        const int64_t plane = group * taps_ + tap;
        Sample(image, down + offsets[2 * plane], right + offsets[2 * plane + 1], group, to);
        if (masks != nullptr) scale_(to, masks + plane, to, width);
      }
    }
  }

  // The channels of a deformable group between four pixels; zeros outside of the frame.
  void Sample(const float* image, float y, float x, int64_t group, float* to) const {
    const int64_t width = g_.in_channels / moved_;
    if (!(y > -1.0f && x > -1.0f && y < static_cast<float>(g_.h.in) &&
          x < static_cast<float>(g_.w.in))) {
      std::fill_n(to, width, 0.0f);
      return;
    }
    const float row = std::floor(y);
    const float column = std::floor(x);
    const float* const line = image + (static_cast<int64_t>(row) + 1) * ImageLine();
    // A pixel is `moved_` steps of `width` elements.
    const int64_t low = (static_cast<int64_t>(column) + 1) * moved_ + group;
    const backend::LinearTapF32 tap = {low, low + moved_, x - column};
    tables_.vector.resize_row[1](line, line + ImageLine(), y - row, &tap, 1, width, to, width);
  }

  static constexpr int64_t kGrain = 4096;  // elements that justify a thread

  operators::ConvGeometry g_;
  bool empty_ = false;
  int64_t moved_ = 1;  // deformable groups
  int64_t taps_ = 0;
  int64_t row_ = 0;        // elements of the taps of a position
  int64_t positions_ = 0;  // of an image
  RowBlocks product_;
  size_t image_scratch_ = 0;
  void (*scale_)(const float*, const float*, float*, int64_t) =
      tables_.vector.binary_scalar[static_cast<int>(backend::BinaryF32::kMul)];
};

LITE_KERNELS(LITE_CPU_TARGET, kFloat, kNHWC, def, DeformableConvKernel, deformable_conv,
             deformable_conv_v1)
    .In({"Filter", "Bias"}, PRECISION(kFloat), DATALAYOUT(kNCHW));

}  // namespace paddle::lite::kernels::LITE_CPU
