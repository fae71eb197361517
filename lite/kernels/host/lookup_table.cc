#include "lite/operators/lookup_table.h"

#include <cstring>

#include "lite/core/element.h"
#include "lite/kernels/kernel.h"

namespace paddle::lite::kernels::host {

// Copies a row of the table.
struct CopyRow {
  static void Write(const char* row, size_t row_bytes, char* dst) {
    std::memcpy(dst, row, row_bytes);
  }
};

// Computes a row from its bytes.
struct DequantizeRow {
  static void Write(const char* row, size_t row_bytes, char* dst) {
    float bounds[operators::LookupTableDequant::kHeader];
    std::memcpy(bounds, row, sizeof(bounds));
    const float step = (bounds[1] - bounds[0]) / 256.0f;
    const auto* codes = reinterpret_cast<const uint8_t*>(row + sizeof(bounds));
    auto* values = reinterpret_cast<float*>(dst);
    for (size_t i = 0; i < row_bytes - sizeof(bounds); ++i) {
      values[i] = step * static_cast<float>(codes[i]) + bounds[0];
    }
  }
};

template <typename Row>
class LookupTableKernel final : public KernelFor<operators::LookupTableBase> {
 public:
  Status RunOp(const operators::LookupTableBase& op, const RunContext&) override {
    return VisitElementType<IndexTypes>("Ids", op.ids->precision(),
                                        [&](auto type) { return RunTyped(type, op); });
  }

 private:
  template <typename Id>
  static Status RunTyped(ElementTag<Id>, const operators::LookupTableBase& op) {
    const int64_t rows = op.w->dims()[0];
    const size_t element = PrecisionTypeLength(op.w->precision());
    const size_t row = static_cast<size_t>(op.w->dims()[1]) * element;
    const DDim& dims = op.out->dims();
    const size_t result = static_cast<size_t>(dims[dims.rank() - 1]) * element;
    const Id* ids = op.ids->data<Id>();
    const char* table = static_cast<const char*>(op.w->raw_data());
    char* dst = static_cast<char*>(op.out->mutable_raw_data());
    if (result == 0) return OkStatus();
    const int64_t count = op.ids->numel();
    for (int64_t i = 0; i < count; ++i, dst += result) {
      const int64_t id = ids[i];
      if (op.padding_idx != -1 && id == op.padding_idx) {
        std::memset(dst, 0, result);
      } else if (id < 0 || id >= rows) {
        return OutOfRange("Ids: id ", id, " of a table of ", rows, " rows");
      } else {
        Row::Write(table + static_cast<size_t>(id) * row, row, dst);
      }
    }
    return OkStatus();
  }
};

LITE_KERNELS(kHost, kFloat, kNCHW, def, LookupTableKernel<CopyRow>, lookup_table, lookup_table_v2)
    .In({"Ids"}, PRECISION(kAny));
LITE_KERNELS(kHost, kAny, kNCHW, def, LookupTableKernel<CopyRow>, lookup_table, lookup_table_v2);
LITE_KERNELS(kHost, kFloat, kNCHW, def, LookupTableKernel<DequantizeRow>, lookup_table_dequant)
    .In({"Ids"}, PRECISION(kAny));

}  // namespace paddle::lite::kernels::host
