// Iterates over any number of arrays that are broadcast to one shape, aligned at their last
// dimensions. BroadcastLoop does the same for two, joins dimensions, and uses threads.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "lite/core/dims.h"

namespace paddle::lite::kernels::host {

// Rows along the last dimension of the result.
template <size_t kArrays>
class BroadcastRows {
 public:
  using Numbers = std::array<int64_t, kArrays>;

  BroadcastRows() = default;
  // The shapes can be broadcast to `out`.
  BroadcastRows(const DDim& out, const std::array<DDim, kArrays>& shapes) {
    const int rank = out.rank();
    for (int i = 0; i < rank; ++i) sizes_.push_back(out[i]);
    if (rank == 0) sizes_.push_back(1);
    for (size_t a = 0; a < kArrays; ++a) {
      const DDim& shape = shapes[a];
      int64_t stride = 1;
      for (int i = shape.rank() - 1; i >= 0; --i) {
        strides_[static_cast<size_t>(i + rank - shape.rank())][a] = shape[i] == 1 ? 0 : stride;
        stride *= shape[i];
      }
    }
  }

  int64_t rows() const { return sizes_.Count(0, sizes_.rank() - 1); }
  int64_t row_size() const { return sizes_.at(-1); }
  // Where a row begins in each array, and the step to its next element.
  Numbers Offsets(int64_t row) const {
    Numbers offsets{};
    for (int i = sizes_.rank() - 2; i >= 0; --i) {
      const int64_t at = row % sizes_[i];
      row /= sizes_[i];
      for (size_t a = 0; a < kArrays; ++a) offsets[a] += at * strides_[static_cast<size_t>(i)][a];
    }
    return offsets;
  }
  const Numbers& steps() const { return strides_[static_cast<size_t>(sizes_.rank() - 1)]; }

 private:
  DDim sizes_;
  std::array<Numbers, DDim::kMaxRank> strides_{};
};

}  // namespace paddle::lite::kernels::host
