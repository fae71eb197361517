// Iterates over two arrays that are broadcast against each other.
#pragma once

#include <algorithm>
#include <array>

#include "lite/base/thread_pool.h"
#include "lite/operators/broadcast.h"

namespace paddle::lite::kernels::host {

// Set up once per pair of shapes. Neighbouring dimensions that both sides traverse alike are
// joined: equal shapes become one row, and [N, C, H, W] with one value per channel becomes N * C
// rows with a constant Y.
class BroadcastLoop {
 public:
  BroadcastLoop() = default;
  explicit BroadcastLoop(const operators::Broadcast& shapes) {
    rank_ = 0;
    std::array<int64_t, DDim::kMaxRank> x_strides = Strides(shapes.x);
    std::array<int64_t, DDim::kMaxRank> y_strides = Strides(shapes.y);
    for (int i = 0; i < shapes.out.rank(); ++i) {
      const int64_t size = shapes.out[i];
      if (size == 1) continue;
      const int last = rank_ - 1;
      if (last >= 0 && x_[last] == x_strides[i] * size && y_[last] == y_strides[i] * size) {
        dims_[last] *= size;
        x_[last] = x_strides[i];
        y_[last] = y_strides[i];
      } else {
        dims_[rank_] = size;
        x_[rank_] = x_strides[i];
        y_[rank_] = y_strides[i];
        ++rank_;
      }
    }
    if (rank_ == 0) {
      dims_[0] = 1;
      rank_ = 1;
    }
  }

  // Calls row(x, x_step, y, y_step, out, count) with offsets into the arrays and steps of 0 or 1,
  // until every element of the result has been visited.
  template <typename Row>
  void Run(ThreadPool* pool, const Row& row) const {
    constexpr int64_t kGrain = 4096;  // elements that justify a thread
    const int last = rank_ - 1;
    const int64_t count = dims_[last];
    const int64_t x_step = x_[last];
    const int64_t y_step = y_[last];
    if (rank_ == 1) {
      pool->ParallelFor(count, kGrain, [&](int64_t begin, int64_t end, int) {
        row(begin * x_step, x_step, begin * y_step, y_step, begin, end - begin);
      });
      return;
    }
    int64_t rows = 1;
    for (int i = 0; i < last; ++i) rows *= dims_[i];
    pool->ForEach(rows, std::max<int64_t>(1, kGrain / std::max<int64_t>(1, count)), [&](int64_t r) {
      int64_t rest = r;
      int64_t x = 0;
      int64_t y = 0;
      for (int i = last - 1; i >= 0; --i) {
        const int64_t position = rest % dims_[i];
        rest /= dims_[i];
        x += position * x_[i];
        y += position * y_[i];
      }
      row(x, x_step, y, y_step, r * count, count);
    });
  }

 private:
  static std::array<int64_t, DDim::kMaxRank> Strides(const DDim& dims) {
    std::array<int64_t, DDim::kMaxRank> strides{};
    int64_t stride = 1;
    for (int i = dims.rank() - 1; i >= 0; --i) {
      strides[i] = dims[i] == 1 ? 0 : stride;
      stride *= dims[i];
    }
    return strides;
  }

  int rank_ = 1;
  std::array<int64_t, DDim::kMaxRank> dims_{};
  std::array<int64_t, DDim::kMaxRank> x_{};  // steps of X and Y per dimension; 0 where broadcast
  std::array<int64_t, DDim::kMaxRank> y_{};
};

// out[i] = f(x[i * x_step], y[i * y_step]) for steps of 0 or 1, with one vectorisable loop per
// combination.
template <typename X, typename Out, typename F>
inline void BroadcastRow(const X* x, int64_t x_step, const X* y, int64_t y_step, Out* out,
                         int64_t count, F f) {
  if (x_step != 0 && y_step != 0) {
    for (int64_t i = 0; i < count; ++i) out[i] = f(x[i], y[i]);
  } else if (x_step != 0) {
    const X b = *y;
    for (int64_t i = 0; i < count; ++i) out[i] = f(x[i], b);
  } else {
    const X a = *x;
    for (int64_t i = 0; i < count; ++i) out[i] = f(a, y[i * y_step]);
  }
}

}  // namespace paddle::lite::kernels::host
