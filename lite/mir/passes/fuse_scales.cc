#include "lite/mir/passes/scale.h"

namespace paddle::lite::mir {

namespace {

Status CheckScales(const Match& m) { return CheckPlainScale(m, "first", *m.arg("a")); }

// (x * s1 + b1) * s2 + b2. The rest of the second operator is kept.
Status Multiply(Match* m) {
  const Affine first = AffineOf(*m, "first");
  const Affine second = AffineOf(*m, "second");
  // Floats of this size have no fractions: programs add and subtract them to round.
  constexpr double kRounds = 1 << 22;
  if (std::fabs(first.bias) >= kRounds) {
    return Refuse("the addend ", first.bias, " rounds the sum");
  }
  const auto scale = static_cast<float>(first.scale * second.scale);
  const auto bias = static_cast<float>(first.bias * second.scale + second.bias);
  if (!std::isfinite(scale) || !std::isfinite(bias) ||
      (scale == 0 && first.scale != 0 && second.scale != 0)) {
    return Refuse("the product of the factors ", first.scale, " and ", second.scale,
                  " is out of range");
  }
  m->SetAttr("scale", scale);
  m->SetAttr("bias", bias);
  return OkStatus();
}

}  // namespace

LITE_PASS(fuse_scales) {
  return Pass()
      .Stage(Stage::kScale)
      .Alias("lite_scales_fuse_pass")
      .Fuse(
          {R"(first: scale(X=%x) -> (Out=%a)
                second: scale(X=%a) -> (Out=%y))",
           R"(scale(X=%x) -> (Out=%y) {..second, scale=$scale, bias=$bias, bias_after_scale=true})",
           &CheckScales, &Multiply});
}

}  // namespace paddle::lite::mir
