#include "lite/operators/argsort.h"

#include <algorithm>

#include "lite/core/element.h"
#include "lite/kernels/host/sort_keys.h"
#include "lite/kernels/kernel_without_half.h"

namespace paddle::lite::kernels::host {
class ArgsortKernel final : public KernelWithoutHalf<operators::Argsort> {
 public:
  Status PrepareOp(const operators::Argsort& op, PrepareContext* context) override {
    LITE_ASSIGN_OR_RETURN(const int axis, op.Axis());
    const DDim& dims = op.x->dims();
    count_ = dims.rank() == 0 ? 1 : dims[axis];
    inner_ = dims.rank() == 0 ? 1 : dims.Count(axis + 1, dims.rank());
    per_thread_ = RoundUp(PlaceBytes(count_), 64);
    scratch_ = context->BookScratch(per_thread_ * static_cast<size_t>(context->pool->threads()));
    return OkStatus();
  }
  Status RunOp(const operators::Argsort& op, const RunContext& context) override {
    if (op.x->numel() == 0) return OkStatus();
    return VisitElementType<IntegerTypes::And<float, double>>(
        "X", op.x->precision(), [&](auto type) { RunTyped(type, op, context); });
  }

 private:
  template <typename T>
  void RunTyped(ElementTag<T>, const operators::Argsort& op, const RunContext& context) const {
    const T* src = op.x->data<T>();
    T* values = op.out->mutable_data<T>();
    int64_t* indices = op.indices->mutable_data<int64_t>();
    constexpr int64_t kGrain = 512;  // elements that justify a thread
    context.pool->ParallelFor(
        op.x->numel() / count_, kGrain / count_ + 1, [&](int64_t begin, int64_t end, int thread) {
          char* const memory =
              context.scratch + scratch_ + per_thread_ * static_cast<size_t>(thread);
          for (int64_t l = begin; l < end; ++l) {
            const int64_t base = l / inner_ * count_ * inner_ + l % inner_;
            WithPlaces(src + base, count_, inner_, op.descending, memory, [&](auto* places) {
              std::sort(places, places + count_);
              for (int64_t i = 0; i < count_; ++i) {
                const int64_t at = PlaceOf(places[i]);
                values[base + i * inner_] = src[base + at * inner_];
                indices[base + i * inner_] = at;
              }
            });
          }
        });
  }

  int64_t count_ = 1;  // elements along the axis
  int64_t inner_ = 1;  // step between them
  size_t scratch_ = 0;
  size_t per_thread_ = 0;
};

LITE_KERNELS(kHost, kAny, kNCHW, def, ArgsortKernel, argsort).Out({"Indices"}, PRECISION(kInt64));

}  // namespace paddle::lite::kernels::host
