#include "lite/mir/fusion.h"

namespace paddle::lite::mir {

namespace {

Status SetKeepFactor(Match* m) {
  m->SetAttr("scale", 1.0f - m->attr<float>("dropout", "dropout_prob"));
  return OkStatus();
}

}  // namespace

// A dropout of kind downgrade_in_infer multiplies by 1 - p. (This library only infers: a program
// that was saved in training form means the same.)
LITE_PASS(dropout_to_scale) {
  return Pass()
      .Stage(Stage::kFold)
      .Fuse({R"(dropout(X=%x, ..) -> (Out=%y)
                         {dropout_implementation="downgrade_in_infer"})",
             R"(scale(X=%x) -> (Out=%y) {scale=$scale, bias=0.0, bias_after_scale=true})", nullptr,
             &SetKeepFactor});
}

}  // namespace paddle::lite::mir
