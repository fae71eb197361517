#include "lite/operators/xpu_fc.h"

#include "lite/kernels/host/apply_activation.h"
#include "lite/kernels/host/gemm.h"
#include "lite/kernels/host/xpu_output_max.h"
#include "lite/kernels/kernel.h"

namespace paddle::lite::kernels::host {

class XpuFcKernel final : public KernelFor<operators::XpuFc> {
 public:
  Status PrepareOp(const operators::XpuFc& op, PrepareContext*) override {
    LITE_ASSIGN_OR_RETURN(activation_, operators::XpuActivation(op.act_type, op.act_param));
    return OkStatus();
  }
  Status RunOp(const operators::XpuFc& op, const RunContext& context) override {
    const DDim& in = op.input->dims();
    const int64_t m = in.Count(0, op.col_dims());
    const int64_t k = in.Count(op.col_dims(), in.rank());
    const int64_t n = op.output->dims().at(-1);
    const MatrixView<float> input{op.input->data<float>(), k, 1};
    const MatrixView<float> filter{op.filter->data<float>(), op.transpose_w ? 1 : n,
                                   op.transpose_w ? k : 1};
    const float* bias = op.bias != nullptr ? op.bias->data<float>() : nullptr;
    float* out = op.output->mutable_data<float>();
    Gemm<float>(
        context.pool, 1, m, n, k,
        [&](int64_t, MatrixView<float>* a, MatrixView<float>* b) {
          *a = input;
          *b = filter;
        },
        [&](int64_t, int64_t row, int64_t column, int64_t count, const float* sums) {
          float* dst = out + row * n + column;
          for (int64_t j = 0; j < count; ++j) {
            dst[j] = op.alpha * sums[j] + (bias != nullptr ? bias[column + j] : 0.0f);
          }
          ApplyActivation(activation_, dst, count);
        });
    SetOutputMax(*op.output, op.output_max);
    return OkStatus();
  }

 private:
  Activation activation_;
};

LITE_KERNELS(kHost, kFloat, kNCHW, def, XpuFcKernel, __xpu__fc);

}  // namespace paddle::lite::kernels::host
