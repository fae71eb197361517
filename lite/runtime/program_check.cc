#include "lite/runtime/program_check.h"

#include <string>

#include "lite/model/blocks.h"
#include "lite/operators/op.h"

namespace paddle::lite {

Status CheckProgram(const model::Program& program) {
  LITE_RETURN_IF_ERROR(model::CheckBlocks(program));
  std::string unknown;
  for (size_t b = 0; b < program.blocks.size(); ++b) {
    const auto& ops = program.blocks[b].ops;
    for (size_t i = 0; i < ops.size(); ++i) {
      const bool is_boundary =
          ops[i].type == "feed" || ops[i].type == "fetch";  // the runtime's own
      if (!is_boundary && CreateOp(ops[i].type) == nullptr) {
        unknown += StrCat(unknown.empty() ? "" : ", ", ops[i].type, " (#", i,
                          b == 0 ? std::string() : StrCat(" of block ", b), ")");
      }
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
