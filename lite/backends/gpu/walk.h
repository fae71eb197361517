// Iterations over elements of one or two operands, as kernels of GPUs take them.
#pragma once

#include <cstdint>

namespace paddle::lite::gpu {

// Sizes from the outermost dimension to the innermost one, and the elements from one index to the
// next in two operands. Walk of opencl/kernels/buffers.cl has the same memory.
struct Walk {
  static constexpr int kMaxRank = 9;

  int32_t rank = 0;
  int32_t size[kMaxRank] = {};
  int32_t step[2][kMaxRank] = {};

  // Joins neighbours that both operands traverse as one. At most kMaxRank dimensions.
  void Add(int64_t extent, int64_t first_step, int64_t second_step = 0) {
    if (extent == 1) return;
    const int last = rank - 1;
    if (last >= 0 && step[0][last] == extent * first_step &&
        step[1][last] == extent * second_step) {
      size[last] *= static_cast<int32_t>(extent);
    } else {
      size[rank++] = static_cast<int32_t>(extent);
    }
    step[0][rank - 1] = static_cast<int32_t>(first_step);
    step[1][rank - 1] = static_cast<int32_t>(second_step);
  }
  int64_t count() const {
    int64_t product = 1;
    for (int i = 0; i < rank; ++i) product *= size[i];
    return product;
  }
};

}  // namespace paddle::lite::gpu
