#include "lite/operators/search_fc.h"

#include "lite/kernels/host/gemm.h"
#include "lite/kernels/kernel.h"

namespace paddle::lite::kernels::host {

class SearchFcKernel final : public KernelFor<operators::SearchFcBase> {
 public:
  Status RunOp(const operators::SearchFcBase& op, const RunContext& context) override {
    const int64_t k = op.x->dims()[1];
    const int64_t n = op.out->dims()[1];
    const MatrixView<float> x{op.x->data<float>(), k, 1};
    const MatrixView<float> w{op.w->data<float>(), 1, k};
    const float* bias = op.bias() != nullptr ? op.bias()->data<float>() : nullptr;
    float* out = op.out->mutable_data<float>();
    Gemm<float>(
        context.pool, 1, op.x->dims()[0], n, k,
        [&](int64_t, MatrixView<float>* a, MatrixView<float>* b) {
          *a = x;
          *b = w;
        },
        [&](int64_t, int64_t row, int64_t column, int64_t count, const float* sums) {
          float* dst = out + row * n + column;
          for (int64_t j = 0; j < count; ++j) {
            dst[j] = bias != nullptr ? sums[j] + bias[column + j] : sums[j];
            if (op.fuse_relu) dst[j] = dst[j] > 0 ? dst[j] : 0;
          }
        });
    return OkStatus();
  }
};

LITE_KERNELS(kHost, kFloat, kNCHW, def, SearchFcKernel, search_fc, search_seq_fc);

}  // namespace paddle::lite::kernels::host
