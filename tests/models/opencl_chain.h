// A program on an OpenCL device.
#pragma once

#include <algorithm>
#include <string>

#include "lite/mir/text.h"
#include "lite/runtime/executable.h"

namespace paddle::lite::test {

// Elementwise, in buffers and in an image.
inline Result<model::Model> MakeChain() {
  LITE_ASSIGN_OR_RETURN(model::Model model, mir::ParseModel(R"(
      input %x: float[-1,6,32,32]
      io_copy(Input=%x) -> (Out=%a)
      layout(Input=%a) -> (Out=%b)
      relu(X=%b) -> (Out=%c)
      layout(Input=%c) -> (Out=%d)
      relu(X=%d) -> (Out=%e)
      io_copy(Input=%e) -> (Out=%y)
      output %y)"));
  const char* const kernels[] = {"io_copy/host_to_device/5/4/2",
                                 "layout/NCHW_to_ImageDefault/5/1/1",
                                 "relu/def/5/1/4",
                                 "layout/ImageDefault_to_NCHW/5/1/4",
                                 "relu/def/5/1/1",
                                 "io_copy/device_to_host/5/4/2"};
  size_t next = 0;
  for (model::OpDesc& op : model.program.blocks[0].ops) {
    if (op.type == "feed" || op.type == "fetch") continue;
    op.attrs[model::kKernelTypeAttr] = std::string(kernels[next++]);
  }
  return model;
}

// Runs it with numbers that depend on `seed`.
inline Status RunChain(Executable* executable, int64_t batch, int64_t seed) {
  Tensor* x = executable->input(0);
  x->Resize(DDim{batch, 6, 32, 32});
  LITE_RETURN_IF_ERROR(x->Allocate(PrecisionType::kFloat));
  for (int64_t i = 0; i < x->numel(); ++i) {
    x->mutable_data<float>()[i] = static_cast<float>((i + seed) % 7 - 3);
  }
  LITE_RETURN_IF_ERROR(executable->Run());
  const Tensor* y = executable->output(0);
  for (int64_t i = 0; i < x->numel(); ++i) {
    if (y->data<float>()[i] != std::max(x->data<float>()[i], 0.0f)) {
      return Internal("element ", i, " is ", y->data<float>()[i]);
    }
  }
  return OkStatus();
}

}  // namespace paddle::lite::test
