#include "lite/operators/generate_proposals.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>
#include <vector>

#include "lite/core/element.h"
#include "lite/kernels/host/detection.h"
#include "lite/kernels/kernel.h"

namespace paddle::lite::kernels::host {
namespace {

template <typename Before>
int64_t* MedianOf(int64_t* a, int64_t* b, int64_t* c, const Before& before) {
  if (before(*a, *b)) return before(*b, *c) ? b : before(*a, *c) ? c : a;
  if (before(*a, *c)) return a;
  return before(*b, *c) ? c : b;
}

// Moves the first elements of the order, up to `nth`, to the front. Paddle calls std::nth_element
// and keeps the order that it leaves, which is another one in each C++ library. This is the
// quickselect of GNU's, with the same pivots. It stays inside [first, last) for NaN as well.
template <typename Before>
void SelectFirst(int64_t* first, int64_t* nth, int64_t* last, const Before& before) {
  int splits = 0;
  for (int64_t count = last - first; count > 1; count /= 2) splits += 2;
  for (; last - first > 3; --splits) {
    if (splits == 0) {  // pivots that hardly split, in one list of 10,000: the order is any
      std::partial_sort(first, nth + 1, last, before);
      return;
    }
    std::swap(*first, *MedianOf(first + 1, first + (last - first) / 2, last - 1, before));
    int64_t* low = first + 1;
    int64_t* high = last;
    for (;; ++low) {
      while (before(*low, *first)) ++low;
      do --high;
      while (before(*first, *high));
      if (low >= high) break;
      std::swap(*low, *high);
    }
    (low <= nth ? first : last) = low;
  }
  for (int64_t* next = first; next != last; ++next) {
    for (int64_t* at = next; at != first && before(*at, at[-1]); --at) std::swap(*at, at[-1]);
  }
}

}  // namespace

template <typename T>
class GenerateProposalsKernel final : public KernelFor<operators::GenerateProposalsBase> {
 public:
  Status RunOp(const operators::GenerateProposalsBase& op, const RunContext&) override {
    found_.clear();
    ends_.assign(1, 0);
    for (int64_t n = 0; n < op.scores->dims()[0]; ++n) {
      LITE_RETURN_IF_ERROR(FindInImage(op, n));
      ends_.push_back(static_cast<int64_t>(found_.size()));
    }
    return Write(op);
  }

 private:
  struct Region {
    T box[4];
    T score;
  };
  struct Image {
    T height;
    T width;
    T scale;
  };

  Status FindInImage(const operators::GenerateProposalsBase& op, int64_t n) {
    const DDim& dims = op.scores->dims();
    const int64_t anchors = dims[1];
    const int64_t plane = dims[2] * dims[3];
    const T* scores = op.scores->data<T>() + n * anchors * plane;
    const DDim& info_dims = op.im_shape->dims();
    const T* info = op.im_shape->data<T>() + n * info_dims.Count(1, info_dims.rank());
    const Image image{info[0], info[1], op.HasScale() ? info[2] : T{1}};

    // Candidates are numbered in [H, W, A] order, like the anchors.
    const auto score_of = [&](int64_t i) { return scores[i % anchors * plane + i / anchors]; };
    if (op.pre_nms_top_n > 0 && op.pre_nms_top_n < anchors * plane) {
      // Not sorted, as in Paddle: without suppression, this is the order of the result.
      order_.resize(static_cast<size_t>(anchors * plane));
      std::iota(order_.begin(), order_.end(), int64_t{0});
      SelectFirst(order_.data(), order_.data() + op.pre_nms_top_n, order_.data() + order_.size(),
                  [&](int64_t a, int64_t b) { return score_of(a) > score_of(b); });
      order_.resize(static_cast<size_t>(op.pre_nms_top_n));
    } else {
      BestAbove(anchors * plane, -INFINITY, -1, score_of, &order_);
    }
    regions_.clear();
    for (const Tensor* boxes : {op.anchors, op.variances}) {
      const int64_t count = boxes->numel() / 4;
      if (count >= anchors * plane) continue;
      const auto beyond =
          std::find_if(order_.begin(), order_.end(), [=](int64_t i) { return i >= count; });
      if (beyond == order_.end()) continue;
      return OutOfRange(boxes == op.anchors ? "Anchors" : "Variances", ": box ", *beyond,
                        " is among the best of image ", n, ", found shape ", boxes->dims());
    }
    for (const int64_t i : order_) {
      Region region;
      region.score = score_of(i);
      Move(op, n, i, image, region.box);
      if (IsLargeEnough(op, image, region.box)) regions_.push_back(region);
    }
    if (regions_.empty()) {
      found_.push_back(Region{});
      return OkStatus();
    }
    order_.resize(regions_.size());
    for (size_t i = 0; i < order_.size(); ++i) order_[i] = static_cast<int64_t>(i);
    // Without suppression, the number is not limited either, as in Paddle.
    if (op.nms_thresh > 0.0f) {
      // Of equal scores, the later region comes first here.
      std::sort(order_.begin(), order_.end(), [&](int64_t a, int64_t b) {
        const T p = At(a).score;
        const T q = At(b).score;
        return p != q ? p > q : a > b;
      });
      const T extra = op.pixel_offset ? T{1} : T{0};
      SuppressOverlaps(
          static_cast<T>(op.nms_thresh), op.eta, op.post_nms_top_n > 0 ? op.post_nms_top_n : -1,
          [&](int64_t a, int64_t b) { return BoxOverlap(At(a).box, At(b).box, extra); }, &order_);
    }
    for (const int64_t i : order_) found_.push_back(At(i));
    return OkStatus();
  }

  const Region& At(int64_t i) const { return regions_[static_cast<size_t>(i)]; }

  // Moves anchor i by its deltas and clips it to the image.
  static void Move(const operators::GenerateProposalsBase& op, int64_t n, int64_t i,
                   const Image& image, T* box) {
    const DDim& dims = op.bbox_deltas->dims();
    const int64_t channels = dims[1];
    const int64_t plane = dims[2] * dims[3];
    const T* deltas = op.bbox_deltas->data<T>() + n * channels * plane;
    const auto delta = [&](int64_t number) {
      const int64_t at = i * 4 + number;
      return deltas[at % channels * plane + at / channels];
    };
    const T* anchor = op.anchors->data<T>() + i * 4;
    const T* variance = op.variances->data<T>() + i * 4;
    const T extra = op.pixel_offset ? T{1} : T{0};
    // Beyond this a box would be more than 1000 / 16 times its anchor.
    constexpr T kMaxLogGrowth = static_cast<T>(4.135166556742356);
    for (int axis = 0; axis < 2; ++axis) {
      const T size = anchor[axis + 2] - anchor[axis] + extra;
      const T shift = variance[axis] * delta(axis);
      const T growth = variance[axis + 2] * delta(axis + 2);
      const T center = shift * size + (anchor[axis] + size / 2);
      const T moved = std::exp(std::min(growth, kMaxLogGrowth)) * size;
      const T limit = (axis == 0 ? image.width : image.height) - extra;
      box[axis] = std::max(std::min(center - moved / 2.0f, limit), T{0});
      box[axis + 2] = std::max(std::min(center + moved / 2.0f - extra, limit), T{0});
    }
  }

  static bool IsLargeEnough(const operators::GenerateProposalsBase& op, const Image& image,
                            const T* box) {
    const T smallest = std::max(static_cast<T>(op.min_size), T{1});
    const T extra = op.pixel_offset ? T{1} : T{0};
    const T width = box[2] - box[0] + extra;
    const T height = box[3] - box[1] + extra;
    // At the image's own scale, in the version that has it.
    const T own_width = op.HasScale() ? (box[2] - box[0]) / image.scale + 1.0f : width;
    const T own_height = op.HasScale() ? (box[3] - box[1]) / image.scale + 1.0f : height;
    if (!(own_width >= smallest && own_height >= smallest)) return false;
    if (!op.pixel_offset) return true;
    return box[0] + width / 2.0f <= image.width && box[1] + height / 2.0f <= image.height;
  }

  Status Write(const operators::GenerateProposalsBase& op) {
    const int64_t total = ends_.back();
    LITE_RETURN_IF_ERROR(GiveCounts(ends_, op.rpn_rois_num));
    // The second version counts rows by RpnRoisNum instead.
    const bool has_lod = op.HasScale() || op.rpn_rois_num == nullptr;
    for (Tensor* out : {op.rpn_rois, op.rpn_roi_probs}) {
      const DDim dims{total, out == op.rpn_rois ? 4 : 1};
      LITE_RETURN_IF_ERROR(has_lod ? GiveRows(dims, PrecisionOfType<T>(), ends_, out)
                                   : GiveOutput(dims, PrecisionOfType<T>(), out));
    }
    T* box = op.rpn_rois->mutable_data<T>();
    T* score = op.rpn_roi_probs->mutable_data<T>();
    for (const Region& region : found_) {
      box = std::copy_n(region.box, 4, box);
      *score++ = region.score;
    }
    if (op.rpn_rois_lod == nullptr) return OkStatus();
    const int64_t images = static_cast<int64_t>(ends_.size()) - 1;
    LITE_RETURN_IF_ERROR(GiveOutput(DDim{images}, PrecisionType::kInt64, op.rpn_rois_lod));
    std::copy(ends_.begin() + 1, ends_.end(), op.rpn_rois_lod->mutable_data<int64_t>());
    return OkStatus();
  }

  std::vector<int64_t> order_;
  std::vector<Region> regions_;  // regions of one image
  std::vector<Region> found_;
  std::vector<int64_t> ends_;  // number of regions before every image, and in total
};

LITE_KERNELS(kHost, kFloat, kNCHW, def, GenerateProposalsKernel<float>, generate_proposals)
    .Out({"RpnRoisNum"}, PRECISION(kInt32))
    .Out({"RpnRoisLod"}, PRECISION(kInt64));
LITE_KERNELS(kHost, kFloat, kNCHW, def, GenerateProposalsKernel<float>, generate_proposals_v2)
    .Out({"RpnRoisNum"}, PRECISION(kInt32));
LITE_KERNELS(kHost, kFP64, kNCHW, def, GenerateProposalsKernel<double>, generate_proposals)
    .Out({"RpnRoisNum"}, PRECISION(kInt32))
    .Out({"RpnRoisLod"}, PRECISION(kInt64));
LITE_KERNELS(kHost, kFP64, kNCHW, def, GenerateProposalsKernel<double>, generate_proposals_v2)
    .Out({"RpnRoisNum"}, PRECISION(kInt32));

}  // namespace paddle::lite::kernels::host
