#include "lite/operators/sequence_expand.h"

#include <cstring>
#include <vector>

#include "lite/kernels/kernel.h"

namespace paddle::lite::kernels::host {

class SequenceExpandKernel final : public KernelFor<operators::SequenceExpand> {
 public:
  Status RunOp(const operators::SequenceExpand& op, const RunContext&) override {
    LITE_RETURN_IF_ERROR(op.FindRuns(&runs_));
    const DDim& dims = op.x->dims();
    const size_t row =
        static_cast<size_t>(dims.Count(1, dims.rank())) * PrecisionTypeLength(op.x->precision());
    const char* src = static_cast<const char*>(op.x->raw_data());
    char* dst = static_cast<char*>(op.out->mutable_raw_data());
    for (const auto& run : runs_) {
      const size_t bytes = static_cast<size_t>(run.end - run.begin) * row;
      if (bytes == 0) continue;
      for (uint64_t k = 0; k < run.times; ++k, dst += bytes)
        std::memcpy(dst, src + static_cast<size_t>(run.begin) * row, bytes);
    }
    return OkStatus();
  }

 private:
  std::vector<operators::SequenceExpand::Run> runs_;
};

LITE_KERNELS(kHost, kAny, kNCHW, def, SequenceExpandKernel, sequence_expand)
    .In({"Y"}, PRECISION(kAny), DATALAYOUT(kAny));

}  // namespace paddle::lite::kernels::host
