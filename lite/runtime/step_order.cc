#include "lite/runtime/step_order.h"

#include <algorithm>
#include <utility>

namespace paddle::lite {

bool StepOrder::Conflict(const Operands& a, const Operands& b) {
  const auto overlap = [](const std::vector<MemoryRange>& x, const std::vector<MemoryRange>& y) {
    return std::any_of(x.begin(), x.end(), [&y](const MemoryRange& range) {
      return std::any_of(y.begin(), y.end(),
                         [&range](const MemoryRange& other) { return range.Overlaps(other); });
    });
  };
  return overlap(a.written, b.written) || overlap(a.written, b.read) || overlap(a.read, b.written);
}

void StepOrder::Merge(const Clock& from, Clock* into) {
  for (size_t q = 0; q < from.size(); ++q) (*into)[q] = std::max((*into)[q], from[q]);
}

std::vector<int> StepOrder::Add(int queue, int step, Operands operands) {
  Clock& known = known_[queue];
  if (queue != 0) Merge(known_[0], &known);  // it is issued after what the host waited for
  std::vector<const Queued*> waits;
  for (size_t other = 1; other < all_.size(); ++other) {
    if (static_cast<int>(other) == queue) continue;
    const std::vector<Queued>& steps = all_[other];
    for (size_t i = steps.size(); i-- > 0 && steps[i].step > known[other];) {
      if (!Conflict(steps[i].operands, operands)) continue;
      waits.push_back(&steps[i]);
      break;  // the earlier ones of the queue are also done
    }
  }
  std::vector<int> numbers;
  for (const Queued* wait : waits) {
    const bool follows = std::any_of(waits.begin(), waits.end(), [&](const Queued* more) {
      return more->step > wait->step && more->done[wait->queue] >= wait->step;
    });
    if (!follows) numbers.push_back(wait->step);
    Merge(wait->done, &known);
  }
  if (queue != 0) {
    known[queue] = step;
    all_[queue].push_back({step, static_cast<size_t>(queue), std::move(operands), known});
  }
  return numbers;
}

std::vector<int> StepOrder::Finish() const {
  std::vector<int> numbers;
  for (size_t queue = 1; queue < all_.size(); ++queue) {
    if (!all_[queue].empty() && all_[queue].back().step > known_[0][queue]) {
      numbers.push_back(all_[queue].back().step);
    }
  }
  return numbers;
}

}  // namespace paddle::lite
