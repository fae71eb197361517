// Shared by the fusions of operators that change only the shape.
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "lite/mir/fusion.h"

namespace paddle::lite::mir {

// Refuses a squeeze of %x that may remove a dimension of unknown size: whether it does so depends
// on the size at run time. `label` may be any view.
inline Status CheckSqueeze(const Match& m, const std::string& label, const ArgNode& x) {
  const std::string& type = m.op(label).type();
  if (type != "squeeze" && type != "squeeze2") return OkStatus();
  if (!x.dims.has_value()) return Refuse("the rank of %", x.name(), " is unknown");
  const auto axes = m.attr<std::vector<int>>(label, "axes");
  for (int d = 0; d < x.dims->rank(); ++d) {
    const bool named = axes.empty() || std::any_of(axes.begin(), axes.end(), [&](int axis) {
                         return axis == d || axis + x.dims->rank() == d;
                       });
    if (named && (*x.dims)[d] < 0) return Refuse("dimension ", d, " of %", x.name(), " is open");
  }
  return OkStatus();
}

}  // namespace paddle::lite::mir
