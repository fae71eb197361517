#include "lite/operators/im2sequence.h"

#include "lite/kernels/kernel.h"

namespace paddle::lite::kernels::host {

class Im2SequenceKernel final : public KernelFor<operators::Im2Sequence> {
 public:
  Status RunOp(const operators::Im2Sequence& op, const RunContext& context) override {
    return VisitElementType<RealTypes>("X", op.x->precision(),
                                       [&](auto type) { return RunTyped(type, op, context); });
  }

 private:
  template <typename T>
  static Status RunTyped(ElementTag<T>, const operators::Im2Sequence& op,
                         const RunContext& context) {
    const DDim& dims = op.x->dims();
    const int64_t width = op.out->dims()[1];
    T* dst = op.out->mutable_data<T>();
    for (int64_t n = 0; n < dims[0]; ++n) {
      LITE_ASSIGN_OR_RETURN(const operators::Im2Sequence::Windows windows, op.WindowsOf(n));
      const T* image = op.x->data<T>() + n * dims.Count(1, 4);
      constexpr int64_t kGrain = 4096;  // elements that justify a thread
      context.pool->ForEach(
          windows.rows, kGrain / (windows.columns * width + 1) + 1, [&](int64_t row) {
            CopyWindows(op, image, row, windows.columns, dst + row * windows.columns * width);
          });
      dst += windows.rows * windows.columns * width;
    }
    return OkStatus();
  }

  template <typename T>
  static void CopyWindows(const operators::Im2Sequence& op, const T* image, int64_t row,
                          int64_t columns, T* dst) {
    const DDim& dims = op.x->dims();
    for (int64_t column = 0; column < columns; ++column) {
      const int64_t top = row * op.strides[0] - op.paddings[0];
      const int64_t left = column * op.strides[1] - op.paddings[1];
      for (int64_t c = 0; c < dims[1]; ++c) {
        for (int64_t y = top; y < top + op.kernels[0]; ++y) {
          for (int64_t x = left; x < left + op.kernels[1]; ++x) {
            const bool inside = y >= 0 && y < dims[2] && x >= 0 && x < dims[3];
            *dst++ = inside ? image[(c * dims[2] + y) * dims[3] + x] : T(0);
          }
        }
      }
    }
  }
};

LITE_KERNELS(kHost, kAny, kNCHW, def, Im2SequenceKernel, im2sequence)
    .In({"Y"}, PRECISION(kAny), DATALAYOUT(kAny));

}  // namespace paddle::lite::kernels::host
