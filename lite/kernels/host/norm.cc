#include "lite/operators/norm.h"

#include <cmath>

#include "lite/core/memory_order.h"
#include "lite/kernels/kernel.h"

namespace paddle::lite::kernels::host {

template <typename T>
class NormKernel final : public KernelFor<operators::Norm> {
 public:
  Status RunOp(const operators::Norm& op, const RunContext& context) override {
    LITE_ASSIGN_OR_RETURN(const int program_axis, op.Axis());
    const int axis = MemoryAxis(*op.x, program_axis);
    const DDim dims = MemoryDims(*op.x);
    const int64_t extent = dims[axis];
    const int64_t inner = dims.Count(axis + 1, dims.rank());
    const double epsilon = op.epsilon;
    const T* x = op.x->data<T>();
    T* out = op.out->mutable_data<T>();
    T* norm = op.norm != nullptr ? op.norm->mutable_data<T>() : nullptr;
    constexpr int64_t kGrain = 2048;  // elements that justify a thread
    context.pool->ForEach(
        dims.Count(0, axis) * inner, kGrain / (extent + 1) + 1, [=](int64_t line) {
          const int64_t first = line / inner * extent * inner + line % inner;
          double squares = epsilon;
          for (int64_t i = 0; i < extent; ++i) {
            const double value = x[first + i * inner];
            squares += value * value;
          }
          const double length = std::sqrt(squares);
          for (int64_t i = 0; i < extent; ++i)
            out[first + i * inner] = static_cast<T>(x[first + i * inner] / length);
          if (norm != nullptr) norm[line] = static_cast<T>(length);
        });
    return OkStatus();
  }
};

LITE_KERNELS(kHost, kFloat, kAny, def, NormKernel<float>, norm);
LITE_KERNELS(kHost, kFP64, kAny, def, NormKernel<double>, norm);

}  // namespace paddle::lite::kernels::host
