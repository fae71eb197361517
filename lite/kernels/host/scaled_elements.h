// Loops over elements that share a scale with the others of their channel.
#pragma once

#include <algorithm>
#include <cstdint>

#include "lite/base/thread_pool.h"
#include "lite/operators/quantization_scale.h"

namespace paddle::lite::kernels::host {

// Calls f(begin, end, channel) for parts of [0, count) that belong to one channel.
template <typename F>
void ForEachChannelPart(ThreadPool* pool, int64_t count, const operators::ChannelLayout& channels,
                        const F& f) {
  constexpr int64_t kGrain = 4096;  // elements that justify a thread
  pool->ParallelFor(count, kGrain, [&](int64_t begin, int64_t end, int) {
    while (begin < end) {
      const int64_t row = begin / channels.inner;
      const int64_t stop = std::min(end, (row + 1) * channels.inner);
      f(begin, stop, row % channels.count);
      begin = stop;
    }
  });
}

}  // namespace paddle::lite::kernels::host
