// Passes that an application adds (paddle_pass.h). The full half runs them (full/model_passes.h).
#pragma once

#include <string>
#include <vector>

#include "lite/api/paddle_pass.h"
#include "lite/base/status.h"
#include "lite/core/types.h"

namespace paddle::lite {

struct CustomPass {
  std::string name;
  std::vector<TargetType> targets;  // empty: any
  PDL_PassFunction apply = nullptr;
  void* user_data = nullptr;
};

Status RegisterCustomPass(const PDL_Pass* pass);
// In the order of registration.
std::vector<CustomPass> CustomPasses();

}  // namespace paddle::lite
