#include "lite/operators/unpool.h"

#include <algorithm>

#include "lite/kernels/kernel.h"

namespace paddle::lite::kernels::host {

template <typename OpType>
class UnpoolKernel final : public KernelFor<OpType> {
 public:
  Status RunOp(const OpType& op, const RunContext& context) override {
    return VisitElementType<RealTypes>("X", op.x->precision(),
                                       [&](auto type) { return RunTyped(type, op, context); });
  }

 private:
  template <typename T>
  static Status RunTyped(ElementTag<T>, const OpType& op, const RunContext& context) {
    const DDim& dims = op.x->dims();
    const DDim& shape = op.out->dims();
    const int64_t in = dims.Count(2, dims.rank());
    const int64_t out = shape.Count(2, shape.rank());
    const int32_t* indices = op.indices->template data<int32_t>();
    const int64_t count = op.x->numel();
    for (int64_t i = 0; i < count; ++i) {
      if (indices[i] < 0 || indices[i] >= out) {
        return OutOfRange("Indices: ", indices[i], " at element ", i,
                          " is outside of a plane of Out ", shape);
      }
    }
    const T* x = op.x->template data<T>();
    T* const dst = op.out->template mutable_data<T>();
    context.pool->ForEach(dims[0] * dims[1], 1, [=](int64_t plane) {
      T* to = dst + plane * out;
      std::fill_n(to, out, T{0});
      for (int64_t i = plane * in; i < (plane + 1) * in; ++i) to[indices[i]] = x[i];
    });
    return OkStatus();
  }
};

LITE_KERNELS(kHost, kAny, kNCHW, def, UnpoolKernel<operators::Unpool>, unpool)
    .In({"Indices"}, PRECISION(kInt32));
LITE_KERNELS(kHost, kAny, kNCHW, def, UnpoolKernel<operators::Unpool3d>, unpool3d)
    .In({"Indices"}, PRECISION(kInt32));

}  // namespace paddle::lite::kernels::host
