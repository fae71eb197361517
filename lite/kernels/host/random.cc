// The generator is SplitMix64 (Steele, Lea and Flood, 2014) with random access: number i of stream
// s is Mix(Mix(s) + (i + 1) * kGamma). Only operations with exactly rounded results follow, so that
// every target and any number of threads produce the same bits.
#include "lite/operators/random.h"

#include <atomic>
#include <cmath>
#include <cstring>

#include "lite/core/element.h"
#include "lite/kernels/kernel.h"

namespace paddle::lite::kernels::host {
namespace {

constexpr uint64_t kGamma = 0x9E3779B97F4A7C15u;

uint64_t Mix(uint64_t z) {
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
  return z ^ (z >> 31);
}

// The start of a stream: that of the seed, or with seed 0 one that no run of the process had
// before.
uint64_t StartOf(int seed) {
  static std::atomic<uint64_t> runs{0};
  if (seed != 0) return Mix(static_cast<uint64_t>(static_cast<int64_t>(seed)));
  return Mix((uint64_t{1} << 32) + runs.fetch_add(1, std::memory_order_relaxed));
}

// In [0, 1), from the upper bits.
double Unit(uint64_t bits) { return static_cast<double>(bits >> 11) * 0x1p-53; }
template <typename T>
T UnitAs(uint64_t bits) {
  if constexpr (std::is_same_v<T, float>) return static_cast<float>(bits >> 40) * 0x1p-24f;
  return static_cast<T>(Unit(bits));
}

// The logarithm of 0 < x < 1 to 1e-15. The one of the C library differs from target to target.
double Log(double x) {
  int exponent = 0;
  double mantissa = std::frexp(x, &exponent);  // in [0.5, 1)
  if (mantissa < 0.70710678118654752) {
    mantissa *= 2;
    --exponent;
  }
  // log m = 2 atanh((m - 1) / (m + 1)); the argument is at most 0.172.
  const double t = (mantissa - 1) / (mantissa + 1);
  double sum = 0;
  for (int k = 23; k >= 1; k -= 2) sum = sum * (t * t) + 1.0 / k;
  return 2 * t * sum + exponent * 0.69314718055994531;
}

// Marsaglia's polar method: points in the square until one is inside the circle.
double Normal(uint64_t bits) {
  for (;;) {
    const double x = 2 * Unit(bits) - 1;
    bits = Mix(bits + kGamma);
    const double y = 2 * Unit(bits) - 1;
    const double s = x * x + y * y;
    if (s > 0 && s < 1) return x * std::sqrt(-2 * Log(s) / s);
    bits = Mix(bits + kGamma);
  }
}

// dst[i] = number(bits of element i).
template <typename T, typename F>
void Draw(const operators::RandomNumbers& op, const RunContext& context, const F& number) {
  const uint64_t start = StartOf(op.seed);
  T* dst = op.out->mutable_data<T>();
  constexpr int64_t kGrain = 1024;  // elements that justify a thread
  context.pool->ParallelFor(op.out->numel(), kGrain, [=](int64_t begin, int64_t end, int) {
    for (int64_t i = begin; i < end; ++i) {
      dst[i] = number(Mix(start + (static_cast<uint64_t>(i) + 1) * kGamma));
    }
  });
}

}  // namespace

class UniformRandomKernel final : public KernelFor<operators::UniformRandom> {
 public:
  Status RunOp(const operators::UniformRandom& op, const RunContext& context) override {
    return VisitElementType<RealTypes>("Out", op.out->precision(), [&](auto type) {
      using T = typename decltype(type)::Type;
      const T low = op.min;
      const T range = static_cast<T>(op.max) - low;
      Draw<T>(op, context, [=](uint64_t bits) { return low + range * UnitAs<T>(bits); });
      for (int64_t i = 0; i < op.diag_num; ++i) {
        op.out->mutable_data<T>()[i * (int64_t{1} + op.diag_step)] = op.diag_val;
      }
    });
  }
};

class GaussianRandomKernel final : public KernelFor<operators::GaussianRandom> {
 public:
  Status RunOp(const operators::GaussianRandom& op, const RunContext& context) override {
    return VisitElementType<RealTypes>("Out", op.out->precision(), [&](auto type) {
      using T = typename decltype(type)::Type;
      const double mean = op.mean;
      const double deviation = op.std;
      Draw<T>(op, context,
              [=](uint64_t bits) { return static_cast<T>(mean + deviation * Normal(bits)); });
    });
  }
};

class EmptyKernel final : public KernelFor<operators::Empty> {
 public:
  Status RunOp(const operators::Empty& op, const RunContext&) override {
    const size_t bytes = op.out->memory_size();
    if (bytes != 0) std::memset(op.out->mutable_raw_data(), 0, bytes);
    return OkStatus();
  }
};

LITE_KERNELS(kHost, kAny, kNCHW, def, UniformRandomKernel, uniform_random)
    .In({"ShapeTensor", "ShapeTensorList"}, PRECISION(kAny), DATALAYOUT(kAny));
LITE_KERNELS(kHost, kAny, kNCHW, def, GaussianRandomKernel, gaussian_random)
    .In({"ShapeTensor", "ShapeTensorList"}, PRECISION(kAny), DATALAYOUT(kAny));
LITE_KERNELS(kHost, kAny, kNCHW, def, EmptyKernel, empty)
    .In({"ShapeTensor", "ShapeTensorList"}, PRECISION(kAny), DATALAYOUT(kAny));

}  // namespace paddle::lite::kernels::host
