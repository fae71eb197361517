#include "tests/support/test_device.h"

#include <algorithm>
#include <chrono>
#include <cstring>
#include <utility>

namespace paddle::lite::test {

namespace {

// Unwritten memory. As a float, a double or a half this pattern is a NaN.
constexpr char kUnwritten = static_cast<char>(0xff);
// Kernels may read a register past the end.
constexpr size_t kSlack = 64;

void* HandleOf(uintptr_t number) { return reinterpret_cast<void*>(number); }
uintptr_t NumberOf(const void* handle) { return reinterpret_cast<uintptr_t>(handle); }

struct TestEvent final : DeviceEvent {
  int position = -1;  // in the queue
  RaceChecker::Clock clock;
  std::atomic<int64_t> reached_ns{-1};
};

}  // namespace

int RaceChecker::AddQueue() {
  const std::lock_guard<std::mutex> lock(mutex_);
  clocks_.push_back(clocks_[0]);
  return static_cast<int>(clocks_.size()) - 1;
}

void RaceChecker::Operate(int agent, const std::vector<MemoryAccess>& accesses,
                          const std::string& what) {
  const std::lock_guard<std::mutex> lock(mutex_);
  for (Clock& clock : clocks_) clock.resize(clocks_.size(), 0);
  Clock& now = clocks_[agent];
  for (size_t a = 0; a < now.size(); ++a) now[a] = std::max(now[a], clocks_[0][a]);
  const auto conflict = [](const MemoryAccess& a, const MemoryAccess& b) {
    return a.block == b.block && a.begin < b.end && b.begin < a.end && (a.write || b.write);
  };
  for (const Operation& other : unfinished_) {
    if (other.agent == agent || now[other.agent] >= other.time) continue;
    for (const MemoryAccess& a : accesses) {
      for (const MemoryAccess& b : other.accesses) {
        if (!conflict(a, b)) continue;
        races_.push_back(StrCat(what, a.write ? " writes" : " reads", " what ", other.what,
                                b.write ? " writes" : " reads", " and may not have finished"));
      }
    }
  }
  ++now[agent];
  if (agent != 0) unfinished_.push_back({agent, now[agent], accesses, what});
}

RaceChecker::Clock RaceChecker::Now(int agent) {
  const std::lock_guard<std::mutex> lock(mutex_);
  return clocks_[agent];
}

void RaceChecker::Join(int agent, const Clock& clock) {
  const std::lock_guard<std::mutex> lock(mutex_);
  Clock& now = clocks_[agent];
  now.resize(std::max(now.size(), clock.size()), 0);
  for (size_t a = 0; a < clock.size(); ++a) now[a] = std::max(now[a], clock[a]);
  if (agent != 0) return;
  // Later operations are queued by the host.
  unfinished_.erase(std::remove_if(unfinished_.begin(), unfinished_.end(),
                                   [&now](const Operation& operation) {
                                     return static_cast<int>(now.size()) > operation.agent &&
                                            now[operation.agent] >= operation.time;
                                   }),
                    unfinished_.end());
}

std::vector<std::string> RaceChecker::races() const {
  const std::lock_guard<std::mutex> lock(mutex_);
  return races_;
}

TestContext::TestContext(TestDevice* device) : device_(device), random_(device->options().seed) {
  if (races() != nullptr) agent_ = races()->AddQueue();
  generation_ = device->generation();
  worker_ = std::thread([this] { Work(); });
}

TestContext::~TestContext() {
  static_cast<void>(Drain());
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    stopped_ = true;
  }
  changed_.notify_all();
  worker_.join();
}

Status TestContext::Check(const std::string& what) {
  if (device_->Fails()) return Internal("injected failure of ", what);
  if (generation_ != device_->generation()) return Internal("the device was lost");
  return OkStatus();
}

Status TestContext::UseStream(void* stream) {
  stream_ = static_cast<TestStream*>(stream);
  return OkStatus();
}

void TestContext::Push(std::function<Status()> work) {
  if (stream_ != nullptr) ++stream_->operations;
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    queue_.push_back(std::move(work));
    ++queued_;
    if (!device_->options().lazy) released_ = queued_;
  }
  changed_.notify_all();
}

Status TestContext::Enqueue(const std::string& what, const std::vector<MemoryAccess>& accesses,
                            std::function<Status()> work) {
  LITE_RETURN_IF_ERROR(Check(what));
  device_->Count(what);
  if (races() != nullptr) races()->Operate(agent_, accesses, what);
  const bool fails = device_->Fails();
  Push([work = std::move(work), fails, what]() -> Status {
    if (fails) return Internal("injected failure of ", what, " in the queue");
    return work();
  });
  return OkStatus();
}

void TestContext::Work() {
  std::unique_lock<std::mutex> lock(mutex_);
  for (;;) {
    changed_.wait(lock, [this] { return stopped_ || (!queue_.empty() && done_ < released_); });
    if (stopped_) return;
    const std::function<Status()> work = std::move(queue_.front());
    queue_.pop_front();
    const bool skip = !status_.ok();
    lock.unlock();
    if (!device_->options().lazy) {
      std::this_thread::sleep_for(std::chrono::microseconds(random_() % 30));
    }
    const Status status = skip ? OkStatus() : work();
    lock.lock();
    if (status_.ok()) status_ = status;
    ++done_;
    changed_.notify_all();
  }
}

void TestContext::WaitUntil(int position) {
  std::unique_lock<std::mutex> lock(mutex_);
  released_ = std::max(released_, position);
  changed_.notify_all();
  changed_.wait(lock, [this, position] { return done_ >= position; });
}

Status TestContext::Drain() {
  int last;
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    last = queued_;
  }
  WaitUntil(last);
  const std::lock_guard<std::mutex> lock(mutex_);
  return std::exchange(status_, OkStatus());
}

Status TestContext::CopyFromHost(void* handle, size_t offset, const void* src, size_t bytes) {
  const uintptr_t from = NumberOf(src);
  return Enqueue(
      "copy from the host",
      {{0, from, from + bytes, false}, {NumberOf(handle), offset, offset + bytes, true}},
      [=] { return device_->Move(handle, offset, const_cast<void*>(src), bytes, true); });
}

Status TestContext::CopyToHost(void* dst, void* handle, size_t offset, size_t bytes) {
  const uintptr_t to = NumberOf(dst);
  return Enqueue("copy to the host",
                 {{NumberOf(handle), offset, offset + bytes, false}, {0, to, to + bytes, true}},
                 [=] { return device_->Move(handle, offset, dst, bytes, false); });
}

Result<std::unique_ptr<DeviceEvent>> TestContext::CreateEvent() {
  LITE_RETURN_IF_ERROR(Check("CreateEvent"));
  return std::unique_ptr<DeviceEvent>(std::make_unique<TestEvent>());
}

Status TestContext::Record(DeviceEvent* event) {
  LITE_RETURN_IF_ERROR(Check("Record"));
  auto* recorded = static_cast<TestEvent*>(event);
  if (races() != nullptr) recorded->clock = races()->Now(agent_);
  recorded->reached_ns = -1;
  Push([recorded] {
    const auto now = std::chrono::steady_clock::now().time_since_epoch();
    recorded->reached_ns = std::chrono::duration_cast<std::chrono::nanoseconds>(now).count();
    return OkStatus();
  });
  recorded->position = queued_;
  return OkStatus();
}

Status TestContext::Wait(DeviceEvent* event) {
  LITE_RETURN_IF_ERROR(Check("Wait"));
  auto* recorded = static_cast<TestEvent*>(event);
  if (device_->LosesWait()) return OkStatus();
  if (recorded->position < 0) return Internal("an event was waited for that was not recorded");
  WaitUntil(recorded->position);
  if (races() != nullptr) races()->Join(0, recorded->clock);
  const std::lock_guard<std::mutex> lock(mutex_);
  return status_;
}

Result<bool> TestContext::QueueWait(DeviceContext* other, DeviceEvent* event) {
  if (!device_->options().queue_waits) return false;
  LITE_RETURN_IF_ERROR(Check("QueueWait"));
  if (device_->LosesWait()) return true;
  auto* recorded = static_cast<TestEvent*>(event);
  if (recorded->position < 0) return Internal("an event was waited for that was not recorded");
  if (races() != nullptr) races()->Join(agent_, recorded->clock);
  Push([other, position = recorded->position] {
    static_cast<TestContext*>(other)->WaitUntil(position);
    return OkStatus();
  });
  return true;
}

Status TestContext::Finish() {
  LITE_RETURN_IF_ERROR(Drain());
  if (races() != nullptr) races()->Join(0, races()->Now(agent_));
  return Check("Finish");
}

int64_t TestContext::TimeOf(const DeviceEvent& event) const {
  return static_cast<const TestEvent&>(event).reached_ns;
}

TestDevice::~TestDevice() = default;

void* TestDevice::Allocate(const MemoryDesc& desc) {
  if (Fails()) return nullptr;
  const std::lock_guard<std::mutex> lock(mutex_);
  // Of all devices, so that the checker can tell their blocks apart. Nothing is mapped there.
  static std::atomic<uintptr_t> next_handle{0x101};
  const uintptr_t handle = next_handle.fetch_add(2);
  blocks_[handle] = {desc, std::vector<char>(desc.bytes + kSlack, kUnwritten)};
  return HandleOf(handle);
}

void TestDevice::Free(void* handle) {
  if (options_.races != nullptr) {
    options_.races->Operate(0, {{NumberOf(handle), 0, SIZE_MAX, true}}, "freeing a block");
  }
  const std::lock_guard<std::mutex> lock(mutex_);
  blocks_.erase(NumberOf(handle));
}

char* TestDevice::Contents(void* handle) {
  const std::lock_guard<std::mutex> lock(mutex_);
  const auto found = blocks_.find(NumberOf(handle));
  return found == blocks_.end() ? nullptr : found->second.contents.data();
}

size_t TestDevice::blocks() const {
  const std::lock_guard<std::mutex> lock(mutex_);
  return blocks_.size();
}

Status TestDevice::Move(void* handle, size_t offset, void* host, size_t bytes, bool to_device) {
  const std::lock_guard<std::mutex> lock(mutex_);
  const auto found = blocks_.find(NumberOf(handle));
  if (found == blocks_.end()) return Internal("a copy uses a block that was freed");
  Block& block = found->second;
  if (block.desc.kind != MemoryKind::kBuffer || offset > block.desc.bytes ||
      bytes > block.desc.bytes - offset) {
    return Internal("a copy of ", bytes, " bytes at ", offset, " exceeds ", block.desc.ToString());
  }
  char* const here = block.contents.data() + offset;
  if (bytes != 0) std::memcpy(to_device ? here : host, to_device ? host : here, bytes);
  return OkStatus();
}

Status TestDevice::CopyFromHost(void* handle, size_t offset, const void* src, size_t bytes) {
  if (Fails()) return Internal("injected failure of a copy from the host");
  return Move(handle, offset, const_cast<void*>(src), bytes, true);
}

Status TestDevice::CopyToHost(void* dst, void* handle, size_t offset, size_t bytes) {
  if (Fails()) return Internal("injected failure of a copy to the host");
  return Move(handle, offset, dst, bytes, false);
}

Result<std::unique_ptr<DeviceContext>> TestDevice::CreateContext() {
  if (Fails()) return Internal("injected failure of CreateContext");
  return std::unique_ptr<DeviceContext>(std::make_unique<TestContext>(this));
}

void TestDevice::Lose() {
  const std::lock_guard<std::mutex> lock(mutex_);
  ++generation_;
  for (auto& entry : blocks_) {
    std::fill(entry.second.contents.begin(), entry.second.contents.end(), kUnwritten);
  }
}

std::map<std::string, int> TestDevice::operations() const {
  const std::lock_guard<std::mutex> lock(mutex_);
  return operations_;
}

void TestDevice::Count(const std::string& what) {
  const std::lock_guard<std::mutex> lock(mutex_);
  ++operations_[what];
}

}  // namespace paddle::lite::test
