#include "lite/mir/fusion.h"

namespace paddle::lite::mir {

namespace {

Status CheckImage(const Match& m) {
  const ArgNode& x = *m.arg("x");
  if (!x.dims.has_value() || x.dims->rank() != 4) return Refuse("X is not an image of rank 4");
  for (const char* label : {"deepen", "flatten"}) {
    if (m.attr<std::vector<int>>(label, "axes") != std::vector<int>{2}) {
      return Refuse("axes of ", m.op(label).type(), " are not [2], the depth");
    }
  }
  return OkStatus();
}

// pad3d lists left, right, top, bottom, front, back; pad2d top, bottom, left, right.
Status SetPaddings(Match* m) {
  const auto paddings = m->attr<std::vector<int>>("pad3d", "paddings");
  if (paddings.size() != 6) return Refuse("there are ", paddings.size(), " paddings, expected 6");
  if (paddings[4] != 0 || paddings[5] != 0) return Refuse("the depth is padded");
  const auto mode = m->attr<std::string>("pad3d", "mode");
  if (mode != "constant" && mode != "reflect" && mode != "replicate") {
    return Refuse("pad2d has no mode ", mode);
  }
  m->SetAttr("paddings", std::vector<int>{paddings[2], paddings[3], paddings[0], paddings[1]});
  m->SetAttr("mode", mode == "replicate" ? std::string("edge") : mode);
  m->SetAttr("pad_value", m->attr<float>("pad3d", "value"));
  return OkStatus();
}

}  // namespace

// Paddle 2 pads an image as a volume of depth one.
LITE_PASS(pad3d_to_pad2d) {
  return Pass()
      .Stage(Stage::kMove)
      .Alias("lite_unsqueeze2_pad3d_squeeze2_fuse_pass")
      .Fuse({R"(deepen: unsqueeze|unsqueeze2(X=%x) -> (Out=%v)
                pad3d(X=%v) -> (Out=%p) {data_format="NCDHW"}
                flatten: squeeze|squeeze2(X=%p) -> (Out=%y))",
             "pad2d(X=%x) -> (Out=%y) {$*, data_format=\"NCHW\"}", &CheckImage, &SetPaddings});
}

}  // namespace paddle::lite::mir
