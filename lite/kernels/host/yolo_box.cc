#include "lite/operators/yolo_box.h"

#include <algorithm>
#include <cmath>

#include "lite/kernels/activation_math.h"
#include "lite/kernels/kernel.h"

namespace paddle::lite::kernels::host {

template <typename T>
class YoloBoxKernel final : public KernelFor<operators::YoloBox> {
 public:
  Status RunOp(const operators::YoloBox& op, const RunContext& context) override {
    const DDim& dims = op.x->dims();
    const int64_t anchors = op.anchor_count();
    const int64_t units = dims[0] * anchors * dims[2];
    constexpr int64_t kGrain = 16;  // rows of cells that justify a thread
    context.pool->ForEach(units, kGrain, [&](int64_t unit) {
      Row(op, unit / (anchors * dims[2]), unit / dims[2] % anchors, unit % dims[2]);
    });
    return OkStatus();
  }

 private:
  // The boxes of one anchor in one row of cells.
  static void Row(const operators::YoloBox& op, int64_t n, int64_t anchor, int64_t y) {
    const DDim& dims = op.x->dims();
    const int64_t height = dims[2];
    const int64_t width = dims[3];
    const int64_t plane = height * width;
    const int64_t classes = op.class_num;
    const int64_t first_plane = op.iou_aware ? op.anchor_count() : 0;
    const T* image = op.x->data<T>() + n * dims[1] * plane;
    const T* overlap = image + anchor * plane + y * width;
    const T* src = image + (first_plane + anchor * (5 + classes)) * plane + y * width;
    const int64_t first = ((n * op.anchor_count() + anchor) * height + y) * width;
    T* boxes = op.boxes->mutable_data<T>() + first * 4;
    T* scores = op.scores->mutable_data<T>() + first * classes;

    const T image_height = static_cast<T>(op.img_size->data<int32_t>()[n * 2]);
    const T image_width = static_cast<T>(op.img_size->data<int32_t>()[n * 2 + 1]);
    const T columns = static_cast<T>(op.grid_height_only ? height : width);
    const T rows = static_cast<T>(height);
    const T cell = static_cast<T>(op.downsample_ratio);
    const T anchor_width = static_cast<T>(op.anchors[static_cast<size_t>(anchor) * 2]);
    const T anchor_height = static_cast<T>(op.anchors[static_cast<size_t>(anchor) * 2 + 1]);
    const T bias = -0.5f * (op.scale_x_y - 1.0f);
    for (int64_t x = 0; x < width; ++x, ++src, boxes += 4, scores += classes) {
      T confidence = Sigmoid(src[4 * plane]);
      if (op.iou_aware) {
        confidence = std::pow(confidence, 1 - static_cast<T>(op.iou_aware_factor)) *
                     std::pow(Sigmoid(overlap[x]), static_cast<T>(op.iou_aware_factor));
      }
      if (confidence < op.conf_thresh) {
        std::fill_n(boxes, 4, T{0});
        std::fill_n(scores, classes, T{0});
        continue;
      }
      const T cx =
          (static_cast<T>(x) + Sigmoid(src[0]) * op.scale_x_y + bias) * image_width / columns;
      const T cy =
          (static_cast<T>(y) + Sigmoid(src[plane]) * op.scale_x_y + bias) * image_height / rows;
      const T w = std::exp(src[2 * plane]) * anchor_width * image_width / (cell * columns);
      const T h = std::exp(src[3 * plane]) * anchor_height * image_height / (cell * rows);
      boxes[0] = cx - w / 2.0f;
      boxes[1] = cy - h / 2.0f;
      boxes[2] = cx + w / 2.0f;
      boxes[3] = cy + h / 2.0f;
      if (op.clip_bbox) {
        boxes[0] = std::max(boxes[0], T{0});
        boxes[1] = std::max(boxes[1], T{0});
        boxes[2] = std::min(boxes[2], image_width - 1);
        boxes[3] = std::min(boxes[3], image_height - 1);
      }
      for (int64_t k = 0; k < classes; ++k) scores[k] = confidence * Sigmoid(src[(5 + k) * plane]);
    }
  }
};

LITE_KERNELS(kHost, kFloat, kNCHW, def, YoloBoxKernel<float>, yolo_box)
    .In({"ImgSize"}, PRECISION(kInt32));
LITE_KERNELS(kHost, kFP64, kNCHW, def, YoloBoxKernel<double>, yolo_box)
    .In({"ImgSize"}, PRECISION(kInt32));

}  // namespace paddle::lite::kernels::host
