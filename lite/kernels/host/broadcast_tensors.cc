#include "lite/operators/broadcast_tensors.h"

#include "lite/kernels/host/broadcast_rows.h"
#include "lite/kernels/host/element_bits.h"
#include "lite/kernels/kernel.h"

namespace paddle::lite::kernels::host {

class BroadcastTensorsKernel final : public KernelFor<operators::BroadcastTensors> {
 public:
  Status RunOp(const operators::BroadcastTensors& op, const RunContext& context) override {
    for (size_t i = 0; i < op.x.size(); ++i) {
      if (op.out[i]->numel() == 0) continue;
      WithBitsOf(op.x[i]->precision(),
                 [&](auto zero) { Repeat<decltype(zero)>(*op.x[i], op.out[i], context.pool); });
    }
    return OkStatus();
  }

 private:
  template <typename Bits>
  static void Repeat(const Tensor& x, Tensor* out, ThreadPool* pool) {
    const BroadcastRows<1> rows(out->dims(), {x.dims()});
    const int64_t width = rows.row_size();
    const int64_t step = rows.steps()[0];
    const Bits* src = x.data<Bits>();
    Bits* dst = out->mutable_data<Bits>();
    constexpr int64_t kGrain = 4096;  // elements that justify a thread
    pool->ForEach(rows.rows(), kGrain / width + 1, [&](int64_t row) {
      const Bits* from = src + rows.Offsets(row)[0];
      for (int64_t i = 0; i < width; ++i) dst[row * width + i] = from[i * step];
    });
  }
};

LITE_KERNELS(kHost, kAny, kNCHW, def, BroadcastTensorsKernel, broadcast_tensors);

}  // namespace paddle::lite::kernels::host
