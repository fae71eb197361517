// The rules of a legal graph, as code.
#pragma once

#include "lite/mir/graph.h"

namespace paddle::lite::mir {

// Links agree in both directions, every value has one producer that precedes its readers, no
// version of a pinned variable is read after the next one was written, operators have the slots and
// attributes that they require, block references are legal, constants have data of a known type.
// Lists all violations.
Status Verify(const Graph& graph);

}  // namespace paddle::lite::mir
