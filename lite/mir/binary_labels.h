// Chooses between two labels for many nodes at once, exactly.
#pragma once

#include <vector>

namespace paddle::lite::mir {

// Minimises  sum_i unary_i(label_i) + sum_(i,j) pair_ij(label_i, label_j)  over labels in {0, 1},
// by a minimum cut. Exact when every pair satisfies  e00 + e11 <= e01 + e10; a pair that does not
// is treated as if e01 and e10 were large enough. Ties go to label 0.
class BinaryLabels {
 public:
  explicit BinaryLabels(int nodes) : unary_(nodes, Unary{0, 0}) {}
  void AddUnary(int node, double cost0, double cost1) {
    unary_[node].cost0 += cost0;
    unary_[node].cost1 += cost1;
  }
  // The node gets the other label, at whatever cost. A node that is forbidden both gets 0.
  void Forbid(int node, int label);
  void AddPair(int a, int b, double e00, double e01, double e10, double e11);
  std::vector<bool> Solve() const;

 private:
  struct Unary {
    double cost0;
    double cost1;
    bool forbidden[2] = {false, false};
  };
  // Cost when the first node has label 0 and the second label 1.
  struct Edge {
    int zero;
    int one;
    double cost;
  };
  std::vector<Unary> unary_;
  std::vector<Edge> edges_;
};

}  // namespace paddle::lite::mir
