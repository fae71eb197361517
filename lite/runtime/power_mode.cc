#include "lite/runtime/power_mode.h"

#include <algorithm>
#include <atomic>

#include "lite/base/strings.h"

namespace paddle::lite {
namespace {

std::vector<int> Descending(std::vector<int> cores) {
  std::reverse(cores.begin(), cores.end());
  return cores;
}

std::vector<int> Rotated(std::vector<int> cores, int64_t run) {
  if (!cores.empty()) {
    const int64_t shift = run / kRunsPerRotation % static_cast<int64_t>(cores.size());
    std::rotate(cores.begin(), cores.begin() + shift, cores.end());
  }
  return cores;
}

}  // namespace

CoreChoice ChooseCores(PowerMode mode, int threads, int64_t run, const CpuTopology& topology) {
  CoreChoice choice;
  int usable = std::max(1, static_cast<int>(topology.cores.size()));
  if (topology.quota > 0) usable = std::min(usable, topology.quota);
  choice.threads = std::clamp(threads, 1, usable);
  if (choice.threads < threads) {
    choice.note = StrCat(threads, " threads requested, the process may use ", usable, " cores");
  }
  if (mode == lite_api::LITE_POWER_NO_BIND) return choice;
  if (!topology.bindable) {
    choice.note = "the system does not report the speed of its cores: threads are not bound";
    return choice;
  }
  const std::vector<int> big = topology.big();
  const std::vector<int> little = topology.little();
  std::vector<int> cores;
  switch (mode) {
    case lite_api::LITE_POWER_HIGH:
      cores = Descending(big);
      break;
    case lite_api::LITE_POWER_LOW:
      cores = little;
      break;
    case lite_api::LITE_POWER_FULL:
      cores = big;
      cores.insert(cores.end(), little.begin(), little.end());
      break;
    case lite_api::LITE_POWER_RAND_HIGH:
      cores = Rotated(big, run);
      break;
    case lite_api::LITE_POWER_RAND_LOW:
      cores = Rotated(little, run);
      break;
    default:
      choice.note = StrCat("unknown power mode ", static_cast<int>(mode));
      break;
  }
  if (cores.empty()) {
    if (choice.note.empty()) choice.note = "the machine has no such cores: threads are not bound";
    return choice;
  }
  if (choice.threads > static_cast<int>(cores.size())) {
    choice.threads = static_cast<int>(cores.size());
    choice.note =
        StrCat(threads, " threads requested, the power mode has ", choice.threads, " cores");
  }
  cores.resize(static_cast<size_t>(choice.threads));
  choice.mode = mode;
  for (const int core : cores) {
    const double speed = topology.Find(core)->speed;
    std::vector<int> alike;
    for (const int other : cores) {
      if (topology.Find(other)->speed == speed) alike.push_back(other);
    }
    choice.thread_cores.push_back(std::move(alike));
    choice.thread_speeds.push_back(speed);
  }
  choice.cores = std::move(cores);
  return choice;
}

ThreadPool::Waiting WaitingOf(PowerMode mode) {
  const bool low = mode == lite_api::LITE_POWER_LOW || mode == lite_api::LITE_POWER_RAND_LOW;
  return low ? ThreadPool::Waiting::kSleep : ThreadPool::Waiting::kSpin;
}

bool BindTeam(const CoreChoice& choice, ThreadPool* pool) {
  std::atomic<bool> all{true};
  pool->OnEachThread([&](int64_t, int64_t, int thread) {
    const auto i = static_cast<size_t>(thread);
    if (!BindCurrentThread(i < choice.thread_cores.size() ? choice.thread_cores[i] : choice.cores))
      all.store(false);
  });
  pool->set_speeds(all.load() ? choice.thread_speeds : std::vector<double>());
  return all.load();
}

}  // namespace paddle::lite
