// Which operators of a program become subgraphs of an accelerator.
#pragma once

#include <set>
#include <vector>

#include "lite/mir/graph.h"

namespace paddle::lite::mir {

// Groups the accepted nodes of an acyclic graph into clusters. `inputs[i]` are the nodes, before i,
// that node i depends on. If each cluster is contracted to one node, the graph is still acyclic:
// no path leaves a cluster and comes back to it. Two clusters with an edge between them are only
// left apart where joining them would close such a path. Clusters are sorted by their first node,
// and their nodes are ascending.
std::vector<std::vector<int>> FindClusters(const std::vector<std::vector<int>>& inputs,
                                           const std::vector<bool>& accepted);

// The blocks that `subgraph` operators run, which a driver compiles as they are. The optimiser does
// not change them: where they cannot be compiled, the runtime chooses the kernels.
std::set<int> BlocksOfSubgraphs(const Graph& graph);

}  // namespace paddle::lite::mir
