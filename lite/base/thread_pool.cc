#include "lite/base/thread_pool.h"

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <mutex>
#include <thread>
#include <vector>

namespace paddle::lite {
namespace {

constexpr int kMaxThreads = 256;
// About 20 us: covers the serial gap between two operators, too short to matter to anyone else.
constexpr int kSpinIterations = 2000;

inline void CpuRelax() {
#if defined(__x86_64__) || defined(__i386__)
  __builtin_ia32_pause();
#elif defined(__aarch64__) || defined(__arm__)
  __asm__ __volatile__("yield");
#endif
}

}  // namespace

struct ThreadPool::Team {
  explicit Team(int workers) {
    for (int i = 0; i < workers; ++i) {
      threads.emplace_back([this, i] { Work(i + 1); });
    }
  }

  ~Team() {
    {
      std::lock_guard<std::mutex> lock(mutex);
      stop = true;
      generation.fetch_add(1, std::memory_order_release);
    }
    wake.notify_all();
    for (auto& thread : threads) thread.join();
  }

  void Start(int64_t new_count, int64_t new_chunk, const Body* new_body) {
    {
      std::lock_guard<std::mutex> lock(mutex);
      count = new_count;
      chunk = new_chunk;
      body = new_body;
      pending.store(static_cast<int>(threads.size()), std::memory_order_relaxed);
      generation.fetch_add(1, std::memory_order_release);
    }
    if (sleeping.load(std::memory_order_relaxed) > 0) wake.notify_all();
  }

  void RunChunk(int thread) const {
    const int64_t begin = std::min(count, thread * chunk);
    const int64_t end = std::min(count, begin + chunk);
    if (begin < end) (*body)(begin, end, thread);
  }

  void WaitDone() {
    for (int spin = 0; pending.load(std::memory_order_acquire) != 0; ++spin) {
      if (spin < kSpinIterations) {
        CpuRelax();
      } else {
        std::this_thread::yield();
      }
    }
  }

  void Work(int thread) {
    int64_t seen = 0;
    while (true) {
      for (int spin = 0; spin < kSpinIterations; ++spin) {
        if (generation.load(std::memory_order_acquire) != seen) break;
        CpuRelax();
      }
      if (generation.load(std::memory_order_acquire) == seen) {
        std::unique_lock<std::mutex> lock(mutex);
        sleeping.fetch_add(1, std::memory_order_relaxed);
        wake.wait(lock, [&] { return generation.load(std::memory_order_acquire) != seen; });
        sleeping.fetch_sub(1, std::memory_order_relaxed);
      } else {
        // Taken so that the job's fields, written under the lock, are visible and complete.
        std::lock_guard<std::mutex> lock(mutex);
      }
      seen = generation.load(std::memory_order_acquire);
      if (stop) return;
      RunChunk(thread);
      pending.fetch_sub(1, std::memory_order_release);
    }
  }

  std::mutex mutex;
  std::condition_variable wake;
  std::atomic<int64_t> generation{0};
  std::atomic<int> pending{0};
  std::atomic<int> sleeping{0};
  bool stop = false;
  int64_t count = 0;
  int64_t chunk = 0;
  const Body* body = nullptr;
  std::vector<std::thread> threads;
};

ThreadPool::ThreadPool(int threads) : threads_(std::clamp(threads, 1, kMaxThreads)) {}

ThreadPool::~ThreadPool() = default;

namespace {
// Set while a thread executes a body, so that a nested ParallelFor runs serially.
thread_local bool inside_parallel_body = false;
}  // namespace

void ThreadPool::ParallelFor(int64_t count, int64_t grain, Body body) {
  if (count <= 0) return;
  grain = std::max<int64_t>(grain, 1);
  const int64_t useful = std::min<int64_t>(threads_, (count + grain - 1) / grain);
  if (useful <= 1 || inside_parallel_body) {
    body(0, count, 0);
    return;
  }
  if (team_ == nullptr) team_ = std::make_unique<Team>(threads_ - 1);
  const auto guarded = [&body](int64_t begin, int64_t end, int thread) {
    inside_parallel_body = true;
    body(begin, end, thread);
    inside_parallel_body = false;
  };
  const Body guarded_body(guarded);
  team_->Start(count, (count + useful - 1) / useful, &guarded_body);
  team_->RunChunk(0);
  team_->WaitDone();
}

}  // namespace paddle::lite
