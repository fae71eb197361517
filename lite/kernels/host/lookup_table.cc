#include "lite/operators/lookup_table.h"

#include <cstdint>
#include <cstring>
#include <vector>

#include "lite/core/element.h"
#include "lite/kernels/kernel.h"
#include "lite/operators/quantization.h"

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

// Calls write(row, dst) for the row of each id: `row` bytes of the table become `result` bytes.
template <typename Write>
Status ForEachRow(const operators::LookupTableBase& op, const RunContext& context, size_t row,
                  size_t result, const Write& write) {
  if (result == 0) return OkStatus();
  return VisitElementType<IndexTypes>("Ids", op.ids->precision(), [&](auto type) {
    using Id = typename decltype(type)::Type;
    const int64_t rows = op.w->dims()[0];
    const Id* ids = op.ids->data<Id>();
    const char* table = static_cast<const char*>(op.w->raw_data());
    char* dst = static_cast<char*>(op.out->mutable_raw_data());
    const int64_t count = op.ids->numel();
    const auto is_padding = [&op](int64_t id) {
      return op.padding_idx != -1 && id == op.padding_idx;
    };
    for (int64_t i = 0; i < count; ++i) {
      if (!is_padding(ids[i]) && (ids[i] < 0 || ids[i] >= rows)) {
        return OutOfRange("Ids: id ", ids[i], " of a table of ", rows, " rows");
      }
    }
    constexpr size_t kGrain = 16384;  // bytes that justify a thread
    context.pool->ForEach(count, static_cast<int64_t>(kGrain / result) + 1, [=](int64_t i) {
      char* const to = dst + static_cast<size_t>(i) * result;
      if (is_padding(ids[i])) {
        std::memset(to, 0, result);
      } else {
        write(table + static_cast<size_t>(ids[i]) * row, to);
      }
    });
    return OkStatus();
  });
}

template <typename Row>
class LookupTableKernel final : public KernelFor<operators::LookupTableBase> {
 public:
  static Status Supports(const operators::LookupTableBase& op) {
    return op.quantize_weight_bits == 0
               ? OkStatus()
               : Unsupported("W is kept in ", op.quantize_weight_bits, " bits");
  }
  Status RunOp(const operators::LookupTableBase& op, const RunContext& context) override {
    const size_t element = PrecisionTypeLength(op.w->precision());
    const size_t row = static_cast<size_t>(op.w->dims()[1]) * element;
    const DDim& dims = op.out->dims();
    const size_t result = static_cast<size_t>(dims[dims.rank() - 1]) * element;
    return ForEachRow(op, context, row, result,
                      [row](const char* from, char* dst) { Row::Write(from, row, dst); });
  }
};

// A table of integers with one scale, or one for each column.
template <typename Integer>
class IntegerLookupTable final : public KernelFor<operators::LookupTableBase> {
 public:
  static Status Supports(const operators::LookupTableBase& op) {
    constexpr int kBits = 8 * sizeof(Integer);
    if (op.quantize_weight_bits == kBits) return OkStatus();
    return Unsupported("W is not kept in ", kBits, " bits");
  }
  Status PrepareOp(const operators::LookupTableBase& op, PrepareContext*) override {
    const int64_t columns = op.w->dims()[1];
    LITE_ASSIGN_OR_RETURN(scales_, operators::WeightScales(op, "W", columns));
    scales_.resize(static_cast<size_t>(columns), scales_[0]);
    return OkStatus();
  }
  Status RunOp(const operators::LookupTableBase& op, const RunContext& context) override {
    const auto columns = static_cast<size_t>(op.w->dims()[1]);
    const size_t row = columns * sizeof(Integer);
    return ForEachRow(op, context, row, columns * sizeof(float), [&](const char* from, char* dst) {
      const auto* const steps = reinterpret_cast<const Integer*>(from);
      auto* const values = reinterpret_cast<float*>(dst);
      for (size_t i = 0; i < columns; ++i) values[i] = static_cast<float>(steps[i]) * scales_[i];
    });
  }

 private:
  std::vector<float> scales_;
};

LITE_KERNELS(kHost, kAny, kNCHW, w8, IntegerLookupTable<int8_t>, lookup_table, lookup_table_v2)
    .In({"W"}, PRECISION(kInt8))
    .Out({"Out"}, PRECISION(kFloat));
LITE_KERNELS(kHost, kAny, kNCHW, w16, IntegerLookupTable<int16_t>, lookup_table, lookup_table_v2)
    .In({"W"}, PRECISION(kInt16))
    .Out({"Out"}, PRECISION(kFloat));
LITE_KERNELS(kHost, kFloat, kNCHW, def, LookupTableKernel<CopyRow>, lookup_table, lookup_table_v2)
    .In({"Ids"}, PRECISION(kAny));
LITE_KERNELS(kHost, kAny, kNCHW, def, LookupTableKernel<CopyRow>, lookup_table, lookup_table_v2);
LITE_KERNELS(kHost, kFloat, kNCHW, def, LookupTableKernel<DequantizeRow>, lookup_table_dequant)
    .In({"Ids"}, PRECISION(kAny));

}  // namespace paddle::lite::kernels::host
