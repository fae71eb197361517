#include "lite/operators/sequence_pool.h"

#include <string>
#include <vector>

#include "lite/backends/cuda/sequence_body.h"
#include "lite/kernels/cuda/sequences.h"
#include "lite/operators/sequence_pool_concat.h"

namespace paddle::lite::kernels::cuda {
namespace {

using lite::cuda::PoolRowsBody;

// A type that the operator has checked.
PoolRowsBody::Manner MannerOf(const std::string& type) {
  if (type == "SUM") return PoolRowsBody::kSum;
  if (type == "SQRT") return PoolRowsBody::kRoot;
  if (type == "MAX") return PoolRowsBody::kLargest;
  if (type == "MIN") return PoolRowsBody::kSmallest;
  if (type == "FIRST") return PoolRowsBody::kFirst;
  return type == "LAST" ? PoolRowsBody::kLast : PoolRowsBody::kMean;
}

// Offsets are at most INT32_MAX if the tensor has elements; they are all 0 if it has no rows.
Result<Block> UploadOffsets(const PrepareContext& context, const Tensor& x) {
  if (x.numel() > 0) return UploadTable(context, Offsets32(x.lod().back()));
  return UploadTable(context, std::vector<int32_t>(x.lod().back().size()));
}

Status PoolRows(const RunContext& context, const Tensor& x, const Block& offsets,
                const std::string& type, float empty, float* out, int64_t stride) {
  const int64_t width = x.dims().Count(1, x.dims().rank());
  const auto sequences = static_cast<int64_t>(x.lod().back().size()) - 1;
  const PoolRowsBody body = {From<float>(&x), out,  From<int32_t>(offsets), Int(width), Int(stride),
                             MannerOf(type),  empty};
  return QueueOf(context)->Launch("sequence_pool", body, sequences * width);
}

}  // namespace

class SequencePoolKernel final : public CudaKernel<operators::SequencePool> {
 public:
  Status PrepareCuda(const operators::SequencePool& op, PrepareContext* context) override {
    if (op.out->numel() == 0) return OkStatus();
    LITE_ASSIGN_OR_RETURN(offsets_, UploadOffsets(*context, *op.x));
    return OkStatus();
  }
  Status RunOp(const operators::SequencePool& op, const RunContext& context) override {
    if (op.out->numel() == 0) return OkStatus();
    return PoolRows(context, *op.x, offsets_, op.pooltype, op.pad_value, To<float>(op.out),
                    op.x->dims().Count(1, op.x->dims().rank()));
  }

 private:
  Block offsets_;
};

class SequencePoolConcatKernel final : public CudaKernel<operators::SequencePoolConcat> {
 public:
  Status PrepareCuda(const operators::SequencePoolConcat& op, PrepareContext* context) override {
    offsets_.assign(op.x.size(), nullptr);
    if (op.out->numel() == 0) return OkStatus();
    for (size_t i = 0; i < op.x.size(); ++i) {
      LITE_ASSIGN_OR_RETURN(offsets_[i], UploadOffsets(*context, *op.x[i]));
    }
    return OkStatus();
  }
  Status RunOp(const operators::SequencePoolConcat& op, const RunContext& context) override {
    if (op.out->numel() == 0) return OkStatus();
    float* out = To<float>(op.out);
    for (size_t i = 0; i < op.x.size(); ++i) {
      LITE_RETURN_IF_ERROR(
          PoolRows(context, *op.x[i], offsets_[i], op.pooltype[i], 0, out, op.out->dims()[1]));
      out += op.x[i]->dims().Count(1, op.x[i]->dims().rank());
    }
    return OkStatus();
  }

 private:
  std::vector<Block> offsets_;
};

LITE_KERNELS(kCUDA, kFloat, kNCHW, def, SequencePoolKernel, sequence_pool)
    .Out({"MaxIndex"}, PRECISION(kInt32));
LITE_KERNELS(kCUDA, kFloat, kNCHW, def, SequencePoolConcatKernel, sequence_pool_concat);

}  // namespace paddle::lite::kernels::cuda
