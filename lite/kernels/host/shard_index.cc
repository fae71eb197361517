#include "lite/operators/shard_index.h"

#include "lite/core/element.h"
#include "lite/kernels/kernel.h"

namespace paddle::lite::kernels::host {

class ShardIndexKernel final : public KernelFor<operators::ShardIndex> {
 public:
  Status RunOp(const operators::ShardIndex& op, const RunContext& context) override {
    return VisitElementType<IndexTypes>("X", op.x->precision(), [&](auto type) -> Status {
      using T = typename decltype(type)::Type;
      const T* src = op.x->data<T>();
      T* dst = op.out->mutable_data<T>();
      const int64_t count = op.x->numel();
      for (int64_t i = 0; i < count; ++i) {
        if (src[i] < 0 || src[i] >= op.index_num) {
          return OutOfRange("X: ", src[i], " at position ", i, " is not one of [0, ", op.index_num,
                            ")");
        }
      }
      const int64_t shard = (int64_t{op.index_num} + op.nshards - 1) / op.nshards;
      constexpr int64_t kGrain = 2048;  // elements that justify a thread
      context.pool->ForEach(count, kGrain, [&](int64_t i) {
        dst[i] = src[i] / shard == op.shard_id ? static_cast<T>(src[i] % shard)
                                               : static_cast<T>(op.ignore_value);
      });
      return OkStatus();
    });
  }
};

LITE_KERNELS(kHost, kAny, kNCHW, def, ShardIndexKernel, shard_index);

}  // namespace paddle::lite::kernels::host
