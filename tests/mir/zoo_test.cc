// Whole networks as Paddle 1.8 and 2.6 save them: which operators are left.
#include "tests/support/zoo.h"

#include <map>

#include "lite/mir/optimizer.h"
#include "lite/model/paddle_pb/paddle_pb.h"
#include "tests/mir/pass_test.h"

namespace paddle::lite::mir {
namespace {

using Counts = std::map<std::string, int>;

Counts OperatorsLeft(const std::string& name) {
  Counts counts;
  const Result<test::ZooNet> net = test::LoadZooNet(LITE_TEST_DATA_DIR "/data/zoo", name);
  EXPECT_TRUE(net.ok()) << net.status().ToString();
  if (!net.ok()) return counts;
  model::PaddleModelSource source;
  source.from_memory = true;
  source.model_buffer = net->model;
  source.param_buffer = net->params;
  Result<model::Model> model = model::LoadPaddleModel(source);
  EXPECT_TRUE(model.ok()) << model.status().ToString();
  if (!model.ok()) return counts;
  OptimizeOptions options;
  options.verify_each = true;
  options.stop_after = "fuse_elementwise_activation";
  const Result<model::Model> optimised = Optimize(*std::move(model), options);
  EXPECT_TRUE(optimised.ok()) << optimised.status().ToString();
  if (!optimised.ok()) return counts;
  for (const auto& op : optimised->program.blocks[0].ops) ++counts[op.type];
  return counts;
}

// Every batch norm, bias, residual and activation is part of a convolution.
TEST(ZooTest, MobileNetV1) {
  EXPECT_EQ(OperatorsLeft("mobilenet_v1_f"), (Counts{{"conv2d", 14},
                                                     {"depthwise_conv2d", 13},
                                                     {"fc", 1},
                                                     {"feed", 1},
                                                     {"fetch", 1},
                                                     {"pool2d", 1},
                                                     {"softmax", 1}}));
  Counts newer = OperatorsLeft("mobilenet_v1_p");
  EXPECT_EQ(newer["conv2d"], 14);
  EXPECT_EQ(newer["depthwise_conv2d"], 13);
  EXPECT_EQ(newer["batch_norm"] + newer["relu"] + newer["elementwise_add"], 0);
}

TEST(ZooTest, ResNet50) {
  EXPECT_EQ(
      OperatorsLeft("resnet50_f"),
      (Counts{
          {"conv2d", 53}, {"fc", 1}, {"feed", 1}, {"fetch", 1}, {"pool2d", 2}, {"softmax", 1}}));
  EXPECT_EQ(OperatorsLeft("resnet50_p"), (Counts{{"conv2d", 53},
                                                 {"fc", 1},
                                                 {"feed", 1},
                                                 {"fetch", 1},
                                                 {"flatten_contiguous_range", 1},
                                                 {"pool2d", 2}}));
}

}  // namespace
}  // namespace paddle::lite::mir
