#include "lite/operators/dist.h"

#include "lite/core/element.h"
#include "lite/kernels/host/broadcast_rows.h"
#include "lite/kernels/host/norm_of_order.h"
#include "lite/kernels/kernel.h"

namespace paddle::lite::kernels::host {

class DistKernel final : public KernelFor<operators::Dist> {
 public:
  Status PrepareOp(const operators::Dist& op, PrepareContext*) override {
    LITE_ASSIGN_OR_RETURN(const operators::Broadcast shapes, op.Shapes());
    rows_ = BroadcastRows<2>(shapes.out, {shapes.x, shapes.y});
    return OkStatus();
  }
  // With one thread: the order of the sum decides its last bits.
  Status RunOp(const operators::Dist& op, const RunContext&) override {
    return VisitElementType<RealTypes>("X", op.x->precision(), [&](auto type) {
      using T = typename decltype(type)::Type;
      const T* x = op.x->data<T>();
      const T* y = op.y->data<T>();
      const auto step = rows_.steps();
      NormOfOrder norm(op.p);
      for (int64_t row = 0; row < rows_.rows(); ++row) {
        const auto at = rows_.Offsets(row);
        for (int64_t i = 0; i < rows_.row_size(); ++i) {
          const T difference = x[at[0] + i * step[0]] - y[at[1] + i * step[1]];
          norm.Take(static_cast<double>(difference));
        }
      }
      *op.out->mutable_data<T>() = static_cast<T>(norm.Value());
    });
  }

 private:
  BroadcastRows<2> rows_;
};

LITE_KERNELS(kHost, kFloat, kNCHW, def, DistKernel, dist);
LITE_KERNELS(kHost, kFP64, kNCHW, def, DistKernel, dist);

}  // namespace paddle::lite::kernels::host
