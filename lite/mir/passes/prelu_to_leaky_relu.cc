#include <algorithm>

#include "lite/mir/fusion.h"

namespace paddle::lite::mir {

namespace {

Status SetSlope(Match* m) {
  const Tensor& alpha = *m->constant("alpha");
  if (alpha.precision() != PrecisionType::kFloat || alpha.numel() < 1) {
    return Refuse("Alpha is not of type float");
  }
  LITE_ASSIGN_OR_RETURN(const std::vector<double> slopes, ToDoubles(alpha));
  if (std::any_of(slopes.begin(), slopes.end(), [&](double s) { return s != slopes[0]; })) {
    return Refuse("the slopes differ");
  }
  m->SetAttr("alpha", static_cast<float>(slopes[0]));
  return OkStatus();
}

}  // namespace

// Equal slopes are a single slope; kernels for leaky_relu are faster than those for prelu.
LITE_PASS(prelu_to_leaky_relu) {
  return Pass()
      .Stage(Stage::kFold)
      .Fuse({R"(const %alpha
                         prelu(X=%x, Alpha=%alpha) -> (Out=%y))",
             "leaky_relu(X=%x) -> (Out=%y) {alpha=$alpha}", nullptr, &SetSlope});
}

}  // namespace paddle::lite::mir
