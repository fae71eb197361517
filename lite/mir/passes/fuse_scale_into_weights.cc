#include "lite/mir/passes/conv.h"
#include "lite/mir/passes/scale.h"

namespace paddle::lite::mir {

namespace {

// The scale must not add anything: where a convolution reads padding, an added number would be
// missing.
Status CheckWeightFactor(const Match& m) {
  LITE_RETURN_IF_ERROR(CheckPlainScale(m, "scale", *m.arg("s")));
  if (AffineOf(m, "scale").bias != 0) return Refuse("scale adds a bias");
  const OpNode& linear = m.op("linear");
  if (IsQuantised(m.op("linear")) || linear.FindAttr("quantize_weight_bits") != nullptr ||
      m.constant("w")->precision() != PrecisionType::kFloat) {
    return Refuse("the weights are quantised");
  }
  return OkStatus();
}

Status ScaleWeights(Match* m) {
  LITE_ASSIGN_OR_RETURN(std::vector<double> weights, ToDoubles(*m->constant("w")));
  const double factor = AffineOf(*m, "scale").scale;
  for (double& w : weights) w *= factor;
  LITE_ASSIGN_OR_RETURN(Tensor scaled,
                        FromDoubles(m->constant("w")->dims(), PrecisionType::kFloat, weights));
  m->SetConstant("scaled", m->arg("w")->name(), std::move(scaled));
  return OkStatus();
}

constexpr char kScale[] = R"(
    const %w
    scale(X=%x) -> (Out=%s)
    )";

}  // namespace

// (s * x) * W = x * (s * W). A dropout of kind downgrade_in_infer becomes such a scale.
LITE_PASS(fuse_scale_into_weights) {
  const std::string scale = kScale;
  return Pass()
      .Stage(Stage::kJoin)
      .Fuse({scale + R"(linear: conv2d|depthwise_conv2d|conv2d_transpose|depthwise_conv2d_transpose(
                            Input=%s, Filter=%w, ..) -> (Output=%y))",
             "@linear(..linear, Input=%x, Filter=%scaled) -> (Output=%y) {..linear}",
             &CheckWeightFactor, &ScaleWeights})
      .Fuse({scale + "linear: fc(Input=%s, W=%w, ..) -> (Out=%y)",
             "fc(..linear, Input=%x, W=%scaled) -> (Out=%y) {..linear}", &CheckWeightFactor,
             &ScaleWeights})
      .Fuse({scale + "linear: mul|matmul|matmul_v2(X=%s, Y=%w) -> (Out=%y)",
             "@linear(X=%x, Y=%scaled) -> (Out=%y) {..linear}", &CheckWeightFactor, &ScaleWeights});
}

}  // namespace paddle::lite::mir
