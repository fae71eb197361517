// CUDA devices and their queues. See docs/design/cuda.md. This header needs no header of CUDA, so
// that files of kernels compile everywhere.
#pragma once

#include <array>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <memory>
#include <mutex>
#include <set>
#include <string>

#include "lite/backends/cuda/cublas_lt.h"
#include "lite/backends/cuda/cudnn.h"
#include "lite/backends/cuda/launch.h"
#include "lite/backends/cuda/runtime.h"
#include "lite/core/device.h"
#include "lite/core/device_recorder.h"

namespace paddle::lite::cuda {

class CudaDevice;

// Page-locked blocks through which copies of a stream go, so that they run beside the host whatever
// memory the caller has. Blocks are used in turn.
class Staging {
 public:
  explicit Staging(CudaDevice* device) : device_(device) {}
  ~Staging();
  Staging(const Staging&) = delete;
  Staging& operator=(const Staging&) = delete;

  // Queues a copy. The host's source is not needed any more when this returns.
  Status CopyFromHost(void* to, const void* from, size_t bytes, void* stream);
  // The values are in the host's memory after a call of Deliver that follows the stream.
  Status CopyToHost(void* to, const void* from, size_t bytes, void* stream);
  // How many copies to the host were begun.
  int64_t position() const { return position_; }
  // Ends the copies to the host before `position`, which the stream has passed.
  void Deliver(int64_t position);

 private:
  // Small enough that the device copies the first block of an image while the host fills the next.
  static constexpr size_t kBlocks = 8;
  static constexpr size_t kBlockBytes = size_t{256} << 10;
  struct Block {
    void* memory = nullptr;
    void* event = nullptr;  // after the block's last use
    bool used = false;
    // What is left of a copy to the host; null if nothing is.
    void* to = nullptr;
    size_t bytes = 0;
    int64_t position = 0;
  };
  // The next block, once its last use is over.
  Result<Block*> Next();
  static void Deliver(Block* block);

  CudaDevice* const device_;
  std::array<Block, kBlocks> blocks_;
  size_t next_ = 0;
  int64_t position_ = 0;
};

// Objects of the runtime that exist now; all 0 once nothing uses the device.
struct LiveObjects {
  int blocks = 0, contexts = 0, events = 0;
};

// Who computes products or convolutions.
enum class Provider {
  kAuto,  // the library, where it is installed and has an algorithm
  kOwn,
  kLibrary,  // as kAuto; choosing it fails where there is no library
};

// What kernels ask a device for when they are prepared.
struct CudaSettings {
  Provider products = Provider::kAuto;
  Provider convolutions = Provider::kAuto;
  Arithmetic arithmetic = Arithmetic::kFloat;  // of libraries
  bool search = false;                         // trials instead of cuDNN's heuristic
  bool graphs = true;                          // consecutive launches are one call
};

// What queues of a device did since it was opened.
struct WorkDone {
  std::atomic<int64_t> launches{0};        // of this library's kernels
  std::atomic<int64_t> library_calls{0};   // convolutions and products; each is one kernel or more
  std::atomic<int64_t> graph_launches{0};  // each repeats what was counted once above
  std::atomic<int64_t> bytes_to_device{0}, bytes_to_host{0};
};

class CudaDevice final : public Device, public std::enable_shared_from_this<CudaDevice> {
 public:
  // For LITE_DEVICE. The same index returns the same device.
  static std::shared_ptr<Device> Open(int index, std::string* why_not);
  ~CudaDevice() override;

  DeviceId id() const override { return {TargetType::kCUDA, index_}; }
  void* Allocate(const MemoryDesc& desc) override;
  void Free(void* handle) override;
  Status CopyFromHost(void* handle, size_t offset, const void* src, size_t bytes) override;
  Status CopyToHost(void* dst, void* handle, size_t offset, size_t bytes) override;
  Result<std::unique_ptr<DeviceContext>> CreateContext() override;
  // A fact about the device; "" if there is none of that name.
  std::string Property(const std::string& name) const;
  // Changes a setting, for kernels that are prepared from now on.
  Status Configure(const std::string& name, const std::string& value);

  CudaSettings settings() const;
  // Why a library does not compute what it could; logs each reason once.
  void ReportOnce(const Status& why_not);
  CudnnChoices* trials() { return &trials_; }
  WorkDone* work() { return &work_; }
  const runtime::DeviceFacts& facts() const { return facts_; }
  LiveObjects live() const { return {blocks_, contexts_, events_}; }

 private:
  friend class CudaContext;
  friend class CudaEvent;
  friend class CudaGraph;
  friend class Staging;

  explicit CudaDevice(int index) : index_(index), staging_(this) {}
  Status Start();
  // Value number `value` of a setting.
  Status Choose(const std::string& name, int value);
  // Makes the device current for the calling thread. Fails in a process that was forked after the
  // device was opened, and after a wait that reached its limit.
  Status Enter() const;
  // Wait, at most as long as LITE_CUDA_TIMEOUT says, and say whether what was waited for succeeded.
  Status WaitForStream(void* stream);
  Status WaitForEvent(void* event);
  // `query` returns a code of the runtime; `call` is its name.
  template <typename Query>
  Status WaitFor(const Query& query, const char* call);

  const int index_;
  runtime::DeviceFacts facts_;
  int64_t process_ = 0;
  std::mutex transfer_mutex_;
  void* transfers_ = nullptr;  // the stream of blocking copies
  Staging staging_;
  mutable std::mutex settings_mutex_;
  CudaSettings settings_;
  std::set<std::string> reported_;
  CudnnChoices trials_;
  WorkDone work_;
  std::atomic<int> blocks_{0}, contexts_{0}, events_{0};
  std::chrono::seconds limit_{0};  // of waits
  std::atomic<bool> silent_{false};
};

// For LITE_DEVICE_SETTINGS.
extern const DeviceRecorder kRecorder;
Result<std::string> Property(int index, const std::string& name);
Status Configure(int index, const std::string& name, const std::string& value);

// A queue: a stream, or one of the caller.
class CudaContext final : public DeviceContext {
 public:
  ~CudaContext() override;

  Status CopyFromHost(void* handle, size_t offset, const void* src, size_t bytes) override;
  Status CopyToHost(void* dst, void* handle, size_t offset, size_t bytes) override;
  Result<std::unique_ptr<DeviceEvent>> CreateEvent() override;
  Status Record(DeviceEvent* event) override;
  Status Wait(DeviceEvent* event) override;
  Result<bool> QueueWait(DeviceContext* other, DeviceEvent* event) override;
  Status UseStream(void* stream) override;
  // For the recorder: launches between two of these calls become a graph, see DeviceRecorder.
  Status StartRecording();
  Result<std::unique_ptr<DeviceRecording>> TakeRecording();
  Status Replay(DeviceRecording* recording);
  Status Finish() override;
  int64_t TimeOf(const DeviceEvent& event) const override;

  CudaDevice* device() const { return device_; }
  void* stream() const { return stream_; }
  // The handles of this queue, made when they are first requested.
  Result<CublasLtHandle*> Cublas();
  Result<CudnnHandle*> Cudnn();

  // Queue a body for items or groups, see launch.h. `name` is for messages.
  template <typename Body>
  Status Launch(const char* name, const Body& body, int64_t items) {
    if (items == 0) return OkStatus();
    LITE_RETURN_IF_ERROR(BeforeLaunch(name, items));
    ++device_->work()->launches;
    return CheckLaunch(LaunchItems(stream_, body, items), name);
  }
  template <typename Body>
  Status LaunchInGroups(const char* name, const Body& body, int64_t groups) {
    if (groups == 0) return OkStatus();
    LITE_RETURN_IF_ERROR(BeforeLaunch(name, groups));
    ++device_->work()->launches;
    return CheckLaunch(LaunchGroups(stream_, body, groups), name);
  }

 private:
  friend class CudaDevice;
  explicit CudaContext(CudaDevice* device);
  Status Start();
  Status BeforeLaunch(const char* name, int64_t count) const;
  static Status CheckLaunch(int code, const char* name);

  CudaDevice* const device_;
  void* own_stream_ = nullptr;
  void* stream_ = nullptr;
  Staging staging_;
  // The event from which TimeOf counts, recorded before the first event after a Finish.
  void* epoch_ = nullptr;
  bool epoch_recorded_ = false;
  std::unique_ptr<CublasLtHandle> cublas_;
  std::unique_ptr<CudnnHandle> cudnn_;
};

}  // namespace paddle::lite::cuda
