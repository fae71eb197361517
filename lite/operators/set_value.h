#pragma once

#include <algorithm>
#include <vector>

#include "lite/operators/strided_slice.h"

namespace paddle::lite::operators {

// Out is Input with a window of it replaced: the elements of `axes` from `starts` to `ends`
// (excluded) in steps of `steps`, as in Python. The new values come from ValueTensor, else from the
// list of an attribute with the shape `shape`, and are broadcast to the window after
// `decrease_axes` have been removed from its shape and dimensions of size 1 inserted before
// `none_axes`.
struct SetValue final : Op {
  const Tensor* input = nullptr;
  const Tensor* value_tensor = nullptr;
  std::vector<const Tensor*> starts_tensors;
  std::vector<const Tensor*> ends_tensors;
  std::vector<const Tensor*> steps_tensors;
  int dtype = 5;  // of the values in programs before Paddle 2.5; they are converted to Input's type
  std::vector<int64_t> axes;
  std::vector<int64_t> starts;
  std::vector<int64_t> ends;
  std::vector<int64_t> steps;
  std::vector<int64_t> decrease_axes;
  std::vector<int64_t> none_axes;
  std::vector<int64_t> shape;
  std::vector<double> values;
  // The same in programs before Paddle 2.5.
  std::vector<int> bool_values;
  std::vector<float> fp32_values;
  std::vector<double> fp64_values;
  std::vector<int> int32_values;
  std::vector<int64_t> int64_values;
  Tensor* out = nullptr;

  void Fields(FieldVisitor& v) override {
    v.Input("Input", &input);
    v.Input("ValueTensor", &value_tensor, Need::kOptional);
    v.Inputs("StartsTensorList", &starts_tensors, Need::kOptional);
    v.Inputs("EndsTensorList", &ends_tensors, Need::kOptional);
    v.Inputs("StepsTensorList", &steps_tensors, Need::kOptional);
    v.Attr("dtype", &dtype);
    v.Attr("axes", &axes);
    v.Attr("starts", &starts);
    v.Attr("ends", &ends);
    v.Attr("steps", &steps);
    v.Attr("decrease_axes", &decrease_axes);
    v.Attr("none_axes", &none_axes);
    v.Attr("shape", &shape);
    v.Attr("values", &values);
    v.Attr("bool_values", &bool_values);
    v.Attr("fp32_values", &fp32_values);
    v.Attr("fp64_values", &fp64_values);
    v.Attr("int32_values", &int32_values);
    v.Attr("int64_values", &int64_values);
    v.Output("Out", &out);
  }

  // The window, and for each of its dimensions the step in the values, in elements; 0 if they are
  // broadcast there.
  struct Plan {
    StridedWindow window;
    DDim value_steps;
  };
  Result<Plan> ResolvePlan() const {
    LITE_ASSIGN_OR_RETURN(const StridedWindow window, ResolveWindow());
    LITE_ASSIGN_OR_RETURN(const DDim given, ValueShape());
    // The dimensions of the window that the values are aligned with; -1 for inserted ones.
    std::vector<int> aligned;
    const int rank = window.size.rank();
    for (int i = 0; i <= rank; ++i) {
      aligned.insert(aligned.end(),
                     static_cast<size_t>(std::count_if(
                         none_axes.begin(), none_axes.end(),
                         [&](int64_t axis) { return std::clamp<int64_t>(axis, 0, rank) == i; })),
                     -1);
      if (i < rank &&
          std::find(decrease_axes.begin(), decrease_axes.end(), i) == decrease_axes.end()) {
        aligned.push_back(i);
      }
    }
    Plan plan{window, window.size};
    for (int i = 0; i < rank; ++i) plan.value_steps[i] = 0;
    int64_t step = 1;
    for (int i = 1; i <= given.rank(); ++i) {
      const int64_t size = given.at(-i);
      const size_t from_end = static_cast<size_t>(i);
      const int dim = from_end <= aligned.size() ? aligned[aligned.size() - from_end] : -1;
      if (size != 1 && (dim < 0 || size != window.size[dim])) {
        return InvalidArgument(value_tensor != nullptr ? "ValueTensor" : "attribute shape",
                               ": values of shape ", given, " do not fit the window ", window.size,
                               " of Input ", input->dims());
      }
      if (dim >= 0 && size != 1) plan.value_steps[dim] = step;
      step *= size;
    }
    return plan;
  }

  Status InferShape() override {
    LITE_RETURN_IF_ERROR(ResolvePlan().status());
    out->Resize(input->dims());
    out->set_lod(input->lod());
    return OkStatus();
  }
  Status InferType() override {
    if (value_tensor != nullptr && value_tensor->precision() != input->precision()) {
      return InvalidArgument("ValueTensor has element type ",
                             PrecisionToStr(value_tensor->precision()),
                             ", expected that of Input, ", PrecisionToStr(input->precision()));
    }
    out->set_precision(input->precision());
    return OkStatus();
  }
  Cost Estimate() const override { return {0, 2.0 * static_cast<double>(out->memory_size())}; }
  OutputReuse output_reuse() const override { return OutputReuse::kInplace; }
  bool ShapeDependsOnData() const override {
    return IsVariableData(starts_tensors) || IsVariableData(ends_tensors) ||
           IsVariableData(steps_tensors);
  }

  // The number of values in the attribute that has some; 0 for all if ValueTensor has them.
  size_t value_count() const {
    return std::max({values.size(), bool_values.size(), fp32_values.size(), fp64_values.size(),
                     int32_values.size(), int64_values.size()});
  }

 private:
  Result<DDim> ValueShape() const {
    if (value_tensor != nullptr) return value_tensor->dims();
    LITE_ASSIGN_OR_RETURN(const DDim given, DDim::FromVector(shape));
    LITE_ASSIGN_OR_RETURN(const int64_t count, CheckedElementCount(given));
    // Paddle ignores numbers that the shape does not hold.
    if (static_cast<uint64_t>(count) > value_count()) {
      return InvalidArgument("attribute values: expected ", count, " values for shape ", given,
                             ", found ", value_count());
    }
    return given;
  }
  Result<StridedWindow> ResolveWindow() const {
    LITE_ASSIGN_OR_RETURN(const std::vector<int64_t> from,
                          GivenIntegers("", nullptr, "StartsTensorList", starts_tensors, starts));
    LITE_ASSIGN_OR_RETURN(const std::vector<int64_t> to,
                          GivenIntegers("", nullptr, "EndsTensorList", ends_tensors, ends));
    LITE_ASSIGN_OR_RETURN(std::vector<int64_t> by,
                          GivenIntegers("", nullptr, "StepsTensorList", steps_tensors, steps));
    if (by.empty()) by.assign(axes.size(), 1);
    // As in Paddle, numbers after those of the axes are ignored.
    if (from.size() < axes.size() || to.size() < axes.size() || by.size() < axes.size()) {
      return InvalidArgument("attribute axes names ", axes.size(), " dimensions, but there are ",
                             from.size(), " starts, ", to.size(), " ends and ", by.size(),
                             " steps");
    }
    const DDim& dims = input->dims();
    StridedWindow window(dims);
    for (size_t k = 0; k < axes.size(); ++k) {
      LITE_ASSIGN_OR_RETURN(const int i, NormalizeAxis("axes", axes[k], dims.rank()));
      const int64_t size = dims[i];
      if (by[k] == 0) return InvalidArgument("steps: expected numbers other than 0, found 0");
      const int64_t low = by[k] > 0 ? 0 : -1;
      const int64_t high = by[k] > 0 ? size : size - 1;
      window.Set(i, ClampPosition(from[k], size, low, high), ClampPosition(to[k], size, low, high),
                 by[k]);
    }
    return window;
  }
};

LITE_OP(set_value, SetValue);

}  // namespace paddle::lite::operators
