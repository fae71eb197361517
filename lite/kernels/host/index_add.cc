#include "lite/operators/index_add.h"

#include "lite/core/element.h"
#include "lite/kernels/host/axis_index.h"
#include "lite/kernels/host/copy_elements.h"
#include "lite/kernels/host/wrapping_sum.h"
#include "lite/kernels/kernel_without_half.h"

namespace paddle::lite::kernels::host {

class IndexAddKernel final : public KernelWithoutHalf<operators::IndexAdd> {
 public:
  Status RunOp(const operators::IndexAdd& op, const RunContext& context) override {
    return VisitElementType<NumberTypes>("X", op.x->precision(), [&](auto type) {
      return VisitElementType<IndexTypes>("Index", op.index->precision(), [&](auto index) {
        return RunTyped(type, index, op, context);
      });
    });
  }

 private:
  template <typename T, typename I>
  static Status RunTyped(ElementTag<T>, ElementTag<I>, const operators::IndexAdd& op,
                         const RunContext& context) {
    LITE_ASSIGN_OR_RETURN(const int axis, op.Axis());
    const DDim& dims = op.x->dims();
    const I* index = op.index->data<I>();
    const int64_t count = op.index->numel();
    LITE_RETURN_IF_ERROR(CheckIndices(index, count, "X", dims, axis));
    CopyElements(*op.x, op.out);
    if (op.add_value->numel() == 0) return OkStatus();
    const int64_t inner = dims.Count(axis + 1, dims.rank());
    const int64_t outer = dims.Count(0, axis);
    const T* add = op.add_value->data<T>();
    T* out = op.out->mutable_data<T>();
    // Threads share what is outside of the axis: the order of Index decides how sums round.
    constexpr int64_t kGrain = 4096;  // elements that justify a thread
    context.pool->ForEach(outer * inner, kGrain / count + 1, [&](int64_t line) {
      const int64_t o = line / inner, at = line % inner;
      T* const to = out + o * dims[axis] * inner + at;
      const T* const from = add + o * count * inner + at;
      for (int64_t i = 0; i < count; ++i) {
        T& sum = to[static_cast<int64_t>(index[i]) * inner];
        sum = WrappingSum<T>(sum, from[i * inner]);
      }
    });
    return OkStatus();
  }
};

LITE_KERNELS(kHost, kAny, kNCHW, def, IndexAddKernel, index_add);

}  // namespace paddle::lite::kernels::host
