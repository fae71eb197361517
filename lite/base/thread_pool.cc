#include "lite/base/thread_pool.h"

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <new>
#include <system_error>
#include <thread>
#include <vector>

#if !defined(_WIN32)
#include <pthread.h>
#endif

#include "lite/base/logging.h"

namespace paddle::lite {
namespace {

// Number of forks since the process created its first team. A forked child has only the thread that
// forked, so teams created at a lower count have no workers.
std::atomic<int> fork_count{0};

void CountForks() {
#if !defined(_WIN32)
  static const int registered =
      pthread_atfork(nullptr, nullptr, [] { fork_count.fetch_add(1, std::memory_order_relaxed); });
  (void)registered;
#endif
}

constexpr int kMaxThreads = 256;
// 10 to 100 us, as long as the processor's pause instruction takes: covers the serial gap between
// two operators, and is too short to disturb other processes.
constexpr int kSpinIterations = 2000;
// Number of pieces of each thread's part. Other threads can take over pieces of a slow thread; each
// piece costs one call of the body.
constexpr int64_t kPiecesPerThread = 4;

inline void CpuRelax() {
#if defined(__x86_64__) || defined(__i386__)
  __builtin_ia32_pause();
#elif defined(__aarch64__) || defined(__arm__)
  __asm__ __volatile__("yield");
#endif
}

}  // namespace

// One job at a time. A worker takes part by joining while the job is open. The caller closes the
// job when no piece is left and waits for the workers that joined, so a worker that is not
// scheduled in time delays no one.
struct ThreadPool::Team {
  explicit Team(int workers) : parts(static_cast<size_t>(workers) + 1) {
    CountForks();
    threads.reserve(static_cast<size_t>(workers));
    try {
      for (int i = 0; i < workers; ++i) {
        threads.emplace_back([this, i] { Work(i + 1); });
      }
    } catch (const std::system_error& error) {
      refused = error.code();
    } catch (const std::bad_alloc&) {
      refused = std::make_error_code(std::errc::not_enough_memory);
    }
  }

  // Makes the team unless there is one, and sets `threads` to its size. That never grows: scratch
  // memory has been booked for as many threads as there were. False when not even the caller can
  // take part.
  static bool Start(std::unique_ptr<Team>* team, int* threads) {
    if (*team != nullptr && (*team)->LostByFork()) team->release();
    if (*team != nullptr) return true;
    try {
      *team = std::make_unique<Team>(*threads - 1);
    } catch (const std::bad_alloc&) {
      return false;
    }
    const int wanted = *threads;
    *threads = static_cast<int>((*team)->threads.size()) + 1;
    if (*threads < wanted) {
      LITE_LOG_WARNING("only ", *threads, " of ", wanted,
                       " threads can be started: ", (*team)->refused.message(),
                       "; the predictor runs with these");
    }
    return true;
  }

  ~Team() {
    stop.store(true);
    Wake();
    for (auto& thread : threads) thread.join();
  }

  void Run(int64_t count, int64_t grain, int64_t part_count, const Body& job_body) {
    const int64_t chunk = (count + part_count - 1) / part_count;
    used_parts = part_count;
    piece = std::max(grain, (chunk + kPiecesPerThread - 1) / kPiecesPerThread);
    body = &job_body;
    for (int64_t i = 0; i < part_count; ++i) {
      Part& part = parts[static_cast<size_t>(i)];
      part.next.store(std::min(count, i * chunk), std::memory_order_relaxed);
      part.end = std::min(count, (i + 1) * chunk);
    }
    finished.store(0, std::memory_order_relaxed);
    // No worker has joined yet, or the last job would not have ended, so the caller owns the fields
    // above until this store. Sequentially consistent with `sleeping`: a worker not yet counted
    // there sees the new job before it sleeps.
    job.store((job.load(std::memory_order_relaxed) & ~kJoinedMask & ~kOpen) + kNextJob + kOpen);
    if (sleeping.load() > 0) Wake();
    RunPieces(0);
    const uint64_t joined = job.fetch_and(~kOpen) & kJoinedMask;
    for (int spin = 0; finished.load(std::memory_order_acquire) != joined; ++spin) {
      if (spin < kSpinIterations) {
        CpuRelax();
      } else {
        std::this_thread::yield();
      }
    }
  }

  bool LostByFork() const { return forks != fork_count.load(std::memory_order_relaxed); }

 private:
  // Bits of `job`: how many workers have joined, whether more may, and the job's number.
  static constexpr uint64_t kJoinedMask = 0xffff;
  static constexpr uint64_t kOpen = 0x10000;
  static constexpr uint64_t kNextJob = 0x20000;
  static uint64_t Number(uint64_t job) { return job / kNextJob; }

  // A contiguous part of the indices, which its own thread starts with. Has its own cache line.
  struct alignas(64) Part {
    std::atomic<int64_t> next{0};
    int64_t end = 0;
  };

  void Wake() {
    {
      std::lock_guard<std::mutex> lock(mutex);
    }  // lets a worker that is about to sleep do so first
    wake.notify_all();
  }

  // Runs the thread's own part first, then pieces that the others have not started.
  void RunPieces(int thread) {
    for (int64_t i = 0; i < used_parts; ++i) {
      Part& part = parts[static_cast<size_t>((thread + i) % used_parts)];
      while (true) {
        const int64_t begin = part.next.fetch_add(piece, std::memory_order_relaxed);
        if (begin >= part.end) break;
        (*body)(begin, std::min(begin + piece, part.end), thread);
      }
    }
  }

  void Work(int thread) {
    uint64_t seen = 0;
    // Shutdown is a flag, not a job: a worker that missed the last job would treat a shutdown job
    // as already closed and wait forever.
    const auto idle = [&] { return Number(job.load()) == seen && !stop.load(); };
    while (true) {
      for (int spin = 0; spin < kSpinIterations && idle(); ++spin) CpuRelax();
      if (idle()) {
        std::unique_lock<std::mutex> lock(mutex);
        sleeping.fetch_add(1);
        wake.wait(lock, [&] { return !idle(); });
        sleeping.fetch_sub(1);
      }
      if (stop.load()) return;
      uint64_t current = job.load();
      bool joined = false;
      while ((current & kOpen) != 0 && !joined) {
        joined = job.compare_exchange_weak(current, current + 1);
      }
      seen = Number(current);
      if (!joined) continue;
      RunPieces(thread);
      finished.fetch_add(1, std::memory_order_release);
    }
  }

  std::atomic<uint64_t> job{0};
  std::atomic<uint64_t> finished{0};  // workers that joined this job and are done
  std::atomic<int> sleeping{0};
  std::atomic<bool> stop{false};
  int64_t used_parts = 0;
  int64_t piece = 0;
  const Body* body = nullptr;
  std::vector<Part> parts;
  std::error_code refused;
  const int forks = fork_count.load(std::memory_order_relaxed);
  std::mutex mutex;
  std::condition_variable wake;
  std::vector<std::thread> threads;  // last: they use all of the above
};

ThreadPool::ThreadPool(int threads) : threads_(std::clamp(threads, 1, kMaxThreads)) {}

// A team without its workers can be neither used nor joined, so it is leaked.
ThreadPool::~ThreadPool() {
  if (team_ != nullptr && team_->LostByFork()) team_.release();
}

namespace {

// Set while a thread executes a body, so that a nested ParallelFor runs serially.
thread_local bool inside_parallel_body = false;

class InsideBody {
 public:
  InsideBody() { inside_parallel_body = true; }
  ~InsideBody() { inside_parallel_body = false; }
  InsideBody(const InsideBody&) = delete;
  InsideBody& operator=(const InsideBody&) = delete;
};

}  // namespace

void ThreadPool::ParallelFor(int64_t count, int64_t grain, Body body) {
  if (count <= 0) return;
  grain = std::max<int64_t>(grain, 1);
  const int64_t wanted = (count + grain - 1) / grain;
  if (wanted <= 1 || threads_ <= 1 || inside_parallel_body || !Team::Start(&team_, &threads_) ||
      threads_ <= 1) {
    body(0, count, 0);
    return;
  }
  // What a body throws (the system is out of memory) must neither end a worker nor leave the job
  // while workers are in it.
  std::atomic<bool> failed{false};
  std::exception_ptr error;
  const auto guarded = [&](int64_t begin, int64_t end, int thread) {
    const InsideBody inside;
    try {
      body(begin, end, thread);
    } catch (...) {
      if (!failed.exchange(true)) error = std::current_exception();
    }
  };
  const Body guarded_body(guarded);
  team_->Run(count, grain, std::min<int64_t>(threads_, wanted), guarded_body);
  if (failed.load()) std::rethrow_exception(error);
}

}  // namespace paddle::lite
