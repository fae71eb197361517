#pragma once

#include <algorithm>
#include <vector>

#include "lite/operators/sub_block.h"

namespace paddle::lite::operators {

// Runs a block once or not at all: if Cond is true or, without a scalar condition, if every tensor
// of Input has elements. Input and Out also list arrays, which are not bound here.
struct ConditionalBlock final : BlockOp {
  std::vector<const Tensor*> cond;
  std::vector<const Tensor*> input;
  bool is_scalar_condition = false;
  std::vector<Tensor*> out;

  void Fields(FieldVisitor& v) override {
    v.Inputs("Cond", &cond, Need::kOptional);
    v.Inputs("Input", &input, Need::kOptional);
    v.Attr("is_scalar_condition", &is_scalar_condition);
    v.Block("sub_block", &sub_block);
    v.Outputs("Out", &out, Need::kOptional);
  }

  Result<bool> IsTrue() const {
    if (!is_scalar_condition) {
      return std::all_of(input.begin(), input.end(),
                         [](const Tensor* tensor) { return tensor->numel() != 0; });
    }
    if (cond.size() != 1) {
      return InvalidArgument("Cond: expected one variable, found ", cond.size());
    }
    return ReadCondition("Cond", *cond[0]);
  }
};

LITE_OP(conditional_block, ConditionalBlock);
LITE_OP(conditional_block_infer, ConditionalBlock);

}  // namespace paddle::lite::operators
