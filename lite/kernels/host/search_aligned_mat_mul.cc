#include "lite/operators/search_aligned_mat_mul.h"

#include "lite/kernels/host/gemm.h"
#include "lite/kernels/kernel.h"

namespace paddle::lite::kernels::host {

class SearchAlignedMatMulKernel final : public KernelFor<operators::SearchAlignedMatMul> {
 public:
  Status RunOp(const operators::SearchAlignedMatMul& op, const RunContext& context) override {
    LITE_ASSIGN_OR_RETURN(const auto sizes, op.Products());
    const float* x = op.x->data<float>();
    const float* y = op.y->data<float>();
    float* out = op.out->mutable_data<float>();
    const int64_t x_width = op.x->dims()[1];
    const int64_t y_width = op.y->dims()[1];
    Gemm<float>(
        context.pool, sizes.count, sizes.m, sizes.n, sizes.k,
        [&](int64_t s, MatrixView<float>* a, MatrixView<float>* b) {
          *a = View(x + s * sizes.m * sizes.k, x_width, op.transpose_x);
          *b = View(y + s * sizes.k * sizes.n, y_width, op.transpose_y);
        },
        [&](int64_t s, int64_t row, int64_t column, int64_t count, const float* sums) {
          float* dst = out + (s * sizes.m + row) * sizes.n + column;
          for (int64_t j = 0; j < count; ++j) dst[j] = op.alpha * sums[j];
        });
    return OkStatus();
  }

 private:
  static MatrixView<float> View(const float* data, int64_t width, bool transposed) {
    return transposed ? MatrixView<float>{data, 1, width} : MatrixView<float>{data, width, 1};
  }
};

LITE_KERNELS(kHost, kFloat, kNCHW, def, SearchAlignedMatMulKernel, search_aligned_mat_mul);

}  // namespace paddle::lite::kernels::host
