// What the driver for Kirin NPUs tells the vendor's library.
#include <functional>
#include <set>
#include <string>

#include "gmock/gmock.h"
#include "lite/backends/nnadapter/driver/huawei_kirin_npu/graph.h"
#include "nnadapter/utility/operation_lists.h"
#include "tests/nnadapter/vendor_graphs.h"

namespace nnadapter_test {
namespace kirin_graph_test {

using testing::HasSubstr;

TEST(KirinGraph, EveryOperation) {
  const auto two = [](int32_t type) {
    return [type](DriverModel* m) { return OfTwo(m, type, NNADAPTER_FLOAT32); };
  };
  const auto one = [](int32_t type) {
    return [type](DriverModel* m) { return m->Add(type, {m->In({1, 2, 3, 4})}); };
  };
  const auto with = [](int32_t type, const std::vector<float>& numbers) {
    return [type, numbers](DriverModel* m) {
      std::vector<Operand*> inputs = {m->In({1, 2, 3, 4})};
      for (const float number : numbers) inputs.push_back(m->Number(number));
      return m->Add(type, inputs);
    };
  };
  const auto reduce = [](int32_t type) {
    return [type](DriverModel* m) {
      return m->Add(type, {m->In({1, 2, 3, 4}), m->Ints({2, 3}), m->Flag(false)});
    };
  };
  const auto adaptive = [](int32_t type) {
    return [type](DriverModel* m) {
      std::vector<Operand*> inputs = {m->In({1, 2, 6, 4}), m->Ints({3, 1})};
      if (type == NNADAPTER_ADAPTIVE_MAX_POOL_2D) {
        inputs.push_back(m->Flag(false));
        inputs.push_back(m->Ints({NNADAPTER_INT32}));
      }
      return m->Add(type, inputs);
    };
  };
  const std::string hard_sigmoid =
      "v0, c1 -> Mul{} -> v2\nv2, c3 -> Add{} -> v4\nv4, c5, c6 -> ClipByValue{} -> v7\n";
  const std::string hard_swish = hard_sigmoid + "v0, v7 -> Mul{} -> v8\n";
  const std::set<int32_t> covered = ExpectGraphs(
      {
          {two(NNADAPTER_ADD), "v0, v1 -> Add{} -> v2\n"},
          {two(NNADAPTER_SUB), "v0, v1 -> Sub{} -> v2\n"},
          {two(NNADAPTER_MUL), "v0, v1 -> Mul{} -> v2\n"},
          {two(NNADAPTER_DIV), "v0, v1 -> RealDiv{} -> v2\n"},
          {two(NNADAPTER_MAX), "v0, v1 -> Maximum{} -> v2\n"},
          {two(NNADAPTER_MIN), "v0, v1 -> Minimum{} -> v2\n"},
          {two(NNADAPTER_POW), "v0, v1 -> Pow{} -> v2\n"},
          {one(NNADAPTER_RELU), "v0 -> Activation{mode=1} -> v1\n"},
          {one(NNADAPTER_RELU6), "v0 -> Activation{mode=14} -> v1\n"},
          {one(NNADAPTER_SIGMOID), "v0 -> Activation{mode=0} -> v1\n"},
          {one(NNADAPTER_TANH), "v0 -> Activation{mode=2} -> v1\n"},
          {one(NNADAPTER_ABS), "v0 -> Activation{mode=6} -> v1\n"},
          {one(NNADAPTER_EXP), "v0 -> Exp{} -> v1\n"},
          {one(NNADAPTER_LOG), "v0 -> Log{} -> v1\n"},
          {one(NNADAPTER_FLOOR), "v0 -> Floor{} -> v1\n"},
          {one(NNADAPTER_SQUARE), "v0 -> Square{} -> v1\n"},
          {one(NNADAPTER_SWISH), "v0 -> Activation{mode=0} -> v1\nv0, v1 -> Mul{} -> v2\n"},
          {[](DriverModel* m) {
             return m->Add(NNADAPTER_GELU, {m->In({2, 3}), m->Flag(false)});
           },
           "v0 -> Activation{mode=15} -> v1\n"},
          {with(NNADAPTER_LEAKY_RELU, {0.25f}),
           "v0 -> Activation{mode=5, negative_slope=0.25} -> v1\n"},
          {with(NNADAPTER_SOFTPLUS, {1.0f, 20.0f}), "v0 -> Activation{mode=9} -> v1\n"},
          {with(NNADAPTER_HARD_SIGMOID, {0.25f, 0.5f}), hard_sigmoid.c_str()},
          {with(NNADAPTER_HARD_SWISH, {0.25f, 0.5f}), hard_swish.c_str()},
          {with(NNADAPTER_CLIP, {-1.0f, 1.0f}), "v0, c1, c2 -> ClipByValue{} -> v3\n"},
          {[](DriverModel* m) {
             return m->Conv(m->In({1, 2, 9, 9}), {4, 2, 3, 5}, 1, 1, NNADAPTER_FUSED_RELU6);
           },
           "v0, c1, c2 -> Convolution{dilations=1 1, groups=1, pads=0 1 2 3, strides=1 2, "
           "pad_mode=SPECIFIC} -> v3\nv3 -> Activation{mode=14} -> v4\n"},
          // Depthwise by groups, and with a dilation.
          {[](DriverModel* m) {
             return m->Conv(m->In({1, 6, 9, 9}), {6, 1, 3, 3}, 6, 1, NNADAPTER_FUSED_NONE);
           },
           "v0, c1, c2 -> Convolution{dilations=1 1, groups=6, pads=0 1 2 3, strides=1 2, "
           "pad_mode=SPECIFIC} -> v3\n"},
          {[](DriverModel* m) {
             return m->Conv(m->In({1, 6, 9, 9}), {6, 1, 3, 3}, 6, 2, NNADAPTER_FUSED_NONE);
           },
           "v0, c1, c2 -> ConvolutionDepthwise{dilations=2 2, pads=0 1 2 3, strides=1 2, "
           "pad_mode=SPECIFIC} -> v3\n"},
          {[](DriverModel* m) {
             return m->Add(
                 NNADAPTER_CONV_2D_TRANSPOSE,
                 {m->In({1, 4, 5, 5}), m->Constant({4, 3, 2, 2}), m->Constant({3}),
                  m->Ints({NNADAPTER_AUTO_PAD_NONE}), m->Ints({0, 0, 0, 0}), m->Ints({2, 2}),
                  m->Ints({1}), m->Ints({1, 1}), nullptr, nullptr, m->None()});
           },
           "c0, c1, v2, c3 -> ConvTranspose{dilations=1 1, groups=1, pads=0 0 0 0, strides=2 2, "
           "pad_mode=SPECIFIC} -> v4\n"},
          {[](DriverModel* m) {
             return m->Pool(NNADAPTER_MAX_POOL_2D, m->In({1, 2, 7, 7}));
           },
           "v0 -> PoolingD{ceil_mode=1, data_mode=0, global_pooling=0, mode=0, pad=0 0 0 0, "
           "pad_mode=0, stride=2 1, window=3 2} -> v1\n"},
          {[](DriverModel* m) {
             return m->Pool(NNADAPTER_AVERAGE_POOL_2D, m->In({1, 2, 3, 2}));
           },
           "v0 -> PoolingD{ceil_mode=1, data_mode=0, global_pooling=1, mode=1, pad=0 0 0 0, "
           "pad_mode=0, stride=2 1, window=3 2} -> v1\n"},
          {adaptive(NNADAPTER_ADAPTIVE_AVERAGE_POOL_2D),
           "v0 -> PoolingD{ceil_mode=0, data_mode=1, global_pooling=0, mode=1, pad=0 0 0 0, "
           "pad_mode=0, stride=2 4, window=2 4} -> v1\n"},
          {adaptive(NNADAPTER_ADAPTIVE_MAX_POOL_2D),
           "v0 -> PoolingD{ceil_mode=0, data_mode=1, global_pooling=0, mode=0, pad=0 0 0 0, "
           "pad_mode=0, stride=2 4, window=2 4} -> v1\n"},
          {[](DriverModel* m) {
             return m->Add(NNADAPTER_FULLY_CONNECTED,
                           {m->In({3, 8}), m->Constant({4, 8}), m->Constant({4}), m->None()});
           },
           "v0, c1 -> Reshape{} -> v2\nv2, c3, c4 -> FullyConnection{num_output=4} -> v5\n"
           "v5, c6 -> Reshape{} -> v7\n"},
          {[](DriverModel* m) {
             return m->Add(NNADAPTER_MAT_MUL,
                           {m->In({3, 8}), m->In({4, 8}), m->Flag(false), m->Flag(true)});
           },
           "v0, v1 -> MatMul{transpose_x1=0, transpose_x2=1} -> v2\n"},
          {[](DriverModel* m) {
             return m->Add(NNADAPTER_MAT_MUL,
                           {m->In({2, 3, 8}), m->In({2, 8, 4}), m->Flag(false), m->Flag(false)});
           },
           "v0, v1 -> BatchMatMul{adj_x1=0, adj_x2=0} -> v2\n"},
          // Scale, bias, mean, variance become mean, variance, scale, offset.
          {[](DriverModel* m) {
             return m->Add(NNADAPTER_BATCH_NORMALIZATION,
                           {m->In({1, 2, 3, 4}), m->Constant({2}), m->Constant({2}),
                            m->Constant({2}), m->Constant({2}), m->Number(0.25f)});
           },
           "v0, c1, c2, c3, c4 -> BNInference{epsilon=0.25} -> v5\n"},
          {[](DriverModel* m) {
             return m->Add(NNADAPTER_INSTANCE_NORMALIZATION, {m->In({1, 2, 3, 4}), m->Constant({2}),
                                                              m->Constant({2}), m->Number(0.25f)});
           },
           "v0, c1, c2 -> InstanceNorm{epsilon=0.25} -> v3\n"},
          {[](DriverModel* m) {
             return m->Add(NNADAPTER_LAYER_NORMALIZATION,
                           {m->In({2, 3, 4}), m->Constant({4}), m->Constant({4}), m->Ints({2}),
                            m->Number(0.25f)});
           },
           "v0, c1 -> Reshape{} -> v2\nv2, c3, c4 -> LayerNorm{epsilon=0.25} -> v5\n"
           "v5, c6 -> Reshape{} -> v7\n"},
          {[](DriverModel* m) {
             return m->Add(NNADAPTER_LP_NORMALIZATION,
                           {m->In({1, 2, 3, 4}), m->Ints({1}), m->Ints({2}), m->Number(0.25f)});
           },
           "v0 -> L2Normalize{axis=1, eps=0.25} -> v1\n"},
          {[](DriverModel* m) {
             return m->Add(NNADAPTER_CONCAT, {m->In({1, 2}), m->In({1, 3}), m->Ints({-1})});
           },
           "v0, v1 -> ConcatD{N=2, concat_dim=1} -> v2\n"},
          // An output of the model is separate from a split.
          {[](DriverModel* m) {
             return m->AddMany(NNADAPTER_SPLIT, {m->In({2, 6}), m->Ints({-1}), m->Ints({2, 4})},
                               2)[0];
           },
           "v0, c1, c2 -> SplitV{num_split=2} -> v3, v4\nv3, c5 -> Add{} -> v6\n"},
          {[](DriverModel* m) {
             return m->Add(NNADAPTER_SLICE, {m->In({2, 6}), m->Ints({-1}), m->Ints({-3}),
                                             m->Ints({100}), m->Ints({1})});
           },
           "v0, c1, c2 -> Slice{} -> v3\n"},
          {[](DriverModel* m) {
             return m->Add(NNADAPTER_PAD, {m->In({2, 6}), m->Ints({0, 0, 1, 2}),
                                           m->Ints({NNADAPTER_PAD_MODE_CONSTANT}), m->Number(0)});
           },
           "v0, c1, c2 -> PadV2{} -> v3\n"},
          {[](DriverModel* m) {
             return m->Add(NNADAPTER_PAD, {m->In({2, 6}), m->Ints({0, 0, 1, 2}),
                                           m->Ints({NNADAPTER_PAD_MODE_REFLECT}), m->Number(0)});
           },
           "v0, c1 -> MirrorPad{mode=REFLECT} -> v2\n"},
          {[](DriverModel* m) {
             return m->Add(NNADAPTER_RESIZE_LINEAR, {m->In({1, 2, 3, 4}), m->Ints({6, 8}), nullptr,
                                                     m->Flag(false), m->Ints({0})});
           },
           "v0, c1 -> ResizeBilinearV2{align_corners=0, half_pixel_centers=1} -> v2\n"},
          {[](DriverModel* m) {
             return m->Add(NNADAPTER_RESIZE_NEAREST,
                           {m->In({1, 2, 3, 4}), m->Ints({6, 8}), nullptr, m->Flag(true)});
           },
           "v0, c1 -> ResizeNearestNeighborV2{align_corners=1, half_pixel_centers=0} -> v2\n"},
          {reduce(NNADAPTER_REDUCE_MEAN), "v0, c1 -> ReduceMean{keep_dims=0} -> v2\n"},
          {reduce(NNADAPTER_REDUCE_SUM), "v0, c1 -> ReduceSum{keep_dims=0} -> v2\n"},
          {[](DriverModel* m) {
             return m->Add(NNADAPTER_CAST, {m->In({2, 3}), m->Ints({NNADAPTER_INT32})});
           },
           "v0 -> CastT{dst_dtype=3, src_dtype=0} -> v1\n"},
          {[](DriverModel* m) {
             return m->Add(NNADAPTER_ARG_MAX, {m->In({2, 3}), m->Ints({-1}), m->Flag(true),
                                               m->Ints({NNADAPTER_INT64})});
           },
           "v0, c1 -> ArgMaxExt2{keep_dims=1, output_type=9} -> v2\n"},
          {[](DriverModel* m) {
             return m->Add(NNADAPTER_RESHAPE, {m->In({2, 6}), m->Ints({0, 2, -1})});
           },
           "v0, c1 -> Reshape{} -> v2\n"},
          {[](DriverModel* m) {
             return m->Add(NNADAPTER_UNSQUEEZE, {m->In({2, 6}), m->Ints({1})});
           },
           "v0, c1 -> Reshape{} -> v2\n"},
          {[](DriverModel* m) {
             return m->Add(NNADAPTER_TRANSPOSE, {m->In({2, 6, 3}), m->Ints({2, 0, 1})});
           },
           "v0 -> Permute{order=2 0 1} -> v1\n"},
          {[](DriverModel* m) {
             return m->Add(NNADAPTER_SOFTMAX, {m->In({2, 6}), m->Ints({-1})});
           },
           "v0 -> Softmax{axis=1} -> v1\n"},
          {[](DriverModel* m) {
             return m->Add(NNADAPTER_TILE, {m->In({2, 6}), m->Ints({2, 1})});
           },
           "v0, c1 -> Tile{} -> v2\n"},
          {[](DriverModel* m) {
             return m->Add(NNADAPTER_GATHER,
                           {m->In({2, 6}), m->In({4}, NNADAPTER_INT32), m->Ints({-1})});
           },
           "v0, v1 -> GatherV2D{axis=1} -> v2\n"},
          {[](DriverModel* m) {
             return m->Add(NNADAPTER_CHANNEL_SHUFFLE, {m->In({1, 6, 2, 2}), m->Ints({3})});
           },
           "v0 -> ShuffleChannel{group=3} -> v1\n"},
          {[](DriverModel* m) {
             return m->Add(NNADAPTER_PRELU, {m->In({1, 6, 2, 2}), m->Constant({6})});
           },
           "v0, c1 -> PRelu{} -> v2\n"},
      },
      &nnadapter::huawei_kirin_npu::Supports, &nnadapter::huawei_kirin_npu::Prepare,
      &nnadapter::huawei_kirin_npu::BuildGraph);
  ExpectAllCovered(nnadapter::kKirinOperations, covered);
}

TEST(KirinGraph, ConstantsHaveTheShapesOfTheLibrary) {
  DriverModel model;
  Operand* x = model.In({1, 2, 3, 4});
  model.Out(model.Add(NNADAPTER_SLICE, {x, model.Ints({3, 2}), model.Ints({-3, 1}),
                                        model.Ints({100, 2}), model.Ints({1, 1})}));
  VendorGraph graph;
  ASSERT_TRUE(nnadapter::huawei_kirin_npu::BuildGraph(*model.model(), &graph).ok());
  const auto ints = [&](size_t input) {
    const auto& tensor = graph.tensors[graph.nodes.front().inputs[input]];
    const auto* data = static_cast<const int32_t*>(tensor.data);
    return Dims(data, data + tensor.length / sizeof(int32_t));
  };
  EXPECT_EQ(ints(1), (Dims{0, 0, 1, 1}));
  EXPECT_EQ(ints(2), (Dims{1, 2, 1, 3}));
}

TEST(KirinGraph, RefusesWhatTheDeviceLacks) {
  const auto refused = [](const std::function<void(DriverModel*)>& build) {
    DriverModel model;
    build(&model);
    return nnadapter::huawei_kirin_npu::Supports(model.model()->operations.back()).message();
  };
  EXPECT_THAT(refused([](DriverModel* m) { m->Add(NNADAPTER_RELU, {m->In({2}, kByte)}); }),
              HasSubstr("RELU: the device only computes with real numbers"));
  EXPECT_THAT(refused([](DriverModel* m) { m->Add(NNADAPTER_SIN, {m->In({2})}); }),
              HasSubstr("SIN is not an operation of huawei_kirin_npu"));
  EXPECT_THAT(refused([](DriverModel* m) {
                m->Add(NNADAPTER_RELU, {m->In({1, 2, 3, 4, 5})});
              }),
              HasSubstr("RELU: more than four dimensions"));
  EXPECT_THAT(refused([](DriverModel* m) {
                m->Add(NNADAPTER_SLICE,
                       {m->In({6}), m->Ints({0}), m->Ints({0}), m->Ints({6}), m->Ints({2})});
              }),
              HasSubstr("SLICE: steps other than 1"));
  EXPECT_THAT(refused([](DriverModel* m) {
                m->Add(NNADAPTER_ADAPTIVE_AVERAGE_POOL_2D, {m->In({1, 2, 7, 4}), m->Ints({3, 1})});
              }),
              HasSubstr("windows of several sizes"));
  EXPECT_THAT(refused([](DriverModel* m) {
                m->Add(NNADAPTER_SOFTPLUS, {m->In({2}), m->Number(2), m->Number(20)});
              }),
              HasSubstr("SOFTPLUS: beta other than 1"));
  EXPECT_THAT(refused([](DriverModel* m) {
                m->Add(NNADAPTER_MAT_MUL,
                       {m->In({2, 8, 3}), m->In({2, 8, 4}), m->Flag(true), m->Flag(false)});
              }),
              HasSubstr("MAT_MUL: a transposed first operand with batches"));
}

}  // namespace kirin_graph_test
}  // namespace nnadapter_test
