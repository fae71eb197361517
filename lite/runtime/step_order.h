// Which steps of a run must wait for which others, when some of them are queued on devices.
#pragma once

#include <cstddef>
#include <vector>

namespace paddle::lite {

// Bytes [begin, end) of a block of memory; blocks do not overlap.
struct MemoryRange {
  const void* block = nullptr;
  size_t begin = 0, end = 0;

  bool Overlaps(const MemoryRange& other) const {
    return block == other.block && begin < other.end && other.begin < end;
  }
};

// Takes the steps of a run in the order in which the host issues them. A step of the host (queue 0)
// is done before the host issues the next one. A step of queue 1, 2, ... is done at some time after
// it was issued and after the earlier steps of its queue. Two steps conflict if both use the same
// bytes and one of them writes. The result is the fewest waits that order all conflicting steps: a
// wait that follows from others is left out.
class StepOrder {
 public:
  struct Operands {
    std::vector<MemoryRange> read, written;
  };

  explicit StepOrder(int queues)
      : known_(queues + 1, Clock(queues + 1, kNothing)), all_(queues + 1) {}

  // The next step, with a number above that of the steps before. Returns the numbers of the steps
  // that it waits for, all on other queues.
  std::vector<int> Add(int queue, int step, Operands operands);
  // The steps that the host waits for at the end, so that nothing is left in a queue.
  std::vector<int> Finish() const;

 private:
  static constexpr int kNothing = -1;
  // Per queue, the last of its steps that is known to be done.
  using Clock = std::vector<int>;
  struct Queued {
    int step;
    size_t queue;
    Operands operands;
    Clock done;  // when this step is done
  };
  static bool Conflict(const Operands& a, const Operands& b);
  static void Merge(const Clock& from, Clock* into);

  std::vector<Clock> known_;  // per queue: what is done before its next step
  std::vector<std::vector<Queued>> all_;
};

}  // namespace paddle::lite
