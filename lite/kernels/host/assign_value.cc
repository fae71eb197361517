#include "lite/operators/assign_value.h"

#include <algorithm>

#include "lite/kernels/kernel.h"

namespace paddle::lite::kernels::host {

class AssignValueKernel final : public KernelFor<operators::AssignValue> {
 public:
  Status RunOp(const operators::AssignValue& op, const RunContext&) override {
    using Types = operators::AssignValue::Types;
    return VisitElementType<Types>("Out", op.out->precision(), [&](auto type) {
      using T = typename decltype(type)::Type;
      T* const dst = op.out->mutable_data<T>();
      const auto& values = op.Values(type);
      std::transform(values.begin(), values.begin() + op.out->numel(), dst,
                     [](auto value) { return static_cast<T>(value); });
    });
  }
};

LITE_KERNELS(kHost, kAny, kNCHW, def, AssignValueKernel, assign_value);

}  // namespace paddle::lite::kernels::host
