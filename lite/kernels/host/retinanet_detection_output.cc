#include "lite/operators/retinanet_detection_output.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "lite/core/element.h"
#include "lite/kernels/host/detection.h"
#include "lite/kernels/kernel.h"

namespace paddle::lite::kernels::host {

template <typename T>
class RetinanetDetectionOutputKernel final : public KernelFor<operators::RetinanetDetectionOutput> {
 public:
  Status RunOp(const operators::RetinanetDetectionOutput& op, const RunContext&) override {
    found_.clear();
    ends_.assign(1, 0);
    for (int64_t n = 0; n < op.scores[0]->dims()[0]; ++n) {
      FindInImage(op, n);
      ends_.push_back(static_cast<int64_t>(found_.size()));
    }
    LITE_RETURN_IF_ERROR(GiveRows(DDim{ends_.back(), 6}, PrecisionOfType<T>(), ends_, op.out));
    T* row = op.out->mutable_data<T>();
    for (const Detection& d : found_) {
      row[0] = static_cast<T>(d.label + 1);
      row[1] = d.score;
      std::copy_n(d.box, 4, row + 2);
      row += 6;
    }
    return OkStatus();
  }

 private:
  struct Detection {
    int64_t label;
    T score;
    T box[4];
    int64_t place;
  };

  void FindInImage(const operators::RetinanetDetectionOutput& op, int64_t n) {
    const int64_t classes = op.scores[0]->dims()[2];
    candidates_.clear();
    for (size_t level = 0; level < op.scores.size(); ++level) {
      const DDim& dims = op.scores[level]->dims();
      const T* scores = op.scores[level]->data<T>() + n * dims[1] * classes;
      const T* codes = op.bboxes[level]->data<T>() + n * dims[1] * 4;
      const T* anchors = op.anchors[level]->data<T>();
      // The last level contributes candidates for objects that other levels miss.
      const bool last = level + 1 == op.scores.size();
      BestAbove(
          dims[1] * classes, last ? 0.0f : op.score_threshold, op.nms_top_k,
          [&](int64_t i) { return scores[i]; }, &order_);
      for (const int64_t i : order_) {
        Detection d;
        d.label = i % classes;
        d.score = scores[i];
        const int64_t at = i / classes * 4;
        Decode(anchors + at, codes + at, op.im_info->data<T>() + n * op.im_info->dims()[1], d.box);
        candidates_.push_back(d);
      }
    }
    const size_t first = found_.size();
    for (int64_t label = 0; label < classes; ++label) {
      order_.clear();
      for (size_t i = 0; i < candidates_.size(); ++i) {
        if (candidates_[i].label == label) order_.push_back(static_cast<int64_t>(i));
      }
      // No score is NaN, because BestAbove skips NaN.
      std::sort(order_.begin(), order_.end(), [&](int64_t a, int64_t b) {
        return At(a).score != At(b).score ? At(a).score > At(b).score : a < b;
      });
      SuppressOverlaps(
          static_cast<T>(op.nms_threshold), op.nms_eta, -1,
          [&](int64_t a, int64_t b) { return BoxOverlap(At(a).box, At(b).box, T{1}); }, &order_);
      for (const int64_t i : order_) found_.push_back(At(i));
    }
    SortByScore(found_.data() + first, found_.data() + found_.size());
    const size_t limit = op.keep_top_k > -1 ? static_cast<size_t>(op.keep_top_k) : found_.size();
    found_.resize(std::min(found_.size(), first + limit));
  }

  const Detection& At(int64_t i) const { return candidates_[static_cast<size_t>(i)]; }

  static void Decode(const T* anchor, const T* code, const T* info, T* box) {
    const T scale = info[2];
    for (int axis = 0; axis < 2; ++axis) {
      const T size = anchor[axis + 2] - anchor[axis] + 1.0f;
      const T center = code[axis] * size + (anchor[axis] + size / 2.0f);
      const T length = std::exp(code[axis + 2]) * size;
      const T limit = std::round(info[1 - axis] / scale) - 1.0f;
      const auto cut = [&](T edge) { return std::max(std::min(edge / scale, limit), T{0}); };
      box[axis] = cut(center - length / 2.0f);
      box[axis + 2] = cut(center + length / 2.0f - 1.0f);
    }
  }

  std::vector<int64_t> order_;
  std::vector<Detection> candidates_;  // candidates of one image, level by level
  std::vector<Detection> found_;
  std::vector<int64_t> ends_;  // number of results before every image, and in total
};

LITE_KERNELS(kHost, kFloat, kNCHW, def, RetinanetDetectionOutputKernel<float>,
             retinanet_detection_output);
LITE_KERNELS(kHost, kFP64, kNCHW, def, RetinanetDetectionOutputKernel<double>,
             retinanet_detection_output);

}  // namespace paddle::lite::kernels::host
