// Selects results that are stored inside the concatenation that reads them. Pieces that are
// contiguous there are the memory plan's matter (OutputReuse::kJoin); these have rows apart, as the
// channels of channels-last images. See docs/design/runtime.md.
#include <cstring>

#include "lite/core/memory_order.h"
#include "lite/runtime/executable_impl.h"

namespace paddle::lite {
namespace {

bool RunsPrepared(const Instruction& instruction) {
  return !instruction.dynamic && !instruction.settled && !instruction.empty && !instruction.once &&
         instruction.queue == 0;
}

// Whether the operator joins its inputs along the innermost dimension in memory.
bool JoinsRows(const Instruction& instruction) {
  if (!RunsPrepared(instruction) || !instruction.kernel->joins_in_place()) return false;
  const Tensor& whole = *instruction.bound.outputs[0].tensor;
  const int axis = instruction.op->reuse_axis();
  const int rank = whole.dims().rank();
  return axis >= 0 && axis < rank && CheckMemoryOrder(whole).ok() &&
         MemoryAxis(whole, axis) == rank - 1 && MemoryDims(whole).Count(0, rank - 1) > 1;
}

}  // namespace

void Executable::Impl::PlanPieces() {
  for (Instruction& instruction : instructions) instruction.join = nullptr;
  // Work of devices is ordered by contiguous memory.
  if (!options.reuse_memory || !queues.empty()) return;
  const std::map<const Tensor*, int> readers = CountReaders();
  const std::set<const Tensor*> own_memory = TensorsOfCallers();
  std::map<const Tensor*, Instruction*> writers;  // that can store their results with rows apart
  size_t chain_end = 0;                           // exclusive
  for (size_t i = 0; i < instructions.size(); ++i) {
    Instruction& here = instructions[i];
    if (here.chain != nullptr) chain_end = here.done_at + 1;
    if (JoinsRows(here)) {
      const Tensor* const whole = here.bound.outputs[0].tensor;
      const bool placed =
          own_memory.count(whole) == 0 && !(whole->IsInitialized() && whole->buffer()->borrowed());
      const int rank = whole->dims().rank();
      int64_t at = 0;
      for (const auto& input : here.bound.inputs) {
        if (std::strcmp(input.slot, here.bound.inputs[0].slot) != 0) break;
        const auto writer = writers.find(input.tensor);
        if (placed && writer != writers.end() && readers.at(input.tensor) == 1) {
          plan_hides_operators = true;
          if (observer == nullptr) writer->second->join = &here;
          writer->second->join_at = at;
        }
        at += MemoryDims(*input.tensor)[rank - 1];
      }
    }
    if (i >= chain_end && RunsPrepared(here) && here.kernel->stores_apart()) {
      writers[here.bound.outputs[0].tensor] = &here;
    }
  }
}

}  // namespace paddle::lite
