#include "lite/operators/prelu.h"

#include "lite/core/memory_order.h"
#include "lite/kernels/cpu/cpu_kernel.h"

namespace paddle::lite::kernels::LITE_CPU {

// The tensor consists of rows of `row_` elements. A row has one slope, or one per element.
template <typename Types>
class PreluKernel final : public CpuKernelFor<operators::Prelu, Types> {
 public:
  using Element = typename Types::Element;

  static Status Supports(const operators::Prelu& op) {
    if (op.data_format == "NHWC") return Unsupported("data_format NHWC");
    // Slopes per element are stored in program order.
    if (op.mode == "element") return Unsupported("a slope per element");
    return OkStatus();
  }

  Status PrepareOp(const operators::Prelu& op, PrepareContext*) override {
    const DDim& dims = op.x->dims();
    const bool channel = op.mode == "channel";
    const int64_t inner = channel ? dims.Count(2, dims.rank()) : op.x->numel();
    each_ = channel && (StoredChannelsLast(*op.x) || inner == 1);
    slopes_ = channel ? dims[1] : 1;
    row_ = each_ ? slopes_ : inner;
    return OkStatus();
  }

  Status RunOp(const operators::Prelu& op, const RunContext& context) override {
    if (op.x->numel() == 0) return OkStatus();
    const auto leaky_relu =
        this->tables_.vector.unary[static_cast<int>(backend::UnaryF32::kLeakyRelu)];
    const Element* src = op.x->data<Element>();
    const Element* alpha = op.alpha->data<Element>();
    Element* dst = op.out->mutable_data<Element>();
    const int64_t row = row_;
    if (slopes_ == 1) {
      const float params[backend::kUnaryF32Params] = {alpha[0], 0, 0};
      context.pool->ParallelFor(op.x->numel(), kGrain, [&](int64_t begin, int64_t end, int) {
        leaky_relu(src + begin, dst + begin, end - begin, params);
      });
      return OkStatus();
    }
    context.pool->ParallelFor(
        op.x->numel() / row, kGrain / row + 1, [&](int64_t begin, int64_t end, int) {
          for (int64_t i = begin; i < end; ++i) {
            if (each_) {
              this->tables_.vector.prelu(src + i * row, alpha, dst + i * row, row);
            } else {
              const float params[backend::kUnaryF32Params] = {alpha[i % slopes_], 0, 0};
              leaky_relu(src + i * row, dst + i * row, row, params);
            }
          }
        });
    return OkStatus();
  }

 private:
  static constexpr int64_t kGrain = 8192;  // elements that justify a thread

  bool each_ = false;
  int64_t slopes_ = 1;
  int64_t row_ = 0;
};

LITE_KERNELS(LITE_CPU_TARGET, kFloat, kAny, def, PreluKernel<F32>, prelu)
    .In({"Alpha"}, PRECISION(kFloat), DATALAYOUT(kNCHW));
LITE_KERNELS(LITE_CPU_TARGET, kFP16, kAny, def, PreluKernel<F16>, prelu)
    .In({"Alpha"}, PRECISION(kFP16), DATALAYOUT(kNCHW));

}  // namespace paddle::lite::kernels::LITE_CPU
