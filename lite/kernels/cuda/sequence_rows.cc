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
#include "lite/operators/sequence_pad.h"
#include "lite/operators/sequence_reverse.h"

namespace paddle::lite::kernels::cuda {
namespace {

using lite::cuda::CombineRowsBody;
using lite::cuda::FillBody;
using lite::cuda::LengthsBody;
using lite::cuda::MarkRowsBody;
using lite::cuda::PadRowsBody;
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
    LITE_ASSIGN_OR_RETURN(rows_, UploadTable(*context, ReversedRows(op.x->lod()[0])));
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

class SequencePadKernel final : public CudaKernel<operators::SequencePad> {
 public:
  Status PrepareCuda(const operators::SequencePad& op, PrepareContext* context) override {
    const std::vector<int32_t> offsets = Offsets32(op.x->lod()[0]);
    const auto steps = static_cast<int32_t>(op.out->dims()[1]);
    std::vector<int32_t> rows;
    for (size_t s = 0; op.out->numel() > 0 && s + 1 < offsets.size(); ++s) {
      for (int32_t i = 0; i < steps; ++i) {
        rows.push_back(offsets[s] + i < offsets[s + 1] ? offsets[s] + i : -1);
      }
    }
    LITE_ASSIGN_OR_RETURN(rows_, UploadTable(*context, rows));
    LITE_ASSIGN_OR_RETURN(offsets_, UploadTable(*context, offsets));
    return OkStatus();
  }
  Status RunOp(const operators::SequencePad& op, const RunContext& context) override {
    if (op.length != nullptr) {
      const LengthsBody lengths = {From<int32_t>(offsets_), To<int64_t>(op.length)};
      LITE_RETURN_IF_ERROR(
          QueueOf(context)->Launch("lengths of sequences", lengths, op.length->numel()));
    }
    const DDim& dims = op.out->dims();
    const auto launch = [&](auto element) {
      using Element = decltype(element);
      const PadRowsBody<Element> body = {
          From<Element>(op.x),  From<Element>(op.pad_value),     To<Element>(op.out),
          From<int32_t>(rows_), Int(dims.Count(2, dims.rank())), Int(op.pad_value->numel())};
      return QueueOf(context)->Launch("sequence_pad", body, op.out->numel());
    };
    return WithElementOf(PrecisionTypeLength(op.x->precision()), launch);
  }

 private:
  Block rows_, offsets_;
};

// Lengths are read by the host, which needs them for the shape of the result.
class SequenceUnpadKernel final : public CudaKernel<operators::SequenceUnpad> {
 public:
  Status PrepareCuda(const operators::SequenceUnpad& op, PrepareContext* context) override {
    const auto most = static_cast<size_t>(op.x->dims()[0] * op.x->dims()[1]);
    LITE_ASSIGN_OR_RETURN(rows_, AllocateBlock(*context, most * sizeof(int32_t)));
    uploaded_.clear();
    return OkStatus();
  }
  Status RunOp(const operators::SequenceUnpad& op, const RunContext& context) override {
    if (op.out->numel() == 0) return OkStatus();
    const std::vector<int32_t> offsets = Offsets32(op.out->lod()[0]);
    // The program can compute the lengths. Then steps wait for each other, and no launch of the run
    // before reads the table any more.
    if (offsets != uploaded_) {
      const auto steps = static_cast<int32_t>(op.x->dims()[1]);
      std::vector<int32_t> rows;
      for (int32_t s = 0; s + 1 < static_cast<int32_t>(offsets.size()); ++s) {
        const auto at = static_cast<size_t>(s);
        for (int32_t i = 0; i < offsets[at + 1] - offsets[at]; ++i) rows.push_back(s * steps + i);
      }
      LITE_RETURN_IF_ERROR(QueueOf(context)->device()->CopyFromHost(rows_->handle(), 0, rows.data(),
                                                                    rows.size() * sizeof(int32_t)));
      uploaded_ = offsets;
    }
    return MoveRows<SelectRowsBody>(context, op.x, op.out, rows_, op.out);
  }

 private:
  Block rows_;
  std::vector<int32_t> uploaded_;  // offsets to which the table belongs
};

LITE_KERNELS(kCUDA, kAny, kNCHW, def, SequencePadKernel, sequence_pad)
    .Out({"Length"}, PRECISION(kInt64));
LITE_KERNELS(kCUDA, kAny, kNCHW, def, SequenceReverseKernel, sequence_reverse);
LITE_KERNELS(kCUDA, kAny, kNCHW, def, SequenceConcatKernel, sequence_concat);
LITE_KERNELS(kCUDA, kFloat, kNCHW, def, SequenceArithmeticKernel, sequence_arithmetic,
             search_seq_arithmetic);
LITE_KERNELS(kCUDA, kFloat, kNCHW, def, SearchGroupPaddingKernel, search_group_padding);
LITE_KERNELS(kCUDA, kFloat, kNCHW, def, SearchSeqDepaddingKernel, search_seq_depadding)
    .In({"Src"}, PRECISION(kAny));

}  // namespace paddle::lite::kernels::cuda

REGISTER_LITE_KERNEL(sequence_unpad, kCUDA, kAny, kNCHW,
                     paddle::lite::kernels::cuda::SequenceUnpadKernel, def)
    .BindInput("Length", {LiteType::GetTensorTy(TARGET(kHost), PRECISION(kAny))})
    .Finalize();
