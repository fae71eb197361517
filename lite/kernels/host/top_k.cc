#include "lite/operators/top_k.h"

#include <algorithm>

#include "lite/base/checked_math.h"
#include "lite/core/element.h"
#include "lite/kernels/host/sort_keys.h"
#include "lite/kernels/kernel_without_half.h"

namespace paddle::lite::kernels::host {

class TopKKernel final : public KernelWithoutHalf<operators::TopKBase> {
 public:
  Status PrepareOp(const operators::TopKBase& op, PrepareContext* context) override {
    LITE_ASSIGN_OR_RETURN(axis_, op.Axis());
    scratch_per_thread_ = RoundUp(PlaceBytes(Lines(*op.out)[axis_]), 64);
    scratch_ =
        context->BookScratch(scratch_per_thread_ * static_cast<size_t>(context->pool->threads()));
    return OkStatus();
  }
  Status RunOp(const operators::TopKBase& op, const RunContext& context) override {
    return VisitElementType<NumberTypes>("X", op.x->precision(),
                                         [&](auto type) { RunTyped(type, op, context); });
  }

 private:
  // A scalar is a line of one element.
  static DDim Lines(const Tensor& tensor) {
    return tensor.dims().rank() == 0 ? DDim{1} : tensor.dims();
  }

  template <typename T>
  void RunTyped(ElementTag<T>, const operators::TopKBase& op, const RunContext& context) const {
    if (op.out->numel() == 0) return;
    const DDim dims = Lines(*op.x);
    const int64_t count = dims[axis_];
    const int64_t inner = dims.Count(axis_ + 1, dims.rank());
    const int64_t lines = dims.Count(0, axis_) * inner;
    const int64_t k = Lines(*op.out)[axis_];
    const T* src = op.x->data<T>();
    T* values = op.out->mutable_data<T>();
    int64_t* indices = op.indices->mutable_data<int64_t>();
    const bool largest = op.largest;
    constexpr int64_t kGrain = 1024;  // elements that justify a thread
    context.pool->ParallelFor(
        lines, kGrain / count + 1, [&](int64_t begin, int64_t end, int thread) {
          char* const memory =
              context.scratch + scratch_ + scratch_per_thread_ * static_cast<size_t>(thread);
          for (int64_t l = begin; l < end; ++l) {
            const T* line = src + l / inner * count * inner + l % inner;
            const int64_t base = l / inner * k * inner + l % inner;
            // The first k values, and then those that are before the last of the best k.
            WithPlaces(line, k, inner, largest, memory, [&](auto* places) {
              std::make_heap(places, places + k);
              T last = line[PlaceOf(places[0]) * inner];
              for (int64_t i = k; i < count; ++i) {
                const T value = line[i * inner];
                const bool maybe =  // exact except for NaN
                    largest ? value > last || IsNaN(value) : value < last || IsNaN(last);
                if (!maybe) continue;
                auto place = places[0];
                SetPlace(OrderOf(value, largest), i, &place);
                if (!(place < places[0])) continue;
                std::pop_heap(places, places + k);
                places[k - 1] = place;
                std::push_heap(places, places + k);
                last = line[PlaceOf(places[0]) * inner];
              }
              std::sort_heap(places, places + k);
              for (int64_t i = 0; i < k; ++i) {
                const int64_t at = PlaceOf(places[i]);
                values[base + i * inner] = line[at * inner];
                indices[base + i * inner] = at;
              }
            });
          }
        });
  }

  int axis_ = 0;
  size_t scratch_ = 0;
  size_t scratch_per_thread_ = 0;
};

LITE_KERNELS(kHost, kFloat, kNCHW, def, TopKKernel, top_k, top_k_v2)
    .In({"K"}, PRECISION(kAny), DATALAYOUT(kAny))
    .Out({"Indices"}, PRECISION(kInt64));
LITE_KERNELS(kHost, kAny, kNCHW, def, TopKKernel, top_k, top_k_v2)
    .In({"K"}, PRECISION(kAny), DATALAYOUT(kAny))
    .Out({"Indices"}, PRECISION(kInt64));

}  // namespace paddle::lite::kernels::host
