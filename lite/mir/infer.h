// Shapes and element types of all values of a graph.
#pragma once

#include <string>
#include <vector>

#include "lite/mir/graph.h"

namespace paddle::lite::mir {

// Fills in ArgNode::dims, precision and probes, as far as they can be known. Never fails: where an
// operator's rule refuses or is not known, the value keeps what the program declared, and the
// operator gets a note.
//
// Operators' shape rules want complete shapes, but programs leave dimensions open (-1). So every
// rule runs twice, with two different numbers in place of each open dimension of the model's
// inputs; a dimension of a result that comes out differently is open too. There the same axis of
// two inputs has the same number, or token and mask would not fit. A third run, in which no two
// open dimensions are alike, tells what agrees by chance. The three results are kept as `probes`:
// values whose probes agree have the same shape whatever the inputs are.
//
// Rules that read data (a reshape to a computed shape) work too when the data is constant, or
// computed from shapes: such small tensors are evaluated for every probe.
//
// Returns one line for each operator with an attribute that no input can cure ("op conv2d (#1, %y):
// strides: ..."): the first two probes agree on it, the inputs' ranks are inferred rather than
// taken from declarations of inner values, and ProvesBadAttribute (attribute_check.h) holds.
std::vector<std::string> InferShapes(Graph* graph);

// Whether two values are known to have the same shape at run time.
bool SameShape(const ArgNode& a, const ArgNode& b);

// Whether they have as long as inputs agree that look alike: for what is right anyway, but pays
// only then.
bool UsuallySameShape(const ArgNode& a, const ArgNode& b);

}  // namespace paddle::lite::mir
