#pragma once

#include <algorithm>
#include <cstdlib>
#include <string>
#include <vector>

#include "lite/operators/op.h"
#include "lite/operators/window.h"

namespace paddle::lite::operators {

// Sizes of a pooling operator, derived from its attributes and shapes.
struct PoolGeometry {
  int64_t batch = 0;
  int64_t channels = 0;
  WindowAxis h;  // for adaptive pooling, only `in` and `out` are meaningful
  WindowAxis w;
  bool adaptive = false;
  bool global = false;         // one window that is the whole image
  bool channels_last = false;  // the program's order is [N, H, W, C]
  bool exclusive = true;       // an average divides by the number of elements inside the image

  // The half-open range of input positions under output `o` of an axis, clipped to the input, and
  // the divisors of inclusive and exclusive averages along this axis. As in Paddle, a divisor is 0
  // or negative for a window outside of the input.
  struct Range {
    int64_t begin;
    int64_t end;
    int64_t inclusive;
    int64_t exclusive;
  };
  Range WindowOf(const WindowAxis& axis, int64_t o) const {
    if (adaptive) {
      const int64_t begin = o * axis.in / axis.out;
      const int64_t end = ((o + 1) * axis.in + axis.out - 1) / axis.out;
      return {begin, end, end - begin, end - begin};
    }
    const int64_t begin = o * axis.stride - axis.pad_begin;
    // Paddle limits the window by the first padding on both sides, even if the second one differs.
    const int64_t end = std::min(begin + axis.kernel, axis.in + axis.pad_begin);
    const int64_t first = std::clamp<int64_t>(begin, 0, axis.in);
    return {first, std::clamp(end, first, axis.in), end - begin,
            std::min(end, axis.in) - std::max<int64_t>(begin, 0)};
  }
  // True if a window of the axis has no element of the input.
  bool HasEmptyWindow(const WindowAxis& axis) const {
    if (axis.in == 0 || adaptive) return axis.in == 0;
    return axis.pad_begin >= axis.kernel ||
           (axis.out - 1) * axis.stride - axis.pad_begin >= axis.in;
  }
  // The divisor of an average over the window. A sum of nothing divided by 0 is NaN, as in Paddle.
  int64_t Divisor(const Range& y, const Range& x) const {
    return exclusive ? y.exclusive * x.exclusive : y.inclusive * x.inclusive;
  }
  DDim OutputDims() const {
    return channels_last ? DDim({batch, h.out, w.out, channels})
                         : DDim({batch, channels, h.out, w.out});
  }
};

inline Status WindowTooLarge(const DDim& in, const WindowAxis& axis) {
  return InvalidArgument("X: the padded extent ", axis.in + axis.pad_begin + axis.pad_end, " of ",
                         in, " is smaller than the window ", axis.kernel);
}

// A step of windows, of `axes` axes. As in Paddle, it may be negative.
inline Status CheckPoolStrides(size_t axes, const std::vector<int>& strides) {
  if (strides.size() == axes && std::count(strides.begin(), strides.end(), 0) == 0) {
    return OkStatus();
  }
  return InvalidArgument("strides: expected ", axes, " values other than 0, found ",
                         ListToString(strides));
}

// Replaces a negative stride by a positive one with the same windows. One window has any stride
// that is too long for a second one; several exist only if they are larger than the input, and then
// each one usually contains all of it. `inclusive`: padding counts in the divisor of an average, so
// such windows differ.
inline Status MakeStridePositive(bool inclusive, WindowAxis* axis) {
  if (axis->stride > 0) return OkStatus();
  const int64_t span = axis->in + axis->pad_begin + axis->pad_end - axis->kernel;
  if (axis->out <= 1) {
    axis->stride = std::abs(span) + 1;
    return OkStatus();
  }
  const int64_t last = (axis->out - 1) * axis->stride - axis->pad_begin;
  if (inclusive || axis->pad_begin < 0 || last + axis->kernel < axis->in) {
    return Unsupported("strides: several windows with a stride of ", axis->stride,
                       " are not supported here; expected a positive stride");
  }
  axis->stride = 1;
  axis->kernel = axis->in + axis->out - 1;
  axis->pad_begin = axis->pad_end = axis->out - 1;
  return OkStatus();
}

// Sets the number of windows along an axis of X, which has the shape `in`, by Paddle's rule: the
// division rounds towards zero, so that a window larger than the padded input counts if the stride
// is larger than the difference. Rounding up may add a window that begins after the input. 0 =
// there is no window.
inline Status SetPooledExtent(const DDim& in, bool ceil_mode, bool inclusive, WindowAxis* axis) {
  const int64_t span = axis->in + axis->pad_begin + axis->pad_end - axis->kernel;
  axis->out = (ceil_mode ? span + axis->stride - 1 : span) / axis->stride + 1;
  if (axis->out < 0) return WindowTooLarge(in, *axis);
  return MakeStridePositive(inclusive, axis);
}

// Maximum or average over sliding, adaptive or global windows.
struct Pool2d final : Op {
  const Tensor* x = nullptr;
  Tensor* out = nullptr;

  std::string pooling_type;  // "max" or "avg"
  std::vector<int> ksize;    // the output size if `adaptive`
  std::vector<int> strides = {1, 1};
  std::vector<int> paddings = {0, 0};
  bool global_pooling = false;
  bool exclusive = true;  // an average divides by the number of elements inside the image
  bool adaptive = false;
  bool ceil_mode = false;
  std::string padding_algorithm = "EXPLICIT";
  std::string data_format = "NCHW";

  void Fields(FieldVisitor& v) override {
    v.Input("X", &x);
    v.Attr("pooling_type", &pooling_type);
    v.Attr("ksize", &ksize);
    v.Attr("strides", &strides);
    v.Attr("paddings", &paddings);
    v.Attr("global_pooling", &global_pooling);
    v.Attr("exclusive", &exclusive);
    v.Attr("adaptive", &adaptive);
    v.Attr("ceil_mode", &ceil_mode);
    v.Attr("padding_algorithm", &padding_algorithm);
    v.Attr("data_format", &data_format);
    v.Output("Out", &out);
  }

  // True for "max". Valid after InferShape.
  bool is_max() const { return pooling_type == "max"; }

  Result<PoolGeometry> Geometry() const {
    const DDim& in = x->dims();
    if (in.rank() != 4) return InvalidArgument("X: expected rank 4, found ", in);
    if (pooling_type != "max" && pooling_type != "avg") {
      return InvalidArgument("pooling_type: expected max or avg, found '", pooling_type, "'");
    }
    PoolGeometry g;
    LITE_ASSIGN_OR_RETURN(g.channels_last, IsChannelsLast("data_format", data_format));
    g.exclusive = exclusive || adaptive;
    g.batch = in[0];
    g.channels = in[g.channels_last ? 3 : 1];
    WindowAxis axes[2];
    for (int i = 0; i < 2; ++i) {
      axes[i].in = in[(g.channels_last ? 1 : 2) + i];
      if (axes[i].in > kMaxExtent)
        return OutOfRange("X: spatial extent beyond ", kMaxExtent, " in ", in);
    }
    if (!global_pooling) LITE_RETURN_IF_ERROR(CheckPair("ksize", ksize));

    if (adaptive) {
      g.adaptive = true;
      // As in Paddle, global_pooling makes the output of an adaptive pooling as large as its input.
      for (int i = 0; i < 2; ++i) axes[i].out = global_pooling ? axes[i].in : ksize[i];
    } else if (global_pooling) {
      for (WindowAxis& axis : axes) {
        axis.kernel = axis.in;
        axis.out = 1;
      }
    } else {
      LITE_RETURN_IF_ERROR(CheckPoolStrides(2, strides));
      for (int i = 0; i < 2; ++i) {
        axes[i].kernel = ksize[i];
        axes[i].stride = strides[i];
      }
      LITE_RETURN_IF_ERROR(ResolvePadding(padding_algorithm, paddings, "ksize", axes));
      for (WindowAxis& axis : axes) {
        LITE_RETURN_IF_ERROR(SetPooledExtent(in, ceil_mode, !is_max() && !exclusive, &axis));
      }
    }
    g.h = axes[0];
    g.w = axes[1];
    g.global = g.adaptive ? g.h.out == 1 && g.w.out == 1
                          : g.h.out == 1 && g.w.out == 1 && g.h.kernel == g.h.in &&
                                g.w.kernel == g.w.in && g.h.pad_begin == 0 && g.w.pad_begin == 0;
    return g;
  }

  Status InferShape() override {
    LITE_ASSIGN_OR_RETURN(const PoolGeometry g, Geometry());
    for (const WindowAxis& axis : {g.h, g.w}) {
      if (axis.out == 0 && !adaptive) return WindowTooLarge(x->dims(), axis);
    }
    const DDim dims = g.OutputDims();
    LITE_RETURN_IF_ERROR(CheckedElementCount(dims).status());
    out->Resize(dims);
    out->set_lod(x->lod());
    return OkStatus();
  }

  Cost Estimate() const override {
    double window = 0;
    const Result<PoolGeometry> g = Geometry();
    if (g.ok()) {
      window = g->adaptive ? static_cast<double>(g->h.in * g->w.in) /
                                 static_cast<double>(g->h.out * g->w.out)
                           : static_cast<double>(g->h.kernel * g->w.kernel);
    }
    return {window * static_cast<double>(out->numel()),
            static_cast<double>(x->memory_size() + out->memory_size())};
  }
};

LITE_OP(pool2d, Pool2d);

}  // namespace paddle::lite::operators
