#include "lite/operators/gather.h"

#include <cstring>
#include <type_traits>

#include "lite/core/element.h"
#include "lite/kernels/host/axis_index.h"
#include "lite/kernels/kernel.h"

namespace paddle::lite::kernels::host {

template <typename OpType>
class GatherKernel final : public KernelFor<OpType> {
 public:
  Status RunOp(const OpType& op, const RunContext& context) override {
    return VisitElementType<IndexTypes>("Index", op.index->precision(),
                                        [&](auto type) { return RunTyped(type, op, context); });
  }

 private:
  template <typename T>
  Status RunTyped(ElementTag<T>, const OpType& op, const RunContext& context) const {
    LITE_ASSIGN_OR_RETURN(const int axis, op.Axis());
    const DDim& dims = op.x->dims();
    const Tensor& indices = *op.index;
    const T* index = indices.data<T>();
    const int64_t count = indices.numel();
    LITE_RETURN_IF_ERROR(CheckIndices(index, count, "X", dims, axis));
    if (op.out->numel() == 0) return OkStatus();
    const size_t slice = static_cast<size_t>(dims.Count(axis + 1, dims.rank())) *
                         PrecisionTypeLength(op.x->precision());
    const char* src = static_cast<const char*>(op.x->raw_data());
    char* dst = static_cast<char*>(op.out->mutable_raw_data());
    constexpr size_t kGrain = 16384;  // bytes that justify a thread
    const int64_t size = dims[axis];
    const auto copy = [=](int64_t begin, int64_t end, auto bytes) {
      int64_t row = begin / count * size;
      int64_t at = begin % count;
      for (int64_t i = begin; i < end; ++i) {
        std::memcpy(dst + static_cast<size_t>(i) * bytes(),
                    src + static_cast<size_t>(row + index[at]) * bytes(), bytes());
        if (++at == count) {
          at = 0;
          row += size;
        }
      }
    };
    context.pool->ParallelFor(dims.Count(0, axis) * count, static_cast<int64_t>(kGrain / slice) + 1,
                              [&](int64_t begin, int64_t end, int) {
                                // Known sizes are moved without a call.
                                if (slice == 4)
                                  return copy(begin, end, std::integral_constant<size_t, 4>());
                                if (slice == 8)
                                  return copy(begin, end, std::integral_constant<size_t, 8>());
                                copy(begin, end, [slice] { return slice; });
                              });
    return OkStatus();
  }
};

LITE_KERNELS(kHost, kAny, kNCHW, def, GatherKernel<operators::Gather>, gather)
    .In({"Axis"}, PRECISION(kAny), DATALAYOUT(kAny));
LITE_KERNELS(kHost, kAny, kNCHW, def, GatherKernel<operators::IndexSelect>, index_select);

}  // namespace paddle::lite::kernels::host
