// Shared by the fusions for XPU.
#pragma once

#include <string>

#include "lite/mir/fusion.h"
#include "lite/operators/xpu_activation.h"

namespace paddle::lite::mir {

// The number of the activation `name` in operators of type `op`.
inline Result<int> XpuActivationNumber(const char* op, const std::string& name) {
  for (const operators::XpuActivationCode& known : operators::kXpuActivations) {
    if (name == known.name) return known.code;
  }
  return Refuse(op, " has no activation ", name);
}

}  // namespace paddle::lite::mir
