#include "lite/operators/sequence_reverse.h"

#include "lite/kernels/host/row_writer.h"
#include "lite/kernels/kernel.h"

namespace paddle::lite::kernels::host {

class SequenceReverseKernel final : public KernelFor<operators::SequenceReverse> {
 public:
  Status RunOp(const operators::SequenceReverse& op, const RunContext&) override {
    const std::vector<uint64_t>& offsets = op.x->lod()[0];
    RowWriter writer(op.y);
    for (size_t s = 0; s + 1 < offsets.size(); ++s) {
      for (uint64_t row = offsets[s + 1]; row-- > offsets[s];) {
        writer.Append(*op.x, static_cast<int64_t>(row), static_cast<int64_t>(row) + 1);
      }
    }
    return OkStatus();
  }
};

LITE_KERNELS(kHost, kAny, kNCHW, def, SequenceReverseKernel, sequence_reverse);

}  // namespace paddle::lite::kernels::host
