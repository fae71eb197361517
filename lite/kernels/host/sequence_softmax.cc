#include "lite/operators/sequence_softmax.h"

#include <algorithm>
#include <cmath>

#include "lite/kernels/kernel.h"

namespace paddle::lite::kernels::host {

class SequenceSoftmaxKernel final : public KernelFor<operators::SequenceSoftmax> {
 public:
  Status RunOp(const operators::SequenceSoftmax& op, const RunContext&) override {
    return VisitElementType<RealTypes>("X", op.x->precision(),
                                       [&](auto type) { RunTyped(type, op); });
  }

 private:
  template <typename T>
  static void RunTyped(ElementTag<T>, const operators::SequenceSoftmax& op) {
    const std::vector<uint64_t>& offsets = op.x->lod().back();
    for (size_t s = 0; s + 1 < offsets.size(); ++s) {
      const T* src = op.x->data<T>();
      T* dst = op.out->mutable_data<T>();
      if (offsets[s] == offsets[s + 1]) continue;
      // Paddle does not subtract the maximum: larger values overflow there.
      const T max = *std::max_element(src + offsets[s], src + offsets[s + 1]);
      T sum = 0;
      for (uint64_t i = offsets[s]; i < offsets[s + 1]; ++i) {
        dst[i] = std::exp(src[i] - max);
        sum += dst[i];
      }
      for (uint64_t i = offsets[s]; i < offsets[s + 1]; ++i) dst[i] /= sum;
    }
  }
};

LITE_KERNELS(kHost, kAny, kNCHW, def, SequenceSoftmaxKernel, sequence_softmax);

}  // namespace paddle::lite::kernels::host
