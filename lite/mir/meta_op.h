#pragma once

#include <map>
#include <memory>
#include <vector>

#include "lite/core/slot_visitor.h"
#include "lite/mir/graph.h"
#include "lite/operators/op.h"

namespace paddle::lite::mir {

// An operator of a graph as the operator's own code sees it: an `Op` with attributes loaded and
// slots bound to tensors that have shape and type but no memory. Constants are bound to their real
// tensors.
struct MetaOp {
  std::unique_ptr<Op> op;
  BoundTensors bound;

  // The tensor that stands for a value, and the inverse; null when the operator does not declare
  // the slot.
  Tensor* TensorOf(const ArgNode* arg) const;
  ArgNode* ArgOf(const Tensor* tensor) const;

  std::map<const ArgNode*, std::unique_ptr<Tensor>> tensors;
  std::map<const Tensor*, ArgNode*> args;
  std::vector<std::unique_ptr<TensorArray>> arrays;
};

// Shapes are those of probe number `probe` where the value has probes (see infer.h), otherwise the
// known shape with 1 in place of unknown dimensions; a value of unknown rank gets rank 0. Fails
// when the operator's type is unknown or a slot or attribute does not fit.
Result<MetaOp> BindMetaOp(const OpNode& node, size_t probe = 0);

}  // namespace paddle::lite::mir
