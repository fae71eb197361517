// Programs that are large in one respect each, for tests and measurements of what grows with them.
#pragma once

#include <string>
#include <vector>

#include "lite/model/program.h"

namespace paddle::lite::test {

struct LargeProgram {
  const char* name;
  int count;  // in full size
  model::Model (*make)(int count);
};

// "chain": operators one after the other; "folding_chain": such that all but one are fused or
// removed; "readers": operators that read one tensor, and one that reads all their results;
// "layouts": the same with convolutions, so that each result needs a conversion; "weights":
// weights, each read by an operator; "blocks": blocks that nothing refers to; "nested_blocks":
// blocks that operators of the main block run, which no build supports.
const std::vector<LargeProgram>& LargePrograms();

}  // namespace paddle::lite::test
