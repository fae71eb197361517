#include "lite/operators/set_value.h"

#include <vector>

#include "lite/kernels/host/copy_elements.h"
#include "lite/kernels/host/element_bits.h"
#include "lite/kernels/host/number_conversion.h"
#include "lite/kernels/kernel.h"

namespace paddle::lite::kernels::host {

class SetValueKernel final : public KernelFor<operators::SetValue> {
 public:
  Status PrepareOp(const operators::SetValue& op, PrepareContext* context) override {
    LITE_ASSIGN_OR_RETURN(plan_, op.ResolvePlan());
    if (op.value_tensor != nullptr) return OkStatus();
    if (!op.int64_values.empty()) return Convert(op.int64_values, op, context);
    std::vector<double> values = op.values;
    values.insert(values.end(), op.bool_values.begin(), op.bool_values.end());
    values.insert(values.end(), op.fp32_values.begin(), op.fp32_values.end());
    values.insert(values.end(), op.fp64_values.begin(), op.fp64_values.end());
    values.insert(values.end(), op.int32_values.begin(), op.int32_values.end());
    return Convert(values, op, context);
  }

  Status RunOp(const operators::SetValue& op, const RunContext& context) override {
    if (op.ShapeDependsOnData()) {
      LITE_ASSIGN_OR_RETURN(plan_, op.ResolvePlan());
    }
    CopyElements(*op.input, op.out);
    WithBitsOf(op.input->precision(), [&](auto zero) {
      using Bits = decltype(zero);
      const Bits* values = op.value_tensor != nullptr
                               ? op.value_tensor->data<Bits>()
                               : reinterpret_cast<const Bits*>(values_.data());
      Assign(plan_, op.out->dims(), values, op.out->mutable_data<Bits>(), context.pool);
    });
    return OkStatus();
  }

 private:
  template <typename T>
  Status Convert(const std::vector<T>& values, const operators::SetValue& op,
                 PrepareContext* context) {
    const PrecisionType precision = op.input->precision();
    const NumberConversion convert = FindNumberConversion(PrecisionOfType<T>(), precision);
    if (convert == nullptr)
      return Unsupported("Input: element type ", PrecisionToStr(precision), " for values");
    values_.resize(values.size() * PrecisionTypeLength(precision));
    convert(values.data(), values_.data(), static_cast<int64_t>(values.size()), context->pool);
    return OkStatus();
  }

  template <typename Bits>
  static void Assign(const operators::SetValue::Plan& plan, const DDim& dims, const Bits* values,
                     Bits* out, ThreadPool* pool) {
    const operators::StridedWindow& window = plan.window;
    const int last = dims.rank() - 1;
    if (last < 0) {
      *out = *values;
      return;
    }
    const int64_t width = window.size[last];
    if (width == 0) return;
    constexpr int64_t kGrain = 4096;  // elements that justify a thread
    pool->ForEach(window.size.Count(0, last), kGrain / width + 1, [&](int64_t row) {
      int64_t rest = row;
      int64_t at = window.first[last];
      int64_t from = 0;
      int64_t stride = dims[last];
      for (int i = last - 1; i >= 0; --i) {
        const int64_t position = rest % window.size[i];
        rest /= window.size[i];
        at += (window.first[i] + position * window.step[i]) * stride;
        from += position * plan.value_steps[i];
        stride *= dims[i];
      }
      for (int64_t x = 0; x < width; ++x) {
        out[at + x * window.step[last]] = values[from + x * plan.value_steps[last]];
      }
    });
  }

  operators::SetValue::Plan plan_{operators::StridedWindow(DDim()), DDim()};
  std::vector<char> values_;  // of the attribute, in Input's element type
};

LITE_KERNELS(kHost, kAny, kNCHW, def, SetValueKernel, set_value)
    .In({"StartsTensorList", "EndsTensorList", "StepsTensorList"}, PRECISION(kAny),
        DATALAYOUT(kAny));

}  // namespace paddle::lite::kernels::host
