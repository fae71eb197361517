// The windows of a convolution.
#pragma once

#include "lite/backends/cuda/convolution_body.h"
#include "lite/backends/cuda/copy_body.h"
#include "lite/kernels/cuda/call.h"
#include "lite/kernels/gpu/copies.h"
#include "lite/operators/window.h"

namespace paddle::lite::kernels::cuda {

using lite::cuda::ConvWindow;

inline ConvWindow WindowOf(const operators::ConvGeometry& g) {
  ConvWindow w;
  w.batch = Int(g.batch);
  w.in_channels = Int(g.in_channels);
  w.in_height = Int(g.h.in);
  w.in_width = Int(g.w.in);
  w.out_channels = Int(g.out_channels);
  w.out_height = Int(g.h.out);
  w.out_width = Int(g.w.out);
  w.groups = Int(g.groups);
  w.in_per_group = Int(g.in_channels_per_group());
  w.out_per_group = Int(g.out_channels_per_group());
  w.kernel_height = Int(g.h.kernel);
  w.kernel_width = Int(g.w.kernel);
  w.stride_y = Int(g.h.stride);
  w.stride_x = Int(g.w.stride);
  w.dilation_y = Int(g.h.dilation);
  w.dilation_x = Int(g.w.dilation);
  w.top = Int(g.h.pad_begin);
  w.left = Int(g.w.pad_begin);
  return w;
}

// A filter whose inputs are next to each other: OIHW as OHWI. Bits has the size of an element.
template <typename Bits>
Result<Block> FilterByTaps(const Tensor& filter, const ConvWindow& w,
                           const PrepareContext& context) {
  const int64_t members = w.in_per_group, taps = w.taps();
  LITE_ASSIGN_OR_RETURN(Block packed, AllocateBlock(context, filter.memory_size()));
  const lite::cuda::CopyBody<Bits> body = {
      From<Bits>(&filter), static_cast<Bits*>(packed->handle()),
      gpu::Gather({w.out_channels, taps, members}, {members * taps, 1, taps})};
  LITE_RETURN_IF_ERROR(
      static_cast<CudaContext*>(context.device)->Launch("filter to OHWI", body, filter.numel()));
  return packed;
}

// The filter of a depthwise convolution whose channels are next to each other: OHW as HWO.
template <typename Bits>
Result<Block> FilterByChannels(const Tensor& filter, const ConvWindow& w,
                               const PrepareContext& context) {
  LITE_ASSIGN_OR_RETURN(Block packed, AllocateBlock(context, filter.memory_size()));
  const int64_t taps = w.taps();
  const lite::cuda::CopyBody<Bits> body = {From<Bits>(&filter),
                                           static_cast<Bits*>(packed->handle()),
                                           gpu::Gather({taps, w.out_channels}, {1, taps})};
  LITE_RETURN_IF_ERROR(
      static_cast<CudaContext*>(context.device)->Launch("filter to HWO", body, filter.numel()));
  return packed;
}

}  // namespace paddle::lite::kernels::cuda
