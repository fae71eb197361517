#include "lite/operators/segment_pool.h"

#include <algorithm>

#include "lite/kernels/host/given_output.h"
#include "lite/kernels/host/wrapping_sum.h"
#include "lite/kernels/kernel.h"

namespace paddle::lite::kernels::host {

class SegmentPoolKernel final : public KernelFor<operators::SegmentPool> {
 public:
  Status RunOp(const operators::SegmentPool& op, const RunContext&) override {
    return VisitElementType<NumberTypes>("X", op.x->precision(), [&](auto type) {
      return VisitElementType<IndexTypes>(
          "SegmentIds", op.segment_ids->precision(), [&](auto index) {
            return RunTyped<typename decltype(type)::Type, typename decltype(index)::Type>(op);
          });
    });
  }

 private:
  template <typename T, typename I>
  static Status RunTyped(const operators::SegmentPool& op) {
    const int64_t count = op.segment_ids->numel();
    const I* ids = op.segment_ids->data<I>();
    for (int64_t i = 0; i < count; ++i) {
      if (ids[i] < (i == 0 ? I{0} : ids[i - 1])) {
        return InvalidArgument("SegmentIds: expected ids that ascend from 0, found ", ids[i],
                               " at element ", i);
      }
    }
    DDim shape = op.x->dims();
    shape[0] = 0;
    if (count > 0 && !CheckedAdd(static_cast<int64_t>(ids[count - 1]), int64_t{1}, &shape[0])) {
      return OutOfRange("SegmentIds: ", ids[count - 1], " is too large");
    }
    const int64_t rows = shape[0];
    const Result<int64_t> elements = CheckedElementCount(shape);
    if (!elements.ok()) return elements.status().WithContext("SegmentIds");
    LITE_RETURN_IF_ERROR(GiveOutput(shape, op.x->precision(), op.out));
    T* out = op.out->mutable_data<T>();
    std::fill_n(out, *elements, T{0});
    T* counts = nullptr;
    if (op.summed_ids != nullptr) {
      LITE_RETURN_IF_ERROR(GiveOutput(DDim{rows, 1}, op.x->precision(), op.summed_ids));
      counts = op.summed_ids->mutable_data<T>();
      std::fill_n(counts, rows, T{0});
    }
    const int64_t width = op.x->dims().Count(1, op.x->dims().rank());
    const T* x = op.x->data<T>();
    for (int64_t begin = 0; begin < count;) {
      int64_t end = begin + 1;
      while (end < count && ids[end] == ids[begin]) ++end;
      Pool(op.pooltype, x + begin * width, end - begin, width, out + ids[begin] * width);
      if (counts != nullptr) counts[ids[begin]] = static_cast<T>(end - begin);
      begin = end;
    }
    return OkStatus();
  }

  template <typename T>
  static void Pool(const std::string& type, const T* rows, int64_t count, int64_t width, T* dst) {
    std::copy_n(rows, width, dst);
    for (int64_t r = 1; r < count; ++r) {
      const T* row = rows + r * width;
      for (int64_t i = 0; i < width; ++i) {
        if (type == "MAX") {
          if (!(dst[i] > row[i])) dst[i] = row[i];  // as in Paddle, also if one is NaN
        } else if (type == "MIN") {
          if (!(dst[i] < row[i])) dst[i] = row[i];
        } else {
          dst[i] = WrappingSum(dst[i], row[i]);
        }
      }
    }
    if (type != "MEAN") return;
    for (int64_t i = 0; i < width; ++i) dst[i] /= static_cast<T>(count);
  }
};

LITE_KERNELS(kHost, kAny, kNCHW, def, SegmentPoolKernel, segment_pool)
    .In({"SegmentIds"}, PRECISION(kAny), DATALAYOUT(kAny));

}  // namespace paddle::lite::kernels::host
