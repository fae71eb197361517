// Shared by the fusions of binary operators.
#pragma once

#include <string>

#include "lite/mir/fusion.h"

namespace paddle::lite::mir {

// Refuses a binary operator that does more than combine its operands.
inline Status CheckPlainElementwise(const Match& m, const std::string& label) {
  if (m.attr<bool>(label, "fuse_scale") || !m.attr<std::string>(label, "activation_type").empty()) {
    return Refuse(m.op(label).type(), " already has a scale or an activation");
  }
  return OkStatus();
}

}  // namespace paddle::lite::mir
