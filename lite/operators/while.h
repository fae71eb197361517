#pragma once

#include <vector>

#include "lite/operators/sub_block.h"

namespace paddle::lite::operators {

// Runs a block as long as Condition, which the block writes, is true. X and Out also list arrays
// and variables that are not bound here: the block finds its variables by name.
struct While final : BlockOp {
  const Tensor* condition = nullptr;
  std::vector<const Tensor*> x;
  std::vector<Tensor*> out;

  void Fields(FieldVisitor& v) override {
    v.Input("Condition", &condition);
    v.Inputs("X", &x, Need::kOptional);
    v.Block("sub_block", &sub_block);
    v.Outputs("Out", &out, Need::kOptional);
  }
};

LITE_OP(while, While);

}  // namespace paddle::lite::operators
