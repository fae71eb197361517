// Work of devices that is recorded in the second run of a plan and repeated by later ones. See
// docs/design/devices.md, "Recordings".
#include <utility>

#include "lite/base/logging.h"
#include "lite/core/device_settings.h"
#include "lite/runtime/executable_impl.h"

namespace paddle::lite {
namespace {

// Null if the queue's device records no work.
const DeviceRecorder* RecorderOf(const DeviceQueue& queue) {
  const DeviceSettings* const settings = FindDeviceSettings(queue.target);
  return settings == nullptr ? nullptr : settings->recorder;
}

}  // namespace

// Steps without a host's work between them. Only the first may wait, and only the last is waited
// for: events are recorded by the host's calls, not by a repetition.
void Executable::Impl::PlanRecordings() {
  recordings.clear();
  records = false;
  for (Instruction& instruction : instructions) instruction.recording = -1;
  if (outer != nullptr) return;  // blocks are planned anew as they run
  const auto repeats = [this](const Instruction& step) {
    if (step.queue == 0 || step.dynamic || step.empty || step.chain != nullptr) return false;
    const DeviceQueue& used = queues[step.queue - 1];
    const DeviceRecorder* const recorder = RecorderOf(used);
    return recorder != nullptr && recorder->wanted(used.context.get()) &&
           recorder->repeats(step.def->op_type);
  };
  for (size_t begin = 0; begin < steps.size();) {
    size_t end = begin;
    while (end < steps.size() && repeats(*steps[end]) && steps[end]->queue == steps[begin]->queue &&
           (end == begin || (steps[end]->waits.empty() && steps[end - 1]->signal < 0))) {
      ++end;
    }
    constexpr size_t kMinSteps = 2;
    if (end >= begin + kMinSteps) {
      steps[begin]->recording = static_cast<int>(recordings.size());
      recordings.emplace_back();
      recordings.back().begin = begin;
      recordings.back().end = end;
    }
    begin = end == begin ? begin + 1 : end;
  }
}

// Calls f(address) for each operand and the scratch memory.
template <typename F>
void Executable::Impl::ForEachAddress(const Recording& recording, const F& f) const {
  const auto visit = [&f](const Tensor* tensor) {
    f(tensor->IsInitialized() ? reinterpret_cast<uintptr_t>(tensor->handle()) + tensor->offset()
                              : uintptr_t{0});
  };
  for (size_t s = recording.begin; s < recording.end; ++s) {
    for (const auto& input : steps[s]->bound.inputs) visit(input.tensor);
    for (const auto& output : steps[s]->bound.outputs) visit(output.tensor);
  }
  const DeviceQueue& used = queues[steps[recording.begin]->queue - 1];
  f(used.scratch == nullptr ? uintptr_t{0} : reinterpret_cast<uintptr_t>(used.scratch->handle()));
}

// Whether the recording was made for the current addresses.
bool Executable::Impl::IsCurrent(const Recording& recording) const {
  size_t next = 0;
  bool same = recording.work != nullptr;
  ForEachAddress(recording, [&](uintptr_t address) {
    same = same && next < recording.addresses.size() && recording.addresses[next] == address;
    ++next;
  });
  return same;
}

Status Executable::Impl::Record(Recording* recording) {
  recording->work.reset();
  const int queue = steps[recording->begin]->queue;
  DeviceContext* const context = queues[queue - 1].context.get();
  const DeviceRecorder* const recorder = RecorderOf(queues[queue - 1]);
  LITE_RETURN_IF_ERROR(recorder->start(context));
  Status status;
  for (size_t s = recording->begin; s < recording->end && status.ok(); ++s) {
    status = steps[s]->kernel->Run(*steps[s]->op, ContextOf(queue));
  }
  auto work = recorder->take(context);  // whatever happened to the steps
  LITE_RETURN_IF_ERROR(status);
  if (!work.ok()) return work.status();
  recording->work = *std::move(work);
  recording->addresses.clear();
  ForEachAddress(*recording, [&](uintptr_t address) { recording->addresses.push_back(address); });
  return OkStatus();
}

// The steps of a recording, whose first one has waited for what it needs.
Status Executable::Impl::RunSegment(Recording* recording) {
  if (!IsCurrent(*recording)) {
    const Status status = Record(recording);
    if (!status.ok()) {
      LITE_LOG_WARNING("work of ",
                       queues[steps[recording->begin]->queue - 1].device->id().ToString(),
                       " is not recorded: ", status.message());
      steps[recording->begin]->recording = -1;
      for (size_t s = recording->begin; s < recording->end; ++s) {
        LITE_RETURN_IF_ERROR(RunQueued(steps[s]));
      }
      return OkStatus();
    }
  }
  const Instruction& last = *steps[recording->end - 1];
  DeviceContext* const context = queues[last.queue - 1].context.get();
  Status status = RecorderOf(queues[last.queue - 1])->replay(context, recording->work.get());
  if (status.ok() && last.signal >= 0) status = context->Record(events[last.signal].event.get());
  return status.WithContext(StrCat("a recording that ends with ", Describe(last)));
}

}  // namespace paddle::lite
