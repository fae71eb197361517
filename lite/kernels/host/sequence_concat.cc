#include "lite/operators/sequence_concat.h"

#include "lite/kernels/host/row_writer.h"
#include "lite/kernels/kernel.h"

namespace paddle::lite::kernels::host {

class SequenceConcatKernel final : public KernelFor<operators::SequenceConcat> {
 public:
  Status RunOp(const operators::SequenceConcat& op, const RunContext&) override {
    RowWriter writer(op.out);
    for (size_t s = 0; s + 1 < op.out->lod()[0].size(); ++s) {
      for (const Tensor* x : op.x) {
        const std::vector<uint64_t>& offsets = x->lod()[0];
        writer.Append(*x, static_cast<int64_t>(offsets[s]), static_cast<int64_t>(offsets[s + 1]));
      }
    }
    return OkStatus();
  }
};

LITE_KERNELS(kHost, kAny, kNCHW, def, SequenceConcatKernel, sequence_concat);

}  // namespace paddle::lite::kernels::host
