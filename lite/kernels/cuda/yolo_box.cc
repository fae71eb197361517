#include "lite/operators/yolo_box.h"

#include <vector>

#include "lite/backends/cuda/boxes_body.h"
#include "lite/kernels/cuda/call.h"
#include "lite/kernels/gpu/yolo.h"

namespace paddle::lite::kernels::cuda {

class YoloBoxKernel final : public CudaKernel<operators::YoloBox> {
 public:
  Status PrepareCuda(const operators::YoloBox& op, PrepareContext* context) override {
    head_ = gpu::HeadOf(op);
    const std::vector<float> anchors(op.anchors.begin(), op.anchors.end());
    LITE_ASSIGN_OR_RETURN(anchors_,
                          UploadValues(*context, anchors.data(), anchors.size() * sizeof(float)));
    return OkStatus();
  }
  Status RunOp(const operators::YoloBox& op, const RunContext& context) override {
    const lite::cuda::YoloBoxBody body = {From<float>(op.x),     From<int32_t>(op.img_size),
                                          From<float>(anchors_), To<float>(op.boxes),
                                          To<float>(op.scores),  head_};
    return QueueOf(context)->Launch("yolo_box", body, op.boxes->numel() / 4);
  }

 private:
  gpu::YoloHead head_;
  Block anchors_;
};

LITE_KERNELS(kCUDA, kFloat, kNCHW, def, YoloBoxKernel, yolo_box).In({"ImgSize"}, PRECISION(kInt32));

}  // namespace paddle::lite::kernels::cuda
