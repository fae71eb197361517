#include "lite/operators/gather.h"

#include <cstring>

#include "lite/kernels/kernel.h"

namespace paddle::lite::kernels::host {

class GatherKernel final : public KernelFor<operators::Gather> {
 public:
  Status RunOp(const operators::Gather& op, const RunContext&) override {
    return op.index->precision() == PrecisionType::kInt32 ? RunTyped<int32_t>(op)
                                                          : RunTyped<int64_t>(op);
  }

 private:
  template <typename T>
  Status RunTyped(const operators::Gather& op) const {
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

}  // namespace paddle::lite::kernels::host

REGISTER_LITE_KERNEL(gather, kHost, kAny, kNCHW, paddle::lite::kernels::host::GatherKernel, def)
    .BindInput("Axis", {LiteType::GetTensorTy(TARGET(kHost), PRECISION(kAny), DATALAYOUT(kAny))})
    .Finalize();
