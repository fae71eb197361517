// Operators that move or combine whole rows of sequences.
#include <algorithm>
#include <cstdint>
#include <vector>

#include "lite/backends/cuda/copy_body.h"
#include "lite/backends/cuda/sequence_body.h"
#include "lite/kernels/cuda/copy.h"
#include "lite/kernels/cuda/sequences.h"
#include "lite/operators/search_padding.h"
#include "lite/operators/sequence_arithmetic.h"
#include "lite/operators/sequence_concat.h"
#include "lite/operators/sequence_reverse.h"

namespace paddle::lite::kernels::cuda {
namespace {

using lite::cuda::CombineRowsBody;
using lite::cuda::FillBody;
using lite::cuda::MarkRowsBody;
using lite::cuda::PlaceRowsBody;
using lite::cuda::SelectRowsBody;
using operators::LengthOf;

// Launches Body<Element> for elements of any type, for all elements of `counted`.
template <template <typename> class Body>
Status MoveRows(const RunContext& context, const Tensor* from, const Tensor* to, const Block& rows,
                const Tensor* counted) {
  const DDim& dims = counted->dims();
  const int32_t width = Int(dims.Count(1, dims.rank()));
  const auto launch = [&](auto element) {
    using Element = decltype(element);
    const Body<Element> body = {From<Element>(from), To<Element>(to), From<int32_t>(rows), width};
    return QueueOf(context)->Launch("rows of sequences", body, counted->numel());
  };
  return WithElementOf(PrecisionTypeLength(from->precision()), launch);
}

}  // namespace

class SequenceReverseKernel final : public CudaKernel<operators::SequenceReverse> {
 public:
  Status PrepareCuda(const operators::SequenceReverse& op, PrepareContext* context) override {
    if (op.y->numel() == 0) return OkStatus();
    const std::vector<int32_t> offsets = Offsets32(op.x->lod()[0]);
    std::vector<int32_t> rows;
    for (size_t s = 0; s + 1 < offsets.size(); ++s) {
      for (int32_t row = offsets[s + 1]; row-- > offsets[s];) rows.push_back(row);
    }
    LITE_ASSIGN_OR_RETURN(rows_, UploadTable(*context, rows));
    return OkStatus();
  }
  Status RunOp(const operators::SequenceReverse& op, const RunContext& context) override {
    if (op.y->numel() == 0) return OkStatus();
    return MoveRows<SelectRowsBody>(context, op.x, op.y, rows_, op.y);
  }

 private:
  Block rows_;
};

class SequenceConcatKernel final : public CudaKernel<operators::SequenceConcat> {
 public:
  Status PrepareCuda(const operators::SequenceConcat& op, PrepareContext* context) override {
    rows_.assign(op.x.size(), nullptr);
    if (op.out->numel() == 0) return OkStatus();
    // Where the next rows of a sequence are placed.
    std::vector<int32_t> next = Offsets32(op.out->lod()[0]);
    for (size_t i = 0; i < op.x.size(); ++i) {
      const std::vector<int32_t> offsets = Offsets32(op.x[i]->lod()[0]);
      std::vector<int32_t> rows;
      for (size_t s = 0; s + 1 < offsets.size(); ++s) {
        for (int32_t row = offsets[s]; row < offsets[s + 1]; ++row) rows.push_back(next[s]++);
      }
      LITE_ASSIGN_OR_RETURN(rows_[i], UploadTable(*context, rows));
    }
    return OkStatus();
  }
  Status RunOp(const operators::SequenceConcat& op, const RunContext& context) override {
    for (size_t i = 0; i < op.x.size(); ++i) {
      if (op.x[i]->numel() == 0) continue;
      LITE_RETURN_IF_ERROR(MoveRows<PlaceRowsBody>(context, op.x[i], op.out, rows_[i], op.x[i]));
    }
    return OkStatus();
  }

 private:
  std::vector<Block> rows_;
};

class SequenceArithmeticKernel final : public CudaKernel<operators::SequenceArithmetic> {
  using Operator = operators::SequenceArithmetic;

 public:
  Status PrepareCuda(const Operator& op, PrepareContext* context) override {
    if (op.out->numel() == 0) return OkStatus();
    const std::vector<int32_t> of_x = Offsets32(op.x->lod()[0]);
    const std::vector<int32_t> of_y = Offsets32(op.y->lod()[0]);
    std::vector<int32_t> rows;
    for (size_t s = 0; s + 1 < of_x.size(); ++s) {
      for (int32_t i = 0; i < of_x[s + 1] - of_x[s]; ++i) {
        rows.push_back(i < of_y[s + 1] - of_y[s] ? of_y[s] + i : -1);
      }
    }
    LITE_ASSIGN_OR_RETURN(rows_, UploadTable(*context, rows));
    return OkStatus();
  }
  Status RunOp(const Operator& op, const RunContext& context) override {
    if (op.out->numel() == 0) return OkStatus();
    const auto operation = op.op_type == Operator::kAdd   ? CombineRowsBody::kAdd
                           : op.op_type == Operator::kSub ? CombineRowsBody::kSubtract
                                                          : CombineRowsBody::kMultiply;
    const CombineRowsBody body = {From<float>(op.x),    From<float>(op.y),    To<float>(op.out),
                                  From<int32_t>(rows_), Int(op.x->dims()[1]), operation};
    return QueueOf(context)->Launch("sequence_arithmetic", body, op.out->numel());
  }

 private:
  Block rows_;
};

class SearchGroupPaddingKernel final : public CudaKernel<operators::SearchGroupPadding> {
  using Operator = operators::SearchGroupPadding;

 public:
  Status PrepareCuda(const Operator& op, PrepareContext* context) override {
    const int64_t count = op.out_padding->numel();
    if (count == 0) return OkStatus();
    const std::vector<uint64_t>& from = op.x->lod()[0];
    const std::vector<uint64_t>& to = op.out_padding->lod()[0];
    std::vector<int32_t> rows(static_cast<size_t>(count), -1);
    for (size_t s = 0; s + 1 < from.size(); ++s) {
      for (size_t i = 0; i < from[s + 1] - from[s]; ++i) {
        rows[to[s] + i] = Int(static_cast<int64_t>(from[s] + i));
      }
    }
    LITE_ASSIGN_OR_RETURN(rows_, UploadTable(*context, rows));
    return OkStatus();
  }
  Status RunOp(const Operator& op, const RunContext& context) override {
    if (op.out_emb_padding->numel() > 0) {
      LITE_RETURN_IF_ERROR(
          MoveRows<SelectRowsBody>(context, op.x, op.out_emb_padding, rows_, op.out_emb_padding));
    }
    if (op.out_padding->numel() > 0) {
      const MarkRowsBody marks = {From<int32_t>(rows_), To<float>(op.out_padding),
                                  static_cast<float>(op.pad_id)};
      LITE_RETURN_IF_ERROR(
          QueueOf(context)->Launch("marks of padding", marks, op.out_padding->numel()));
    }
    return QueueOf(context)->Launch("zeros", FillBody<uint32_t>{To<uint32_t>(op.out_new), 0},
                                    op.out_new->numel());
  }

 private:
  Block rows_;
};

class SearchSeqDepaddingKernel final : public CudaKernel<operators::SearchSeqDepadding> {
  using Operator = operators::SearchSeqDepadding;

 public:
  Status PrepareCuda(const Operator& op, PrepareContext* context) override {
    if (op.out->numel() == 0) return OkStatus();
    const std::vector<int32_t> from = Offsets32(op.pad->lod()[0]);
    const std::vector<uint64_t>& to = op.src->lod()[0];
    std::vector<int32_t> rows;
    for (size_t s = 0; s + 1 < to.size(); ++s) {
      for (int64_t i = 0; i < LengthOf(to, s); ++i) rows.push_back(from[s] + Int(i));
    }
    LITE_ASSIGN_OR_RETURN(rows_, UploadTable(*context, rows));
    return OkStatus();
  }
  Status RunOp(const Operator& op, const RunContext& context) override {
    if (op.out->numel() == 0) return OkStatus();
    return MoveRows<SelectRowsBody>(context, op.pad, op.out, rows_, op.out);
  }

 private:
  Block rows_;
};

LITE_KERNELS(kCUDA, kAny, kNCHW, def, SequenceReverseKernel, sequence_reverse);
LITE_KERNELS(kCUDA, kAny, kNCHW, def, SequenceConcatKernel, sequence_concat);
LITE_KERNELS(kCUDA, kFloat, kNCHW, def, SequenceArithmeticKernel, sequence_arithmetic,
             search_seq_arithmetic);
LITE_KERNELS(kCUDA, kFloat, kNCHW, def, SearchGroupPaddingKernel, search_group_padding);
LITE_KERNELS(kCUDA, kFloat, kNCHW, def, SearchSeqDepaddingKernel, search_seq_depadding)
    .In({"Src"}, PRECISION(kAny));

}  // namespace paddle::lite::kernels::cuda
