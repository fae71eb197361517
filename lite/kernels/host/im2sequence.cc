#include "lite/operators/im2sequence.h"

#include "lite/kernels/im2sequence_windows.h"
#include "lite/kernels/kernel.h"

namespace paddle::lite::kernels::host {

class Im2SequenceKernel final : public KernelFor<operators::Im2Sequence> {
 public:
  Status RunOp(const operators::Im2Sequence& op, const RunContext& context) override {
    return VisitElementType<operators::Im2Sequence::Types>(
        "X", op.x->precision(), [&](auto type) { return RunTyped(type, op, context); });
  }

 private:
  template <typename T>
  static Status RunTyped(ElementTag<T>, const operators::Im2Sequence& op,
                         const RunContext& context) {
    const DDim& dims = op.x->dims();
    const DDim steps{dims.Count(1, 4), dims[2] * dims[3], dims[3], 1};
    const int64_t width = op.out->dims()[1];
    T* dst = op.out->mutable_data<T>();
    for (int64_t n = 0; n < dims[0]; ++n) {
      LITE_ASSIGN_OR_RETURN(const operators::Im2Sequence::Windows windows, op.WindowsOf(n));
      const T* image = op.x->data<T>() + n * steps[0];
      constexpr int64_t kGrain = 4096;  // elements that justify a thread
      context.pool->ForEach(windows.rows, kGrain / (windows.columns * width + 1) + 1,
                            [&](int64_t row) {
                              CopyWindows(op, image, steps, row, windows.columns,
                                          dst + row * windows.columns * width);
                            });
      dst += windows.rows * windows.columns * width;
    }
    return OkStatus();
  }
};

LITE_KERNELS(kHost, kAny, kNCHW, def, Im2SequenceKernel, im2sequence)
    .In({"Y"}, PRECISION(kAny), DATALAYOUT(kAny));

}  // namespace paddle::lite::kernels::host
