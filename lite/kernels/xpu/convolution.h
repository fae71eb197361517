// Convolutions with weights of the host.
#pragma once

#include "lite/kernels/xpu/product.h"
#include "lite/operators/conv2d.h"

namespace paddle::lite::kernels::xpu {

class WeightConvolution {
 public:
  Status Prepare(const PrepareContext& context, const operators::ConvGeometry& g,
                 const Tensor& filter, const Activation& activation) {
    LITE_ASSIGN_OR_RETURN(call_.activation, LibraryActivationOf(activation));
    LITE_RETURN_IF_ERROR(weights_.Upload(context, filter));
    call_.filter = At(weights_.values);
    call_.filter_max = At(weights_.max);
    call_.batch = Int(g.batch);
    call_.in_channels = Int(g.in_channels);
    call_.height = Int(g.h.in);
    call_.width = Int(g.w.in);
    call_.out_channels = Int(g.out_channels);
    call_.groups = Int(g.groups);
    call_.kernel = {Int(g.h.kernel), Int(g.w.kernel)};
    call_.strides = {Int(g.h.stride), Int(g.w.stride)};
    call_.dilations = {Int(g.h.dilation), Int(g.w.dilation)};
    call_.paddings = {Int(g.h.pad_begin), Int(g.h.pad_end), Int(g.w.pad_begin), Int(g.w.pad_end)};
    return OkStatus();
  }
  Status Run(RawContext* context, const float* x, const float* bias, const float* branch,
             float* y) const {
    lite::xpu::LibraryConvolution call = call_;
    call.x = x;
    call.bias = bias;
    call.branch = branch;
    call.y = y;
    return CheckCall(library::Convolution(context, call), "conv2d_fusion of XDNN");
  }

 private:
  Weights weights_;
  lite::xpu::LibraryConvolution call_;
};

}  // namespace paddle::lite::kernels::xpu
