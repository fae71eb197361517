// Decisions made once for each set of input shapes: shapes, kernels, memory.
#include <algorithm>
#include <cstdlib>

#include "lite/base/logging.h"
#include "lite/core/image_layout.h"
#include "lite/core/targets.h"
#include "lite/kernels/binding.h"
#include "lite/operators/activation_plan.h"
#include "lite/operators/infer_shape.h"
#include "lite/operators/settled_values.h"
#include "lite/operators/type_conversion.h"
#include "lite/operators/unwritten.h"
#include "lite/runtime/executable_impl.h"
#include "lite/runtime/kernel_choice.h"

namespace paddle::lite {
namespace {

// Weights between BeginPrepare and EndPrepare, given up where that does not come.
class BegunPrepares {
 public:
  BegunPrepares(WeightStore* store, const Instruction& instruction)
      : store_(store), def_(instruction.def), weights_(instruction.weights) {}
  ~BegunPrepares() {
    for (; begun_ > 0; --begun_) store_->AbandonPrepare(weights_[begun_ - 1]);
  }
  BegunPrepares(const BegunPrepares&) = delete;
  BegunPrepares& operator=(const BegunPrepares&) = delete;

  Status Begin() {
    for (; begun_ < weights_.size(); ++begun_) {
      LITE_RETURN_IF_ERROR(store_->BeginPrepare(def_, weights_[begun_]));
    }
    return OkStatus();
  }
  Status End(const PreparedWeights& prepared) {
    for (; begun_ > 0; --begun_) {
      const Tensor* weight = weights_[begun_ - 1];
      LITE_RETURN_IF_ERROR(store_->EndPrepare(def_, weight, prepared.IsPacked(weight)));
    }
    return OkStatus();
  }

 private:
  WeightStore* const store_;
  const KernelDef* const def_;
  const std::vector<const Tensor*>& weights_;
  size_t begun_ = 0;
};

// Whether a required slot of the operator has the tensor.
bool IsRequired(Op* op, const Tensor* tensor) {
  class Search final : public SlotVisitor {
   public:
    explicit Search(const Tensor* wanted) : wanted_(wanted) {}
    void Input(const char*, const Tensor** one, Need need) override {
      found |= need == Need::kRequired && *one == wanted_;
    }
    void Inputs(const char*, std::vector<const Tensor*>* list, Need need) override {
      found |=
          need == Need::kRequired && std::find(list->begin(), list->end(), wanted_) != list->end();
    }
    bool found = false;

   private:
    const Tensor* const wanted_;
  };
  Search search(tensor);
  op->Fields(search);
  return search.found;
}

// The smallest block that holds both, of one kind and element.
MemoryDesc Union(const MemoryDesc& a, const MemoryDesc& b) {
  MemoryDesc both = a;
  if (a.kind == MemoryKind::kBuffer) {
    both.bytes = std::max(a.bytes, b.bytes);
    return both;
  }
  both.width = std::max(a.width, b.width);
  both.height = std::max(a.height, b.height);
  both.bytes =
      static_cast<size_t>(both.width * both.height) * 4 * PrecisionTypeLength(both.element);
  return both;
}

}  // namespace

bool RequestedByEnvironment(const char* variable) {
  const char* text = std::getenv(variable);
  return text != nullptr && *text != '\0' && *text != '0';
}

Status Executable::Impl::InferInstruction(Instruction* instruction) {
  Op* op = instruction->op.get();
  for (const auto& input : instruction->bound.inputs) {
    if (!operators::IsUnwritten(*input.tensor) || !IsRequired(op, input.tensor)) continue;
    return FailedPrecondition(instruction->Label(), ": input '", input.slot,
                              "' has no value, because the block that writes it did not run");
  }
  LITE_RETURN_IF_ERROR(op->InferType().WithContext(instruction->Label()));
  LITE_RETURN_IF_ERROR(InferShapeFromValues(op).WithContext(instruction->Label()));
  instruction->empty = false;
  if (op->KernelAllocatesOutput()) return OkStatus();  // the kernel also decides the shapes
  instruction->empty = !instruction->bound.outputs.empty() && !HasSideEffects(op->type());
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
  const BoundTensors& bound = instruction->bound;
  const KernelDef* chosen = instruction->stored;
  const KernelDef* stored = chosen;
  std::string reason;
  if (chosen != nullptr) {
    if (const LeftDevice* device = FindLeft(chosen->target)) {
      reason = StrCat(chosen->Key(), ": ", device->reason);
      chosen = stored = nullptr;
    }
  }
  if (chosen != nullptr) {
    const Status status = Accepts(*chosen, op, bound);
    if (!status.ok()) {
      reason = StrCat(chosen->Key(), " refuses: ", status.message());
      chosen = nullptr;
    }
  }
  if (chosen == nullptr) {
    std::vector<TargetType> targets = options.targets;
    targets.erase(std::remove_if(targets.begin(), targets.end(),
                                 [this](TargetType target) { return FindLeft(target) != nullptr; }),
                  targets.end());
    auto choice =
        ChooseKernel(op, bound, targets, instruction->alias, stored, options.more_kernels);
    if (!choice.ok()) {
      Status status = choice.status();
      if (!made_for.empty()) {
        status = Unsupported(status.message(), "; the model was converted for ", made_for);
      }
      status = status.WithContext(instruction->Label());
      return reason.empty() ? status : status.WithContext(reason);
    }
    chosen = choice->kernel;
    if (reason.empty()) reason = instruction->stored_reason;
    if (!choice->reason.empty()) reason += (reason.empty() ? "" : "; ") + choice->reason;
  }
  instruction->reason = std::move(reason);
  if (chosen != instruction->def) {
    instruction->kernel = chosen->create();
    instruction->def = chosen;
    instruction->prepared_for.clear();
    if (RequestedByEnvironment("LITE_VERBOSE")) {
      std::string shapes;
      for (const auto& input : instruction->bound.inputs) {
        shapes += StrCat(" ", input.slot, input.tensor->dims());
      }
      LITE_LOG_INFO("kernel ", chosen->Key(), shapes);
    }
  }
  instruction->queue = QueueOf(chosen->target);
  if (instruction->queue == 0 && !IsHostMemory(chosen->target)) {
    return Unsupported(instruction->Label(), " on ", chosen->Key(), ": no device ",
                       TargetToStr(chosen->target), " was opened");
  }
  TypeResults(*chosen, bound);
  return CheckFetched(*instruction);
}

Status Executable::Impl::PrepareInstruction(Instruction* instruction) {
  PreparedWeights prepared(shared->weights.get(), &weight_forms, &instruction->bound);
  PrepareContext context;
  context.pool = pool.get();
  context.packed = &prepared;
  context.device = ContextOf(instruction->queue).device;
  BegunPrepares begun(shared->weights.get(), *instruction);
  Status status = begun.Begin();
  if (status.ok()) {
    status = Blame(instruction->queue, instruction->kernel->Prepare(*instruction->op, &context));
  }
  if (status.ok()) status = begun.End(prepared);
  if (!status.ok()) {
    return status.WithContext(StrCat(instruction->Label(), " on ", instruction->def->Key()));
  }
  instruction->scratch_bytes = context.scratch_bytes;
  ReleaseWeights(instruction, prepared);
  return OkStatus();
}

// Releases the parameters whose last reader has now taken a packed form.
void Executable::Impl::ReleaseWeights(Instruction* instruction, const PreparedWeights& prepared) {
  if (instruction->has_packed) return;
  instruction->has_packed = true;
  for (const Tensor* weight : instruction->weights) {
    if (prepared.IsPacked(weight) && --weight_readers[weight].waiting == 0) {
      shared->weights->Release(weight);
    }
  }
}

Status Executable::Impl::GrowScratch(int queue, size_t bytes) {
  if (queue != 0) {
    DeviceQueue& used = queues[queue - 1];
    used.scratch_bytes = std::max(used.scratch_bytes, bytes);
    const std::shared_ptr<Buffer>& there = used.scratch;
    const bool fits = there != nullptr && there->valid() && there->size() >= used.scratch_bytes;
    if (fits || used.scratch_bytes == 0) return OkStatus();
    used.scratch.reset();
    auto block =
        Buffer::Allocate(used.device, MemoryDesc::Of(used.device->id(), used.scratch_bytes));
    if (!block.ok()) return Blame(queue, block.status());
    used.scratch = *std::move(block);
    return OkStatus();
  }
  scratch_bytes = std::max(scratch_bytes, bytes);
  if (scratch != nullptr && scratch->size() >= scratch_bytes) return OkStatus();
  scratch.reset();
  LITE_ASSIGN_OR_RETURN(scratch, Buffer::Allocate(TargetType::kHost, scratch_bytes));
  return OkStatus();
}

std::optional<Executable::InputFault> Executable::Impl::FaultOf(size_t index) const {
  using Kind = InputFault::Kind;
  const InputVariable& input = inputs[index];
  const Tensor& tensor = *input.tensor;
  const auto label = [&] { return StrCat("input ", index, " ('", input.name, "')"); };
  const auto fault = [&](Kind kind, Status status) {
    return InputFault{kind, index, input.declared, std::move(status)};
  };
  if (!tensor.IsInitialized()) {
    return fault(Kind::kNoData,
                 FailedPrecondition(
                     label(), " was never given data: Resize it and write to mutable_data first"));
  }
  const auto count = CheckedElementCount(tensor.dims());
  if (!count.ok()) return fault(Kind::kTooLarge, count.status().WithContext(label()));
  if (tensor.capacity() < tensor.memory_size()) {
    return fault(Kind::kNoData, FailedPrecondition(label(), " was resized to ", tensor.dims(),
                                                   " but has memory for ", tensor.capacity(),
                                                   " bytes only: call mutable_data after Resize"));
  }
  if (input.declared != PrecisionType::kUnk && tensor.precision() != input.declared) {
    return fault(Kind::kOtherType,
                 InvalidArgument(label(), " holds ", PrecisionToStr(tensor.precision()),
                                 ", the model declares ", PrecisionToStr(input.declared)));
  }
  return std::nullopt;
}

Status Executable::Impl::CheckInputs(bool* changed) {
  for (size_t i = 0; i < inputs.size(); ++i) {
    const auto fault = FaultOf(i);
    if (fault.has_value()) return fault->status;
    const InputVariable& input = inputs[i];
    const Tensor& tensor = *input.tensor;
    *changed |= tensor.dims() != input.planned_dims ||
                tensor.precision() != input.planned_precision || tensor.lod() != input.planned_lod;
  }
  return OkStatus();
}

// The inputs whose shapes are not what the model declares, for the error of an operator that cannot
// take them; empty when there is none. Many networks take more than they declare, so that alone is
// not an error.
std::string Executable::Impl::UndeclaredShapes() const {
  const auto fits = [](int64_t found, int64_t declared) {
    return declared < 0 || found == declared;
  };
  std::string text;
  for (const InputVariable& input : inputs) {
    const DDim& found = input.tensor->dims();
    const std::vector<int64_t>& declared = input.declared_shape;
    const bool same_rank = found.size() == declared.size();
    if (declared.empty() ||
        (same_rank && std::equal(found.begin(), found.end(), declared.begin(), fits))) {
      continue;
    }
    text += StrCat(text.empty() ? "" : ", ", "input '", input.name, "' is ", found,
                   ", the model declares ", ListToString(declared));
    if (same_rank && found.rank() == 4 && fits(found[3], declared[1]) &&
        fits(found[1], declared[2]) && fits(found[2], declared[3])) {
      text += " (NHWC data? NCHW is expected)";
    }
  }
  return text;
}

// What callers get is in NCHW, whatever kernel made it.
Status Executable::Impl::CheckFetched(const Instruction& instruction) const {
  for (const auto& output : outputs) {
    const Tensor& tensor = *output.tensor;
    if (tensor.layout() != DataLayoutType::kNHWC || operators::LayoutIsFree(tensor.dims()))
      continue;
    for (const auto& made : instruction.bound.outputs) {
      if (made.tensor != &tensor) continue;
      return Unsupported(instruction.Label(), " on ", instruction.def->Key(), ": output '",
                         output.name, "' would be in layout ", DataLayoutToStr(tensor.layout()),
                         ", expected NCHW; convert the model again, opt adds the layout operator");
    }
  }
  return OkStatus();
}

Status Executable::Impl::AllocateOutput(const Instruction& instruction, Tensor* output) {
  const int queue = QueueOf(output->target());
  const Status status =
      queue == 0 ? output->Allocate(output->precision())
                 : Blame(queue, output->AllocateOn(queues[queue - 1].device, output->precision()));
  if (status.ok()) return status;
  std::string where = instruction.Label();
  for (const auto& made : instruction.bound.outputs) {
    if (made.tensor == output) where += StrCat(": output '", made.slot, "'");
  }
  const std::string name = given_out.NameOf(output);
  if (!name.empty()) where += StrCat(", tensor '", name, "'");
  return status.WithContext(where);
}

// Whether values determine shapes, or shapes determine values. Earlier instructions are already
// classified.
void Executable::Impl::Classify(Instruction* instruction,
                                std::set<const Tensor*>* dynamic_tensors) {
  const BoundTensors& bound = instruction->bound;
  instruction->dynamic = instruction->op->ShapeDependsOnData() ||
                         instruction->op->KernelAllocatesOutput() || bound.uses_arrays;
  for (const auto& input : bound.inputs) {
    instruction->dynamic |= dynamic_tensors->count(input.tensor) != 0;
  }
  for (const auto& output : bound.outputs) {
    output.tensor->set_settled(false);
    if (instruction->once) {  // its memory is shared with clones
      output.tensor->set_persistable(false);
      output.tensor->ReleaseBuffer();
    }
    if (!instruction->dynamic) continue;
    dynamic_tensors->insert(output.tensor);
    // It may have been static in the last plan.
    if (InArena(*output.tensor)) output.tensor->ReleaseBuffer();
  }
}

// Computes results that depend only on shapes; they have their own memory. A device gets a copy of
// what the host has computed, once.
Status Executable::Impl::Settle(Instruction* instruction) {
  for (const auto& output : instruction->bound.outputs) {
    Tensor* tensor = output.tensor;
    if (InArena(*tensor)) tensor->ReleaseBuffer();
    LITE_RETURN_IF_ERROR(AllocateOutput(*instruction, tensor));
    tensor->set_settled(true);
  }
  if (instruction->empty) return OkStatus();
  const int queue = instruction->queue;
  LITE_RETURN_IF_ERROR(PrepareInstruction(instruction));
  LITE_RETURN_IF_ERROR(GrowScratch(queue, instruction->scratch_bytes));
  const RunContext context = ContextOf(queue);
  Status status = instruction->kernel->Run(*instruction->op, context);
  if (status.ok() && context.device != nullptr) status = context.device->Finish();
  status = Blame(queue, std::move(status));
  return status.WithContext(StrCat(instruction->Label(), " on ", instruction->def->Key()));
}

// Leaves each device on which no plan can be made, for these shapes.
Status Executable::Impl::Plan() {
  ReturnToDevices();
  at_fault.reset();
  Status status = PlanOnce();
  while (!status.ok() && at_fault.has_value() && options.leave_devices) {
    const Status why = status;
    LeaveDevice(*at_fault, why);
    at_fault.reset();
    status = PlanOnce();
    if (!status.ok()) return status.WithContext(StrCat(why.message(), "; without the device"));
  }
  return status;
}

Status Executable::Impl::PlanOnce() {
  planned = false;
  given_out.Restore();
  LITE_RETURN_IF_ERROR(OpenQueues());
  weight_forms.clear();
  for (auto& entry : weight_readers) entry.second.waiting = entry.second.all;
  // Activations, which are not allocated yet, need more memory in all but tiny networks.
  constexpr size_t kStagingKept = size_t{2} << 20;
  const WeightStore::Planning planning(shared->weights.get(), kStagingKept);
  std::set<const Tensor*> dynamic_tensors;
  for (Instruction& instruction : instructions) {
    instruction.has_packed = instruction.settled = false;
    Classify(&instruction, &dynamic_tensors);
    instruction.once = false;
    if (instruction.dynamic) continue;
    LITE_RETURN_IF_ERROR(InferInstruction(&instruction));
    LITE_RETURN_IF_ERROR(SelectKernel(&instruction));
    if (RunsOnce(instruction)) {
      LITE_RETURN_IF_ERROR(RunOnce(&instruction));
      continue;
    }
    instruction.settled =
        (instruction.queue == 0 || instruction.op->type() == "io_copy") &&
        IsSettled(*instruction.op, instruction.bound, [](const Tensor* input) {
          return (input->settled() || input->persistable()) && IsHostMemory(input->target());
        });
    if (instruction.settled) LITE_RETURN_IF_ERROR(Settle(&instruction));
  }
  Status refused;  // names all operators for which a library for other models lacks something
  for (Instruction& instruction : instructions) {
    if (instruction.dynamic) {
      instruction.prepared_for.clear();
    } else if (!instruction.empty && !instruction.settled && !instruction.once) {
      Status status = PrepareInstruction(&instruction);
      if (status.ok()) continue;
      if (status.code() != StatusCode::kUnsupported || at_fault.has_value()) return status;
      if (!refused.ok()) status = Unsupported(refused.message(), "; also ", instruction.Label());
      refused = std::move(status);
    }
  }
  LITE_RETURN_IF_ERROR(refused);
  const size_t most_scratch = PlanSteps();
  PlanPieces();
  LITE_RETURN_IF_ERROR(PlanMemory());
  scratch_bytes = 0;
  LITE_RETURN_IF_ERROR(GrowScratch(0, most_scratch));
  if (!queues.empty()) LITE_RETURN_IF_ERROR(OrderSteps());
  for (InputVariable& input : inputs) {
    input.planned_dims = input.tensor->dims();
    input.planned_precision = input.tensor->precision();
    input.planned_lod = input.tensor->lod();
  }
  given_out.Planned(dynamic_tensors, TensorsOfCallers());
  planned = true;
  return OkStatus();
}

// Assigns memory to every output of a static instruction: fetched tensors own theirs, images and
// values with padded rows share a few blocks per device, all others are in the arena of their
// device.
Status Executable::Impl::PlanMemory() {
  const std::set<const Tensor*> own_memory = TensorsOfCallers();
  // The values of one device. The plan of every device has all steps, and values of other devices
  // only as values apart.
  struct Space {
    ActivationPlanner planner;
    std::map<const Tensor*, int> value_of;
    std::vector<std::pair<Tensor*, int>> in_arena;
    std::vector<int> read_by_chain;
    std::vector<const Instruction*> pieces;  // whose results are inside others
    std::map<const Tensor*, int> whole_of;   // values that have pieces inside
  };
  std::vector<Space> spaces(queues.size() + 1);
  std::vector<std::pair<Tensor*, size_t>> in_blocks;  // with the instruction that writes them
  for (size_t i = 0; i < instructions.size(); ++i) {
    Instruction& instruction = instructions[i];
    if (instruction.settled || instruction.once || instruction.is_cut) continue;
    const BoundTensors& bound = instruction.bound;
    const bool in_strips = !instruction.dynamic && instruction.done_at != i;
    for (size_t q = 0; q < spaces.size(); ++q) {
      Space& space = spaces[q];
      std::vector<int> read, written;
      for (const auto& input : bound.inputs) {
        const auto [it, is_new] = space.value_of.try_emplace(input.tensor, 0);
        if (is_new) it->second = space.planner.AddValue(0, /*apart=*/true);  // not of this plan
        read.push_back(it->second);
      }
      if (instruction.dynamic) {
        space.planner.AddReader(read);
        continue;
      }
      if (in_strips) {  // its result is only produced in strips
        Tensor* between = bound.outputs[0].tensor;
        between->ReleaseBuffer();
        space.value_of[between] = space.planner.AddValue(0, /*apart=*/true);
        space.read_by_chain.insert(space.read_by_chain.end(), read.begin(), read.end());
        continue;
      }
      // A value that its pieces are stored in begins with the first one, whose instruction counts
      // as its writer; the others, and the instruction that joins them, only read it.
      if (instruction.join != nullptr) {
        Tensor* const whole = instruction.join->bound.outputs[0].tensor;
        const auto [it, is_first] = space.whole_of.try_emplace(whole, 0);
        if (is_first) {
          it->second = space.planner.AddValue(whole->memory_size(), /*apart=*/false);
          space.value_of[whole] = it->second;
          space.in_arena.emplace_back(whole, it->second);
          space.planner.AddStep(*instruction.op, bound, read, {it->second});
        } else {
          read.push_back(it->second);
          space.planner.AddReader(read);
        }
        space.value_of[bound.outputs[0].tensor] = it->second;
        space.pieces.push_back(&instruction);
        continue;
      }
      const Instruction& storing = instruction.cut != nullptr ? *instruction.cut : instruction;
      if (instruction.cut != nullptr) {  // its own result is only produced in parts
        bound.outputs[0].tensor->ReleaseBuffer();
        // The parameters of the instruction that cuts are not of this plan.
        read.resize(storing.bound.inputs.size(), space.planner.AddValue(0, /*apart=*/true));
      }
      if (!bound.outputs.empty() && space.whole_of.count(bound.outputs[0].tensor) != 0) {
        space.planner.AddReader(read);
        continue;
      }
      for (const auto& output : storing.bound.outputs) {
        Tensor* tensor = output.tensor;
        const bool here = QueueOf(tensor->target()) == static_cast<int>(q);
        // Also where a caller has shared memory of its own.
        const bool owns = !options.reuse_memory || own_memory.count(tensor) != 0 ||
                          (tensor->IsInitialized() && tensor->buffer()->borrowed());
        const bool own_block = q != 0 && HasOwnBlock(tensor->target(), tensor->layout());
        const bool apart = !here || owns || own_block;
        written.push_back(space.planner.AddValue(apart ? 0 : tensor->memory_size(), apart));
        space.value_of[tensor] = written.back();
        if (!here) continue;
        if (owns) {
          LITE_RETURN_IF_ERROR(AllocateOutput(instruction, tensor));
        } else if (own_block) {
          in_blocks.emplace_back(tensor, i);
        } else {
          space.in_arena.emplace_back(tensor, written.back());
        }
      }
      space.planner.AddStep(*storing.op, storing.bound, read, written);
      if (!space.read_by_chain.empty()) {  // while the chain's end writes
        space.planner.AddReader(space.read_by_chain);
        space.read_by_chain.clear();
      }
    }
  }
  for (size_t q = 0; q < spaces.size(); ++q) {
    Space& space = spaces[q];
    space.planner.Plan();
    const size_t bytes = space.planner.total();
    std::shared_ptr<Buffer>& memory = q == 0 ? arena : queues[q - 1].arena;
    if (q == 0) {
      arena_bytes = bytes;
      arena_blocks = space.planner.blocks();
    }
    if (memory == nullptr || memory->size() < bytes || !memory->valid()) {
      for (const auto& [tensor, value] : space.in_arena) tensor->ReleaseBuffer();
      for (const Instruction* piece : space.pieces) piece->bound.outputs[0].tensor->ReleaseBuffer();
      memory.reset();
      if (q == 0) {
        LITE_ASSIGN_OR_RETURN(memory, Buffer::Allocate(TargetType::kHost, bytes));
      } else {
        const std::shared_ptr<Device>& device = queues[q - 1].device;
        auto block = Buffer::Allocate(device, MemoryDesc::Of(device->id(), bytes));
        if (!block.ok()) {
          return Blame(static_cast<int>(q), block.status())
              .WithContext("memory of the values between operators");
        }
        memory = *std::move(block);
      }
    }
    for (const auto& [tensor, value] : space.in_arena) {
      tensor->SetBuffer(memory, space.planner.offset(value));
    }
    for (const Instruction* piece : space.pieces) {
      Tensor* const tensor = piece->bound.outputs[0].tensor;
      const size_t element = PrecisionTypeLength(tensor->precision());
      const int whole = space.whole_of.at(piece->join->bound.outputs[0].tensor);
      const size_t at = static_cast<size_t>(piece->join_at) * element;
      tensor->SetBuffer(memory, space.planner.offset(whole) + at);
    }
  }
  return in_blocks.empty() ? OkStatus() : PlaceInBlocks(in_blocks);
}

// Images, and values with padded rows, cannot be parts of a block. A value takes a block that is
// free from its step on and that grows least.
Status Executable::Impl::PlaceInBlocks(const std::vector<std::pair<Tensor*, size_t>>& values) {
  std::map<const Tensor*, size_t> last_read;
  for (size_t i = 0; i < instructions.size(); ++i) {
    for (const auto& input : instructions[i].bound.inputs) last_read[input.tensor] = i;
  }
  struct Block {
    int queue;
    MemoryDesc desc;
    size_t busy_until;
    std::vector<Tensor*> tensors;
  };
  std::vector<Block> blocks;
  for (const auto& [tensor, step] : values) {
    const int queue = QueueOf(tensor->target());
    const std::shared_ptr<Device>& device = queues[queue - 1].device;
    LITE_ASSIGN_OR_RETURN(
        const MemoryDesc desc,
        DescribeMemory(device->id(), tensor->layout(), tensor->dims(), tensor->precision()));
    const auto read = last_read.find(tensor);
    const size_t last = read == last_read.end() ? step : std::max(step, read->second);
    Block* best = nullptr;
    MemoryDesc best_desc;
    for (Block& block : blocks) {
      if (block.queue != queue || block.busy_until >= step || block.desc.element != desc.element ||
          block.desc.kind != desc.kind) {
        continue;
      }
      const MemoryDesc grown = Union(block.desc, desc);
      const size_t growth = grown.bytes - block.desc.bytes;
      if (growth > desc.bytes || grown.bytes > device->limits().max_bytes) continue;
      if (best == nullptr || growth < best_desc.bytes - best->desc.bytes) {
        best = &block;
        best_desc = grown;
      }
    }
    if (best == nullptr) {
      blocks.push_back({queue, desc, 0, {}});
      best = &blocks.back();
      best_desc = desc;
    }
    best->desc = best_desc;
    best->busy_until = last;
    best->tensors.push_back(tensor);
    tensor->ReleaseBuffer();
  }
  std::vector<std::vector<std::shared_ptr<Buffer>>> before(queues.size());
  for (size_t q = 0; q < queues.size(); ++q) before[q].swap(queues[q].blocks);
  for (const Block& block : blocks) {
    DeviceQueue& used = queues[block.queue - 1];
    std::vector<std::shared_ptr<Buffer>>& old = before[block.queue - 1];
    const auto found = std::find_if(old.begin(), old.end(), [&](const auto& kept) {
      return kept->valid() && kept->desc().Holds(block.desc);
    });
    std::shared_ptr<Buffer> memory;
    if (found != old.end()) {
      memory = *found;
      old.erase(found);
    } else {
      auto allocated = Buffer::Allocate(used.device, block.desc);
      if (!allocated.ok()) {
        return Blame(block.queue, allocated.status())
            .WithContext("memory of the values between operators");
      }
      memory = *std::move(allocated);
    }
    used.blocks.push_back(memory);
    for (Tensor* tensor : block.tensors) tensor->SetBuffer(memory);
  }
  return OkStatus();
}

}  // namespace paddle::lite
