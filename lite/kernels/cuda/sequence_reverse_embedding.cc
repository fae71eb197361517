#include "lite/operators/sequence_reverse_embedding.h"

#include <vector>

#include "lite/backends/cuda/sequence_body.h"
#include "lite/core/element.h"
#include "lite/kernels/cuda/sequences.h"

namespace paddle::lite::kernels::cuda {

class SequenceReverseEmbeddingKernel final
    : public CudaKernel<operators::SequenceReverseEmbedding> {
  using Operator = operators::SequenceReverseEmbedding;

 public:
  Status PrepareCuda(const Operator& op, PrepareContext* context) override {
    LITE_RETURN_IF_ERROR(CheckElementType<IndexTypes>("Ids", op.ids->precision()));
    LITE_ASSIGN_OR_RETURN(rows_, UploadTable(*context, ReversedRows(op.ids->lod()[0])));
    return OkStatus();
  }
  Status RunOp(const Operator& op, const RunContext& context) override {
    return VisitElementType<IndexTypes>("Ids", op.ids->precision(), [&](auto type) {
      using Id = typename decltype(type)::Type;
      const DDim& dims = op.w->dims();
      const lite::cuda::LookupRowsBody<Id> body = {
          From<float>(op.w), From<Id>(op.ids), To<float>(op.out), From<int32_t>(rows_),
          Int(dims[0]),      Int(dims[1]),     op.padding_idx};
      return QueueOf(context)->Launch("sequence_reverse_embedding", body, op.out->numel());
    });
  }

 private:
  Block rows_;
};

LITE_KERNELS(kCUDA, kFloat, kNCHW, def, SequenceReverseEmbeddingKernel, sequence_reverse_embedding)
    .In({"Ids"}, PRECISION(kAny));

}  // namespace paddle::lite::kernels::cuda
