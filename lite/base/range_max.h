// Sums over a range of steps.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace paddle::lite {

// A number for each of `size` steps, all 0 at first. Both operations take time logarithmic in
// `size`.
class RangeMax {
 public:
  explicit RangeMax(size_t size) : size_(size), nodes_(size == 0 ? 0 : 4 * size) {}

  // Adds `value` to the numbers of steps [first, last].
  void Add(size_t first, size_t last, int64_t value) {
    if (first <= last && last < size_) Add(0, 0, size_ - 1, first, last, value);
  }
  // The largest number of steps [first, last].
  int64_t Max(size_t first, size_t last) const { return Max(0, 0, size_ - 1, first, last); }
  // The largest number of all; 0 without steps.
  int64_t Max() const { return nodes_.empty() ? 0 : nodes_[0].most; }

 private:
  // For the steps below a node: the largest number, and the amount added to all of them, which is
  // included in `most` but not in the children.
  struct Node {
    int64_t most = 0;
    int64_t added = 0;
  };

  void Add(size_t node, size_t begin, size_t end, size_t first, size_t last, int64_t value) {
    if (first <= begin && end <= last) {
      nodes_[node].most += value;
      nodes_[node].added += value;
      return;
    }
    const size_t middle = begin + (end - begin) / 2;
    const size_t left = 2 * node + 1;
    if (first <= middle) Add(left, begin, middle, first, last, value);
    if (last > middle) Add(left + 1, middle + 1, end, first, last, value);
    nodes_[node].most = std::max(nodes_[left].most, nodes_[left + 1].most) + nodes_[node].added;
  }
  int64_t Max(size_t node, size_t begin, size_t end, size_t first, size_t last) const {
    if (first <= begin && end <= last) return nodes_[node].most;
    const size_t middle = begin + (end - begin) / 2;
    const size_t left = 2 * node + 1;
    int64_t most = INT64_MIN;
    if (first <= middle) most = Max(left, begin, middle, first, last);
    if (last > middle) most = std::max(most, Max(left + 1, middle + 1, end, first, last));
    return most + nodes_[node].added;
  }

  size_t size_;
  std::vector<Node> nodes_;
};

}  // namespace paddle::lite
