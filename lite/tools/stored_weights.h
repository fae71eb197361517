// What `opt` prints about weights that it has stored in fewer bits.
#pragma once

#include <string>

#include "lite/model/program.h"

namespace paddle::lite::tools {

struct StoredWeights {
  std::string summary;
  std::string warning;  // of a request without an effect, and the nearest way out; empty = none
};
// `dynamic`: products of int8 were requested as well.
StoredWeights DescribeStoredWeights(const model::Model& model, bool dynamic);

}  // namespace paddle::lite::tools
