#pragma once

#include <map>
#include <vector>

#include "lite/mir/choice.h"

namespace paddle::lite::mir {

// The layout of every operator's results, such that the estimated times of the kernels and of the
// conversions between them are least: exactly for two layouts, otherwise a minimum that no single
// layout improves, however many operators it is offered to.
std::map<const OpNode*, DataLayoutType> ChooseLayouts(const std::vector<Choice>& choices,
                                                      const KernelQuery& kernels);

}  // namespace paddle::lite::mir
