// Windows of convolutions and pools, along one axis of an image.
#pragma once

#include <cstdint>

#include "lite/backends/nnadapter/operation/definition.h"

namespace nnadapter::operation {

struct WindowAxis {
  int64_t in = 0;  // may be kUnknown
  int64_t kernel = 1;
  int64_t stride = 1;
  int64_t dilation = 1;
  int64_t pad_begin = 0;
  int64_t pad_end = 0;
  int64_t out = 0;  // kUnknown if `in` is

  int64_t reach() const { return dilation * (kernel - 1) + 1; }
  bool known() const { return in != kUnknown; }
};

// The parameters of windows by their index among the inputs; negative: the operation has none.
struct WindowOperands {
  int auto_pad = -1;
  int pads = -1;
  int strides = -1;
  int dilations = -1;
};

// Reads strides, dilations and padding for axes whose `in` and `kernel` are set (height first), and
// checks them. AUTO_PAD_SAME sets the padding for which ceil(in / stride) windows fit, with
// dilation 1; it needs known extents.
Status ReadWindows(const Call& call, const WindowOperands& operands, WindowAxis (&axes)[2]);

// Sets `out`: the number of windows that begin a stride apart and end within the padding; with
// `ceil_mode`, the last one may end after it.
Status CountWindows(const Call& call, bool ceil_mode, WindowAxis (&axes)[2]);

}  // namespace nnadapter::operation
