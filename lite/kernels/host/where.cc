#include "lite/operators/where.h"

#include "lite/kernels/host/element_bits.h"
#include "lite/kernels/host/given_output.h"
#include "lite/kernels/kernel.h"

namespace paddle::lite::kernels::host {

class WhereKernel final : public KernelFor<operators::Where> {
 public:
  Status RunOp(const operators::Where& op, const RunContext& context) override {
    const uint8_t* condition = op.condition->data<uint8_t>();
    WithBitsOf(op.x->precision(), [&](auto zero) {
      using Bits = decltype(zero);
      const Bits* x = op.x->data<Bits>();
      const Bits* y = op.y->data<Bits>();
      Bits* out = op.out->mutable_data<Bits>();
      constexpr int64_t kGrain = 8192;  // elements that justify a thread
      context.pool->ForEachElement(op.out->numel(), kGrain, [=](int64_t i) {
        // Compilers have vectors for this, and not for a choice between elements of other widths.
        const Bits all = static_cast<Bits>(-static_cast<Bits>(condition[i] != 0));
        out[i] = static_cast<Bits>((x[i] & all) | (y[i] & ~all));
      });
    });
    return OkStatus();
  }
};

class WhereIndexKernel final : public KernelFor<operators::WhereIndex> {
 public:
  Status RunOp(const operators::WhereIndex& op, const RunContext&) override {
    using Types = IntegerTypes::And<bool, float, double>;
    return VisitElementType<Types>("Condition", op.condition->precision(),
                                   [&](auto type) { return RunTyped(type, op); });
  }

 private:
  template <typename Element>
  static Status RunTyped(ElementTag<Element>, const operators::WhereIndex& op) {
    using T = StoredAs<Element>;
    const DDim& dims = op.condition->dims();
    const int64_t elements = op.condition->numel();
    const T* condition = op.condition->data<T>();
    int64_t count = 0;
    for (int64_t i = 0; i < elements; ++i) count += condition[i] != T{0} ? 1 : 0;
    LITE_RETURN_IF_ERROR(GiveOutput(DDim{count, dims.rank()}, PrecisionType::kInt64, op.out));
    int64_t* position = op.out->mutable_data<int64_t>();
    for (int64_t i = 0; i < elements; ++i) {
      if (condition[i] == T{0}) continue;
      int64_t rest = i;
      for (int d = dims.rank() - 1; d >= 0; --d) {
        position[d] = rest % dims[d];
        rest /= dims[d];
      }
      position += dims.rank();
    }
    return OkStatus();
  }
};

LITE_KERNELS(kHost, kAny, kNCHW, def, WhereKernel, where).In({"Condition"}, PRECISION(kBool));
LITE_KERNELS(kHost, kAny, kNCHW, def, WhereIndexKernel, where_index)
    .Out({"Out"}, PRECISION(kInt64));

}  // namespace paddle::lite::kernels::host
