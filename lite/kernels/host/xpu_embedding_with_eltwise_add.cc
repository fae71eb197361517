#include "lite/operators/xpu_embedding_with_eltwise_add.h"

#include <algorithm>

#include "lite/core/element.h"
#include "lite/kernels/kernel.h"
#include "lite/kernels/strided_dims.h"

namespace paddle::lite::kernels::host {

class XpuEmbeddingKernel final : public KernelFor<operators::XpuEmbeddingWithEltwiseAdd> {
 public:
  Status RunOp(const operators::XpuEmbeddingWithEltwiseAdd& op, const RunContext&) override {
    float* out = op.output->mutable_data<float>();
    std::fill_n(out, op.output->numel(), 0.0f);
    for (size_t i = 0; i < op.tables.size(); ++i) {
      LITE_RETURN_IF_ERROR(VisitElementType<IndexTypes>(
          "Ids", op.ids[i]->precision(), [&](auto type) { return AddRows(type, op, i, out); }));
    }
    return OkStatus();
  }

 private:
  template <typename Id>
  static Status AddRows(ElementTag<Id>, const operators::XpuEmbeddingWithEltwiseAdd& op, size_t i,
                        float* out) {
    const int64_t rows = op.tables[i]->dims()[0];
    const int64_t width = op.tables[i]->dims()[1];
    const float* table = op.tables[i]->data<float>();
    const Id* ids = op.ids[i]->data<Id>();
    const DDim& dims = op.ids[i]->dims();
    const DDim& out_dims = op.output->dims();
    StridedDims walk;
    for (int d = 0; d + 1 < dims.rank(); ++d) {
      walk.Add(out_dims[d], dims[d] == 1 ? 0 : dims.Count(d + 1, dims.rank()));
    }
    const int64_t count = out_dims.Count(0, out_dims.rank() - 1);
    for (int64_t at = 0; at < count; ++at, out += width) {
      const int64_t id = ids[walk.Offset(at, 0)];
      if (op.padding_idx != -1 && id == op.padding_idx) continue;
      if (id < 0 || id >= rows) {
        return OutOfRange("Ids[", i, "]: id ", id, " of a table of ", rows, " rows");
      }
      for (int64_t j = 0; j < width; ++j) out[j] += table[id * width + j];
    }
    return OkStatus();
  }
};

LITE_KERNELS(kHost, kFloat, kNCHW, def, XpuEmbeddingKernel, __xpu__embedding_with_eltwise_add)
    .In({"Ids"}, PRECISION(kAny));

}  // namespace paddle::lite::kernels::host
