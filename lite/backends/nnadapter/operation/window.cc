#include "lite/backends/nnadapter/operation/window.h"

#include <algorithm>

namespace nnadapter::operation {

Status ReadWindows(const Call& call, const WindowOperands& operands, WindowAxis (&axes)[2]) {
  const std::vector<int64_t> strides = call.Ints(operands.strides);
  for (size_t i = 0; i < 2; ++i) {
    axes[i].stride = strides[i];
    if (operands.dilations >= 0) axes[i].dilation = call.Ints(operands.dilations)[i];
    if (axes[i].stride <= 0 || axes[i].dilation <= 0 || axes[i].kernel <= 0) {
      return call.Invalid(
          "strides, dilations, kernel: expected positive values, found %lld, %lld, "
          "%lld",
          static_cast<long long>(axes[i].stride), static_cast<long long>(axes[i].dilation),
          static_cast<long long>(axes[i].kernel));
    }
  }
  const int32_t auto_pad =
      operands.auto_pad < 0 ? NNADAPTER_AUTO_PAD_NONE : call.Int(operands.auto_pad);
  if (auto_pad == NNADAPTER_AUTO_PAD_VALID) return Status();
  if (auto_pad == NNADAPTER_AUTO_PAD_SAME) {
    for (WindowAxis& axis : axes) {
      if (!axis.known()) {
        return call.Invalid("auto_pad: SAME needs the height and the width of the input");
      }
      axis.dilation = 1;
      const int64_t out = (axis.in + axis.stride - 1) / axis.stride;
      const int64_t total = std::max<int64_t>((out - 1) * axis.stride + axis.kernel - axis.in, 0);
      axis.pad_begin = total / 2;
      axis.pad_end = total - axis.pad_begin;
    }
    return Status();
  }
  if (auto_pad != NNADAPTER_AUTO_PAD_NONE) {
    return call.Invalid("auto_pad: expected a code in [0, 2], found %d", auto_pad);
  }
  if (!call.Has(operands.pads)) {
    return call.Invalid("pads: expected four values, because auto_pad is NONE");
  }
  const std::vector<int64_t> pads = call.Ints(operands.pads);
  for (size_t i = 0; i < 2; ++i) {
    axes[i].pad_begin = pads[2 * i];
    axes[i].pad_end = pads[2 * i + 1];
    if (axes[i].pad_begin < 0 || axes[i].pad_end < 0) {
      return call.Invalid("pads: expected values of at least zero, found %lld and %lld",
                          static_cast<long long>(axes[i].pad_begin),
                          static_cast<long long>(axes[i].pad_end));
    }
  }
  return Status();
}

Status CountWindows(const Call& call, bool ceil_mode, WindowAxis (&axes)[2]) {
  for (WindowAxis& axis : axes) {
    axis.out = kUnknown;
    if (!axis.known()) continue;
    // Below 2^63: every term is the product of at most two numbers of 32 bits.
    const int64_t room = axis.in + axis.pad_begin + axis.pad_end - axis.reach();
    if (axis.in == 0 || room < 0) {
      return call.Invalid("a window of %lld does not fit %lld elements padded by %lld and %lld",
                          static_cast<long long>(axis.reach()), static_cast<long long>(axis.in),
                          static_cast<long long>(axis.pad_begin),
                          static_cast<long long>(axis.pad_end));
    }
    axis.out = (ceil_mode ? room + axis.stride - 1 : room) / axis.stride + 1;
    if (axis.out > INT32_MAX) return call.Invalid("pads: the output is too long");
  }
  return Status();
}

}  // namespace nnadapter::operation
