// Sizes of a convolution for its plan.
#pragma once

#include "lite/backends/cpu/conv_plan.h"
#include "lite/kernels/cpu/cpu_kernel.h"
#include "lite/operators/window.h"

namespace paddle::lite::kernels::LITE_CPU {

inline backend::ConvShape ToShape(const operators::ConvGeometry& g) {
  backend::ConvShape shape;
  shape.batch = g.batch;
  shape.in_c = g.in_channels;
  shape.in_h = g.h.in;
  shape.in_w = g.w.in;
  shape.out_c = g.out_channels;
  shape.out_h = g.h.out;
  shape.out_w = g.w.out;
  shape.kernel_h = g.h.kernel;
  shape.kernel_w = g.w.kernel;
  shape.stride_h = g.h.stride;
  shape.stride_w = g.w.stride;
  shape.pad_top = g.h.pad_begin;
  shape.pad_left = g.w.pad_begin;
  shape.dilation_h = g.h.dilation;
  shape.dilation_w = g.w.dilation;
  shape.groups = g.groups;
  return shape;
}

}  // namespace paddle::lite::kernels::LITE_CPU
