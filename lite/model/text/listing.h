// A model as text, one line for each variable, operator, attribute and parameter. The same model
// gives the same text whatever file it came from, so listings can be compared with diff.
#pragma once

#include <string>
#include <string_view>

#include "lite/model/program.h"

namespace paddle::lite::model {

struct ListingOptions {
  int values = 6;          // leading values shown of each parameter
  bool callstack = false;  // show op_callstack in full; otherwise only how many lines it has
};

std::string ListProgram(const Program& program, const ListingOptions& options = {});
std::string ListParams(const Params& params, const ListingOptions& options = {});

// SHA-256 of the bytes as 64 lower-case hexadecimal digits.
std::string Sha256(std::string_view bytes);

}  // namespace paddle::lite::model
