#pragma once

#include <map>
#include <memory>

#include "lite/core/slot_visitor.h"
#include "lite/mir/bind.h"

namespace paddle::lite::mir {

// An operator of a graph as its own code sees it before anything runs: slots are bound to tensors
// that have shape, type and, once it is chosen, layout, but no memory. Constants are bound with
// their data.
class MetaOp {
 public:
  // Shapes are those of the first probe where the value has probes (see infer.h), otherwise the
  // known shape with 1 in place of unknown dimensions; a value of unknown rank gets rank 0. Fails
  // when the operator's type is unknown or a slot or attribute does not fit.
  static Result<MetaOp> Make(const OpNode& node);

  const Op& op() const { return op_->op(); }
  // Gives the results the types that follow from those of the inputs.
  Status InferType() { return op_->op().InferType(); }
  const BoundTensors& bound() const { return slots_; }
  // The tensor that stands for a value, and the inverse; null when the operator does not declare
  // the slot.
  const Tensor* TensorOf(const ArgNode* arg) const;
  ArgNode* ArgOf(const Tensor* tensor) const;

 private:
  std::map<const ArgNode*, std::unique_ptr<Tensor>> tensors_;
  std::unique_ptr<BoundOp> op_;
  BoundTensors slots_;
};

}  // namespace paddle::lite::mir
