// Every layer of whole quantised networks on devices, with the values that the CPU computed as its
// inputs: layers of int8 differ by one quantum at most. Over a whole network, such differences grow
// (quantised_test.cc).
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <iostream>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "tests/nnadapter/framework/networks.h"

namespace paddle::lite::test {
namespace {

constexpr int64_t kSide = 96;        // of larger images
constexpr double kRealLayer = 1e-5;  // relative, of layers that compute with real numbers

// Differences of int8 layers from the CPU.
struct LayerCounts {
  int int8_layers = 0, real_layers = 0;
  int64_t values = 0, others = 0;
};

// Runs a network operator by operator, each as a program of its own.
class LayerChain {
 public:
  LayerChain(const model::Model& model, const std::string& device)
      : model_(model), device_(SettingsFor(device)), cpu_(SettingsFor("no_such_device")) {}

  // Computes the network on the CPU, and each operator of its subgraphs also on the device.
  Status Run(const ZooCase& zoo_case, LayerCounts* counts) {
    for (const model::OpDesc& op : model_.program.blocks[0].ops) {
      if (op.type == "feed") {
        const auto column = static_cast<size_t>(std::get<int32_t>(op.attrs.at("col")));
        LITE_RETURN_IF_ERROR(
            CopyInput(zoo_case.inputs[column], &values_[op.Output("Out").front()]));
      } else if (op.type == "fetch") {
        results_.push_back(op.Input("X").front());
      } else if (op.type == "subgraph") {
        const auto block =
            static_cast<size_t>(std::get<model::BlockRef>(op.attrs.at("sub_block")).index);
        for (const model::OpDesc& layer : model_.program.blocks[block].ops) {
          LITE_RETURN_IF_ERROR(RunLayer(layer, op, block, counts).WithContext(layer.type));
        }
      } else {
        LITE_ASSIGN_OR_RETURN(const auto alone, MakeExecutable(Alone(op, nullptr, 0), cpu_));
        LITE_RETURN_IF_ERROR(Compute(alone.get(), op, &values_).WithContext(op.type));
      }
    }
    return OkStatus();
  }

  // The results of the network, in the order of the fetches.
  const Tensor& result(size_t i) const { return values_.at(results_[i]); }
  size_t result_count() const { return results_.size(); }

 private:
  using Values = std::map<std::string, Tensor>;

  std::vector<std::string> InputsOf(const model::OpDesc& op) const {
    std::vector<std::string> names;
    for (const auto& slot : op.inputs) {
      for (const std::string& name : slot.second) {
        const bool known = std::find(names.begin(), names.end(), name) != names.end();
        if (!known && model_.params.count(name) == 0) names.push_back(name);
      }
    }
    return names;
  }
  // Those that are tensors: XShape and the like have no value.
  std::vector<std::string> ResultsOf(const model::OpDesc& op) const {
    std::vector<std::string> names;
    for (const auto& [slot, list] : op.outputs) {
      if (slot != "XShape") names.insert(names.end(), list.begin(), list.end());
    }
    return names;
  }

  // The program of one operator, in a subgraph like the one given if there is one.
  model::Model Alone(const model::OpDesc& op, const model::OpDesc* subgraph, size_t block) const {
    const std::vector<std::string> inputs = InputsOf(op), results = ResultsOf(op);
    model::Model alone;
    alone.program = model_.program;
    for (const auto& slot : op.inputs) {
      for (const std::string& name : slot.second) {
        const auto weight = model_.params.find(name);
        if (weight != model_.params.end()) alone.params[name] = weight->second;
      }
    }
    model::BlockDesc& root = alone.program.blocks[0];
    root.ops.clear();
    const auto ends = [&](const char* type, const char* slot, const std::string& name, size_t i) {
      model::OpDesc end;
      end.type = type;
      (std::string(type) == "feed" ? end.outputs : end.inputs)[slot] = {name};
      end.attrs["col"] = static_cast<int32_t>(i);
      root.ops.push_back(std::move(end));
    };
    for (size_t i = 0; i < inputs.size(); ++i) {
      ends("feed", "Out", inputs[i], i);
      // Declared types are those before the division into blocks.
      if (model::VarDesc* var = root.FindVar(inputs[i])) var->has_tensor_desc = false;
    }
    if (subgraph == nullptr) {
      root.ops.push_back(op);
    } else {
      alone.program.blocks[block].ops = {op};
      model::OpDesc runs = *subgraph;
      runs.inputs = {{"Inputs", inputs}};
      runs.outputs = {{"Outputs", results}};
      runs.attrs["input_data_names"] = inputs;
      runs.attrs["output_data_names"] = results;
      root.ops.push_back(std::move(runs));
    }
    for (size_t i = 0; i < results.size(); ++i) ends("fetch", "X", results[i], i);
    return alone;
  }

  Status Compute(Executable* alone, const model::OpDesc& op, Values* results) const {
    const std::vector<std::string> inputs = InputsOf(op), names = ResultsOf(op);
    for (size_t i = 0; i < inputs.size(); ++i) {
      LITE_RETURN_IF_ERROR(alone->input(i)->CopyFrom(values_.at(inputs[i])));
    }
    LITE_RETURN_IF_ERROR(alone->Run());
    for (size_t i = 0; i < names.size(); ++i) {
      LITE_RETURN_IF_ERROR((*results)[names[i]].CopyFrom(*alone->output(i)));
    }
    return OkStatus();
  }

  Status RunLayer(const model::OpDesc& op, const model::OpDesc& subgraph, size_t block,
                  LayerCounts* counts) {
    const model::Model alone = Alone(op, &subgraph, block);
    LITE_ASSIGN_OR_RETURN(const auto on_cpu, MakeExecutable(alone, cpu_));
    LITE_ASSIGN_OR_RETURN(const auto on_device, MakeExecutable(alone, device_));
    Values found;
    LITE_RETURN_IF_ERROR(Compute(on_device.get(), op, &found));
    LITE_RETURN_IF_ERROR(Compute(on_cpu.get(), op, &values_));
    EXPECT_EQ(on_device->KernelCounts()[TargetType::kNNAdapter], 2) << op.type;
    EXPECT_EQ(on_cpu->KernelCounts()[TargetType::kNNAdapter], 1) << op.type;
    for (const auto& [name, value] : found) {
      CompareLayer(StrCat(op.type, " makes ", name), value, values_.at(name), op.type == "calib",
                   counts);
    }
    return OkStatus();
  }

  static void CompareLayer(const std::string& what, const Tensor& found, const Tensor& expected,
                           bool rounds, LayerCounts* counts) {
    ASSERT_EQ(found.precision(), expected.precision()) << what;
    ASSERT_EQ(found.dims(), expected.dims()) << what;
    const auto count = static_cast<size_t>(found.numel());
    if (found.precision() == PrecisionType::kFloat) {
      ++counts->real_layers;
      EXPECT_LT(Compare({found.data<float>(), count}, {expected.data<float>(), count}).rel_l2,
                kRealLayer)
          << what;
      return;
    }
    ASSERT_EQ(found.precision(), PrecisionType::kInt8) << what;
    ++counts->int8_layers;
    int largest = 0;
    int64_t others = 0, zeros = 0;
    for (size_t i = 0; i < count; ++i) {
      const int difference = std::abs(found.data<int8_t>()[i] - expected.data<int8_t>()[i]);
      largest = std::max(largest, difference);
      others += difference != 0;
      zeros += expected.data<int8_t>()[i] == 0;
    }
    EXPECT_LE(largest, 1) << what;
    // Most pixels of an image may have one value.
    if (!rounds) EXPECT_LE(others, static_cast<int64_t>(count) / 50 + 1) << what;
    EXPECT_LT(zeros, static_cast<int64_t>(count)) << what;
    counts->values += static_cast<int64_t>(count);
    counts->others += others;
  }

  const model::Model& model_;
  const operators::SubgraphSettings device_, cpu_;
  Values values_;
  std::vector<std::string> results_;
};

struct LayeredNetwork {
  const char* network;
  const char* device;
  int int8_layers, real_layers;
};

class NNAdapterNetworkLayersTest : public testing::TestWithParam<LayeredNetwork> {};

TEST_P(NNAdapterNetworkLayersTest, DifferByOneQuantumAtMost) {
  UseBuiltNNAdapter();
  const LayeredNetwork& row = GetParam();
  const auto net = LoadNetwork(row.network);
  ASSERT_TRUE(net.ok()) << net.status().ToString();
  auto program = LoadProgram(*net);
  ASSERT_TRUE(program.ok()) << program.status().ToString();
  ZooCase zoo_case = net->cases[0];
  if (zoo_case.inputs[0].shape[2] > kSide) CropImages(kSide, &zoo_case);
  const auto model = OptimisedForDevices(*std::move(program), {row.device});
  ASSERT_TRUE(model.ok()) << model.status().ToString();
  LayerChain chain(*model, row.device);
  LayerCounts counts;
  const Status status = chain.Run(zoo_case, &counts);
  ASSERT_TRUE(status.ok()) << status.ToString();
  EXPECT_EQ(counts.int8_layers, row.int8_layers);
  EXPECT_EQ(counts.real_layers, row.real_layers);
  // The chain computes what the network does.
  const auto whole = MakeExecutable(*model, SettingsFor("no_such_device"));
  ASSERT_TRUE(whole.ok()) << whole.status().ToString();
  ASSERT_TRUE(SetInputs(zoo_case, whole->get()).ok());
  ASSERT_TRUE((*whole)->Run().ok());
  for (size_t i = 0; i < chain.result_count(); ++i) {
    const Tensor& expected = *(*whole)->output(i);
    const Tensor& found = chain.result(i);
    ASSERT_EQ(found.dims(), expected.dims());
    EXPECT_EQ(std::memcmp(found.raw_data(), expected.raw_data(), expected.memory_size()), 0);
  }
  std::cout << "| " << row.network << " | `" << row.device << "` | " << counts.int8_layers << " | "
            << counts.real_layers << " | " << counts.values << " | " << counts.others << " |\n";
}

INSTANTIATE_TEST_SUITE_P(
    Quantised, NNAdapterNetworkLayersTest,
    testing::Values(LayeredNetwork{"fluid_ptq_kl", "builtin_device", 9, 2},
                    LayeredNetwork{"fluid_ptq_kl", "rockchip_npu", 10, 1},
                    LayeredNetwork{"mobilenet_v1_int8_f", "rockchip_npu", 30, 1},
                    LayeredNetwork{"mobilenet_v1_int8_p", "builtin_device", 28, 4},
                    LayeredNetwork{"mobilenet_v1_int8_p", "rockchip_npu", 31, 1}),
    [](const auto& info) { return StrCat(info.param.network, "_", info.param.device); });

}  // namespace
}  // namespace paddle::lite::test
