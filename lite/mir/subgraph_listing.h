// The division of a program into subgraphs, as text.
#pragma once

#include <string>
#include <vector>

#include "lite/mir/graph.h"

namespace paddle::lite::mir {

// The number of clusters, the graph in the language of Graphviz with a colour for each cluster, and
// a line for each operator, which a PartitionConfig understands. `inputs` and `clusters` are those
// of FindClusters.
std::string ListSubgraphs(const std::vector<OpNode*>& ops,
                          const std::vector<std::vector<int>>& inputs,
                          const std::vector<std::vector<int>>& clusters);

}  // namespace paddle::lite::mir
