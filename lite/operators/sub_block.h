// Operators that run a block of the program.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "lite/operators/op.h"
#include "lite/operators/subgraph_settings.h"
#include "lite/operators/unwritten.h"

namespace paddle::lite::operators {

// The block, as the runtime bound it to the operator. One of the functions is called in each
// execution of the operator; each sets all results of the operator.
class SubBlock {
 public:
  virtual ~SubBlock() = default;
  virtual Status RunOnce() = 0;
  // While the variable `condition`, an input of the operator, is true.
  virtual Status RunWhile(const char* slot, const Tensor& condition) = 0;
  // Results keep the values that their variables had before; without one they have none.
  virtual Status Skip() = 0;

  // --- for kernels that compile the block (lite/kernels/subgraph_kernel.h)
  // A variable that the operator hands to the block or takes from it.
  struct Value {
    const Tensor* inside = nullptr;  // what the block's operators read first or write last
    const Tensor* outside = nullptr;
    Tensor* result = nullptr;  // the same as `outside`, of results
    std::string name = {};
  };
  // The block's operators in order, bound to tensors.
  virtual std::vector<const Op*> Ops() const { return {}; }
  // Whether InferShapes finds all shapes: no value decides one.
  virtual bool HasFixedShapes() const { return false; }
  // Finds shapes and types of everything in the block for those of the operator's inputs, which
  // need no memory. Unsupported if values decide shapes.
  virtual Status InferShapes() { return Unsupported("the block cannot be compiled"); }
  // The same for other shapes of the inputs, in the order of Inputs().
  virtual Status InferShapesOf(const std::vector<DDim>& inputs) {
    static_cast<void>(inputs);
    return InferShapes();
  }
  virtual std::vector<Value> Inputs() const { return {}; }
  virtual std::vector<Value> Results() const { return {}; }
  // Calls `f` while the weights that the block reads have their elements.
  virtual Status WithWeights(const std::function<Status()>& f) { return f(); }
  // Whether the optimiser asks about operators, whose tensors have the shapes that it assumes.
  virtual bool is_candidate() const { return false; }
  virtual const SubgraphSettings& settings() const {
    static const SubgraphSettings none;
    return none;
  }
  // Whether the operator's kernel compiled the block, for reports: if not, RunOnce runs it and the
  // reason is logged, once for a program and its clones. Returns the reason if the environment asks
  // for an error instead (NNADAPTER_STRICT).
  virtual Status SetCompiled(const Status& compiled) {
    static_cast<void>(compiled);
    return OkStatus();
  }
};

// Every operator that declares a block derives from this. The block defines shapes and types of the
// results. The runtime adds to the inputs what the block
// reads and the slots do not list.
struct BlockOp : Op {
  int sub_block = -1;
  SubBlock* block = nullptr;  // null outside a program

  Status InferShape() override { return OkStatus(); }
  Status InferType() override { return OkStatus(); }
  bool KernelAllocatesOutput() const override { return true; }

  Result<SubBlock*> Block() const {
    if (block != nullptr) return block;
    return FailedPrecondition("sub_block: block ", sub_block, " is not bound to the operator");
  }
};

// One bool: shape [] or [1].
inline Result<bool> ReadCondition(const char* slot, const Tensor& tensor) {
  if (IsUnwritten(tensor) || !tensor.IsInitialized()) {
    return FailedPrecondition(slot, ": the condition has no value");
  }
  if (tensor.precision() != PrecisionType::kBool || tensor.numel() != 1) {
    return InvalidArgument(slot, ": expected one bool, found ", PrecisionToStr(tensor.precision()),
                           " of shape ", tensor.dims());
  }
  return *tensor.data<bool>();
}

}  // namespace paddle::lite::operators
