#include "lite/runtime/read_outputs.h"

#include <map>

#include "lite/core/slot_visitor.h"

namespace paddle::lite {

ReadOutputs::ReadOutputs(const model::Program& program) : program_(program) {
  for (const model::BlockDesc& block : program.blocks) {
    for (const model::OpDesc& op : block.ops) {
      for (const auto& slot : op.inputs) read_.insert(slot.second.begin(), slot.second.end());
    }
  }
}

void ReadOutputs::Visit(
    int index, const Op& op,
    const std::function<void(const std::string& name, const Tensor& tensor)>& visit) const {
  const model::OpDesc& desc = program_.blocks.front().ops[static_cast<size_t>(index)];
  const BoundTensors tensors = op.Bound();
  std::map<std::string, size_t> positions;  // number of names used per slot
  for (const BoundTensors::OutputSlot& output : tensors.outputs) {
    const auto names = desc.outputs.find(output.slot);
    const size_t position = positions[output.slot]++;
    if (names == desc.outputs.end() || position >= names->second.size()) continue;
    const std::string& name = names->second[position];
    if (read_.count(name) != 0) visit(name, *output.tensor);
  }
}

}  // namespace paddle::lite
