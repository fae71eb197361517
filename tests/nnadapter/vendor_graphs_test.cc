// What drivers for Kirin and Rockchip NPUs tell the vendors' libraries, and the rewrites of models
// before it. The libraries are not needed.
#include <algorithm>
#include <cmath>
#include <cstring>
#include <functional>
#include <set>

#include "gmock/gmock.h"
#include "lite/backends/nnadapter/driver/huawei_kirin_npu/graph.h"
#include "lite/backends/nnadapter/driver/rockchip_npu/graph.h"
#include "lite/backends/nnadapter/operation/interpreter.h"
#include "lite/backends/nnadapter/operation/operation.h"
#include "lite/backends/nnadapter/optimizer/rewrite.h"
#include "nnadapter/utility/operation_lists.h"
#include "tests/nnadapter/net.h"

namespace nnadapter_test {
namespace vendor_graphs_test {

using nnadapter::core::Argument;
using nnadapter::core::Operand;
using nnadapter::optimizer::VendorGraph;
using testing::HasSubstr;
using Dims = std::vector<int32_t>;
using Bytes = std::vector<uint8_t>;

constexpr int32_t kByte = NNADAPTER_QUANT_INT8_SYMM_PER_LAYER;

// A model as drivers see it.
class DriverModel {
 public:
  DriverModel() = default;
  DriverModel(const DriverModel&) = delete;
  DriverModel& operator=(const DriverModel&) = delete;
  ~DriverModel() { nnadapter::ClearModel(&model_); }

  nnadapter::core::Model* model() { return &model_; }

  Operand* In(const Dims& dims, int32_t precision = NNADAPTER_FLOAT32, float scale = 0.5f) {
    Operand* operand = Value(dims, precision, scale);
    operand->type.lifetime = NNADAPTER_MODEL_INPUT;
    model_.input_operands.push_back(operand);
    return operand;
  }
  // Constants of small numbers of both signs.
  Operand* Constant(const Dims& dims, int32_t precision = NNADAPTER_FLOAT32, float scale = 0.5f) {
    Operand* operand = Value(dims, precision, scale);
    operand->type.lifetime = NNADAPTER_CONSTANT_COPY;
    EXPECT_TRUE(nnadapter::AllocateBuffer(operand).ok());
    for (uint32_t i = 0; i < operand->length / PrecisionSize(precision); ++i) {
      const int number = static_cast<int>(i * 7 % 11) - 5;
      const auto real = static_cast<float>(number) * 0.25f;
      if (precision == NNADAPTER_FLOAT32) {
        std::memcpy(static_cast<char*>(operand->buffer) + i * 4, &real, 4);
      } else if (PrecisionSize(precision) == 4) {
        std::memcpy(static_cast<char*>(operand->buffer) + i * 4, &number, 4);
      } else {
        static_cast<int8_t*>(operand->buffer)[i] = static_cast<int8_t>(number);
      }
    }
    return operand;
  }
  Operand* Ints(const Dims& values) {
    Operand* operand = Constant({static_cast<int32_t>(values.size())}, NNADAPTER_INT32);
    if (!values.empty()) std::memcpy(operand->buffer, values.data(), operand->length);
    return operand;
  }
  Operand* Number(float value) {
    Operand* operand = Constant({1});
    std::memcpy(operand->buffer, &value, sizeof(value));
    return operand;
  }
  Operand* Flag(bool value) {
    Operand* operand = Constant({1}, NNADAPTER_BOOL8);
    *static_cast<uint8_t*>(operand->buffer) = value;
    return operand;
  }
  Operand* None() { return Ints({NNADAPTER_FUSED_NONE}); }

  // The results of an operation; shapes are inferred.
  std::vector<Operand*> AddMany(int32_t type, const std::vector<Operand*>& inputs, size_t count,
                                float scale = 0.5f) {
    std::vector<Operand*> outputs;
    for (size_t i = 0; i < count; ++i) {
      outputs.push_back(Value({}, inputs[0]->type.precision, scale));
    }
    const std::vector<Operand*> results = outputs;
    // Without indices.
    if (type == NNADAPTER_MAX_POOL_2D || type == NNADAPTER_ADAPTIVE_MAX_POOL_2D) {
      outputs.push_back(nullptr);
    }
    model_.operations.push_back({type, inputs, outputs});
    const nnadapter::Status status =
        nnadapter::operation::Prepare(&model_.operations.back(), /*fold=*/false);
    EXPECT_TRUE(status.ok()) << status.message();
    return results;
  }
  Operand* Add(int32_t type, const std::vector<Operand*>& inputs, float scale = 0.5f) {
    return AddMany(type, inputs, 1, scale)[0];
  }
  Operand* Conv(Operand* x, const Dims& filter, int32_t group, int32_t dilation, int32_t fuse,
                float scale = 0.5f) {
    const bool int8 = x->type.precision == kByte;
    const int32_t bias = int8 ? NNADAPTER_QUANT_INT32_SYMM_PER_LAYER : NNADAPTER_FLOAT32;
    return Add(NNADAPTER_CONV_2D,
               {x, Constant(filter, x->type.precision, 0.25f),
                Constant({filter[0]}, bias, x->type.symm_per_layer_params.scale * 0.25f),
                Ints({NNADAPTER_AUTO_PAD_NONE}), Ints({0, 1, 2, 3}), Ints({1, 2}), Ints({group}),
                Ints({dilation, dilation}), Ints({fuse})},
               scale);
  }
  Operand* Pool(int32_t type, Operand* x, float scale = 0.5f) {
    std::vector<Operand*> inputs = {x,
                                    Ints({NNADAPTER_AUTO_PAD_NONE}),
                                    Ints({0, 0, 0, 0}),
                                    Ints({3, 2}),
                                    Ints({2, 1}),
                                    Flag(true),
                                    Flag(false)};
    if (type == NNADAPTER_MAX_POOL_2D) inputs.push_back(Ints({NNADAPTER_INT32}));
    inputs.push_back(None());
    return Add(type, inputs, scale);
  }
  void Out(Operand* operand) {
    operand->type.lifetime = NNADAPTER_MODEL_OUTPUT;
    model_.output_operands.push_back(operand);
  }

 private:
  static uint32_t PrecisionSize(int32_t precision) {
    return static_cast<uint32_t>(nnadapter::PrecisionBytes(precision));
  }
  Operand* Value(const Dims& dims, int32_t precision, float scale) {
    Operand& operand = model_.operands.emplace_back();
    operand.type = TypeOf(dims, precision, scale);
    return &operand;
  }

  nnadapter::core::Model model_;
};

// The bytes of the first output for numbers of both signs.
struct Buffer {
  Bytes bytes;
  Dims dims;
  NNAdapterOperandType type = {};
  static void* Read(void* memory, NNAdapterOperandType* type) {
    auto* buffer = static_cast<Buffer*>(memory);
    type->dimensions.count = static_cast<uint32_t>(buffer->dims.size());
    std::copy(buffer->dims.begin(), buffer->dims.end(), type->dimensions.data);
    return buffer->bytes.data();
  }
  static void* Write(void* memory, NNAdapterOperandType* type) {
    auto* buffer = static_cast<Buffer*>(memory);
    uint32_t size = 0;
    EXPECT_TRUE(nnadapter::ByteSize(*type, &size).ok());
    buffer->type = *type;
    buffer->bytes.resize(size);
    return buffer->bytes.data();
  }
};

Bytes ResultOf(const nnadapter::core::Model& model) {
  nnadapter::operation::Interpreter interpreter;
  const nnadapter::Status built = interpreter.Build(model);
  EXPECT_TRUE(built.ok()) << built.message();
  std::vector<NNAdapterOperandType> in_types, out_types;
  std::vector<Buffer> buffers(model.input_operands.size());
  std::vector<Argument> inputs;
  for (size_t i = 0; i < buffers.size(); ++i) {
    const NNAdapterOperandType& type = model.input_operands[i]->type;
    in_types.push_back(type);
    buffers[i].dims.assign(type.dimensions.data, type.dimensions.data + type.dimensions.count);
    uint32_t size = 0;
    EXPECT_TRUE(nnadapter::ByteSize(type, &size).ok());
    buffers[i].bytes.resize(size);
    for (uint32_t k = 0; k < size; ++k) {
      // Signed bytes, or floats of a few bits.
      buffers[i].bytes[k] = static_cast<uint8_t>(k * 37 % 251);
    }
    if (type.precision == NNADAPTER_FLOAT32) {
      for (uint32_t k = 0; k < size; k += 4) {
        const float value = static_cast<float>(static_cast<int>(k * 5 % 97) - 48) / 16;
        std::memcpy(&buffers[i].bytes[k], &value, 4);
      }
    }
    inputs.push_back({static_cast<int>(i), &buffers[i], &Buffer::Read});
  }
  Buffer result;
  Argument output = {0, &result, &Buffer::Write};
  for (const Operand* operand : model.output_operands) out_types.push_back(operand->type);
  nnadapter::optimizer::SignedArguments arguments;
  auto device_inputs =
      arguments.Inputs(in_types, static_cast<uint32_t>(inputs.size()), inputs.data());
  auto device_outputs = arguments.Outputs(out_types, 1, &output);
  const nnadapter::Status run = interpreter.Run(static_cast<uint32_t>(device_inputs.size()),
                                                device_inputs.data(), 1, device_outputs.data());
  EXPECT_TRUE(run.ok()) << run.message();
  arguments.Flush();
  return result.bytes;
}

bool KeepsNone(NNAdapterOperationType, NNAdapterFuseCode) { return false; }

TEST(Rewrites, ActivationsBecomeOperations) {
  for (const int32_t fuse : {NNADAPTER_FUSED_RELU, NNADAPTER_FUSED_RELU1, NNADAPTER_FUSED_RELU6}) {
    DriverModel model;
    Operand* x = model.In({1, 2, 5, 6});
    Operand* sum = model.Add(NNADAPTER_ADD, {model.Conv(x, {4, 2, 3, 3}, 1, 1, fuse),
                                             model.Constant({1}), model.Ints({fuse})});
    model.Out(sum);
    const Bytes before = ResultOf(*model.model());
    ASSERT_TRUE(nnadapter::optimizer::UnpackActivations(&KeepsNone, model.model()).ok());
    EXPECT_EQ(model.model()->operations.size(), 4u);
    EXPECT_EQ(ResultOf(*model.model()), before) << fuse;
  }
}

TEST(Rewrites, Int8ActivationsHaveTheSameValues) {
  for (const int32_t fuse : {NNADAPTER_FUSED_RELU, NNADAPTER_FUSED_RELU6}) {
    DriverModel model;
    model.Out(model.Conv(model.In({1, 2, 5, 6}, kByte, 0.125f), {4, 2, 3, 3}, 1, 1, fuse, 0.4f));
    const Bytes before = ResultOf(*model.model());
    ASSERT_TRUE(nnadapter::optimizer::UnpackActivations(&KeepsNone, model.model()).ok());
    EXPECT_EQ(model.model()->operations.size(), 2u);
    EXPECT_EQ(ResultOf(*model.model()), before) << fuse;
  }
}

TEST(Rewrites, AsymmetricValuesAreTheSame) {
  DriverModel model;
  Operand* x = model.In({1, 2, 5, 6}, kByte, 0.125f);
  Operand* y = model.Conv(x, {4, 2, 3, 3}, 1, 1, NNADAPTER_FUSED_RELU, 0.4f);
  y = model.Pool(NNADAPTER_AVERAGE_POOL_2D, y, 0.3f);
  model.Out(model.Add(NNADAPTER_SIGMOID, {y}, 0.0078f));
  const Bytes before = ResultOf(*model.model());
  nnadapter::optimizer::ToAsymmetric(model.model());
  for (const Operand& operand : model.model()->operands) EXPECT_NE(operand.type.precision, kByte);
  EXPECT_EQ(ResultOf(*model.model()), before);
  EXPECT_GT(std::set<uint8_t>(before.begin(), before.end()).size(), 3u);
}

TEST(Rewrites, SignBits) {
  const int8_t values[] = {-128, -127, -1, 0, 1, 127};
  uint8_t bytes[6];
  nnadapter::optimizer::InvertSigns(values, 6, bytes);
  EXPECT_THAT(bytes, testing::ElementsAre(0, 1, 127, 128, 129, 255));
}

// One quantum may be lost by the second rounding.
TEST(Rewrites, ScalesOfMovedValuesBecomeOne) {
  DriverModel model;
  Operand* a = model.In({1, 2, 5, 6}, kByte, 0.1f);
  Operand* b = model.In({1, 2, 5, 6}, kByte, 0.2f);
  Operand* y = model.Add(NNADAPTER_CONCAT, {a, b, model.Ints({1})}, 0.25f);
  y = model.Pool(NNADAPTER_MAX_POOL_2D, y, 0.3f);
  model.Out(y);
  const Bytes before = ResultOf(*model.model());
  ASSERT_TRUE(nnadapter::optimizer::UnifyScales(model.model()).ok());
  int additions = 0;
  for (const auto& operation : model.model()->operations) {
    additions += operation.type == NNADAPTER_ADD;
    if (operation.type == NNADAPTER_ADD) continue;
    for (const Operand* input : operation.input_operands) {
      if (input->type.precision != kByte) continue;
      EXPECT_EQ(input->type.symm_per_layer_params.scale,
                operation.output_operands[0]->type.symm_per_layer_params.scale);
    }
  }
  EXPECT_EQ(additions, 3);
  const Bytes after = ResultOf(*model.model());
  ASSERT_EQ(after.size(), before.size());
  for (size_t i = 0; i < after.size(); ++i) {
    EXPECT_LE(std::abs(static_cast<int8_t>(after[i]) - static_cast<int8_t>(before[i])), 1) << i;
  }
}

TEST(Rewrites, OutputsOfSplitsAreSeparate) {
  DriverModel model;
  const auto parts =
      model.AddMany(NNADAPTER_SPLIT, {model.In({2, 6}), model.Ints({1}), model.Ints({2, 4})}, 2);
  model.Out(parts[0]);
  model.Out(model.Add(NNADAPTER_RELU, {parts[1]}));
  const Bytes before = ResultOf(*model.model());
  ASSERT_TRUE(nnadapter::optimizer::SeparateOutputs(model.model()).ok());
  EXPECT_EQ(model.model()->operations.size(), 3u);
  EXPECT_EQ(ResultOf(*model.model()), before);
}

// --- graphs

using Supports = nnadapter::Status (*)(const nnadapter::core::Operation&);
using Prepare = nnadapter::Status (*)(nnadapter::core::Model*);
using BuildGraph = nnadapter::Status (*)(const nnadapter::core::Model&, VendorGraph*);

struct GraphCase {
  std::function<Operand*(DriverModel*)> build;
  const char* graph;
};

// Checks the graphs of the cases, and returns the types of operations that they have.
std::set<int32_t> ExpectGraphs(const std::vector<GraphCase>& cases, Supports supports,
                               Prepare prepare, BuildGraph build_graph) {
  std::set<int32_t> types;
  for (const GraphCase& graph_case : cases) {
    SCOPED_TRACE(graph_case.graph);
    DriverModel model;
    model.Out(graph_case.build(&model));
    for (const auto& operation : model.model()->operations) {
      const nnadapter::Status status = supports(operation);
      EXPECT_TRUE(status.ok()) << status.message();
      types.insert(operation.type);
    }
    EXPECT_TRUE(prepare(model.model()).ok());
    VendorGraph graph;
    const nnadapter::Status built = build_graph(*model.model(), &graph);
    EXPECT_TRUE(built.ok()) << built.message();
    EXPECT_EQ(graph.Describe(), graph_case.graph);
    EXPECT_EQ(graph.outputs.size(), 1u);
    // Every value is an input or computed before it is read.
    std::set<size_t> known(graph.inputs.begin(), graph.inputs.end());
    for (const auto& node : graph.nodes) {
      for (const size_t input : node.inputs) {
        EXPECT_TRUE(graph.tensors[input].data != nullptr || known.count(input) != 0);
      }
      known.insert(node.outputs.begin(), node.outputs.end());
    }
    EXPECT_EQ(known.count(graph.outputs[0]), 1u);
  }
  return types;
}

template <size_t N>
void ExpectAllCovered(const NNAdapterOperationType (&list)[N], const std::set<int32_t>& covered) {
  for (const NNAdapterOperationType type : list) {
    EXPECT_EQ(covered.count(type), 1u) << nnadapter::OperationName(type);
  }
}

Operand* OfTwo(DriverModel* m, int32_t type, int32_t precision) {
  return m->Add(type, {m->In({1, 2, 3, 4}, precision), m->In({2, 1, 1}, precision), m->None()});
}

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

}  // namespace vendor_graphs_test
}  // namespace nnadapter_test
