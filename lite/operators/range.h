#pragma once

#include <cmath>

#include "lite/core/element.h"
#include "lite/core/targets.h"
#include "lite/operators/op.h"
#include "lite/operators/shape_rules.h"

namespace paddle::lite::operators {

// Start, Start + Step, ... up to but excluding End. The three inputs hold one number each.
struct Range final : Op {
  const Tensor* start = nullptr;
  const Tensor* end = nullptr;
  const Tensor* step = nullptr;
  Tensor* out = nullptr;

  void Fields(FieldVisitor& v) override {
    v.Input("Start", &start);
    v.Input("End", &end);
    v.Input("Step", &step);
    v.Output("Out", &out);
  }
  Status InferShape() override {
    const PrecisionType type = start->precision();
    for (const Tensor* tensor : {start, end, step}) {
      const char* slot = tensor == start ? "Start" : tensor == end ? "End" : "Step";
      if (tensor->numel() != 1)
        return InvalidArgument(slot, ": expected one number, found shape ", tensor->dims());
      if (tensor->precision() != type) {
        return InvalidArgument(slot, ": expected the type of Start, ", PrecisionToStr(type),
                               ", found ", PrecisionToStr(tensor->precision()));
      }
      if (!tensor->IsInitialized()) return FailedPrecondition(slot, ": the value is not known yet");
      if (!IsHostMemory(tensor->target()))
        return Unsupported(slot, ": the value must be in host memory");
    }
    int64_t count = 0;
    LITE_RETURN_IF_ERROR(VisitElementType<NumberTypes>("Start", type, [&](auto tag) -> Status {
      LITE_ASSIGN_OR_RETURN(count, Count(tag));
      return OkStatus();
    }));
    out->set_lod(LoD());
    return SetShape("Out", DDim{count}, out);
  }
  bool ShapeDependsOnData() const override {
    return IsVariableData(start) || IsVariableData(end) || IsVariableData(step);
  }

 private:
  template <typename T>
  Result<int64_t> Count(ElementTag<T>) const {
    if constexpr (std::is_integral_v<T>) {
      return CountIntegers<T>();
    } else {
      return CountReal<T>();
    }
  }
  template <typename T>
  Result<int64_t> CountReal() const {
    const double from = *start->data<T>();
    const double to = *end->data<T>();
    const double by = *step->data<T>();
    // The difference is rounded to T, as in Paddle, which matters at whole multiples of the step.
    const double count = std::ceil(
        std::fabs(static_cast<double>((*end->data<T>() - *start->data<T>()) / *step->data<T>())));
    LITE_RETURN_IF_ERROR(CheckStep(by == 0, by < 0 ? to > from : to < from));
    if (!(count < 1e15)) return OutOfRange("End: too many numbers");
    return static_cast<int64_t>(count);
  }
  template <typename T>
  Result<int64_t> CountIntegers() const {
    const int64_t from = *start->data<T>();
    const int64_t to = *end->data<T>();
    const int64_t by = *step->data<T>();
    LITE_RETURN_IF_ERROR(CheckStep(by == 0, by < 0 ? to > from : to < from));
    const uint64_t span = from < to ? static_cast<uint64_t>(to) - static_cast<uint64_t>(from)
                                    : static_cast<uint64_t>(from) - static_cast<uint64_t>(to);
    const uint64_t stride =
        by < 0 ? uint64_t{0} - static_cast<uint64_t>(by) : static_cast<uint64_t>(by);
    const uint64_t count = span / stride + (span % stride != 0 ? 1 : 0);
    int64_t result = 0;
    if (!CheckedCast(count, &result)) return OutOfRange("End: too many numbers");
    return result;
  }
  static Status CheckStep(bool zero, bool leads_away) {
    if (zero) return InvalidArgument("Step: expected a non-zero number");
    if (leads_away) return InvalidArgument("Step: its sign points away from End");
    return OkStatus();
  }
};

LITE_OP(range, Range);

}  // namespace paddle::lite::operators
