#include <algorithm>
#include <memory>
#include <mutex>
#include <vector>

#include "lite/api/boundary.h"
#include "lite/api/paddle_device_info.h"
#include "lite/base/logging.h"
#include "lite/base/strings.h"
#include "lite/core/buffer.h"
#include "lite/runtime/power_mode.h"

namespace paddle::lite {
namespace {

constexpr int kDefaultLastLevel = 512 << 10;
constexpr uint32_t kApple = 0x61;

// Bytes; 0 if there is no such cache, or the system does not report it.
struct CacheSizes {
  int l1 = 0;  // for data
  int l2 = 0;
  int l3 = 0;
};

struct Machine {
  std::mutex mutex;
  CacheSizes reported;
  CacheSizes caches;  // reported, or what the program set
};

Machine& TheMachine() {
  static Machine machine;
  return machine;
}

// Copies under the lock.
template <typename T>
T Read(T Machine::*member) {
  Machine& machine = TheMachine();
  const std::lock_guard<std::mutex> lock(machine.mutex);
  return machine.*member;
}

// What belongs to a thread.
struct ThreadState {
  PowerMode mode = lite_api::LITE_POWER_NO_BIND;
  int threads = 1;
  int64_t calls = 0;
  std::vector<int> cores;     // in use, if bound
  std::vector<int> released;  // allowed before the thread was bound
  std::string note;  // the last warning, which a program that calls before every run gets once
  bool arch_set = false;
  ARMArch arch = kARMArch_UNKOWN;
  std::shared_ptr<Buffer> workspace;
};

ThreadState& State() {
  thread_local ThreadState state;
  return state;
}

void Release(ThreadState* state) {
  if (!state->cores.empty() && !BindCurrentThread(state->released)) {
    LITE_LOG_WARNING("SetRunMode: the thread stays bound: the system refuses to release it");
  }
  state->cores.clear();
}

int FirstCore(const ThreadState& state) {
  if (!state.cores.empty()) return state.cores.front();
  const CpuTopology& topology = SystemCpuTopology();
  const std::vector<int> big = topology.big();
  return big.empty() ? 0 : big.back();
}

}  // namespace

DeviceInfo::DeviceInfo() { Setup(); }

DeviceInfo& DeviceInfo::Global() {
  static DeviceInfo info;
  return info;
}

int DeviceInfo::Init() {
  Global();
  return 0;
}

int DeviceInfo::Setup() {
  ThreadState& state = State();
  Release(&state);
  state.mode = lite_api::LITE_POWER_NO_BIND;
  state.threads = 1;
  state.calls = 0;
  state.arch_set = false;
  const CpuTopology& topology = SystemCpuTopology();
  CacheSizes caches;
  if (const CpuCore* core = topology.Find(FirstCore(state))) {
    caches.l1 = static_cast<int>(core->l1_bytes);
    caches.l2 = static_cast<int>(core->l2_bytes);
    caches.l3 = static_cast<int>(core->l3_bytes);
  }
  LITE_VLOG(1, topology.big().size(), " big and ", topology.little().size(),
            " little cores; caches of ", caches.l1, ", ", caches.l2, " and ", caches.l3, " bytes");
  Machine& machine = TheMachine();
  const std::lock_guard<std::mutex> lock(machine.mutex);
  machine.reported = machine.caches = caches;
  return 0;
}

void DeviceInfo::SetRunMode(lite_api::PowerMode mode, int thread_num) {
  const int value = static_cast<int>(mode);
  if (value < lite_api::LITE_POWER_HIGH || value > lite_api::LITE_POWER_RAND_LOW) {
    RaiseError(InvalidArgument("SetRunMode: ", value, " is not a power mode"));
  }
  ThreadState& state = State();
  CoreChoice choice = ChooseCores(mode, thread_num, state.calls++, SystemCpuTopology());
  if (choice.cores.empty()) {
    Release(&state);
  } else {
    if (state.cores.empty()) state.released = CurrentThreadCores();
    if (BindCurrentThread(choice.cores)) {
      state.cores = std::move(choice.cores);
    } else {
      Release(&state);
      choice.mode = lite_api::LITE_POWER_NO_BIND;
      choice.note = "the system does not allow binding threads to cores";
    }
  }
  if (!choice.note.empty() && choice.note != state.note) {
    LITE_LOG_WARNING("SetRunMode: ", choice.note);
  }
  state.note = std::move(choice.note);
  state.mode = choice.mode;
  state.threads = choice.threads;
}

lite_api::PowerMode DeviceInfo::mode() const { return State().mode; }
int DeviceInfo::threads() const { return State().threads; }

void DeviceInfo::SetCache(int l1size, int l2size, int l3size) {
  if (l1size < 0 || l2size < 0 || l3size < 0) {
    RaiseError(InvalidArgument("SetCache: sizes of ", l1size, ", ", l2size, " and ", l3size,
                               " bytes; expected 0 or more"));
  }
  Machine& machine = TheMachine();
  const std::lock_guard<std::mutex> lock(machine.mutex);
  machine.caches.l1 = l1size;
  machine.caches.l2 = l2size;
  machine.caches.l3 = l3size;
}

void DeviceInfo::SetArmL3CacheSize(lite_api::L3CacheSetMethod method, int absolute_val) {
  Machine& machine = TheMachine();
  const CacheSizes reported = Read(&Machine::reported);
  int bytes = 0;
  switch (method) {
    case lite_api::L3CacheSetMethod::kDeviceL3Cache:
      bytes = reported.l3;
      break;
    case lite_api::L3CacheSetMethod::kDeviceL2Cache:
      bytes = reported.l2;
      break;
    case lite_api::L3CacheSetMethod::kAbsolute:
      bytes = absolute_val;
      break;
    default:
      bytes = -1;
  }
  if (bytes < 0) {
    RaiseError(InvalidArgument("SetArmL3CacheSize: method ", static_cast<int>(method), " with ",
                               absolute_val, " bytes; expected a method, and 0 or more bytes"));
  }
  const std::lock_guard<std::mutex> lock(machine.mutex);
  machine.caches.l3 = bytes;
}

int DeviceInfo::l1_cache_size() const { return Read(&Machine::caches).l1; }
int DeviceInfo::l2_cache_size() const { return Read(&Machine::caches).l2; }
int DeviceInfo::l3_cache_size() const { return Read(&Machine::caches).l3; }

int DeviceInfo::llc_size() const {
  const CacheSizes caches = Read(&Machine::caches);
  if (caches.l3 > 0) return caches.l3;
  return caches.l2 > 0 ? caches.l2 : kDefaultLastLevel;
}

ARMArch DeviceInfo::arch() const {
  const ThreadState& state = State();
  if (state.arch_set) return state.arch;
  const CpuCore* core = SystemCpuTopology().Find(FirstCore(state));
  if (core == nullptr) return kARMArch_UNKOWN;
  if (core->implementer == kApple) return kAPPLE;
  return static_cast<ARMArch>(CortexOfCore(core->implementer, core->part));
}

void DeviceInfo::SetArch(ARMArch arch) {
  ThreadState& state = State();
  state.arch_set = true;
  state.arch = arch;
}

bool DeviceInfo::has_dot() const {
  const std::vector<CpuCore>& cores = SystemCpuTopology().cores;
  return std::all_of(cores.begin(), cores.end(), [](const CpuCore& core) { return core.dot; });
}

bool DeviceInfo::has_fp16() const {
  const std::vector<CpuCore>& cores = SystemCpuTopology().cores;
  return std::any_of(cores.begin(), cores.end(), [](const CpuCore& core) { return core.fp16; });
}

bool DeviceInfo::has_sve2() const {
  const std::vector<CpuCore>& cores = SystemCpuTopology().cores;
  return std::all_of(cores.begin(), cores.end(), [](const CpuCore& core) { return core.sve2; });
}

bool DeviceInfo::ExtendWorkspace(size_t size) {
  std::shared_ptr<Buffer>& workspace = State().workspace;
  if (workspace != nullptr && workspace->size() >= size) return true;
  Result<std::shared_ptr<Buffer>> larger = Buffer::Allocate(TargetType::kHost, size);
  if (!larger.ok()) return false;
  workspace = std::move(*larger);
  return true;
}

void* DeviceInfo::Workspace() const {
  const ThreadState& state = State();
  return state.workspace == nullptr ? nullptr : state.workspace->data();
}

}  // namespace paddle::lite
