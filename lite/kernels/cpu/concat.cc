// Concatenation and its inverse in any layout: along the channels of channels-last tensors, every
// pixel is a row. A piece that the memory plan has placed in the whole tensor is not copied.

#include "lite/operators/concat.h"

#include "lite/core/memory_order.h"
#include "lite/kernels/cpu/cpu_kernel.h"
#include "lite/operators/split.h"

namespace paddle::lite::kernels::LITE_CPU {
namespace {

// Calls copy(piece, first, width, at, stride, rows) for parts of all pieces, on several threads:
// `rows` rows of `width` elements, contiguous from element `first` of the piece, and `stride`
// elements apart from element `at` of the whole.
template <typename Pieces, typename Copy>
void ForEachPiece(const Tensor& whole, int program_axis, const Pieces& pieces, ThreadPool* pool,
                  const Copy& copy) {
  constexpr int64_t kGrain = 8192;  // elements that justify a thread
  const int axis = MemoryAxis(whole, program_axis);
  const DDim shape = MemoryDims(whole);
  const int64_t stride = shape.Count(axis, shape.rank());
  pool->ParallelFor(shape.Count(0, axis), kGrain / stride + 1,
                    [&](int64_t begin, int64_t end, int) {
                      int64_t at = begin * stride;
                      for (auto* piece : pieces) {
                        const int64_t width = RowOfPiece(whole, program_axis, *piece);
                        if (width != 0) copy(piece, begin * width, width, at, stride, end - begin);
                        at += width;
                      }
                    });
}

}  // namespace

template <typename Types>
class ConcatKernel final : public CpuKernelFor<operators::Concat, Types> {
 public:
  using Element = typename Types::Element;

  Status RunOp(const operators::Concat& op, const RunContext& context) override {
    if (op.out->numel() == 0) return OkStatus();
    LITE_ASSIGN_OR_RETURN(const int axis, op.Axis());
    Element* const whole = op.out->mutable_data<Element>();
    ForEachPiece(*op.out, axis, op.x, context.pool,
                 [&](const Tensor* piece, int64_t first, int64_t width, int64_t at, int64_t stride,
                     int64_t rows) {
                   const Element* const from = piece->data<Element>();
                   if (from == whole + at - first / width * stride) return;  // where it belongs
                   this->tables_.vector.copy(from + first, width, whole + at, stride, rows, width);
                 });
    return OkStatus();
  }

  bool joins_in_place() const override { return true; }
};

template <typename Types>
class SplitKernel final : public CpuKernelFor<operators::Split, Types> {
 public:
  using Element = typename Types::Element;

  Status RunOp(const operators::Split& op, const RunContext& context) override {
    if (op.x->numel() == 0) return OkStatus();
    LITE_ASSIGN_OR_RETURN(const int axis, op.Axis());
    const Element* const whole = op.x->data<Element>();
    ForEachPiece(
        *op.x, axis, op.out, context.pool,
        [&](Tensor* piece, int64_t first, int64_t width, int64_t at, int64_t stride, int64_t rows) {
          Element* const to = piece->mutable_data<Element>() + first;
          if (to == whole + at) return;
          this->tables_.vector.copy(whole + at, stride, to, width, rows, width);
        });
    return OkStatus();
  }
};

LITE_KERNELS(LITE_CPU_TARGET, kFloat, kAny, def, ConcatKernel<F32>, concat)
    .In({"AxisTensor"}, PRECISION(kAny), DATALAYOUT(kNCHW));
LITE_KERNELS(LITE_CPU_TARGET, kFloat, kAny, def, SplitKernel<F32>, split)
    .In({"AxisTensor", "SectionsTensorList"}, PRECISION(kAny), DATALAYOUT(kNCHW));
LITE_KERNELS(LITE_CPU_TARGET, kFP16, kAny, def, ConcatKernel<F16>, concat)
    .In({"AxisTensor"}, PRECISION(kAny), DATALAYOUT(kNCHW));
LITE_KERNELS(LITE_CPU_TARGET, kFP16, kAny, def, SplitKernel<F16>, split)
    .In({"AxisTensor", "SectionsTensorList"}, PRECISION(kAny), DATALAYOUT(kNCHW));

}  // namespace paddle::lite::kernels::LITE_CPU
