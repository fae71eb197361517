#include "lite/runtime/executable.h"

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <string_view>
#include <utility>

#include "lite/base/logging.h"
#include "lite/core/device_settings.h"
#include "lite/core/targets.h"
#include "lite/model/array_forms.h"
#include "lite/model/quantised.h"
#include "lite/model/weight_only.h"
#include "lite/model/writes.h"
#include "lite/runtime/half_precision.h"
#include "lite/runtime/inner_block.h"
#include "lite/runtime/kernel_choice.h"

namespace paddle::lite {
namespace {

// Calls a function on the way out, unless told that all has succeeded.
template <typename Function>
class OnFailure {
 public:
  explicit OnFailure(Function function) : function_(std::move(function)) {}
  ~OnFailure() {
    if (!succeeded_) function_();
  }
  OnFailure(const OnFailure&) = delete;
  OnFailure& operator=(const OnFailure&) = delete;
  void Cancel() { succeeded_ = true; }

 private:
  Function function_;
  bool succeeded_ = false;
};

constexpr char kLoopLimitVariable[] = "LITE_MAX_LOOP_ITERATIONS";

Result<int64_t> LoopLimit(int64_t requested) {
  if (requested > 0) return requested;
  const char* text = std::getenv(kLoopLimitVariable);
  if (text == nullptr || *text == '\0') return kMaxLoopIterations;
  char* end = nullptr;
  const long long limit = std::strtoll(text, &end, 10);
  if (*end == '\0' && limit > 0) return int64_t{limit};
  return InvalidArgument(kLoopLimitVariable, " is '", text, "', expected a number of at least 1");
}

}  // namespace

Executable::Impl::Impl() = default;
Executable::Impl::~Impl() { CloseQueues(); }

// Determines shapes, kernel and memory of an instruction whose shapes depend on values.
Status Executable::Impl::StepDynamic(Instruction* instruction) {
  LITE_RETURN_IF_ERROR(InferInstruction(instruction));
  bool same = instruction->kernel != nullptr &&
              instruction->prepared_for.size() == instruction->bound.inputs.size();
  for (size_t i = 0; same && i < instruction->bound.inputs.size(); ++i) {
    const Tensor& input = *instruction->bound.inputs[i].tensor;
    same = instruction->prepared_for[i] ==
           std::forward_as_tuple(input.dims(), input.precision(), input.lod());
  }
  if (!same) {
    instruction->prepared_for.clear();  // until all of this has succeeded
    LITE_RETURN_IF_ERROR(SelectKernel(instruction));
    LITE_RETURN_IF_ERROR(PrepareInstruction(instruction));
    LITE_RETURN_IF_ERROR(GrowScratch(instruction->queue, instruction->scratch_bytes));
    for (const auto& input : instruction->bound.inputs) {
      instruction->prepared_for.emplace_back(input.tensor->dims(), input.tensor->precision(),
                                             input.tensor->lod());
    }
  }
  if (instruction->op->KernelAllocatesOutput()) return OkStatus();
  for (const auto& output : instruction->bound.outputs) {
    LITE_RETURN_IF_ERROR(AllocateOutput(*instruction, output.tensor));
  }
  return OkStatus();
}

template <bool kObserved, bool kQueues>
Status Executable::Impl::RunSteps() {
  RunContext context;
  context.pool = pool.get();
  if constexpr (kObserved) {
    if (outer == nullptr) observer->BeginRun();
  }
  for (size_t s = 0; s < steps.size(); ++s) {
    Instruction* const instruction = steps[s];
    if constexpr (kQueues) {
      const int queue = instruction->dynamic ? 0 : instruction->queue;
      for (const int wait : instruction->waits) {
        LITE_RETURN_IF_ERROR(WaitBefore(queue, events[wait]));
      }
      if (!kObserved && records && instruction->recording >= 0) {
        Recording& recording = recordings[static_cast<size_t>(instruction->recording)];
        LITE_RETURN_IF_ERROR(RunSegment(&recording));
        s = recording.end - 1;
        continue;
      }
    }
    if (instruction->dynamic) LITE_RETURN_IF_ERROR(StepDynamic(instruction));
    context.scratch = static_cast<char*>(scratch->data());
    context.ahead = instruction->ahead;
    context.out_pitch = instruction->out_pitch;
    context.parts = instruction->parts;
    if (instruction->empty) continue;
    if (instruction->chain != nullptr) {
      instruction->chain->Run(context);
      continue;
    }
    if constexpr (kQueues) {
      if (instruction->queue != 0) {
        LITE_RETURN_IF_ERROR(RunQueued(instruction));
        continue;
      }
    }
    if constexpr (kObserved) {
      observer->BeforeOp(instruction->at, *instruction->op, *instruction->def);
    }
    std::chrono::steady_clock::time_point begin;
    if constexpr (kObserved) begin = std::chrono::steady_clock::now();
    const Status status = instruction->kernel->Run(*instruction->op, context);
    if constexpr (kObserved) {
      const auto end = std::chrono::steady_clock::now();
      observer->AfterOp(instruction->at, *instruction->op, *instruction->def,
                        std::chrono::duration_cast<std::chrono::nanoseconds>(end - begin).count());
    }
    if (!status.ok()) {
      return status.WithContext(StrCat(instruction->Label(), " on ", instruction->def->Key()));
    }
  }
  if constexpr (kQueues) {
    LITE_RETURN_IF_ERROR(FinishQueues());
    records = !recordings.empty();
  }
  if constexpr (kObserved) {
    if (outer == nullptr) observer->EndRun();
  }
  return OkStatus();
}

namespace {

// Before anything of a target is executed: its instructions may be illegal on this processor.
Status CheckProcessor(const std::vector<TargetType>& targets) {
  for (const TargetType target : targets) {
    const DeviceSettings* settings = IsHostMemory(target) ? FindDeviceSettings(target) : nullptr;
    if (settings == nullptr) continue;
    LITE_ASSIGN_OR_RETURN(const std::string missing, settings->property(0, "missing"));
    if (!missing.empty()) {
      return Unsupported("this processor lacks ", missing, ", which the kernels for ",
                         TargetToStr(target), " need");
    }
  }
  return OkStatus();
}

}  // namespace

Executable::Executable(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
Executable::~Executable() = default;

Result<std::unique_ptr<Executable>> Executable::Create(model::Model model,
                                                       const ExecutableOptions& options) {
  LITE_RETURN_IF_ERROR(CheckProcessor(options.targets.empty() ? BuildTargets() : options.targets));
  LITE_RETURN_IF_ERROR(model::CheckQuantAttributes(model));
  LITE_RETURN_IF_ERROR(model::ConvertStoredWeights(
      options.prefer_half ? model::KeepsIntegerWeight() : TakesIntegerWeights, &model));
  PreferIntegerWeights(&model);
  LITE_RETURN_IF_ERROR(model::ExpandBFloat16Weights(&model));
  model::ResolveWrites(&model.program);
  model::NameArrayForms(&model.program);
  if (options.prefer_half) PreferHalf(&model);
  CastWeightsToHalf(&model);
  if (options.prefer_bfloat16) model::RequestBFloat16(&model);
  PreferBFloat16(&model);
  auto impl = std::make_unique<Impl>();
  impl->shared = std::make_shared<SharedProgram>();
  impl->shared->program = std::move(model.program);
  impl->shared->weights =
      std::make_shared<WeightStore>(std::move(model.params), std::move(model.stored));
  impl->options = options;
  LITE_ASSIGN_OR_RETURN(impl->options.max_loop_iterations, LoopLimit(options.max_loop_iterations));
  std::vector<TargetType>& targets = impl->options.targets;
  if (targets.empty()) targets = BuildTargets();
  const auto absent = [&impl](TargetType target) {
    if (IsHostMemory(target)) return false;
    const Status found = impl->OpenDeviceOf(target).status();
    if (!found.ok()) LITE_LOG_WARNING(found.message(), "; other targets run its operators");
    return !found.ok();
  };
  targets.erase(std::remove_if(targets.begin(), targets.end(), absent), targets.end());
  impl->pool = std::make_shared<ThreadPool>(options.threads, options.waiting);
  LITE_RETURN_IF_ERROR(impl->Bind());
  impl->WarnAboutListedShapes();
  if (!impl->made_for.empty()) {  // once for a model and all its clones
    LITE_LOG_INFO("the model was converted for ", impl->made_for,
                  ": kernels are chosen anew; opt --valid_targets=",
                  TargetToStr(impl->options.targets.front()), " makes a faster file");
  }
  return std::unique_ptr<Executable>(new Executable(std::move(impl)));
}

Result<std::unique_ptr<Executable>> Executable::Clone(
    const std::vector<std::string>& private_params) const {
  auto impl = std::make_unique<Impl>();
  impl->options = impl_->options;
  impl->pool = std::make_shared<ThreadPool>(impl_->options.threads, impl_->options.waiting);
  impl->shared = impl_->shared;
  if (!private_params.empty()) {
    impl->shared = std::make_shared<SharedProgram>();
    impl->shared->program = impl_->shared->program;
    LITE_ASSIGN_OR_RETURN(impl->shared->weights,
                          WeightStore::WithCopies(impl_->shared->weights, private_params));
  }
  LITE_RETURN_IF_ERROR(impl->Bind());
  return std::unique_ptr<Executable>(new Executable(std::move(impl)));
}

const std::vector<std::string>& Executable::input_names() const { return impl_->input_names; }
const std::vector<std::string>& Executable::output_names() const { return impl_->output_names; }
Tensor* Executable::input(size_t index) { return impl_->inputs[index].tensor; }
const Tensor* Executable::output(size_t index) const { return impl_->outputs[index].tensor; }

std::vector<std::string> Executable::param_names() const { return impl_->shared->weights->Names(); }

std::vector<std::string> Executable::variable_names() const {
  std::vector<std::string> names = param_names();
  for (const auto& entry : impl_->current) names.push_back(entry.first);
  std::sort(names.begin(), names.end());
  names.erase(std::unique(names.begin(), names.end()), names.end());
  return names;
}

Result<Tensor*> Executable::FindTensor(const std::string& name) {
  const Tensor* tensor = impl_->InputTensor(name);
  if (tensor == nullptr) return NotFound("there is no variable '", name, "'");
  const bool is_parameter = impl_->shared->weights->Owns(tensor);
  const Status status =
      is_parameter ? impl_->shared->weights->Keep(tensor) : impl_->KeepReadable(tensor);
  if (!status.ok()) return status.WithContext(StrCat("variable '", name, "'"));
  return const_cast<Tensor*>(tensor);
}

void Executable::GiveOut(Tensor* tensor, const std::string& name) {
  const auto is_input = [&](const InputVariable& input) { return input.tensor == tensor; };
  const std::vector<InputVariable>& inputs = impl_->inputs;
  if (IsParameter(tensor) || std::any_of(inputs.begin(), inputs.end(), is_input)) return;
  // What follows from the shapes is computed in every run from now on.
  const bool kept = tensor->settled() || tensor->persistable();
  if (impl_->given_out.Add(tensor, name) && kept) impl_->planned = false;
}

bool Executable::IsParameter(const Tensor* tensor) const {
  return impl_->shared->weights->Owns(tensor);
}

std::optional<Executable::InputFault> Executable::FindInputFault() const {
  for (size_t i = 0; i < impl_->inputs.size(); ++i) {
    auto fault = impl_->FaultOf(i);
    if (fault.has_value()) return fault;
  }
  return std::nullopt;
}

Status Executable::Impl::Prepare() {
  bool changed = !planned;
  LITE_RETURN_IF_ERROR(CheckInputs(&changed));
  if (!changed) changed = given_out.Changed();
  if (!changed) return OkStatus();
  OnFailure close([this] { CloseQueues(); });
  const Status status = Plan();
  if (status.ok()) close.Cancel();
  if (status.code() != StatusCode::kInvalidArgument && status.code() != StatusCode::kOutOfRange) {
    return status;
  }
  const std::string shapes = UndeclaredShapes();
  return shapes.empty() ? status : status.WithContext(shapes);
}

Status Executable::Impl::Run() {
  LITE_RETURN_IF_ERROR(Prepare());
  if (outer == nullptr) iterations_left = options.max_loop_iterations;
  for (auto& array : arrays) array.second->clear();
  // Steps that decide shapes and memory as they run may have been left half done, and queued work
  // uses memory that may now be freed.
  OnFailure discard([this] {
    planned = false;
    CloseQueues();
  });
  const bool observed = observer != nullptr;
  const Status status = queues.empty()
                            ? (observed ? RunSteps<true, false>() : RunSteps<false, false>())
                            : (observed ? RunSteps<true, true>() : RunSteps<false, true>());
  if (!status.ok()) return status;
  discard.Cancel();
  return outer == nullptr ? KeepStates() : OkStatus();
}

Status Executable::Prepare() { return impl_->Prepare(); }

Status Executable::Run() { return impl_->Run(); }

Status Executable::ResetStates() { return impl_->ResetStates(); }

void Executable::ReleaseMemory() {
  impl_->ForEachBlock([](Impl& impl) {
    for (auto& tensor : impl.tensors) {
      if (!impl.IsState(tensor.get())) tensor->ReleaseBuffer();
    }
    for (auto& array : impl.arrays) array.second->clear();
    for (Instruction& instruction : impl.instructions) {
      if (!instruction.dynamic) continue;
      instruction.kernel.reset();  // may keep memory for its results
      instruction.def = nullptr;
    }
    impl.arena.reset();
    impl.scratch.reset();
    for (DeviceQueue& queue : impl.queues) {
      queue.arena.reset();
      queue.blocks.clear();
      queue.scratch.reset();
    }
    impl.planned = false;
  });
}

int Executable::set_threads(int threads) {
  if (threads == impl_->pool->threads()) return threads;
  const auto pool = std::make_shared<ThreadPool>(threads, impl_->options.waiting);
  impl_->ForEachBlock([&](Impl& impl) {
    impl.pool = pool;
    impl.options.threads = threads;
    impl.planned = false;
  });
  // Starts those who can be started.
  impl_->pool->OnEachThread([](int64_t, int64_t, int) {});
  return impl_->pool->threads();
}

int Executable::threads() const { return impl_->pool->threads(); }

ThreadPool* Executable::pool() { return impl_->pool.get(); }

void Executable::set_observer(Observer* observer) {
  impl_->ForEachBlock([&](Impl& impl) {
    const bool changes = (observer != nullptr) != (impl.observer != nullptr);
    if (changes && impl.plan_hides_operators) impl.planned = false;
    impl.observer = observer;
  });
}

Executable::MemoryUse Executable::memory_use() const {
  MemoryUse use;
  use.weights = impl_->shared->weights->total_bytes();
  impl_->ForEachBlock([&](const Impl& impl) {
    use.activations += impl.arena_bytes;
    use.scratch += impl.scratch_bytes;
    for (const DeviceQueue& queue : impl.queues) {
      if (queue.arena != nullptr) use.activations += queue.arena->size();
      for (const auto& block : queue.blocks) use.activations += block->size();
      use.scratch += queue.scratch_bytes;
    }
    for (const auto& input : impl.inputs) use.io += input.tensor->capacity();
    for (const auto& output : impl.outputs) use.io += output.tensor->capacity();
    const std::set<const Tensor*> counted = impl.TensorsOfCallers();
    for (const Instruction& instruction : impl.instructions) {
      if (!instruction.settled) continue;
      for (const auto& output : instruction.bound.outputs) {
        if (counted.count(output.tensor) == 0) use.settled += output.tensor->capacity();
      }
    }
  });
  return use;
}

Span<const Interval> Executable::planned_blocks() const { return impl_->arena_blocks; }

const model::Program& Executable::program() const { return impl_->shared->program; }

std::vector<std::string> Executable::KernelReport() const {
  std::vector<std::string> lines;
  impl_->AppendKernelReport(&lines);
  return lines;
}

void Executable::Impl::AppendKernelReport(std::vector<std::string>* lines) const {
  for (const Instruction& instruction : instructions) {
    std::string line =
        StrCat(instruction.at.ToString(), " ", instruction.op->type(), ": ",
               instruction.def != nullptr ? instruction.def->Key() : "not chosen yet");
    if (!instruction.reason.empty()) line += StrCat(" (", instruction.reason, ")");
    if (instruction.settled) line += ", when the plan is made";
    if (instruction.chain != nullptr) {
      line += StrCat(", with the operators up to #", instructions[instruction.done_at].at.index,
                     " in strips of ", instruction.chain->strip_rows(), " rows");
    }
    if (instruction.join != nullptr) {
      line += StrCat(", stored inside the result of #", instruction.join->at.index);
    }
    if (instruction.cut != nullptr) {
      line += StrCat(", stores the results of #", instruction.cut->at.index);
    }
    const InnerBlock* inner = instruction.inner < 0
                                  ? nullptr
                                  : inner_blocks[static_cast<size_t>(instruction.inner)].get();
    if (inner != nullptr && inner->compiled()) {
      line += StrCat(", ", inner->body.instructions.size(), " operators compiled");
    } else if (inner != nullptr && !inner->not_compiled().empty()) {
      line += StrCat(", operator by operator on the CPU: ", inner->not_compiled());
    }
    lines->push_back(std::move(line));
    if (inner != nullptr && !inner->compiled()) inner->body.AppendKernelReport(lines);
  }
}

std::map<TargetType, int> Executable::KernelCounts() const {
  std::map<TargetType, int> counts;
  impl_->CountKernels([&counts](const KernelDef& def, int count) { counts[def.target] += count; });
  return counts;
}

std::map<std::pair<PrecisionType, std::string>, int> Executable::KernelPrecisions() const {
  std::map<std::pair<PrecisionType, std::string>, int> counts;
  impl_->CountKernels([&counts](const KernelDef& def, int count) {
    const std::string_view alias = def.alias;
    const bool int8_weights = alias == "w8", int16_weights = alias == "w16";
    const bool bfloat16 = alias == "bf16" || alias == "nchw_in_bf16";
    counts[{int8_weights || int16_weights ? PrecisionType::kFloat : def.precision,
            int8_weights         ? "float with int8 weights"
            : int16_weights      ? "float with int16 weights"
            : bfloat16           ? "bf16"
            : alias == "dynamic" ? "dynamic int8"
                                 : PrecisionToStr(def.precision)}] += count;
  });
  return counts;
}

void Executable::Impl::CountKernels(const std::function<void(const KernelDef&, int)>& count) const {
  for (const Instruction& instruction : instructions) {
    if (instruction.def != nullptr) count(*instruction.def, 1);
    if (instruction.inner < 0) continue;
    const InnerBlock& inner = *inner_blocks[static_cast<size_t>(instruction.inner)];
    if (inner.compiled()) {
      count(*instruction.def, static_cast<int>(inner.body.instructions.size()));
    } else {
      inner.body.CountKernels(count);
    }
  }
}

}  // namespace paddle::lite
