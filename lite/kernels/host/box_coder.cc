#include "lite/operators/box_coder.h"

#include <algorithm>
#include <cmath>

#include "lite/base/logging.h"
#include "lite/kernels/kernel.h"

namespace paddle::lite::kernels::host {

template <typename T>
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
    const T extra = op.box_normalized ? T(0) : T(1);
    const T* priors = op.prior_box->data<T>();
    const T* variances = op.prior_box_var ? op.prior_box_var->data<T>() : nullptr;
    T common[4] = {1, 1, 1, 1};
    if (!op.variance.empty()) std::copy_n(op.variance.begin(), 4, common);
    const T* targets = op.target_box->data<T>();
    T* out = op.output_box->mutable_data<T>();
    constexpr int64_t kGrain = 256;  // boxes that justify a thread
    context.pool->ForEach(dims[0] * dims[1], kGrain, [&](int64_t i) {
      const int64_t row = i / dims[1];
      const int64_t column = i % dims[1];
      const int64_t at = decodes && op.axis == 1 ? row : column;
      const Center prior(priors + at * 4, extra);
      const T* variance = variances != nullptr ? variances + at * 4 : common;
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
    Center(const T* box, T extra)
        : width(box[2] - box[0] + extra),
          height(box[3] - box[1] + extra),
          x(box[0] + width / 2),
          y(box[1] + height / 2) {}
    T width;
    T height;
    T x;
    T y;
  };

  static void Decode(const Center& prior, const T* variance, const T* code, T extra, T* box) {
    const T x = variance[0] * code[0] * prior.width + prior.x;
    const T y = variance[1] * code[1] * prior.height + prior.y;
    const T width = std::exp(variance[2] * code[2]) * prior.width;
    const T height = std::exp(variance[3] * code[3]) * prior.height;
    box[0] = x - width / 2;
    box[1] = y - height / 2;
    box[2] = x + width / 2 - extra;
    box[3] = y + height / 2 - extra;
  }

  // The centre of the target ignores the extra pixel while that of the prior does not, as in
  // training.
  static void Encode(const Center& prior, const T* variance, const T* box, T extra, T* code) {
    const T width = box[2] - box[0] + extra;
    const T height = box[3] - box[1] + extra;
    code[0] = ((box[0] + box[2]) / 2 - prior.x) / prior.width / variance[0];
    code[1] = ((box[1] + box[3]) / 2 - prior.y) / prior.height / variance[1];
    code[2] = std::log(std::fabs(width / prior.width)) / variance[2];
    code[3] = std::log(std::fabs(height / prior.height)) / variance[3];
  }
};

LITE_KERNELS(kHost, kFloat, kNCHW, def, BoxCoderKernel<float>, box_coder);
LITE_KERNELS(kHost, kFP64, kNCHW, def, BoxCoderKernel<double>, box_coder);

}  // namespace paddle::lite::kernels::host
