#include "lite/operators/search_aligned_mat_mul.h"

#include <algorithm>

#include "lite/kernels/cpu/column_panel.h"

namespace paddle::lite::kernels::LITE_CPU {

// Each product by panels of columns of op(Y), into which alpha goes.
class SearchAlignedMatMulKernel final : public CpuKernelFor<operators::SearchAlignedMatMul> {
 public:
  Status PrepareOp(const operators::SearchAlignedMatMul& op, PrepareContext* context) override {
    // The length of the sequences of X may change without a change of shapes: it has no more rows.
    const int64_t depth = op.transpose_x ? op.x->dims()[0] : op.x->dims()[1];
    LITE_RETURN_IF_ERROR(panels_.Prepare(tables_.gemm, depth, context));
    if (op.transpose_x) {
      transposed_ = context->BookScratch(static_cast<size_t>(op.x->numel()) * sizeof(float));
    }
    return OkStatus();
  }
  Status RunOp(const operators::SearchAlignedMatMul& op, const RunContext& context) override {
    LITE_ASSIGN_OR_RETURN(const auto sizes, op.Products());
    float* const out = op.out->mutable_data<float>();
    if (sizes.k == 0) {
      std::fill_n(out, op.out->numel(), 0.0f);
      return OkStatus();
    }
    if (op.out->numel() == 0) return OkStatus();
    const float* x = op.x->data<float>();
    if (op.transpose_x) {
      auto* const to = reinterpret_cast<float*>(context.scratch + transposed_);
      context.pool->ForEach(sizes.count, kGrain / (sizes.m * sizes.k) + 1, [&](int64_t s) {
        const int64_t at = s * sizes.m * sizes.k;
        tables_.vector.transpose(x + at, sizes.m, to + at, sizes.k, sizes.k, sizes.m);
      });
      x = to;
    }
    const int64_t most = ColumnPanel::MaxColumns(tables_.gemm);
    const int64_t panels = (sizes.n + most - 1) / most;
    const int64_t y_row = op.transpose_y ? 1 : sizes.n;
    const int64_t y_column = op.transpose_y ? sizes.k : 1;
    const auto run = [&](int64_t unit, float* packed) {
      const int64_t s = unit / panels;
      const int64_t first = unit % panels * most;
      const ColumnPanel panel{sizes.k, std::min(most, sizes.n - first)};
      panel.Pack(tables_, op.y->data<float>() + s * sizes.k * sizes.n + first * y_column, y_row,
                 y_column, packed);
      if (op.alpha != 1.0f) {
        const float factor[backend::kUnaryF32Params] = {op.alpha};
        tables_.vector.unary[static_cast<int>(backend::UnaryF32::kAffine)](
            packed, packed, sizes.k * panel.Width(tables_.gemm), factor);
      }
      const auto row_at = [&](int64_t r) { return x + (s * sizes.m + r) * sizes.k; };
      MultiplyPanel(tables_.gemm, panel, packed, sizes.m, row_at, {},
                    out + s * sizes.m * sizes.n + first, sizes.n);
    };
    panels_.ForEach(context, sizes.count * panels, sizes.m, {sizes.k, std::min(most, sizes.n)},
                    run);
    return OkStatus();
  }

 private:
  static constexpr int64_t kGrain = 8192;  // elements that justify a thread

  WorkerPanels panels_;
  size_t transposed_ = 0;
};

LITE_KERNELS(LITE_CPU_TARGET, kFloat, kNCHW, def, SearchAlignedMatMulKernel,
             search_aligned_mat_mul);

}  // namespace paddle::lite::kernels::LITE_CPU
