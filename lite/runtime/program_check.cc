#include "lite/runtime/program_check.h"

#include <vector>

#include "lite/operators/op.h"

namespace paddle::lite {
namespace {

// Optimised files store sub_block as a plain INT.
void CollectBlockRefs(const model::OpDesc& op, std::vector<int64_t>* refs) {
  for (const auto& [name, value] : op.attrs) {
    if (const auto* ref = std::get_if<model::BlockRef>(&value)) refs->push_back(ref->index);
    if (const auto* list = std::get_if<std::vector<model::BlockRef>>(&value)) {
      for (const auto& ref : *list) refs->push_back(ref.index);
    }
    if (name == "sub_block") {
      if (const auto* index = std::get_if<int32_t>(&value)) refs->push_back(*index);
    }
  }
}

}  // namespace

Status CheckProgram(const model::Program& program) {
  if (program.blocks.empty()) return DataLoss("the program has no blocks");
  const int64_t block_count = static_cast<int64_t>(program.blocks.size());
  std::vector<std::vector<int64_t>> children(program.blocks.size());
  std::string unknown;
  for (size_t b = 0; b < program.blocks.size(); ++b) {
    const auto& ops = program.blocks[b].ops;
    for (size_t i = 0; i < ops.size(); ++i) {
      std::vector<int64_t> refs;
      CollectBlockRefs(ops[i], &refs);
      for (const int64_t ref : refs) {
        if (ref < 0 || ref >= block_count) {
          return DataLoss("op ", ops[i].type, " (#", i, " of block ", b, ") refers to block ", ref,
                          ", the program has ", block_count);
        }
        children[b].push_back(ref);
      }
      const bool is_boundary =
          ops[i].type == "feed" || ops[i].type == "fetch";  // the runtime's own
      if (!is_boundary && CreateOp(ops[i].type) == nullptr) {
        unknown += StrCat(unknown.empty() ? "" : ", ", ops[i].type, " (#", i,
                          b == 0 ? std::string() : StrCat(" of block ", b), ")");
      }
    }
  }
  // Depth-first walk with an explicit stack; a block met again on its own path is a cycle.
  enum class Mark : char { kNew, kOpen, kDone };
  std::vector<Mark> marks(program.blocks.size(), Mark::kNew);
  std::vector<std::pair<size_t, size_t>> stack = {{0, 0}};
  marks[0] = Mark::kOpen;
  while (!stack.empty()) {
    auto& [block, next] = stack.back();
    if (next == children[block].size()) {
      marks[block] = Mark::kDone;
      stack.pop_back();
      continue;
    }
    const size_t child = static_cast<size_t>(children[block][next++]);
    if (marks[child] == Mark::kOpen) {
      return DataLoss("block ", child, " contains itself through the operators of block ", block);
    }
    if (marks[child] == Mark::kNew) {
      marks[child] = Mark::kOpen;
      stack.emplace_back(child, 0);
    }
  }
  if (!unknown.empty()) {
    return Unsupported("operators that this build does not know: ", unknown,
                       "; use a library with the full operator set (built without "
                       "LITE_BUILD_TAILOR)");
  }
  return OkStatus();
}

}  // namespace paddle::lite
