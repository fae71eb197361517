#include "lite/mir/binary_labels.h"

#include <algorithm>
#include <limits>
#include <queue>

namespace paddle::lite::mir {
namespace {

constexpr double kEpsilon = 1e-9;
// No path from the source to the sink consists of such arcs only: its flow is a finite amount.
constexpr double kUnlimited = std::numeric_limits<double>::infinity();

// Maximum flow after Dinic: breadth-first levels, then blocking flows along them.
class FlowNetwork {
 public:
  explicit FlowNetwork(int nodes) : arcs_of_(nodes) {}

  void AddArc(int from, int to, double capacity) {
    if (capacity <= 0) return;
    arcs_of_[from].push_back(static_cast<int>(arcs_.size()));
    arcs_.push_back({to, capacity});
    arcs_of_[to].push_back(static_cast<int>(arcs_.size()));
    arcs_.push_back({from, 0});
  }

  void Maximise(int source, int sink) {
    for (BuildLevels(source); level_[sink] >= 0; BuildLevels(source)) {
      next_.assign(arcs_of_.size(), 0);
      while (Push(source, sink)) {
      }
    }
  }

  // After Maximise: the nodes that the source still reaches.
  std::vector<bool> Reachable() const {
    std::vector<bool> reachable(level_.size());
    for (size_t i = 0; i < level_.size(); ++i) reachable[i] = level_[i] >= 0;
    return reachable;
  }

 private:
  struct Arc {
    int to;
    double capacity;
  };

  void BuildLevels(int source) {
    level_.assign(arcs_of_.size(), -1);
    level_[source] = 0;
    std::queue<int> open;
    open.push(source);
    while (!open.empty()) {
      const int node = open.front();
      open.pop();
      for (const int arc : arcs_of_[node]) {
        if (arcs_[arc].capacity > kEpsilon && level_[arcs_[arc].to] < 0) {
          level_[arcs_[arc].to] = level_[node] + 1;
          open.push(arcs_[arc].to);
        }
      }
    }
  }

  // One augmenting path, found with an explicit stack, because graphs have chains of thousands of
  // nodes.
  bool Push(int source, int sink) {
    std::vector<int> path;
    int node = source;
    while (node != sink) {
      bool advanced = false;
      for (size_t& i = next_[node]; i < arcs_of_[node].size(); ++i) {
        const int arc = arcs_of_[node][i];
        if (arcs_[arc].capacity > kEpsilon && level_[arcs_[arc].to] == level_[node] + 1) {
          path.push_back(arc);
          node = arcs_[arc].to;
          advanced = true;
          break;
        }
      }
      if (advanced) continue;
      if (path.empty()) return false;
      node = arcs_[path.back() ^ 1].to;
      path.pop_back();
      ++next_[node];
    }
    double amount = kUnlimited;
    for (const int arc : path) amount = std::min(amount, arcs_[arc].capacity);
    for (const int arc : path) {
      arcs_[arc].capacity -= amount;
      arcs_[arc ^ 1].capacity += amount;
    }
    return true;
  }

  std::vector<Arc> arcs_;  // an arc and its reverse are neighbours
  std::vector<std::vector<int>> arcs_of_;
  std::vector<int> level_;
  std::vector<size_t> next_;
};

}  // namespace

void BinaryLabels::Forbid(int node, int label) { unary_[node].forbidden[label] = true; }

void BinaryLabels::AddPair(int a, int b, double e00, double e01, double e10, double e11) {
  // e(la, lb) = e00 + la * (e10 - e00) + lb * (e11 - e10) + [la = 0 and lb = 1] * (e01 + e10 - e00
  // - e11)
  unary_[a].cost0 += e00;
  unary_[a].cost1 += e10;
  unary_[b].cost1 += e11 - e10;
  edges_.push_back({a, b, std::max(0.0, e01 + e10 - e00 - e11)});
}

std::vector<bool> BinaryLabels::Solve() const {
  const int count = static_cast<int>(unary_.size());
  const int source = count;
  const int sink = count + 1;
  FlowNetwork network(count + 2);
  // Source side = label 1. The nodes that the source reaches after the flow are the smallest such
  // side, so ties get 0.
  for (int i = 0; i < count; ++i) {
    const Unary& unary = unary_[i];
    if (unary.forbidden[1]) {
      network.AddArc(i, sink, kUnlimited);
      continue;
    }
    if (unary.forbidden[0]) {
      network.AddArc(source, i, kUnlimited);
      continue;
    }
    const double least = std::min(unary.cost0, unary.cost1);
    network.AddArc(source, i, unary.cost0 - least);
    network.AddArc(i, sink, unary.cost1 - least);
  }
  // Paid when `zero` is on the sink side and `one` on the source side.
  for (const Edge& edge : edges_) network.AddArc(edge.one, edge.zero, edge.cost);
  network.Maximise(source, sink);
  std::vector<bool> labels = network.Reachable();
  labels.resize(count);
  return labels;
}

}  // namespace paddle::lite::mir
