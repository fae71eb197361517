// What the driver for Rockchip NPUs tells the vendor's library.
#include <functional>
#include <set>
#include <string>

#include "gmock/gmock.h"
#include "lite/backends/nnadapter/driver/rockchip_npu/graph.h"
#include "nnadapter/utility/operation_lists.h"
#include "tests/nnadapter/vendor_graphs.h"

namespace nnadapter_test {
namespace rockchip_graph_test {

using testing::HasSubstr;

TEST(RockchipGraph, EveryOperation) {
  const auto two = [](int32_t type) {
    return [type](DriverModel* m) { return OfTwo(m, type, kByte); };
  };
  const auto one = [](int32_t type) {
    return [type](DriverModel* m) { return m->Add(type, {m->In({1, 2, 3, 4}, kByte)}); };
  };
  const std::set<int32_t> covered = ExpectGraphs(
      {
          {two(NNADAPTER_ADD), "v0, v1 -> ADD{} -> v2\n"},
          {two(NNADAPTER_SUB), "v0, v1 -> SUBTRACT{} -> v2\n"},
          {two(NNADAPTER_MUL), "v0, v1 -> MULTIPLY{} -> v2\n"},
          {two(NNADAPTER_DIV), "v0, v1 -> DIVIDE{} -> v2\n"},
          {one(NNADAPTER_RELU), "v0 -> RELU{} -> v1\n"},
          {one(NNADAPTER_RELU6), "v0 -> RELU6{} -> v1\n"},
          {one(NNADAPTER_SIGMOID), "v0 -> SIGMOID{} -> v1\n"},
          {one(NNADAPTER_TANH), "v0 -> TANH{} -> v1\n"},
          {[](DriverModel* m) {
             return m->Conv(m->In({1, 2, 9, 9}, kByte), {4, 2, 3, 5}, 1, 1, NNADAPTER_FUSED_RELU);
           },
           "v0, c1, c2 -> CONV2D{dilation=1 1, group=1, has_relu=1, ksize=5 3, multiplier=0, "
           "pad=2 3 0 1, stride=2 1, weights=4, pad_type=AUTO} -> v3\n"},
          // Depthwise; an activation that the device does not fuse.
          {[](DriverModel* m) {
             return m->Conv(m->In({1, 4, 9, 9}, kByte), {8, 1, 3, 3}, 4, 2, NNADAPTER_FUSED_RELU6);
           },
           "v0, c1, c2 -> CONV2D{dilation=2 2, group=4, has_relu=0, ksize=3 3, multiplier=2, "
           "pad=2 3 0 1, stride=2 1, weights=8, pad_type=AUTO} -> v3\n"
           "v3 -> RELU6{} -> v4\n"},
          {[](DriverModel* m) {
             return m->Add(
                 NNADAPTER_FULLY_CONNECTED,
                 {m->In({3, 8}, kByte), m->Constant({4, 8}, kByte),
                  m->Constant({4}, NNADAPTER_QUANT_INT32_SYMM_PER_LAYER, 0.25f), m->None()});
           },
           "v0, c1, c2 -> FULLCONNECT{has_relu=0, weights=4} -> v3\n"},
          {[](DriverModel* m) {
             return m->Pool(NNADAPTER_MAX_POOL_2D, m->In({1, 2, 7, 7}, kByte));
           },
           "v0 -> POOL{global_pooling=0, ksize=2 3, pad=0 0 0 0, stride=1 2, pad_type=AUTO, "
           "pool_type=POOLING_MAX, round_type=ROUND_CEIL} -> v1\n"},
          {[](DriverModel* m) {
             return m->Pool(NNADAPTER_AVERAGE_POOL_2D, m->In({1, 2, 3, 2}, kByte));
           },
           "v0 -> POOL{global_pooling=1, ksize=2 3, pad=0 0 0 0, stride=1 2, pad_type=AUTO, "
           "pool_type=POOLING_AVG, round_type=ROUND_CEIL} -> v1\n"},
          // Two scales: an addition of zero converts.
          {[](DriverModel* m) {
             return m->Add(NNADAPTER_CONCAT,
                           {m->In({1, 2}, kByte), m->In({1, 3}, kByte, 0.25f), m->Ints({-1})});
           },
           "v0, c1 -> ADD{} -> v2\nv3, v2 -> CONCAT{axis=1} -> v4\n"},
          {[](DriverModel* m) {
             return m->Add(NNADAPTER_RESHAPE, {m->In({2, 6}, kByte), m->Ints({0, 2, -1})});
           },
           "v0 -> RESHAPE{shapes=2 2 3} -> v1\n"},
          {[](DriverModel* m) {
             return m->Add(NNADAPTER_FLATTEN,
                           {m->In({2, 6, 5}, kByte), m->Ints({1}), m->Ints({-1})});
           },
           "v0 -> RESHAPE{shapes=2 30} -> v1\n"},
          {[](DriverModel* m) {
             return m->Add(NNADAPTER_UNSQUEEZE, {m->In({2, 6}, kByte), m->Ints({1})});
           },
           "v0 -> RESHAPE{shapes=2 1 6} -> v1\n"},
          {[](DriverModel* m) {
             return m->Add(NNADAPTER_SOFTMAX, {m->In({2, 6}, kByte), m->Ints({-1})});
           },
           "v0 -> SOFTMAX{axis=1, beta=1} -> v1\n"},
          {[](DriverModel* m) {
             return m->Add(NNADAPTER_TRANSPOSE, {m->In({2, 6, 3}, kByte), m->Ints({2, 0, 1})});
           },
           "v0 -> PERMUTE{perm=2 0 1} -> v1\n"},
          {[](DriverModel* m) {
             Operand* x = m->In({2, 3}, kByte);
             return m->Add(NNADAPTER_DEQUANTIZE, {x});
           },
           "v0 -> DATACONVERT{} -> v1\n"},
          {[](DriverModel* m) {
             Operand* q = m->Add(NNADAPTER_QUANTIZE,
                                 {m->In({2, 3}), m->Ints({1}), m->Number(0.5f), m->Ints({0})});
             return q;
           },
           "v0 -> DATACONVERT{} -> v1\n"},
      },
      &nnadapter::rockchip_npu::Supports, &nnadapter::rockchip_npu::Prepare,
      &nnadapter::rockchip_npu::BuildGraph);
  ExpectAllCovered(nnadapter::kRockchipOperations, covered);
}

TEST(RockchipGraph, TensorsAreAsymmetric) {
  DriverModel model;
  model.Out(model.Conv(model.In({1, 2, 9, 9}, kByte, 0.125f), {4, 2, 3, 3}, 1, 1,
                       NNADAPTER_FUSED_NONE, 0.5f));
  const auto first =
      static_cast<int8_t*>(model.model()->operations.front().input_operands[1]->buffer)[0];
  ASSERT_TRUE(nnadapter::rockchip_npu::Prepare(model.model()).ok());
  VendorGraph graph;
  ASSERT_TRUE(nnadapter::rockchip_npu::BuildGraph(*model.model(), &graph).ok());
  const auto& node = graph.nodes.front();
  for (const size_t index : {node.inputs[0], node.inputs[1], node.outputs[0]}) {
    EXPECT_EQ(graph.tensors[index].precision, NNADAPTER_QUANT_UINT8_ASYMM_PER_LAYER);
    EXPECT_EQ(graph.tensors[index].zero_point, 128);
  }
  EXPECT_EQ(graph.tensors[node.inputs[0]].scale, 0.125f);
  EXPECT_EQ(static_cast<const uint8_t*>(graph.tensors[node.inputs[1]].data)[0], first + 128);
  EXPECT_EQ(graph.tensors[node.inputs[2]].precision, NNADAPTER_QUANT_INT32_SYMM_PER_LAYER);
  EXPECT_EQ(graph.tensors[node.inputs[2]].scale, 0.125f * 0.25f);
}

TEST(RockchipGraph, RefusesWhatTheDeviceLacks) {
  const auto refused = [](const std::function<Operand*(DriverModel*)>& build) {
    DriverModel model;
    build(&model);
    return nnadapter::rockchip_npu::Supports(model.model()->operations.back()).message();
  };
  EXPECT_THAT(refused([](DriverModel* m) { return m->Add(NNADAPTER_RELU, {m->In({2})}); }),
              HasSubstr("RELU: the device only computes in int8"));
  EXPECT_THAT(refused([](DriverModel* m) { return m->Add(NNADAPTER_EXP, {m->In({2})}); }),
              HasSubstr("EXP is not an operation of rockchip_npu"));
  EXPECT_THAT(refused([](DriverModel* m) {
                Operand* y = m->Add(NNADAPTER_RELU, {m->In({2}, kByte)});
                m->model()->input_operands[0]->type.dimensions.data[0] = NNADAPTER_UNKNOWN;
                return y;
              }),
              HasSubstr("RELU: the device has no dynamic shapes"));
  DriverModel model;
  model.Conv(model.In({1, 2, 9, 9}, kByte), {4, 2, 3, 3}, 1, 1, NNADAPTER_FUSED_NONE);
  Operand* filter = model.model()->operations.back().input_operands[1];
  std::vector<float> scales(4, 0.5f);
  NNAdapterOperandType type = filter->type;
  type.precision = NNADAPTER_QUANT_INT8_SYMM_PER_CHANNEL;
  type.symm_per_channel_params = {0, 4, scales.data()};
  ASSERT_TRUE(nnadapter::CopyType(type, &filter->type).ok());
  EXPECT_THAT(nnadapter::rockchip_npu::Supports(model.model()->operations.back()).message(),
              HasSubstr("CONV_2D: the device has one scale for each tensor"));
}

}  // namespace rockchip_graph_test
}  // namespace nnadapter_test
