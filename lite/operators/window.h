// Sizes of sliding windows, shared by convolution, transposed convolution and pooling.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <vector>

#include "lite/base/checked_math.h"
#include "lite/core/dims.h"

namespace paddle::lite::operators {

// One spatial axis of a window: the input is extended by pad_begin and pad_end (cropped where they
// are negative), and output o reads the positions o * stride - pad_begin + k * dilation,
// 0 <= k < kernel. Positions outside of the input read zero, also those that a crop on the other
// side leaves there.
struct WindowAxis {
  int64_t in = 0;
  int64_t out = 0;
  int64_t kernel = 0;
  int64_t stride = 1;
  int64_t dilation = 1;
  int64_t pad_begin = 0;
  int64_t pad_end = 0;

  // Extent of the dilated window.
  int64_t reach() const { return dilation * (kernel - 1) + 1; }
};

// Extents above this are refused, so that sums and products of two of them cannot overflow.
constexpr int64_t kMaxExtent = int64_t{1} << 31;

// True for channels-last programs; an error for an unknown name.
inline Result<bool> IsChannelsLast(const char* attribute, const std::string& format) {
  if (format == "NHWC") return true;
  if (format.empty() || format == "NCHW" || format == "AnyLayout") return false;
  return InvalidArgument(attribute, ": expected NCHW, NHWC or AnyLayout, found '", format, "'");
}

// Two positive values per attribute, e.g. strides.
inline Status CheckPair(const char* attribute, const std::vector<int>& values) {
  if (values.size() != 2 || values[0] <= 0 || values[1] <= 0) {
    return InvalidArgument(attribute, ": expected two positive values, found ",
                           ListToString(values));
  }
  return OkStatus();
}

// The dilations of a convolution with this number of axes: Paddle ignores the values after them.
inline Status CheckDilations(size_t axes, const std::vector<int>& dilations) {
  const bool positive =
      std::all_of(dilations.begin(), dilations.end(), [](int value) { return value > 0; });
  if (positive && dilations.size() >= axes) return OkStatus();
  return InvalidArgument("dilations: expected ", axes, " positive values, found ",
                         ListToString(dilations));
}

// The dilations that a transposed or deformable convolution uses: as in Paddle, others may be
// anything, and so may all of them if `algorithm` is SAME, which forces dilation 1.
inline std::vector<int> UsedDilations(size_t axes, const std::vector<int>& dilations,
                                      const std::string& algorithm = "EXPLICIT") {
  const size_t used = std::min(axes, dilations.size());
  if (algorithm == "SAME") return std::vector<int>(used, 1);
  return {dilations.begin(), dilations.begin() + static_cast<std::ptrdiff_t>(used)};
}

// Refuses windows, strides and paddings far beyond the input: kernels hold padded lines of that
// length, whatever the input's size. Large dilations on small maps are usual and stay legal.
// `window` is the attribute or slot that determines the size of the window.
inline Status CheckReach(const WindowAxis& axis, const char* window) {
  constexpr int64_t kMaxBeyond = 4096;
  const struct {
    const char* attribute;
    int64_t value;
  } extents[] = {{"strides", axis.stride},
                 {axis.dilation > 1 ? "dilations" : window, axis.reach()},
                 {"paddings", axis.pad_begin},
                 {"paddings", axis.pad_end}};
  for (const auto& extent : extents) {
    if (std::abs(extent.value) > axis.in + kMaxBeyond) {
      return OutOfRange(extent.attribute, ": expected at most ", axis.in + kMaxBeyond, " positions",
                        " for an input of ", axis.in, ", found ", extent.value);
    }
  }
  return OkStatus();
}

// Fills pads and dilation of both axes (height, width), whose in, kernel, stride and dilation are
// set, from the attributes: SAME and VALID replace `paddings`, SAME also forces dilation 1. As in
// Paddle, every other text of `algorithm`, such as `same`, stands for EXPLICIT. `window`: see
// CheckReach.
inline Status ResolvePadding(const std::string& algorithm, const std::vector<int>& paddings,
                             const char* window, WindowAxis* axes) {
  for (int i = 0; i < 2; ++i) {
    if (axes[i].in > kMaxExtent || axes[i].kernel > kMaxExtent) {
      return OutOfRange("spatial extent beyond ", kMaxExtent);
    }
  }
  if (algorithm == "SAME") {
    for (int i = 0; i < 2; ++i) {
      WindowAxis& axis = axes[i];
      const int64_t out = (axis.in + axis.stride - 1) / axis.stride;
      const int64_t total = std::max<int64_t>((out - 1) * axis.stride + axis.kernel - axis.in, 0);
      axis.pad_begin = total / 2;
      axis.pad_end = total - axis.pad_begin;
      axis.dilation = 1;
      LITE_RETURN_IF_ERROR(CheckReach(axis, window));
    }
    return OkStatus();
  }
  if (algorithm == "VALID") {
    for (int i = 0; i < 2; ++i) {
      axes[i].pad_begin = axes[i].pad_end = 0;
      LITE_RETURN_IF_ERROR(CheckReach(axes[i], window));
    }
    return OkStatus();
  }
  if (paddings.size() != 2 && paddings.size() != 4) {
    return InvalidArgument("paddings: expected 2 or 4 values, found ", ListToString(paddings));
  }
  for (int i = 0; i < 2; ++i) {
    const bool pairs = paddings.size() == 4;  // [top, bottom, left, right]
    axes[i].pad_begin = pairs ? paddings[2 * i] : paddings[i];
    axes[i].pad_end = pairs ? paddings[2 * i + 1] : paddings[i];
    LITE_RETURN_IF_ERROR(CheckReach(axes[i], window));
  }
  return OkStatus();
}

// For the Supports hook of kernels that only extend the input.
inline Status RequireNoCrop(const std::vector<int>& paddings) {
  const bool crops = std::any_of(paddings.begin(), paddings.end(), [](int pad) { return pad < 0; });
  return crops ? Unsupported("negative paddings") : OkStatus();
}

// Sets the output extent of a convolution, by Paddle's rule: the division rounds towards zero, so
// that a window larger than the padded input has one result if the stride is larger than the
// difference, and none if the stride is that or half of it. The former reads zeros after the input,
// which become padding here. False if the extent is negative.
inline bool SetConvolvedExtent(WindowAxis* axis) {
  const int64_t span = axis->in + axis->pad_begin + axis->pad_end - axis->reach();
  axis->out = span / axis->stride + 1;
  if (span < 0 && axis->out == 1) axis->pad_end -= span;
  return axis->out >= 0;
}

// Sets the extents of a transposed convolution, whose axis `in` is the scattered input and `out`
// the result: windows are positions in the result. `output_size` and `output_padding` are those
// attributes, empty or with a number for each axis; `paddings` and `in` are for messages.
inline Status SetTransposedExtents(const std::vector<int>& output_size,
                                   const std::vector<int>& output_padding,
                                   const std::vector<int>& paddings, const DDim& in, size_t rank,
                                   WindowAxis* axes) {
  for (const std::vector<int>* list : {&output_size, &output_padding}) {
    if (!list->empty() && list->size() != rank) {
      return InvalidArgument(list == &output_size ? "output_size" : "output_padding",
                             ": expected zero or ", rank, " values, found ", ListToString(*list));
    }
  }
  for (size_t i = 0; i < rank; ++i) {
    WindowAxis& axis = axes[i];
    axis.out = (axis.in - 1) * axis.stride - axis.pad_begin - axis.pad_end + axis.reach();
    if (!output_size.empty()) {
      if (output_size[i] < axis.out || output_size[i] >= axis.out + axis.stride) {
        return InvalidArgument("output_size: expected a value in [", axis.out, ", ",
                               axis.out + axis.stride, "), found ", output_size[i]);
      }
      axis.out = output_size[i];
    } else if (!output_padding.empty()) {
      const int64_t limit = std::max(axis.stride, axis.dilation);
      if (output_padding[i] < 0 || output_padding[i] >= limit) {
        return InvalidArgument("output_padding: expected a value in [0, ", limit, "), found ",
                               output_padding[i]);
      }
      axis.out += output_padding[i];
    }
    // An empty image may have a result, to which no element contributes; and the result of any
    // image may be empty.
    if (axis.out < 0) {
      return InvalidArgument("paddings: ", ListToString(paddings), " leave no output for Input ",
                             in);
    }
  }
  return OkStatus();
}

// The sizes that a convolution kernel needs, derived from an operator and its shapes. Height is
// axis `h`, width `w`.
struct ConvGeometry {
  int64_t batch = 0;
  int64_t in_channels = 0;
  int64_t out_channels = 0;
  int64_t groups = 1;
  WindowAxis h;
  WindowAxis w;
  // The program's order is [N, H, W, C]. Unrelated to Tensor::layout().
  bool channels_last = false;

  int64_t in_channels_per_group() const { return in_channels / groups; }
  int64_t out_channels_per_group() const { return out_channels / groups; }
  bool is_depthwise() const { return groups > 1 && groups == in_channels; }
  bool is_pointwise() const { return h.kernel == 1 && w.kernel == 1; }
  bool has_padding() const { return h.pad_begin || h.pad_end || w.pad_begin || w.pad_end; }
  DDim OutputDims() const {
    return channels_last ? DDim({batch, h.out, w.out, out_channels})
                         : DDim({batch, out_channels, h.out, w.out});
  }
};

}  // namespace paddle::lite::operators
