// Lists of tensors, as used by loops.
#pragma once

#include <vector>

#include "lite/operators/op.h"
#include "lite/operators/shape_rules.h"
#include "lite/operators/unwritten.h"

namespace paddle::lite::operators {

// One integer, an int64 without a detour through lists of values: kernels read it in every run.
inline Result<int64_t> ReadIndex(const char* slot, const Tensor& tensor) {
  const bool plain = tensor.IsInitialized() && IsHostMemory(tensor.target()) &&
                     tensor.precision() == PrecisionType::kInt64 && tensor.numel() == 1;
  if (plain) return *tensor.data<int64_t>();
  return ReadInteger(slot, tensor);
}

// Out[I] = a copy of X; the list grows as needed.
struct WriteToArray final : Op {
  const Tensor* x = nullptr;
  const Tensor* i = nullptr;
  TensorArray* out = nullptr;

  void Fields(FieldVisitor& v) override {
    v.Input("X", &x);
    v.Input("I", &i);
    v.OutputArray("Out", &out, Need::kRequired);
  }
  Status InferShape() override {
    if (i->numel() != 1) return InvalidArgument("I: expected one value, found shape ", i->dims());
    return OkStatus();
  }
  Status InferType() override { return OkStatus(); }
  Cost Estimate() const override { return {0, 2.0 * static_cast<double>(x->memory_size())}; }
  bool KernelAllocatesOutput() const override { return true; }
};

// Out = a copy of X[I].
struct ReadFromArray final : Op {
  const TensorArray* x = nullptr;
  const Tensor* i = nullptr;
  Tensor* out = nullptr;

  void Fields(FieldVisitor& v) override {
    v.InputArray("X", &x, Need::kRequired);
    v.Input("I", &i);
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
    LITE_ASSIGN_OR_RETURN(const int64_t index, ReadIndex("I", *i));
    if (index < 0 || index >= static_cast<int64_t>(x->size())) {
      return OutOfRange("I: index ", index, " of a list of ", x->size(), " tensors");
    }
    const Tensor* element = &(*x)[static_cast<size_t>(index)];
    if (!element->IsInitialized())
      return FailedPrecondition("X: element ", index, " was never written");
    return element;
  }
};

// The number of tensors in the list.
struct LodArrayLength final : Op {
  const TensorArray* x = nullptr;
  Tensor* out = nullptr;

  void Fields(FieldVisitor& v) override {
    v.InputArray("X", &x, Need::kRequired);
    v.Output("Out", &out);
  }
  Status InferShape() override {
    out->Resize(DDim{1});
    return OkStatus();
  }
  Status InferType() override {
    out->set_precision(PrecisionType::kInt64);
    return OkStatus();
  }
};

// Out = a copy of X[Mask]: joins the branches of a condition, only one of which has run.
struct SelectInput final : Op {
  std::vector<const Tensor*> x;
  const Tensor* mask = nullptr;
  Tensor* out = nullptr;

  void Fields(FieldVisitor& v) override {
    v.Inputs("X", &x, Need::kOptional);  // those that are not chosen have no value
    v.Input("Mask", &mask);
    v.Output("Out", &out);
  }
  Status InferShape() override {
    LITE_ASSIGN_OR_RETURN(const Tensor* chosen, Chosen());
    out->Resize(chosen->dims());
    out->set_lod(chosen->lod());
    return OkStatus();
  }
  Status InferType() override {
    LITE_ASSIGN_OR_RETURN(const Tensor* chosen, Chosen());
    out->set_precision(chosen->precision());
    return OkStatus();
  }
  bool ShapeDependsOnData() const override { return true; }

  Result<const Tensor*> Chosen() const {
    LITE_ASSIGN_OR_RETURN(const int64_t index, ReadIndex("Mask", *mask));
    if (index < 0 || index >= static_cast<int64_t>(x.size())) {
      return OutOfRange("Mask: branch ", index, " of ", x.size());
    }
    const Tensor* chosen = x[static_cast<size_t>(index)];
    if (IsUnwritten(*chosen)) return FailedPrecondition("X: branch ", index, " did not run");
    return chosen;
  }
};

LITE_OP(write_to_array, WriteToArray);
LITE_OP(read_from_array, ReadFromArray);
LITE_OP(lod_array_length, LodArrayLength);
LITE_OP(select_input, SelectInput);

}  // namespace paddle::lite::operators
