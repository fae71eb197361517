#include "lite/base/thread_pool.h"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <new>
#include <thread>
#include <vector>

#include "tests/support/emulation.h"
#include "tests/support/sanitizer.h"

namespace paddle::lite {
namespace {

TEST(ThreadPool, CoversEveryIndexOnce) {
  for (const int threads : {1, 2, 3, 4}) {
    ThreadPool pool(threads);
    for (const int64_t count : {0, 1, 2, 3, 7, 100, 1001}) {
      for (int repeat = 0; repeat < 20; ++repeat) {
        std::vector<std::atomic<int>> hits(count);
        pool.ParallelFor(count, 1, [&](int64_t begin, int64_t end, int thread) {
          EXPECT_GE(thread, 0);
          EXPECT_LT(thread, threads);
          for (int64_t i = begin; i < end; ++i) hits[i]++;
        });
        for (const auto& hit : hits) EXPECT_EQ(hit.load(), 1);
      }
    }
  }
}

TEST(ThreadPool, OthersTakeOverFromASlowThread) {
  for (int repeat = 0; repeat < 20; ++repeat) {
    ThreadPool pool(2);
    std::atomic<int64_t> done{0};
    // The first piece ends after all others, which requires another thread that does not stop at
    // its own half.
    pool.ParallelFor(8, 1, [&](int64_t begin, int64_t end, int) {
      const auto limit = std::chrono::steady_clock::now() + std::chrono::seconds(20);
      while (begin == 0 && done < 8 - end && std::chrono::steady_clock::now() < limit) {
        std::this_thread::yield();
      }
      EXPECT_TRUE(begin != 0 || done == 8 - end) << done;
      done += end - begin;
    });
    EXPECT_EQ(done, 8);
  }
}

TEST(ThreadPool, ManyShortJobs) {
  ThreadPool pool(4);
  int64_t sum = 0;
  std::vector<int64_t> squares(64);
  for (int64_t repeat = 0; repeat < 20000; ++repeat) {
    pool.ParallelFor(64, 1, [&](int64_t begin, int64_t end, int) {
      for (int64_t i = begin; i < end; ++i) squares[static_cast<size_t>(i)] = i * repeat;
    });
    sum += squares[63] - squares[1];
  }
  EXPECT_EQ(sum, int64_t{62} * 19999 * 20000 / 2);
}

#if defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define LITE_UNDER_TSAN  // it does not support threads in a forked child
#endif
#endif

#if !defined(LITE_UNDER_TSAN)
// A child process has none of the workers: the pool creates new ones there, and is destroyed
// without waiting for the old ones.
TEST(ThreadPool, WorksInAForkedChild) {
  if (test::IsEmulated())
    GTEST_SKIP() << "qemu aborts a child of a process with threads that creates one";
  for (const bool used_before : {false, true}) {
    ThreadPool pool(3);
    std::atomic<int64_t> sum{0};
    const auto add = [&](int64_t begin, int64_t end, int) {
      for (int64_t i = begin; i < end; ++i) sum += i;
    };
    if (used_before) pool.ParallelFor(100, 1, add);
    const pid_t child = fork();
    ASSERT_GE(child, 0);
    if (child == 0) {
      alarm(20);  // a hang ends as a failure
      sum = 0;
      { ThreadPool unused(2); }
      pool.ParallelFor(100, 1, add);
      const bool good = sum == 4950;
      pool.~ThreadPool();
      _exit(good ? 0 : 1);
    }
    int status = -1;
    ASSERT_EQ(waitpid(child, &status, 0), child);
    EXPECT_EQ(status, 0);
    sum = 0;
    pool.ParallelFor(100, 1, add);
    EXPECT_EQ(sum, 4950);
  }
}

#endif

TEST(ThreadPool, EachThreadRunsExactlyOnce) {
  for (const auto waiting : {ThreadPool::Waiting::kSpin, ThreadPool::Waiting::kSleep}) {
    ThreadPool pool(4, waiting);
    for (int repeat = 0; repeat < 100; ++repeat) {
      std::vector<std::thread::id> ids(4);
      std::atomic<int> calls{0};
      pool.OnEachThread([&](int64_t begin, int64_t end, int thread) {
        EXPECT_EQ(begin, thread);
        EXPECT_EQ(end, thread + 1);
        ids[static_cast<size_t>(thread)] = std::this_thread::get_id();
        ++calls;
      });
      EXPECT_EQ(calls, 4);
      EXPECT_EQ(ids[0], std::this_thread::get_id());
      for (size_t i = 0; i < 4; ++i) {
        for (size_t j = 0; j < i; ++j) EXPECT_NE(ids[i], ids[j]);
      }
      std::atomic<int64_t> sum{0};
      pool.ParallelFor(10, 1, [&](int64_t begin, int64_t end, int) { sum += end - begin; });
      EXPECT_EQ(sum, 10);
    }
  }
}

double ThreadSeconds() {
  timespec now = {};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

// A caller that spins or yields uses the processor as long as it waits.
TEST(ThreadPool, SleepersUseNoProcessorTime) {
  ThreadPool pool(2, ThreadPool::Waiting::kSleep);
  constexpr double kWait = 0.3;
  double used = 0;
  for (int attempt = 0; attempt < 2; ++attempt) {  // the first one starts the worker
    const double before = ThreadSeconds();
    pool.OnEachThread([&](int64_t, int64_t, int thread) {
      if (thread == 1) std::this_thread::sleep_for(std::chrono::duration<double>(kWait));
    });
    used = ThreadSeconds() - before;
  }
  EXPECT_LT(used, kWait / 4);
}

TEST(ThreadPool, SleepersDoManyShortJobs) {
  ThreadPool pool(3, ThreadPool::Waiting::kSleep);
  for (int repeat = 0; repeat < 2000; ++repeat) {
    std::atomic<int64_t> sum{0};
    pool.ParallelFor(64, 1, [&](int64_t begin, int64_t end, int) { sum += end - begin; });
    ASSERT_EQ(sum, 64);
  }
}

// The pieces of a job show where the parts of the threads begin, whichever thread runs them.
TEST(ThreadPool, FasterThreadsGetLargerParts) {
  const auto begins = [](const std::vector<double>& speeds, int threads, int64_t count) {
    ThreadPool pool(threads);
    pool.set_speeds(speeds);
    std::vector<std::atomic<int>> hits(static_cast<size_t>(count));
    std::vector<std::atomic<bool>> begun(static_cast<size_t>(count));
    pool.ParallelFor(count, 1, [&](int64_t begin, int64_t end, int) {
      begun[static_cast<size_t>(begin)] = true;
      for (int64_t i = begin; i < end; ++i) hits[static_cast<size_t>(i)]++;
    });
    for (const auto& hit : hits) EXPECT_EQ(hit, 1);
    std::vector<int64_t> list;
    for (int64_t i = 0; i < count; ++i) {
      if (begun[static_cast<size_t>(i)]) list.push_back(i);
    }
    return list;
  };
  using List = std::vector<int64_t>;
  EXPECT_EQ(begins({}, 2, 104), (List{0, 13, 26, 39, 52, 65, 78, 91}));
  EXPECT_EQ(begins({3, 1}, 2, 104), (List{0, 13, 26, 39, 52, 65, 78, 91}));
  EXPECT_EQ(begins({3, 1}, 2, 100), (List{0, 13, 26, 39, 52, 65, 75, 88}));
  EXPECT_EQ(begins({1, 3}, 2, 100), (List{0, 13, 25, 38, 51, 64, 77, 90}));
  EXPECT_EQ(begins({1024, 1024, 300}, 3, 12), (List{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11}));
  EXPECT_EQ(begins({1e9, 1}, 2, 40), (List{0, 5, 10, 15, 20, 25, 30, 35}));
  // Of another number of threads: ignored.
  EXPECT_EQ(begins({3, 1, 1}, 2, 100), (List{0, 13, 26, 39, 50, 63, 76, 89}));
}

// Workers that are still joining a job when the pool is destroyed must notice the shutdown.
TEST(ThreadPool, EndsWhileWorkersAreLate) {
  std::atomic<int64_t> sum{0};
  // Without the thread sanitizer, which needs no access at the same moment, rare moments count.
  const int pools = test::kUnderSanitizer || test::IsEmulated() ? 200 : 3000;
  for (int i = 0; i < pools; ++i) {
    ThreadPool pool(8);
    for (int job = 0; job < 3; ++job) {
      pool.ParallelFor(16, 1, [&](int64_t begin, int64_t end, int) { sum += end - begin; });
    }
  }
  EXPECT_EQ(sum, int64_t{pools} * 3 * 16);
}

TEST(ThreadPool, WhatABodyThrowsComesOut) {
  ThreadPool pool(4);
  for (const int64_t bad : {0, 7, 15}) {
    EXPECT_THROW(pool.ParallelFor(16, 1,
                                  [&](int64_t begin, int64_t end, int) {
                                    if (begin <= bad && bad < end) throw std::bad_alloc();
                                  }),
                 std::bad_alloc);
    // The next job is done by all of them again.
    std::atomic<int64_t> sum{0};
    std::atomic<int> calls{0};
    pool.ParallelFor(1000, 1, [&](int64_t begin, int64_t end, int) {
      sum += end - begin;
      ++calls;
    });
    EXPECT_EQ(sum, 1000);
    EXPECT_GT(calls, 1);
  }
}

TEST(ThreadPool, NestedCallsRunSerially) {
  ThreadPool pool(4);
  std::atomic<int> sum{0};
  pool.ParallelFor(8, 1, [&](int64_t begin, int64_t end, int) {
    for (int64_t i = begin; i < end; ++i) {
      pool.ParallelFor(10, 1, [&](int64_t b, int64_t e, int) { sum += static_cast<int>(e - b); });
    }
  });
  EXPECT_EQ(sum.load(), 80);
}

}  // namespace
}  // namespace paddle::lite
