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
  Team(int workers, Waiting waiting)
      : parts(static_cast<size_t>(workers) + 1),
        spins(waiting == Waiting::kSpin ? kSpinIterations : 0) {
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
  static bool Start(std::unique_ptr<Team>* team, int* threads, Waiting waiting) {
    if (*team != nullptr && (*team)->LostByFork()) team->release();
    if (*team != nullptr) return true;
    try {
      *team = std::make_unique<Team>(*threads - 1, waiting);
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

  // `speeds` is empty, or has one value for each thread.
  void Run(int64_t count, int64_t grain, int64_t part_count, const std::vector<double>& speeds,
           const Body& job_body) {
    const int64_t chunk = (count + part_count - 1) / part_count;
    used_parts = part_count;
    piece = std::max(grain, (chunk + kPiecesPerThread - 1) / kPiecesPerThread);
    double total = 0;
    for (size_t i = 0; i < speeds.size() && i < static_cast<size_t>(part_count); ++i) {
      total += speeds[i];
    }
    double faster = 0;  // the sum of the speeds so far
    int64_t begin = 0;
    for (int64_t i = 0; i < part_count; ++i) {
      Part& part = parts[static_cast<size_t>(i)];
      part.next.store(begin, std::memory_order_relaxed);
      int64_t end = std::min(count, (i + 1) * chunk);
      if (total > 0) {
        faster += speeds[static_cast<size_t>(i)];
        const double share = static_cast<double>(count) * faster / total + 0.5;
        end = i + 1 == part_count ? count : std::clamp(static_cast<int64_t>(share), begin, count);
      }
      part.end = end;
      begin = end;
    }
    const uint64_t joined = Post(job_body, [this] { RunPieces(0); });
    WaitFor(joined);
  }

  void RunOnEach(const Body& job_body) {
    used_parts = 0;
    Post(job_body, [&] {
      job_body(0, 1, 0);
      WaitFor(threads.size());
    });
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

  // Opens a job, calls `own`, closes the job, and returns how many workers have joined it.
  template <typename Own>
  uint64_t Post(const Body& job_body, const Own& own) {
    body = &job_body;
    finished.store(0, std::memory_order_relaxed);
    // No worker has joined yet, or the last job would not have ended, so the caller owns the job's
    // fields until this store. Sequentially consistent with `sleeping`: a worker not yet counted
    // there sees the new job before it sleeps.
    job.store((job.load(std::memory_order_relaxed) & ~kJoinedMask & ~kOpen) + kNextJob + kOpen);
    if (sleeping.load() > 0) Wake();
    own();
    return job.fetch_and(~kOpen) & kJoinedMask;
  }

  // Until this many workers have finished.
  void WaitFor(uint64_t workers) {
    const auto done = [&] { return finished.load(std::memory_order_acquire) == workers; };
    if (spins == 0) {
      std::unique_lock<std::mutex> lock(mutex);
      ended.wait(lock, done);
      return;
    }
    for (int spin = 0; !done(); ++spin) {
      if (spin < spins) {
        CpuRelax();
      } else {
        std::this_thread::yield();
      }
    }
  }

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
      for (int spin = 0; spin < spins && idle(); ++spin) CpuRelax();
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
      if (used_parts == 0) {
        (*body)(thread, thread + 1, thread);
      } else {
        RunPieces(thread);
      }
      finished.fetch_add(1, std::memory_order_release);
      if (spins == 0) {
        {
          std::lock_guard<std::mutex> lock(mutex);
        }  // lets a caller that is about to wait do so first
        ended.notify_one();
      }
    }
  }

  std::atomic<uint64_t> job{0};
  std::atomic<uint64_t> finished{0};  // workers that joined this job and are done
  std::atomic<int> sleeping{0};
  std::atomic<bool> stop{false};
  int64_t used_parts = 0;  // 0: every thread calls the body once
  int64_t piece = 0;
  const Body* body = nullptr;
  std::vector<Part> parts;
  const int spins;
  std::error_code refused;
  const int forks = fork_count.load(std::memory_order_relaxed);
  std::mutex mutex;
  std::condition_variable wake;
  std::condition_variable ended;     // of a worker's part of a job
  std::vector<std::thread> threads;  // last: they use all of the above
};

ThreadPool::ThreadPool(int threads, Waiting waiting)
    : threads_(std::clamp(threads, 1, kMaxThreads)), waiting_(waiting) {}

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

// What a body throws (the system is out of memory) must neither end a worker nor leave the job
// while workers are in it.
template <typename Run>
void ThreadPool::Guarded(const Body& body, const Run& run) {
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
  run(Body(guarded));
  if (failed.load()) std::rethrow_exception(error);
}

void ThreadPool::ParallelFor(int64_t count, int64_t grain, Body body) {
  if (count <= 0) return;
  grain = std::max<int64_t>(grain, 1);
  const int64_t wanted = (count + grain - 1) / grain;
  if (wanted <= 1 || threads_ <= 1 || inside_parallel_body ||
      !Team::Start(&team_, &threads_, waiting_) || threads_ <= 1) {
    body(0, count, 0);
    return;
  }
  static const std::vector<double> kAlike;
  const bool known = speeds_.size() == static_cast<size_t>(threads_);
  Guarded(body, [&](const Body& guarded) {
    team_->Run(count, grain, std::min<int64_t>(threads_, wanted), known ? speeds_ : kAlike,
               guarded);
  });
}

void ThreadPool::OnEachThread(Body body) {
  if (threads_ <= 1 || !Team::Start(&team_, &threads_, waiting_) || threads_ <= 1) {
    body(0, 1, 0);
    return;
  }
  Guarded(body, [&](const Body& guarded) { team_->RunOnEach(guarded); });
}

}  // namespace paddle::lite
