// Normalisation by the moments of rows, and by given moments of channels.

#include "lite/kernels/xpu/call.h"
#include "lite/operators/batch_norm.h"
#include "lite/operators/layer_norm.h"

namespace paddle::lite::kernels::xpu {

class BatchNormKernel final : public XpuKernel<operators::BatchNorm> {
 public:
  static Status Supports(const operators::BatchNorm& op) {
    if (op.uses_batch_statistics()) return Unsupported("statistics of the batch (training form)");
    if (op.data_layout == "NHWC") return Unsupported("data_layout NHWC");
    if (op.scale == nullptr || op.bias == nullptr) return Unsupported("without Scale and Bias");
    LITE_ASSIGN_OR_RETURN(const Activation activation, op.activation.Resolve());
    return activation.is_identity() ? OkStatus() : Unsupported("an activation fused into it");
  }

 protected:
  Status PrepareXpu(const operators::BatchNorm& op, PrepareContext*) override {
    const DDim& dims = op.x->dims();
    image_ = {Int(dims[0]), Int(dims[1]), Int(dims.Count(2, dims.rank())), 1};
    return OkStatus();
  }
  Status RunXpu(const operators::BatchNorm& op, RawContext* context) override {
    return CheckCall(library::BatchNorm(context, From<float>(op.x), To<float>(op.y), image_,
                                        op.epsilon, From<float>(op.scale), From<float>(op.bias),
                                        From<float>(op.mean), From<float>(op.variance)),
                     "batch_norm_infer of XDNN");
  }

 private:
  std::vector<int> image_;
};

class LayerNormKernel final : public XpuKernel<operators::LayerNorm> {
 public:
  // The library computes the moments for the gradients only.
  static Status Supports(const operators::LayerNorm& op) {
    if (op.scale == nullptr || op.bias == nullptr) return Unsupported("without Scale and Bias");
    return op.mean == nullptr && op.variance == nullptr ? OkStatus()
                                                        : Unsupported("slots Mean and Variance");
  }

 protected:
  Status RunXpu(const operators::LayerNorm& op, RawContext* context) override {
    const DDim& dims = op.x->dims();
    return CheckCall(library::LayerNorm(context, From<float>(op.x), To<float>(op.y),
                                        Int(dims.Count(0, op.begin_norm_axis)),
                                        Int(dims.Count(op.begin_norm_axis, dims.rank())),
                                        op.epsilon, From<float>(op.scale), From<float>(op.bias)),
                     "layer_norm of XDNN");
  }
};

LITE_KERNELS(kXPU, kFloat, kNCHW, def, BatchNormKernel, batch_norm);
LITE_KERNELS(kXPU, kFloat, kNCHW, def, LayerNormKernel, layer_norm);

}  // namespace paddle::lite::kernels::xpu
