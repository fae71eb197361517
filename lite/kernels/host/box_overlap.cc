#include "lite/operators/box_overlap.h"

#include <algorithm>
#include <vector>

#include "lite/kernels/host/detection.h"
#include "lite/kernels/kernel.h"

namespace paddle::lite::kernels::host {
namespace {

// Intersection over union of boxes whose corners may be in any order: their area is signed. `extra`
// is 1 if both edges belong to a box.
template <typename T>
T SignedOverlap(const T* a, const T* b, T extra) {
  const auto area = [=](const T* box) {
    return (box[3] - box[1] + extra) * (box[2] - box[0] + extra);
  };
  const T width = std::max(std::min(a[2], b[2]) - std::max(a[0], b[0]) + extra, T{0});
  const T height = std::max(std::min(a[3], b[3]) - std::max(a[1], b[1]) + extra, T{0});
  const T common = width * height;
  const T either = area(a) + area(b) - common;
  return either == T{0} ? T{0} : common / either;
}

}  // namespace

class IouSimilarityKernel final : public KernelFor<operators::IouSimilarity> {
 public:
  Status RunOp(const operators::IouSimilarity& op, const RunContext& context) override {
    return VisitElementType<RealTypes>("X", op.x->precision(), [&](auto type) {
      using T = typename decltype(type)::Type;
      const T extra = op.box_normalized ? T{0} : T{1};
      const T* x = op.x->data<T>();
      const T* y = op.y->data<T>();
      T* out = op.out->mutable_data<T>();
      const int64_t columns = op.y->dims()[0];
      constexpr int64_t kGrain = 1024;  // pairs that justify a thread
      context.pool->ForEach(op.x->dims()[0], kGrain / (columns + 1) + 1, [=](int64_t i) {
        for (int64_t j = 0; j < columns; ++j) {
          out[i * columns + j] = SignedOverlap(x + i * 4, y + j * 4, extra);
        }
      });
    });
  }
};

class NmsKernel final : public KernelFor<operators::Nms> {
 public:
  Status RunOp(const operators::Nms& op, const RunContext&) override {
    return VisitElementType<RealTypes>("Boxes", op.boxes->precision(), [&](auto type) -> Status {
      using T = typename decltype(type)::Type;
      const T* boxes = op.boxes->data<T>();
      kept_.clear();
      for (int64_t i = 0; i < op.boxes->dims()[0]; ++i) {
        const bool overlaps = std::any_of(kept_.begin(), kept_.end(), [&](int64_t k) {
          return SignedOverlap(boxes + i * 4, boxes + k * 4, T{0}) >
                 static_cast<T>(op.iou_threshold);
        });
        if (!overlaps) kept_.push_back(i);
      }
      LITE_RETURN_IF_ERROR(GiveOutput(DDim{static_cast<int64_t>(kept_.size())},
                                      PrecisionType::kInt64, op.keep_boxes_idxs));
      std::copy(kept_.begin(), kept_.end(), op.keep_boxes_idxs->mutable_data<int64_t>());
      return OkStatus();
    });
  }

 private:
  std::vector<int64_t> kept_;
};

LITE_KERNELS(kHost, kAny, kNCHW, def, IouSimilarityKernel, iou_similarity);
LITE_KERNELS(kHost, kAny, kNCHW, def, NmsKernel, nms).Out({"KeepBoxesIdxs"}, PRECISION(kInt64));

}  // namespace paddle::lite::kernels::host
