// Names of passes accepted from users: those of this library and those of Paddle Lite.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "lite/base/status.h"
#include "lite/mir/pass.h"

namespace paddle::lite::mir {

using PassList = std::vector<std::pair<std::string, Pass>>;

// Not in the list of passes: it runs once, after the list has nothing left to do.
inline constexpr char kLegalise[] = "legalise";

// The meaning of a name.
struct NamedPass {
  std::string own;  // the pass that does the work; empty if there is none
  // Paddle Lite has such a pass, and it has no counterpart here.
  bool without_counterpart = false;
};

// Fails for a name unknown to both this library and Paddle Lite; the error lists similar names and
// all names.
Result<NamedPass> ResolvePassName(const PassList& passes, const std::string& name);

}  // namespace paddle::lite::mir
