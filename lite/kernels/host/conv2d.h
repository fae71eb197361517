// The portable kernel of convolutions, also for operators that contain one.
#pragma once

#include <algorithm>
#include <type_traits>

#include "lite/kernels/host/conv_epilogue.h"
#include "lite/kernels/host/gemm.h"
#include "lite/kernels/kernel.h"
#include "lite/operators/conv2d.h"

namespace paddle::lite::kernels::host {

// A matrix product of the filter [output channels, window] and the image viewed as [window, output
// positions], whose columns are gathered panel by panel. Supports every group size, both data
// formats, float, double and int8, the latter with a residual of real numbers or int8.
template <typename In, typename Out = In, typename Residual = RealOf<In>>
class Conv2dKernel final : public KernelFor<operators::Conv2d> {
 public:
  static Status Supports(const operators::Conv2d& op) {
    if (std::is_same_v<In, double> &&
        (op.act.with_act || op.act.fuse_relu || op.act.has_affine())) {
      return Unsupported("a fused activation in double precision");
    }
    if (std::is_same_v<In, int8_t>) return op.CheckResidualType(std::is_same_v<Residual, int8_t>);
    return OkStatus();
  }

  Status PrepareOp(const operators::Conv2d& op, PrepareContext*) override {
    LITE_ASSIGN_OR_RETURN(g_, op.Geometry());
    channel_step_ = g_.channels_last ? 1 : g_.h.in * g_.w.in;
    column_step_ = g_.channels_last ? g_.in_channels : 1;
    row_step_ = g_.w.in * column_step_;
    return epilogue_.Prepare(op, g_);
  }

  Status RunOp(const operators::Conv2d& op, const RunContext& context) override {
    if (op.output->numel() == 0) return OkStatus();
    const In* input = op.input->data<In>();
    const In* filter = op.filter->data<In>();
    Out* output = op.output->mutable_data<Out>();
    const ConvTensors tensors{op.bias, op.residual, op.prelu_alpha, op.second_input,
                              op.fuse_elementwise_op_type == "fusion_elementwise_add_activation"};

    const int64_t group_rows = g_.out_channels_per_group();
    const int64_t window = g_.in_channels_per_group() * g_.h.kernel * g_.w.kernel;
    const int64_t positions = g_.h.out * g_.w.out;
    const int64_t image = g_.in_channels * g_.h.in * g_.w.in;
    GemmOfPanels<In>(
        context.pool, g_.batch * g_.groups, group_rows, positions, window,
        [&](int64_t index) {
          return MatrixView<In>{filter + index % g_.groups * group_rows * window, window, 1};
        },
        [&](int64_t index, int64_t position, int64_t count, int64_t first, int64_t depth,
            In* panel) {
          const In* source = input + index / g_.groups * image +
                             index % g_.groups * g_.in_channels_per_group() * channel_step_;
          Gather(source, position, count, first, depth, panel);
        },
        [&](int64_t index, int64_t row, int64_t position, int64_t count, const Sum* sums) {
          epilogue_.Finish(tensors, index / g_.groups, index % g_.groups * group_rows + row,
                           position, count, sums, output);
        });
    return OkStatus();
  }

 private:
  using Sum = typename GemmSum<In>::Type;
  using Epilogue = ConvEpilogue<Sum, Out, Residual>;
  static_assert(Epilogue::kMaxCount == kGemmColumns);

  // Rows [first, first + depth) of the image matrix, columns [position, position + count).
  void Gather(const In* source, int64_t position, int64_t count, int64_t first, int64_t depth,
              In* panel) const {
    const int64_t taps = g_.h.kernel * g_.w.kernel;
    for (int64_t i = 0; i < depth; ++i) {
      const int64_t channel = (first + i) / taps;
      const int64_t tap = (first + i) % taps;
      const int64_t down = tap / g_.w.kernel * g_.h.dilation - g_.h.pad_begin;
      const int64_t right = tap % g_.w.kernel * g_.w.dilation - g_.w.pad_begin;
      In* to = panel + i * kGemmColumns;
      // One segment per output row that the columns touch.
      for (int64_t done = 0; done < count;) {
        const int64_t oy = (position + done) / g_.w.out;
        const int64_t ox = (position + done) % g_.w.out;
        const int64_t stretch = std::min(count - done, g_.w.out - ox);
        const int64_t y = oy * g_.h.stride + down;
        if (y < 0 || y >= g_.h.in) {
          std::fill(to + done, to + done + stretch, In(0));
        } else {
          GatherRow(source + channel * channel_step_ + y * row_step_, ox * g_.w.stride + right,
                    stretch, to + done);
        }
        done += stretch;
      }
      std::fill(to + count, to + GemmBlockColumns(count), In(0));
    }
  }

  // to[i] = pixel x + i * stride of an image row, zero outside.
  void GatherRow(const In* row, int64_t x, int64_t count, In* to) const {
    const int64_t stride = g_.w.stride;
    const int64_t inside = std::min(count, x >= 0 ? 0 : (-x + stride - 1) / stride);
    const int64_t outside =
        std::max(inside, std::min(count, x >= g_.w.in ? 0 : (g_.w.in - x + stride - 1) / stride));
    std::fill(to, to + inside, In(0));
    if (stride * column_step_ == 1) {
      std::copy(row + x + inside, row + x + outside, to + inside);
    } else {
      for (int64_t i = inside; i < outside; ++i) to[i] = row[(x + i * stride) * column_step_];
    }
    std::fill(to + outside, to + count, In(0));
  }

  operators::ConvGeometry g_;
  Epilogue epilogue_;
  int64_t channel_step_ = 0;  // elements from one input channel, row or column to the next
  int64_t row_step_ = 0;
  int64_t column_step_ = 0;
};

}  // namespace paddle::lite::kernels::host
