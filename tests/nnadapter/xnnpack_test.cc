// The driver google_xnnpack against builtin_device: another library computes the same.
#include <cmath>
#include <functional>

#include "gmock/gmock.h"
#include "tests/nnadapter/net.h"

namespace nnadapter_test {
namespace xnnpack_test {

using Build = std::function<NNAdapterOperand*(Net*, NNAdapterOperand*)>;

// Small numbers of both signs.
std::vector<float> Numbers(size_t count, int seed) {
  std::vector<float> values(count);
  for (size_t i = 0; i < count; ++i) {
    values[i] = static_cast<float>((static_cast<int>(i) * 37 + seed * 11) % 101 - 50) / 64;
  }
  return values;
}

NNAdapterOperand* Weights(Net* net, const std::vector<int32_t>& dims, int seed) {
  size_t count = 1;
  for (const int32_t d : dims) count *= static_cast<size_t>(d);
  return net->Floats(dims, Numbers(count, seed));
}

NNAdapterOperand* Flag(Net* net, bool value) {
  NNAdapterOperand* operand = net->Tensor({1}, NNADAPTER_BOOL8);
  uint8_t byte = value;
  EXPECT_EQ(NNAdapterModel_setOperandValue(operand, &byte, 1, true), NNADAPTER_NO_ERROR);
  return operand;
}

NNAdapterOperand* Conv(Net* net, NNAdapterOperand* x, const std::vector<int32_t>& filter,
                       std::vector<int32_t> pads, std::vector<int32_t> strides, int32_t group,
                       int32_t dilation, int32_t fuse, int32_t auto_pad = NNADAPTER_AUTO_PAD_NONE) {
  return net->Add(NNADAPTER_CONV_2D,
                  {x, Weights(net, filter, 1), Weights(net, {filter[0]}, 2), net->Ints({auto_pad}),
                   net->Ints(pads), net->Ints(strides), net->Ints({group}),
                   net->Ints({dilation, dilation}), net->Ints({fuse})});
}

NNAdapterOperand* Pool(Net* net, int32_t type, NNAdapterOperand* x, std::vector<int32_t> pads,
                       std::vector<int32_t> kernel, std::vector<int32_t> strides, bool ceil_mode) {
  std::vector<NNAdapterOperand*> inputs = {x,
                                           net->Ints({NNADAPTER_AUTO_PAD_NONE}),
                                           net->Ints(pads),
                                           net->Ints(kernel),
                                           net->Ints(strides),
                                           Flag(net, ceil_mode),
                                           Flag(net, false)};
  NNAdapterOperand* y = net->Tensor({});
  std::vector<NNAdapterOperand*> outputs = {y};
  if (type == NNADAPTER_MAX_POOL_2D) {
    inputs.push_back(net->Ints({NNADAPTER_INT32}));
    outputs.push_back(nullptr);
  }
  inputs.push_back(net->Ints({NNADAPTER_FUSED_NONE}));
  EXPECT_EQ(net->TryAdd(type, inputs, outputs), NNADAPTER_NO_ERROR);
  return y;
}

bool HasXnnpack() { return Devices({"google_xnnpack"}).code() == NNADAPTER_NO_ERROR; }

HostTensor RunOn(const Net& net, const std::string& device, const HostTensor& input,
                 const std::string& properties = "", const std::string& dir = "") {
  Devices devices({device}, properties);
  HostTensor x = input, y;
  for (int i = 0; i < (dir.empty() ? 1 : 2); ++i) {  // built, then restored
    Compiled compiled(i ? nullptr : &net, devices, dir.empty() ? "" : "xnnpack", dir);
    EXPECT_EQ(compiled.Run({&x}, {&y}), NNADAPTER_NO_ERROR) << device;
  }
  return y;
}

void ExpectSame(const HostTensor& found, const HostTensor& expected) {
  ASSERT_EQ(found.dims, expected.dims);
  const std::vector<float> a = found.Floats(), b = expected.Floats();
  double difference = 0, size = 0;
  for (size_t i = 0; i < a.size(); ++i) {
    difference += std::pow(static_cast<double>(a[i]) - b[i], 2);
    size += static_cast<double>(b[i]) * b[i];
  }
  EXPECT_GT(size, 0);
  EXPECT_LE(difference, 1e-11 * size);
}

struct XnnpackCase {
  const char* name;
  std::vector<int32_t> dims;
  Build build;
};

class Xnnpack : public testing::TestWithParam<XnnpackCase> {};

TEST_P(Xnnpack, ComputesWhatTheReferenceComputes) {
  if (!HasXnnpack()) GTEST_SKIP() << "XNNPACK is not installed";
  const XnnpackCase& param = GetParam();
  Net net;
  NNAdapterOperand* x = net.Tensor(param.dims);
  NNAdapterOperand* y = param.build(&net, x);
  ASSERT_EQ(net.Finish({x}, {y}), NNADAPTER_NO_ERROR);
  size_t count = 1;
  for (const int32_t d : param.dims) count *= static_cast<size_t>(d);
  const HostTensor input(param.dims, Numbers(count, 3));
  const HostTensor expected = RunOn(net, "builtin_device", input);
  ExpectSame(RunOn(net, "google_xnnpack", input), expected);
  ExpectSame(RunOn(net, "google_xnnpack", input, "GOOGLE_XNNPACK_NUM_THREADS=2"), expected);
}

constexpr int32_t kNone = NNADAPTER_FUSED_NONE;

const XnnpackCase kCases[] = {
    {"conv",
     {2, 3, 9, 11},
     [](Net* n, auto* x) {
       return Conv(n, x, {4, 3, 3, 5}, {0, 1, 2, 3}, {1, 2}, 1, 1, kNone);
     }},
    {"conv_relu6",
     {1, 3, 9, 11},
     [](Net* n, auto* x) {
       return Conv(n, x, {4, 3, 3, 3}, {1, 1, 1, 1}, {2, 2}, 1, 1, NNADAPTER_FUSED_RELU6);
     }},
    {"conv_same",
     {1, 3, 9, 11},
     [](Net* n, auto* x) {
       return Conv(n, x, {4, 3, 3, 2}, {0, 0, 0, 0}, {2, 3}, 1, 1, NNADAPTER_FUSED_RELU1,
                   NNADAPTER_AUTO_PAD_SAME);
     }},
    {"conv_of_groups",
     {1, 4, 9, 11},
     [](Net* n, auto* x) {
       return Conv(n, x, {6, 2, 3, 3}, {1, 1, 1, 1}, {1, 1}, 2, 2, kNone);
     }},
    {"depthwise",
     {2, 6, 9, 11},
     [](Net* n, auto* x) {
       return Conv(n, x, {6, 1, 3, 3}, {1, 1, 1, 1}, {2, 1}, 6, 1, NNADAPTER_FUSED_RELU);
     }},
    {"depthwise_of_two",
     {2, 6, 9, 11},
     [](Net* n, auto* x) {
       return Conv(n, x, {12, 1, 3, 3}, {0, 2, 1, 0}, {1, 1}, 6, 2, kNone);
     }},
    {"max_pool",
     {2, 6, 9, 11},
     [](Net* n, auto* x) {
       return Pool(n, NNADAPTER_MAX_POOL_2D, x, {1, 1, 0, 1}, {3, 2}, {2, 2}, false);
     }},
    {"max_pool_ceil",
     {2, 6, 8, 10},
     [](Net* n, auto* x) {
       return Pool(n, NNADAPTER_MAX_POOL_2D, x, {0, 0, 0, 0}, {3, 3}, {2, 2}, true);
     }},
    {"average_pool",
     {2, 6, 9, 11},
     [](Net* n, auto* x) {
       return Pool(n, NNADAPTER_AVERAGE_POOL_2D, x, {1, 1, 1, 1}, {3, 3}, {2, 1}, false);
     }},
    {"global_average_pool",
     {2, 6, 9, 11},
     [](Net* n, auto* x) {
       return Pool(n, NNADAPTER_AVERAGE_POOL_2D, x, {0, 0, 0, 0}, {9, 11}, {1, 1}, false);
     }},
    {"fully_connected",
     {3, 8},
     [](Net* n, auto* x) {
       return n->Add(NNADAPTER_FULLY_CONNECTED, {x, Weights(n, {5, 8}, 1), Weights(n, {5}, 2),
                                                 n->Ints({NNADAPTER_FUSED_RELU})});
     }},
    {"classifier",
     {2, 6, 4, 3},
     [](Net* n, auto* x) {
       auto* y = Pool(n, NNADAPTER_AVERAGE_POOL_2D, x, {0, 0, 0, 0}, {4, 3}, {1, 1}, false);
       y = n->Add(NNADAPTER_FULLY_CONNECTED,
                  {y, Weights(n, {5, 6}, 1), Weights(n, {5}, 2), n->Ints({kNone})});
       return n->Add(NNADAPTER_SOFTMAX, {y, n->Ints({-1})});
     }},
    {"views",
     {2, 6, 1, 1},
     [](Net* n, auto* x) {
       auto* y = n->Add(NNADAPTER_FLATTEN, {x, n->Ints({1}), n->Ints({-1})});
       y = n->Add(NNADAPTER_RESHAPE, {y, n->Ints({2, 1, 2, 3})});
       return n->Add(NNADAPTER_RELU, {y});
     }},
    {"softmax_of_channels",
     {2, 6, 3, 4},
     [](Net* n, auto* x) {
       return n->Add(NNADAPTER_SOFTMAX, {x, n->Ints({1})});
     }},
    {"arithmetic",
     {2, 6, 3, 4},
     [](Net* n, auto* x) {
       auto* y = n->Add(NNADAPTER_MUL, {x, Weights(n, {6, 1, 1}, 1), n->Ints({kNone})});
       y = n->Add(NNADAPTER_ADD, {y, Weights(n, {1, 6, 3, 4}, 2), n->Ints({kNone})});
       y = n->Add(NNADAPTER_SUB, {Weights(n, {4}, 4), y, n->Ints({NNADAPTER_FUSED_RELU1})});
       y = n->Add(NNADAPTER_DIV, {y, n->Floats({1}, {3.0f}), n->Ints({kNone})});
       y = n->Add(NNADAPTER_MAX, {y, n->Floats({1}, {-0.125f}), n->Ints({kNone})});
       return n->Add(NNADAPTER_MIN, {y, x, n->Ints({kNone})});
     }},
    {"extremes_with_limits",
     {2, 6, 3, 4},
     [](Net* n, auto* x) {
       auto* y = n->Add(NNADAPTER_MUL, {x, n->Floats({1}, {3.0f}), n->Ints({kNone})});
       y = n->Add(NNADAPTER_MAX,
                  {y, Weights(n, {1, 6, 3, 4}, 2), n->Ints({NNADAPTER_FUSED_RELU1})});
       return n->Add(NNADAPTER_MIN, {y, Weights(n, {6, 1, 1}, 1), n->Ints({NNADAPTER_FUSED_RELU})});
     }},
    {"activations",
     {2, 6, 3, 4},
     [](Net* n, auto* x) {
       auto* y =
           n->Add(NNADAPTER_HARD_SWISH, {x, n->Floats({1}, {1.0f / 6.0f}), n->Floats({1}, {0.5f})});
       y = n->Add(NNADAPTER_LEAKY_RELU, {y, n->Floats({1}, {0.25f})});
       y = n->Add(NNADAPTER_CLIP, {y, n->Floats({1}, {-0.25f}), n->Floats({1}, {0.375f})});
       y = n->Add(NNADAPTER_SIGMOID, {y});
       y = n->Add(NNADAPTER_SQUARE, {n->Add(NNADAPTER_ABS, {y})});
       return n->Add(NNADAPTER_RELU6, {y});
     }},
    {"floor",
     {7},
     [](Net* n, auto* x) {
       return n->Add(NNADAPTER_FLOOR,
                     {n->Add(NNADAPTER_MUL, {x, n->Floats({1}, {8.0f}), n->Ints({kNone})})});
     }},
};

INSTANTIATE_TEST_SUITE_P(All, Xnnpack, testing::ValuesIn(kCases),
                         [](const auto& info) { return std::string(info.param.name); });

TEST(XnnpackDriver, RestoresFromTheCache) {
  if (!HasXnnpack()) GTEST_SKIP() << "XNNPACK is not installed";
  Net net;
  NNAdapterOperand* x = net.Tensor({1, 3, 5, 5});
  NNAdapterOperand* y = Conv(&net, x, {4, 3, 3, 3}, {1, 1, 1, 1}, {1, 1}, 1, 1, kNone);
  ASSERT_EQ(net.Finish({x}, {y}), NNADAPTER_NO_ERROR);
  const HostTensor input({1, 3, 5, 5}, Numbers(75, 3));
  const std::string dir = testing::TempDir();
  std::remove((dir + "/xnnpack.nnc").c_str());
  ExpectSame(RunOn(net, "google_xnnpack", input, "", dir), RunOn(net, "builtin_device", input));
}

TEST(XnnpackDriver, RefusesWhatItDoesNotCompute) {
  if (!HasXnnpack()) GTEST_SKIP() << "XNNPACK is not installed";
  const auto code = [](const std::vector<int32_t>& dims, const Build& build) {
    Net net;
    NNAdapterOperand* x = net.Tensor(dims);
    EXPECT_EQ(net.Finish({x}, {build(&net, x)}), NNADAPTER_NO_ERROR);
    Devices devices({"google_xnnpack"});
    bool supported[4] = {true, true, true, true};
    EXPECT_EQ(NNAdapterModel_getSupportedOperations(net.model(), devices.context(), supported),
              NNADAPTER_NO_ERROR);
    EXPECT_FALSE(supported[0]);
    return Compiled(&net, devices).finish_code();
  };
  EXPECT_EQ(code({2, 3}, [](Net* n, auto* x) { return n->Add(NNADAPTER_TANH, {x}); }),
            NNADAPTER_FEATURE_NOT_SUPPORTED);
  EXPECT_EQ(code({1, 2, 3, 4},
                 [](Net* n, auto* x) {
                   return n->Add(NNADAPTER_RESHAPE, {x, n->Ints({6, 4})});
                 }),
            NNADAPTER_FEATURE_NOT_SUPPORTED);
  EXPECT_EQ(code({1, 2, 3, 4},
                 [](Net* n, auto* x) {
                   return n->Add(NNADAPTER_SOFTMAX, {x, n->Ints({3})});
                 }),
            NNADAPTER_FEATURE_NOT_SUPPORTED);
  // Another shape than the program's.
  Net net;
  NNAdapterOperand* x = net.Tensor({2, 3});
  ASSERT_EQ(net.Finish({x}, {net.Add(NNADAPTER_RELU, {x})}), NNADAPTER_NO_ERROR);
  Devices devices({"google_xnnpack"});
  Compiled compiled(&net, devices);
  HostTensor other({3, 2}, Numbers(6, 1)), output;
  EXPECT_EQ(compiled.Run({&other}, {&output}), NNADAPTER_INVALID_DIMENSIONS);
  EXPECT_EQ(Devices({"google_xnnpack"}, "GOOGLE_XNNPACK_NUM_THREADS=many").code(),
            NNADAPTER_INVALID_PARAMETER);
}

}  // namespace xnnpack_test
}  // namespace nnadapter_test
