#include "lite/mir/fusion.h"

namespace paddle::lite::mir {

namespace {

// The softmax may work on any dimension; the second transposition has to undo the first.
Status SetAxis(Match* m) {
  const auto there = m->attr<std::vector<int>>("there", "axis");
  const auto back = m->attr<std::vector<int>>("back", "axis");
  const int rank = static_cast<int>(there.size());
  if (back.size() != there.size()) return Refuse("the transpositions have different ranks");
  for (int i = 0; i < rank; ++i) {
    const int to = back[static_cast<size_t>(i)];
    if (to < 0 || to >= rank || there[static_cast<size_t>(to)] != i) {
      return Refuse("the second transposition does not undo the first");
    }
  }
  const int axis = m->attr<int>("softmax", "axis");
  if (axis < -rank || axis >= rank) return Refuse("softmax has no axis ", axis);
  m->SetAttr("axis", there[static_cast<size_t>(axis < 0 ? axis + rank : axis)]);
  return OkStatus();
}

}  // namespace

LITE_PASS(fuse_transpose_softmax) {
  return Pass()
      .Stage(Stage::kActivation)
      .Alias("lite_transpose_softmax_transpose_fuse_pass")
      .Fuse({R"(there: transpose|transpose2(X=%x) -> (Out=%a)
                softmax(X=%a) -> (Out=%b) {eleminate_success=false}
                back: transpose|transpose2(X=%b) -> (Out=%y))",
             "softmax(X=%x) -> (Out=%y) {..softmax, axis=$axis}", nullptr, &SetAxis});
}

}  // namespace paddle::lite::mir
