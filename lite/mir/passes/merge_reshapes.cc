#include <algorithm>
#include <limits>

#include "lite/mir/fusion.h"
#include "lite/mir/passes/view.h"

namespace paddle::lite::mir {

namespace {

Status CheckFirst(const Match& m) {
  // The first shape may drop the boundaries of sequences, which the second would then keep.
  if (m.arg("x")->desc.lod_level != 0) return Refuse("%", m.arg("x")->name(), " holds sequences");
  return OkStatus();
}

// A 0 in the second shape would copy a dimension of the first result, which is removed.
Status CheckShapes(const Match& m) {
  LITE_RETURN_IF_ERROR(CheckFirst(m));
  for (const int d : m.attr<std::vector<int>>("second", "shape")) {
    if (d == 0) return Refuse("the second shape copies a dimension of the first");
  }
  return OkStatus();
}

Status CheckViews(const Match& m) {
  LITE_RETURN_IF_ERROR(CheckFirst(m));
  LITE_RETURN_IF_ERROR(CheckSqueeze(m, "first", *m.arg("x")));
  return CheckSqueeze(m, "second", *m.arg("a"));
}

// Whether the first `count` dimensions of two values are the same. (Views do not reorder elements,
// so equal leading dimensions are not a coincidence. After a difference they could be: probes of
// height and width agree.)
bool BeginAlike(const ArgNode& x, const ArgNode& y, int count) {
  if (x.probes.empty() || x.probes.size() != y.probes.size()) return false;
  for (size_t i = 0; i < x.probes.size(); ++i) {
    for (int d = 0; d < count; ++d) {
      if (d >= x.probes[i].rank() || d >= y.probes[i].rank() || x.probes[i][d] != y.probes[i][d]) {
        return false;
      }
    }
  }
  return true;
}

// The shape of the result in the form used by reshape: 0 copies the dimension of X, and one
// dimension may be open.
Status SetShape(Match* m) {
  const ArgNode& x = *m->arg("x");
  const ArgNode& y = *m->arg("y");
  if (!y.dims.has_value() || y.dims->rank() == 0)
    return Refuse("the rank of the result is unknown");
  std::vector<int> shape;
  int open = 0;
  bool may_be_empty = false;
  for (int d = 0; d < y.dims->rank(); ++d) {
    const int64_t size = (*y.dims)[d];
    if (size > std::numeric_limits<int>::max() || size == 0) return Refuse("a dimension of ", size);
    const bool same = BeginAlike(x, y, d + 1);
    shape.push_back(same ? 0 : size < 0 ? -1 : static_cast<int>(size));
    open += shape.back() == -1 ? 1 : 0;
    may_be_empty |= same && size < 0;
  }
  if (open > 1) return Refuse("more than one dimension of the result is open");
  // The elements tell the open dimension only if there are any.
  if (open == 1 && may_be_empty) return Refuse("the result may have no elements");
  m->SetAttr("shape", shape);
  return OkStatus();
}

constexpr char kFirst[] = R"(
    first: reshape|reshape2|flatten|flatten2|flatten_contiguous_range|squeeze|squeeze2|
           unsqueeze|unsqueeze2(X=%x) -> (Out=%a)
    )";

}  // namespace

// Of two consecutive views, only the result's shape matters; remove_identities removes the
// remaining one if that equals the original shape.
LITE_PASS(merge_reshapes) {
  const std::string first = kFirst;
  return Pass()
      .Stage(Stage::kClean)
      .Fuse({first + "second: reshape|reshape2(X=%a) -> (Out=%y)",
             "@second(X=%x) -> (Out=%y) {..second}", &CheckShapes})
      .Fuse({first + R"(
    second: reshape|reshape2|flatten|flatten2|flatten_contiguous_range|squeeze|squeeze2|
            unsqueeze|unsqueeze2(X=%a) -> (Out=%y))",
             "reshape2(X=%x) -> (Out=%y) {shape=$shape}", &CheckViews, &SetShape});
}

}  // namespace paddle::lite::mir
