// Names under which users know passes: ours, and those of Paddle Lite.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "lite/base/status.h"
#include "lite/mir/pass.h"

namespace paddle::lite::mir {

using PassList = std::vector<std::pair<std::string, Pass>>;

// Not a pass of the list: it runs once, when the list has nothing more to do.
inline constexpr char kLegalise[] = "legalise";

// What a name stands for.
struct NamedPass {
  std::string own;  // the pass that does the work; empty when none does
  // Paddle Lite has such a pass, and nothing here does its work.
  bool without_counterpart = false;
};

// Fails for a name that neither we nor Paddle Lite know, with those that are near and all that
// exist.
Result<NamedPass> ResolvePassName(const PassList& passes, const std::string& name);

}  // namespace paddle::lite::mir
