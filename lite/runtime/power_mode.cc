#include "lite/runtime/power_mode.h"

#include <algorithm>
#include <cstdio>
#include <thread>

#include "lite/base/strings.h"

#if defined(__linux__)
#include <sched.h>
#endif

namespace paddle::lite {
namespace {

constexpr int kRunsPerRotation = 10;

// 0 if the file is missing or does not contain a number.
long ReadNumber(const std::string& path) {
  std::FILE* file = std::fopen(path.c_str(), "r");
  if (file == nullptr) return 0;
  long value = 0;
  if (std::fscanf(file, "%ld", &value) != 1) value = 0;
  std::fclose(file);
  return value;
}

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

CpuTopology ReadCpuTopology(const std::string& cpu_dir, const std::vector<int>& cores) {
  CpuTopology topology;
  std::vector<long> speeds;
  for (const int core : cores) {
    speeds.push_back(ReadNumber(StrCat(cpu_dir, "/cpu", core, "/cpufreq/cpuinfo_max_freq")));
  }
  const bool known = !speeds.empty() && *std::min_element(speeds.begin(), speeds.end()) > 0;
  if (!known) {
    topology.big = cores;
    return topology;
  }
  const long slowest = *std::min_element(speeds.begin(), speeds.end());
  const long fastest = *std::max_element(speeds.begin(), speeds.end());
  for (size_t i = 0; i < cores.size(); ++i) {
    const bool big = fastest - speeds[i] <= speeds[i] - slowest;
    (big ? topology.big : topology.little).push_back(cores[i]);
  }
  topology.bindable = true;
  return topology;
}

const CpuTopology& SystemCpuTopology() {
  static const CpuTopology topology = [] {
    std::vector<int> cores = CurrentThreadCores();
    const bool can_bind = !cores.empty();
    if (!can_bind) {
      const int count = std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
      for (int i = 0; i < count; ++i) cores.push_back(i);
    }
    CpuTopology read = ReadCpuTopology("/sys/devices/system/cpu", cores);
    read.bindable = read.bindable && can_bind;
    return read;
  }();
  return topology;
}

CoreChoice ChooseCores(PowerMode mode, int threads, int64_t run, const CpuTopology& topology) {
  CoreChoice choice;
  choice.threads = std::clamp(threads, 1, std::max(1, static_cast<int>(topology.cores())));
  if (choice.threads < threads) {
    choice.note = StrCat(threads, " threads requested, the machine has ", choice.threads, " cores");
  }
  if (mode == lite_api::LITE_POWER_NO_BIND) return choice;
  if (!topology.bindable) {
    choice.note = "the system does not report the speed of its cores: threads are not bound";
    return choice;
  }
  std::vector<int> cores;
  switch (mode) {
    case lite_api::LITE_POWER_HIGH:
      cores = Descending(topology.big);
      break;
    case lite_api::LITE_POWER_LOW:
      cores = topology.little;
      break;
    case lite_api::LITE_POWER_FULL:
      cores = topology.big;
      cores.insert(cores.end(), topology.little.begin(), topology.little.end());
      break;
    case lite_api::LITE_POWER_RAND_HIGH:
      cores = Rotated(topology.big, run);
      break;
    case lite_api::LITE_POWER_RAND_LOW:
      cores = Rotated(topology.little, run);
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
  choice.cores = std::move(cores);
  return choice;
}

#if defined(__linux__)

bool BindCurrentThread(const std::vector<int>& cores) {
  cpu_set_t set;
  CPU_ZERO(&set);
  for (const int core : cores) {
    if (core < 0 || core >= CPU_SETSIZE) return false;
    CPU_SET(core, &set);
  }
  return sched_setaffinity(0, sizeof(set), &set) == 0;
}

std::vector<int> CurrentThreadCores() {
  cpu_set_t set;
  CPU_ZERO(&set);
  std::vector<int> cores;
  if (sched_getaffinity(0, sizeof(set), &set) != 0) return cores;
  for (int core = 0; core < CPU_SETSIZE; ++core) {
    if (CPU_ISSET(core, &set)) cores.push_back(core);
  }
  return cores;
}

#else

bool BindCurrentThread(const std::vector<int>&) { return false; }
std::vector<int> CurrentThreadCores() { return {}; }

#endif

}  // namespace paddle::lite
