// Operators of which only the number of rows of the results is unknown before they run.
#pragma once

#include "lite/operators/op.h"

namespace paddle::lite::operators {

// Such an operator has KernelAllocatesOutput. An accelerator may compute it as the last operator of
// a block, if none of the block's operators reads its results.
inline bool KernelDecidesRowsOnly(const Op& op) {
  return op.type() == "multiclass_nms" || op.type() == "multiclass_nms2" ||
         op.type() == "multiclass_nms3";
}

}  // namespace paddle::lite::operators
