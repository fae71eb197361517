#include "lite/operators/pow.h"

#include <cmath>
#include <type_traits>

#include "lite/core/element.h"
#include "lite/kernels/kernel.h"

namespace paddle::lite::kernels::host {
namespace {

// The attribute or the value of FactorTensor, of any element type, as in Paddle.
float FactorOf(const operators::Pow& op) {
  const Tensor* const given = op.factor_tensor;
  if (given == nullptr) return op.factor;
  return static_cast<float>(ElementAt(given->raw_data(), given->precision(), 0));
}

}  // namespace

class PowKernel final : public KernelFor<operators::Pow> {
 public:
  Status RunOp(const operators::Pow& op, const RunContext& context) override {
    const float factor = FactorOf(op);
    return VisitElementType<RealTypes>("X", op.x->precision(), [&](auto type) {
      using T = typename decltype(type)::Type;
      const T* src = op.x->data<T>();
      T* dst = op.out->mutable_data<T>();
      constexpr int64_t kGrain = 1024;  // elements that justify a thread
      context.pool->ParallelFor(op.x->numel(), kGrain, [=](int64_t begin, int64_t end, int) {
        for (int64_t i = begin; i < end; ++i) dst[i] = std::pow(src[i], static_cast<T>(factor));
      });
    });
  }
};

// Paddle truncates the exponent of integers and does not return if it is negative.
class IntegerPowKernel final : public KernelFor<operators::Pow> {
 public:
  Status RunOp(const operators::Pow& op, const RunContext& context) override {
    const float factor = FactorOf(op);
    if (!(factor > -1.0f && factor < 64.0f))
      return OutOfRange("attribute factor: expected 0 to 63 for integers, found ", factor);
    return VisitElementType<IndexTypes>("X", op.x->precision(), [&](auto type) {
      using T = typename decltype(type)::Type;
      using U = std::make_unsigned_t<T>;
      const T* src = op.x->data<T>();
      T* dst = op.out->mutable_data<T>();
      constexpr int64_t kGrain = 1024;  // elements that justify a thread
      context.pool->ForEach(op.x->numel(), kGrain,
                            [=, times = static_cast<int>(factor)](int64_t i) {
                              U power = 1;
                              for (int k = 0; k < times; ++k) power *= static_cast<U>(src[i]);
                              dst[i] = static_cast<T>(power);
                            });
    });
  }
};

LITE_KERNELS(kHost, kFloat, kAny, def, PowKernel, pow)
    .In({"FactorTensor"}, PRECISION(kAny), DATALAYOUT(kAny));
LITE_KERNELS(kHost, kFP64, kAny, def, PowKernel, pow)
    .In({"FactorTensor"}, PRECISION(kAny), DATALAYOUT(kAny));
LITE_KERNELS(kHost, kInt32, kAny, def, IntegerPowKernel, pow)
    .In({"FactorTensor"}, PRECISION(kAny), DATALAYOUT(kAny));
LITE_KERNELS(kHost, kInt64, kAny, def, IntegerPowKernel, pow)
    .In({"FactorTensor"}, PRECISION(kAny), DATALAYOUT(kAny));

}  // namespace paddle::lite::kernels::host
