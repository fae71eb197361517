#include "lite/operators/write_back.h"

#include "lite/kernels/kernel.h"

namespace paddle::lite::kernels::host {

class WriteBackKernel final : public KernelFor<operators::WriteBack> {
 public:
  Status RunOp(const operators::WriteBack& op, const RunContext&) override {
    if (op.dst->size() < op.src->size()) op.dst->resize(op.src->size());
    for (size_t i = 0; i < op.src->size(); ++i) {
      const Tensor& element = (*op.src)[i];
      if (element.IsInitialized()) LITE_RETURN_IF_ERROR((*op.dst)[i].CopyFrom(element));
    }
    return OkStatus();
  }
};

LITE_KERNELS(kHost, kAny, kAny, write_back, WriteBackKernel, write_back);

}  // namespace paddle::lite::kernels::host
