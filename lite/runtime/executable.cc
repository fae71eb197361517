#include "lite/runtime/executable.h"

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <map>
#include <set>
#include <utility>

#include "lite/base/logging.h"
#include "lite/base/offset_planner.h"
#include "lite/core/slot_visitor.h"
#include "lite/model/op_fields.h"
#include "lite/runtime/kernel_choice.h"
#include "lite/runtime/packed_weights.h"
#include "lite/runtime/program_check.h"

namespace paddle::lite {
namespace {

constexpr size_t kNoPlan = static_cast<size_t>(-1);

// What an executable shares with its clones.
struct SharedProgram {
  model::Program program;
  std::shared_ptr<Scope> weights;
  PackedWeightsCache packed;
};

struct Instruction {
  std::unique_ptr<Op> op;
  int index = 0;  // in the program's block, for messages
  BoundTensors bound;
  // Values decide shapes here or upstream, so shapes and memory are settled at every step.
  bool dynamic = false;

  const KernelDef* stored = nullptr;  // the kernel that the program names and this build has
  std::string alias;                  // of the kernel that the program names
  const KernelDef* def = nullptr;
  std::unique_ptr<Kernel> kernel;
  std::string reason;
  std::vector<DDim> prepared_for;  // input shapes of the last Prepare of a dynamic instruction
  size_t scratch_bytes = 0;
  bool empty = false;  // every output has no elements: nothing to run

  std::string Label() const { return StrCat("op ", op->type(), " (#", index, ")"); }
};

struct InputVariable {
  std::string name;
  Tensor* tensor = nullptr;
  PrecisionType declared = PrecisionType::kUnk;
  // As of the last plan.
  DDim planned_dims;
  LoD planned_lod;
  PrecisionType planned_precision = PrecisionType::kUnk;
};

struct OutputVariable {
  std::string name;
  const Tensor* tensor = nullptr;
};

bool VerboseRequested() {
  const char* text = std::getenv("LITE_VERBOSE");
  return text != nullptr && *text != '\0' && *text != '0';
}

}  // namespace

struct Executable::Impl : model::SlotBinder {
  std::shared_ptr<SharedProgram> shared;
  ExecutableOptions options;
  std::unique_ptr<ThreadPool> pool;

  // Every write of a variable makes a tensor of its own: optimised files reuse one name for values
  // of different shapes and types. Variables that sub-blocks touch keep one tensor, since loops
  // rewrite them.
  std::vector<std::unique_ptr<Tensor>> tensors;
  std::map<std::string, Tensor*> current;
  std::map<std::string, std::unique_ptr<TensorArray>> arrays;
  std::set<std::string> block_interface;

  std::vector<Instruction> instructions;
  bool made_for_others = false;  // the program names kernels that this build lacks
  std::vector<InputVariable> inputs;
  std::vector<OutputVariable> outputs;
  std::vector<std::string> input_names;
  std::vector<std::string> output_names;

  bool planned = false;
  std::shared_ptr<Buffer> arena;
  std::shared_ptr<Buffer> scratch;
  size_t arena_bytes = 0;
  size_t scratch_bytes = 0;
  std::vector<Instruction*> steps;  // what a run executes
  Observer* observer = nullptr;

  // --- SlotBinder
  const Tensor* InputTensor(const std::string& name) override {
    const auto it = current.find(name);
    if (it != current.end()) return it->second;
    const Variable* weight = shared->weights->Find(name);
    return weight != nullptr ? &weight->tensor : nullptr;
  }
  Tensor* OutputTensor(const std::string& name) override {
    Tensor*& slot = current[name];
    if (slot == nullptr || block_interface.count(name) == 0) {
      tensors.push_back(std::make_unique<Tensor>());
      slot = tensors.back().get();
    }
    return slot;
  }
  const TensorArray* InputArray(const std::string& name) override { return OutputArray(name); }
  TensorArray* OutputArray(const std::string& name) override {
    auto& array = arrays[name];
    if (array == nullptr) array = std::make_unique<TensorArray>();
    return array.get();
  }

  Status Bind();
  Status BindFeed(const model::OpDesc& desc, const model::BlockDesc& block);
  Status BindFetch(const model::OpDesc& desc);
  Status BindOp(const model::OpDesc& desc, int index);
  Status CheckKernels(const model::BlockDesc& block);
  void MarkDynamic();

  Status InferInstruction(Instruction* instruction);
  Status SelectKernel(Instruction* instruction);
  Status PrepareInstruction(Instruction* instruction);
  Status GrowScratch(size_t bytes);
  Status CheckInputs(bool* changed);
  Status Plan();
  Status PlanMemory();
  Status StepDynamic(Instruction* instruction);
  template <bool kObserved>
  Status RunSteps();
};

namespace {

Result<int> ColumnOf(const model::OpDesc& desc) {
  const model::AttrValue* attr = desc.FindAttr("col");
  if (attr == nullptr) return 0;
  if (const int32_t* value = std::get_if<int32_t>(attr)) return *value;
  if (const int64_t* value = std::get_if<int64_t>(attr)) return static_cast<int>(*value);
  return DataLoss(desc.type, ": attribute 'col' is ", model::AttrTypeName(*attr), ", expected INT");
}

// The kernel that the program names for an operator, empty if none.
Result<std::string> StoredKey(const model::OpDesc& desc) {
  const model::AttrValue* attr = desc.FindAttr(model::kKernelTypeAttr);
  if (attr == nullptr) return std::string();
  if (const std::string* key = std::get_if<std::string>(attr)) return *key;
  return DataLoss(desc.type, ": attribute '", model::kKernelTypeAttr, "' is ",
                  model::AttrTypeName(*attr), ", expected STRING");
}

}  // namespace

Status Executable::Impl::BindFeed(const model::OpDesc& desc, const model::BlockDesc& block) {
  const auto& names = desc.Output("Out");
  if (names.size() != 1) return DataLoss("feed: output 'Out' names ", names.size(), " variables");
  LITE_ASSIGN_OR_RETURN(const int col, ColumnOf(desc));
  if (col < 0 || col >= static_cast<int>(inputs.size()) || inputs[col].tensor != nullptr) {
    return DataLoss("feed of '", names[0], "': column ", col, " is out of range or used twice");
  }
  InputVariable& input = inputs[col];
  input.name = names[0];
  input.tensor = OutputTensor(names[0]);
  const model::VarDesc* var = block.FindVar(names[0]);
  if (var != nullptr && var->has_tensor_desc) input.declared = model::PrecisionOf(var->data_type);
  input.tensor->set_precision(input.declared);
  return OkStatus();
}

Status Executable::Impl::BindFetch(const model::OpDesc& desc) {
  const auto& names = desc.Input("X");
  if (names.size() != 1) return DataLoss("fetch: input 'X' names ", names.size(), " variables");
  LITE_ASSIGN_OR_RETURN(const int col, ColumnOf(desc));
  if (col < 0 || col >= static_cast<int>(outputs.size()) || outputs[col].tensor != nullptr) {
    return DataLoss("fetch of '", names[0], "': column ", col, " is out of range or used twice");
  }
  const Tensor* tensor = InputTensor(names[0]);
  if (tensor == nullptr) return DataLoss("fetch: variable '", names[0], "' is never written");
  outputs[col] = OutputVariable{names[0], tensor};
  return OkStatus();
}

Status Executable::Impl::BindOp(const model::OpDesc& desc, int index) {
  Instruction instruction;
  instruction.index = index;
  LITE_ASSIGN_OR_RETURN(const std::string key_text, StoredKey(desc));
  std::string type = desc.type;
  if (!key_text.empty()) {
    LITE_ASSIGN_OR_RETURN(const KernelKey key, ParseKernelKey(key_text));
    instruction.alias = key.alias;
    if (made_for_others) {
      instruction.reason = StrCat("the file was made for other kernels (", key_text, ")");
      // Kernels of this build compute in float32 where the file asks for half precision, so the
      // casts between the two have nothing to do.
      const bool half_cast = type == "calib" && key.alias.find("fp16") != std::string::npos;
      if (half_cast) type = "io_copy";
    } else {
      instruction.stored = FindKernel(key);
    }
  }
  instruction.op = CreateOp(type);
  Op* op = instruction.op.get();
  LITE_RETURN_IF_ERROR(model::LoadFields(desc, this, [op](FieldVisitor& visitor) {
                         op->Fields(visitor);
                       }).WithContext(instruction.Label()));
  op->Fields(instruction.bound);
  instructions.push_back(std::move(instruction));
  return OkStatus();
}

Status Executable::Impl::Bind() {
  const model::Program& program = shared->program;
  LITE_RETURN_IF_ERROR(CheckProgram(program));
  const model::BlockDesc& block = program.blocks[0];
  for (size_t b = 1; b < program.blocks.size(); ++b) {
    for (const auto& op : program.blocks[b].ops) {
      for (const model::SlotMap* slots : {&op.inputs, &op.outputs}) {
        for (const auto& slot : *slots)
          block_interface.insert(slot.second.begin(), slot.second.end());
      }
    }
  }
  size_t feeds = 0;
  size_t fetches = 0;
  for (const auto& op : block.ops) {
    if (op.type == "feed") ++feeds;
    if (op.type == "fetch") ++fetches;
  }
  inputs.resize(feeds);
  outputs.resize(fetches);
  LITE_RETURN_IF_ERROR(CheckKernels(block));
  for (const auto& op : block.ops) {
    if (op.type == "feed") LITE_RETURN_IF_ERROR(BindFeed(op, block));
  }
  instructions.reserve(block.ops.size());
  for (size_t i = 0; i < block.ops.size(); ++i) {
    const model::OpDesc& op = block.ops[i];
    if (op.type == "feed") continue;
    if (op.type == "fetch") {
      LITE_RETURN_IF_ERROR(BindFetch(op));
    } else {
      LITE_RETURN_IF_ERROR(BindOp(op, static_cast<int>(i)));
    }
  }
  for (const auto& input : inputs) input_names.push_back(input.name);
  for (const auto& output : outputs) output_names.push_back(output.name);
  MarkDynamic();
  return OkStatus();
}

// Looks up the kernels that the program names, before any operator is bound. When one of them does
// not exist here, the file was made for another target: then none of the stored choices counts and
// all layouts are plain.
Status Executable::Impl::CheckKernels(const model::BlockDesc& block) {
  std::string missing;
  for (size_t i = 0; i < block.ops.size(); ++i) {
    const model::OpDesc& desc = block.ops[i];
    if (desc.type == "feed" || desc.type == "fetch") continue;
    bool usable = false;
    for (const KernelDef* kernel : KernelsOf(desc.type)) {
      usable |= kernel->create != nullptr &&
                (kernel->target == TargetType::kHost ||
                 std::find(options.targets.begin(), options.targets.end(), kernel->target) !=
                     options.targets.end());
    }
    if (!usable) {
      missing += StrCat(missing.empty() ? "" : ", ", desc.type, " (#", i, ")");
    }
    LITE_ASSIGN_OR_RETURN(const std::string key_text, StoredKey(desc));
    if (key_text.empty()) continue;
    auto key = ParseKernelKey(key_text);
    if (!key.ok()) return key.status().WithContext(StrCat("op ", desc.type, " (#", i, ")"));
    if (FindKernel(*key) == nullptr) made_for_others = true;
  }
  if (missing.empty()) return OkStatus();
  return Unsupported(
      "this build has no kernel for: ", missing,
      "; use the full operator set, or convert the model for a target of this build");
}

void Executable::Impl::MarkDynamic() {
  std::set<const Tensor*> dynamic_tensors;
  for (Instruction& instruction : instructions) {
    instruction.dynamic = instruction.op->ShapeDependsOnData() ||
                          instruction.op->KernelAllocatesOutput() || instruction.bound.uses_arrays;
    for (const auto& input : instruction.bound.inputs) {
      instruction.dynamic |= dynamic_tensors.count(input.tensor) != 0;
    }
    if (!instruction.dynamic) continue;
    for (const auto& output : instruction.bound.outputs) dynamic_tensors.insert(output.tensor);
  }
}

Status Executable::Impl::InferInstruction(Instruction* instruction) {
  Op* op = instruction->op.get();
  LITE_RETURN_IF_ERROR(op->InferType().WithContext(instruction->Label()));
  LITE_RETURN_IF_ERROR(op->InferShape().WithContext(instruction->Label()));
  instruction->empty = !instruction->bound.outputs.empty() && !op->KernelAllocatesOutput();
  for (const auto& output : instruction->bound.outputs) {
    const auto count = CheckedElementCount(output.tensor->dims());
    if (!count.ok()) {
      return count.status().WithContext(
          StrCat(instruction->Label(), ": output '", output.slot, "'"));
    }
    instruction->empty &= *count == 0;
  }
  return OkStatus();
}

// Shapes and types of all tensors of the instruction are known.
Status Executable::Impl::SelectKernel(Instruction* instruction) {
  const Op& op = *instruction->op;
  const KernelDef* chosen = nullptr;
  std::string reason;
  if (instruction->stored != nullptr) {
    const Status status =
        instruction->stored->supports ? instruction->stored->supports(op) : OkStatus();
    if (status.ok()) {
      chosen = instruction->stored;
    } else {
      reason = StrCat(instruction->stored->Key(), " refuses: ", status.message());
    }
  }
  if (chosen == nullptr) {
    auto choice = ChooseKernel(op, options.targets, instruction->alias);
    if (!choice.ok()) return choice.status().WithContext(instruction->Label());
    chosen = choice->kernel;
    instruction->reason = reason.empty() ? instruction->reason : reason;
    if (!choice->reason.empty()) {
      instruction->reason += (instruction->reason.empty() ? "" : "; ") + choice->reason;
    }
  }
  if (chosen != instruction->def) {
    instruction->def = chosen;
    instruction->kernel = chosen->create();
    instruction->prepared_for.clear();
    if (VerboseRequested()) {
      std::string shapes;
      for (const auto& input : instruction->bound.inputs) {
        shapes += StrCat(" ", input.slot, input.tensor->dims());
      }
      LITE_LOG_INFO("kernel ", chosen->Key(), shapes);
    }
  }
  // A kernel that takes any layout hands on that of its first activation.
  DataLayoutType passed_on = DataLayoutType::kNCHW;
  for (const auto& input : instruction->bound.inputs) {
    if (input.tensor->persistable()) continue;
    passed_on = input.tensor->layout();
    break;
  }
  for (const auto& input : instruction->bound.inputs) {
    const DataLayoutType wanted = chosen->InputType(input.slot).layout;
    const DataLayoutType found = input.tensor->layout();
    if (wanted != DataLayoutType::kAny && wanted != found && input.tensor->dims().rank() == 4 &&
        !input.tensor->persistable()) {
      return Internal(instruction->Label(), ": kernel ", chosen->Key(), " wants input '",
                      input.slot, "' in layout ", DataLayoutToStr(wanted), ", found ",
                      DataLayoutToStr(found));
    }
  }
  for (const auto& output : instruction->bound.outputs) {
    const DataLayoutType given = chosen->OutputType(output.slot).layout;
    output.tensor->set_layout(given == DataLayoutType::kAny ? passed_on : given);
    // A cast made by the optimiser: the kernel alone says what it gives.
    if (output.tensor->precision() == PrecisionType::kUnk) {
      output.tensor->set_precision(chosen->OutputType(output.slot).precision);
    }
  }
  return OkStatus();
}

Status Executable::Impl::PrepareInstruction(Instruction* instruction) {
  PrepareContext context;
  context.pool = pool.get();
  context.packed = &shared->packed;
  LITE_RETURN_IF_ERROR(
      instruction->kernel->Prepare(*instruction->op, &context)
          .WithContext(StrCat(instruction->Label(), " on ", instruction->def->Key())));
  instruction->scratch_bytes = context.scratch_bytes;
  return OkStatus();
}

Status Executable::Impl::GrowScratch(size_t bytes) {
  scratch_bytes = std::max(scratch_bytes, bytes);
  if (scratch != nullptr && scratch->size() >= scratch_bytes) return OkStatus();
  scratch.reset();
  LITE_ASSIGN_OR_RETURN(scratch, Buffer::Allocate(TargetType::kHost, scratch_bytes));
  return OkStatus();
}

Status Executable::Impl::CheckInputs(bool* changed) {
  for (size_t i = 0; i < inputs.size(); ++i) {
    InputVariable& input = inputs[i];
    Tensor& tensor = *input.tensor;
    if (!tensor.IsInitialized()) {
      return FailedPrecondition(
          "input ", i, " ('", input.name,
          "') was never given data: Resize it and write to mutable_data first");
    }
    const auto count = CheckedElementCount(tensor.dims());
    if (!count.ok())
      return count.status().WithContext(StrCat("input ", i, " ('", input.name, "')"));
    if (tensor.capacity() < tensor.memory_size()) {
      return FailedPrecondition("input ", i, " ('", input.name, "') was resized to ", tensor.dims(),
                                " but has memory for ", tensor.capacity(),
                                " bytes only: call mutable_data after Resize");
    }
    if (tensor.dims() != input.planned_dims || tensor.precision() != input.planned_precision ||
        tensor.lod() != input.planned_lod) {
      if (input.declared != PrecisionType::kUnk && tensor.precision() != input.declared) {
        const std::string text =
            StrCat("input ", i, " ('", input.name, "') holds ", PrecisionToStr(tensor.precision()),
                   ", the model declares ", PrecisionToStr(input.declared));
        if (PrecisionTypeLength(tensor.precision()) != PrecisionTypeLength(input.declared)) {
          return InvalidArgument(text);
        }
        LITE_LOG_WARNING("Error input tensor precision type: ", text,
                         "; the bytes are used as they are");
        tensor.set_precision(input.declared);
      }
      *changed = true;
    }
  }
  return OkStatus();
}

Status Executable::Impl::Plan() {
  planned = false;
  for (Instruction& instruction : instructions) {
    if (instruction.dynamic) continue;
    LITE_RETURN_IF_ERROR(InferInstruction(&instruction));
    LITE_RETURN_IF_ERROR(SelectKernel(&instruction));
  }
  LITE_RETURN_IF_ERROR(PlanMemory());
  size_t most = 0;
  steps.clear();
  for (Instruction& instruction : instructions) {
    if (!instruction.dynamic) {
      if (instruction.empty) continue;
      LITE_RETURN_IF_ERROR(PrepareInstruction(&instruction));
      most = std::max(most, instruction.scratch_bytes);
    } else {
      instruction.prepared_for.clear();
    }
    steps.push_back(&instruction);
  }
  scratch_bytes = 0;
  LITE_RETURN_IF_ERROR(GrowScratch(most));
  for (InputVariable& input : inputs) {
    input.planned_dims = input.tensor->dims();
    input.planned_precision = input.tensor->precision();
    input.planned_lod = input.tensor->lod();
  }
  planned = true;
  return OkStatus();
}

// Gives memory to every output of a static instruction: fetched tensors own theirs, views and
// in-place results share their input's block, everything else lives in the arena.
Status Executable::Impl::PlanMemory() {
  std::map<const Tensor*, int> last_use;
  for (size_t step = 0; step < instructions.size(); ++step) {
    for (const auto& input : instructions[step].bound.inputs) {
      last_use[input.tensor] = static_cast<int>(step);
    }
  }
  std::set<const Tensor*> own_memory;
  for (const auto& output : outputs) own_memory.insert(output.tensor);
  for (const auto& name : block_interface) {
    const auto it = current.find(name);
    if (it != current.end()) own_memory.insert(it->second);
  }

  std::vector<Interval> blocks;
  std::map<const Tensor*, size_t> block_of;
  std::vector<Tensor*> planned_tensors;
  for (size_t step = 0; step < instructions.size(); ++step) {
    Instruction& instruction = instructions[step];
    if (instruction.dynamic) continue;
    const OutputReuse reuse = instruction.op->output_reuse();
    for (size_t i = 0; i < instruction.bound.outputs.size(); ++i) {
      Tensor* tensor = instruction.bound.outputs[i].tensor;
      if (own_memory.count(tensor) != 0) {
        LITE_RETURN_IF_ERROR(
            tensor->Allocate(tensor->precision()).WithContext(instruction.Label()));
        continue;
      }
      const int last = last_use.count(tensor) ? last_use[tensor] : static_cast<int>(step);
      size_t block = kNoPlan;
      if (i == 0 && reuse != OutputReuse::kNone && !instruction.bound.inputs.empty()) {
        const Tensor* source = instruction.bound.inputs[0].tensor;
        const auto it = block_of.find(source);
        if (it != block_of.end() && source->memory_size() == tensor->memory_size()) {
          const bool dead_after = blocks[it->second].last <= static_cast<int>(step);
          if (reuse == OutputReuse::kView || dead_after) block = it->second;
        }
      }
      if (block == kNoPlan) {
        block = blocks.size();
        blocks.push_back(Interval{tensor->memory_size(), static_cast<int>(step), last});
      } else {
        blocks[block].last = std::max(blocks[block].last, last);
      }
      block_of[tensor] = block;
      planned_tensors.push_back(tensor);
    }
  }
  const OffsetPlan plan = PlanOffsets(blocks);
  arena_bytes = plan.total;
  if (arena == nullptr || arena->size() < arena_bytes) {
    for (Tensor* tensor : planned_tensors) tensor->ReleaseBuffer();
    arena.reset();
    LITE_ASSIGN_OR_RETURN(arena, Buffer::Allocate(TargetType::kHost, arena_bytes));
  }
  for (Tensor* tensor : planned_tensors) tensor->SetBuffer(arena, plan.offsets[block_of[tensor]]);
  return OkStatus();
}

// Settles shapes, kernel and memory of an instruction whose shapes depend on values.
Status Executable::Impl::StepDynamic(Instruction* instruction) {
  LITE_RETURN_IF_ERROR(InferInstruction(instruction));
  bool same = instruction->kernel != nullptr &&
              instruction->prepared_for.size() == instruction->bound.inputs.size();
  for (size_t i = 0; same && i < instruction->bound.inputs.size(); ++i) {
    same = instruction->prepared_for[i] == instruction->bound.inputs[i].tensor->dims();
  }
  if (!same) {
    LITE_RETURN_IF_ERROR(SelectKernel(instruction));
    LITE_RETURN_IF_ERROR(PrepareInstruction(instruction));
    LITE_RETURN_IF_ERROR(GrowScratch(instruction->scratch_bytes));
    instruction->prepared_for.clear();
    for (const auto& input : instruction->bound.inputs) {
      instruction->prepared_for.push_back(input.tensor->dims());
    }
  }
  if (instruction->op->KernelAllocatesOutput()) return OkStatus();
  for (const auto& output : instruction->bound.outputs) {
    LITE_RETURN_IF_ERROR(
        output.tensor->Allocate(output.tensor->precision()).WithContext(instruction->Label()));
  }
  return OkStatus();
}

template <bool kObserved>
Status Executable::Impl::RunSteps() {
  RunContext context;
  context.pool = pool.get();
  if constexpr (kObserved) observer->BeginRun();
  for (Instruction* instruction : steps) {
    if (instruction->dynamic) LITE_RETURN_IF_ERROR(StepDynamic(instruction));
    context.scratch = static_cast<char*>(scratch->data());
    if (instruction->empty) continue;
    if constexpr (kObserved) {
      observer->BeforeOp(instruction->index, *instruction->op, *instruction->def);
    }
    std::chrono::steady_clock::time_point begin;
    if constexpr (kObserved) begin = std::chrono::steady_clock::now();
    const Status status = instruction->kernel->Run(*instruction->op, context);
    if constexpr (kObserved) {
      const auto end = std::chrono::steady_clock::now();
      observer->AfterOp(instruction->index, *instruction->op, *instruction->def,
                        std::chrono::duration_cast<std::chrono::nanoseconds>(end - begin).count());
    }
    if (!status.ok()) {
      return status.WithContext(StrCat(instruction->Label(), " on ", instruction->def->Key()));
    }
  }
  if constexpr (kObserved) observer->EndRun();
  return OkStatus();
}

Executable::Executable(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
Executable::~Executable() = default;

Result<std::unique_ptr<Executable>> Executable::Create(model::Model model,
                                                       const ExecutableOptions& options) {
  auto impl = std::make_unique<Impl>();
  impl->shared = std::make_shared<SharedProgram>();
  impl->shared->program = std::move(model.program);
  impl->shared->weights = std::make_shared<Scope>();
  for (auto& param : model.params) {
    Tensor* tensor = &impl->shared->weights->Var(param.first)->tensor;
    *tensor = std::move(param.second);
    tensor->set_persistable(true);
  }
  impl->options = options;
  if (impl->options.targets.empty()) impl->options.targets = BuildTargets();
  impl->pool = std::make_unique<ThreadPool>(options.threads);
  LITE_RETURN_IF_ERROR(impl->Bind());
  return std::unique_ptr<Executable>(new Executable(std::move(impl)));
}

Result<std::unique_ptr<Executable>> Executable::Clone(
    const std::vector<std::string>& private_params) const {
  auto impl = std::make_unique<Impl>();
  impl->options = impl_->options;
  impl->pool = std::make_unique<ThreadPool>(impl_->pool->threads());
  impl->shared = impl_->shared;
  if (!private_params.empty()) {
    // Packed forms belong to weights by address, so a private copy has private packed forms too.
    impl->shared = std::make_shared<SharedProgram>();
    impl->shared->program = impl_->shared->program;
    impl->shared->weights = std::make_shared<Scope>(impl_->shared->weights);
    for (const auto& name : private_params) {
      const Variable* original = impl_->shared->weights->Find(name);
      if (original == nullptr) return NotFound("the program has no parameter '", name, "'");
      Tensor* copy = &impl->shared->weights->Var(name)->tensor;
      LITE_RETURN_IF_ERROR(copy->CopyFrom(original->tensor));
      copy->set_persistable(true);
    }
  }
  LITE_RETURN_IF_ERROR(impl->Bind());
  return std::unique_ptr<Executable>(new Executable(std::move(impl)));
}

const std::vector<std::string>& Executable::input_names() const { return impl_->input_names; }
const std::vector<std::string>& Executable::output_names() const { return impl_->output_names; }
Tensor* Executable::input(size_t index) { return impl_->inputs[index].tensor; }
const Tensor* Executable::output(size_t index) const { return impl_->outputs[index].tensor; }

std::vector<std::string> Executable::param_names() const {
  std::set<std::string> names;
  for (const Scope* scope = impl_->shared->weights.get(); scope; scope = scope->parent().get()) {
    for (auto& name : scope->LocalNames()) names.insert(std::move(name));
  }
  return std::vector<std::string>(names.begin(), names.end());
}

std::vector<std::string> Executable::variable_names() const {
  std::vector<std::string> names = param_names();
  for (const auto& entry : impl_->current) names.push_back(entry.first);
  std::sort(names.begin(), names.end());
  names.erase(std::unique(names.begin(), names.end()), names.end());
  return names;
}

Tensor* Executable::FindTensor(const std::string& name) {
  return const_cast<Tensor*>(impl_->InputTensor(name));
}

Status Executable::Prepare() {
  bool changed = !impl_->planned;
  LITE_RETURN_IF_ERROR(impl_->CheckInputs(&changed));
  return changed ? impl_->Plan() : OkStatus();
}

Status Executable::Run() {
  LITE_RETURN_IF_ERROR(Prepare());
  for (auto& array : impl_->arrays) array.second->clear();
  return impl_->observer != nullptr ? impl_->RunSteps<true>() : impl_->RunSteps<false>();
}

void Executable::ReleaseMemory() {
  for (auto& tensor : impl_->tensors) tensor->ReleaseBuffer();
  for (auto& array : impl_->arrays) array.second->clear();
  impl_->arena.reset();
  impl_->scratch.reset();
  impl_->planned = false;
}

void Executable::set_threads(int threads) {
  if (threads == impl_->pool->threads()) return;
  impl_->pool = std::make_unique<ThreadPool>(threads);
  impl_->planned = false;
}

int Executable::threads() const { return impl_->pool->threads(); }

ThreadPool* Executable::pool() { return impl_->pool.get(); }

void Executable::set_observer(Observer* observer) { impl_->observer = observer; }

Executable::MemoryUse Executable::memory_use() const {
  MemoryUse use;
  for (const Scope* scope = impl_->shared->weights.get(); scope; scope = scope->parent().get()) {
    for (const auto& name : scope->LocalNames())
      use.weights += scope->Find(name)->tensor.memory_size();
  }
  use.weights += impl_->shared->packed.total_bytes();
  use.activations = impl_->arena_bytes;
  use.scratch = impl_->scratch_bytes;
  for (const auto& input : impl_->inputs) use.io += input.tensor->capacity();
  for (const auto& output : impl_->outputs) use.io += output.tensor->capacity();
  return use;
}

const model::Program& Executable::program() const { return impl_->shared->program; }

std::vector<std::string> Executable::KernelReport() const {
  std::vector<std::string> lines;
  for (const Instruction& instruction : impl_->instructions) {
    std::string line =
        StrCat("#", instruction.index, " ", instruction.op->type(), ": ",
               instruction.def != nullptr ? instruction.def->Key() : "not chosen yet");
    if (!instruction.reason.empty()) line += StrCat(" (", instruction.reason, ")");
    lines.push_back(std::move(line));
  }
  return lines;
}

}  // namespace paddle::lite
