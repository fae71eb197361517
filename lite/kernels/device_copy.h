// io_copy and io_copy_once of a device: copies between its memory and the host's, on its queue. A
// back end registers the class for its target, once per direction:
//
//   REGISTER_LITE_KERNEL(io_copy, kOpenCL, kAny, kAny, paddle::lite::kernels::DeviceCopy,
//                        host_to_device)
//       .BindInput("Input", {LiteType::GetTensorTy(TARGET(kHost), PRECISION(kAny),
//                                                  DATALAYOUT(kAny))})
//       .Finalize();
#pragma once

#include "lite/core/image_layout.h"
#include "lite/core/targets.h"
#include "lite/kernels/kernel.h"
#include "lite/operators/type_conversion.h"

namespace paddle::lite::kernels {

class DeviceCopy final : public KernelFor<operators::IoCopy> {
 public:
  Status PrepareOp(const operators::IoCopy& op, PrepareContext*) override {
    if (IsImageLayout(op.input->layout())) {
      return Unsupported("input 'Input' is an image (", DataLayoutToStr(op.input->layout()),
                         "), only buffers are copied; convert its layout on the device first");
    }
    if (IsHostMemory(op.input->target()) == IsHostMemory(op.out->target())) {
      return Unsupported("a copy from ", TargetToStr(op.input->target()), " to ",
                         TargetToStr(op.out->target()), ", expected one from or to the host");
    }
    return OkStatus();
  }

  Status RunOp(const operators::IoCopy& op, const RunContext& context) override {
    const Tensor& input = *op.input;
    const size_t bytes = input.memory_size();
    if (bytes == 0) return OkStatus();
    if (IsHostMemory(input.target())) {
      return context.device->CopyFromHost(op.out->handle(), op.out->offset(), input.raw_data(),
                                          bytes);
    }
    return context.device->CopyToHost(op.out->mutable_raw_data(), input.handle(), input.offset(),
                                      bytes);
  }
};

}  // namespace paddle::lite::kernels
