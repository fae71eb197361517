#include "lite/operators/compare.h"

#include <functional>

#include "lite/core/element.h"
#include "lite/kernels/host/broadcast_loop.h"
#include "lite/kernels/kernel.h"

namespace paddle::lite::kernels::host {
namespace {

// Without branches.
struct LogicalAnd {
  template <typename T>
  bool operator()(T a, T b) const {
    return std::bit_and<>()(a != T{0}, b != T{0}) != 0;
  }
};

struct LogicalOr {
  template <typename T>
  bool operator()(T a, T b) const {
    return std::bit_or<>()(a != T{0}, b != T{0}) != 0;
  }
};

struct LogicalXor {
  template <typename T>
  bool operator()(T a, T b) const {
    return (a != T{0}) != (b != T{0});
  }
};

}  // namespace

template <typename F>
class CompareKernel final : public KernelFor<operators::CompareBase> {
 public:
  Status PrepareOp(const operators::CompareBase& op, PrepareContext*) override {
    LITE_ASSIGN_OR_RETURN(const operators::Broadcast shapes,
                          operators::BroadcastShapes(op.x->dims(), op.y->dims(), op.axis));
    loop_ = BroadcastLoop(shapes);
    return OkStatus();
  }
  Status RunOp(const operators::CompareBase& op, const RunContext& context) override {
    if (op.out->numel() == 0) return OkStatus();
    return VisitElementType<Types>("X", op.x->precision(),
                                   [&](auto type) { RunTyped(type, op, context); });
  }

 private:
  using Types = IntegerTypes::And<bool, float, double, Half>;

  template <typename Element>
  void RunTyped(ElementTag<Element>, const operators::CompareBase& op,
                const RunContext& context) const {
    using T = StoredAs<Element>;
    const T* x = op.x->data<T>();
    const T* y = op.y->data<T>();
    bool* out = op.out->mutable_data<bool>();
    loop_.Run(context.pool, [=](int64_t x_at, int64_t x_step, int64_t y_at, int64_t y_step,
                                int64_t at, int64_t count) {
      BroadcastRow(x + x_at, x_step, y + y_at, y_step, out + at, count, F());
    });
  }

  BroadcastLoop loop_;
};

class LogicalNotKernel final : public KernelFor<operators::LogicalNot> {
 public:
  Status RunOp(const operators::LogicalNot& op, const RunContext& context) override {
    using Types = IntegerTypes::And<bool, float, double>;
    return VisitElementType<Types>("X", op.x->precision(), [&](auto type) {
      using T = StoredAs<typename decltype(type)::Type>;
      const T* x = op.x->data<T>();
      bool* out = op.out->mutable_data<bool>();
      constexpr int64_t kGrain = 8192;  // elements that justify a thread
      context.pool->ForEachElement(op.x->numel(), kGrain,
                                   [=](int64_t i) { out[i] = x[i] == T{0}; });
    });
  }
};

LITE_KERNELS(kHost, kAny, kNCHW, def, CompareKernel<std::equal_to<>>, equal)
    .Out({"Out"}, PRECISION(kBool));
LITE_KERNELS(kHost, kAny, kNCHW, def, CompareKernel<std::not_equal_to<>>, not_equal)
    .Out({"Out"}, PRECISION(kBool));
LITE_KERNELS(kHost, kAny, kNCHW, def, CompareKernel<std::less<>>, less_than)
    .Out({"Out"}, PRECISION(kBool));
LITE_KERNELS(kHost, kAny, kNCHW, def, CompareKernel<std::less_equal<>>, less_equal)
    .Out({"Out"}, PRECISION(kBool));
LITE_KERNELS(kHost, kAny, kNCHW, def, CompareKernel<std::greater<>>, greater_than)
    .Out({"Out"}, PRECISION(kBool));
LITE_KERNELS(kHost, kAny, kNCHW, def, CompareKernel<std::greater_equal<>>, greater_equal)
    .Out({"Out"}, PRECISION(kBool));
LITE_KERNELS(kHost, kAny, kNCHW, def, CompareKernel<LogicalAnd>, logical_and)
    .Out({"Out"}, PRECISION(kBool));
LITE_KERNELS(kHost, kAny, kNCHW, def, CompareKernel<LogicalOr>, logical_or)
    .Out({"Out"}, PRECISION(kBool));
LITE_KERNELS(kHost, kAny, kNCHW, def, CompareKernel<LogicalXor>, logical_xor)
    .Out({"Out"}, PRECISION(kBool));
LITE_KERNELS(kHost, kAny, kAny, def, LogicalNotKernel, logical_not).Out({"Out"}, PRECISION(kBool));

}  // namespace paddle::lite::kernels::host
