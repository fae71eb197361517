// Boxes of detectors.

#include <vector>

#include "lite/kernels/gpu/yolo.h"
#include "lite/kernels/opencl/call.h"
#include "lite/operators/box_coder.h"

namespace paddle::lite::kernels::opencl {

class YoloBoxKernel final : public KernelFor<operators::YoloBox> {
 public:
  Status PrepareOp(const operators::YoloBox& op, PrepareContext* context) override {
    head_ = gpu::HeadOf(op);
    const std::vector<float> anchors(op.anchors.begin(), op.anchors.end());
    LITE_ASSIGN_OR_RETURN(anchors_,
                          UploadValues(*context, anchors.data(), anchors.size() * sizeof(float)));
    return function_.Load(*context, "boxes", "yolo_box");
  }
  Status RunOp(const operators::YoloBox& op, const RunContext& context) override {
    if (op.boxes->numel() == 0) return OkStatus();
    return function_.On(context)
        .Add(op.x)
        .Add(op.img_size)
        .Add(anchors_)
        .Add(op.boxes)
        .Add(op.scores)
        .Add(head_)
        .Over({int64_t{head_.height} * head_.width, head_.anchors, op.x->dims()[0]}, kLine);
  }

 private:
  gpu::YoloHead head_;
  Block anchors_;
  LoadedFunction function_;
};

class BoxCoderKernel final : public KernelFor<operators::BoxCoder> {
 public:
  Status PrepareOp(const operators::BoxCoder& op, PrepareContext* context) override {
    for (size_t i = 0; i < 4; ++i) common_[i] = op.variance.empty() ? 1.0f : op.variance[i];
    return function_.Load(*context, "boxes", "box_coder");
  }
  Status RunOp(const operators::BoxCoder& op, const RunContext& context) override {
    if (op.output_box->numel() == 0) return OkStatus();
    const DDim& dims = op.output_box->dims();
    return function_.On(context)
        .Add(op.prior_box)
        .Add(op.prior_box_var)
        .Add(op.target_box)
        .Add(op.output_box)
        .Add(common_)
        .Add(int32_t{op.decodes()})
        .Add(int32_t{op.axis == 1})
        .Add(op.box_normalized ? 0.0f : 1.0f)
        .Over({dims[1], dims[0], 1}, kSquare);
  }

 private:
  float common_[4] = {};
  LoadedFunction function_;
};

LITE_KERNELS(kOpenCL, kFloat, kNCHW, def, YoloBoxKernel, yolo_box)
    .In({"ImgSize"}, PRECISION(kInt32));
LITE_KERNELS(kOpenCL, kFloat, kNCHW, def, BoxCoderKernel, box_coder);

}  // namespace paddle::lite::kernels::opencl
