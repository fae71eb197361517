#include "lite/mir/partition.h"

#include <algorithm>
#include <numeric>
#include <utility>

namespace paddle::lite::mir {
namespace {

class Clusters {
 public:
  Clusters(const std::vector<std::vector<int>>& inputs, const std::vector<bool>& accepted)
      : inputs_(inputs),
        accepted_(accepted),
        readers_(inputs.size()),
        root_(inputs.size()),
        members_(inputs.size()),
        seen_(inputs.size(), 0) {
    std::iota(root_.begin(), root_.end(), 0);
    for (size_t i = 0; i < inputs.size(); ++i) {
      members_[i] = {static_cast<int>(i)};
      for (const int input : inputs[i]) readers_[input].push_back(static_cast<int>(i));
    }
  }

  std::vector<std::vector<int>> Run() {
    JoinLevels();
    while (JoinNeighbours()) {
    }
    std::vector<std::vector<int>> clusters;
    for (size_t i = 0; i < root_.size(); ++i) {
      std::vector<int>& members = members_[i];
      if (!accepted_[i] || root_[i] != static_cast<int>(i)) continue;
      std::sort(members.begin(), members.end());
      clusters.push_back(members);
    }
    std::sort(clusters.begin(), clusters.end());
    return clusters;
  }

 private:
  // The level of a node is the most passages from accepted to other nodes on a path to it. A path
  // that leaves the accepted nodes of a level never comes back to it, so that neighbours of one
  // level can be joined without a search.
  void JoinLevels() {
    std::vector<int> level(inputs_.size(), 0);
    for (size_t i = 0; i < inputs_.size(); ++i) {
      for (const int input : inputs_[i]) {
        level[i] = std::max(level[i], level[input] + (accepted_[input] && !accepted_[i] ? 1 : 0));
      }
    }
    for (size_t i = 0; i < inputs_.size(); ++i) {
      for (const int input : inputs_[i]) {
        if (accepted_[i] && accepted_[input] && level[i] == level[input]) {
          Join(root_[input], root_[i]);
        }
      }
    }
  }

  // Joins clusters of different levels where no other path connects them; true if there were any.
  bool JoinNeighbours() {
    bool joined = false;
    for (size_t i = 0; i < inputs_.size(); ++i) {
      for (const int input : inputs_[i]) {
        if (!accepted_[i] || !accepted_[input] || root_[input] == root_[i]) continue;
        if (HasDetour(root_[input], root_[i])) continue;
        Join(root_[input], root_[i]);
        joined = true;
      }
    }
    return joined;
  }

  // Whether a path leads from one cluster to the other through a third node or cluster.
  bool HasDetour(int from, int to) {
    ++search_;
    seen_[from] = search_;
    std::vector<int> open;
    const auto visit = [&](int cluster) {
      if (seen_[cluster] == search_) return;
      seen_[cluster] = search_;
      open.push_back(cluster);
    };
    for (const int member : members_[from]) {
      for (const int reader : readers_[member]) {
        if (root_[reader] != to) visit(root_[reader]);
      }
    }
    while (!open.empty()) {
      const int cluster = open.back();
      open.pop_back();
      for (const int member : members_[cluster]) {
        for (const int reader : readers_[member]) {
          if (root_[reader] == to) return true;
          visit(root_[reader]);
        }
      }
    }
    return false;
  }

  void Join(int a, int b) {
    if (a == b) return;
    if (members_[a].size() < members_[b].size()) std::swap(a, b);
    for (const int member : members_[b]) root_[member] = a;
    members_[a].insert(members_[a].end(), members_[b].begin(), members_[b].end());
    members_[b].clear();
  }

  const std::vector<std::vector<int>>& inputs_;
  const std::vector<bool>& accepted_;
  std::vector<std::vector<int>> readers_;
  std::vector<int> root_;                  // a node of the cluster, which stands for it
  std::vector<std::vector<int>> members_;  // of the cluster that a root stands for
  std::vector<int> seen_;                  // by root: the last search that came there
  int search_ = 0;
};

}  // namespace

std::vector<std::vector<int>> FindClusters(const std::vector<std::vector<int>>& inputs,
                                           const std::vector<bool>& accepted) {
  return Clusters(inputs, accepted).Run();
}

std::set<int> BlocksOfSubgraphs(const Graph& graph) {
  std::set<int> blocks;
  for (const OpNode* op : graph.AllOps()) {
    if (op->type() == "subgraph") blocks.insert(op->sub_blocks().begin(), op->sub_blocks().end());
  }
  return blocks;
}

}  // namespace paddle::lite::mir
