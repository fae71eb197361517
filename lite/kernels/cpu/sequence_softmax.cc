#include "lite/operators/sequence_softmax.h"

#include "lite/kernels/cpu/cpu_kernel.h"

namespace paddle::lite::kernels::LITE_CPU {

class SequenceSoftmaxKernel final : public CpuKernelFor<operators::SequenceSoftmax> {
 public:
  Status RunOp(const operators::SequenceSoftmax& op, const RunContext&) override {
    const std::vector<uint64_t>& offsets = op.x->lod().back();
    const float* const src = op.x->data<float>();
    float* const dst = op.out->mutable_data<float>();
    for (size_t s = 0; s + 1 < offsets.size(); ++s) {
      const auto count = static_cast<int64_t>(offsets[s + 1] - offsets[s]);
      if (count != 0) tables_.vector.softmax(src + offsets[s], dst + offsets[s], count);
    }
    return OkStatus();
  }
};

LITE_KERNELS(LITE_CPU_TARGET, kFloat, kNCHW, def, SequenceSoftmaxKernel, sequence_softmax);

}  // namespace paddle::lite::kernels::LITE_CPU
