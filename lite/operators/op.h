// What an operator is. One file per operator describes fields, shapes, types and cost; kernels
// compute.
#pragma once

#include <memory>
#include <string>

#include "lite/base/status.h"
#include "lite/core/fields.h"
#include "lite/core/tensor.h"

namespace paddle::lite {

// Work of one execution, for kernel choice and reports.
struct Cost {
  double flops = 0;  // multiply and add counted as two
  double bytes = 0;  // read and written once each
};

// How the main output (first output slot) may use the memory of the main input (first input slot),
// or the other way round.
enum class OutputReuse {
  kNone,
  kInplace,  // element i of the output depends on element i of the input alone: may overwrite a
             // dead input
  kView,     // the output is the input's bytes under another shape: may always share memory
  kJoin,     // the output is the inputs one behind the other along reuse_axis()
  kCut,      // the outputs, one behind the other along reuse_axis(), are the input
};

// An instance is one operator of a program, with its slots bound to tensors. The optimiser binds
// tensors without memory to infer shapes; the runtime binds real ones. No arithmetic on data
// happens here.
class Op {
 public:
  virtual ~Op() = default;

  // Visits every slot and attribute, outputs last; see FieldVisitor.
  virtual void Fields(FieldVisitor& v) = 0;

  // Checks the inputs' shapes and attributes, and sets the shape (and LoD) of every output. Input
  // shapes are complete (no -1). Called again whenever an input's shape changed. The caller adds
  // the operator's type and position to a failure, so the text names only the slot, what was
  // expected and what was found.
  virtual Status InferShape() = 0;

  // Sets the element type of every output. Default: that of the first input.
  virtual Status InferType();

  // Shapes and types are known.
  virtual Cost Estimate() const { return Cost(); }

  // False when attributes and the inputs' shapes decide the outputs' values.
  virtual bool ReadsData() const { return true; }
  // True when InferShape reads the *values* of an input, which must then be in memory: it runs at
  // every step.
  virtual bool ShapeDependsOnData() const { return false; }
  // True when only the kernel knows the output's shape (e.g. non-maximum suppression): the kernel
  // itself resizes and allocates its outputs, and InferShape leaves them alone.
  virtual bool KernelAllocatesOutput() const { return false; }
  // With kJoin and kCut the pieces may lie inside of the whole, where they are in one piece there:
  // a kernel then finds every piece at its place already.
  virtual OutputReuse output_reuse() const { return OutputReuse::kNone; }
  virtual int reuse_axis() const { return -1; }

  // Type under which the program knows this operator, e.g. "depthwise_conv2d" for a Conv2d.
  const std::string& type() const { return type_; }
  void set_type(std::string type) { type_ = std::move(type); }

 private:
  std::string type_;
};

// An entry of the generated table: operator type and constructor.
struct OpDef {
  const char* type;
  std::unique_ptr<Op> (*create)();
};

// Creates an operator by type name; null when the build does not know it.
std::unique_ptr<Op> CreateOp(const std::string& type);
// All operator types of the build, sorted.
std::vector<std::string> KnownOpTypes();

// Declares that the operator `type` is described by struct `Class`. Stands at namespace scope at
// the end of the operator's file, one line per type; the build scans these lines and generates the
// table.
#define LITE_OP(type, Class) static_assert(sizeof(Class) > 0, #type)

}  // namespace paddle::lite
