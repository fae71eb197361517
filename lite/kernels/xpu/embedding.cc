#include "lite/kernels/xpu/call.h"
#include "lite/kernels/xpu/row_numbers.h"
#include "lite/operators/xpu_embedding_with_eltwise_add.h"

namespace paddle::lite::kernels::xpu {

// Rows of each table, and sums of them.
class XpuEmbeddingKernel final : public XpuKernel<operators::XpuEmbeddingWithEltwiseAdd> {
 protected:
  Status PrepareXpu(const operators::XpuEmbeddingWithEltwiseAdd& op,
                    PrepareContext* context) override {
    const size_t tables = op.tables.size();
    sums_.assign(tables, {});
    rows_.assign(tables, {});
    ids_.assign(tables, {});
    for (size_t i = 0; i < tables; ++i) {
      DDim dims = op.ids[i]->dims();
      dims[dims.rank() - 1] = op.output->dims().at(-1);
      rows_[i] = Ints(dims);
      sums_[i] = rows_[i];
      for (size_t d = 0; i > 0 && d < rows_[i].size(); ++d) {
        sums_[i][d] = std::max(sums_[i - 1][d], rows_[i][d]);
      }
      LITE_RETURN_IF_ERROR(ids_[i].Prepare(*context, *op.ids[i]));
    }
    if (tables < 2) return OkStatus();  // directly into the result
    for (Block* block : {&own_, &sum_[0], &sum_[1]}) {
      LITE_ASSIGN_OR_RETURN(*block, AllocateFloats(*context, op.output->numel()));
    }
    return OkStatus();
  }

  Status RunXpu(const operators::XpuEmbeddingWithEltwiseAdd& op, RawContext* context) override {
    float* const out = To<float>(op.output);
    const size_t last = op.tables.size() - 1;
    for (size_t i = 0; i <= last; ++i) {  // before anything is queued
      const Status uploaded =
          ids_[i].Upload(queue(), *op.ids[i], op.tables[i]->dims()[0], op.padding_idx);
      if (!uploaded.ok()) return uploaded.WithContext(StrCat("Ids[", i, "]"));
    }
    for (size_t i = 0; i <= last; ++i) {
      float* const rows = last == 0 ? out : i == 0 ? At(sum_[0]) : At(own_);
      const DDim& table = op.tables[i]->dims();
      LITE_RETURN_IF_ERROR(CheckCall(
          library::Embedding(context, From<float>(op.tables[i]), ids_[i].address(), rows,
                             Int(table[0]), Int(table[1]), Int(op.ids[i]->numel()), op.padding_idx),
          "embedding of XDNN"));
      if (i == 0) continue;
      LITE_RETURN_IF_ERROR(CheckCall(
          library::Binary(context, lite::xpu::BinaryFunction::kAdd, At(sum_[(i - 1) % 2]), rows,
                          i == last ? out : At(sum_[i % 2]), sums_[i - 1], rows_[i]),
          "broadcast_add of XDNN"));
    }
    return OkStatus();
  }

 private:
  std::vector<std::vector<int>> rows_, sums_;  // shapes of a table's rows, and with those before
  std::vector<RowNumbers> ids_;
  Block own_, sum_[2];
};

}  // namespace paddle::lite::kernels::xpu

REGISTER_LITE_KERNEL(__xpu__embedding_with_eltwise_add, kXPU, kFloat, kNCHW,
                     paddle::lite::kernels::xpu::XpuEmbeddingKernel, def)
    .BindInput("Ids", {LiteType::GetTensorTy(TARGET(kHost), PRECISION(kInt64))})
    .Finalize();
