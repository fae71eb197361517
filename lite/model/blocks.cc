#include "lite/model/blocks.h"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>

#include "lite/model/op_fields.h"

namespace paddle::lite::model {

namespace {

constexpr char kSubBlock[] = "sub_block";

// One reference to a block.
struct Reference {
  int block = 0;  // block of the operator
  size_t op = 0;
  const std::string* attribute = nullptr;
  int64_t index = 0;
};

// Calls f(name, index) for every block number in the attributes. Fails if `sub_block` holds none.
template <typename Function>
Status ForEachReference(const OpDesc& op, const Function& f) {
  for (const auto& [name, value] : op.attrs) {
    if (const auto* block = std::get_if<BlockRef>(&value)) {
      f(name, int64_t{block->index});
    } else if (const auto* blocks = std::get_if<std::vector<BlockRef>>(&value)) {
      for (const BlockRef& ref : *blocks) f(name, int64_t{ref.index});
    } else if (name == kSubBlock) {
      int64_t index = 0;
      if (!ConvertAttr(value, &index)) {
        return DataLoss("attribute ", name, " is ", AttrTypeName(value),
                        ", a block number is expected");
      }
      f(name, index);
    }
  }
  return OkStatus();
}

class BlockChecker {
 public:
  explicit BlockChecker(const Program& program) : program_(program) {}

  Status Run() {
    const size_t count = program_.blocks.size();
    if (count == 0) return DataLoss("the program has no blocks");
    references_.resize(count);
    for (size_t b = 0; b < count; ++b) LITE_RETURN_IF_ERROR(Collect(static_cast<int>(b)));
    progress_.resize(count, Progress::kNew);
    height_.resize(count, 0);
    for (size_t b = 0; b < count; ++b) LITE_RETURN_IF_ERROR(Walk(static_cast<int>(b)));
    return OkStatus();
  }

  std::vector<int> Parents() const {
    std::vector<int> parents(program_.blocks.size(), 0);
    parents[0] = -1;
    for (auto list = references_.rbegin(); list != references_.rend(); ++list) {
      for (const Reference& ref : *list) parents[ref.index] = ref.block;
    }
    return parents;
  }

 private:
  enum class Progress : char { kNew, kOpen, kDone };

  std::string Where(int block, size_t op) const {
    return StrCat("op ", program_.blocks[block].ops[op].type, " (#", op, " of block ", block, ")");
  }
  template <typename... Args>
  Status Problem(const Reference& ref, const Args&... args) const {
    return DataLoss(Where(ref.block, ref.op), ": attribute ", *ref.attribute, " refers to block ",
                    ref.index, args...);
  }

  Status Collect(int b) {
    const auto count = static_cast<int64_t>(program_.blocks.size());
    const auto& ops = program_.blocks[b].ops;
    std::vector<Reference>& list = references_[b];
    for (size_t i = 0; i < ops.size(); ++i) {
      if (b != 0 && (ops[i].type == "feed" || ops[i].type == "fetch")) {
        return DataLoss(Where(b, i), ": expected in the main block only");
      }
      const size_t first = list.size();
      const Status found = ForEachReference(ops[i], [&](const std::string& name, int64_t index) {
        if (index != -1) list.push_back({b, i, &name, index});
      });
      if (!found.ok()) return found.WithContext(Where(b, i));
      for (size_t r = first; r < list.size(); ++r) {
        if (list[r].index > 0 && list[r].index < count) continue;
        if (count == 1) return Problem(list[r], ", but the program has only the main block");
        return Problem(list[r], list[r].index == 0 ? ", the main block" : "", "; expected 1 to ",
                       count - 1, ", or -1 for none");
      }
    }
    return OkStatus();
  }

  // Depth first, with an explicit stack, because the file determines the depth.
  Status Walk(int start) {
    if (progress_[start] != Progress::kNew) return OkStatus();
    std::vector<std::pair<int, size_t>> stack;  // a block and the number of its references visited
    const auto open = [&](int64_t block) {
      progress_[block] = Progress::kOpen;
      stack.emplace_back(static_cast<int>(block), 0);
    };
    open(start);
    while (!stack.empty()) {
      const int block = stack.back().first;
      size_t& next = stack.back().second;
      if (next == references_[block].size()) {
        progress_[block] = Progress::kDone;
        stack.pop_back();
        continue;
      }
      const Reference& ref = references_[block][next];
      if (progress_[ref.index] == Progress::kNew) {
        open(ref.index);
        continue;
      }
      if (progress_[ref.index] == Progress::kOpen) return Problem(ref, ", which contains itself");
      height_[block] = std::max(height_[block], height_[ref.index] + 1);
      if (height_[block] > kMaxBlockDepth) {
        return Unsupported(Where(block, ref.op), ": blocks are nested more than ", kMaxBlockDepth,
                           " deep");
      }
      ++next;
    }
    return OkStatus();
  }

  const Program& program_;
  std::vector<std::vector<Reference>> references_;  // references of each block's operators
  std::vector<Progress> progress_;
  std::vector<int> height_;  // longest path down from a block
};

}  // namespace

std::vector<int> BlocksOf(const OpDesc& op) {
  std::vector<int> blocks;
  const Status found = ForEachReference(op, [&](const std::string&, int64_t index) {
    if (index != -1) blocks.push_back(static_cast<int>(index));
  });
  return found.ok() ? blocks : std::vector<int>();
}

Status CheckBlocks(const Program& program) { return BlockChecker(program).Run(); }

std::string PlaceOf(const Program& program, size_t block, size_t op) {
  return StrCat(program.blocks[block].ops[op].type, " (#", op,
                block == 0 ? std::string() : StrCat(" of block ", block), ")");
}

Status CheckBlockOwners(const Program& program) {
  std::vector<std::optional<std::pair<size_t, size_t>>> owners(program.blocks.size());
  for (size_t b = 0; b < program.blocks.size(); ++b) {
    for (size_t i = 0; i < program.blocks[b].ops.size(); ++i) {
      for (const int block : BlocksOf(program.blocks[b].ops[i])) {
        auto& owner = owners[static_cast<size_t>(block)];
        if (owner.has_value()) {
          return Unsupported("block ", block, " is run by op ",
                             PlaceOf(program, owner->first, owner->second), " and by op ",
                             PlaceOf(program, b, i), "; expected one operator for each block");
        }
        owner.emplace(b, i);
      }
    }
  }
  return OkStatus();
}

Status ResolveBlocks(Program* program) {
  BlockChecker checker(*program);
  LITE_RETURN_IF_ERROR(checker.Run());
  const std::vector<int> parents = checker.Parents();
  for (size_t b = 0; b < parents.size(); ++b) program->blocks[b].parent = parents[b];
  return OkStatus();
}

}  // namespace paddle::lite::model
