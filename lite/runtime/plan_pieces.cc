// Selects results that are stored inside the concatenation that reads them, and results whose parts
// are stored in place of them. Parts that are contiguous in the whole are the memory plan's matter
// (OutputReuse::kJoin and kCut); these have rows apart, as the channels of channels-last images.
// See docs/design/runtime.md.
#include <algorithm>
#include <cstring>

#include "lite/core/memory_order.h"
#include "lite/runtime/executable_impl.h"

namespace paddle::lite {
namespace {

bool RunsPrepared(const Instruction& instruction) {
  return !instruction.dynamic && !instruction.settled && !instruction.empty && !instruction.once &&
         instruction.queue == 0;
}

// Whether the operator joins or cuts `whole`, of several rows, along the innermost dimension in
// memory.
bool DividesRows(const Instruction& instruction, OutputReuse reuse, const Tensor& whole) {
  if (instruction.op->output_reuse() != reuse) return false;
  const int axis = instruction.op->reuse_axis();
  const int rank = whole.dims().rank();
  return axis >= 0 && axis < rank && CheckMemoryOrder(whole).ok() &&
         MemoryAxis(whole, axis) == rank - 1 && MemoryDims(whole).Count(0, rank - 1) > 1;
}

}  // namespace

void Executable::Impl::PlanPieces() {
  for (Instruction& instruction : instructions) {
    instruction.join = instruction.cut = nullptr;
    instruction.is_cut = false;
    instruction.out_pitch = 0;
    instruction.parts.clear();
  }
  // Work of devices is ordered by contiguous memory.
  if (!options.reuse_memory || !queues.empty()) return;
  const std::map<const Tensor*, int> readers = CountReaders();
  std::map<const Tensor*, Instruction*> writers;
  const auto writer_of = [&](const Tensor* tensor) -> Instruction* {
    const auto found = writers.find(tensor);
    return found == writers.end() || readers.at(tensor) != 1 ? nullptr : found->second;
  };
  size_t chain_end = 0;  // exclusive
  for (size_t i = 0; i < instructions.size(); ++i) {
    Instruction& here = instructions[i];
    if (here.chain != nullptr) chain_end = here.done_at + 1;
    if (i < chain_end || !RunsPrepared(here) || here.bound.outputs.empty()) continue;
    JoinInPlace(&here, writer_of);
    CutInPlace(&here, writer_of);
    writers[here.bound.outputs[0].tensor] = &here;
  }
  steps.erase(std::remove_if(steps.begin(), steps.end(),
                             [](const Instruction* step) { return step->is_cut; }),
              steps.end());
}

void Executable::Impl::JoinInPlace(Instruction* join, const WriterOf& writer_of) {
  const Tensor* const whole = join->bound.outputs[0].tensor;
  const bool replaceable = TensorsOfCallers().count(whole) != 0 ||
                           (whole->IsInitialized() && whole->buffer()->borrowed());
  if (replaceable || !join->kernel->joins_in_place() ||
      !DividesRows(*join, OutputReuse::kJoin, *whole)) {
    return;
  }
  int64_t at = 0;
  for (const auto& input : join->bound.inputs) {
    if (std::strcmp(input.slot, join->bound.inputs[0].slot) != 0) break;
    Instruction* const writer = writer_of(input.tensor);
    if (writer != nullptr && writer->kernel->stores_apart()) {
      plan_hides_operators = true;
      if (observer == nullptr) {  // which sees whole results
        writer->join = join;
        writer->join_at = at;
        writer->out_pitch = RowLength(*whole);
      }
    }
    at += RowLength(*input.tensor);
  }
}

void Executable::Impl::CutInPlace(Instruction* cut, const WriterOf& writer_of) {
  if (cut->op->output_reuse() != OutputReuse::kCut) return;
  const Tensor* const whole = cut->bound.inputs[0].tensor;
  Instruction* const writer = writer_of(whole);
  if (writer == nullptr || writer->bound.inputs.size() != 1 ||
      !DividesRows(*cut, OutputReuse::kCut, *whole)) {
    return;
  }
  std::vector<int64_t> lengths;
  for (const auto& output : cut->bound.outputs) lengths.push_back(RowLength(*output.tensor));
  if (!writer->kernel->stores_cut(lengths)) return;
  plan_hides_operators = true;
  if (observer != nullptr) return;
  cut->is_cut = true;
  writer->cut = cut;
  for (const auto& output : cut->bound.outputs) writer->parts.push_back(output.tensor);
}

}  // namespace paddle::lite
