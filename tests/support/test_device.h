// A device for tests: its memory is unreadable for the host, its queues run in threads of their own
// with seeded delays, its kernels are those of the host, and every call can be made to fail. It
// checks that whatever uses the same memory is ordered by events.
#pragma once

#include <atomic>
#include <condition_variable>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <random>
#include <string>
#include <thread>
#include <vector>

#include "lite/core/device.h"
#include "lite/kernels/kernel.h"

namespace paddle::lite::test {

// Bytes [begin, end) of a block of a device, or of the host's memory (block 0, addresses).
struct MemoryAccess {
  uintptr_t block = 0;
  uintptr_t begin = 0, end = 0;
  bool write = false;
};

// Knows which operations happen before which others: those of the host and those queued on devices,
// ordered by being queued, by their queue and by events. Two that use the same bytes, one of them
// for writing, and are not ordered are a race, even if they never meet. For one host thread.
class RaceChecker {
 public:
  using Clock = std::vector<int>;  // per agent

  // A queue; the host is agent 0.
  int AddQueue();
  // An operation that is queued or, for the host, runs now.
  void Operate(int agent, const std::vector<MemoryAccess>& accesses, const std::string& what);
  Clock Now(int agent);
  // What `agent` does from now on happens after the clock.
  void Join(int agent, const Clock& clock);

  std::vector<std::string> races() const;

 private:
  struct Operation {
    int agent;
    int time;
    std::vector<MemoryAccess> accesses;
    std::string what;
  };

  mutable std::mutex mutex_;
  std::vector<Clock> clocks_{Clock(1, 0)};
  std::vector<Operation> unfinished_;  // not known to the host to be done
  std::vector<std::string> races_;
};

struct TestDeviceOptions {
  DeviceId id{TargetType::kMLU, 0};
  DeviceLimits limits{SIZE_MAX, 1 << 14, 1 << 14};
  uint64_t seed = 1;
  // A queue does nothing before the host waits for it, instead of working beside the host.
  bool lazy = false;
  // Whether a queue can wait for the event of another one.
  bool queue_waits = true;
  std::shared_ptr<RaceChecker> races;  // may be null
};

class TestDevice final : public Device {
 public:
  explicit TestDevice(TestDeviceOptions options) : options_(std::move(options)) {}
  ~TestDevice() override;

  DeviceId id() const override { return options_.id; }
  DeviceLimits limits() const override { return options_.limits; }
  void* Allocate(const MemoryDesc& desc) override;
  void Free(void* handle) override;
  Status CopyFromHost(void* handle, size_t offset, const void* src, size_t bytes) override;
  Status CopyToHost(void* dst, void* handle, size_t offset, size_t bytes) override;
  Result<std::unique_ptr<DeviceContext>> CreateContext() override;
  uint64_t generation() const override { return generation_; }

  const TestDeviceOptions& options() const { return options_; }
  // The contents of a block, for kernels. Null if there is no such block.
  char* Contents(void* handle);
  // Copies now, and checks block and range.
  Status Move(void* handle, size_t offset, void* host, size_t bytes, bool to_device);
  size_t blocks() const;

  // Calls that can fail: allocations, contexts, events, copies, waits, kernels and, separately,
  // their work in the queue. Number `call` from now on fails, once; -1 = none.
  void FailAt(int call) { fail_at_ = call < 0 ? -1 : calls_ + call; }
  int calls() const { return calls_; }
  // Whether the call that is counted now fails.
  bool Fails() { return calls_++ == fail_at_; }
  // All contents are gone, and so are the contexts: their calls fail from now on.
  void Lose();

  // A defect: wait number `wait` from now on, of the host or a queue, does not wait; -1 = none.
  void LoseWait(int wait) { lost_wait_ = wait < 0 ? -1 : waits_ + wait; }
  int waits() const { return waits_; }
  bool LosesWait() { return waits_++ == lost_wait_; }

  // Operations that were queued, by name.
  std::map<std::string, int> operations() const;
  void Count(const std::string& what);

 private:
  struct Block {
    MemoryDesc desc;
    std::vector<char> contents;
  };

  const TestDeviceOptions options_;
  mutable std::mutex mutex_;
  std::map<uintptr_t, Block> blocks_;
  std::map<std::string, int> operations_;
  std::atomic<uint64_t> generation_{0};
  std::atomic<int> calls_{0}, fail_at_{-1}, waits_{0}, lost_wait_{-1};
};

// A queue that callers own. The context has its own anyway, and counts here.
struct TestStream {
  std::atomic<int> operations{0};
};

class TestContext final : public DeviceContext {
 public:
  explicit TestContext(TestDevice* device);
  ~TestContext() override;

  Status CopyFromHost(void* handle, size_t offset, const void* src, size_t bytes) override;
  Status CopyToHost(void* dst, void* handle, size_t offset, size_t bytes) override;
  Result<std::unique_ptr<DeviceEvent>> CreateEvent() override;
  Status Record(DeviceEvent* event) override;
  Status Wait(DeviceEvent* event) override;
  Result<bool> QueueWait(DeviceContext* other, DeviceEvent* event) override;
  Status UseStream(void* stream) override;
  Status Finish() override;
  int64_t TimeOf(const DeviceEvent& event) const override;

  TestDevice* device() const { return device_; }
  // Queues work that uses memory as stated.
  Status Enqueue(const std::string& what, const std::vector<MemoryAccess>& accesses,
                 std::function<Status()> work);

 private:
  RaceChecker* races() const { return device_->options().races.get(); }
  Status Check(const std::string& what);
  void Push(std::function<Status()> work);
  void WaitUntil(int position);
  Status Drain();
  void Work();

  TestDevice* const device_;
  TestStream* stream_ = nullptr;
  std::mt19937_64 random_;  // of the worker
  int agent_ = 0;
  uint64_t generation_ = 0;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<std::function<Status()>> queue_;
  int queued_ = 0, released_ = 0, done_ = 0;  // operations so far
  Status status_;                             // of the first that failed
  bool stopped_ = false;
  std::thread worker_;
};

// The kernels of the host on a test device of this target, its copies, and some kernels that read
// and write images. They live as long as the process.
std::vector<const KernelDef*> TestDeviceKernels(TargetType target);
// The kernels of the host, which tell `races` what they read and write.
std::vector<const KernelDef*> CheckedHostKernels(RaceChecker* races);

// While alive, kernels of test devices refuse operators at random.
class RandomRefusals {
 public:
  RandomRefusals(uint64_t seed, double share);
  ~RandomRefusals();
  RandomRefusals(const RandomRefusals&) = delete;
  RandomRefusals& operator=(const RandomRefusals&) = delete;
};

}  // namespace paddle::lite::test
