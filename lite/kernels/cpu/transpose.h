// Transposes matrices by squares in registers.
#pragma once

#include <algorithm>

#include "lite/base/thread_pool.h"
#include "lite/kernels/cpu/cpu_kernel.h"
#include "lite/kernels/transposition.h"

namespace paddle::lite::kernels::LITE_CPU {

// The matrix transposition used by TranspositionKernel.
inline Transposition::Matrix32 Matrix32() { return backend::ActiveTables().vector.transpose; }

// Between NCHW and NHWC. Per image: [channels][pixels] to [pixels][channels], or back. Distributed
// over threads by blocks of pixels.
template <typename Real>
void ConvertLayout(const backend::VectorKernels<Real>& vector, ThreadPool* pool, const Real* src,
                   Real* dst, int64_t images, int64_t channels, int64_t pixels,
                   bool to_channels_last) {
  constexpr int64_t kBlock = 64;
  constexpr int64_t kGrain = 16384;  // elements that justify a thread
  const int64_t blocks = (pixels + kBlock - 1) / kBlock;
  const int64_t grain = std::max<int64_t>(1, kGrain / (kBlock * channels));
  pool->ParallelFor(images * blocks, grain, [&](int64_t begin, int64_t end, int) {
    for (int64_t i = begin; i < end; ++i) {
      const int64_t image = i / blocks * channels * pixels;
      const int64_t first = i % blocks * kBlock;
      const int64_t count = std::min(kBlock, pixels - first);
      const Real* from = src + image + (to_channels_last ? first : first * channels);
      Real* to = dst + image + (to_channels_last ? first * channels : first);
      if (to_channels_last) {
        vector.transpose(from, pixels, to, channels, channels, count);
      } else {
        vector.transpose(from, channels, to, pixels, count, channels);
      }
    }
  });
}

}  // namespace paddle::lite::kernels::LITE_CPU
