// Shared by the fusions of matrix products.
#pragma once

#include <string>

#include "lite/mir/fusion.h"

namespace paddle::lite::mir {

// Refuses a `matmul` of several products side by side (head_number); `label` may be any product.
inline Status CheckOneHead(const Match& m, const std::string& label) {
  if (m.op(label).type() != "matmul") return OkStatus();
  const int heads = m.attr<int>(label, "head_number");
  return heads > 1 ? Refuse("the product has ", heads, " heads") : OkStatus();
}

}  // namespace paddle::lite::mir
