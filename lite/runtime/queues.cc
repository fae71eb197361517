// Devices beside the host: their queues, the order of steps among them, and operators that run
// once. See docs/design/devices.md.
#include <algorithm>
#include <chrono>

#include "lite/base/logging.h"
#include "lite/core/image_layout.h"
#include "lite/core/targets.h"
#include "lite/operators/type_conversion.h"
#include "lite/runtime/executable_impl.h"

namespace paddle::lite {

Result<std::shared_ptr<Device>> Executable::Impl::OpenDeviceOf(TargetType target) const {
  DeviceId id{target, options.device_id};
  for (const DeviceId& named : options.device_ids) {
    if (named.target == target) id = named;
  }
  for (const std::shared_ptr<Device>& device : options.devices) {
    if (device->id() == id) return device;
  }
  return OpenDevice(id);
}

Status Executable::Impl::AddQueue(TargetType target) {
  if (IsHostMemory(target) || QueueOf(target) != 0) return OkStatus();
  DeviceQueue queue;
  queue.target = target;
  LITE_ASSIGN_OR_RETURN(queue.device, OpenDeviceOf(target));
  queues.push_back(std::move(queue));
  return OkStatus();
}

Status Executable::Impl::OpenQueues() {
  std::vector<TargetType> targets = options.targets;
  for (const Instruction& instruction : instructions) {
    if (instruction.stored != nullptr) targets.push_back(instruction.stored->target);
  }
  for (const TargetType target : targets) {
    if (FindLeft(target) != nullptr) continue;
    const Status status = AddQueue(target);
    if (!status.ok()) {
      at_fault = target;
      return status;
    }
  }
  AddStreams();
  for (size_t q = 0; q < queues.size(); ++q) {
    DeviceQueue& queue = queues[q];
    if (queue.context != nullptr) continue;
    auto context = queue.device->CreateContext();
    if (!context.ok()) {
      return Blame(static_cast<int>(q) + 1, context.status())
          .WithContext(queue.device->id().ToString());
    }
    queue.context = *std::move(context);
    if (queue.stream != nullptr) LITE_RETURN_IF_ERROR(queue.context->UseStream(queue.stream));
  }
  return OkStatus();
}

void Executable::Impl::AddStreams() {
  if (outer != nullptr) return;  // a block runs between steps that the host waits for
  const std::vector<DeviceQueue>::size_type devices = queues.size();
  for (size_t q = 0; q < devices; ++q) {
    const TargetType target = queues[q].target;
    const auto now = std::count_if(queues.begin(), queues.end(),
                                   [target](const auto& queue) { return queue.target == target; });
    for (auto i = now; i < options.streams; ++i) {
      DeviceQueue more;
      more.target = target;
      more.device = queues[q].device;
      queues.push_back(std::move(more));
    }
  }
}

Status Executable::SetStream(TargetType target, void* stream) {
  if (IsHostMemory(target)) return OkStatus();
  LITE_RETURN_IF_ERROR(impl_->AddQueue(target));
  DeviceQueue& queue = impl_->queues[static_cast<size_t>(impl_->QueueOf(target)) - 1];
  if (queue.context != nullptr) {
    LITE_RETURN_IF_ERROR(queue.context->Finish());
    LITE_RETURN_IF_ERROR(queue.context->UseStream(stream));
  }
  queue.stream = stream;
  if (impl_->options.streams > 1) impl_->planned = false;
  return OkStatus();
}

void Executable::Impl::CloseQueues() {
  for (DeviceQueue& queue : queues) {
    if (queue.context == nullptr) continue;
    // What failed was reported by the operation that noticed it.
    const Status status = queue.context->Finish();
    static_cast<void>(status);
  }
  events.clear();
  last_waits.clear();
  recordings.clear();
  for (DeviceQueue& queue : queues) {
    queue.begin.reset();
    queue.end.reset();
    queue.context.reset();
  }
}

Status Executable::Impl::Blame(int queue, Status status) {
  // What callers did wrong is wrong on every target.
  const bool callers =
      status.code() == StatusCode::kInvalidArgument || status.code() == StatusCode::kOutOfRange;
  if (!status.ok() && queue != 0 && !callers) at_fault = queues[queue - 1].target;
  return status;
}

const LeftDevice* Executable::Impl::FindLeft(TargetType target) const {
  const auto found = std::find_if(left.begin(), left.end(), [target](const LeftDevice& device) {
    return device.target == target;
  });
  return found == left.end() ? nullptr : &*found;
}

namespace {

// A change of layout becomes a copy between the same tensors: without the device, all layouts are
// plain. Null if a tailored library has no copies.
std::unique_ptr<Op> CopyInstead(const Op& op) {
  const auto& layout = static_cast<const operators::Layout&>(op);
  std::unique_ptr<Op> created = CreateOp(op.type() == "layout" ? "io_copy" : "io_copy_once");
  if (created == nullptr) return nullptr;
  auto* copy = static_cast<operators::IoCopy*>(created.get());
  copy->input = layout.input;
  copy->out = layout.out;
  return created;
}

bool ChangesLayout(const Op& op) { return op.type() == "layout" || op.type() == "layout_once"; }

}  // namespace

void Executable::Impl::LeaveDevice(TargetType target, const Status& why) {
  CloseQueues();
  LeftDevice leaving{target, why.message(), nullptr};
  const int queue = QueueOf(target);
  if (queue != 0) {
    leaving.stream = queues[queue - 1].stream;
    queues.erase(std::remove_if(queues.begin(), queues.end(),
                                [target](const auto& used) { return used.target == target; }),
                 queues.end());
  }
  bool is_first = false;
  {
    const std::lock_guard<std::mutex> lock(shared->mutex);
    is_first = shared->left.insert(target).second;
  }
  if (is_first) {
    LITE_LOG_WARNING(TargetToStr(target),
                     " cannot run the program for these shapes: ", why.message(),
                     "; other targets run its operators");
  }
  for (Instruction& instruction : instructions) {
    for (const auto& output : instruction.bound.outputs) {
      if (!IsHostMemory(output.tensor->target())) output.tensor->ReleaseBuffer();
    }
    if (instruction.stored == nullptr || instruction.stored->target != target ||
        !ChangesLayout(*instruction.op)) {
      continue;
    }
    instruction.left_op = CopyInstead(*instruction.op);
    if (instruction.left_op == nullptr) continue;  // the selection of its kernel says so
    std::swap(instruction.op, instruction.left_op);
    instruction.bound = instruction.op->Bound();
  }
  left.push_back(std::move(leaving));
}

void Executable::Impl::ReturnToDevices() {
  if (left.empty()) return;
  for (Instruction& instruction : instructions) {
    if (instruction.left_op == nullptr) continue;
    instruction.op = std::move(instruction.left_op);
    instruction.bound = instruction.op->Bound();
  }
  const std::vector<LeftDevice> devices = std::move(left);
  left.clear();
  for (const LeftDevice& device : devices) {
    const Status status = AddQueue(device.target);
    if (status.ok()) queues[QueueOf(device.target) - 1].stream = device.stream;
  }
}

int Executable::Impl::QueueOf(TargetType target) const {
  if (queues.empty() || IsHostMemory(target)) return 0;
  const auto found = std::find_if(queues.begin(), queues.end(), [target](const DeviceQueue& queue) {
    return queue.target == target;
  });
  return found == queues.end() ? 0 : static_cast<int>(found - queues.begin()) + 1;
}

bool Executable::Impl::InArena(const Tensor& tensor) const {
  if (!tensor.IsInitialized()) return false;
  if (tensor.buffer() == arena) return true;
  return std::any_of(queues.begin(), queues.end(), [&tensor](const DeviceQueue& queue) {
    return tensor.buffer() == queue.arena || std::find(queue.blocks.begin(), queue.blocks.end(),
                                                       tensor.buffer()) != queue.blocks.end();
  });
}

RunContext Executable::Impl::ContextOf(int queue) {
  RunContext context;
  context.pool = pool.get();
  if (queue == 0) {
    if (scratch != nullptr) context.scratch = static_cast<char*>(scratch->data());
    return context;
  }
  const DeviceQueue& used = queues[queue - 1];
  context.device = used.context.get();
  if (used.scratch != nullptr) context.device_scratch = used.scratch->handle();
  return context;
}

// For messages about what happened on a device.
std::string Executable::Impl::Describe(const Instruction& instruction) const {
  std::string text = instruction.Label();
  if (instruction.def != nullptr) text += StrCat(" on ", instruction.def->Key());
  const model::OpDesc& desc = shared->program.blocks[block].ops[instruction.at.index];
  for (const auto& [slot, names] : desc.outputs) {
    if (!names.empty()) return StrCat(text, ", tensor '", names[0], "'");
  }
  return text;
}

// Operators whose type ends in _once turn a parameter, or the result of such an operator, into
// another form. Callers may write to what they hold.
bool Executable::Impl::RunsOnce(const Instruction& instruction) const {
  constexpr char kSuffix[] = "_once";
  constexpr size_t kLength = sizeof(kSuffix) - 1;
  const std::string& type = instruction.op->type();
  const BoundTensors& bound = instruction.bound;
  if (type.size() <= kLength || type.compare(type.size() - kLength, kLength, kSuffix) != 0 ||
      bound.inputs.size() != 1 || bound.outputs.size() != 1 || !options.reuse_memory) {
    return false;
  }
  const Tensor* output = bound.outputs[0].tensor;
  return bound.inputs[0].tensor->persistable() && !given_out.Has(output) &&
         TensorsOfCallers().count(output) == 0;
}

Status Executable::Impl::RunOnce(Instruction* instruction) {
  const Tensor* input = instruction->bound.inputs[0].tensor;
  Tensor* output = instruction->bound.outputs[0].tensor;
  const auto before = weight_forms.find(input);
  WeightForm form = before != weight_forms.end() ? before->second : WeightForm{input, ""};
  form.form += StrCat(instruction->at.ToString(), " ", instruction->def->Key(), " ");
  if (instruction->queue != 0) form.form += queues[instruction->queue - 1].device->id().ToString();
  const auto make = [&]() -> Result<std::shared_ptr<Buffer>> {
    output->ReleaseBuffer();
    LITE_RETURN_IF_ERROR(AllocateOutput(*instruction, output));
    if (instruction->empty) return output->buffer();
    PrepareContext context;
    context.pool = pool.get();
    context.device = ContextOf(instruction->queue).device;
    LITE_RETURN_IF_ERROR(
        Blame(instruction->queue, instruction->kernel->Prepare(*instruction->op, &context)));
    LITE_RETURN_IF_ERROR(GrowScratch(instruction->queue, context.scratch_bytes));
    const RunContext run = ContextOf(instruction->queue);
    LITE_RETURN_IF_ERROR(
        Blame(instruction->queue, instruction->kernel->Run(*instruction->op, run)));
    if (run.device != nullptr) {
      LITE_RETURN_IF_ERROR(Blame(instruction->queue, run.device->Finish()));
    }
    return output->buffer();
  };
  auto block = shared->weights->GetBlock(*form.weight, form.form, make);
  if (!block.ok()) return block.status().WithContext(Describe(*instruction));
  output->SetBuffer(*std::move(block));
  output->set_persistable(true);
  instruction->once = true;
  PreparedWeights prepared(shared->weights.get(), &weight_forms, &instruction->bound);
  for (const Tensor* weight : instruction->weights) prepared.SetPacked(weight);
  ReleaseWeights(instruction, prepared);
  weight_forms[output] = std::move(form);
  return OkStatus();
}

// The event that is recorded after a step.
Result<int> Executable::Impl::SignalOf(Instruction* step) {
  if (step->signal < 0) {
    StepEvent event;
    event.queue = step->queue;
    event.step = step;
    auto created = queues[step->queue - 1].context->CreateEvent();
    if (!created.ok()) return Blame(step->queue, created.status());
    event.event = *std::move(created);
    step->signal = static_cast<int>(events.size());
    events.push_back(std::move(event));
  }
  return step->signal;
}

// A step follows the last one of a queue if it reads its result; otherwise it begins a branch, on
// the queue of its device whose last step is the oldest.
void Executable::Impl::ChooseStream(Instruction* step, const StepOrder::Operands& operands,
                                    std::vector<LastStep>* last) const {
  const DeviceQueue& first = queues[step->queue - 1];
  const auto continues = [&](const LastStep& before) {
    return std::any_of(operands.read.begin(), operands.read.end(), [&](const MemoryRange& read) {
      return std::any_of(before.written.begin(), before.written.end(),
                         [&](const MemoryRange& written) { return written.Overlaps(read); });
    });
  };
  if (first.stream != nullptr) return;
  auto chosen = static_cast<size_t>(step->queue - 1);
  for (size_t q = chosen; q < queues.size(); ++q) {
    if (queues[q].target != first.target) continue;
    if (continues((*last)[q])) {
      chosen = q;
      break;
    }
    if ((*last)[q].step < (*last)[chosen].step) chosen = q;
  }
  step->queue = static_cast<int>(chosen) + 1;
}

// Decides which steps wait for which others. Memory is planned.
Status Executable::Impl::OrderSteps() {
  events.clear();
  last_waits.clear();
  for (DeviceQueue& queue : queues) queue.scratch_bytes = 0;
  for (Instruction& instruction : instructions) {
    instruction.waits.clear();
    instruction.signal = -1;
  }
  const auto range_of = [this](const Tensor* tensor) -> MemoryRange {
    if (!InArena(*tensor)) return {tensor, 0, SIZE_MAX};
    const Buffer* block = tensor->buffer().get();
    if (block->desc().kind == MemoryKind::kImage2D) return {block, 0, SIZE_MAX};
    return {block, tensor->offset(), tensor->offset() + tensor->memory_size()};
  };
  StepOrder order(static_cast<int>(queues.size()));
  std::vector<LastStep> last(queues.size());
  for (size_t s = 0; s < steps.size(); ++s) {
    Instruction* step = steps[s];
    StepOrder::Operands operands;
    for (Instruction* i = step; i <= &instructions[step->done_at]; ++i) {
      for (const auto& input : i->bound.inputs) operands.read.push_back(range_of(input.tensor));
      for (const auto& output : i->bound.outputs) {
        operands.written.push_back(range_of(output.tensor));
      }
    }
    // The host looks at the operands of a dynamic step, and finishes it before the next one.
    if (step->queue != 0 && !step->dynamic) {
      ChooseStream(step, operands, &last);
      last[static_cast<size_t>(step->queue) - 1] = {s + 1, operands.written};
    }
    const int queue = step->dynamic ? 0 : step->queue;
    if (queue != 0) LITE_RETURN_IF_ERROR(GrowScratch(queue, step->scratch_bytes));
    for (const int wait : order.Add(queue, static_cast<int>(s), std::move(operands))) {
      LITE_ASSIGN_OR_RETURN(const int event, SignalOf(steps[static_cast<size_t>(wait)]));
      step->waits.push_back(event);
    }
  }
  for (const int wait : order.Finish()) {
    LITE_ASSIGN_OR_RETURN(const int event, SignalOf(steps[static_cast<size_t>(wait)]));
    last_waits.push_back(event);
  }
  PlanRecordings();
  return OkStatus();
}

// Makes what is issued next on `queue` come after the event.
Status Executable::Impl::WaitBefore(int queue, const StepEvent& event) {
  const DeviceQueue& waited = queues[event.queue - 1];
  if (queue != 0 && queues[queue - 1].target == waited.target) {
    LITE_ASSIGN_OR_RETURN(const bool queued, queues[queue - 1].context->QueueWait(
                                                 waited.context.get(), event.event.get()));
    if (queued) return OkStatus();
  }
  const Status status = waited.context->Wait(event.event.get());
  if (status.ok()) return status;
  return status.WithContext(StrCat(waited.device->id().ToString(), " failed at ",
                                   Describe(*event.step), ", or at an operator queued before it"));
}

Status Executable::Impl::FinishQueues() {
  for (const int wait : last_waits) LITE_RETURN_IF_ERROR(WaitBefore(0, events[wait]));
  return OkStatus();
}

Status Executable::Impl::RunQueued(Instruction* instruction) {
  DeviceQueue& used = queues[instruction->queue - 1];
  DeviceContext* device = used.context.get();
  const bool observed = observer != nullptr;
  const auto run = [&]() -> Status {
    if (observed) {
      observer->BeforeOp(instruction->at, *instruction->op, *instruction->def);
      if (used.begin == nullptr) {
        LITE_ASSIGN_OR_RETURN(used.begin, device->CreateEvent());
        LITE_ASSIGN_OR_RETURN(used.end, device->CreateEvent());
      }
      LITE_RETURN_IF_ERROR(device->Record(used.begin.get()));
    }
    LITE_RETURN_IF_ERROR(instruction->kernel->Run(*instruction->op, ContextOf(instruction->queue)));
    if (instruction->signal >= 0) {
      LITE_RETURN_IF_ERROR(device->Record(events[instruction->signal].event.get()));
    }
    if (observed) {
      LITE_RETURN_IF_ERROR(device->Record(used.end.get()));
      return device->Wait(used.end.get());
    }
    return instruction->dynamic ? device->Finish() : OkStatus();
  };
  const auto begin = std::chrono::steady_clock::now();
  const Status status = run();
  if (!status.ok()) return status.WithContext(Describe(*instruction));
  if (!observed) return status;
  const auto ns = std::chrono::steady_clock::now() - begin;
  const int64_t started = device->TimeOf(*used.begin);
  const int64_t ended = device->TimeOf(*used.end);
  if (started >= 0 && ended >= 0) {
    observer->DeviceTime(instruction->at, *instruction->op, ended - started);
  }
  observer->AfterOp(instruction->at, *instruction->op, *instruction->def,
                    std::chrono::duration_cast<std::chrono::nanoseconds>(ns).count());
  return status;
}

std::vector<std::string> Executable::QueueReport() const {
  std::vector<std::string> lines;
  if (impl_->queues.empty()) return lines;
  const auto list = [this](const std::vector<int>& waits, std::string line) {
    for (size_t i = 0; i < waits.size(); ++i) {
      line += StrCat(i == 0 ? ", waits for " : ", ", impl_->events[waits[i]].step->Label());
    }
    return line;
  };
  for (const Instruction* step : impl_->steps) {
    std::string where = "host";
    if (step->queue != 0) {
      const DeviceQueue& used = impl_->queues[step->queue - 1];
      where = used.device->id().ToString();
      const auto before =
          std::count_if(impl_->queues.begin(), impl_->queues.begin() + step->queue - 1,
                        [&used](const DeviceQueue& other) { return other.target == used.target; });
      if (before > 0) where += StrCat(", stream ", before + 1);
    }
    lines.push_back(list(step->waits, StrCat(step->Label(), " on ", where)));
  }
  lines.push_back(list(impl_->last_waits, "end on host"));
  return lines;
}

}  // namespace paddle::lite
