#include "tests/cuda/emulation.h"

#include <dlfcn.h>

#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <utility>
#include <vector>

#include "lite/backends/cuda/launcher.h"
#include "lite/backends/cuda/runtime.h"
#include "lite/base/strings.h"

namespace paddle::lite::cuda {
namespace {

constexpr int kInvalidValue = 1;
constexpr int kNoKernelImage = 209, kLaunchFailure = 719;
constexpr int kCaptureUnsupported = 900, kCaptureInvalidated = 901;

struct Graph {
  std::vector<std::function<int()>> work;
};

struct Stream {
  int device = 0;
  std::deque<std::function<int()>> work;
  std::unique_ptr<Graph> recorded;  // while it is captured
  bool spoilt = false;              // by an operation that a capture does not allow
  int64_t done = 0;                 // operations that were run
  int64_t queued = 0;               // ... and that were queued
  int64_t asked = 0;                // for which operation the host asked last
  int error = 0;                    // of an operation, until the host waits
};

struct Event {
  std::shared_ptr<Stream> stream;
  int64_t position = 0;
};

struct Block {
  size_t bytes = 0;
  int device = 0;
};

// The device of the calling thread.
thread_local int current_device = 0;

struct Emulation {
  std::recursive_mutex mutex;
  int count_code = 0, count = 1;
  bool kernels_fit = true;
  int calls = 0, fail_at = -1, fail_code = 0;
  int last_error = 0;
  bool backwards = false;
  bool lost = false;
  bool waits_lost = false;
  bool silent = false;
  size_t memory = SIZE_MAX;
  std::map<char*, Block> blocks;
  std::set<void*> host_blocks;
  std::map<void*, std::shared_ptr<Stream>> streams;
  std::map<void*, std::unique_ptr<Event>> events;
  std::map<void*, std::unique_ptr<Graph>> graphs;

  // The code of the call that is counted now.
  int Count() {
    const bool fails = calls++ == fail_at;
    const int code = lost ? kLaunchFailure : fails ? fail_code : 0;
    if (code != 0) last_error = code;
    return code;
  }
  // The code of an operation that no stream may be captured during.
  int RefuseCapture() {
    int code = 0;
    for (const auto& [name, stream] : streams) {
      if (stream->recorded == nullptr) continue;
      stream->spoilt = true;
      code = kCaptureUnsupported;
    }
    return code;
  }
  // Whether work before `position` is not done. It is by the second question.
  bool NotYet(Stream* stream, int64_t position) const {
    if (stream->done >= position) return false;
    return silent || std::exchange(stream->asked, position) != position;
  }
  // Whether all of it is in a block of the device.
  bool InBlock(const void* address, size_t bytes, int device) const {
    auto it = blocks.upper_bound(static_cast<char*>(const_cast<void*>(address)));
    if (it == blocks.begin()) return false;
    --it;
    return static_cast<const char*>(address) + bytes <= it->first + it->second.bytes &&
           it->second.device == device;
  }
  int Queue(void* stream, std::function<int()> operation) {
    const auto it = streams.find(stream);
    if (it == streams.end() || it->second->device != current_device) return kInvalidValue;
    if (it->second->recorded != nullptr) {
      it->second->recorded->work.push_back(std::move(operation));
      return 0;
    }
    it->second->work.push_back(std::move(operation));
    ++it->second->queued;
    return 0;
  }
  static int RunUntil(Stream* stream, int64_t position) {
    while (stream->done < position) {
      const int code = stream->work.front()();
      if (stream->error == 0) stream->error = code;
      stream->work.pop_front();
      ++stream->done;
    }
    return std::exchange(stream->error, 0);
  }
};

Emulation& The() {
  static Emulation* emulation = new Emulation();
  return *emulation;
}

using Lock = std::lock_guard<std::recursive_mutex>;

fake::State* OpenFake(const char* file) {
  void* const library = dlopen(file, RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) std::abort();
  auto* const state = reinterpret_cast<fake::State* (*)()>(dlsym(library, "FakeState"))();
  state->queue = [](void* stream, std::function<void()> work) {
    return QueueOnHost(stream, [work = std::move(work)](bool) { work(); });
  };
  return state;
}

// Before main: no test may open the machine's libraries, which have a device.
[[maybe_unused]] const bool kFakesChosen = [] {
  setenv("LITE_CUDNN_LIBRARY", LITE_FAKE_CUDNN, 1);
  setenv("LITE_CUBLASLT_LIBRARY", LITE_FAKE_CUBLAS_LT, 1);
  setenv("LITE_CUDA_CONVOLUTIONS", "own", 0);
  setenv("LITE_CUDA_PRODUCTS", "own", 0);
  emulation::Cudnn();
  emulation::CublasLt();
  return true;
}();

}  // namespace

namespace emulation {

fake::State* Cudnn() {
  static fake::State* const state = OpenFake(LITE_FAKE_CUDNN);
  return state;
}
fake::State* CublasLt() {
  static fake::State* const state = OpenFake(LITE_FAKE_CUBLAS_LT);
  return state;
}

void SetDevices(int code, int count) {
  const Lock lock(The().mutex);
  The().count_code = code;
  The().count = count;
}
void SetKernelsFit(bool fit) {
  const Lock lock(The().mutex);
  The().kernels_fit = fit;
}
void FailAt(int call, int code) {
  const Lock lock(The().mutex);
  The().fail_at = call < 0 ? -1 : The().calls + call;
  The().fail_code = code;
}
void LoseDevices(bool lost) {
  const Lock lock(The().mutex);
  The().lost = lost;
}
void Silence(bool silent) {
  const Lock lock(The().mutex);
  The().silent = silent;
}
void LoseWaits(bool lost) {
  const Lock lock(The().mutex);
  The().waits_lost = lost;
}
void SetMemory(size_t bytes) {
  const Lock lock(The().mutex);
  The().memory = bytes;
}
int calls() {
  const Lock lock(The().mutex);
  return The().calls;
}
int live_objects() {
  const Lock lock(The().mutex);
  return static_cast<int>(The().blocks.size() + The().host_blocks.size() + The().streams.size() +
                          The().events.size() + The().graphs.size());
}

}  // namespace emulation

int ProbeKernels() { return The().kernels_fit ? 0 : kNoKernelImage; }

int QueueOnHost(void* stream, std::function<void(bool backwards)> work) {
  const Lock lock(The().mutex);
  if (const int code = The().Count()) return code;
  The().backwards = !The().backwards;
  return The().Queue(stream, [work = std::move(work), backwards = The().backwards] {
    work(backwards);
    return 0;
  });
}

namespace runtime {

int GetDeviceCount(int* count) {
  const Lock lock(The().mutex);
  if (The().count_code == 0) *count = The().count;
  return The().count_code;
}
int SetDevice(int index) {
  if (index >= The().count) return kNoDevice;
  current_device = index;
  return 0;
}
int GetDeviceFacts(int, DeviceFacts* facts) {
  *facts = {"emulation on the processor", 8, 0, size_t{1} << 30, 1, size_t{1} << 20, 13000, 13000};
  return 0;
}
int ProbeKernels() { return cuda::ProbeKernels(); }

int Malloc(void** memory, size_t bytes) {
  const Lock lock(The().mutex);
  if (const int code = The().Count()) return code;
  if (const int code = The().RefuseCapture()) return code;
  size_t used = 0;
  for (const auto& [address, block] : The().blocks) used += block.bytes;
  if (bytes > The().memory || used > The().memory - bytes) return The().last_error = kOutOfMemory;
  auto* const block = static_cast<char*>(std::malloc(bytes));
  if (block == nullptr) return kOutOfMemory;
  std::memset(block, 0xff, bytes);  // NaN
  The().blocks[block] = {bytes, current_device};
  *memory = block;
  return 0;
}
int Free(void* memory) {
  const Lock lock(The().mutex);
  if (The().blocks.erase(static_cast<char*>(memory)) == 0) return kInvalidValue;
  std::free(memory);
  return 0;
}
int MallocHost(void** memory, size_t bytes) {
  const Lock lock(The().mutex);
  if (const int code = The().Count()) return code;
  *memory = std::malloc(bytes);
  The().host_blocks.insert(*memory);
  return 0;
}
int FreeHost(void* memory) {
  const Lock lock(The().mutex);
  The().host_blocks.erase(memory);
  std::free(memory);
  return 0;
}

int CreateStream(void** stream) {
  const Lock lock(The().mutex);
  if (const int code = The().Count()) return code;
  auto created = std::make_shared<Stream>();
  created->device = current_device;
  *stream = created.get();
  The().streams[*stream] = std::move(created);
  return 0;
}
int DestroyStream(void* stream) {
  const Lock lock(The().mutex);
  The().streams.erase(stream);
  return 0;
}
int QueryStream(void* stream) {
  const Lock lock(The().mutex);
  if (const int code = The().Count()) return code;
  if (const int code = The().RefuseCapture()) return code;
  const std::shared_ptr<Stream> found = The().streams[stream];
  if (The().NotYet(found.get(), found->queued)) return kNotReady;
  return Emulation::RunUntil(found.get(), found->queued);
}
int CopyAsync(void* to, const void* from, size_t bytes, Direction direction, void* stream) {
  const Lock lock(The().mutex);
  if (const int code = The().Count()) return code;
  if (const int code = The().RefuseCapture()) return code;
  const void* const address = direction == Direction::kToDevice ? to : from;
  if (!The().InBlock(address, bytes, current_device)) return kInvalidValue;
  return The().Queue(stream, [=] {
    std::memcpy(to, from, bytes);
    return 0;
  });
}
int BeginCapture(void* stream) {
  const Lock lock(The().mutex);
  if (const int code = The().Count()) return code;
  The().streams[stream]->recorded = std::make_unique<Graph>();
  The().streams[stream]->spoilt = false;
  return 0;
}
int EndCapture(void* stream, void** graph) {
  const Lock lock(The().mutex);
  std::unique_ptr<Graph> recorded = std::move(The().streams[stream]->recorded);
  if (const int code = The().Count()) return code;
  if (The().streams[stream]->spoilt) return kCaptureInvalidated;
  *graph = recorded.get();
  The().graphs[*graph] = std::move(recorded);
  return 0;
}
int LaunchGraph(void* graph, void* stream) {
  const Lock lock(The().mutex);
  if (const int code = The().Count()) return code;
  for (const auto& operation : The().graphs[graph]->work) {
    if (const int code = The().Queue(stream, operation)) return code;
  }
  return 0;
}
int DestroyGraph(void* graph) {
  const Lock lock(The().mutex);
  The().graphs.erase(graph);
  return 0;
}

int CreateEvent(void** event) {
  const Lock lock(The().mutex);
  if (const int code = The().Count()) return code;
  auto created = std::make_unique<Event>();
  *event = created.get();
  The().events[*event] = std::move(created);
  return 0;
}
int DestroyEvent(void* event) {
  const Lock lock(The().mutex);
  The().events.erase(event);
  return 0;
}
int RecordEvent(void* event, void* stream) {
  const Lock lock(The().mutex);
  if (const int code = The().Count()) return code;
  if (const int code = The().RefuseCapture()) return code;
  Event& found = *The().events[event];
  found.stream = The().streams[stream];
  found.position = found.stream->queued;
  return 0;
}
int QueryEvent(void* event) {
  const Lock lock(The().mutex);
  if (const int code = The().Count()) return code;
  if (const int code = The().RefuseCapture()) return code;
  const Event& found = *The().events[event];
  if (found.stream == nullptr) return 0;
  if (The().NotYet(found.stream.get(), found.position)) return kNotReady;
  return Emulation::RunUntil(found.stream.get(), found.position);
}
int WaitEvent(void* stream, void* event) {
  const Lock lock(The().mutex);
  if (const int code = The().Count()) return code;
  if (const int code = The().RefuseCapture()) return code;
  if (The().waits_lost) return 0;
  const Event& found = *The().events[event];
  return The().Queue(stream, [other = found.stream, position = found.position] {
    return Emulation::RunUntil(other.get(), position);
  });
}
// A microsecond for each operation.
int ElapsedMilliseconds(float* milliseconds, void* from, void* to) {
  const Lock lock(The().mutex);
  *milliseconds =
      static_cast<float>(The().events[to]->position - The().events[from]->position) / 1000;
  return 0;
}

int TakeLastError() {
  const Lock lock(The().mutex);
  return std::exchange(The().last_error, 0);
}
std::string ErrorName(int code) { return StrCat("emulated error ", code); }

}  // namespace runtime

}  // namespace paddle::lite::cuda
