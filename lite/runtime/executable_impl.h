// The parts of an Executable. Binding (bind.cc), planning (plan.cc) and running (executable.cc)
// work on this.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "lite/core/slot_visitor.h"
#include "lite/model/op_fields.h"
#include "lite/runtime/executable.h"
#include "lite/runtime/given_out.h"
#include "lite/runtime/row_chain.h"
#include "lite/runtime/weight_store.h"

namespace paddle::lite {

// Whether an environment variable is set to something but 0. LITE_VERBOSE asks for lines about the
// plan, LITE_STORED_KERNELS for the kernels that a model names where this build has faster ones.
bool RequestedByEnvironment(const char* variable);

// State shared by an executable and its clones.
struct SharedProgram {
  model::Program program;
  std::shared_ptr<WeightStore> weights;
};

struct Instruction {
  std::unique_ptr<Op> op;
  int index = 0;  // in the program's block, for messages
  BoundTensors bound;
  std::vector<const Tensor*> weights;  // parameters among the inputs, each once
  bool has_packed = false;             // was prepared since the last plan
  // As of the last plan. Values decide shapes here or upstream, so shapes and memory are decided at
  // every step.
  bool dynamic = false;
  // As of the last plan, which ran it: its results follow from the shapes.
  bool settled = false;

  const KernelDef* stored = nullptr;  // the kernel that the program names and this build has
  std::string alias;                  // of the kernel that the program names
  const KernelDef* def = nullptr;
  std::unique_ptr<Kernel> kernel;
  std::string stored_reason;       // why the program's own choice does not count
  std::string reason;              // as of the last plan
  std::vector<DDim> prepared_for;  // input shapes of the last Prepare of a dynamic instruction
  size_t scratch_bytes = 0;
  bool empty = false;  // every output has no elements: nothing to run
  // As of the last plan: position of the last instruction of the chain that this one runs in, or
  // its own; and the chain that begins here.
  size_t done_at = 0;
  std::unique_ptr<RowChain> chain;

  std::string Label() const { return StrCat("op ", op->type(), " (#", index, ")"); }
};

struct InputVariable {
  std::string name;
  Tensor* tensor = nullptr;
  PrecisionType declared = PrecisionType::kUnk;
  std::vector<int64_t> declared_shape;  // -1 is open; empty where the model declares none
  // As of the last plan.
  DDim planned_dims;
  LoD planned_lod;
  PrecisionType planned_precision = PrecisionType::kUnk;
};

struct OutputVariable {
  std::string name;
  const Tensor* tensor = nullptr;
};

struct Executable::Impl : model::SlotBinder {
  std::shared_ptr<SharedProgram> shared;
  ExecutableOptions options;
  std::unique_ptr<ThreadPool> pool;

  // Every write of a variable creates a separate tensor: optimised files reuse one name for values
  // of different shapes and types. `current` holds the last write so far. An operator with blocks
  // is no exception: what they capture are its input slots, which bind to the last write before
  // it, and what they write back are its output slots, which are new tensors.
  std::vector<std::unique_ptr<Tensor>> tensors;
  std::map<std::string, Tensor*> current;
  std::map<std::string, std::unique_ptr<TensorArray>> arrays;
  std::map<std::string, const model::VarDesc*> declared;

  std::vector<Instruction> instructions;
  // The number of instructions that read a parameter, and the number not prepared by the last plan.
  struct Readers {
    int all = 0;
    int waiting = 0;
  };
  std::map<const Tensor*, Readers> weight_readers;
  // What the program was made for, if the kernels that it names do not count; else null.
  const char* made_for = nullptr;
  std::vector<InputVariable> inputs;
  std::vector<OutputVariable> outputs;
  std::vector<std::string> input_names;
  std::vector<std::string> output_names;

  bool planned = false;
  std::shared_ptr<Buffer> arena;
  std::shared_ptr<Buffer> scratch;
  size_t arena_bytes = 0;
  std::vector<Interval> arena_blocks;
  size_t scratch_bytes = 0;
  std::vector<Instruction*> steps;    // executed by a run: instructions and beginnings of chains
  bool plan_hides_operators = false;  // or would without an observer
  std::set<const Tensor*> asked_for;  // requested by name: callers may read them after a run
  GivenOutTensors given_out;
  Observer* observer = nullptr;

  // --- SlotBinder
  const Tensor* InputTensor(const std::string& name) override {
    const auto it = current.find(name);
    if (it != current.end()) return it->second;
    return shared->weights->Find(name);
  }
  Tensor* OutputTensor(const std::string& name) override {
    tensors.push_back(std::make_unique<Tensor>());
    Tensor* tensor = tensors.back().get();
    const auto desc = declared.find(name);
    if (desc != declared.end()) model::PresetFluidResult(shared->program, *desc->second, tensor);
    return current[name] = tensor;
  }
  const TensorArray* InputArray(const std::string& name) override { return OutputArray(name); }
  TensorArray* OutputArray(const std::string& name) override {
    auto& array = arrays[name];
    if (array == nullptr) array = std::make_unique<TensorArray>();
    return array.get();
  }

  Status Bind();
  Status BindFeed(const model::OpDesc& desc);
  Status BindFetch(const model::OpDesc& desc);
  Status BindOp(const model::OpDesc& desc, int index);
  Status CheckKernels(const model::BlockDesc& block);

  void Classify(Instruction* instruction, std::set<const Tensor*>* dynamic_tensors);
  Status Settle(Instruction* instruction);
  Status InferInstruction(Instruction* instruction);
  Status SelectKernel(Instruction* instruction);
  Status PrepareInstruction(Instruction* instruction);
  void ReleaseWeights(Instruction* instruction, const PreparedWeights& prepared);
  Status GrowScratch(size_t bytes);
  std::optional<InputFault> FaultOf(size_t index) const;
  Status CheckInputs(bool* changed);
  std::string UndeclaredShapes() const;
  Status CheckFetched(const Instruction& instruction) const;
  Status AllocateOutput(const Instruction& instruction, Tensor* output) const;
  Status Plan();
  std::set<const Tensor*> TensorsOfCallers() const;
  size_t ChainEnd(size_t begin, const std::map<const Tensor*, int>& readers) const;
  size_t PlanSteps();
  Status KeepReadable(const Tensor* tensor);
  Status PlanMemory();
  Status StepDynamic(Instruction* instruction);
  template <bool kObserved>
  Status RunSteps();
};

}  // namespace paddle::lite
