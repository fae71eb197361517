#include "lite/tools/quantisation/observation.h"

#include <algorithm>
#include <utility>

#include "lite/mir/optimizer.h"
#include "lite/runtime/kernel_choice.h"
#include "lite/tools/model_io.h"

namespace paddle::lite::tools {

std::vector<Place> PlacesOfThisMachine() {
  std::vector<Place> places;
  for (const TargetType target : BuildTargets()) {
    places.emplace_back(target, PrecisionType::kFloat, DataLayoutType::kNCHW);
    places.emplace_back(target, PrecisionType::kAny, DataLayoutType::kNCHW);
  }
  return places;
}

Result<Observation> Observation::Make(model::Model model, const std::vector<std::string>& values) {
  const std::vector<InputInfo> program_inputs = InputsOf(model.program);
  std::vector<model::OpDesc>& ops = model.program.blocks[0].ops;
  const auto is_fetch = [](const model::OpDesc& op) { return op.type == "fetch"; };
  const auto first = std::find_if(ops.begin(), ops.end(), is_fetch);
  if (first == ops.end()) return InvalidArgument("the program has no outputs");
  const model::OpDesc fetch = *first;
  ops.erase(std::remove_if(ops.begin(), ops.end(), is_fetch), ops.end());
  Observation observation;
  int column = 0;
  for (const std::string& name : values) {
    const auto input = std::find_if(program_inputs.begin(), program_inputs.end(),
                                    [&](const InputInfo& info) { return info.name == name; });
    observation.inputs_.push_back(
        input == program_inputs.end() ? -1 : static_cast<int>(input - program_inputs.begin()));
    observation.outputs_.push_back(static_cast<size_t>(column));
    if (input != program_inputs.end()) continue;
    model::OpDesc op = fetch;
    op.inputs["X"] = {name};
    op.attrs["col"] = column++;
    ops.push_back(std::move(op));
  }
  if (column == 0) {
    // All values are inputs; a program needs a result.
    ops.push_back(fetch);
    ops.back().attrs["col"] = 0;
  }
  mir::OptimizeOptions options;
  options.valid_places = PlacesOfThisMachine();
  LITE_ASSIGN_OR_RETURN(model::Model optimised, mir::Optimize(std::move(model), options));
  ExecutableOptions run;
  LITE_ASSIGN_OR_RETURN(observation.executable_, Executable::Create(std::move(optimised), run));
  if (observation.executable_->input_names().size() != program_inputs.size()) {
    return Internal("the program has ", program_inputs.size(), " inputs, and ",
                    observation.executable_->input_names().size(), " after optimisation");
  }
  return observation;
}

Status Observation::Run(const std::vector<Tensor>& inputs) {
  for (size_t i = 0; i < inputs.size(); ++i) {
    LITE_RETURN_IF_ERROR(executable_->input(i)->CopyFrom(inputs[i]));
    executable_->input(i)->set_lod(inputs[i].lod());
  }
  return executable_->Run();
}

const Tensor& Observation::value(size_t index) const {
  if (inputs_[index] >= 0) return *executable_->input(static_cast<size_t>(inputs_[index]));
  return *executable_->output(outputs_[index]);
}

}  // namespace paddle::lite::tools
