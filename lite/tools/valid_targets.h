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
  std::vector<TargetType> named;     // what each word asks for first, without its fallbacks
};

// Words are separated by commas, blanks or '|', in any case; earlier ones are preferred. Errors
// name `flag`.
Result<ValidTargets> ParseValidTargets(const std::string& words, const char* flag);

// Prefers kernels of float16 on ARM processors and CUDA devices, if those are among the targets;
// others are left as they are.
void PreferHalf(std::vector<Place>* places);
// Whether some place requests float16 on a processor.
bool RequestsHalfOnProcessor(const std::vector<Place>& places);

// Every accepted word, in the order of the help text.
std::vector<std::string> ValidTargetWords();

// The distinct targets of `places`, in order.
std::vector<TargetType> TargetsOf(const std::vector<Place>& places);

// An error if nothing runs on any named target: the model would silently run on the
// host. Processors that other builds of this library drive are fine, and so is the host by name.
Status CheckAnyTargetExists(const ValidTargets& valid);

// True if this build has, or declares, a kernel for the target.
bool RegistryKnowsTarget(TargetType target);

}  // namespace paddle::lite::tools
