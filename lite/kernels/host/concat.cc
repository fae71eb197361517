#include "lite/operators/concat.h"

#include "lite/core/memory_order.h"
#include "lite/kernels/host/copy_elements.h"
#include "lite/kernels/kernel.h"
#include "lite/operators/split.h"
#include "lite/operators/stack.h"
#include "lite/operators/unstack.h"

namespace paddle::lite::kernels::host {
namespace {

// Bytes of a piece of `whole`, or of `whole` itself, from dimension `axis` inwards.
size_t RowBytes(const Tensor& whole, int axis, const Tensor& piece) {
  return static_cast<size_t>(RowOfPiece(whole, axis, piece)) *
         PrecisionTypeLength(whole.precision());
}

// Copies between a tensor and the pieces that it consists of along dimension `axis`.
template <typename Pieces, typename Copy>
void ForEachPieceOf(const Tensor& whole, int axis, const Pieces& pieces, ThreadPool* pool,
                    const Copy& copy) {
  ForEachPiece(
      pieces, MemoryDims(whole).Count(0, MemoryAxis(whole, axis)), RowBytes(whole, axis, whole),
      pool, [&](const Tensor& piece) { return RowBytes(whole, axis, piece); }, copy);
}

}  // namespace

class ConcatKernel final : public KernelFor<operators::Concat> {
 public:
  Status RunOp(const operators::Concat& op, const RunContext& context) override {
    LITE_ASSIGN_OR_RETURN(const int axis, op.Axis());
    const size_t row = RowBytes(*op.out, axis, *op.out);
    ForEachPieceOf(*op.out, axis, op.x, context.pool,
                   [&](const Tensor* x, size_t at, size_t from, size_t bytes, int64_t rows) {
                     const char* const belongs = BytesAt(*op.out, at - from / bytes * row);
                     if (BytesAt(*x, 0) == belongs) return;
                     CopyRows(BytesAt(*x, from), bytes, BytesAt(op.out, at), row, bytes, rows);
                   });
    return OkStatus();
  }

  bool joins_in_place() const override { return true; }
};

class SplitKernel final : public KernelFor<operators::Split> {
 public:
  Status RunOp(const operators::Split& op, const RunContext& context) override {
    LITE_ASSIGN_OR_RETURN(const int axis, op.Axis());
    const size_t row = RowBytes(*op.x, axis, *op.x);
    ForEachPieceOf(*op.x, axis, op.out, context.pool,
                   [&](Tensor* out, size_t at, size_t to, size_t bytes, int64_t rows) {
                     CopyRows(BytesAt(*op.x, at), row, BytesAt(out, to), bytes, bytes, rows);
                   });
    return OkStatus();
  }
};

class StackKernel final : public KernelFor<operators::Stack> {
 public:
  Status RunOp(const operators::Stack& op, const RunContext& context) override {
    if (op.y->numel() == 0) return OkStatus();
    const DDim& dims = op.x[0]->dims();
    const int axis = op.axis < 0 ? op.axis + dims.rank() + 1 : op.axis;
    const int64_t rows = dims.Count(0, axis);
    const size_t bytes = op.x[0]->memory_size() / static_cast<size_t>(rows);
    const size_t row = bytes * op.x.size();
    ForEachPiece(
        op.x, rows, row, context.pool, [=](const Tensor&) { return bytes; },
        [&](const Tensor* x, size_t at, size_t from, size_t, int64_t count) {
          CopyRows(BytesAt(*x, from), bytes, BytesAt(op.y, at), row, bytes, count);
        });
    return OkStatus();
  }
};

class UnstackKernel final : public KernelFor<operators::UnstackBase> {
 public:
  Status RunOp(const operators::UnstackBase& op, const RunContext& context) override {
    if (op.x->numel() == 0) return OkStatus();
    LITE_ASSIGN_OR_RETURN(const int axis, op.Axis());
    const int64_t rows = op.x->dims().Count(0, axis);
    const size_t bytes = op.out[0]->memory_size() / static_cast<size_t>(rows);
    const size_t row = bytes * op.out.size();
    ForEachPiece(
        op.out, rows, row, context.pool, [=](const Tensor&) { return bytes; },
        [&](Tensor* out, size_t at, size_t to, size_t, int64_t count) {
          CopyRows(BytesAt(*op.x, at), row, BytesAt(out, to), bytes, bytes, count);
        });
    return OkStatus();
  }
};

LITE_KERNELS(kHost, kAny, kAny, def, ConcatKernel, concat);
LITE_KERNELS(kHost, kAny, kAny, def, SplitKernel, split);
LITE_KERNELS(kHost, kAny, kNCHW, def, StackKernel, stack);
LITE_KERNELS(kHost, kAny, kNCHW, def, UnstackKernel, unstack, unbind);

}  // namespace paddle::lite::kernels::host
