// Execution under the memory plan against execution without one.
#pragma once

#include <vector>

#include "lite/core/tensor.h"
#include "lite/model/program.h"

namespace paddle::lite::test {

// Runs the program once for each list of inputs, with `threads` threads under the memory plan, and
// with one thread and memory of its own for every value. An error names the first output that is
// not the same bits.
Status ComparePlanned(const model::Model& model, const std::vector<std::vector<Tensor>>& runs,
                      int threads);

}  // namespace paddle::lite::test
