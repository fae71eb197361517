#include "lite/base/thread_pool.h"

#include <gtest/gtest.h>

#include <atomic>
#include <vector>

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
