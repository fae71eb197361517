// The words of --valid_targets and --backend.
#pragma once

#include <string>
#include <vector>

#include "lite/base/status.h"
#include "lite/core/types.h"

namespace paddle::lite::tools {

struct ValidTargets {
  std::vector<Place> places;         // in order of preference, no duplicates
  std::vector<std::string> devices;  // NNAdapter devices named by the words, in order
};

// Words are separated by commas, blanks or '|', in any case; earlier ones are preferred.
Result<ValidTargets> ParseValidTargets(const std::string& words);

// Every accepted word, in the order of the help text.
std::vector<std::string> ValidTargetWords();

// The distinct targets of `places`, in order.
std::vector<TargetType> TargetsOf(const std::vector<Place>& places);

// True if this build has, or declares, a kernel for the target.
bool RegistryKnowsTarget(TargetType target);

}  // namespace paddle::lite::tools
