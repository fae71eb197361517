#include "lite/operators/gather.h"

#include <cstring>

#include "lite/core/element.h"
#include "lite/kernels/kernel.h"

namespace paddle::lite::kernels::host {

class GatherKernel final : public KernelFor<operators::Gather> {
 public:
  Status RunOp(const operators::Gather& op, const RunContext&) override {
    return VisitElementType<IndexTypes>("Index", op.index->precision(),
                                        [&](auto type) { return RunTyped(type, op); });
  }

 private:
  template <typename T>
  Status RunTyped(ElementTag<T>, const operators::Gather& op) const {
    LITE_ASSIGN_OR_RETURN(const int axis, op.Axis());
    const DDim& dims = op.x->dims();
    const T* index = op.index->data<T>();
    const int64_t count = op.index->numel();
    for (int64_t i = 0; i < count; ++i) {
      if (index[i] < 0 || index[i] >= dims[axis]) {
        return OutOfRange("Index: ", index[i], " at position ", i, " is outside of dimension ",
                          axis, " of X ", dims);
      }
    }
    if (op.out->numel() == 0) return OkStatus();
    const size_t slice = static_cast<size_t>(dims.Count(axis + 1, dims.rank())) *
                         PrecisionTypeLength(op.x->precision());
    const int64_t outer = dims.Count(0, axis);
    const char* src = static_cast<const char*>(op.x->raw_data());
    char* dst = static_cast<char*>(op.out->mutable_raw_data());
    for (int64_t o = 0; o < outer; ++o) {
      for (int64_t i = 0; i < count; ++i, dst += slice) {
        std::memcpy(dst, src + static_cast<size_t>(o * dims[axis] + index[i]) * slice, slice);
      }
    }
    return OkStatus();
  }
};

LITE_KERNELS(kHost, kAny, kNCHW, def, GatherKernel, gather)
    .In({"Axis"}, PRECISION(kAny), DATALAYOUT(kAny));

}  // namespace paddle::lite::kernels::host
