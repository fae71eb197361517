// A model as text, one line per variable, operator, attribute and parameter. The text does not
// depend on the file format, so listings can be compared with diff.
#pragma once

#include <string>
#include <string_view>

#include "lite/model/program.h"

namespace paddle::lite::model {

struct ListingOptions {
  int values = 6;          // number of leading values shown per parameter
  bool callstack = false;  // show op_callstack in full; otherwise only its number of lines
};

std::string ListProgram(const Program& program, const ListingOptions& options = {});
std::string ListParams(const Params& params, const ListingOptions& options = {});

// The value of an attribute: 3, "text", [1, 2].
std::string AttrText(const AttrValue& value);

// SHA-256 of the bytes as 64 lower-case hexadecimal digits.
std::string Sha256(std::string_view bytes);

}  // namespace paddle::lite::model
