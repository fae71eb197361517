// Operators that the process adds at run time, beside those of the build.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "lite/operators/op.h"

namespace paddle::lite {

using MakeOp = std::function<std::unique_ptr<Op>()>;

// Makes a type known to CreateOp for the rest of the process. Refuses a type that exists.
Status AddOpType(const std::string& type, MakeOp make);
// Null if the type was not added.
std::unique_ptr<Op> CreateAddedOp(const std::string& type);
std::vector<std::string> AddedOpTypes();

}  // namespace paddle::lite
