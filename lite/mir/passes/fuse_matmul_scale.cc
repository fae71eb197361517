#include "lite/mir/passes/scale.h"

namespace paddle::lite::mir {

namespace {

Status CheckProductFactor(const Match& m, const ArgNode& scaled) {
  LITE_RETURN_IF_ERROR(CheckPlainScale(m, "scale", scaled));
  if (AffineOf(m, "scale").bias != 0) return Refuse("scale adds a bias");
  if (IsQuantised(m.op("product"))) return Refuse("the product is quantised");
  return OkStatus();
}

Status CheckBehind(const Match& m) { return CheckProductFactor(m, *m.arg("p")); }
Status CheckInFront(const Match& m) { return CheckProductFactor(m, *m.arg("s")); }

Status SetAlpha(Match* m) {
  const double alpha = m->attr<float>("product", "alpha") * AffineOf(*m, "scale").scale;
  m->SetAttr("alpha", static_cast<float>(alpha));
  if (!std::isfinite(static_cast<float>(alpha))) return Refuse("alpha would not be finite");
  return OkStatus();
}

constexpr char kBehind[] = R"(
    product: matmul|matmul_v2(X=%x, Y=%y) -> (Out=%p)
    scale(X=%p) -> (Out=%out))";
constexpr char kScaledX[] = R"(
    scale(X=%x) -> (Out=%s)
    product: matmul|matmul_v2(X=%s, Y=%y) -> (Out=%out))";
constexpr char kScaledY[] = R"(
    scale(X=%y) -> (Out=%s)
    product: matmul|matmul_v2(X=%x, Y=%s) -> (Out=%out))";
constexpr char kScaledProduct[] = "@product(X=%x, Y=%y) -> (Out=%out) {..product, alpha=$alpha}";

}  // namespace

// Products have their own factor.
LITE_PASS(fuse_matmul_scale) {
  return Pass()
      .Stage(Stage::kProduct)
      .Fuse({kBehind, kScaledProduct, &CheckBehind, &SetAlpha})
      .Fuse({kScaledX, kScaledProduct, &CheckInFront, &SetAlpha})
      .Fuse({kScaledY, kScaledProduct, &CheckInFront, &SetAlpha});
}

}  // namespace paddle::lite::mir
