#include "lite/operators/sequence_topk_avg_pooling.h"

#include <algorithm>
#include <numeric>
#include <vector>

#include "lite/kernels/kernel.h"

namespace paddle::lite::kernels::host {

class SequenceTopkAvgPoolingKernel final : public KernelFor<operators::SequenceTopkAvgPooling> {
 public:
  Status RunOp(const operators::SequenceTopkAvgPooling& op, const RunContext&) override {
    return VisitElementType<RealTypes>("X", op.x->precision(),
                                       [&](auto type) { RunTyped(type, op); });
  }

 private:
  template <typename T>
  void RunTyped(ElementTag<T>, const operators::SequenceTopkAvgPooling& op) {
    const std::vector<uint64_t>& rows = op.row->lod()[0];
    const std::vector<uint64_t>& columns = op.column->lod()[0];
    const size_t channels = static_cast<size_t>(op.channel_num);
    const size_t most = static_cast<size_t>(op.topks.back());
    const T* map = op.x->data<T>();
    T* out = op.out->mutable_data<T>();
    int32_t* pos = op.pos == nullptr ? nullptr : op.pos->mutable_data<int32_t>();
    for (size_t b = 0; b + 1 < rows.size(); ++b) {
      const size_t height = static_cast<size_t>(rows[b + 1] - rows[b]);
      const size_t width = static_cast<size_t>(columns[b + 1] - columns[b]);
      for (size_t r = 0; r < height; ++r) {
        for (size_t c = 0; c < channels; ++c) {
          PoolRow(op, map + (c * height + r) * width, width, out);
          out += op.topks.size();
          if (pos == nullptr) continue;
          for (size_t i = 0; i < most; ++i) {
            *pos++ = i < order_.size() ? static_cast<int32_t>(order_[i]) : -1;
          }
        }
      }
      map += channels * height * width;
    }
  }

  // Leaves the columns of the largest values in order_; equal values keep their order, and NaN
  // comes last.
  template <typename T>
  void PoolRow(const operators::SequenceTopkAvgPooling& op, const T* row, size_t width, T* out) {
    const size_t count = std::min(width, static_cast<size_t>(op.topks.back()));
    order_.resize(width);
    std::iota(order_.begin(), order_.end(), size_t{0});
    std::partial_sort(order_.begin(), order_.begin() + static_cast<std::ptrdiff_t>(count),
                      order_.end(), [row](size_t a, size_t b) {
                        const bool a_nan = !(row[a] == row[a]);
                        const bool b_nan = !(row[b] == row[b]);
                        if (a_nan != b_nan) return b_nan;
                        return a_nan || row[a] == row[b] ? a < b : row[a] > row[b];
                      });
    order_.resize(count);
    T sum = 0;
    size_t added = 0;
    for (const int k : op.topks) {
      if (static_cast<size_t>(k) < added) {
        sum = 0;
        added = 0;
      }
      for (; added < std::min(count, static_cast<size_t>(k)); ++added) sum += row[order_[added]];
      *out++ = sum / static_cast<T>(k);
    }
  }

  std::vector<size_t> order_;
};

LITE_KERNELS(kHost, kAny, kNCHW, def, SequenceTopkAvgPoolingKernel, sequence_topk_avg_pooling)
    .In({"ROW", "COLUMN"}, PRECISION(kAny), DATALAYOUT(kAny))
    .Out({"pos"}, PRECISION(kInt32));

}  // namespace paddle::lite::kernels::host
