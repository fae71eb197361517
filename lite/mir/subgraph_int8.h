// Operators that compute in int8 inside of subgraphs.
//
// In a graph, results of operators are real numbers until kernels are chosen, and int8_regions.h
// decides with the kernels which of them are int8. A block that an accelerator compiles is divided
// from the program before that, and its driver needs the scale of every int8 value. So the decision
// is made here, and casts are written into the block; at its border, values are real numbers.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "lite/mir/kernel_query.h"

namespace paddle::lite::mir {

// An operator with int8 in place of real numbers.
struct Int8Form {
  struct Input {
    std::string slot;
    size_t index;
    float scale;
  };
  std::vector<Input> inputs;          // those that become int8
  float result = 0;                   // scale of the results; 0: they are real numbers
  bool exact = false;                 // no rounding that the program does not ask for
  bool computes = false;              // other than moving elements
  bool one_scale = false;             // a weight with a scale for each channel is rounded again
  const KernelDef* kernel = nullptr;  // runs it where the block cannot be compiled
};

class SubgraphInt8 {
 public:
  SubgraphInt8(Graph* graph, KernelQuery* kernels);

  // The forms in which an operator may compute, where those of the operators before it have been
  // chosen. A quantised operator has no other form. In the forms that are not exact, a result that
  // its readers do not round has the scale of `out_threshold`, or that of what is moved, and
  // weights may get one scale: for accelerators without real numbers or scales of channels.
  std::vector<Int8Form> FormsOf(const OpNode& op) const;
  // Calls ask(meta operator) for the operator in that form, after a kernel was found that runs it
  // on a processor.
  template <typename Ask>
  Status AskFor(const OpNode& op, Int8Form* form, const Ask& ask) const {
    const Draft draft(op, *form);
    LITE_ASSIGN_OR_RETURN(const MetaOp meta, MetaOp::Make(*draft.op));
    LITE_RETURN_IF_ERROR(FindKernel(*draft.op, meta, form));
    return ask(meta);
  }
  void Choose(const OpNode* op, Int8Form form) { chosen_[op] = std::move(form); }

  // Gives the operators of a subgraph, which are in order, their chosen forms, with casts between
  // them. Returns all operators of the subgraph in order.
  Result<std::vector<OpNode*>> Apply(const std::vector<OpNode*>& ops) const;

 private:
  // The operator in another form, apart from the graph.
  struct Draft {
    Draft(const OpNode& node, const Int8Form& form);
    ArgNode* Int8(const ArgNode* arg);
    std::vector<std::unique_ptr<ArgNode>> args;
    std::unique_ptr<OpNode> op;
  };
  class Casts;

  // The scale with which all readers of a value round it; 0 if there is none.
  float ReadScale(const ArgNode& arg) const;
  // The same for all results of an operator.
  float ReadScaleOfResults(const OpNode& op) const;
  // The scale of the results of the operator that computes the value; 0 if they are not int8.
  float GivenScale(const ArgNode& arg) const;
  Status FindKernel(const OpNode& op, const MetaOp& meta, Int8Form* form) const;
  // Gives the weight of the operator one scale.
  Status RoundWeight(OpNode* op) const;

  Graph* const graph_;
  KernelQuery* const kernels_;
  std::map<const OpNode*, Int8Form> chosen_;
  mutable std::map<const ArgNode*, float> read_scales_;
};

}  // namespace paddle::lite::mir
