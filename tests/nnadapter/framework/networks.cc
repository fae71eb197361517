#include "tests/nnadapter/framework/networks.h"

#include <algorithm>
#include <cstdlib>
#include <utility>

#include "lite/mir/optimizer.h"

namespace paddle::lite::test {
namespace {

Result<std::vector<std::string>> OutputsOfRun(Executable* executable, const ZooCase& zoo_case) {
  LITE_RETURN_IF_ERROR(SetInputs(zoo_case, executable));
  LITE_RETURN_IF_ERROR(executable->Run());
  std::vector<std::string> outputs;
  for (size_t i = 0; i < executable->output_names().size(); ++i) {
    const Tensor& tensor = *executable->output(i);
    outputs.emplace_back(static_cast<const char*>(tensor.raw_data()), tensor.memory_size());
  }
  return outputs;
}

Span<const float> AsFloats(const std::string& bytes) {
  return {reinterpret_cast<const float*>(bytes.data()), bytes.size() / sizeof(float)};
}

}  // namespace

ScopedVariable::ScopedVariable(const char* name, const char* value) : name_(name) {
  setenv(name, value, 1);
}
ScopedVariable::~ScopedVariable() { unsetenv(name_.c_str()); }

void UseBuiltNNAdapter() { setenv("LITE_NNADAPTER_LIBRARY", LITE_NNADAPTER_TEST_LIBRARY, 1); }

Result<ZooNet> LoadNetwork(const std::string& name) {
  return LoadZooNet(LITE_TEST_DATA_DIR "/data/zoo", name);
}

Result<model::Model> OptimisedForDevices(const ZooNet& net, const std::vector<std::string>& devices,
                                         std::ostream* explain) {
  LITE_ASSIGN_OR_RETURN(model::Model model, LoadProgram(net));
  return OptimisedForDevices(std::move(model), devices, explain);
}

Result<model::Model> OptimisedForDevices(model::Model model,
                                         const std::vector<std::string>& devices,
                                         std::ostream* explain) {
  mir::OptimizeOptions options;
  if (!devices.empty()) options.valid_places.emplace_back(TargetType::kNNAdapter);
  options.valid_places.emplace_back(TargetType::kX86);
  options.valid_places.emplace_back(TargetType::kHost);
  options.subgraph_devices = devices;
  options.weigh_subgraphs = false;  // networks of tests are small
  options.explain = explain;
  options.verify_each = true;
  return mir::Optimize(std::move(model), options);
}

Division DivisionOf(const model::Model& model) {
  Division division;
  for (const model::OpDesc& op : model.program.blocks[0].ops) {
    if (op.type == "subgraph") {
      const int block = std::get<model::BlockRef>(op.attrs.at("sub_block")).index;
      ++division.subgraphs;
      division.inside +=
          static_cast<int>(model.program.blocks[static_cast<size_t>(block)].ops.size());
    } else if (op.type != "feed" && op.type != "fetch") {
      ++division.outside;
    }
  }
  return division;
}

Result<std::unique_ptr<Executable>> MakeExecutable(const model::Model& model,
                                                   const operators::SubgraphSettings& settings) {
  ExecutableOptions options;
  options.threads = 2;
  options.subgraph_settings = std::make_shared<operators::SubgraphSettings>(settings);
  return Executable::Create(model, options);
}

Result<double> WorstDifference(Executable* found, Executable* reference, const ZooCase& zoo_case) {
  LITE_ASSIGN_OR_RETURN(const auto expected, OutputsOfRun(reference, zoo_case));
  LITE_ASSIGN_OR_RETURN(const auto outputs, OutputsOfRun(found, zoo_case));
  double worst = 0;
  for (size_t i = 0; i < expected.size(); ++i) {
    if (outputs[i].size() != expected[i].size()) return Internal("output ", i, " has another size");
    if (reference->output(i)->precision() == PrecisionType::kFloat) {
      worst = std::max(worst, Compare(AsFloats(outputs[i]), AsFloats(expected[i])).rel_l2);
    } else if (outputs[i] != expected[i]) {
      worst = std::max(worst, 1.0);
    }
  }
  return worst;
}

}  // namespace paddle::lite::test
