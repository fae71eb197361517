#include "lite/operators/box_coder.h"

#include <cmath>

#include "lite/base/logging.h"
#include "lite/kernels/kernel.h"

namespace paddle::lite::kernels::host {

class BoxCoderKernel final : public KernelFor<operators::BoxCoder> {
 public:
  Status PrepareOp(const operators::BoxCoder& op, PrepareContext*) override {
    if (op.prior_box_var != nullptr && !op.variance.empty())
      LITE_LOG_WARNING("box_coder: PriorBoxVar is used, attribute variance is not");
    return OkStatus();
  }
  Status RunOp(const operators::BoxCoder& op, const RunContext& context) override {
    const DDim& dims = op.output_box->dims();
    const bool decodes = op.decodes();
    const float extra = op.box_normalized ? 0.0f : 1.0f;
    const float* priors = op.prior_box->data<float>();
    const float* variances = op.prior_box_var ? op.prior_box_var->data<float>() : nullptr;
    const float kOnes[4] = {1.0f, 1.0f, 1.0f, 1.0f};
    const float* common = op.variance.empty() ? kOnes : op.variance.data();
    const float* targets = op.target_box->data<float>();
    float* out = op.output_box->mutable_data<float>();
    constexpr int64_t kGrain = 256;  // boxes that justify a thread
    context.pool->ForEach(dims[0] * dims[1], kGrain, [&](int64_t i) {
      const int64_t row = i / dims[1];
      const int64_t column = i % dims[1];
      const int64_t at = decodes && op.axis == 1 ? row : column;
      const Center prior(priors + at * 4, extra);
      const float* variance = variances != nullptr ? variances + at * 4 : common;
      if (decodes) {
        Decode(prior, variance, targets + i * 4, extra, out + i * 4);
      } else {
        Encode(prior, variance, targets + row * 4, extra, out + i * 4);
      }
    });
    return OkStatus();
  }

 private:
  struct Center {
    Center(const float* box, float extra)
        : width(box[2] - box[0] + extra),
          height(box[3] - box[1] + extra),
          x(box[0] + width / 2.0f),
          y(box[1] + height / 2.0f) {}
    float width;
    float height;
    float x;
    float y;
  };

  static void Decode(const Center& prior, const float* variance, const float* code, float extra,
                     float* box) {
    const float x = variance[0] * code[0] * prior.width + prior.x;
    const float y = variance[1] * code[1] * prior.height + prior.y;
    const float width = std::exp(variance[2] * code[2]) * prior.width;
    const float height = std::exp(variance[3] * code[3]) * prior.height;
    box[0] = x - width / 2.0f;
    box[1] = y - height / 2.0f;
    box[2] = x + width / 2.0f - extra;
    box[3] = y + height / 2.0f - extra;
  }

  // The centre of the target ignores the extra pixel while that of the prior does not, as in
  // training.
  static void Encode(const Center& prior, const float* variance, const float* box, float extra,
                     float* code) {
    const float width = box[2] - box[0] + extra;
    const float height = box[3] - box[1] + extra;
    code[0] = ((box[0] + box[2]) / 2.0f - prior.x) / prior.width / variance[0];
    code[1] = ((box[1] + box[3]) / 2.0f - prior.y) / prior.height / variance[1];
    code[2] = std::log(std::fabs(width / prior.width)) / variance[2];
    code[3] = std::log(std::fabs(height / prior.height)) / variance[3];
  }
};

LITE_KERNELS(kHost, kFloat, kNCHW, def, BoxCoderKernel, box_coder);

}  // namespace paddle::lite::kernels::host
