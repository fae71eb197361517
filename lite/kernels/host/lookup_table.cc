#include "lite/operators/lookup_table.h"

#include <cstring>

#include "lite/core/element.h"
#include "lite/kernels/kernel.h"

namespace paddle::lite::kernels::host {

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
    const size_t row =
        static_cast<size_t>(op.w->dims()[1]) * PrecisionTypeLength(op.w->precision());
    const Id* ids = op.ids->data<Id>();
    const char* table = static_cast<const char*>(op.w->raw_data());
    char* dst = static_cast<char*>(op.out->mutable_raw_data());
    if (row == 0) return OkStatus();
    const int64_t count = op.ids->numel();
    for (int64_t i = 0; i < count; ++i, dst += row) {
      const int64_t id = ids[i];
      if (op.padding_idx != -1 && id == op.padding_idx) {
        std::memset(dst, 0, row);
      } else if (id < 0 || id >= rows) {
        return OutOfRange("Ids: id ", id, " of a table of ", rows, " rows");
      } else {
        std::memcpy(dst, table + static_cast<size_t>(id) * row, row);
      }
    }
    return OkStatus();
  }
};

LITE_KERNELS(kHost, kFloat, kNCHW, def, LookupTableKernel, lookup_table, lookup_table_v2)
    .In({"Ids"}, PRECISION(kAny));

}  // namespace paddle::lite::kernels::host
