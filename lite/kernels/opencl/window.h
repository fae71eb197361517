// The windows of a convolution: window.cl.
#pragma once

#include <cstdint>

#include "lite/operators/window.h"

namespace paddle::lite::kernels::opencl {

// Window of window.cl.
struct ConvWindow {
  int32_t in_channels = 0, in_height = 0, in_width = 0;
  int32_t out_channels = 0, out_height = 0, out_width = 0;
  int32_t groups = 1, in_per_group = 0, out_per_group = 0;
  int32_t kernel_height = 0, kernel_width = 0;
  int32_t stride_y = 1, stride_x = 1, dilation_y = 1, dilation_x = 1, top = 0, left = 0;

  ConvWindow() = default;
  explicit ConvWindow(const operators::ConvGeometry& g)
      : in_channels(static_cast<int32_t>(g.in_channels)),
        in_height(static_cast<int32_t>(g.h.in)),
        in_width(static_cast<int32_t>(g.w.in)),
        out_channels(static_cast<int32_t>(g.out_channels)),
        out_height(static_cast<int32_t>(g.h.out)),
        out_width(static_cast<int32_t>(g.w.out)),
        groups(static_cast<int32_t>(g.groups)),
        in_per_group(static_cast<int32_t>(g.in_channels_per_group())),
        out_per_group(static_cast<int32_t>(g.out_channels_per_group())),
        kernel_height(static_cast<int32_t>(g.h.kernel)),
        kernel_width(static_cast<int32_t>(g.w.kernel)),
        stride_y(static_cast<int32_t>(g.h.stride)),
        stride_x(static_cast<int32_t>(g.w.stride)),
        dilation_y(static_cast<int32_t>(g.h.dilation)),
        dilation_x(static_cast<int32_t>(g.w.dilation)),
        top(static_cast<int32_t>(g.h.pad_begin)),
        left(static_cast<int32_t>(g.w.pad_begin)) {}
};

}  // namespace paddle::lite::kernels::opencl
