#include "lite/operators/kthvalue.h"

#include <algorithm>

#include "lite/base/checked_math.h"
#include "lite/core/element.h"
#include "lite/kernels/host/sort_keys.h"
#include "lite/kernels/kernel_without_half.h"

namespace paddle::lite::kernels::host {
namespace {

// The position of the k-th smallest element. Of equal ones, the first counts as smaller.
template <typename T, typename Place>
int64_t Pick(const operators::KthValue& op, const T*, int64_t count, int64_t, Place* places) {
  std::nth_element(places, places + op.k - 1, places + count);
  return PlaceOf(places[op.k - 1]);
}

template <typename T, typename Place>
int64_t Pick(const operators::Mode&, const T* line, int64_t count, int64_t step, Place* places) {
  std::sort(places, places + count);
  const auto value = [&](int64_t i) { return line[PlaceOf(places[i]) * step]; };
  int64_t best = 0;
  int64_t most = 0;
  int64_t run = 0;
  for (int64_t i = 0; i < count; ++i) {
    run = i > 0 && value(i) == value(i - 1) ? run + 1 : 1;
    if (run > most) {
      most = run;
      best = i;
    }
  }
  return PlaceOf(places[best]);
}

}  // namespace

template <typename OpType>
class PickKernel final : public KernelWithoutHalf<OpType> {
 public:
  Status PrepareOp(const OpType& op, PrepareContext* context) override {
    if (op.x->numel() == 0) return OkStatus();
    LITE_ASSIGN_OR_RETURN(const int axis, op.Axis());
    const DDim& dims = op.x->dims();
    count_ = op.LineSize(axis);
    inner_ = dims.rank() == 0 ? 1 : dims.Count(axis + 1, dims.rank());
    per_thread_ = RoundUp(PlaceBytes(count_), 64);
    scratch_ = context->BookScratch(per_thread_ * static_cast<size_t>(context->pool->threads()));
    return OkStatus();
  }
  Status RunOp(const OpType& op, const RunContext& context) override {
    if (op.x->numel() == 0) return OkStatus();
    return VisitElementType<NumberTypes>("X", op.x->precision(), [&](auto type) {
      using T = typename decltype(type)::Type;
      const T* src = op.x->template data<T>();
      T* values = op.out->template mutable_data<T>();
      int64_t* indices = op.indices->template mutable_data<int64_t>();
      constexpr int64_t kGrain = 1024;  // elements that justify a thread
      context.pool->ParallelFor(
          op.out->numel(), kGrain / count_ + 1, [&](int64_t begin, int64_t end, int thread) {
            char* const memory =
                context.scratch + scratch_ + per_thread_ * static_cast<size_t>(thread);
            for (int64_t l = begin; l < end; ++l) {
              const T* line = src + l / inner_ * count_ * inner_ + l % inner_;
              WithPlaces(line, count_, inner_, false, memory, [&](auto* places) {
                const int64_t at = Pick(op, line, count_, inner_, places);
                values[l] = line[at * inner_];
                indices[l] = at;
              });
            }
          });
    });
  }

 private:
  int64_t count_ = 1;  // elements along the axis
  int64_t inner_ = 1;  // step between them
  size_t scratch_ = 0;
  size_t per_thread_ = 0;
};

LITE_KERNELS(kHost, kAny, kNCHW, def, PickKernel<operators::KthValue>, kthvalue)
    .Out({"Indices"}, PRECISION(kInt64));
LITE_KERNELS(kHost, kAny, kNCHW, def, PickKernel<operators::Mode>, mode)
    .Out({"Indices"}, PRECISION(kInt64));

}  // namespace paddle::lite::kernels::host
