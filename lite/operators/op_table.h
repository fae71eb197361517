#pragma once

#include "lite/base/span.h"
#include "lite/operators/op.h"

namespace paddle::lite {

// Every LITE_OP line of the build, sorted by type. Generated.
Span<const OpDef> OpTable();

}  // namespace paddle::lite
