// Networks with the fusions for XPU, on the host's kernels of the fused operators.
#include <gtest/gtest.h>

#include <map>

#include "lite/mir/optimizer.h"
#include "lite/model/naive_buffer/naive_buffer.h"
#include "lite/model/paddle_pb/paddle_pb.h"
#include "tests/models/predictors.h"

namespace paddle::lite::test {
namespace xpu_networks_test {

struct XpuNetwork {
  const char* name;
  int products;
  int embeddings;
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
  std::map<std::string, int> counts;
  for (const auto& op : fused->program.blocks[0].ops) ++counts[op.type];
  EXPECT_EQ(counts["__xpu__fc"], GetParam().products);
  EXPECT_EQ(counts["__xpu__embedding_with_eltwise_add"], GetParam().embeddings);

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
INSTANTIATE_TEST_SUITE_P(Zoo, XpuNetworks,
                         testing::Values(XpuNetwork{"bert_tiny_p", 20, 0},
                                         XpuNetwork{"ernie_tiny_f", 20, 1},
                                         XpuNetwork{"resnet50_f", 1, 0}),
                         [](const auto& info) { return std::string(info.param.name); });

}  // namespace xpu_networks_test
}  // namespace paddle::lite::test
