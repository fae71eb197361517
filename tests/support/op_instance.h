#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "lite/kernels/kernel.h"
#include "lite/runtime/weight_store.h"
#include "tests/support/guarded_block.h"
#include "tests/support/op_variables.h"

namespace paddle::lite::test {

// The reason why a kernel does not apply to a case.
inline constexpr char kOtherType[] = "made for other element types";

// One operator with one kernel, kept over several shapes.
class OpInstance {
 public:
  // `free_layout` is what slots get that are bound to any layout.
  OpInstance(const KernelDef& def, const OpCase& c, int threads, DataLayoutType free_layout)
      : def_(def),
        case_(c),
        pool_(threads),
        target_(HostOr(def.target)),
        free_layout_(free_layout) {}

  // kUnsupported with the reason if this kernel does not apply to this case.
  Status Create();
  // Shapes, types, and memory of weights. Fails with kUnsupported if a slot of the kernel does not
  // match the case.
  Status SetInputs(const SlotTensors& inputs, const SlotTensors& arrays);
  Status Infer();
  Status Supports() const { return def_.supports == nullptr ? OkStatus() : def_.supports(*op_); }
  Status Prepare();
  // Runs on poisoned outputs and scratch. `in_place`: the first output uses the memory of the first
  // input.
  Result<SlotTensors> Run(bool in_place);
  // The first input and output of the operator allow sharing: same kernel slot form and enough
  // memory.
  bool CanRunInPlace();
  // True if a slot used fp16 for the case's fp32.
  bool halved() const { return halved_; }
  const Op& op() const { return *op_; }

 private:
  struct InputBlock {
    Tensor* tensor = nullptr;
    bool weight = false;
    std::vector<uint8_t> content;  // in the layout of the tensor
    std::unique_ptr<GuardedBlock> memory;
  };
  static TargetType HostOr(TargetType target);
  Status Give(InputBlock* block);
  static void SetHeader(const TestTensor& from, Tensor* to);
  Result<TestTensor> ForSlot(const std::string& slot, const TestTensor& tensor);
  Result<TestTensor> CopyOf(const Tensor& tensor);
  // The layout that an output bound to any layout gets.
  DataLayoutType FirstActivationLayout();
  // Variable of the first input slot; also finds the first output slot.
  std::string InPlaceInput();

  const KernelDef& def_;
  const OpCase& case_;
  ThreadPool pool_;
  TargetType target_;
  DataLayoutType free_layout_;
  WeightStore packed_;
  Variables variables_;
  std::map<std::string, std::vector<std::string>> outputs_;  // slot -> variables
  std::map<std::string, InputBlock> blocks_;
  std::string first_output_;
  std::unique_ptr<Op> op_;
  std::unique_ptr<Kernel> kernel_;
  GuardedBlock scratch_;
  bool halved_ = false;
};

}  // namespace paddle::lite::test
