// Shapes and element types of all values of a graph.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "lite/mir/graph.h"

namespace paddle::lite::mir {

// One line per operator that cannot run whatever the model is fed ("op conv2d (#1, %y): strides:
// ..."); see certain_refusals.h.
struct CertainRefusals {
  // An attribute is invalid for inputs of these ranks.
  std::vector<std::string> attributes;
  // The number of tensors, an element type or a weight is wrong. Before passes have unified the
  // element types, such a refusal proves nothing.
  std::vector<std::string> operators;
};

// Inputs over which an operator writes a result that may have another shape. The program declares
// one shape for both, which may be that of either, so neither is known from it. Parameters that the
// program reads and writes are inputs too: a run begins with the result of the last one.
std::set<std::string> ReshapedInputs(const Graph& graph);

// Sets ArgNode::dims, precision and probes, as far as they can be inferred. Never fails: if an
// operator's rule refuses or does not exist, the value keeps its declaration, and the operator gets
// a note.
//
// Shape rules need complete shapes, but programs leave dimensions open (-1). So every rule runs
// twice, with two different numbers for each open dimension of the model's inputs; a dimension of a
// result that differs is open as well. The same axis of two inputs gets the same number, because
// tokens and their mask must match. A third run, in which all open dimensions are distinct, reveals
// accidental equality. The three results are kept as `probes`: values with equal probes have the
// same shape for all inputs.
//
// Rules that read data (a reshape to a computed shape) also work if the data is constant, or
// computed from shapes: such small tensors are evaluated for every probe.
//
// Returns the refusals on which the first two probes agree, if no input is only known from a
// declaration of an inner value.
CertainRefusals InferShapes(Graph* graph);

// Whether two values are known to have the same shape at run time.
bool SameShape(const ArgNode& a, const ArgNode& b);

// Like SameShape, but assumes that inputs declared alike are equal at run time. For rewrites that
// are always correct and profitable only then.
bool UsuallySameShape(const ArgNode& a, const ArgNode& b);

}  // namespace paddle::lite::mir
