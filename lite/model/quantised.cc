#include "lite/model/quantised.h"

namespace paddle::lite::model {

bool IsQuantised(const Program& program) {
  for (const BlockDesc& block : program.blocks) {
    for (const OpDesc& op : block.ops) {
      const AttrValue* attr = op.FindAttr("enable_int8");
      const bool* enabled = attr == nullptr ? nullptr : std::get_if<bool>(attr);
      if (enabled != nullptr && *enabled) return true;
    }
  }
  return false;
}

}  // namespace paddle::lite::model
