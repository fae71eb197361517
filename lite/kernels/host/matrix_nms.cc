#include "lite/operators/matrix_nms.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "lite/core/element.h"
#include "lite/kernels/host/detection.h"
#include "lite/kernels/kernel.h"

namespace paddle::lite::kernels::host {

template <typename T>
class MatrixNmsKernel final : public KernelFor<operators::MatrixNms> {
 public:
  Status RunOp(const operators::MatrixNms& op, const RunContext& context) override {
    const DDim& dims = op.scores->dims();
    const int64_t classes = dims[1];
    by_class_.resize(static_cast<size_t>(dims[0] * classes));
    context.pool->ForEach(dims[0] * classes, 1,
                          [&](int64_t i) { Shrink(op, i / classes, i % classes); });
    found_.clear();
    counts_.assign(1, 0);
    for (int64_t image = 0; image < dims[0]; ++image) {
      const size_t first = found_.size();
      for (int64_t c = 0; c < classes; ++c) {
        const ClassResult& result = by_class_[static_cast<size_t>(image * classes + c)];
        found_.insert(found_.end(), result.found.begin(), result.found.end());
      }
      SortByScore(found_.data() + first, found_.data() + found_.size());
      if (op.keep_top_k > -1)
        found_.resize(std::min(found_.size(), first + static_cast<size_t>(op.keep_top_k)));
      counts_.push_back(static_cast<int64_t>(found_.size()));
    }
    return Write(op);
  }

 private:
  struct Found {
    T score;
    int64_t label;
    int64_t box;  // counted over all images
    int64_t place;
  };
  struct ClassResult {
    std::vector<int64_t> order;  // candidates, best first
    std::vector<T> overlaps;     // overlaps of the current candidate with better ones
    std::vector<T> largest;      // largest overlap of each candidate with a better one
    std::vector<Found> found;
  };

  void Shrink(const operators::MatrixNms& op, int64_t image, int64_t label) {
    const DDim& dims = op.scores->dims();
    ClassResult& result = by_class_[static_cast<size_t>(image * dims[1] + label)];
    result.found.clear();
    if (label == op.background_label) return;
    const T* scores = op.scores->data<T>() + (image * dims[1] + label) * dims[2];
    const T* boxes = op.bboxes->data<T>() + image * dims[2] * 4;
    BestAbove(
        dims[2], op.score_threshold, op.nms_top_k, [&](int64_t box) { return scores[box]; },
        &result.order);
    const size_t count = result.order.size();
    const T extra = op.normalized ? T{0} : T{1};
    result.overlaps.resize(count);
    result.largest.assign(count, T{0});
    for (size_t i = 0; i < count; ++i) {
      const int64_t box = result.order[i];
      for (size_t k = 0; k < i; ++k) {
        const T overlap = BoxOverlap(boxes + box * 4, boxes + result.order[k] * 4, extra);
        result.overlaps[k] = overlap;
        result.largest[i] = std::max(result.largest[i], overlap);
      }
      T decay = 1;
      for (size_t k = 0; k < i; ++k)
        decay = std::min(decay, Decay(op, result.overlaps[k], result.largest[k]));
      const T score = decay * scores[box];
      if (score > op.post_threshold)
        result.found.push_back({score, label, image * dims[2] + box, 0});
    }
  }

  // The decay of a score due to a better box, which is itself overlapped by `largest`.
  static T Decay(const operators::MatrixNms& op, T overlap, T largest) {
    if (op.use_gaussian)
      return std::exp((largest * largest - overlap * overlap) * op.gaussian_sigma);
    return (1.0f - overlap) / (1.0f - largest);
  }

  Status Write(const operators::MatrixNms& op) {
    const int64_t total = counts_.back();
    LITE_RETURN_IF_ERROR(GiveCounts(counts_, op.rois_num));
    LITE_RETURN_IF_ERROR(Give(op, DDim{total, 6}, PrecisionOfType<T>(), op.out));
    T* row = op.out->mutable_data<T>();
    for (const Found& f : found_) {
      row[0] = static_cast<T>(f.label);
      row[1] = f.score;
      std::copy_n(op.bboxes->data<T>() + f.box * 4, 4, row + 2);
      row += 6;
    }
    if (op.index == nullptr) return OkStatus();
    LITE_RETURN_IF_ERROR(Give(op, DDim{total, 1}, PrecisionType::kInt32, op.index));
    int32_t* index = op.index->mutable_data<int32_t>();
    for (const Found& f : found_) *index++ = static_cast<int32_t>(f.box);
    return OkStatus();
  }

  // If the program counts rows in RoisNum, there is no level of detail.
  Status Give(const operators::MatrixNms& op, const DDim& dims, PrecisionType precision,
              Tensor* out) const {
    return op.rois_num == nullptr ? GiveRows(dims, precision, counts_, out)
                                  : GiveOutput(dims, precision, out);
  }

  std::vector<ClassResult> by_class_;  // per image and class
  std::vector<Found> found_;
  std::vector<int64_t> counts_;  // number of results before every image, and in total
};

LITE_KERNELS(kHost, kFloat, kNCHW, def, MatrixNmsKernel<float>, matrix_nms)
    .Out({"Index", "RoisNum"}, PRECISION(kInt32));
LITE_KERNELS(kHost, kFP64, kNCHW, def, MatrixNmsKernel<double>, matrix_nms)
    .Out({"Index", "RoisNum"}, PRECISION(kInt32));

}  // namespace paddle::lite::kernels::host
