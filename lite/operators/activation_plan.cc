#include "lite/operators/activation_plan.h"

#include <algorithm>
#include <cstring>

#include "lite/core/memory_order.h"

namespace paddle::lite {
namespace {

// The reuse that the operator allows; joining and cutting only if the pieces are contiguous in
// memory.
OutputReuse PossibleReuse(const Op& op, const BoundTensors& bound) {
  const OutputReuse reuse = op.output_reuse();
  if (bound.inputs.empty() || bound.outputs.empty()) return OutputReuse::kNone;
  const bool joins = reuse == OutputReuse::kJoin;
  if (!joins && reuse != OutputReuse::kCut) return reuse;
  const Tensor& whole = joins ? *bound.outputs[0].tensor : *bound.inputs[0].tensor;
  const int axis = op.reuse_axis();
  const bool one_piece = CheckMemoryOrder(whole).ok() && axis >= 0 && axis < whole.dims().rank() &&
                         MemoryDims(whole).Count(0, MemoryAxis(whole, axis)) == 1;
  return one_piece ? reuse : OutputReuse::kNone;
}

// The values of a slot (null: the first one), and those of the others.
template <typename Slots>
void Divide(const Slots& slots, const char* main_slot, const std::vector<int>& values,
            std::vector<int>* main, std::vector<int>* others) {
  for (size_t i = 0; i < slots.size(); ++i) {
    const bool is_main =
        std::strcmp(slots[i].slot, main_slot != nullptr ? main_slot : slots[0].slot) == 0;
    (is_main ? main : others)->push_back(values[i]);
  }
}

}  // namespace

int ActivationPlanner::AddValue(size_t bytes, bool apart) {
  values_.push_back({bytes, apart});
  return static_cast<int>(values_.size()) - 1;
}

void ActivationPlanner::AddStep(const Op& op, const BoundTensors& bound,
                                const std::vector<int>& inputs, const std::vector<int>& outputs) {
  Step step;
  step.reuse = PossibleReuse(op, bound);
  Divide(bound.inputs, op.reused_slot(), inputs, &step.main_inputs, &step.more_inputs);
  Divide(bound.outputs, nullptr, outputs, &step.main_outputs, &step.more_outputs);
  steps_.push_back(std::move(step));
}

void ActivationPlanner::AddReader(const std::vector<int>& inputs) {
  steps_.emplace_back();
  steps_.back().main_inputs = inputs;
}

void ActivationPlanner::Plan() {
  std::vector<int> last_use(values_.size(), -1);
  for (size_t s = 0; s < steps_.size(); ++s) {
    for (const auto* read : {&steps_[s].main_inputs, &steps_[s].more_inputs}) {
      for (const int value : *read) last_use[value] = static_cast<int>(s);
    }
  }
  block_of_.assign(values_.size(), LifetimeTable::kNoBlock);
  LifetimeTable table(static_cast<int>(steps_.size()));
  for (size_t s = 0; s < steps_.size(); ++s) {
    PlaceResults(&table, static_cast<int>(s), last_use);
  }
  const OffsetPlan plan = table.Plan();
  blocks_ = table.intervals();
  total_ = plan.total;
  offsets_.assign(values_.size(), 0);
  for (size_t v = 0; v < values_.size(); ++v) {
    if (block_of_[v] != LifetimeTable::kNoBlock) offsets_[v] = plan.offsets[block_of_[v]];
  }
}

void ActivationPlanner::PlaceResults(LifetimeTable* table, int step,
                                     const std::vector<int>& last_use) {
  const Step& here = steps_[step];
  std::vector<size_t> sources;
  for (const int value : here.main_inputs) sources.push_back(block_of_[value]);
  const size_t source = sources.empty() ? LifetimeTable::kNoBlock : sources[0];
  const bool has_source = source != LifetimeTable::kNoBlock;
  // A kernel that overwrites its source finds every other input as it was: a view of the source and
  // a second use of it are also such inputs.
  const auto reads_of_source = [&](const std::vector<int>& values) {
    return std::count_if(values.begin(), values.end(),
                         [&](int value) { return block_of_[value] == source; });
  };
  const bool is_view = here.reuse == OutputReuse::kView;
  const bool may_overwrite =
      here.reuse == OutputReuse::kInplace && has_source &&
      reads_of_source(here.main_inputs) + reads_of_source(here.more_inputs) == 1;
  std::vector<size_t> pieces;  // blocks of the main outputs
  for (const auto* written : {&here.main_outputs, &here.more_outputs}) {
    for (const int v : *written) {
      if (values_[v].apart) continue;
      const size_t bytes = values_[v].bytes;
      const int last = std::max(last_use[v], step);
      const bool is_main = !here.main_outputs.empty() && v == here.main_outputs[0];
      const bool same_bytes = is_main && (is_view || may_overwrite);
      if (same_bytes && has_source && values_[here.main_inputs[0]].bytes == bytes &&
          table->Share(source, is_view, step, last)) {
        block_of_[v] = source;
      } else {
        block_of_[v] = table->Add(bytes, step, last);
      }
      if (written == &here.main_outputs) pieces.push_back(block_of_[v]);
    }
  }
  if (here.reuse == OutputReuse::kJoin && pieces.size() == 1) table->Join(pieces[0], sources);
  if (here.reuse == OutputReuse::kCut && has_source && pieces.size() == here.main_outputs.size()) {
    table->Join(source, pieces);
  }
}

}  // namespace paddle::lite
