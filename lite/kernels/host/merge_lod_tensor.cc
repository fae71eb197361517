#include "lite/operators/merge_lod_tensor.h"

#include "lite/kernels/host/row_writer.h"
#include "lite/kernels/kernel.h"

namespace paddle::lite::kernels::host {

class MergeLodTensorKernel final : public KernelFor<operators::MergeLodTensor> {
 public:
  Status RunOp(const operators::MergeLodTensor& op, const RunContext&) override {
    LITE_ASSIGN_OR_RETURN(const std::vector<operators::MergeLodTensor::Piece> pieces, op.Pieces());
    RowWriter writer(op.out);
    for (const auto& [from, item] : pieces) writer.Append(*from, item.begin, item.end);
    return OkStatus();
  }
};

LITE_KERNELS(kHost, kAny, kNCHW, def, MergeLodTensorKernel, merge_lod_tensor,
             merge_lod_tensor_infer);

}  // namespace paddle::lite::kernels::host
