// Shared by the fusions of an activation (label `act`) into an operator with `activation_type`.
#pragma once

#include "lite/mir/fusion.h"

namespace paddle::lite::mir {

// `alpha` is the clip of relu6 or the slope of leaky_relu.
inline Status SetActivation(Match* m) {
  const OpNode& act = m->op("act");
  m->SetAttr("activation_type", act.type());
  if (act.type() == "relu6") m->SetAttr("alpha", m->attr<float>("act", "threshold"));
  if (act.type() == "leaky_relu") m->SetAttr("alpha", m->attr<float>("act", "alpha"));
  return OkStatus();
}

}  // namespace paddle::lite::mir
