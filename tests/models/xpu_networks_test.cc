// Networks with the fusions for XPU, on the host's kernels of the fused operators.
#include <gtest/gtest.h>

#include <map>
#include <string>

#include "lite/mir/optimizer.h"
#include "lite/model/naive_buffer/naive_buffer.h"
#include "lite/model/paddle_pb/paddle_pb.h"
#include "tests/models/predictors.h"

namespace paddle::lite::test {
namespace xpu_networks_test {

struct XpuNetwork {
  const char* name;
  std::map<std::string, int> fused;  // operators of XPU, and how many of each
};

class XpuNetworks : public testing::TestWithParam<XpuNetwork> {};

TEST_P(XpuNetworks, ComputeWhatPaddleComputes) {
  const Result<ZooNet> net = LoadZooNet(kZoo, GetParam().name);
  ASSERT_TRUE(net.ok()) << net.status().ToString();
  model::PaddleModelSource source;
  source.from_memory = true;
  source.model_buffer = net->model;
  source.param_buffer = net->params;
  Result<model::Model> model = model::LoadPaddleModel(source);
  ASSERT_TRUE(model.ok()) << model.status().ToString();
  mir::OptimizeOptions options;
  options.valid_places = {Place(TARGET(kXPU)), Place(TARGET(kHost))};
  options.verify_each = true;
  const Result<model::Model> fused = mir::Optimize(*std::move(model), options);
  ASSERT_TRUE(fused.ok()) << fused.status().ToString();
  std::map<std::string, int> fused_ops;
  for (const auto& op : fused->program.blocks[0].ops) {
    if (op.type.rfind("__xpu__", 0) == 0) ++fused_ops[op.type];
  }
  EXPECT_EQ(fused_ops, GetParam().fused);

  const auto bytes = model::EncodeNaiveBuffer(*fused, {});
  ASSERT_TRUE(bytes.ok()) << bytes.status().ToString();
  const auto light = MakeLightPredictor(*bytes, 2);
  ASSERT_TRUE(light.ok()) << light.status().ToString();
  for (const ZooCase& zoo_case : net->cases) {
    const auto outputs = RunPredictor(light->get(), zoo_case.inputs);
    ASSERT_TRUE(outputs.ok()) << outputs.status().ToString();
    ASSERT_EQ(outputs->size(), zoo_case.outputs.size());
    for (size_t i = 0; i < outputs->size(); ++i) {
      const Output& output = (*outputs)[i];
      const auto difference =
          Compare(output.shape, output.floats().data(), zoo_case.outputs[i], 1e-4);
      ASSERT_TRUE(difference.ok()) << difference.status().ToString();
      EXPECT_LE(difference->rel_l2, 1e-4) << "output " << i;
    }
  }
}

// BERT's words have a padding_idx that its positions and types lack.
INSTANTIATE_TEST_SUITE_P(
    Zoo, XpuNetworks,
    testing::Values(XpuNetwork{"bert_tiny_p", {{"__xpu__fc", 2}, {"__xpu__multi_encoder", 1}}},
                    XpuNetwork{"ernie_tiny_f",
                               {{"__xpu__embedding_with_eltwise_add", 1},
                                {"__xpu__fc", 2},
                                {"__xpu__multi_encoder", 1}}},
                    XpuNetwork{"mobilenet_v1_p", {{"__xpu__conv2d", 27}, {"__xpu__fc", 1}}},
                    XpuNetwork{"resnet50_f", {{"__xpu__fc", 1}, {"__xpu__resnet50", 1}}},
                    XpuNetwork{"resnet50_p", {{"__xpu__fc", 1}, {"__xpu__resnet50", 1}}},
                    XpuNetwork{"transformer_p", {{"__xpu__fc", 24}}}),
    [](const auto& info) { return std::string(info.param.name); });

}  // namespace xpu_networks_test
}  // namespace paddle::lite::test
