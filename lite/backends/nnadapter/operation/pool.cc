// AVERAGE_POOL_2D, MAX_POOL_2D, ADAPTIVE_AVERAGE_POOL_2D, ADAPTIVE_MAX_POOL_2D. Indices of maxima
// count in the plane of the channel: y * W + x.
#include <algorithm>
#include <limits>

#include "lite/backends/nnadapter/operation/window.h"

namespace nnadapter::operation {
namespace {

constexpr Operand kAveragePoolInputs[] = {TensorOf("input", kReal),   kAutoPad,
                                          List("pads", 4).Optional(), List("kernel_shape", 2),
                                          List("strides", 2),         Flag("ceil_mode"),
                                          Flag("count_include_pad"),  kFuse};
constexpr Operand kMaxPoolInputs[] = {TensorOf("input", kReal),
                                      kAutoPad,
                                      List("pads", 4).Optional(),
                                      List("kernel_shape", 2),
                                      List("strides", 2),
                                      Flag("ceil_mode"),
                                      Flag("return_indices"),
                                      Scalar("indices_dtype"),
                                      kFuse};
constexpr Operand kAdaptiveAverageInputs[] = {TensorOf("input", kReal), ShapeOf("output_shape")};
constexpr Operand kAdaptiveMaxInputs[] = {TensorOf("input", kReal), ShapeOf("output_shape"),
                                          Flag("return_indices"), Scalar("indices_dtype")};
constexpr Operand kAverageOutputs[] = {Result("output")};
constexpr Operand kMaxOutputs[] = {Result("output"), Result("indices").Optional()};

// The elements [begin, end) of an axis that a window covers, and its length with padding.
struct PoolSpan {
  int64_t begin;
  int64_t end;
  int64_t full;
};

PoolSpan SlidingSpan(const WindowAxis& axis, int64_t position) {
  const int64_t begin = position * axis.stride - axis.pad_begin;
  return {std::max<int64_t>(begin, 0), std::min(begin + axis.kernel, axis.in), axis.kernel};
}

// Divides the axis into `out` spans, which overlap if it is not a multiple.
PoolSpan AdaptiveSpan(const WindowAxis& axis, int64_t position) {
  const int64_t begin = position * axis.in / axis.out;
  const int64_t end = ((position + 1) * axis.in + axis.out - 1) / axis.out;
  return {begin, end, end - begin};
}

using SpanFunction = PoolSpan (*)(const WindowAxis&, int64_t);

Status ReadPool(const Call& call, WindowAxis (&axes)[2]) {
  NNADAPTER_RETURN_IF_ERROR(call.CheckRank(0, 4));
  const std::vector<int64_t> kernel = call.Ints(3);
  for (int i = 0; i < 2; ++i) {
    axes[i].in = call.in(0).shape[2 + i];
    axes[i].kernel = kernel[static_cast<size_t>(i)];
  }
  NNADAPTER_RETURN_IF_ERROR(ReadWindows(call, {1, 2, 4, -1}, axes));
  return CountWindows(call, call.Bool(5), axes);
}

Status ReadAdaptivePool(const Call& call, WindowAxis (&axes)[2]) {
  NNADAPTER_RETURN_IF_ERROR(call.CheckRank(0, 4));
  if (call.in(1).count() != 2) return call.Invalid("output_shape: expected height and width");
  for (int i = 0; i < 2; ++i) {
    axes[i].in = call.in(0).shape[2 + i];
    axes[i].out = kUnknown;
    if (call.in(1).data == nullptr) continue;
    axes[i].out = call.Ints(1)[static_cast<size_t>(i)];
    if ((axes[i].out <= 0 && axes[i].out != kUnknown) || axes[i].out > INT32_MAX ||
        axes[i].in == 0) {
      return call.Invalid(
          "output_shape: expected positive values and a non-empty image, found "
          "%lld for %lld",
          static_cast<long long>(axes[i].out), static_cast<long long>(axes[i].in));
    }
  }
  return Status();
}

Status SetPoolShapes(Call& call, const WindowAxis (&axes)[2]) {
  Shape shape = call.in(0).shape;
  shape[2] = static_cast<int32_t>(axes[0].out);
  shape[3] = static_cast<int32_t>(axes[1].out);
  for (int i = 0; i < call.output_count(); ++i) {
    if (call.HasOutput(i)) NNADAPTER_RETURN_IF_ERROR(call.SetShape(i, shape));
  }
  return Status();
}

// `flag` and `dtype` are the operands that request indices.
Status InferIndices(Call& call, int flag, int dtype) {
  int precision = NNADAPTER_INT32;
  if (call.Bool(flag)) NNADAPTER_RETURN_IF_ERROR(call.IndexPrecision(dtype, &precision));
  if (call.Bool(flag) && !call.HasOutput(1)) {
    return call.Invalid("indices: expected an operand, because return_indices is true");
  }
  call.SetPrecision(1, precision);
  return Status();
}

Status InferAveragePool(Call& call) {
  WindowAxis axes[2];
  FuseRange range;
  NNADAPTER_RETURN_IF_ERROR(call.Fuse(7, &range));
  NNADAPTER_RETURN_IF_ERROR(ReadPool(call, axes));
  return SetPoolShapes(call, axes);
}

Status InferMaxPool(Call& call) {
  WindowAxis axes[2];
  FuseRange range;
  NNADAPTER_RETURN_IF_ERROR(call.Fuse(8, &range));
  NNADAPTER_RETURN_IF_ERROR(InferIndices(call, 6, 7));
  NNADAPTER_RETURN_IF_ERROR(ReadPool(call, axes));
  return SetPoolShapes(call, axes);
}

Status InferAdaptiveAverage(Call& call) {
  WindowAxis axes[2];
  NNADAPTER_RETURN_IF_ERROR(ReadAdaptivePool(call, axes));
  return SetPoolShapes(call, axes);
}

Status InferAdaptiveMax(Call& call) {
  WindowAxis axes[2];
  NNADAPTER_RETURN_IF_ERROR(InferIndices(call, 2, 3));
  NNADAPTER_RETURN_IF_ERROR(ReadAdaptivePool(call, axes));
  return SetPoolShapes(call, axes);
}

// Calls window(plane, rows, columns, index of the result) for every window of every channel.
template <typename Window>
void ForEachWindow(const Call& call, const WindowAxis (&axes)[2], SpanFunction span,
                   Window&& window) {
  const int64_t planes = call.in(0).shape.Count(0, 2);
  for (int64_t plane = 0, index = 0; plane < planes; ++plane) {
    for (int64_t oy = 0; oy < axes[0].out; ++oy) {
      for (int64_t ox = 0; ox < axes[1].out; ++ox, ++index) {
        window(plane, span(axes[0], oy), span(axes[1], ox), index);
      }
    }
  }
}

Status ExecuteAverage(Call& call, const WindowAxis (&axes)[2], SpanFunction span, bool full,
                      const FuseRange& range) {
  Reals x;
  RealOutput y;
  NNADAPTER_RETURN_IF_ERROR(call.Load(0, &x));
  NNADAPTER_RETURN_IF_ERROR(call.Open(0, &y));
  const int64_t plane_size = axes[0].in * axes[1].in;
  ForEachWindow(
      call, axes, span, [&](int64_t plane, const PoolSpan& h, const PoolSpan& w, int64_t index) {
        double sum = 0;
        for (int64_t iy = h.begin; iy < h.end; ++iy) {
          for (int64_t ix = w.begin; ix < w.end; ++ix) {
            sum += static_cast<double>(x[plane * plane_size + iy * axes[1].in + ix]);
          }
        }
        // A window that is in the padding has no elements, and the average is zero.
        const int64_t inside =
            std::max<int64_t>(h.end - h.begin, 0) * std::max<int64_t>(w.end - w.begin, 0);
        const int64_t count = full ? h.full * w.full : std::max<int64_t>(inside, 1);
        const auto average = static_cast<float>(sum / static_cast<double>(count));
        y[index] = average < range.low ? range.low : average > range.high ? range.high : average;
      });
  return y.Close();
}

Status ExecuteMax(Call& call, const WindowAxis (&axes)[2], SpanFunction span, bool indices,
                  const FuseRange& range) {
  Reals x;
  RealOutput y;
  NNADAPTER_RETURN_IF_ERROR(call.Load(0, &x));
  NNADAPTER_RETURN_IF_ERROR(call.Open(0, &y));
  const int64_t plane_size = axes[0].in * axes[1].in;
  ForEachWindow(call, axes, span,
                [&](int64_t plane, const PoolSpan& h, const PoolSpan& w, int64_t index) {
                  float best = std::numeric_limits<float>::lowest();
                  int64_t best_index = -1;
                  for (int64_t iy = h.begin; iy < h.end; ++iy) {
                    for (int64_t ix = w.begin; ix < w.end; ++ix) {
                      const float value = x[plane * plane_size + iy * axes[1].in + ix];
                      if (!(value > best) && best_index >= 0) continue;
                      best = value;
                      best_index = iy * axes[1].in + ix;
                    }
                  }
                  y[index] = best < range.low ? range.low : best > range.high ? range.high : best;
                  if (!indices) return;
                  if (call.out(1).precision == NNADAPTER_INT64) {
                    call.out(1).Out<int64_t>()[index] = best_index;
                  } else {
                    call.out(1).Out<int32_t>()[index] = static_cast<int32_t>(best_index);
                  }
                });
  return y.Close();
}

Status ExecuteAveragePool(Call& call) {
  WindowAxis axes[2];
  FuseRange range;
  NNADAPTER_RETURN_IF_ERROR(call.Fuse(7, &range));
  NNADAPTER_RETURN_IF_ERROR(ReadPool(call, axes));
  return ExecuteAverage(call, axes, SlidingSpan, call.Bool(6), range);
}

Status ExecuteMaxPool(Call& call) {
  WindowAxis axes[2];
  FuseRange range;
  NNADAPTER_RETURN_IF_ERROR(call.Fuse(8, &range));
  NNADAPTER_RETURN_IF_ERROR(ReadPool(call, axes));
  return ExecuteMax(call, axes, SlidingSpan, call.HasOutput(1), range);
}

constexpr FuseRange kUnfused = {-std::numeric_limits<float>::infinity(),
                                std::numeric_limits<float>::infinity()};

Status ExecuteAdaptiveAverage(Call& call) {
  WindowAxis axes[2];
  NNADAPTER_RETURN_IF_ERROR(ReadAdaptivePool(call, axes));
  return ExecuteAverage(call, axes, AdaptiveSpan, false, kUnfused);
}

Status ExecuteAdaptiveMax(Call& call) {
  WindowAxis axes[2];
  NNADAPTER_RETURN_IF_ERROR(ReadAdaptivePool(call, axes));
  return ExecuteMax(call, axes, AdaptiveSpan, call.HasOutput(1), kUnfused);
}

}  // namespace

NNADAPTER_OPERATION(AVERAGE_POOL_2D) = Define(kAveragePoolInputs, kAverageOutputs, InferAveragePool,
                                              ExecuteAveragePool);
NNADAPTER_OPERATION(MAX_POOL_2D) = Define(kMaxPoolInputs, kMaxOutputs, InferMaxPool,
                                          ExecuteMaxPool);
NNADAPTER_OPERATION(ADAPTIVE_AVERAGE_POOL_2D) = Define(kAdaptiveAverageInputs, kAverageOutputs,
                                                       InferAdaptiveAverage,
                                                       ExecuteAdaptiveAverage);
NNADAPTER_OPERATION(ADAPTIVE_MAX_POOL_2D) = Define(kAdaptiveMaxInputs, kMaxOutputs,
                                                   InferAdaptiveMax, ExecuteAdaptiveMax);

}  // namespace nnadapter::operation
