#pragma once

#include "lite/base/span.h"

namespace paddle::lite {

struct OpSource {
  const char* type;
  const char* file;  // e.g. "pool.h"
};

// The source file of every operator of the build, sorted by type. Generated.
Span<const OpSource> OpSourceTable();

}  // namespace paddle::lite
