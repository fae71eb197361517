#include "lite/operators/bitwise.h"

#include <functional>

#include "lite/core/element.h"
#include "lite/kernels/host/broadcast_loop.h"
#include "lite/kernels/kernel.h"

namespace paddle::lite::kernels::host {
namespace {

using BitTypes = IntegerTypes::And<bool>;

}  // namespace

template <typename F>
class BitwiseKernel final : public KernelFor<operators::Bitwise> {
 public:
  Status PrepareOp(const operators::Bitwise& op, PrepareContext*) override {
    LITE_ASSIGN_OR_RETURN(const operators::Broadcast shapes,
                          operators::BroadcastShapes(op.x->dims(), op.y->dims(), op.axis));
    loop_ = BroadcastLoop(shapes);
    return OkStatus();
  }
  Status RunOp(const operators::Bitwise& op, const RunContext& context) override {
    if (op.out->numel() == 0) return OkStatus();
    return VisitElementType<BitTypes>("X", op.x->precision(), [&](auto type) {
      using Element = typename decltype(type)::Type;
      using T = StoredAs<Element>;
      const T* x = op.x->data<T>();
      const T* y = op.y->data<T>();
      T* out = op.out->mutable_data<T>();
      loop_.Run(context.pool, [=](int64_t x_at, int64_t x_step, int64_t y_at, int64_t y_step,
                                  int64_t at, int64_t count) {
        BroadcastRow(x + x_at, x_step, y + y_at, y_step, out + at, count, [](T a, T b) {
          if constexpr (std::is_same_v<Element, bool>) {
            return static_cast<T>(F()(a != 0 ? 1 : 0, b != 0 ? 1 : 0));
          } else {
            return static_cast<T>(F()(a, b));
          }
        });
      });
    });
  }

 private:
  BroadcastLoop loop_;
};

class BitwiseNotKernel final : public KernelFor<operators::Unary> {
 public:
  Status RunOp(const operators::Unary& op, const RunContext& context) override {
    return VisitElementType<BitTypes>("X", op.x->precision(), [&](auto type) {
      using Element = typename decltype(type)::Type;
      using T = StoredAs<Element>;
      const T* x = op.x->data<T>();
      T* out = op.out->mutable_data<T>();
      constexpr int64_t kGrain = 8192;  // elements that justify a thread
      context.pool->ForEachElement(op.x->numel(), kGrain, [=](int64_t i) {
        out[i] = static_cast<T>(std::is_same_v<Element, bool> ? (x[i] == 0 ? 1 : 0) : ~x[i]);
      });
    });
  }
};

LITE_KERNELS(kHost, kAny, kNCHW, def, BitwiseKernel<std::bit_and<>>, bitwise_and);
LITE_KERNELS(kHost, kAny, kNCHW, def, BitwiseKernel<std::bit_or<>>, bitwise_or);
LITE_KERNELS(kHost, kAny, kNCHW, def, BitwiseKernel<std::bit_xor<>>, bitwise_xor);
LITE_KERNELS(kHost, kAny, kNCHW, def, BitwiseNotKernel, bitwise_not);

}  // namespace paddle::lite::kernels::host
