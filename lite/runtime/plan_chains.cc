// Selects operators that run together by strips of rows. See docs/design/runtime.md.
#include <algorithm>
#include <cstring>

#include "lite/base/logging.h"
#include "lite/runtime/executable_impl.h"

namespace paddle::lite {
namespace {

// Null for an operator that cannot run by strips.
const RowStage* StageOf(const Instruction& instruction) {
  const bool prepared = !instruction.dynamic && !instruction.settled && !instruction.empty &&
                        !instruction.once && instruction.queue == 0;
  return prepared ? instruction.kernel->row_stage() : nullptr;
}

}  // namespace

// Tensors that callers may read after the run.
std::set<const Tensor*> Executable::Impl::TensorsOfCallers() const {
  std::set<const Tensor*> tensors;
  for (const auto& output : outputs) tensors.insert(output.tensor);
  return tensors;
}

// The end (exclusive) of the chain that begins at `begin`: one operator on windows of rows, and an
// operator on single rows before it, after it, or both. `readers` counts the readers of each
// tensor, callers included.
size_t Executable::Impl::ChainEnd(size_t begin, const std::map<const Tensor*, int>& readers) const {
  const RowStage* last = StageOf(instructions[begin]);
  size_t end = begin + 1;
  if (last == nullptr) return end;
  bool has_windows = last->Rows().window > 1;
  for (; end < instructions.size(); ++end) {
    const Tensor* between = instructions[end - 1].bound.outputs[0].tensor;
    const RowStage* reader = StageOf(instructions[end]);
    if (reader == nullptr || instructions[end].bound.inputs[0].tensor != between ||
        readers.at(between) != 1) {
      break;
    }
    const RowGeometry rows = reader->Rows();
    if (rows.window > 1 ? has_windows : last->Rows().window == 1) break;
    // The third one joins regardless of size, because its input is in the cache.
    if (end - begin == 1 && rows.in_bytes() < reader->worth_bytes()) break;
    has_windows |= rows.window > 1;
    last = reader;
  }
  return end;
}

std::map<const Tensor*, int> Executable::Impl::CountReaders() const {
  std::map<const Tensor*, int> readers;
  for (const Instruction& instruction : instructions) {
    if (instruction.settled || instruction.once) continue;
    for (const auto& input : instruction.bound.inputs) ++readers[input.tensor];
  }
  for (const Tensor* tensor : TensorsOfCallers()) ++readers[tensor];
  for (const Tensor* tensor : asked_for) ++readers[tensor];
  return readers;
}

// Splits the instructions into steps; returns the scratch memory needed by the largest one.
size_t Executable::Impl::PlanSteps() {
  const std::map<const Tensor*, int> readers = CountReaders();
  steps.clear();
  plan_hides_operators = false;
  size_t most_scratch = 0;
  for (size_t i = 0; i < instructions.size();) {
    Instruction& first = instructions[i];
    first.chain.reset();
    size_t end = ChainEnd(i, readers);
    plan_hides_operators |= end - i > 1 || first.settled;
    if (observer != nullptr || !options.reuse_memory) end = i + 1;
    for (size_t j = i; j < end; ++j) instructions[j].done_at = end - 1;
    if (end - i > 1) {
      std::vector<RowChain::Member> members;
      for (size_t j = i; j < end; ++j) {
        members.push_back({instructions[j].op.get(), StageOf(instructions[j])});
        instructions[j].chain.reset();
      }
      PrepareContext context;
      context.pool = pool.get();
      first.chain = std::make_unique<RowChain>(std::move(members), &context);
      most_scratch = std::max(most_scratch, context.scratch_bytes);
      if (RequestedByEnvironment("LITE_VERBOSE")) {
        LITE_LOG_INFO("chain of ", end - i, " operators from ", first.Label(), " on, strips of ",
                      first.chain->strip_rows(), " rows");
      }
    } else if (!first.dynamic && !first.empty) {
      most_scratch = std::max(most_scratch, first.queue == 0 ? first.scratch_bytes : 0);
    }
    bool is_done = first.settled && observer == nullptr && options.reuse_memory;
    // Callers may change the elements and where they are.
    for (const auto& output : first.bound.outputs) is_done &= !given_out.Has(output.tensor);
    is_done |= first.once;
    if (!is_done && (first.dynamic || !first.empty)) steps.push_back(&first);
    i = end;
  }
  Span<const char> ahead;
  for (auto step = steps.rbegin(); step != steps.rend(); ++step) {
    (*step)->ahead = ahead;
    if ((*step)->dynamic) continue;  // has no kernel yet
    const Span<const char> constants = (*step)->kernel->constants();
    if (!constants.empty()) ahead = constants;
  }
  return most_scratch;
}

// A tensor that was requested by name is stored completely from the next plan on, and has memory
// until then.
Status Executable::Impl::KeepReadable(const Tensor* tensor) {
  asked_for.insert(tensor);
  for (size_t i = 0; planned && i < instructions.size(); ++i) {
    const auto& outputs_of = instructions[i].bound.outputs;
    const bool is_stored = instructions[i].done_at == i && instructions[i].join == nullptr &&
                           instructions[i].cut == nullptr;
    if (is_stored || outputs_of[0].tensor != tensor) continue;
    planned = false;
    Tensor* between = outputs_of[0].tensor;
    between->ReleaseBuffer();
    LITE_RETURN_IF_ERROR(between->Allocate(between->precision()));  // chains are the host's
    std::memset(between->mutable_raw_data(), 0, between->memory_size());
  }
  return OkStatus();
}

}  // namespace paddle::lite
