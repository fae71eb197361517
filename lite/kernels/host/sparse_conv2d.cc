#include "lite/operators/sparse_conv2d.h"

#include <algorithm>
#include <vector>

#include "lite/kernels/host/apply_activation.h"
#include "lite/kernels/kernel.h"

namespace paddle::lite::kernels::host {

class SparseConv2dKernel final : public KernelFor<operators::SparseConv2d> {
 public:
  Status PrepareOp(const operators::SparseConv2d& op, PrepareContext*) override {
    LITE_ASSIGN_OR_RETURN(activation_, op.act.Resolve());
    known_ = !op.ShapeDependsOnData();
    return known_ ? op.FindChannels(&channel_of_) : OkStatus();
  }

  Status RunOp(const operators::SparseConv2d& op, const RunContext& context) override {
    if (op.output->numel() == 0) return OkStatus();
    if (!known_) LITE_RETURN_IF_ERROR(op.FindChannels(&channel_of_));
    const DDim& dims = op.output->dims();
    const int64_t plane = dims[2] * dims[3];
    const int32_t* ends = op.counts->data<int32_t>();
    const float* weights = op.weights->data<float>();
    context.pool->ForEach(dims[0] * dims[1], 1, [&](int64_t unit) {
      const int64_t channel = unit % dims[1];
      const float* image = op.input->data<float>() + unit / dims[1] * op.input->dims()[1] * plane;
      float* dst = op.output->mutable_data<float>() + unit * plane;
      std::fill_n(dst, plane, op.bias == nullptr ? 0.0f : op.bias->data<float>()[channel]);
      for (int64_t k = channel == 0 ? 0 : ends[channel - 1]; k < ends[channel]; ++k) {
        const float* src = image + channel_of_[static_cast<size_t>(k)] * plane;
        for (int64_t i = 0; i < plane; ++i) dst[i] += weights[k] * src[i];
      }
      ApplyActivation(activation_, dst, plane);
    });
    return OkStatus();
  }

 private:
  Activation activation_;
  bool known_ = false;  // the channels do not change between runs
  std::vector<int64_t> channel_of_;
};

LITE_KERNELS(kHost, kFloat, kNCHW, def, SparseConv2dKernel, sparse_conv2d)
    .In({"OcNonZeros", "Diffs"}, PRECISION(kInt32));

}  // namespace paddle::lite::kernels::host
