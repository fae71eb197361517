// Operations on rows of numbers, one group of threads for each: softmax, normalisation, reduction.
#pragma once

#include <cfloat>
#include <cstdint>

#include "lite/backends/cuda/activation_body.h"
#include "lite/backends/cuda/element_body.h"
#include "lite/backends/cuda/walk.h"

namespace paddle::lite::cuda {

enum class Reduction : int32_t { kSum, kMean, kLargest, kSmallest };

LITE_CUDA_FUNCTION float StartOf(Reduction kind) {
  return kind == Reduction::kLargest ? -INFINITY : kind == Reduction::kSmallest ? INFINITY : 0;
}

// A NaN is kept.
LITE_CUDA_FUNCTION float Join(Reduction kind, float a, float b) {
  switch (kind) {
    case Reduction::kLargest:
      return b > a || b != b ? b : a;
    case Reduction::kSmallest:
      return b < a || b != b ? b : a;
    default:
      return a + b;
  }
}

// exp(difference to the maximum), with Paddle's lower bound. A NaN is kept.
LITE_CUDA_FUNCTION float SoftmaxTerm(float difference) {
  return expf(difference < -64 ? -64 : difference);
}

// Joins a value of each thread in two steps: all threads Put, then all Fold, then any may ask for
// the Total.
template <int kThreads>
struct GroupReduction {
  static constexpr int kFolded = 16;
  float part[kThreads];
  float folded[kFolded];

  LITE_CUDA_FUNCTION void Put(int thread, float value) { part[thread] = value; }
  LITE_CUDA_FUNCTION void Fold(Reduction kind, int thread) {
    if (thread >= kFolded) return;
    float value = part[thread];
    for (int i = thread + kFolded; i < kThreads; i += kFolded) value = Join(kind, value, part[i]);
    folded[thread] = value;
  }
  LITE_CUDA_FUNCTION float Total(Reduction kind) const {
    float value = folded[0];
    for (int i = 1; i < kFolded; ++i) value = Join(kind, value, folded[i]);
    return value;
  }
};

// x is [outer, extent, inner]. May run in place.
template <typename T, int kThreadsOfGroup>
struct SoftmaxBody {
  static constexpr int kThreads = kThreadsOfGroup;
  using Shared = GroupReduction<kThreads>;
  struct State {};

  const T* x;
  T* out;
  int32_t extent, inner;

  LITE_CUDA_FUNCTION static int steps() { return 5; }
  LITE_CUDA_FUNCTION void Step(int step, int32_t row, int thread, Shared* shared, State*) const {
    const int32_t first = row / inner * extent * inner + row % inner;
    const T* const from = x + first;
    T* const to = out + first;
    if (step == 0) {
      float largest = -INFINITY;
      for (int32_t i = thread; i < extent; i += kThreads) {
        largest = Join(Reduction::kLargest, largest, Number(from[i * inner]));
      }
      shared->Put(thread, largest);
    } else if (step == 1) {
      shared->Fold(Reduction::kLargest, thread);
    } else if (step == 2) {
      const float largest = shared->Total(Reduction::kLargest);
      float sum = 0;
      for (int32_t i = thread; i < extent; i += kThreads) {
        const float term = SoftmaxTerm(Number(from[i * inner]) - largest);
        Store(term, to + i * inner);
        sum += term;
      }
      shared->Put(thread, sum);
    } else if (step == 3) {
      shared->Fold(Reduction::kSum, thread);
    } else {
      const float scale = 1 / shared->Total(Reduction::kSum);
      for (int32_t i = thread; i < extent; i += kThreads) {
        Store(Number(to[i * inner]) * scale, to + i * inner);
      }
    }
  }
};

using gpu::Normalisation;

// Every row to mean 0 and variance 1, then scale and bias. Absent operands are null.
template <typename T, int kThreadsOfGroup>
struct NormaliseBody {
  static constexpr int kThreads = kThreadsOfGroup;
  using Shared = GroupReduction<kThreads>;
  struct State {
    float mean;
  };

  const T* x;
  const float* scale;
  const float* bias;
  T* y;
  T* means;
  T* variances;
  Normalisation n;

  LITE_CUDA_FUNCTION static int steps() { return 5; }
  LITE_CUDA_FUNCTION void Step(int step, int32_t row, int thread, Shared* shared,
                               State* state) const {
    const T* const from = x + row * n.width;
    T* const to = y + row * n.width;
    if (step == 0) {
      float sum = 0;
      for (int32_t i = thread; i < n.width; i += kThreads) sum += Number(from[i]);
      shared->Put(thread, sum);
    } else if (step == 1 || step == 3) {
      shared->Fold(Reduction::kSum, thread);
    } else if (step == 2) {
      state->mean = shared->Total(Reduction::kSum) / n.width;
      float sum = 0;
      for (int32_t i = thread; i < n.width; i += kThreads) {
        const float deviation = Number(from[i]) - state->mean;
        sum += deviation * deviation;
      }
      shared->Put(thread, sum);
    } else {
      const float variance = shared->Total(Reduction::kSum) / n.width;
      const float factor = 1 / sqrtf(variance + n.epsilon);
      for (int32_t i = thread; i < n.width; i += kThreads) {
        const int32_t parameter = (row % n.period * n.width + i) / n.step;
        float value = (Number(from[i]) - state->mean) * factor;
        if (scale != nullptr) value *= scale[parameter];
        if (bias != nullptr) value += bias[parameter];
        Store(Activate(value, n.activation), to + i);
      }
      if (thread == 0) {
        if (means != nullptr) Store(state->mean, means + row);
        if (variances != nullptr) Store(n.inverse ? factor : variance, variances + row);
      }
    }
  }
};

// One element of the result per group. The first steps of `kept` and `reduced` are those in x.
template <typename T, int kThreadsOfGroup>
struct ReduceBody {
  static constexpr int kThreads = kThreadsOfGroup;
  using Shared = GroupReduction<kThreads>;
  struct State {};

  const T* x;
  T* out;
  Walk kept, reduced;
  int32_t count;
  Reduction kind;

  LITE_CUDA_FUNCTION static int steps() { return 3; }
  LITE_CUDA_FUNCTION void Step(int step, int32_t row, int thread, Shared* shared, State*) const {
    if (step == 0) {
      const T* const from = x + PositionOf(kept, row).first;
      float value = StartOf(kind);
      for (int32_t i = thread; i < count; i += kThreads) {
        value = Join(kind, value, Number(from[PositionOf(reduced, i).first]));
      }
      shared->Put(thread, value);
    } else if (step == 1) {
      shared->Fold(kind, thread);
    } else if (thread == 0) {
      const float value = shared->Total(kind);
      Store(kind == Reduction::kMean ? value / count : value, out + row);
    }
  }
};

// An element divided by a power of the squares of its channel and its neighbours. Channels are
// `step` elements apart.
struct ChannelWindowBody {
  const float* x;
  float* out;
  float* bases;  // null if not needed
  int32_t channels, step;
  int32_t before, after;  // neighbours
  float k, alpha, beta;

  LITE_CUDA_FUNCTION void operator()(int32_t i) const {
    const int32_t channel = i / step % channels;
    const int32_t first = channel < before ? -channel : -before;
    const int32_t last = channels - 1 - channel < after ? channels - 1 - channel : after;
    float sum = 0;
    for (int32_t j = first; j <= last; ++j) {
      const float value = x[i + j * step];
      sum += value * value;
    }
    const float base = k + alpha * sum;
    out[i] = x[i] * powf(base, -beta);
    if (bases != nullptr) bases[i] = base;
  }
};

}  // namespace paddle::lite::cuda
