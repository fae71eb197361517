#pragma once

#include <map>
#include <memory>

#include "lite/core/slot_visitor.h"
#include "lite/mir/bind.h"

namespace paddle::lite::mir {

// An operator of a graph, bound so that its own code can be called before anything runs: slots are
// bound to tensors with shape, type and, once chosen, layout, but without memory. Constants are
// bound with their data.
class MetaOp {
 public:
  // Shapes are those of the first probe if the value has probes (see infer.h), otherwise the known
  // shape with 1 for unknown dimensions; a value of unknown rank gets rank 0. Fails if the
  // operator's type is unknown or a slot or attribute does not fit.
  static Result<MetaOp> Make(const OpNode& node);

  const Op& op() const { return op_->op(); }
  // As if the value had this type.
  void SetPrecision(const ArgNode* arg, PrecisionType precision);
  // Sets the types of the results, derived from those of the inputs.
  Status InferType() { return op_->op().InferType(); }
  // Their shapes, once the types are set.
  Status InferShape() { return op_->op().InferShape(); }
  const BoundTensors& bound() const { return slots_; }
  // The tensor that represents a value, and the inverse; null if the operator does not declare the
  // slot.
  const Tensor* TensorOf(const ArgNode* arg) const;
  ArgNode* ArgOf(const Tensor* tensor) const;

 private:
  std::map<const ArgNode*, std::unique_ptr<Tensor>> tensors_;
  std::map<const Tensor*, const ArgNode*> args_;
  std::unique_ptr<BoundOp> op_;
  BoundTensors slots_;
};

}  // namespace paddle::lite::mir
