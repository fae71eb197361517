#include "lite/mir/passes/batch_norm.h"
#include "lite/mir/passes/scale.h"

namespace paddle::lite::mir {

namespace {

Status CheckUnscaledFc(const Match& m) {
  const auto activation = m.attr<std::string>("fc", "activation_type");
  if (!activation.empty()) return Refuse("fc already applies ", activation);
  if (IsQuantised(m.op("fc")) || m.op("fc").FindAttr("quantize_weight_bits") != nullptr ||
      m.constant("w")->precision() != PrecisionType::kFloat) {
    return Refuse("the weights are quantised");
  }
  if (m.attr<bool>("fc", "padding_weights")) return Refuse("the weights have margins");
  if (m.constant("w")->dims().rank() != 2) return Refuse("the weight is not a matrix");
  return OkStatus();
}

size_t Columns(const Match& m) { return static_cast<size_t>(m.constant("w")->dims()[1]); }

// W' = W * factor, Bias' = Bias * factor + shift, per column.
Status FoldIntoFc(Match* m, const std::vector<double>& factor, std::vector<double> shift) {
  const size_t columns = factor.size();
  LITE_ASSIGN_OR_RETURN(std::vector<double> weights, ToDoubles(*m->constant("w")));
  for (size_t i = 0; i < weights.size(); ++i) weights[i] *= factor[i % columns];
  const ArgNode* old = m->arg("old");
  if (old != nullptr) {
    LITE_ASSIGN_OR_RETURN(const std::vector<double> bias, ToDoubles(*old->constant()));
    if (bias.size() != columns) return Refuse("Bias does not have one element per column");
    for (size_t c = 0; c < columns; ++c) shift[c] += bias[c] * factor[c];
  }
  LITE_ASSIGN_OR_RETURN(Tensor weight,
                        FromDoubles(m->constant("w")->dims(), PrecisionType::kFloat, weights));
  LITE_ASSIGN_OR_RETURN(
      Tensor sum, FromDoubles(DDim({static_cast<int64_t>(columns)}), PrecisionType::kFloat, shift));
  m->SetConstant("weight", m->arg("w")->name(), std::move(weight));
  m->SetConstant("bias", old != nullptr ? old->name() : m->arg("f")->name() + ".bias",
                 std::move(sum));
  return OkStatus();
}

Status CheckFcScale(const Match& m) {
  LITE_RETURN_IF_ERROR(CheckUnscaledFc(m));
  return CheckPlainScale(m, "scale", *m.arg("f"));
}

Status FoldScaleIntoFc(Match* m) {
  const Affine affine = AffineOf(*m, "scale");
  return FoldIntoFc(m, std::vector<double>(Columns(*m), affine.scale),
                    std::vector<double>(Columns(*m), affine.bias));
}

Status CheckBn(const Match& m) {
  LITE_RETURN_IF_ERROR(CheckUnscaledFc(m));
  LITE_RETURN_IF_ERROR(CheckFixedStatistics(m));
  if (!m.arg("f")->dims.has_value() || m.arg("f")->dims->rank() != 2) {
    return Refuse("the channels are not the columns");
  }
  return OkStatus();
}

Status FoldBnIntoFc(Match* m) {
  std::vector<double> factor;
  std::vector<double> shift;
  LITE_RETURN_IF_ERROR(BnAsAffine(*m, Columns(*m), &factor, &shift));
  return FoldIntoFc(m, factor, shift);
}

constexpr char kFc[] = R"(
    const %w  const %old  const %scale  const %shift  const %mean  const %variance
    fc(Input=%x, W=%w, Bias=%old?) -> (Out=%f)
    )";
constexpr char kScaledFc[] = "fc(..fc, W=%weight, Bias=%bias) -> (Out=%y) {..fc}";

}  // namespace

LITE_PASS(fuse_fc_scale) {
  const std::string fc = kFc;
  return Pass()
      .Stage(Stage::kFactor)
      .Fuse({fc + "scale(X=%f) -> (Out=%y)", kScaledFc, &CheckFcScale, &FoldScaleIntoFc})
      .Fuse({fc + R"(bn: batch_norm|sync_batch_norm(X=%f, Scale=%scale?, Bias=%shift?, Mean=%mean,
                         Variance=%variance) -> (Y=%y))",
             kScaledFc, &CheckBn, &FoldBnIntoFc});
}

}  // namespace paddle::lite::mir
