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
  Status RunOp(const operators::Scatter& op, const RunContext& context) override {
    return VisitElementType<IndexTypes>("Ids", op.ids->precision(),
                                        [&](auto type) { return RunTyped(type, op, context); });
  }

 private:
  template <typename I>
  static Status RunTyped(ElementTag<I>, const operators::Scatter& op, const RunContext& context) {
    const I* ids = op.ids->data<I>();
    const int64_t count = op.ids->numel();
    const DDim& dims = op.x->dims();
    const bool one_row = op.ids->dims().rank() == 0;
    const int64_t row = one_row ? op.updates->numel() : dims.Count(1, dims.rank());
    const int64_t rows = one_row && row > 0 ? std::min(dims[0], op.x->numel() / row) : dims[0];
    for (int64_t i = 0; i < count; ++i) {
      if (ids[i] < 0 || ids[i] >= rows) {
        return OutOfRange("Ids: ", ids[i], " at position ", i, " is not a row of X ", dims);
      }
    }
    CopyElements(*op.x, op.out);
    if (op.updates->numel() == 0) return OkStatus();
    if (!op.overwrite) {
      return VisitElementType<NumberTypes>("X", op.x->precision(), [&](auto type) {
        using T = typename decltype(type)::Type;
        ForColumns(row, count, context, [&](int64_t begin, int64_t end) {
          Add(op.updates->data<T>(), ids, count, row, begin, end, op.out->mutable_data<T>());
        });
      });
    }
    const size_t element = PrecisionTypeLength(op.x->precision());
    ForColumns(row, count, context, [&](int64_t begin, int64_t end) {
      const size_t bytes = static_cast<size_t>(end - begin) * element;
      for (int64_t i = 0; i < count; ++i) {
        std::memcpy(BytesAt(op.out, static_cast<size_t>(ids[i] * row + begin) * element),
                    BytesAt(*op.updates, static_cast<size_t>(i * row + begin) * element), bytes);
      }
    });
    return OkStatus();
  }

  // Threads share the columns: the order of the rows decides which update a row keeps, and how sums
  // round.
  template <typename Body>
  static void ForColumns(int64_t columns, int64_t rows, const RunContext& context,
                         const Body& body) {
    constexpr int64_t kGrain = 8192;  // elements that justify a thread
    context.pool->ParallelFor(columns, kGrain / rows + 1,
                              [&](int64_t begin, int64_t end, int) { body(begin, end); });
  }

  // Columns [begin, end) of the sums.
  template <typename T, typename I>
  static void Add(const T* update, const I* ids, int64_t count, int64_t row, int64_t begin,
                  int64_t end, T* out) {
    using U = typename UnsignedOr<T>::Type;
    for (int64_t i = 0; i < count; ++i)
      std::fill(out + ids[i] * row + begin, out + ids[i] * row + end, T{0});
    for (int64_t i = 0; i < count; ++i, update += row) {
      T* to = out + ids[i] * row;
      for (int64_t e = begin; e < end; ++e) {
        to[e] = static_cast<T>(static_cast<U>(to[e]) + static_cast<U>(update[e]));
      }
    }
  }
};

LITE_KERNELS(kHost, kAny, kNCHW, def, ScatterKernel, scatter);

}  // namespace paddle::lite::kernels::host
