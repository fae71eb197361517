#include "lite/operators/concat.h"

#include "lite/core/memory_order.h"
#include "lite/kernels/host/copy_elements.h"
#include "lite/kernels/kernel.h"
#include "lite/operators/split.h"
#include "lite/operators/stack.h"
#include "lite/operators/unstack.h"

namespace paddle::lite::kernels::host {
namespace {

// Bytes of a tensor from dimension `axis` in memory inwards.
size_t RowBytes(const Tensor& tensor, int axis) {
  const DDim dims = MemoryDims(tensor);
  return static_cast<size_t>(dims.Count(axis, dims.rank())) *
         PrecisionTypeLength(tensor.precision());
}

// Copies between a tensor and the pieces that it consists of along dimension `axis` in memory.
template <typename Pieces, typename Copy>
void ForEachPieceOf(const Tensor& whole, int axis, const Pieces& pieces, ThreadPool* pool,
                    const Copy& copy) {
  ForEachPiece(
      pieces, MemoryDims(whole).Count(0, axis), RowBytes(whole, axis), pool,
      [&](const Tensor& piece) { return RowBytes(piece, axis); }, copy);
}

}  // namespace

class ConcatKernel final : public KernelFor<operators::Concat> {
 public:
  Status RunOp(const operators::Concat& op, const RunContext& context) override {
    LITE_ASSIGN_OR_RETURN(const int axis, op.Axis());
    ForEachPieceOf(*op.out, MemoryAxis(*op.out, axis), op.x, context.pool,
                   [&](const Tensor* x, size_t at, size_t from, size_t bytes) {
                     CopyBytes(BytesAt(*x, from), BytesAt(op.out, at), bytes);
                   });
    return OkStatus();
  }
};

class SplitKernel final : public KernelFor<operators::Split> {
 public:
  Status RunOp(const operators::Split& op, const RunContext& context) override {
    LITE_ASSIGN_OR_RETURN(const int axis, op.Axis());
    ForEachPieceOf(*op.x, MemoryAxis(*op.x, axis), op.out, context.pool,
                   [&](Tensor* out, size_t at, size_t to, size_t bytes) {
                     CopyBytes(BytesAt(*op.x, at), BytesAt(out, to), bytes);
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
    const size_t row = op.x[0]->memory_size() / static_cast<size_t>(rows);
    ForEachPiece(
        op.x, rows, row * op.x.size(), context.pool, [=](const Tensor&) { return row; },
        [&](const Tensor* x, size_t at, size_t from, size_t bytes) {
          CopyBytes(BytesAt(*x, from), BytesAt(op.y, at), bytes);
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
    const size_t row = op.out[0]->memory_size() / static_cast<size_t>(rows);
    ForEachPiece(
        op.out, rows, row * op.out.size(), context.pool, [=](const Tensor&) { return row; },
        [&](Tensor* out, size_t at, size_t to, size_t bytes) {
          CopyBytes(BytesAt(*op.x, at), BytesAt(out, to), bytes);
        });
    return OkStatus();
  }
};

LITE_KERNELS(kHost, kAny, kAny, def, ConcatKernel, concat);
LITE_KERNELS(kHost, kAny, kAny, def, SplitKernel, split);
LITE_KERNELS(kHost, kAny, kNCHW, def, StackKernel, stack);
LITE_KERNELS(kHost, kAny, kNCHW, def, UnstackKernel, unstack, unbind);

}  // namespace paddle::lite::kernels::host
