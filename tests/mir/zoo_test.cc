// Whole networks as saved by Paddle 1.8 and 2.6: the remaining operators.
#include "tests/support/zoo.h"

#include <map>
#include <set>

#include "lite/mir/optimizer.h"
#include "lite/mir/pass.h"
#include "lite/model/paddle_pb/paddle_pb.h"
#include "tests/mir/pass_test.h"

namespace paddle::lite::mir {
namespace zoo_test {

const char kZoo[] = LITE_TEST_DATA_DIR "/data/zoo";

Result<model::Model> Optimised(const std::string& name, const OptimizeOptions& options) {
  LITE_ASSIGN_OR_RETURN(const test::ZooNet net, test::LoadZooNet(kZoo, name));
  model::PaddleModelSource source;
  source.from_memory = true;
  source.model_buffer = net.model;
  source.param_buffer = net.params;
  LITE_ASSIGN_OR_RETURN(model::Model model, model::LoadPaddleModel(source));
  return Optimize(std::move(model), options);
}

using Counts = std::map<std::string, int>;

Counts OperatorsLeft(const std::string& name) {
  Counts counts;
  OptimizeOptions options;
  options.verify_each = true;
  options.stop_after = "fuse_elementwise_activation";
  const Result<model::Model> optimised = Optimised(name, options);
  EXPECT_TRUE(optimised.ok()) << optimised.status().ToString();
  if (!optimised.ok()) return counts;
  for (const auto& op : optimised->program.blocks[0].ops) ++counts[op.type];
  return counts;
}

using Names = std::set<std::string>;

// The passes that a network's net.json lists under "fires".
Names Listed(const std::string& net) {
  const std::vector<std::string> fires = test::ZooFires(kZoo, net);
  return Names(fires.begin(), fires.end());
}

// Passes that no network of the zoo needs, and why.
Names WithoutNetwork() {
  return {
      "promote_half",         // programs with 16-bit weights: promote_half_test.cc
      "import_quantisation",  // changes the model before there is a graph
      "legalise",             // changes every network
      // for accelerators: partition_test.cc, tests/nnadapter/framework
      "dequantise_named_ops",
      "partition_subgraphs",
      // for places of XPU: tests/models/xpu_networks_test.cc
      "fuse_xpu_conv2d",
      "fuse_xpu_embedding",
      "fuse_xpu_fc",
      "fuse_xpu_multi_encoder",
      "fuse_xpu_resnet50",
      // On request, for pruned networks: tests/models/sparse_networks_test.cc.
      "sparse_convolutions",
  };
}

// The passes find their patterns in programs saved by Paddle, not only in hand-written ones.
// (tests/models/networks_test.cc compares the results with Paddle.)
TEST(ZooTest, PassesFireWhereTheyHaveTo) {
  for (const std::string& net : test::ZooNetNames(kZoo)) {
    const Names expected = Listed(net);
    if (expected.empty()) continue;
    SCOPED_TRACE(net);
    Names fired;
    OptimizeOptions options;
    options.verify_each = true;
    options.fired = &fired;
    const Result<model::Model> optimised = Optimised(net, options);
    ASSERT_TRUE(optimised.ok()) << optimised.status().ToString();
    for (const std::string& pass : expected) {
      EXPECT_EQ(fired.count(pass), 1u) << pass << " found nothing to do";
    }
  }
}

TEST(ZooTest, EveryPassFiresOnSomeNetwork) {
  Names listed;
  for (const std::string& net : test::ZooNetNames(kZoo)) {
    for (const std::string& pass : Listed(net)) listed.insert(pass);
  }
  const Names without = WithoutNetwork();
  for (const PassDef& def : PassTable()) {
    EXPECT_NE(listed.count(def.name), without.count(def.name))
        << def.name << ": list it under \"fires\" in the net.json of a network where it has work";
  }
}

// The learned numbers around every activation are part of convolutions; of 62 products and 117
// sums, only the gates remain, with 1 added to those next to a shortcut, and the pyramid.
TEST(ZooTest, TextDetection) {
  const Result<model::Model> optimised = Optimised("ppocr_det_p", OptimizeOptions());
  ASSERT_TRUE(optimised.ok()) << optimised.status().ToString();
  Counts counts;
  for (const auto& op : optimised->program.blocks[0].ops) ++counts[op.type];
  EXPECT_EQ(counts["elementwise_mul"], 10);
  EXPECT_EQ(counts["scale"], 8);
  EXPECT_EQ(counts["elementwise_add"], 3);
  EXPECT_EQ(counts["batch_norm"] + counts["hard_swish"] + counts["relu"] + counts["sigmoid"], 0);
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

}  // namespace zoo_test
}  // namespace paddle::lite::mir
