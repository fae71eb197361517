#include "lite/runtime/program_check.h"

#include <algorithm>

#include "lite/model/blocks.h"
#include "lite/operators/op.h"

namespace paddle::lite {

Status CheckProgram(const model::Program& program) {
  LITE_RETURN_IF_ERROR(model::CheckBlocks(program));
  LITE_RETURN_IF_ERROR(model::CheckBlockOwners(program));
  std::string unknown;
  for (size_t b = 0; b < program.blocks.size(); ++b) {
    const auto& ops = program.blocks[b].ops;
    for (size_t i = 0; i < ops.size(); ++i) {
      if (ops[i].type == "feed" || ops[i].type == "fetch") continue;  // the runtime's own
      if (CreateOp(ops[i].type) == nullptr) {
        unknown += StrCat(unknown.empty() ? "" : ", ", model::PlaceOf(program, b, i));
      }
    }
  }
  if (!unknown.empty()) {
    return Unsupported("operators that this build lacks: ", unknown,
                       "; use a library with the full operator set (built without "
                       "LITE_BUILD_TAILOR), or add your own (docs/custom_operators.md)");
  }
  return OkStatus();
}

std::set<std::string> NotTensors(const model::Program& program) {
  std::set<std::string> names;
  for (const model::BlockDesc& block : program.blocks) {
    for (const model::VarDesc& var : block.vars) {
      if (var.type != model::VarType::kLoDTensor) names.insert(var.name);
    }
  }
  return names;
}

std::vector<std::string> TensorNames(const std::vector<std::string>& names,
                                     const std::set<std::string>& not_tensors) {
  std::vector<std::string> tensors;
  std::set<std::string> seen;
  for (const std::string& name : names) {
    if (not_tensors.count(name) == 0 && seen.insert(name).second) tensors.push_back(name);
  }
  return tensors;
}

}  // namespace paddle::lite
