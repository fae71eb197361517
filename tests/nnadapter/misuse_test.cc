// Every misuse is a result code and a message that names the item.
#include <cmath>

#include "gmock/gmock.h"
#include "tests/nnadapter/net.h"

namespace nnadapter_test {
namespace {

using testing::HasSubstr;

template <typename Function>
void ExpectRefused(const char* message, Function function) {
  testing::internal::CaptureStderr();
  const int code = function();
  const std::string text = testing::internal::GetCapturedStderr();
  EXPECT_EQ(code, NNADAPTER_INVALID_PARAMETER) << message;
  EXPECT_THAT(text, HasSubstr(message));
}

int AddOperand(const Net& net, const NNAdapterOperandType& type) {
  NNAdapterOperand* operand = nullptr;
  const int code = NNAdapterModel_addOperand(net.model(), &type, &operand);
  EXPECT_EQ(operand == nullptr, code != NNADAPTER_NO_ERROR);
  return code;
}

TEST(Misuse, OperandTypes) {
  Net net;
  const auto refused = [&net](const char* message, const NNAdapterOperandType& type) {
    ExpectRefused(message, [&] { return AddOperand(net, type); });
  };
  refused("unknown precision code 12", TypeOf({1}, 12));
  refused("unknown precision code -1", TypeOf({1}, -1));
  refused("extent 1 is -1", TypeOf({1, -1}));
  NNAdapterOperandType type = TypeOf({1});
  type.layout = 4;
  refused("unknown layout code 4", type);
  type = TypeOf({1});
  type.dimensions.count = 9;
  refused("the rank 9 is over 8", type);
  type = TypeOf({2, NNADAPTER_UNKNOWN});
  type.dimensions.dynamic_count = 9;
  refused("9 dynamic shapes are over 8", type);
  type.dimensions.dynamic_count = 1;
  type.dimensions.dynamic_data[0][0] = 3;
  refused("extent 0 of dynamic shape 0 is 3, expected 2", type);
  type.dimensions.dynamic_data[0][0] = 2;
  type.dimensions.dynamic_data[0][1] = NNADAPTER_UNKNOWN;
  refused("extent 1 of dynamic shape 0", type);
  for (float scale : {0.0f, -1.0f, std::nanf(""), HUGE_VALF}) {
    refused("the scale of QUANT_INT8_SYMM_PER_LAYER",
            TypeOf({1}, NNADAPTER_QUANT_INT8_SYMM_PER_LAYER, scale));
  }
  type = TypeOf({2}, NNADAPTER_QUANT_INT8_SYMM_PER_CHANNEL);
  type.symm_per_channel_params = {0, 2, nullptr};
  refused("has no scales", type);
  float scales[2] = {1.0f, 0.0f};
  type.symm_per_channel_params = {0, 2, scales};
  refused("scale 1 of QUANT_INT8_SYMM_PER_CHANNEL is 0", type);
}

TEST(Misuse, Values) {
  Net net;
  NNAdapterOperand* x = net.Tensor({2});
  float value[2] = {1.0f, 2.0f};
  const auto set = [&value](NNAdapterOperand* operand, uint32_t length) {
    return NNAdapterModel_setOperandValue(operand, value, length, true);
  };
  ExpectRefused("the value has 4 bytes, expected 8", [&] { return set(x, 4); });
  EXPECT_EQ(set(x, 8), NNADAPTER_NO_ERROR);
  ExpectRefused("operand 0: it already has a value", [&] { return set(x, 8); });
  NNAdapterOperand* y = net.Add(NNADAPTER_RELU, {net.Tensor({2})});
  ExpectRefused("it is the output of an operation", [&] { return set(y, 8); });
  ExpectRefused("is not known", [&] { return set(net.Tensor({NNADAPTER_UNKNOWN}), 8); });
  ExpectRefused("over 2^31 - 1 bytes", [&] { return set(net.Tensor({1 << 30, 4}), 8); });
  ExpectRefused("does not fit into 64 bits", [&] {
    return set(net.Tensor({0x7FFFFFFF, 0x7FFFFFFF, 0x7FFFFFFF}), 8);
  });
  ExpectRefused("a constant has no dynamic shapes", [&] {
    return set(net.Dynamic({NNADAPTER_UNKNOWN}, {{1}, {2}}), 8);
  });
}

TEST(Misuse, Operations) {
  Net net, other;
  NNAdapterOperand* x = net.Tensor({2});
  NNAdapterOperand* y = net.Tensor({});
  NNAdapterOperand* fuse = net.Ints({NNADAPTER_FUSED_NONE});
  const auto refused = [&net](const char* message, int32_t type,
                              std::vector<NNAdapterOperand*> inputs,
                              std::vector<NNAdapterOperand*> outputs) {
    ExpectRefused(message, [&] { return net.TryAdd(type, inputs, outputs); });
  };
  refused("operation code 96", 96, {x}, {y});
  refused("operation code -65535", NNADAPTER_UNKNOWN, {x}, {y});
  refused("input 0 is an operand of another model", NNADAPTER_RELU, {other.Tensor({2})}, {y});
  refused("output 0 is an operand of another model", NNADAPTER_RELU, {x}, {other.Tensor({2})});
  refused("operation 0 (RELU)", NNADAPTER_RELU, {x, x}, {y});
  refused("operation 0 (RELU)", NNADAPTER_RELU, {nullptr}, {y});
  refused("operation 0 (RELU)", NNADAPTER_RELU, {x}, {nullptr});
  refused("is both input and output", NNADAPTER_RELU, {x}, {x});
  refused("output 0 (operand 2) is a constant", NNADAPTER_RELU, {x}, {fuse});
  refused("fuse code 4 is unknown", NNADAPTER_ADD, {x, x, net.Ints({4})}, {y});
  refused("fuse code -1 is unknown", NNADAPTER_ADD, {x, x, net.Ints({-1})}, {y});
  refused("fuse_code", NNADAPTER_ADD, {x, x, net.Tensor({1}, NNADAPTER_INT32)}, {y});
  refused("operation 0 (ADD)", NNADAPTER_ADD, {x, net.Tensor({3}), fuse}, {y});
  refused("operation 0 (ADD)", NNADAPTER_ADD, {x, net.Tensor({2}, NNADAPTER_INT32), fuse}, {y});
  refused("operation 0 (SOFTMAX)", NNADAPTER_SOFTMAX, {x, net.Ints({1})}, {y});
  ASSERT_EQ(net.TryAdd(NNADAPTER_RELU, {x}, {y}), NNADAPTER_NO_ERROR);
  refused("operation 1 (ABS): output 0 (operand 1) is written a second time", NNADAPTER_ABS, {x},
          {y});
}

TEST(Misuse, InputsAndOutputs) {
  Net net, other;
  NNAdapterOperand* x = net.Tensor({2});
  NNAdapterOperand* y = net.Add(NNADAPTER_RELU, {x});
  ExpectRefused("are not identified", [&] { return NNAdapterModel_finish(net.model()); });
  ExpectRefused("at least one output", [&] { return net.Identify({x}, {}); });
  ExpectRefused("model input 0 is null", [&] { return net.Identify({nullptr}, {y}); });
  ExpectRefused("another model", [&] { return net.Identify({other.Tensor({1})}, {y}); });
  ExpectRefused("it is a constant", [&] { return net.Identify({net.Ints({1})}, {y}); });
  ExpectRefused("it is the output of an operation", [&] { return net.Identify({y}, {y}); });
  ExpectRefused("named twice", [&] { return net.Identify({x, x}, {y}); });
  ExpectRefused("named twice", [&] { return net.Identify({x}, {y, y}); });
  ExpectRefused("is also an input", [&] { return net.Identify({x}, {x}); });
  ExpectRefused("other inputs have 1", [&] {
    return net.Identify(
        {net.Dynamic({NNADAPTER_UNKNOWN}, {{1}}), net.Dynamic({NNADAPTER_UNKNOWN}, {{1}, {2}})},
        {y});
  });
  EXPECT_EQ(net.Finish({x}, {y}), NNADAPTER_NO_ERROR);
  ExpectRefused("already finished", [&] { return NNAdapterModel_finish(net.model()); });
  ExpectRefused("is finished and cannot be changed", [&] { return AddOperand(net, TypeOf({1})); });
  ExpectRefused("is finished", [&] { return net.TryAdd(NNADAPTER_ABS, {x}, {y}); });
  ExpectRefused("is finished", [&] { return net.Identify({x}, {y}); });
}

TEST(Misuse, Models) {
  {
    Net net;
    ExpectRefused("has no operations", [&] { return NNAdapterModel_finish(net.model()); });
  }
  {
    Net net;
    NNAdapterOperand *x = net.Tensor({2}), *z = net.Tensor({2});
    NNAdapterOperand* y = net.Sum(x, z);
    ExpectRefused("operation 0 (ADD): operand 1 is not a constant, not an input",
                  [&] { return net.Finish({x}, {y}); });
    ExpectRefused("was not valid", [&] { return NNAdapterModel_finish(net.model()); });
  }
  {
    Net net;
    NNAdapterOperand *x = net.Tensor({2}), *z = net.Tensor({2});
    net.Add(NNADAPTER_RELU, {x});
    ExpectRefused("model output 0 (operand 1) is not computed",
                  [&] { return net.Finish({x}, {z}); });
  }
  {
    Net net;
    NNAdapterOperand *a = net.Tensor({2}), *b = net.Tensor({2});
    ASSERT_EQ(net.TryAdd(NNADAPTER_RELU, {a}, {b}), NNADAPTER_NO_ERROR);
    ASSERT_EQ(net.TryAdd(NNADAPTER_RELU, {b}, {a}), NNADAPTER_NO_ERROR);
    ExpectRefused("is in a cycle with operation", [&] { return net.Finish({}, {b}); });
  }
  {
    // Added before what it reads, and inferred from other dimensions.
    Net net;
    NNAdapterOperand *x = net.Tensor({2}), *middle = net.Tensor({7});
    NNAdapterOperand* y = net.Add(NNADAPTER_ABS, {middle});
    ASSERT_EQ(net.TryAdd(NNADAPTER_RELU, {x}, {middle}), NNADAPTER_NO_ERROR);
    ExpectRefused("output 0 was inferred as [7] FLOAT32 and is [2] FLOAT32",
                  [&] { return net.Finish({x}, {y}); });
  }
  {
    // Added before what it reads, with the dimensions that it has.
    Net net;
    NNAdapterOperand *x = net.Tensor({2}), *middle = net.Tensor({2});
    NNAdapterOperand* y = net.Add(NNADAPTER_ABS, {middle});
    ASSERT_EQ(net.TryAdd(NNADAPTER_RELU, {x}, {middle}), NNADAPTER_NO_ERROR);
    ASSERT_EQ(net.Finish({x}, {y}), NNADAPTER_NO_ERROR);
    Devices devices({"builtin_device"});
    Compiled compiled(&net, devices);
    HostTensor input({2}, {-1.0f, 1.0f}), output;
    ASSERT_EQ(compiled.Run({&input}, {&output}), NNADAPTER_NO_ERROR);
    EXPECT_EQ(output.Floats(), (std::vector<float>{0.0f, 1.0f}));
  }
  {
    Net net;
    NNAdapterOperandType type = TypeOf({2, 3}, NNADAPTER_QUANT_INT8_SYMM_PER_CHANNEL);
    float scales[4] = {1, 1, 1, 1};
    type.symm_per_channel_params = {1, 4, scales};
    net.Operand(type);
    NNAdapterOperand* x = net.Tensor({2});
    NNAdapterOperand* y = net.Add(NNADAPTER_RELU, {x});
    ExpectRefused("operand 0: 4 scales for 3 channels", [&] { return net.Finish({x}, {y}); });
  }
}

TEST(Misuse, Compilations) {
  Net net, open;
  BuildBranches(&net, {2});
  Devices devices({"builtin_device"});
  NNAdapterCompilation* compilation = nullptr;
  const auto create = [&](NNAdapterModel* model, NNAdapterContext* context) {
    return NNAdapterCompilation_create(model, nullptr, nullptr, 0, nullptr, context, &compilation);
  };
  ExpectRefused("the model is not finished",
                [&] { return create(open.model(), devices.context()); });
  ExpectRefused("a parameter is null", [&] { return create(net.model(), nullptr); });
  ASSERT_EQ(create(net.model(), devices.context()), NNADAPTER_NO_ERROR);
  NNAdapterExecution* execution = nullptr;
  uint32_t count = 0;
  ExpectRefused("the compilation is not finished",
                [&] { return NNAdapterExecution_create(compilation, &execution); });
  ExpectRefused("the compilation is not finished", [&] {
    return NNAdapterCompilation_queryInputsAndOutputs(compilation, &count, nullptr, &count,
                                                      nullptr);
  });
  EXPECT_EQ(NNAdapterCompilation_finish(compilation), NNADAPTER_NO_ERROR);
  ExpectRefused("is already finished", [&] { return NNAdapterCompilation_finish(compilation); });
  NNAdapterCompilation_destroy(compilation);
  bool flags[4] = {};
  ExpectRefused("the model is not finished", [&] {
    return NNAdapterModel_getSupportedOperations(open.model(), devices.context(), flags);
  });
  ExpectRefused("the cache buffer of 4 bytes is null", [&] {
    return NNAdapterCompilation_create(nullptr, nullptr, nullptr, 4, nullptr, devices.context(),
                                       &compilation);
  });
}

TEST(Misuse, NullEverywhere) {
  Net net;
  NNAdapterOperandType type = TypeOf({1});
  NNAdapterOperand* x = net.Tensor({1});
  NNAdapterOperand* operands[1] = {x};
  NNAdapterOperation* operation = nullptr;
  NNAdapterOperandType* shown = nullptr;
  NNAdapterOperand* operand = nullptr;
  NNAdapterContext* context = nullptr;
  NNAdapterDevice* device = nullptr;
  uint32_t count = 0;
  bool flag = false;
  const int codes[] = {
      NNAdapter_getVersion(nullptr),
      NNAdapter_getDeviceCount(nullptr),
      NNAdapterDevice_acquire(nullptr, &device),
      NNAdapterDevice_acquire("builtin_device", nullptr),
      NNAdapterDevice_getName(nullptr, nullptr),
      NNAdapterDevice_getVendor(nullptr, nullptr),
      NNAdapterDevice_getType(nullptr, nullptr),
      NNAdapterDevice_getVersion(nullptr, nullptr),
      NNAdapterContext_create(nullptr, 1, nullptr, nullptr, &context),
      NNAdapterContext_create(&device, 1, nullptr, nullptr, &context),
      NNAdapterContext_create(&device, 1, nullptr, nullptr, nullptr),
      NNAdapterModel_create(nullptr),
      NNAdapterModel_addOperand(nullptr, &type, &operand),
      NNAdapterModel_addOperand(net.model(), nullptr, &operand),
      NNAdapterModel_addOperand(net.model(), &type, nullptr),
      NNAdapterModel_setOperandValue(nullptr, &count, 4, true),
      NNAdapterModel_setOperandValue(x, nullptr, 4, true),
      NNAdapterModel_getOperandType(nullptr, &shown),
      NNAdapterModel_getOperandType(x, nullptr),
      NNAdapterModel_addOperation(nullptr, NNADAPTER_RELU, 1, operands, 1, operands, &operation),
      NNAdapterModel_addOperation(net.model(), NNADAPTER_RELU, 1, nullptr, 1, operands, &operation),
      NNAdapterModel_addOperation(net.model(), NNADAPTER_RELU, 1, operands, 1, nullptr, &operation),
      NNAdapterModel_addOperation(net.model(), NNADAPTER_RELU, 1, operands, 1, operands, nullptr),
      NNAdapterModel_identifyInputsAndOutputs(nullptr, 1, operands, 1, operands),
      NNAdapterModel_identifyInputsAndOutputs(net.model(), 1, nullptr, 1, operands),
      NNAdapterModel_identifyInputsAndOutputs(net.model(), 1, operands, 1, nullptr),
      NNAdapterModel_finish(nullptr),
      NNAdapterModel_getSupportedOperations(nullptr, context, &flag),
      NNAdapterModel_getSupportedOperations(net.model(), nullptr, &flag),
      NNAdapterCompilation_create(nullptr, nullptr, nullptr, 0, nullptr, nullptr, nullptr),
      NNAdapterCompilation_finish(nullptr),
      NNAdapterCompilation_queryInputsAndOutputs(nullptr, &count, nullptr, &count, nullptr),
      NNAdapterExecution_create(nullptr, nullptr),
      NNAdapterExecution_setInput(nullptr, 0, nullptr, HostTensor::Read),
      NNAdapterExecution_setOutput(nullptr, 0, nullptr, HostTensor::Write),
      NNAdapterExecution_compute(nullptr),
  };
  size_t index = 0;
  for (int code : codes) EXPECT_EQ(code, NNADAPTER_INVALID_PARAMETER) << index++;
  NNAdapterDevice_release(nullptr);
  NNAdapterContext_destroy(nullptr);
  NNAdapterModel_destroy(nullptr);
  NNAdapterCompilation_destroy(nullptr);
  NNAdapterExecution_destroy(nullptr);
}

}  // namespace
}  // namespace nnadapter_test
