// Cases whose inputs hold what an operator must refuse or survive, with each kernel in the memory
// of the host that takes the case.
#pragma once

#include <map>
#include <string>
#include <utility>

#include "tests/support/op_case.h"

namespace paddle::lite::test {

// What kernels answered to bad contents of an input: kind of contents, slot -> {refused, tried}.
using Answers = std::map<std::pair<std::string, std::string>, std::pair<int, int>>;

// Levels of detail that do not fit are refused by what reads them. No kernel computes anything else
// from them than from those that fit, and a level that is refused in one form is read, so it is
// refused in every form.
void BreakLevelsOfDetail(const std::string& op, const OpCase& c, Answers* answers);

// Integers of every operator that exceed each index, id, length, axis and size: a kernel computes a
// result inside its memory, or refuses the tensor by name. Needs HeedsMemoryLimit().
void PutWildIntegers(const std::string& op, const OpCase& c, Answers* answers);

}  // namespace paddle::lite::test
