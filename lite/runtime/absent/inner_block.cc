// Instead of inner_block.cc in a library for some models (LITE_BUILD_TAILOR) that has no operator
// with a block: the list of what a model lacks names such operators before one is bound.
#include "lite/runtime/inner_block.h"

#include "lite/base/logging.h"

namespace paddle::lite {

Status Executable::Impl::BindInnerBlock(const model::OpDesc& desc, Instruction*) {
  return Unsupported(desc.type,
                     ": this library was built for some models (LITE_BUILD_TAILOR), and none of "
                     "them has operators that run blocks");
}

void Executable::Impl::WarnAboutListedShapes() {
  if (options.subgraph_settings == nullptr) return;
  for (const auto& listed : options.subgraph_settings->listed_shapes) {
    LITE_LOG_WARNING("set_nnadapter_dynamic_shape_info: '", listed.first,
                     "' is not an input of a subgraph; this library has none");
  }
}

}  // namespace paddle::lite
