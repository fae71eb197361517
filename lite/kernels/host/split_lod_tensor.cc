#include "lite/operators/split_lod_tensor.h"

#include "lite/kernels/host/row_writer.h"
#include "lite/kernels/kernel.h"

namespace paddle::lite::kernels::host {

class SplitLodTensorKernel final : public KernelFor<operators::SplitLodTensor> {
 public:
  Status RunOp(const operators::SplitLodTensor& op, const RunContext&) override {
    for (const bool side : {true, false}) {
      LITE_ASSIGN_OR_RETURN(const std::vector<operators::LodItem> items, op.Chosen(side));
      RowWriter writer(side ? op.out_true : op.out_false);
      for (const operators::LodItem& item : items) writer.Append(*op.x, item.begin, item.end);
    }
    return OkStatus();
  }
};

LITE_KERNELS(kHost, kAny, kNCHW, def, SplitLodTensorKernel, split_lod_tensor);

}  // namespace paddle::lite::kernels::host
