#include "lite/operators/conv2d_transpose.h"

#include <algorithm>
#include <type_traits>

#include "lite/base/checked_math.h"
#include "lite/kernels/host/conv_epilogue.h"
#include "lite/kernels/kernel.h"

namespace paddle::lite::kernels::host {

// Scatters input rows into the sums of one output channel of one image. The sums are in scratch
// memory, one image per thread.
template <typename In, typename Out = In>
class Conv2dTransposeKernel final : public KernelFor<operators::Conv2dTranspose> {
 public:
  static Status Supports(const operators::Conv2dTranspose& op) {
    if (std::is_same_v<In, double> && (op.act.with_act || op.act.fuse_relu)) {
      return Unsupported("a fused activation in double precision");
    }
    return OkStatus();
  }

  Status PrepareOp(const operators::Conv2dTranspose& op, PrepareContext* context) override {
    LITE_ASSIGN_OR_RETURN(g_, op.Geometry());
    if (op.output->numel() == 0) return OkStatus();  // no item: an image may still be huge
    channel_step_ = g_.channels_last ? 1 : g_.h.in * g_.w.in;
    column_step_ = g_.channels_last ? g_.in_channels : 1;
    row_step_ = g_.w.in * column_step_;
    sums_bytes_ = RoundUp(static_cast<size_t>(g_.h.out * g_.w.out) * sizeof(Sum), 64);
    sums_offset_ =
        context->BookScratch(sums_bytes_ * static_cast<size_t>(context->pool->threads()));
    return epilogue_.Prepare(op, g_);
  }

  Status RunOp(const operators::Conv2dTranspose& op, const RunContext& context) override {
    if (op.output->numel() == 0) return OkStatus();
    const In* input = op.input->data<In>();
    const In* filter = op.filter->data<In>();
    Out* output = op.output->mutable_data<Out>();
    const ConvTensors tensors{op.bias, nullptr, op.prelu_alpha, nullptr, false};
    const int64_t positions = g_.h.out * g_.w.out;
    context.pool->ParallelFor(
        g_.batch * g_.out_channels, 1, [&](int64_t begin, int64_t end, int thread) {
          Sum* sums = reinterpret_cast<Sum*>(context.scratch + sums_offset_ +
                                             static_cast<size_t>(thread) * sums_bytes_);
          for (int64_t unit = begin; unit < end; ++unit) {
            const int64_t n = unit / g_.out_channels;
            const int64_t channel = unit % g_.out_channels;
            std::fill(sums, sums + positions, Sum(0));
            Scatter(input + n * g_.in_channels * g_.h.in * g_.w.in, filter, channel, sums);
            for (int64_t at = 0; at < positions; at += Epilogue::kMaxCount) {
              epilogue_.Finish(tensors, n, channel, at,
                               std::min(Epilogue::kMaxCount, positions - at), sums + at, output);
            }
          }
        });
    return OkStatus();
  }

 private:
  using Sum = std::conditional_t<std::is_same_v<In, int8_t>, int32_t, In>;
  using Epilogue = ConvEpilogue<Sum, Out>;

  void Scatter(const In* image, const In* filter, int64_t channel, Sum* sums) const {
    const int64_t per_group = g_.out_channels_per_group();
    const int64_t group = channel / per_group;
    const int64_t taps = g_.h.kernel * g_.w.kernel;
    for (int64_t i = 0; i < g_.in_channels_per_group(); ++i) {
      const int64_t in_channel = group * g_.in_channels_per_group() + i;
      const In* weights = filter + (in_channel * per_group + channel % per_group) * taps;
      for (int64_t y = 0; y < g_.h.in; ++y) {
        const In* row = image + in_channel * channel_step_ + y * row_step_;
        for (int64_t ky = 0; ky < g_.h.kernel; ++ky) {
          const int64_t oy = y * g_.h.stride - g_.h.pad_begin + ky * g_.h.dilation;
          if (oy < 0 || oy >= g_.h.out) continue;
          for (int64_t kx = 0; kx < g_.w.kernel; ++kx) {
            ScatterRow(row, static_cast<Sum>(weights[ky * g_.w.kernel + kx]),
                       kx * g_.w.dilation - g_.w.pad_begin, sums + oy * g_.w.out);
          }
        }
      }
    }
  }

  // sums[x * stride + shift] += weight * row[x] for all x that stay inside.
  void ScatterRow(const In* row, Sum weight, int64_t shift, Sum* sums) const {
    const int64_t stride = g_.w.stride;
    const int64_t first = shift >= 0 ? 0 : (-shift + stride - 1) / stride;
    const int64_t last =
        shift >= g_.w.out ? 0 : std::min(g_.w.in, (g_.w.out - shift + stride - 1) / stride);
    if (stride == 1 && column_step_ == 1) {
      for (int64_t x = first; x < last; ++x) sums[x + shift] += weight * static_cast<Sum>(row[x]);
    } else {
      for (int64_t x = first; x < last; ++x) {
        sums[x * stride + shift] += weight * static_cast<Sum>(row[x * column_step_]);
      }
    }
  }

  operators::ConvGeometry g_;
  Epilogue epilogue_;
  int64_t channel_step_ = 0;  // elements from one input channel, row or column to the next
  int64_t row_step_ = 0;
  int64_t column_step_ = 0;
  size_t sums_bytes_ = 0;
  size_t sums_offset_ = 0;
};

using Conv2dTransposeInt8ToFloat = Conv2dTransposeKernel<int8_t, float>;

LITE_KERNELS(kHost, kFloat, kNCHW, def, Conv2dTransposeKernel<float>, conv2d_transpose,
             depthwise_conv2d_transpose);
LITE_KERNELS(kHost, kFP64, kNCHW, def, Conv2dTransposeKernel<double>, conv2d_transpose,
             depthwise_conv2d_transpose)
    .In({"Prelu_alpha"}, PRECISION(kFloat));
LITE_KERNELS(kHost, kInt8, kNCHW, fp32_out, Conv2dTransposeInt8ToFloat, conv2d_transpose,
             depthwise_conv2d_transpose)
    .In({"Bias", "Prelu_alpha"}, PRECISION(kFloat))
    .Out({"Output"}, PRECISION(kFloat));
LITE_KERNELS(kHost, kInt8, kNCHW, int8_out, Conv2dTransposeKernel<int8_t>, conv2d_transpose,
             depthwise_conv2d_transpose)
    .In({"Bias", "Prelu_alpha"}, PRECISION(kFloat));

}  // namespace paddle::lite::kernels::host
