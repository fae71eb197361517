// Names of passes accepted from users: those of this library and those of Paddle Lite.
#pragma once

#include <string>

#include "lite/base/status.h"
#include "lite/mir/pass.h"

namespace paddle::lite::mir {

// The meaning of a name.
struct NamedPass {
  std::string own;  // the pass that does the work; empty if there is none
  // Paddle Lite has such a pass, and it has no counterpart here.
  bool without_counterpart = false;
};

// Paddle Lite's names may lack `lite_` at the beginning and `_pass` at the end, or have them in
// addition. Fails for a name unknown to both this library and Paddle Lite; the error lists similar
// names and all names.
Result<NamedPass> ResolvePassName(const PassList& passes, const std::string& name);

}  // namespace paddle::lite::mir
