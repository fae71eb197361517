// The definition of an operator. One file per operator describes its fields, shapes, types and
// cost; kernels do the computation.
#pragma once

#include <memory>
#include <string>

#include "lite/base/status.h"
#include "lite/core/slot_scales.h"
#include "lite/core/slot_visitor.h"
#include "lite/core/tensor.h"

namespace paddle::lite {

// Work of one execution, for kernel choice and reports.
struct Cost {
  double flops = 0;  // multiply and add counted as two
  double bytes = 0;  // read and written once each
};

// How the main output (first output slot) may use the memory of the main input (Op::reused_slot),
// or vice versa.
enum class OutputReuse {
  kNone,
  kInplace,  // element i of the output depends only on element i of the input: may overwrite a dead
             // input
  kView,     // the output is the input's bytes in another shape: may always share memory
  kJoin,     // the output is the inputs concatenated along reuse_axis()
  kCut,      // the outputs, concatenated along reuse_axis(), are the input
};

// An instance is one operator of a program, with its slots bound to tensors. The optimiser binds
// tensors without memory to infer shapes; the runtime binds real ones. No arithmetic on data
// happens here.
class Op {
 public:
  virtual ~Op() = default;

  // Visits every slot and attribute, outputs last; see FieldVisitor.
  virtual void Fields(FieldVisitor& v) = 0;
  // The tensors bound to the slots.
  BoundTensors Bound() const;

  // Checks the inputs' shapes and attributes, and sets the shape (and LoD) of every output. Input
  // shapes are complete (no -1). Called again whenever an input's shape changes. The caller adds
  // the operator's type and position to a failure, so the text only names the slot, the expected
  // and the actual value.
  virtual Status InferShape() = 0;

  // Sets the element type of every output. Default: that of the first input.
  virtual Status InferType();

  // Called when shapes and types are known.
  virtual Cost Estimate() const { return Cost(); }

  // False if the outputs' values depend only on attributes and the inputs' shapes.
  virtual bool ReadsData() const { return true; }
  // True if InferShape reads the *values* of an input, which must then be in memory: InferShape
  // then runs at every step.
  virtual bool ShapeDependsOnData() const { return false; }
  // True if the output's shape is only known to the kernel (e.g. non-maximum suppression): the
  // kernel resizes and allocates its outputs, and InferShape does not touch them.
  virtual bool KernelAllocatesOutput() const { return false; }
  // With KernelAllocatesOutput: only the number of rows is unknown. An accelerator may compute the
  // operator as the last one of a block, if none of the block's operators reads its results.
  virtual bool KernelDecidesRowsOnly() const { return false; }
  // With kJoin and kCut, the pieces may be stored inside the whole if each is contiguous there; the
  // kernel then finds every piece already in place.
  virtual OutputReuse output_reuse() const { return OutputReuse::kNone; }
  virtual int reuse_axis() const { return -1; }
  // The slot of the main input; null: the first one.
  virtual const char* reused_slot() const { return nullptr; }

  // Type of this operator in the program, e.g. "depthwise_conv2d" for a Conv2d.
  const std::string& type() const { return type_; }
  void set_type(std::string type) { type_ = std::move(type); }

  // The scales that the program states for the values in this operator's slots.
  const SlotScales& scales() const { return scales_; }
  void set_scales(SlotScales scales) { scales_ = std::move(scales); }

 private:
  std::string type_;
  SlotScales scales_;
};

// An entry of the generated table: operator type and constructor.
struct OpDef {
  const char* type;
  std::unique_ptr<Op> (*create)();
};

// Creates an operator by type name; null if the build does not have it.
std::unique_ptr<Op> CreateOp(const std::string& type);
// All operator types of the build, sorted.
std::vector<std::string> KnownOpTypes();

// Declares that struct `Class` describes the operator `type`. Use at the end of the operator's
// file, in namespace paddle::lite::operators, one line per type; the build scans these lines to
// generate the table. REGISTER_LITE_KERNEL uses the name to check that a kernel fits its operator.
#define LITE_OP(type, Class) using LiteOp_##type = Class

}  // namespace paddle::lite
