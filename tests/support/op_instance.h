#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "lite/core/targets.h"
#include "lite/kernels/kernel.h"
#include "lite/runtime/weight_store.h"
#include "tests/support/guarded_block.h"
#include "tests/support/op_variables.h"

namespace paddle::lite::test {

// One operator with one kernel, kept over several shapes.
class OpInstance {
 public:
  // `free_layout` is what slots get that are bound to any layout.
  OpInstance(const KernelDef& def, const OpCase& c, ThreadPool* pool, DataLayoutType free_layout)
      : def_(def),
        case_(c),
        pool_(pool),
        target_(MemoryOf(def.target)),
        free_layout_(free_layout) {}

  Status Create();
  // Binds these inputs and infers shapes and types; Prepare comes next. kUnsupported, with the
  // reason, means that this kernel refuses the case; only a refusal has this code.
  Status Accept(const SlotTensors& inputs, const SlotTensors& arrays);
  Status Prepare();
  // After Accept: what the case expects, in the element types that this kernel writes.
  const SlotTensors& expected() const { return expected_; }
  // Runs on poisoned outputs and scratch. `in_place`: the first output uses the memory of the main
  // input (Op::reused_slot).
  Result<SlotTensors> Run(bool in_place);
  // The main input and the first output of the operator allow sharing: same kernel slot form and
  // enough memory.
  bool CanRunInPlace();
  // True if a slot used fp16 for the case's fp32.
  bool halved() const { return halved_; }

 private:
  struct InputBlock {
    Tensor* tensor = nullptr;
    bool weight = false;
    std::vector<uint8_t> content;  // in the layout of the tensor
    std::unique_ptr<GuardedBlock> memory;
    bool overwritten = false;  // by a result: `memory` no longer has `content`
  };
  // The memory of a slot of this type.
  TargetType MemoryFor(const LiteType& type) const;
  // Guarded memory for the tensor's layout, shape and type.
  static Status AllocateFor(const Tensor& tensor, GuardedBlock* block);
  Status SetInputs(const SlotTensors& inputs, const SlotTensors& arrays);
  Status SetArrays(const SlotTensors& arrays);
  // Element types and layouts of the outputs; what the case expects follows them.
  Status TypeOutputs();
  Status ExpectTypes(const std::string& slot, std::vector<TestTensor>* tensors);
  Status Give(InputBlock* block);
  static void SetHeader(const TestTensor& from, Tensor* to);
  // The tensor, or in `storage` what it is for this slot.
  Result<const TestTensor*> ForSlot(const std::string& slot, const TestTensor& tensor,
                                    TestTensor* storage);
  Result<TestTensor> CopyOf(const Tensor& tensor);
  // Portable kernels only read their tensors. Vector kernels may read up to a register past them.
  void FenceInputs(GuardFence* fence) const;
  // Variable of the first input slot; also finds the first output slot.
  std::string InPlaceInput();

  const KernelDef& def_;
  const OpCase& case_;
  ThreadPool* pool_;
  TargetType target_;
  DataLayoutType free_layout_;
  WeightStore packed_;
  std::unique_ptr<DeviceContext> context_;  // null on the host
  Variables variables_;
  std::map<std::string, std::vector<std::string>> outputs_;  // slot -> variables
  std::map<std::string, InputBlock> blocks_;
  SlotTensors expected_;
  std::string first_output_;
  std::unique_ptr<Op> op_;
  std::unique_ptr<Kernel> kernel_;
  GuardedBlock scratch_;
  bool halved_ = false;
};

}  // namespace paddle::lite::test
