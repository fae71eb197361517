#include "lite/mir/fusion.h"

namespace paddle::lite::mir {

namespace {

Status CheckInference(const Match& m) {
  if (!m.attr<bool>("dropout", "is_test")) return Refuse("the dropout is in training mode");
  return OkStatus();
}

Status SetScale(Match* m) {
  m->SetAttr("scale", 1.0f - m->attr<float>("dropout", "dropout_prob"));
  return OkStatus();
}

}  // namespace

// At inference a dropout of kind downgrade_in_infer multiplies by 1 - p.
LITE_PASS(dropout_to_scale) {
  return Pass().Fuse({R"(dropout(X=%x, ..) -> (Out=%y)
                         {dropout_implementation="downgrade_in_infer"})",
                      R"(scale(X=%x) -> (Out=%y) {scale=$scale, bias=0.0, bias_after_scale=true})",
                      &CheckInference, &SetScale});
}

}  // namespace paddle::lite::mir
