#include "lite/operators/sequence_expand_as.h"

#include "lite/kernels/host/row_writer.h"
#include "lite/kernels/kernel.h"

namespace paddle::lite::kernels::host {

class SequenceExpandAsKernel final : public KernelFor<operators::SequenceExpandAs> {
 public:
  Status RunOp(const operators::SequenceExpandAs& op, const RunContext&) override {
    const std::vector<uint64_t>& offsets = op.out->lod()[0];
    RowWriter writer(op.out);
    for (size_t s = 0; s + 1 < offsets.size(); ++s) {
      const int64_t row = static_cast<int64_t>(s);
      for (uint64_t k = offsets[s]; k < offsets[s + 1]; ++k) writer.Append(*op.x, row, row + 1);
    }
    return OkStatus();
  }
};

LITE_KERNELS(kHost, kAny, kNCHW, def, SequenceExpandAsKernel, sequence_expand_as)
    .In({"Y"}, PRECISION(kAny), DATALAYOUT(kAny));

}  // namespace paddle::lite::kernels::host
