// Operators of one name that take either tensors or arrays of tensors.
#pragma once

#include <set>
#include <string>

#include "lite/model/program.h"

namespace paddle::lite::model {

// The variables of all blocks that are arrays of tensors.
std::set<std::string> ArrayNames(const Program& program);

// Paddle's assign, sum, slice and select_input also work on arrays. Here, an operator has one
// signature, so these forms have names of their own: assign_array, sum_array, select_input_array,
// slice_array (a part of the array) and slice_array_dense (one element: decrease_axis is not
// empty). Renames the operators whose first variable is an array, and the kernels that the program
// names for them; the form of io_copy for arrays becomes an assign_array. May be applied again.
void NameArrayForms(Program* program);

// The inverse, for one operator: files contain Paddle's names.
void UsePaddleName(OpDesc* op);

}  // namespace paddle::lite::model
