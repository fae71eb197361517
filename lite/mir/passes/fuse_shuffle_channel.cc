#include "lite/mir/fusion.h"
#include "lite/mir/infer.h"

namespace paddle::lite::mir {

namespace {

// [N, C, H, W] -> [N, group, C / group, H, W] -> the two in the middle swapped -> [N, C, H, W].
Status CheckShuffle(const Match& m) {
  if (m.attr<std::vector<int>>("swap", "axis") != std::vector<int>{0, 2, 1, 3, 4}) {
    return Refuse("the transposition does more than swap dimensions 1 and 2");
  }
  const ArgNode& x = *m.arg("x");
  const ArgNode& split = *m.arg("a");
  if (x.probes.empty() || split.probes.empty()) return Refuse("the shapes are not known");
  for (size_t i = 0; i < x.probes.size(); ++i) {
    const DDim& from = x.probes[i];
    const DDim& to = split.probes[i];
    if (from.rank() != 4 || to.rank() != 5 || to[0] != from[0] || to[1] * to[2] != from[1] ||
        to[3] != from[2] || to[4] != from[3]) {
      return Refuse("from ", from, " to ", to, " more than the channels are split");
    }
  }
  if (!split.dims.has_value() || (*split.dims)[1] < 1)
    return Refuse("the number of groups is open");
  return SameShape(x, *m.arg("y")) ? OkStatus() : Refuse("the result has another shape");
}

Status SetGroup(Match* m) {
  m->SetAttr("group", static_cast<int>((*m->arg("a")->dims)[1]));
  return OkStatus();
}

}  // namespace

LITE_PASS(fuse_shuffle_channel) {
  return Pass()
      .Stage(Stage::kProduct)
      .Alias("lite_shuffle_channel_fuse_pass")
      .Fuse({R"(split: reshape|reshape2(X=%x) -> (Out=%a)
                swap: transpose|transpose2(X=%a) -> (Out=%b)
                join: reshape|reshape2(X=%b) -> (Out=%y))",
             "shuffle_channel(X=%x) -> (Out=%y) {group=$group}", &CheckShuffle, &SetGroup});
}

}  // namespace paddle::lite::mir
