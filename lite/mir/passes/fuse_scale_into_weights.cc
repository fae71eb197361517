#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "lite/mir/passes/scale.h"
#include "lite/mir/scales.h"
#include "lite/model/op_fields.h"

namespace paddle::lite::mir {

namespace {

// The slot of `op` that reads `arg`.
std::string SlotOf(const OpNode& op, const ArgNode* arg) {
  for (const auto& [slot, args] : op.inputs()) {
    if (args.size() == 1 && args[0] == arg) return slot;
  }
  return "";
}

// The scale must not add anything: where a convolution reads padding, an added number would be
// missing.
Status CheckWeightFactor(const Match& m) {
  LITE_RETURN_IF_ERROR(CheckPlainScale(m, "scale", *m.arg("s")));
  const Affine affine = AffineOf(m, "scale");
  if (affine.bias != 0) return Refuse("scale adds a bias");
  const OpNode& linear = m.op("linear");
  const PrecisionType precision = m.constant("w")->precision();
  if (IsQuantised(linear)) {
    if (precision != PrecisionType::kInt8 || ScaleOf(linear, SlotOf(linear, m.arg("s"))) == 0 ||
        ScalesOf(linear, SlotOf(linear, m.arg("w"))).empty()) {
      return Refuse("the weights are quantised and lack scales, or those of the input");
    }
    if (affine.scale <= 0) return Refuse("a factor of quantised values is not positive");
  } else if (linear.FindAttr("quantize_weight_bits") != nullptr ||
             precision != PrecisionType::kFloat) {
    return Refuse("the weights are quantised");
  }
  return OkStatus();
}

// The quotients of an input and its scale stay what they are, and so does the rounded input: only
// the scales of input and weights take the factor.
Status MoveScales(Match* m, double factor) {
  const OpNode& linear = m->op("linear");
  const std::string input = SlotOf(linear, m->arg("s"));
  const std::string weight = SlotOf(linear, m->arg("w"));
  std::vector<float> of_input = ScalesOf(linear, input);
  std::vector<float> of_weight = ScalesOf(linear, weight);
  for (float& scale : of_input) scale = static_cast<float>(scale / factor);
  for (float& scale : of_weight) scale = static_cast<float>(scale * factor);
  for (const auto* scales : {&of_input, &of_weight}) {
    const bool normal = std::all_of(scales->begin(), scales->end(),
                                    [](float scale) { return scale == 0 || std::isnormal(scale); });
    if (!normal) return Refuse("a scale would be out of the range of float");
  }
  m->SetAttr(model::ScaleAttr(input), of_input);
  m->SetAttr(model::ScaleAttr(weight), of_weight);
  m->SetConstant("scaled", m->arg("w")->name(), *m->constant("w"));
  return OkStatus();
}

Status ScaleWeights(Match* m) {
  const double factor = AffineOf(*m, "scale").scale;
  if (IsQuantised(m->op("linear"))) return MoveScales(m, factor);
  LITE_ASSIGN_OR_RETURN(std::vector<double> weights, ToDoubles(*m->constant("w")));
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
             "@linear(..linear, Input=%x, Filter=%scaled) -> (Output=%y) {..linear, $*}",
             &CheckWeightFactor, &ScaleWeights})
      .Fuse({scale + "linear: fc(Input=%s, W=%w, ..) -> (Out=%y)",
             "fc(..linear, Input=%x, W=%scaled) -> (Out=%y) {..linear, $*}", &CheckWeightFactor,
             &ScaleWeights})
      .Fuse({scale + "linear: mul|matmul|matmul_v2(X=%s, Y=%w) -> (Out=%y)",
             "@linear(X=%x, Y=%scaled) -> (Out=%y) {..linear, $*}", &CheckWeightFactor,
             &ScaleWeights});
}

}  // namespace paddle::lite::mir
