#include "lite/operators/multiplex.h"

#include "lite/kernels/host/copy_elements.h"
#include "lite/kernels/kernel.h"

namespace paddle::lite::kernels::host {

class MultiplexKernel final : public KernelFor<operators::Multiplex> {
 public:
  Status RunOp(const operators::Multiplex& op, const RunContext& context) override {
    const int32_t* ids = op.ids->data<int32_t>();
    const int64_t rows = op.ids->numel();
    for (int64_t i = 0; i < rows; ++i) {
      if (ids[i] < 0 || static_cast<size_t>(ids[i]) >= op.x.size()) {
        return OutOfRange("Ids: ", ids[i], " in row ", i, " is not one of the ", op.x.size(),
                          " tensors of X");
      }
    }
    if (op.out->numel() == 0) return OkStatus();
    const size_t bytes = op.out->memory_size() / static_cast<size_t>(rows);
    constexpr size_t kGrain = 16384;  // bytes that justify a thread
    context.pool->ForEach(rows, static_cast<int64_t>(kGrain / bytes) + 1, [&](int64_t i) {
      const size_t at = static_cast<size_t>(i) * bytes;
      std::memcpy(BytesAt(op.out, at), BytesAt(*op.x[static_cast<size_t>(ids[i])], at), bytes);
    });
    return OkStatus();
  }
};

LITE_KERNELS(kHost, kAny, kNCHW, def, MultiplexKernel, multiplex).In({"Ids"}, PRECISION(kInt32));

}  // namespace paddle::lite::kernels::host
