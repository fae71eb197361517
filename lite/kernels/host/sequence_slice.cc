#include "lite/operators/sequence_slice.h"

#include <algorithm>
#include <cstring>

#include "lite/kernels/host/copy_elements.h"
#include "lite/kernels/host/wrapping_sum.h"
#include "lite/kernels/kernel.h"

namespace paddle::lite::kernels::host {

class SequenceSliceKernel final : public KernelFor<operators::SequenceSlice> {
 public:
  Status RunOp(const operators::SequenceSlice& op, const RunContext&) override {
    const std::vector<uint64_t>& offsets = op.x->lod()[0];
    const int64_t* offset = op.offset->data<int64_t>();
    const int64_t* length = op.length->data<int64_t>();
    LoD lod(1, {0});
    for (size_t s = 0; s + 1 < offsets.size(); ++s) {
      const int64_t rows = static_cast<int64_t>(offsets[s + 1] - offsets[s]);
      if (offset[s] < 0 || offset[s] > rows) {
        return OutOfRange("Offset: ", offset[s], " is outside of sequence ", s, " of ", rows,
                          " rows");
      }
      if (length[s] < 0 || length[s] > rows - offset[s]) {
        return OutOfRange("Length: expected 0 to ", rows - offset[s], " rows of sequence ", s,
                          ", found ", length[s]);
      }
      lod[0].push_back(lod[0].back() + static_cast<uint64_t>(length[s]));
    }
    DDim shape = op.x->dims();
    shape[0] = static_cast<int64_t>(lod[0].back());
    op.out->Resize(shape);
    op.out->set_lod(lod);
    LITE_RETURN_IF_ERROR(op.out->Allocate(op.x->precision()));
    if (op.out->numel() == 0) return OkStatus();
    const size_t row = op.x->memory_size() / static_cast<size_t>(op.x->dims()[0]);
    const char* src = static_cast<const char*>(op.x->raw_data());
    char* dst = static_cast<char*>(op.out->mutable_raw_data());
    for (size_t s = 0; s + 1 < offsets.size(); ++s) {
      const size_t bytes = static_cast<size_t>(length[s]) * row;
      if (bytes == 0) continue;
      std::memcpy(dst, src + (offsets[s] + static_cast<size_t>(offset[s])) * row, bytes);
      dst += bytes;
    }
    return OkStatus();
  }
};

class SequenceScatterKernel final : public KernelFor<operators::SequenceScatter> {
 public:
  Status RunOp(const operators::SequenceScatter& op, const RunContext&) override {
    return VisitElementType<NumberTypes>("X", op.x->precision(), [&](auto type) -> Status {
      using T = typename decltype(type)::Type;
      const std::vector<uint64_t>& offsets = op.ids->lod()[0];
      const int64_t* ids = op.ids->data<int64_t>();
      const T* updates = op.updates->data<T>();
      const int64_t width = op.x->numel() / std::max<int64_t>(op.x->dims()[0], 1);
      CopyElements(*op.x, op.out);
      T* row = op.out->mutable_data<T>();
      for (size_t s = 0; s + 1 < offsets.size(); ++s, row += width) {
        for (uint64_t i = offsets[s]; i < offsets[s + 1]; ++i) {
          if (ids[i] < 0 || ids[i] >= width) {
            return OutOfRange("Ids: ", ids[i], " of sequence ", s, " is outside of a row of X ",
                              op.x->dims());
          }
          row[ids[i]] = WrappingSum(row[ids[i]], updates[i]);
        }
      }
      return OkStatus();
    });
  }
};

LITE_KERNELS(kHost, kAny, kNCHW, def, SequenceSliceKernel, sequence_slice)
    .In({"Offset", "Length"}, PRECISION(kInt64));
LITE_KERNELS(kHost, kAny, kNCHW, def, SequenceScatterKernel, sequence_scatter)
    .In({"Ids"}, PRECISION(kInt64));

}  // namespace paddle::lite::kernels::host
