// Where the values that a program computes lie in one arena.
#pragma once

#include <cstddef>
#include <vector>

#include "lite/base/offset_planner.h"
#include "lite/core/slot_visitor.h"
#include "lite/operators/op.h"

namespace paddle::lite {

// Takes the operators of a straight-line program in the order of execution, decides which results
// use the memory of others (see OutputReuse), and places the rest. Values are numbers that the
// caller gives out by AddValue.
class ActivationPlanner {
 public:
  // A value of `bytes` bytes; one that is `apart` has memory of its own and is not part of the
  // plan.
  int AddValue(size_t bytes, bool apart);
  // The next operator; `inputs` and `outputs` are the values of `bound`'s tensors, whose shapes and
  // layouts are known.
  void AddStep(const Op& op, const BoundTensors& bound, const std::vector<int>& inputs,
               const std::vector<int>& outputs);
  // The next operator, of which only the inputs' values matter.
  void AddReader(const std::vector<int>& inputs);

  // Decides. Afterwards:
  void Plan();
  // Bytes of the arena.
  size_t total() const { return total_; }
  // Of a value in the arena; several values may share their bytes.
  size_t offset(int value) const { return offsets_[value]; }
  // What was placed, a value that lies in another one's block left out.
  const std::vector<Interval>& blocks() const { return blocks_; }

 private:
  struct Value {
    size_t bytes = 0;
    bool apart = false;
  };
  struct Step {
    OutputReuse reuse = OutputReuse::kNone;
    // Those of the first input slot and of the first output slot, in order, and the others.
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
