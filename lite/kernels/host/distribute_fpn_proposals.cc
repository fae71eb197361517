#include "lite/operators/distribute_fpn_proposals.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "lite/core/element.h"
#include "lite/kernels/host/detection.h"
#include "lite/kernels/kernel.h"

namespace paddle::lite::kernels::host {

template <typename T>
class DistributeFpnProposalsKernel final : public KernelFor<operators::DistributeFpnProposals> {
 public:
  Status RunOp(const operators::DistributeFpnProposals& op, const RunContext&) override {
    const T* boxes = op.fpn_rois->data<T>();
    LITE_RETURN_IF_ERROR(RowsOfImages("FpnRois", *op.fpn_rois, "RoisNum", op.rois_num, &rows_,
                                      /*may_leave_rows=*/true));
    const int64_t count = rows_.back();
    LITE_RETURN_IF_ERROR(GiveOutput(DDim{count, 1}, PrecisionType::kInt32, op.restore_index));
    int32_t* restore = op.restore_index->mutable_data<int32_t>();
    level_of_.resize(static_cast<size_t>(count));
    for (int64_t i = 0; i < count; ++i)
      level_of_[static_cast<size_t>(i)] = LevelOf(op, boxes + i * 4);
    int64_t placed = 0;
    for (size_t level = 0; level < op.multi_fpn_rois.size(); ++level) {
      const int64_t first = placed;
      ends_.assign(1, 0);
      for (size_t image = 0; image + 1 < rows_.size(); ++image) {
        for (int64_t i = rows_[image]; i < rows_[image + 1]; ++i) {
          if (level_of_[static_cast<size_t>(i)] == static_cast<int>(level))
            restore[i] = static_cast<int32_t>(placed++);
        }
        ends_.push_back(placed - first);
      }
      Tensor* out = op.multi_fpn_rois[level];
      LITE_RETURN_IF_ERROR(GiveRows(DDim{placed - first, 4}, PrecisionOfType<T>(), ends_, out));
      T* dst = out->mutable_data<T>();
      for (int64_t i = 0; i < count; ++i) {
        if (level_of_[static_cast<size_t>(i)] == static_cast<int>(level))
          dst = std::copy_n(boxes + i * 4, 4, dst);
      }
      if (!op.level_counts.empty()) LITE_RETURN_IF_ERROR(GiveCounts(ends_, op.level_counts[level]));
    }
    return OkStatus();
  }

 private:
  // Counted from min_level. Computed in the type of the boxes, as in Paddle, because sizes exactly
  // at a limit are common.
  static int LevelOf(const operators::DistributeFpnProposals& op, const T* box) {
    const T scale = std::sqrt(BoxArea(box, op.pixel_offset ? T{1} : T{0}));
    const T level = std::floor(std::log2(scale / static_cast<T>(op.refer_scale) + 1e-6f) +
                               static_cast<T>(op.refer_level));
    const T highest = static_cast<T>(op.multi_fpn_rois.size() - 1);
    // A box with NaN coordinates goes to the lowest level.
    return static_cast<int>(
        std::min(highest, std::max(T{0}, level - static_cast<T>(op.min_level))));
  }

  std::vector<int64_t> rows_;  // first region of every image, and the end
  std::vector<int64_t> ends_;  // the same in one level
  std::vector<int> level_of_;  // of every region
};

LITE_KERNELS(kHost, kFloat, kNCHW, def, DistributeFpnProposalsKernel<float>,
             distribute_fpn_proposals)
    .In({"RoisNum"}, PRECISION(kInt32))
    .Out({"MultiLevelRoIsNum", "RestoreIndex"}, PRECISION(kInt32));
LITE_KERNELS(kHost, kFP64, kNCHW, def, DistributeFpnProposalsKernel<double>,
             distribute_fpn_proposals)
    .In({"RoisNum"}, PRECISION(kInt32))
    .Out({"MultiLevelRoIsNum", "RestoreIndex"}, PRECISION(kInt32));

}  // namespace paddle::lite::kernels::host
