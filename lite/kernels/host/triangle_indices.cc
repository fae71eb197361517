#include "lite/operators/triangle_indices.h"

#include <algorithm>

#include "lite/core/element.h"
#include "lite/kernels/kernel.h"

namespace paddle::lite::kernels::host {

class TriangleIndicesKernel final : public KernelFor<operators::TriangleIndices> {
 public:
  Status RunOp(const operators::TriangleIndices& op, const RunContext&) override {
    return VisitElementType<IndexTypes>("out", op.out->precision(), [&](auto type) {
      using T = typename decltype(type)::Type;
      T* row_of = op.out->mutable_data<T>();
      T* column_of = row_of + op.out->dims()[1];
      const T* const end = column_of;
      const int64_t offset = op.offset;
      // Rows before the first one are empty, and so are those after the last element.
      int64_t row = op.is_lower() ? std::max<int64_t>(0, -offset) : 0;
      for (; row_of != end; ++row) {
        const int64_t first = op.is_lower() ? 0 : std::max<int64_t>(0, row + offset);
        const int64_t last =
            op.is_lower() ? std::min<int64_t>(op.columns, row + offset + 1) : op.columns;
        for (int64_t column = first; column < last; ++column) {
          *row_of++ = static_cast<T>(row);
          *column_of++ = static_cast<T>(column);
        }
      }
    });
  }
};

LITE_KERNELS(kHost, kAny, kNCHW, def, TriangleIndicesKernel, tril_indices, triu_indices);

}  // namespace paddle::lite::kernels::host
