#include "lite/operators/lerp.h"

#include "lite/core/element.h"
#include "lite/kernels/host/broadcast_rows.h"
#include "lite/kernels/kernel.h"

namespace paddle::lite::kernels::host {

class LerpKernel final : public KernelFor<operators::Lerp> {
 public:
  Status PrepareOp(const operators::Lerp& op, PrepareContext*) override {
    rows_ = BroadcastRows<3>(op.out->dims(), {op.x->dims(), op.y->dims(), op.weight->dims()});
    return OkStatus();
  }
  Status RunOp(const operators::Lerp& op, const RunContext& context) override {
    if (op.out->numel() == 0) return OkStatus();
    return VisitElementType<RealTypes>("X", op.x->precision(), [&](auto type) {
      using T = typename decltype(type)::Type;
      const T* x = op.x->data<T>();
      const T* y = op.y->data<T>();
      const T* weight = op.weight->data<T>();
      T* out = op.out->mutable_data<T>();
      const int64_t count = rows_.row_size();
      const auto step = rows_.steps();
      constexpr int64_t kGrain = 4096;  // elements that justify a thread
      context.pool->ForEach(rows_.rows(), kGrain / count + 1, [=](int64_t row) {
        const auto at = rows_.Offsets(row);
        for (int64_t i = 0; i < count; ++i) {
          const T from = x[at[0] + i * step[0]];
          const T to = y[at[1] + i * step[1]];
          out[row * count + i] = from + weight[at[2] + i * step[2]] * (to - from);
        }
      });
    });
  }

 private:
  BroadcastRows<3> rows_;
};

LITE_KERNELS(kHost, kFloat, kNCHW, def, LerpKernel, lerp);
LITE_KERNELS(kHost, kFP64, kNCHW, def, LerpKernel, lerp);

}  // namespace paddle::lite::kernels::host
