#include "lite/operators/assign_value.h"

#include <algorithm>

#include "lite/kernels/kernel.h"

namespace paddle::lite::kernels::host {

class AssignValueKernel final : public KernelFor<operators::AssignValue> {
 public:
  Status RunOp(const operators::AssignValue& op, const RunContext&) override {
    switch (op.out->precision()) {
      case PrecisionType::kBool:
        for (size_t i = 0; i < op.bool_values.size(); ++i)
          op.out->mutable_data<bool>()[i] = op.bool_values[i] != 0;
        return OkStatus();
      case PrecisionType::kFloat:
        std::copy(op.fp32_values.begin(), op.fp32_values.end(), op.out->mutable_data<float>());
        return OkStatus();
      case PrecisionType::kFP64:
        std::copy(op.fp64_values.begin(), op.fp64_values.end(), op.out->mutable_data<double>());
        return OkStatus();
      case PrecisionType::kInt32:
        std::copy(op.int32_values.begin(), op.int32_values.end(), op.out->mutable_data<int32_t>());
        return OkStatus();
      default:
        std::copy(op.int64_values.begin(), op.int64_values.end(), op.out->mutable_data<int64_t>());
        return OkStatus();
    }
  }
};

}  // namespace paddle::lite::kernels::host

REGISTER_LITE_KERNEL(assign_value, kHost, kAny, kNCHW,
                     paddle::lite::kernels::host::AssignValueKernel, def)
    .Finalize();
