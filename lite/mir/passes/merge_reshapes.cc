#include "lite/mir/fusion.h"

namespace paddle::lite::mir {

namespace {

// A 0 in the second shape would copy a dimension of the first result, which is gone then.
Status CheckShapes(const Match& m) {
  // The first shape may drop the boundaries of sequences, which the second would then keep.
  if (m.arg("x")->desc.lod_level != 0) return Refuse("%", m.arg("x")->name(), " holds sequences");
  for (const int d : m.attr<std::vector<int>>("second", "shape")) {
    if (d == 0) return Refuse("the second shape copies a dimension of the first");
  }
  return OkStatus();
}

}  // namespace

// Of two reshapes in a row only the second matters.
LITE_PASS(merge_reshapes) {
  return Pass()
      .After("remove_identities")
      .Fuse(
          {R"(first: reshape|reshape2|flatten|flatten2|squeeze|squeeze2|unsqueeze|unsqueeze2(X=%x) -> (Out=%a)
                         second: reshape|reshape2(X=%a) -> (Out=%y))",
           "@second(X=%x) -> (Out=%y) {..second}", &CheckShapes});
}

}  // namespace paddle::lite::mir
