#include "lite/mir/fusion.h"

namespace paddle::lite::mir {

namespace {

// Dimension i of the result is dimension first[second[i]] of X.
Status Compose(Match* m) {
  const auto first = m->attr<std::vector<int>>("first", "axis");
  std::vector<int> axis = m->attr<std::vector<int>>("second", "axis");
  if (first.size() != axis.size()) return Refuse("the ranks differ");
  for (int& a : axis) {
    if (a < 0 || a >= static_cast<int>(first.size())) return Refuse("there is no dimension ", a);
    a = first[static_cast<size_t>(a)];
  }
  m->SetAttr("axis", axis);
  return OkStatus();
}

}  // namespace

// Two consecutive transpositions are a single one; remove_identities removes it if it is the
// identity.
LITE_PASS(merge_transposes) {
  return Pass()
      .Stage(Stage::kMove)
      .Fuse({R"(first: transpose|transpose2(X=%x) -> (Out=%a)
                second: transpose|transpose2(X=%a) -> (Out=%y))",
             "@second(X=%x) -> (Out=%y) {..second, axis=$axis}", nullptr, &Compose});
}

}  // namespace paddle::lite::mir
