#include "lite/kernels/host/broadcast_loop.h"

#include <algorithm>

namespace paddle::lite::kernels::host {
namespace {

std::array<int64_t, DDim::kMaxRank> Strides(const DDim& dims) {
  std::array<int64_t, DDim::kMaxRank> strides{};
  int64_t stride = 1;
  for (int i = dims.rank() - 1; i >= 0; --i) {
    strides[i] = dims[i] == 1 ? 0 : stride;
    stride *= dims[i];
  }
  return strides;
}

}  // namespace

BroadcastLoop::BroadcastLoop(const operators::Broadcast& shapes) {
  rank_ = 0;
  const std::array<int64_t, DDim::kMaxRank> x_strides = Strides(shapes.x);
  const std::array<int64_t, DDim::kMaxRank> y_strides = Strides(shapes.y);
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

void BroadcastLoop::Run(ThreadPool* pool, Row row) const {
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

}  // namespace paddle::lite::kernels::host
