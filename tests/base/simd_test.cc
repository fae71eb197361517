#include "lite/base/simd.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <numeric>
#include <vector>

#include "lite/base/thread_pool.h"

namespace paddle::lite {
namespace {

TEST(VectorLoop, CallsWithEachIndexOnce) {
  for (const int64_t begin : {0, 1, 5, 16, -20}) {
    for (int64_t count = -2; count <= 50; ++count) {
      std::vector<int> calls(60);
      VectorLoop(begin, begin + count, [begin, to = calls.data()](int64_t i) { ++to[i - begin]; });
      std::vector<int> expected(60);
      for (int64_t i = 0; i < count; ++i) expected[static_cast<size_t>(i)] = 1;
      EXPECT_EQ(calls, expected) << begin << " + " << count;
    }
  }
}

TEST(VectorLoop, MayOverwriteWhatTheSameIndexReads) {
  std::vector<int64_t> values(37);
  std::iota(values.begin(), values.end(), 0);
  VectorLoop(0, 37, [x = values.data()](int64_t i) { x[i] = x[i] * 2 + 1; });
  for (size_t i = 0; i < values.size(); ++i) {
    EXPECT_EQ(values[i], static_cast<int64_t>(2 * i + 1));
  }
}

TEST(ForEachElement, ThreadsDivideTheElements) {
  for (const int threads : {1, 3}) {
    ThreadPool pool(threads);
    std::vector<float> values(1001);
    pool.ForEachElement(1001, 16, [to = values.data()](int64_t i) {
      to[i] = static_cast<float>(static_cast<int>(i));
    });
    for (size_t i = 0; i < values.size(); ++i) EXPECT_EQ(values[i], static_cast<float>(i));
  }
}

}  // namespace
}  // namespace paddle::lite
