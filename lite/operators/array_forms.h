// The forms of assign, sum, select_input and slice whose operands are arrays of tensors (see
// model/array_forms.h). Arrays are copied: an element of the result has memory of its own.
#pragma once

#include <algorithm>
#include <vector>

#include "lite/operators/given_integers.h"
#include "lite/operators/op.h"
#include "lite/operators/tensor_array.h"

namespace paddle::lite::operators {

// Out = X.
struct AssignArray final : Op {
  const TensorArray* x = nullptr;
  TensorArray* out = nullptr;

  void Fields(FieldVisitor& v) override {
    v.InputArray("X", &x, Need::kRequired);
    v.OutputArray("Out", &out, Need::kRequired);
  }
  Status InferShape() override { return OkStatus(); }
  Status InferType() override { return OkStatus(); }
  bool KernelAllocatesOutput() const override { return true; }
};

// Adds the elements of each array of X to those of Out with the same index; Out keeps what it has,
// grows as needed, and is not added to itself where it is the first of X. As in Paddle, elements
// that were never written or are empty do not count.
struct SumArray final : Op {
  std::vector<const TensorArray*> x;
  TensorArray* out = nullptr;

  void Fields(FieldVisitor& v) override {
    v.InputArrays("X", &x, Need::kRequired);
    v.OutputArray("Out", &out, Need::kRequired);
  }
  Status InferShape() override { return OkStatus(); }
  Status InferType() override { return OkStatus(); }
  bool KernelAllocatesOutput() const override { return true; }
};

// Out = X[Mask].
struct SelectInputArray final : Op {
  std::vector<const TensorArray*> x;
  const Tensor* mask = nullptr;
  TensorArray* out = nullptr;

  void Fields(FieldVisitor& v) override {
    v.InputArrays("X", &x, Need::kRequired);
    v.Input("Mask", &mask);
    v.OutputArray("Out", &out, Need::kRequired);
  }
  Status InferShape() override { return OkStatus(); }
  Status InferType() override { return OkStatus(); }
  bool KernelAllocatesOutput() const override { return true; }

  Result<const TensorArray*> Chosen() const {
    LITE_ASSIGN_OR_RETURN(const int64_t index, ReadIndex("Mask", *mask));
    if (index < 0 || index >= static_cast<int64_t>(x.size())) {
      return OutOfRange("Mask: branch ", index, " of ", x.size());
    }
    return x[static_cast<size_t>(index)];
  }
};

// What both forms of slice have. An array has one axis, so `axes` is not read.
struct ArrayRange : Op {
  const TensorArray* input = nullptr;
  const Tensor* starts_tensor = nullptr;
  const Tensor* ends_tensor = nullptr;
  std::vector<const Tensor*> starts_tensor_list;
  std::vector<const Tensor*> ends_tensor_list;
  std::vector<int> axes;
  std::vector<int> starts;
  std::vector<int> ends;
  std::vector<int> decrease_axis;
  std::vector<int> infer_flags;

  // Negative positions count from the end; -1 as the start and 0 as the end mean the last element.
  Result<int64_t> Start() const {
    LITE_ASSIGN_OR_RETURN(
        const int64_t start,
        Position("starts", GivenIntegers("StartsTensor", starts_tensor, "StartsTensorList",
                                         starts_tensor_list, starts)));
    const auto size = static_cast<int64_t>(input->size());
    const int64_t first = std::max<int64_t>(start < 0 ? start + size : start, 0);
    if (first < size) return first;
    return OutOfRange("starts: position ", start, " of an array of ", size, " tensors");
  }
  Result<int64_t> End(int64_t first) const {
    LITE_ASSIGN_OR_RETURN(
        const int64_t end,
        Position("ends", GivenIntegers("EndsTensor", ends_tensor, "EndsTensorList",
                                       ends_tensor_list, ends)));
    const auto size = static_cast<int64_t>(input->size());
    if (end == 0 && first == size - 1) return size;
    const int64_t last = std::min(end < 0 ? end + size : end, size);
    if (last > first) return last;
    return OutOfRange("ends: position ", end, " of an array of ", size,
                      " tensors, expected one after the start, ", first);
  }

 protected:
  void VisitRange(FieldVisitor& v) {
    v.InputArray("Input", &input, Need::kRequired);
    v.Input("StartsTensor", &starts_tensor, Need::kOptional);
    v.Input("EndsTensor", &ends_tensor, Need::kOptional);
    v.Inputs("StartsTensorList", &starts_tensor_list, Need::kOptional);
    v.Inputs("EndsTensorList", &ends_tensor_list, Need::kOptional);
    v.Attr("axes", &axes);
    v.Attr("starts", &starts);
    v.Attr("ends", &ends);
    v.Attr("decrease_axis", &decrease_axis);
    v.Attr("infer_flags", &infer_flags);
  }

 private:
  static Result<int64_t> Position(const char* name, const Result<std::vector<int64_t>>& given) {
    if (!given.ok()) return given.status();
    if (!given->empty()) return (*given)[0];  // as in Paddle, further numbers are not read
    return InvalidArgument(name, ": expected a position in the array, found none");
  }
};

// Out = the elements of Input from `starts` (included) to `ends` (excluded).
struct SliceArray final : ArrayRange {
  TensorArray* out = nullptr;

  void Fields(FieldVisitor& v) override {
    VisitRange(v);
    v.OutputArray("Out", &out, Need::kRequired);
  }
  Status InferShape() override { return OkStatus(); }
  Status InferType() override { return OkStatus(); }
  bool KernelAllocatesOutput() const override { return true; }
};

// Out = the element of Input at `starts`; as in Paddle, `ends` does not matter.
struct SliceArrayDense final : ArrayRange {
  Tensor* out = nullptr;

  void Fields(FieldVisitor& v) override {
    VisitRange(v);
    v.Output("Out", &out);
  }
  Status InferShape() override {
    LITE_ASSIGN_OR_RETURN(const Tensor* element, Element());
    out->Resize(element->dims());
    out->set_lod(element->lod());
    return OkStatus();
  }
  Status InferType() override {
    LITE_ASSIGN_OR_RETURN(const Tensor* element, Element());
    out->set_precision(element->precision());
    return OkStatus();
  }
  bool ShapeDependsOnData() const override { return true; }

  Result<const Tensor*> Element() const {
    LITE_ASSIGN_OR_RETURN(const int64_t first, Start());
    const Tensor* element = &(*input)[static_cast<size_t>(first)];
    if (element->IsInitialized()) return element;
    return FailedPrecondition("Input: element ", first, " was never written");
  }
};

LITE_OP(assign_array, AssignArray);
LITE_OP(sum_array, SumArray);
LITE_OP(select_input_array, SelectInputArray);
LITE_OP(slice_array, SliceArray);
LITE_OP(slice_array_dense, SliceArrayDense);

}  // namespace paddle::lite::operators
