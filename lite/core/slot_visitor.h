#pragma once

#include <string>
#include <vector>

#include "lite/core/fields.h"

namespace paddle::lite {

// Base class of visitors that only look at tensors.
class SlotVisitor : public FieldVisitor {
 public:
  void Input(const char*, const Tensor**, Need) override {}
  void Inputs(const char*, std::vector<const Tensor*>*, Need) override {}
  void Output(const char*, Tensor**, Need) override {}
  void Outputs(const char*, std::vector<Tensor*>*, Need) override {}
  void InputArray(const char*, const TensorArray**, Need) override {}
  void OutputArray(const char*, TensorArray**, Need) override {}
  void Attr(const char*, AttrRef) final {}
  void Block(const char*, int*) final {}
};

// The tensors bound to an operator's slots, absent ones left out, in field order.
class BoundTensors final : public SlotVisitor {
 public:
  struct InputSlot {
    const char* slot;
    const Tensor* tensor;
  };
  struct OutputSlot {
    const char* slot;
    Tensor* tensor;
  };
  std::vector<InputSlot> inputs;
  std::vector<OutputSlot> outputs;
  bool uses_arrays = false;

  void Input(const char* slot, const Tensor** tensor, Need) override {
    if (*tensor != nullptr) inputs.push_back({slot, *tensor});
  }
  void Inputs(const char* slot, std::vector<const Tensor*>* tensors, Need) override {
    for (const Tensor* tensor : *tensors) inputs.push_back({slot, tensor});
  }
  void Output(const char* slot, Tensor** tensor, Need) override {
    if (*tensor != nullptr) outputs.push_back({slot, *tensor});
  }
  void Outputs(const char* slot, std::vector<Tensor*>* tensors, Need) override {
    for (Tensor* tensor : *tensors) outputs.push_back({slot, tensor});
  }
  void InputArray(const char*, const TensorArray**, Need) override { uses_arrays = true; }
  void OutputArray(const char*, TensorArray**, Need) override { uses_arrays = true; }
};

}  // namespace paddle::lite
