#include "lite/operators/sequence_reverse_embedding.h"

#include <algorithm>

#include "lite/core/element.h"
#include "lite/kernels/kernel.h"

namespace paddle::lite::kernels::host {

class SequenceReverseEmbeddingKernel final : public KernelFor<operators::SequenceReverseEmbedding> {
 public:
  Status RunOp(const operators::SequenceReverseEmbedding& op, const RunContext&) override {
    return VisitElementType<IndexTypes>("Ids", op.ids->precision(),
                                        [&](auto type) { return RunTyped(type, op); });
  }

 private:
  template <typename Id>
  static Status RunTyped(ElementTag<Id>, const operators::SequenceReverseEmbedding& op) {
    const int64_t width = op.w->dims()[1];
    const std::vector<uint64_t>& offsets = op.ids->lod()[0];
    float* dst = op.out->mutable_data<float>();
    for (size_t s = 0; s + 1 < offsets.size(); ++s) {
      for (uint64_t i = offsets[s + 1]; i-- > offsets[s]; dst += width) {
        const int64_t id = op.ids->data<Id>()[i];
        if (op.padding_idx != -1 && id == op.padding_idx) {
          std::fill_n(dst, width, 0.0f);
        } else if (id < 0 || id >= op.w->dims()[0]) {
          return OutOfRange("Ids: id ", id, " of a table of ", op.w->dims()[0], " rows");
        } else {
          std::copy_n(op.w->data<float>() + id * width, width, dst);
        }
      }
    }
    return OkStatus();
  }
};

LITE_KERNELS(kHost, kFloat, kNCHW, def, SequenceReverseEmbeddingKernel, sequence_reverse_embedding)
    .In({"Ids"}, PRECISION(kAny));

}  // namespace paddle::lite::kernels::host
