#include "lite/runtime/read_outputs.h"

#include <map>

#include "lite/core/slot_visitor.h"
#include "lite/runtime/program_check.h"

namespace paddle::lite {

ReadOutputs::ReadOutputs(const model::Program& program)
    : program_(program), not_tensors_(NotTensors(program)) {
  for (const model::BlockDesc& block : program.blocks) {
    for (const model::OpDesc& op : block.ops) {
      for (const auto& slot : op.inputs) read_.insert(slot.second.begin(), slot.second.end());
    }
  }
}

void ReadOutputs::Visit(
    OpPosition at, const Op& op,
    const std::function<void(const std::string& name, const Tensor& tensor)>& visit) const {
  const model::OpDesc& desc =
      program_.blocks[static_cast<size_t>(at.block)].ops[static_cast<size_t>(at.index)];
  const BoundTensors tensors = op.Bound();
  std::map<std::string, size_t> positions;  // number of names used per slot
  for (const BoundTensors::OutputSlot& output : tensors.outputs) {
    const std::vector<std::string> names = TensorNames(desc.Output(output.slot), not_tensors_);
    const size_t position = positions[output.slot]++;
    if (position >= names.size()) continue;
    const std::string& name = names[position];
    if (read_.count(name) != 0) visit(name, *output.tensor);
  }
}

}  // namespace paddle::lite
