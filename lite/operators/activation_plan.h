// Places the values computed by a program in one arena.
#pragma once

#include <cstddef>
#include <vector>

#include "lite/base/offset_planner.h"
#include "lite/core/slot_visitor.h"
#include "lite/operators/op.h"

namespace paddle::lite {

// Takes the operators of a straight-line program in execution order, decides which results reuse
// the memory of others (see OutputReuse), and places the rest. Values are identified by the numbers
// that AddValue returns.
class ActivationPlanner {
 public:
  // A value of `bytes` bytes. A value that is `apart` has its own memory and is not part of the
  // plan.
  int AddValue(size_t bytes, bool apart);
  // The next operator; `inputs` and `outputs` are the values of `bound`'s tensors, whose shapes and
  // layouts are known.
  void AddStep(const Op& op, const BoundTensors& bound, const std::vector<int>& inputs,
               const std::vector<int>& outputs);
  // The next operator, which only reads: its outputs are not planned.
  void AddReader(const std::vector<int>& inputs);

  // Computes the plan, which the functions below return.
  void Plan();
  // Bytes of the arena.
  size_t total() const { return total_; }
  // Offset of a value in the arena; several values may share bytes.
  size_t offset(int value) const { return offsets_[value]; }
  // The blocks that were placed; values inside another value's block are left out.
  const std::vector<Interval>& blocks() const { return blocks_; }

 private:
  struct Value {
    size_t bytes = 0;
    bool apart = false;
  };
  struct Step {
    OutputReuse reuse = OutputReuse::kNone;
    // Values of the main input slot and the first output slot, in order, and of the other slots.
    std::vector<int> main_inputs, main_outputs;
    std::vector<int> more_inputs, more_outputs;
  };
  void PlaceResults(LifetimeTable* table, int step, const std::vector<int>& last_use);

  std::vector<Value> values_;
  std::vector<Step> steps_;
  std::vector<size_t> block_of_;
  std::vector<size_t> offsets_;
  std::vector<Interval> blocks_;
  size_t total_ = 0;
};

}  // namespace paddle::lite
