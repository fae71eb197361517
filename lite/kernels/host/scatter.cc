#include "lite/operators/scatter.h"

#include <algorithm>
#include <cstring>

#include "lite/kernels/host/copy_elements.h"
#include "lite/kernels/host/number_conversion.h"
#include "lite/kernels/kernel.h"

namespace paddle::lite::kernels::host {

class ScatterKernel final : public KernelFor<operators::Scatter> {
 public:
  static Status Supports(const operators::Scatter& op) {
    if (op.overwrite || op.x->precision() == PrecisionType::kUnk) return OkStatus();
    return CheckElementType<NumberTypes>("X", op.x->precision());
  }
  Status RunOp(const operators::Scatter& op, const RunContext&) override {
    return VisitElementType<IndexTypes>("Ids", op.ids->precision(),
                                        [&](auto type) { return RunTyped(type, op); });
  }

 private:
  template <typename I>
  static Status RunTyped(ElementTag<I>, const operators::Scatter& op) {
    const I* ids = op.ids->data<I>();
    const int64_t count = op.ids->numel();
    const DDim& dims = op.x->dims();
    for (int64_t i = 0; i < count; ++i) {
      if (ids[i] < 0 || ids[i] >= dims[0]) {
        return OutOfRange("Ids: ", ids[i], " at position ", i, " is not a row of X ", dims);
      }
    }
    CopyElements(*op.x, op.out);
    if (op.updates->numel() == 0) return OkStatus();
    if (!op.overwrite) {
      return VisitElementType<NumberTypes>("X", op.x->precision(),
                                           [&](auto type) { Add(type, op, ids, count); });
    }
    const size_t row =
        static_cast<size_t>(dims.Count(1, dims.rank())) * PrecisionTypeLength(op.x->precision());
    for (int64_t i = 0; i < count; ++i) {
      std::memcpy(BytesAt(op.out, static_cast<size_t>(ids[i]) * row),
                  BytesAt(*op.updates, static_cast<size_t>(i) * row), row);
    }
    return OkStatus();
  }

  // In the order of the rows, so that sums round like Paddle's.
  template <typename T, typename I>
  static void Add(ElementTag<T>, const operators::Scatter& op, const I* ids, int64_t count) {
    using U = typename UnsignedOr<T>::Type;
    const int64_t row = op.x->dims().Count(1, op.x->dims().rank());
    T* out = op.out->mutable_data<T>();
    const T* update = op.updates->data<T>();
    for (int64_t i = 0; i < count; ++i) std::fill_n(out + ids[i] * row, row, T{0});
    for (int64_t i = 0; i < count; ++i, update += row) {
      T* to = out + ids[i] * row;
      for (int64_t e = 0; e < row; ++e) {
        to[e] = static_cast<T>(static_cast<U>(to[e]) + static_cast<U>(update[e]));
      }
    }
  }
};

LITE_KERNELS(kHost, kAny, kNCHW, def, ScatterKernel, scatter);

}  // namespace paddle::lite::kernels::host
