#include "lite/operators/match_matrix_tensor.h"

#include <algorithm>

#include "lite/kernels/cpu/column_panel.h"
#include "lite/kernels/cpu/constant_gemm.h"

namespace paddle::lite::kernels::LITE_CPU {

// X * W for all sequences and forms at once, then the product with Y^T of each pair, by panels of
// rows of Y.
class MatchMatrixTensorKernel final : public CpuKernelFor<operators::MatchMatrixTensor> {
 public:
  static Status Supports(const operators::MatchMatrixTensor& op) {
    if (!op.w->persistable()) return Unsupported("W must be a constant weight");
    return op.w->numel() != 0 ? OkStatus() : Unsupported("a W without elements");
  }
  Status PrepareOp(const operators::MatchMatrixTensor& op, PrepareContext* context) override {
    const int64_t rows = op.x->dims()[0];
    LITE_ASSIGN_OR_RETURN(const int64_t width, operators::CountOf(op.w->dims(), 1, 3));
    size_t bytes = 0;
    if (!CheckedMul(static_cast<size_t>(rows), static_cast<size_t>(width), &bytes) ||
        !CheckedMul(bytes, sizeof(float), &bytes)) {
      return OutOfRange("X: ", op.x->dims(), " times W ", op.w->dims(), " is too large");
    }
    projected_ = context->BookScratch(bytes);
    LITE_RETURN_IF_ERROR(panels_.Prepare(tables_.gemm, op.y->dims()[1], context));
    return projection_.Prepare({&op, "W", width}, *op.w, rows, width, op.x->dims()[1], {width},
                               backend::ActivationF32(), context);
  }
  Status RunOp(const operators::MatchMatrixTensor& op, const RunContext& context) override {
    // [row of X, form, depth]
    auto* const projected = reinterpret_cast<float*>(context.scratch + projected_);
    projection_.Run(op.x->data<float>(), nullptr, nullptr, projected, context);
    const std::vector<uint64_t>& of_x = op.x->lod()[0];
    const std::vector<uint64_t>& of_y = op.y->lod()[0];
    const int64_t depth = op.y->dims()[1];
    const int64_t width = op.dim_t * depth;
    const int64_t most = ColumnPanel::MaxColumns(tables_.gemm);
    const size_t pairs = of_x.size() - 1;
    int64_t longest_x = 0, longest_y = 0;
    for (size_t b = 0; b < pairs; ++b) {
      longest_x = std::max(longest_x, operators::LengthOf(of_x, b));
      longest_y = std::max(longest_y, operators::LengthOf(of_y, b));
    }
    const int64_t panels = (longest_y + most - 1) / most;
    const ColumnPanel largest{depth, std::min(most, longest_y)};
    PanelEnd end;
    end.relu = op.fuse_relu;
    const auto run = [&](int64_t unit, float* packed) {
      const auto b = static_cast<size_t>(unit / panels);
      const int64_t rows = operators::LengthOf(of_x, b);
      const int64_t columns = operators::LengthOf(of_y, b);
      const int64_t first = unit % panels * most;
      if (rows == 0 || first >= columns) return;
      const ColumnPanel panel{depth, std::min(most, columns - first)};
      const float* const y = op.y->data<float>() + (static_cast<int64_t>(of_y[b]) + first) * depth;
      panel.Pack(tables_, y, 1, depth, packed);
      const float* const from = projected + static_cast<int64_t>(of_x[b]) * width;
      // The maps of a pair are one matrix: its row r is row r % rows of form r / rows.
      const auto row_at = [&](int64_t r) { return from + r % rows * width + r / rows * depth; };
      MultiplyPanel(tables_.gemm, panel, packed, op.dim_t * rows, row_at, end,
                    op.out->mutable_data<float>() + op.out->lod()[0][b] + first, columns);
    };
    panels_.ForEach(context, static_cast<int64_t>(pairs) * panels, op.dim_t * longest_x, largest,
                    run);
    return OkStatus();
  }
  Span<const char> constants() const override { return projection_.constants(); }

 private:
  ConstantGemm<F32> projection_;
  size_t projected_ = 0;
  WorkerPanels panels_;
};

LITE_KERNELS(LITE_CPU_TARGET, kFloat, kNCHW, def, MatchMatrixTensorKernel, match_matrix_tensor);

}  // namespace paddle::lite::kernels::LITE_CPU
