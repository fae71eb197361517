// Iterates over two arrays that are broadcast against each other.
#pragma once

#include <array>
#include <cstdint>

#include "lite/base/simd.h"
#include "lite/base/thread_pool.h"
#include "lite/operators/broadcast.h"

namespace paddle::lite::kernels::host {

// Set up once per pair of shapes. Neighbouring dimensions that both sides traverse alike are
// joined: equal shapes become one row, and [N, C, H, W] with one value per channel becomes N * C
// rows with a constant Y.
class BroadcastLoop {
 public:
  BroadcastLoop() = default;
  explicit BroadcastLoop(const operators::Broadcast& shapes);

  // A non-owning reference to a callable row(x, x_step, y, y_step, out, count).
  class Row {
   public:
    template <typename F>
    Row(const F& f)  // NOLINT: implicit by design
        : object_(&f),
          call_([](const void* object, int64_t x, int64_t x_step, int64_t y, int64_t y_step,
                   int64_t out, int64_t count) {
            (*static_cast<const F*>(object))(x, x_step, y, y_step, out, count);
          }) {}
    void operator()(int64_t x, int64_t x_step, int64_t y, int64_t y_step, int64_t out,
                    int64_t count) const {
      call_(object_, x, x_step, y, y_step, out, count);
    }

   private:
    const void* object_;
    void (*call_)(const void*, int64_t, int64_t, int64_t, int64_t, int64_t, int64_t);
  };

  // Calls row(x, x_step, y, y_step, out, count) with offsets into the arrays and steps of 0 or 1,
  // until every element of the result has been visited.
  void Run(ThreadPool* pool, Row row) const;

 private:
  int rank_ = 1;
  std::array<int64_t, DDim::kMaxRank> dims_{};
  std::array<int64_t, DDim::kMaxRank> x_{};  // steps of X and Y per dimension; 0 where broadcast
  std::array<int64_t, DDim::kMaxRank> y_{};
};

// out[i] = f(x[i * x_step], y[i * y_step]) for steps of 0 or 1. A single X is rare, and has no
// vectors.
template <typename X, typename Out, typename F>
inline void BroadcastRow(const X* x, int64_t x_step, const X* y, int64_t y_step, Out* out,
                         int64_t count, F f) {
  if (x_step != 0 && y_step != 0) {
    VectorLoop(0, count, [=](int64_t i) { out[i] = f(x[i], y[i]); });
  } else if (x_step != 0) {
    const X b = *y;
    VectorLoop(0, count, [=](int64_t i) { out[i] = f(x[i], b); });
  } else {
    const X a = *x;
    for (int64_t i = 0; i < count; ++i) out[i] = f(a, y[i * y_step]);
  }
}

}  // namespace paddle::lite::kernels::host
