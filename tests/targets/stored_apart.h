// Convolution plans that store their pixels apart.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <vector>

#include "lite/backends/cpu/conv_plan.h"

namespace paddle::lite::cpu {

// Runs the plan, if it can, with a gap after every pixel. `expected` is its result without gaps:
// `pixels` pixels of `out_c` elements of `element` bytes. Nothing else may be written.
template <typename Types>
void ExpectStoredApart(const ConvPlanOf<Types>& plan, ConvBuffersOf<Types> buffers, int64_t out_c,
                       size_t element, int64_t pixels, const void* expected) {
  if (!plan.stores_apart() || buffers.residual != nullptr) return;
  constexpr char kUnwritten = 0x5a;
  constexpr size_t kBefore = 67;  // elements
  constexpr int64_t kGap = 5;
  buffers.dst_pitch = out_c + kGap;
  const size_t step = static_cast<size_t>(buffers.dst_pitch) * element;
  const size_t row = static_cast<size_t>(out_c) * element;
  std::vector<char> wanted(static_cast<size_t>(pixels) * step + 2 * kBefore * element, kUnwritten);
  std::vector<char> found = wanted;
  for (int64_t i = 0; i < pixels; ++i) {
    std::memcpy(wanted.data() + kBefore * element + static_cast<size_t>(i) * step,
                static_cast<const char*>(expected) + static_cast<size_t>(i) * row, row);
  }
  buffers.dst = reinterpret_cast<decltype(buffers.dst)>(found.data() + kBefore * element);
  plan.Run(buffers);
  const auto first = std::mismatch(found.begin(), found.end(), wanted.begin()).first;
  ASSERT_EQ(first, found.end()) << "byte " << first - found.begin() << " with pixels "
                                << buffers.dst_pitch << " elements apart";
}

}  // namespace paddle::lite::cpu
