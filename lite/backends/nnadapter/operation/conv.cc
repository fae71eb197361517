// CONV_2D and CONV_2D_TRANSPOSE: fuse(sums of input * filter + bias), with groups.
#include <algorithm>

#include "lite/backends/nnadapter/operation/filter.h"
#include "lite/backends/nnadapter/operation/window.h"

namespace nnadapter::operation {
namespace {

constexpr Operand kConvInputs[] = {TensorOf("input", kReal),
                                   TensorOf("filter", kFilter),
                                   TensorOf("bias", kBias),
                                   kAutoPad,
                                   List("pads", 4).Optional(),
                                   List("strides", 2),
                                   Scalar("group"),
                                   List("dilations", 2),
                                   kFuse};
constexpr Operand kConvTransposeInputs[] = {TensorOf("input", kReal),
                                            TensorOf("filter", kFilter),
                                            TensorOf("bias", kBias),
                                            kAutoPad,
                                            List("pads", 4).Optional(),
                                            List("strides", 2),
                                            Scalar("group"),
                                            List("dilations", 2),
                                            List("output_padding", 2).Optional(),
                                            List("output_shape", 2).Optional(),
                                            kFuse};
constexpr Operand kConvOutputs[] = {Result("output")};
constexpr WindowOperands kConvWindows = {3, 4, 5, 7};
constexpr FilterOperands kConvFilter = {1, 2, 0};
constexpr FilterOperands kConvTransposeFilter = {1, 2, 1};

struct ConvGeometry {
  int64_t in_channels;   // of a group
  int64_t out_channels;  // of a group
  int64_t groups;
  WindowAxis axes[2];
};

// What both kinds check; `by_output` says which axis of the filter has the output's channels.
Status ReadConv(const Call& call, bool transposed, ConvGeometry* g) {
  const Shape& x = call.in(0).shape;
  const Shape& filter = call.in(1).shape;
  NNADAPTER_RETURN_IF_ERROR(call.CheckRank(0, 4));
  NNADAPTER_RETURN_IF_ERROR(call.CheckRank(1, 4));
  if (!filter.Known() || filter.Count() == 0) {
    return call.Invalid("filter: expected a complete shape, found %s", filter.ToString().c_str());
  }
  g->groups = call.Int(6);
  const int64_t grouped = filter[0];  // output channels, or input channels of a transposed one
  if (g->groups <= 0 || grouped % g->groups != 0) {
    return call.Invalid("group: expected a positive divisor of axis 0 of filter %s, found %lld",
                        filter.ToString().c_str(), static_cast<long long>(g->groups));
  }
  const int64_t channels = transposed ? filter[0] : filter[1] * g->groups;
  if (x[1] != kUnknown && x[1] != channels) {
    return call.Invalid("filter: %s with %lld groups needs %lld input channels, found input %s",
                        filter.ToString().c_str(), static_cast<long long>(g->groups),
                        static_cast<long long>(channels), x.ToString().c_str());
  }
  g->in_channels = channels / g->groups;
  g->out_channels = transposed ? filter[1] : filter[0] / g->groups;
  for (int i = 0; i < 2; ++i) {
    g->axes[i].in = x[2 + i];
    g->axes[i].kernel = filter[2 + i];
  }
  NNADAPTER_RETURN_IF_ERROR(ReadWindows(call, kConvWindows, g->axes));
  const int64_t terms = g->in_channels * filter[2] * filter[3];
  return CheckFilter(call, transposed ? kConvTransposeFilter : kConvFilter,
                     g->out_channels * g->groups, terms);
}

Status SetConvShape(Call& call, const ConvGeometry& g) {
  const int64_t channels = g.out_channels * g.groups;
  if (channels > INT32_MAX) return call.Invalid("group: the output has over 2^31 - 1 channels");
  return call.SetShape(
      0, {call.in(0).shape[0], static_cast<int32_t>(channels), static_cast<int32_t>(g.axes[0].out),
          static_cast<int32_t>(g.axes[1].out)});
}

// --- CONV_2D
Status InferConv(Call& call) {
  ConvGeometry g;
  FuseRange range;
  NNADAPTER_RETURN_IF_ERROR(call.Fuse(8, &range));
  NNADAPTER_RETURN_IF_ERROR(ReadConv(call, false, &g));
  NNADAPTER_RETURN_IF_ERROR(CountWindows(call, false, g.axes));
  return SetConvShape(call, g);
}

// Positions of an axis of the output whose window element `k` is inside of the input.
void InsideRange(const WindowAxis& axis, int64_t k, int64_t* begin, int64_t* end) {
  const int64_t offset = k * axis.dilation - axis.pad_begin;
  *begin = offset >= 0 ? 0 : (-offset + axis.stride - 1) / axis.stride;
  const int64_t last = axis.in - 1 - offset;
  *end = last < 0 ? 0 : std::min(axis.out, last / axis.stride + 1);
}

// Adds the products of the channels of a group with the filter of one output channel.
template <typename T>
void ConvolveChannel(const ConvGeometry& g, const T* x, const T* filter, T* sums) {
  const WindowAxis& h = g.axes[0];
  const WindowAxis& w = g.axes[1];
  for (int64_t c = 0; c < g.in_channels; ++c, x += h.in * w.in) {
    for (int64_t ky = 0; ky < h.kernel; ++ky) {
      for (int64_t kx = 0; kx < w.kernel; ++kx) {
        const T weight = *filter++;
        int64_t y_begin = 0, y_end = 0, x_begin = 0, x_end = 0;
        InsideRange(h, ky, &y_begin, &y_end);
        InsideRange(w, kx, &x_begin, &x_end);
        for (int64_t oy = y_begin; oy < y_end; ++oy) {
          const int64_t iy = oy * h.stride + ky * h.dilation - h.pad_begin;
          const T* row = x + iy * w.in + kx * w.dilation - w.pad_begin;
          T* out = sums + oy * w.out;
          for (int64_t ox = x_begin; ox < x_end; ++ox) out[ox] += weight * row[ox * w.stride];
        }
      }
    }
  }
}

// Adds the products of the channels of a group with the filter of one output channel: each input
// element adds a window to the output. `filter_step` is between input channels.
template <typename T>
void ScatterChannel(const ConvGeometry& g, const T* x, const T* filter, int64_t filter_step,
                    T* sums) {
  const WindowAxis& h = g.axes[0];
  const WindowAxis& w = g.axes[1];
  for (int64_t c = 0; c < g.in_channels; ++c, x += h.in * w.in, filter += filter_step) {
    for (int64_t iy = 0; iy < h.in; ++iy) {
      for (int64_t ix = 0; ix < w.in; ++ix) {
        const T value = x[iy * w.in + ix];
        for (int64_t ky = 0; ky < h.kernel; ++ky) {
          const int64_t oy = iy * h.stride + ky * h.dilation - h.pad_begin;
          if (oy < 0 || oy >= h.out) continue;
          for (int64_t kx = 0; kx < w.kernel; ++kx) {
            const int64_t ox = ix * w.stride + kx * w.dilation - w.pad_begin;
            if (ox < 0 || ox >= w.out) continue;
            sums[oy * w.out + ox] += value * filter[ky * w.kernel + kx];
          }
        }
      }
    }
  }
}

// Computes the planes of the output; add(input of the group, filter, group, channel in it, sums)
// adds the products of one.
template <typename Add>
Status RunConv(Call& call, const ConvGeometry& g, const FilterOperands& operands,
               const FuseRange& range, Add&& add) {
  const int64_t in_plane = g.axes[0].in * g.axes[1].in;
  const int64_t out_plane = g.axes[0].out * g.axes[1].out;
  const int64_t batch = call.in(0).shape[0];
  const auto compute = [&](const auto* x, const auto* filter, auto&& emit) -> Status {
    using T = std::remove_const_t<std::remove_pointer_t<decltype(x)>>;
    Array<T> sums;
    if (!sums.Allocate(out_plane)) return call.OutOfMemory();
    int64_t index = 0;
    for (int64_t n = 0; n < batch; ++n) {
      for (int64_t group = 0; group < g.groups; ++group) {
        const T* images = x + (n * g.groups + group) * g.in_channels * in_plane;
        for (int64_t c = 0; c < g.out_channels; ++c) {
          std::fill(sums.data(), sums.data() + out_plane, T{0});
          add(images, filter, group, c, sums.data());
          for (int64_t i = 0; i < out_plane; ++i) {
            emit(sums[i], group * g.out_channels + c, index++);
          }
        }
      }
    }
    return Status();
  };
  return RunFilter(call, operands, g.out_channels * g.groups, range, compute);
}

Status ExecuteConv(Call& call) {
  ConvGeometry g;
  FuseRange range;
  NNADAPTER_RETURN_IF_ERROR(call.Fuse(8, &range));
  NNADAPTER_RETURN_IF_ERROR(ReadConv(call, false, &g));
  NNADAPTER_RETURN_IF_ERROR(CountWindows(call, false, g.axes));
  const int64_t filter_size = g.in_channels * g.axes[0].kernel * g.axes[1].kernel;
  return RunConv(call, g, kConvFilter, range,
                 [&](const auto* x, const auto* filter, int64_t group, int64_t c, auto* sums) {
                   ConvolveChannel(g, x, filter + (group * g.out_channels + c) * filter_size, sums);
                 });
}

// --- CONV_2D_TRANSPOSE
Status CountScattered(const Call& call, ConvGeometry* g) {
  for (size_t i = 0; i < 2; ++i) {
    WindowAxis& axis = g->axes[i];
    axis.out = kUnknown;
    if (call.Has(9)) {
      axis.out = call.Ints(9)[i];
    } else if (axis.known()) {
      axis.out = (axis.in - 1) * axis.stride - axis.pad_begin - axis.pad_end + axis.reach();
      if (call.Has(8)) {
        const int64_t padding = call.Ints(8)[i];
        if (padding < 0) return call.Invalid("output_padding: expected values of at least zero");
        axis.out += padding;
      }
    } else {
      continue;
    }
    if (axis.out <= 0 || axis.out > INT32_MAX || axis.in == 0) {
      return call.Invalid(
          "pads, output_shape: expected a positive extent of the output, found %lld",
          static_cast<long long>(axis.out));
    }
  }
  return Status();
}

Status InferConvTranspose(Call& call) {
  ConvGeometry g;
  FuseRange range;
  NNADAPTER_RETURN_IF_ERROR(call.Fuse(10, &range));
  NNADAPTER_RETURN_IF_ERROR(ReadConv(call, true, &g));
  NNADAPTER_RETURN_IF_ERROR(CountScattered(call, &g));
  return SetConvShape(call, g);
}

Status ExecuteConvTranspose(Call& call) {
  ConvGeometry g;
  FuseRange range;
  NNADAPTER_RETURN_IF_ERROR(call.Fuse(10, &range));
  NNADAPTER_RETURN_IF_ERROR(ReadConv(call, true, &g));
  NNADAPTER_RETURN_IF_ERROR(CountScattered(call, &g));
  const int64_t window = g.axes[0].kernel * g.axes[1].kernel;
  const int64_t step = g.out_channels * window;
  return RunConv(call, g, kConvTransposeFilter, range,
                 [&](const auto* x, const auto* filter, int64_t group, int64_t c, auto* sums) {
                   ScatterChannel(g, x, filter + group * g.in_channels * step + c * window, step,
                                  sums);
                 });
}

}  // namespace

NNADAPTER_OPERATION(CONV_2D) = Define(kConvInputs, kConvOutputs, InferConv, ExecuteConv);
NNADAPTER_OPERATION(CONV_2D_TRANSPOSE) = Define(kConvTransposeInputs, kConvOutputs,
                                                InferConvTranspose, ExecuteConvTranspose);

}  // namespace nnadapter::operation
