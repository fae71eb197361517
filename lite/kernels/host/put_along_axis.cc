#include "lite/operators/put_along_axis.h"

#include <algorithm>
#include <type_traits>

#include "lite/core/element.h"
#include "lite/kernels/host/axis_index.h"
#include "lite/kernels/host/copy_elements.h"
#include "lite/kernels/host/wrapping_sum.h"
#include "lite/kernels/kernel_without_half.h"

namespace paddle::lite::kernels::host {

class PutAlongAxisKernel final : public KernelWithoutHalf<operators::PutAlongAxis> {
  using Reduction = operators::PutAlongAxis::Reduction;

 public:
  Status PrepareOp(const operators::PutAlongAxis& op, PrepareContext* context) override {
    LITE_ASSIGN_OR_RETURN(reduction_, op.Reduces());
    LITE_ASSIGN_OR_RETURN(axis_, op.Axis());
    counts_ =
        reduction_ == Reduction::kMean || (reduction_ != Reduction::kAssign && !op.include_self);
    if (counts_) {
      at_ =
          context->BookScratch(SaturatingMul(static_cast<size_t>(op.x->numel()), sizeof(int64_t)));
    }
    return OkStatus();
  }
  Status RunOp(const operators::PutAlongAxis& op, const RunContext& context) override {
    using Types = NumberTypes::And<uint8_t>;
    return VisitElementType<Types>("Input", op.x->precision(), [&](auto type) {
      return VisitElementType<IndexTypes>("Index", op.index->precision(), [&](auto index) {
        return RunTyped(type, index, op, context);
      });
    });
  }

 private:
  template <typename T, typename I>
  Status RunTyped(ElementTag<T>, ElementTag<I>, const operators::PutAlongAxis& op,
                  const RunContext& context) const {
    const DDim& dims = op.x->dims();
    const DDim& which = op.index->dims();
    const I* index = op.index->data<I>();
    const int64_t count = op.index->numel();
    LITE_RETURN_IF_ERROR(CheckIndices(index, count, "Input", dims, axis_));
    CopyElements(*op.x, op.out);
    if (count == 0) return OkStatus();
    int64_t* counts = counts_ ? reinterpret_cast<int64_t*>(context.scratch + at_) : nullptr;
    if (counts_) std::fill_n(counts, op.x->numel(), int64_t{op.include_self ? 1 : 0});
    const T* value = op.value->data<T>();
    T* out = op.out->mutable_data<T>();
    const int64_t length = which[axis_];
    const int64_t step = which.Count(axis_ + 1, which.rank());
    const int64_t out_step = dims.Count(axis_ + 1, dims.rank());
    // Threads share lines along the axis: only elements of one line meet, in their order there.
    constexpr int64_t kGrain = 2048;  // elements that justify a thread
    context.pool->ForEach(count / length, kGrain / length + 1, [&](int64_t line) {
      const int64_t from = line / step * length * step + line % step;
      const int64_t to = FirstOf(line, dims, which);
      for (int64_t i = 0; i < length; ++i) {
        const int64_t at = to + static_cast<int64_t>(index[from + i * step]) * out_step;
        const bool replaces = counts_ && counts[at]++ == 0;
        out[at] = replaces ? value[from + i * step] : Combine(out[at], value[from + i * step]);
      }
    });
    if (reduction_ == Reduction::kMean) {
      using Count = std::conditional_t<std::is_integral_v<T>, int64_t, T>;  // not 256 as a byte
      for (int64_t i = 0; i < op.x->numel(); ++i) {
        if (counts[i] > 1) out[i] = static_cast<T>(out[i] / static_cast<Count>(counts[i]));
      }
    }
    return OkStatus();
  }
  // The position in the result of index 0 along the axis.
  int64_t FirstOf(int64_t line, const DDim& dims, const DDim& which) const {
    int64_t at = 0, stride = 1;
    for (int i = dims.rank() - 1; i >= 0; --i) {
      if (i != axis_) {
        at += line % which[i] * stride;
        line /= which[i];
      }
      stride *= dims[i];
    }
    return at;
  }
  template <typename T>
  T Combine(T self, T value) const {
    using U = typename UnsignedOr<T>::Type;
    switch (reduction_) {
      case Reduction::kAssign:
        return value;
      case Reduction::kAdd:
      case Reduction::kMean:
        return WrappingSum<T>(self, value);
      case Reduction::kMultiply:
        return static_cast<T>(static_cast<U>(self) * static_cast<U>(value));
      case Reduction::kMin:
        return value < self ? value : self;
      default:
        return value > self ? value : self;
    }
  }

  Reduction reduction_ = Reduction::kAssign;
  int axis_ = 0;
  bool counts_ = false;  // how many values each element of the result has got, in scratch memory
  size_t at_ = 0;
};

LITE_KERNELS(kHost, kAny, kNCHW, def, PutAlongAxisKernel, put_along_axis);

}  // namespace paddle::lite::kernels::host
