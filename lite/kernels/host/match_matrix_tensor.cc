#include "lite/operators/match_matrix_tensor.h"

#include <algorithm>

#include "lite/kernels/host/gemm.h"
#include "lite/kernels/kernel.h"

namespace paddle::lite::kernels::host {

class MatchMatrixTensorKernel final : public KernelFor<operators::MatchMatrixTensor> {
 public:
  Status PrepareOp(const operators::MatchMatrixTensor& op, PrepareContext* context) override {
    // X * W: as many rows as X, as many columns as W has for each of its rows.
    LITE_ASSIGN_OR_RETURN(const int64_t width, operators::CountOf(op.w->dims(), 1, 3));
    size_t bytes = 0;
    if (!CheckedMul(static_cast<size_t>(op.x->dims()[0]), static_cast<size_t>(width), &bytes) ||
        !CheckedMul(bytes, sizeof(float), &bytes)) {
      bytes = SIZE_MAX;
    }
    context->BookScratch(bytes);
    return OkStatus();
  }
  Status RunOp(const operators::MatchMatrixTensor& op, const RunContext& context) override {
    const int64_t depth = op.y->dims()[1];
    const int64_t forms = op.dim_t;
    const int64_t width = forms * depth;
    auto* projected = reinterpret_cast<float*>(context.scratch);  // [row of X, form, depth]
    const MatrixView<float> x{op.x->data<float>(), op.x->dims()[1], 1};
    const MatrixView<float> w{op.w->data<float>(), width, 1};
    Gemm<float>(
        context.pool, 1, op.x->dims()[0], width, op.x->dims()[1],
        [&](int64_t, MatrixView<float>* a, MatrixView<float>* b) {
          *a = x;
          *b = w;
        },
        [&](int64_t, int64_t row, int64_t column, int64_t count, const float* sums) {
          std::copy_n(sums, count, projected + row * width + column);
        });
    const std::vector<uint64_t>& of_x = op.x->lod()[0];
    const std::vector<uint64_t>& of_y = op.y->lod()[0];
    const std::vector<uint64_t>& of_out = op.out->lod()[0];
    const auto batch = static_cast<int64_t>(of_x.size()) - 1;
    context.pool->ForEach(batch * forms, 1, [&](int64_t unit) {
      const auto b = static_cast<size_t>(unit / forms);
      const int64_t form = unit % forms;
      const int64_t rows = operators::LengthOf(of_x, b);
      const int64_t columns = operators::LengthOf(of_y, b);
      const float* y = op.y->data<float>() + static_cast<int64_t>(of_y[b]) * depth;
      const float* from = projected + static_cast<int64_t>(of_x[b]) * width + form * depth;
      float* out = op.out->mutable_data<float>() + of_out[b] + form * rows * columns;
      for (int64_t i = 0; i < rows; ++i) {
        for (int64_t j = 0; j < columns; ++j) {
          float sum = 0;
          for (int64_t d = 0; d < depth; ++d) sum += from[i * width + d] * y[j * depth + d];
          out[i * columns + j] = op.fuse_relu && sum < 0 ? 0.0f : sum;
        }
      }
    });
    return OkStatus();
  }
};

LITE_KERNELS(kHost, kFloat, kNCHW, def, MatchMatrixTensorKernel, match_matrix_tensor);

}  // namespace paddle::lite::kernels::host
