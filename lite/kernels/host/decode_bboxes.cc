#include "lite/operators/decode_bboxes.h"

#include <cmath>

#include "lite/kernels/kernel.h"

namespace paddle::lite::kernels::host {

class DecodeBboxesKernel final : public KernelFor<operators::DecodeBboxes> {
  using Code = operators::DecodeBboxes::Code;

 public:
  Status PrepareOp(const operators::DecodeBboxes& op, PrepareContext*) override {
    LITE_ASSIGN_OR_RETURN(code_, op.ReadCode());
    return OkStatus();
  }
  Status RunOp(const operators::DecodeBboxes& op, const RunContext& context) override {
    const int64_t priors = op.num_priors;
    const float* prior = op.prior->data<float>();
    const float* loc = op.loc->data<float>();
    float* out = op.bbox->mutable_data<float>();
    constexpr int64_t kGrain = 256;  // boxes that justify a thread
    context.pool->ForEach(op.loc->dims()[0] * priors, kGrain, [&](int64_t i) {
      const int64_t p = i % priors * 4;
      const float ones[4] = {1, 1, 1, 1};
      const float* variance = op.variance_encoded_in_target ? ones : prior + priors * 4 + p;
      Decode(prior + p, variance, loc + i * 4, out + i * 4);
    });
    return OkStatus();
  }

 private:
  void Decode(const float* p, const float* v, const float* l, float* out) const {
    if (code_ == Code::kCorner) {
      for (int i = 0; i < 4; ++i) out[i] = p[i] + v[i] * l[i];
      return;
    }
    const float size[2] = {p[2] - p[0], p[3] - p[1]};
    for (int axis = 0; axis < 2; ++axis) {
      float& first = out[axis];
      float& last = out[axis + 2];
      if (code_ == Code::kCornerSize) {
        first = p[axis] + v[axis] * l[axis] * size[axis];
        last = p[axis + 2] + v[axis + 2] * l[axis + 2] * size[axis];
        continue;
      }
      const float centre = v[axis] * l[axis] * size[axis] + (p[axis] + p[axis + 2]) / 2;
      const float half = std::exp(v[axis + 2] * l[axis + 2]) * size[axis] / 2;
      first = centre - half;
      last = centre + half;
    }
  }

  Code code_ = Code::kCorner;
};

LITE_KERNELS(kHost, kFloat, kNCHW, def, DecodeBboxesKernel, decode_bboxes);

}  // namespace paddle::lite::kernels::host
