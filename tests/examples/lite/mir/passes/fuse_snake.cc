#include <cmath>

#include "lite/mir/fusion.h"

namespace paddle::lite::mir {

namespace {

// scale(bias = 0) before and after the square must be each other's inverse.
Status CheckScales(const Match& m) {
  for (const char* label : {"before", "after"}) {
    if (m.attr<float>(label, "bias") != 0) return Refuse(label, " the sine there is a bias");
  }
  const float alpha = m.attr<float>("before", "scale");
  if (!(alpha > 0)) return Refuse("alpha is ", alpha, ", not positive");
  if (std::fabs(alpha * m.attr<float>("after", "scale") - 1) > 1e-6f) {
    return Refuse("the square is not divided by alpha");
  }
  return OkStatus();
}

Status SetAlpha(Match* m) {
  m->SetAttr("alpha", m->attr<float>("before", "scale"));
  return OkStatus();
}

}  // namespace

LITE_PASS(fuse_snake) {
  return Pass().Fuse({R"(
      before: scale(X=%x) -> (Out=%a)
      sin(X=%a) -> (Out=%s)
      square(X=%s) -> (Out=%q)
      after: scale(X=%q) -> (Out=%d)
      elementwise_add(X=%x, Y=%d) -> (Out=%y))",
                      "snake(X=%x) -> (Out=%y) {alpha=$alpha}", &CheckScales, &SetAlpha});
}

}  // namespace paddle::lite::mir
