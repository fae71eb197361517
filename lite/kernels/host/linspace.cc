#include "lite/operators/linspace.h"

#include "lite/kernels/host/number_conversion.h"
#include "lite/kernels/kernel.h"

namespace paddle::lite::kernels::host {

class LinspaceKernel final : public KernelFor<operators::Linspace> {
 public:
  Status RunOp(const operators::Linspace& op, const RunContext& context) override {
    return VisitElementType<NumberTypes>("Out", op.out->precision(), [&](auto type) -> Status {
      using T = typename decltype(type)::Type;
      T ends[2] = {};
      for (const Tensor* tensor : {op.start, op.stop}) {
        const char* slot = tensor == op.start ? "Start" : "Stop";
        const auto convert = FindNumberConversion(tensor->precision(), op.out->precision());
        if (convert == nullptr)
          return Unsupported(slot, ": element type ", PrecisionToStr(tensor->precision()));
        convert(tensor->raw_data(), &ends[tensor == op.start ? 0 : 1], 1, context.pool);
      }
      Fill(ends[0], ends[1], op.dtype >= 0, op.out);
      return OkStatus();
    });
  }

 private:
  // Paddle 2 counts from both ends; Paddle 1 adds one step at a time.
  template <typename T>
  static void Fill(T start, T stop, bool from_both_ends, Tensor* out) {
    using U = typename UnsignedOr<T>::Type;
    const int64_t count = out->numel();
    T* dst = out->mutable_data<T>();
    dst[0] = start;
    if (count == 1) return;
    const T span = static_cast<T>(static_cast<U>(stop) - static_cast<U>(start));
    if (!from_both_ends) {
      const T step = static_cast<T>(span / static_cast<T>(count - 1));
      for (int64_t i = 1; i < count; ++i)
        dst[i] = static_cast<T>(static_cast<U>(dst[i - 1]) + static_cast<U>(step));
      return;
    }
    const double step = static_cast<double>(span) / static_cast<double>(count - 1);
    const double first = static_cast<double>(start);
    const double last = static_cast<double>(stop);
    for (int64_t i = 0; i < count; ++i) {
      dst[i] = FromDouble<T>(i < count / 2 ? first + step * static_cast<double>(i)
                                           : last - step * static_cast<double>(count - i - 1));
    }
  }
  template <typename T>
  static T FromDouble(double value) {
    if constexpr (std::is_integral_v<T>) {
      return RealToInteger<T>(value);
    } else {
      return static_cast<T>(value);
    }
  }
};

LITE_KERNELS(kHost, kAny, kNCHW, def, LinspaceKernel, linspace)
    .In({"Start", "Stop", "Num"}, PRECISION(kAny), DATALAYOUT(kAny));

}  // namespace paddle::lite::kernels::host
