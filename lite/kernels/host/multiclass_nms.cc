#include "lite/operators/multiclass_nms.h"

#include <algorithm>
#include <vector>

#include "lite/core/element.h"
#include "lite/kernels/host/detection.h"
#include "lite/kernels/host/polygon_overlap.h"
#include "lite/kernels/kernel.h"

namespace paddle::lite::kernels::host {

// Classes of all images are independent and processed by threads; then the best of each image are
// selected.
template <typename T>
class MulticlassNmsKernel final : public KernelFor<operators::MulticlassNmsBase> {
 public:
  Status RunOp(const operators::MulticlassNmsBase& op, const RunContext& context) override {
    LITE_RETURN_IF_ERROR(Locate(op));
    const int64_t images = static_cast<int64_t>(rows_.size()) - 1;
    kept_.resize(static_cast<size_t>(images * classes_));
    context.pool->ForEach(images * classes_, 1,
                          [&](int64_t i) { FindInClass(op, i / classes_, i % classes_); });
    counts_.assign(1, 0);
    for (int64_t image = 0; image < images; ++image) {
      if (op.keep_top_k > -1) CutImage(op, image);
      int64_t count = 0;
      for (int64_t c = 0; c < classes_; ++c) count += static_cast<int64_t>(Kept(image, c).size());
      counts_.push_back(counts_.back() + count);
    }
    return Write(op, images);
  }

 private:
  struct Found {
    T score;
    int64_t label;
    int64_t box;
    int64_t place;
  };

  std::vector<int64_t>& Kept(int64_t image, int64_t label) {
    return kept_[static_cast<size_t>(image * classes_ + label)];
  }

  // Locates scores and boxes: box m of class c of an image.
  Status Locate(const operators::MulticlassNmsBase& op) {
    const DDim& dims = op.scores->dims();
    width_ = op.bboxes->dims()[2];
    by_rows_ = op.by_rows();
    classes_ = dims[1];
    if (by_rows_) {
      return RowsOfImages("BBoxes", *op.bboxes, "RoisNum", op.rois_num, &rows_,
                          /*may_leave_rows=*/true);
    }
    rows_.resize(static_cast<size_t>(dims[0]) + 1);
    for (int64_t i = 0; i <= dims[0]; ++i) rows_[static_cast<size_t>(i)] = i * dims[2];
    return OkStatus();
  }
  int64_t FirstRow(int64_t image) const { return rows_[static_cast<size_t>(image)]; }
  int64_t BoxesOf(int64_t image) const { return FirstRow(image + 1) - FirstRow(image); }
  const T& Score(const operators::MulticlassNmsBase& op, int64_t image, int64_t label,
                 int64_t box) const {
    const int64_t at = by_rows_ ? (FirstRow(image) + box) * classes_ + label
                                : FirstRow(image) * classes_ + label * BoxesOf(image) + box;
    return op.scores->data<T>()[at];
  }
  const T* Box(const operators::MulticlassNmsBase& op, int64_t image, int64_t label,
               int64_t box) const {
    return op.bboxes->data<T>() + BoxIndex(image, label, box) * width_;
  }
  int64_t BoxIndex(int64_t image, int64_t label, int64_t box) const {
    const int64_t row = FirstRow(image) + box;
    return by_rows_ ? row * classes_ + label : row;
  }

  void FindInClass(const operators::MulticlassNmsBase& op, int64_t image, int64_t label) {
    std::vector<int64_t>& kept = Kept(image, label);
    kept.clear();
    if (label == op.background_label) return;
    const int64_t boxes = BoxesOf(image);
    if (boxes == 0) return;
    const T* const scores = &Score(op, image, label, 0);
    const auto find = [&](const auto& score) {
      BestAbove(boxes, op.score_threshold, op.nms_top_k, score, &kept);
    };
    if (by_rows_) {
      find([scores, step = classes_](int64_t box) { return scores[box * step]; });
    } else {
      find([scores](int64_t box) { return scores[box]; });
    }
    const T extra = op.normalized ? T{0} : T{1};
    SuppressOverlaps(
        static_cast<T>(op.nms_threshold), op.nms_eta, -1,
        [&](int64_t a, int64_t b) {
          const T* box_a = Box(op, image, label, a);
          const T* box_b = Box(op, image, label, b);
          return width_ == 4 ? BoxOverlap(box_a, box_b, extra)
                             : PolygonOverlap(box_a, box_b, static_cast<int>(width_ / 2));
        },
        &kept);
    if (by_rows_) std::sort(kept.begin(), kept.end());
  }

  // Keeps the best keep_top_k of an image; of equal scores, the lower label is kept.
  void CutImage(const operators::MulticlassNmsBase& op, int64_t image) {
    found_.clear();
    for (int64_t c = 0; c < classes_; ++c) {
      for (const int64_t box : Kept(image, c))
        found_.push_back({Score(op, image, c, box), c, box, 0});
    }
    const size_t limit = static_cast<size_t>(op.keep_top_k);
    if (found_.size() <= limit) return;
    SortByScore(found_.data(), found_.data() + found_.size());
    found_.resize(limit);
    for (int64_t c = 0; c < classes_; ++c) Kept(image, c).clear();
    for (const Found& f : found_) Kept(image, f.label).push_back(f.box);
    if (!by_rows_) return;
    for (int64_t c = 0; c < classes_; ++c) std::sort(Kept(image, c).begin(), Kept(image, c).end());
  }

  Status Write(const operators::MulticlassNmsBase& op, int64_t images) {
    const int64_t total = counts_.back();
    LITE_RETURN_IF_ERROR(GiveCounts(counts_, op.nms_rois_num));
    if (total == 0 && op.MarksNothing()) {
      LITE_RETURN_IF_ERROR(GiveOutput(DDim{1, 1}, PrecisionOfType<T>(), op.out));
      *op.out->mutable_data<T>() = -1;
      op.out->set_lod({{0, 1}});
      return OkStatus();
    }
    LITE_RETURN_IF_ERROR(Give(op, total, width_ + 2, PrecisionOfType<T>(), op.out));
    int32_t* index = nullptr;
    if (op.index != nullptr) {
      LITE_RETURN_IF_ERROR(Give(op, total, 1, PrecisionType::kInt32, op.index));
      index = op.index->mutable_data<int32_t>();
    }
    T* row = op.out->mutable_data<T>();
    for (int64_t image = 0; image < images; ++image) {
      for (int64_t c = 0; c < classes_; ++c) {
        for (const int64_t box : Kept(image, c)) {
          row[0] = static_cast<T>(c);
          row[1] = Score(op, image, c, box);
          std::copy_n(Box(op, image, c, box), width_, row + 2);
          row += width_ + 2;
          if (index != nullptr) *index++ = static_cast<int32_t>(BoxIndex(image, c, box));
        }
      }
    }
    return OkStatus();
  }

  // If the program counts rows in RoisNum, there is no level of detail.
  Status Give(const operators::MulticlassNmsBase& op, int64_t rows, int64_t width,
              PrecisionType precision, Tensor* out) const {
    const DDim dims{rows, width};
    return op.nms_rois_num == nullptr ? GiveRows(dims, precision, counts_, out)
                                      : GiveOutput(dims, precision, out);
  }

  bool by_rows_ = false;
  int64_t classes_ = 0;
  int64_t width_ = 4;                       // numbers per box
  std::vector<int64_t> rows_;               // first row of every image, and the end
  std::vector<std::vector<int64_t>> kept_;  // per image and class
  std::vector<Found> found_;
  std::vector<int64_t> counts_;  // number of results before every image, and in total
};

LITE_KERNELS(kHost, kFloat, kNCHW, def, MulticlassNmsKernel<float>, multiclass_nms);
LITE_KERNELS(kHost, kFloat, kNCHW, def, MulticlassNmsKernel<float>, multiclass_nms2)
    .Out({"Index"}, PRECISION(kInt32));
LITE_KERNELS(kHost, kFloat, kNCHW, def, MulticlassNmsKernel<float>, multiclass_nms3)
    .In({"RoisNum"}, PRECISION(kInt32))
    .Out({"Index", "NmsRoisNum"}, PRECISION(kInt32));
LITE_KERNELS(kHost, kFP64, kNCHW, def, MulticlassNmsKernel<double>, multiclass_nms);
LITE_KERNELS(kHost, kFP64, kNCHW, def, MulticlassNmsKernel<double>, multiclass_nms2)
    .Out({"Index"}, PRECISION(kInt32));
LITE_KERNELS(kHost, kFP64, kNCHW, def, MulticlassNmsKernel<double>, multiclass_nms3)
    .In({"RoisNum"}, PRECISION(kInt32))
    .Out({"Index", "NmsRoisNum"}, PRECISION(kInt32));

}  // namespace paddle::lite::kernels::host
