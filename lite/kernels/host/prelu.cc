#include "lite/operators/prelu.h"

#include "lite/core/element.h"
#include "lite/core/memory_order.h"
#include "lite/kernels/activation_math.h"
#include "lite/kernels/kernel.h"

namespace paddle::lite::kernels::host {

class PreluKernel final : public KernelFor<operators::Prelu> {
 public:
  Status RunOp(const operators::Prelu& op, const RunContext& context) override {
    return VisitElementType<RealTypes>("X", op.x->precision(),
                                       [&](auto type) { RunTyped(type, op, context); });
  }

 private:
  template <typename T>
  static void RunTyped(ElementTag<T>, const operators::Prelu& op, const RunContext& context) {
    const T* src = op.x->data<T>();
    const T* alpha = op.alpha->data<T>();
    T* dst = op.out->mutable_data<T>();
    // The tensor consists of rows of `width` elements. Row r starts at slope r % slopes, and
    // neighbours in the row are `step` slopes apart.
    const DDim dims = MemoryDims(*op.x);
    const int rank = dims.rank();
    int64_t width = op.x->numel();
    int64_t slopes = 1;
    int64_t step = 0;
    if (op.mode == "channel") {
      const int axis = MemoryAxis(*op.x, op.ChannelAxis());
      const bool innermost = axis == rank - 1;
      width = innermost ? dims[axis] : dims.Count(axis + 1, rank);
      slopes = innermost ? 1 : dims[axis];
      step = innermost ? 1 : 0;
    } else if (op.mode == "element") {
      // The slopes are in program order.
      const bool channels_last = StoredChannelsLast(*op.x);
      width = channels_last ? dims[3] : dims.Count(1, rank);
      slopes = channels_last ? dims[1] * dims[2] : 1;
      step = channels_last ? slopes : 1;
    } else {
      // One row per image, so that there is work for several threads.
      width = rank > 1 ? dims.Count(1, rank) : width;
    }
    if (width == 0) return;
    const int64_t grain = 4096 / width + 1;  // rows that justify a thread
    context.pool->ForEach(op.x->numel() / width, grain, [=](int64_t row) {
      const T* slope = alpha + row % slopes;
      const T* from = src + row * width;
      T* to = dst + row * width;
      for (int64_t i = 0; i < width; ++i) to[i] = LeakyRelu(from[i], slope[i * step]);
    });
  }
};

LITE_KERNELS(kHost, kFloat, kAny, def, PreluKernel, prelu)
    .In({"Alpha"}, PRECISION(kFloat), DATALAYOUT(kNCHW));
LITE_KERNELS(kHost, kFP64, kAny, def, PreluKernel, prelu)
    .In({"Alpha"}, PRECISION(kFP64), DATALAYOUT(kNCHW));

}  // namespace paddle::lite::kernels::host
