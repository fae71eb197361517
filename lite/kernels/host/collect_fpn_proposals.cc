#include "lite/operators/collect_fpn_proposals.h"

#include <algorithm>
#include <vector>

#include "lite/core/element.h"
#include "lite/kernels/host/detection.h"
#include "lite/kernels/kernel.h"

namespace paddle::lite::kernels::host {

template <typename T>
class CollectFpnProposalsKernel final : public KernelFor<operators::CollectFpnProposals> {
 public:
  Status RunOp(const operators::CollectFpnProposals& op, const RunContext&) override {
    regions_.clear();
    size_t images = 0;
    for (size_t level = 0; level < op.rois.size(); ++level) {
      const Tensor* counts = op.level_counts.empty() ? nullptr : op.level_counts[level];
      LITE_RETURN_IF_ERROR(
          RowsOfImages("MultiLevelRois", *op.rois[level], "MultiLevelRoIsNum", counts, &rows_));
      images = std::max(images, rows_.size() - 1);
      const T* box = op.rois[level]->data<T>();
      const T* score = op.scores[level]->data<T>();
      for (size_t image = 0; image + 1 < rows_.size(); ++image) {
        for (int64_t i = rows_[image]; i < rows_[image + 1]; ++i)
          regions_.push_back({score[i], image, box + i * 4, 0});
      }
    }
    SortByScore(regions_.data(), regions_.data() + regions_.size());
    const size_t limit = static_cast<size_t>(op.post_nms_top_n);
    if (regions_.size() > limit) regions_.resize(limit);
    for (size_t i = 0; i < regions_.size(); ++i) regions_[i].place = static_cast<int64_t>(i);
    std::sort(regions_.begin(), regions_.end(), [](const Region& a, const Region& b) {
      return a.image != b.image ? a.image < b.image : a.place < b.place;
    });
    rows_.assign(images + 1, 0);
    for (const Region& region : regions_) ++rows_[region.image + 1];
    for (size_t image = 0; image < images; ++image) rows_[image + 1] += rows_[image];
    LITE_RETURN_IF_ERROR(GiveRows(DDim{rows_.back(), 4}, PrecisionOfType<T>(), rows_, op.fpn_rois));
    T* dst = op.fpn_rois->mutable_data<T>();
    for (const Region& region : regions_) dst = std::copy_n(region.box, 4, dst);
    return GiveCounts(rows_, op.rois_num);
  }

 private:
  struct Region {
    T score;
    size_t image;
    const T* box;
    int64_t place;
  };

  std::vector<Region> regions_;
  std::vector<int64_t> rows_;  // first row of every image, and the end
};

LITE_KERNELS(kHost, kFloat, kNCHW, def, CollectFpnProposalsKernel<float>, collect_fpn_proposals)
    .In({"MultiLevelRoIsNum"}, PRECISION(kInt32))
    .Out({"RoisNum"}, PRECISION(kInt32));
LITE_KERNELS(kHost, kFP64, kNCHW, def, CollectFpnProposalsKernel<double>, collect_fpn_proposals)
    .In({"MultiLevelRoIsNum"}, PRECISION(kInt32))
    .Out({"RoisNum"}, PRECISION(kInt32));

}  // namespace paddle::lite::kernels::host
