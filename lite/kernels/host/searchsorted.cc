#include "lite/operators/searchsorted.h"

#include <cmath>
#include <type_traits>

#include "lite/core/element.h"
#include "lite/kernels/kernel.h"

namespace paddle::lite::kernels::host {

class SearchsortedKernel final : public KernelFor<operators::Searchsorted> {
 public:
  Status RunOp(const operators::Searchsorted& op, const RunContext& context) override {
    return VisitElementType<NumberTypes>(
        "SortedSequence", op.sequence->precision(), [&](auto sequence) {
          return VisitElementType<NumberTypes>("Values", op.values->precision(), [&](auto value) {
            if (op.out_int32) {
              RunTyped(sequence, value, ElementTag<int32_t>(), op, context);
            } else {
              RunTyped(sequence, value, ElementTag<int64_t>(), op, context);
            }
          });
        });
  }

 private:
  template <typename S, typename V, typename I>
  static void RunTyped(ElementTag<S>, ElementTag<V>, ElementTag<I>,
                       const operators::Searchsorted& op, const RunContext& context) {
    const DDim& dims = op.sequence->dims();
    const int64_t size = dims.at(-1);
    const int64_t row = dims.rank() == 1 ? op.values->numel() : op.values->dims().at(-1);
    const S* sequences = op.sequence->data<S>();
    const V* values = op.values->data<V>();
    I* out = op.out->mutable_data<I>();
    constexpr int64_t kGrain = 512;  // elements that justify a thread
    context.pool->ForEach(op.values->numel(), kGrain, [&](int64_t i) {
      out[i] = static_cast<I>(Search(sequences + i / row * size, size, values[i], op.right));
    });
  }
  // As in Paddle, infinities and NaN belong after everything, and the steps of the search decide
  // about a sequence that does not ascend.
  template <typename S, typename V>
  static int64_t Search(const S* sequence, int64_t size, V value, bool right) {
    using Common = std::common_type_t<S, V>;
    if constexpr (std::is_floating_point_v<V>) {
      if (!std::isfinite(value)) return size;
    }
    int64_t begin = 0, end = size;
    while (begin < end) {
      const int64_t middle = begin + (end - begin) / 2;
      const auto there = static_cast<Common>(sequence[middle]);
      const auto number = static_cast<Common>(value);
      if (right ? !(there > number) : there < number) {
        begin = middle + 1;
      } else {
        end = middle;
      }
    }
    return begin;
  }
};

LITE_KERNELS(kHost, kAny, kNCHW, def, SearchsortedKernel, searchsorted);

}  // namespace paddle::lite::kernels::host
