// Models that run: on the built-in device, on several devices, with dynamic shapes, by two threads.
#include <algorithm>
#include <random>
#include <thread>

#include "tests/nnadapter/net.h"

namespace nnadapter_test {
namespace {

const std::vector<float> kX = {-2.0f, -0.5f, 1.0f, 3.0f};
const std::vector<float> kRelu = {0.0f, 0.0f, 1.0f, 3.0f};

TEST(Runtime, RunsOnTheBuiltInDevice) {
  uint32_t version = 0, count = 0;
  EXPECT_EQ(NNAdapter_getVersion(&version), NNADAPTER_NO_ERROR);
  EXPECT_EQ(version, 1u);
  EXPECT_EQ(NNAdapter_getDeviceCount(&count), NNADAPTER_NO_ERROR);
  EXPECT_GE(count, 1u);
  Net net;
  BuildBranches(&net, {1, 4});
  Devices devices({"builtin_device"});
  bool supported[4] = {};
  EXPECT_EQ(NNAdapterModel_getSupportedOperations(net.model(), devices.context(), supported),
            NNADAPTER_NO_ERROR);
  for (bool flag : supported) EXPECT_TRUE(flag);
  Compiled compiled(&net, devices);
  HostTensor x({1, 4}, kX), y, relu;
  for (int i = 0; i < 2; ++i) {
    ASSERT_EQ(compiled.Run({&x}, {&y, &relu}), NNADAPTER_NO_ERROR);
    EXPECT_EQ(y.Floats(), BranchesOf(kX));
    EXPECT_EQ(relu.Floats(), kRelu);
    EXPECT_EQ(y.dims, (std::vector<int32_t>{1, 4}));
    EXPECT_EQ(y.written_precision, NNADAPTER_FLOAT32);
  }
}

TEST(Runtime, QueriesInputsAndOutputs) {
  Net net;
  BuildBranches(&net, {1, 4});
  Devices devices({"builtin_device"});
  Compiled compiled(&net, devices);
  uint32_t inputs = 0, outputs = 0;
  ASSERT_EQ(NNAdapterCompilation_queryInputsAndOutputs(compiled.compilation(), &inputs, nullptr,
                                                       &outputs, nullptr),
            NNADAPTER_NO_ERROR);
  ASSERT_EQ(inputs, 1u);
  ASSERT_EQ(outputs, 2u);
  NNAdapterOperandType* input = nullptr;
  NNAdapterOperandType* output[2] = {};
  ASSERT_EQ(NNAdapterCompilation_queryInputsAndOutputs(compiled.compilation(), &inputs, &input,
                                                       &outputs, output),
            NNADAPTER_NO_ERROR);
  EXPECT_EQ(input->lifetime, NNADAPTER_MODEL_INPUT);
  EXPECT_EQ(output[1]->lifetime, NNADAPTER_MODEL_OUTPUT);
  EXPECT_EQ(output[1]->dimensions.data[1], 4);
  // What the caller writes does not reach the program.
  input->precision = NNADAPTER_INT8;
  input->dimensions.count = 77;
  HostTensor x({1, 4}, kX), y, relu;
  EXPECT_EQ(compiled.Run({&x}, {&y, &relu}), NNADAPTER_NO_ERROR);
}

TEST(Runtime, TypesShownAreCopies) {
  Net net;
  NNAdapterOperand* x = net.Tensor({2, 3});
  NNAdapterOperand* y = net.Add(NNADAPTER_RELU, {x});
  NNAdapterOperandType* type = nullptr;
  ASSERT_EQ(NNAdapterModel_getOperandType(y, &type), NNADAPTER_NO_ERROR);
  EXPECT_EQ(type->dimensions.count, 2u);
  EXPECT_EQ(type->dimensions.data[1], 3);
  type->lifetime = NNADAPTER_CONSTANT_COPY;
  type->precision = 4711;
  EXPECT_EQ(net.Finish({x}, {y}), NNADAPTER_NO_ERROR);
}

TEST(Runtime, ConstantsFoldUnlessTheyAreOutputs) {
  Net net;
  NNAdapterOperand* x = net.Tensor({2});
  NNAdapterOperand* one = net.Floats({2}, {1.0f, 1.0f});
  NNAdapterOperand* two = net.Sum(one, one);
  NNAdapterOperand* three = net.Sum(one, two);
  NNAdapterOperand* y = net.Sum(x, three);
  ASSERT_EQ(net.Finish({x}, {y, two}), NNADAPTER_NO_ERROR);
  Devices devices({"builtin_device"});
  bool supported[3] = {};
  EXPECT_EQ(NNAdapterModel_getSupportedOperations(net.model(), devices.context(), supported),
            NNADAPTER_NO_ERROR);
  for (bool flag : supported) EXPECT_TRUE(flag);
  Compiled compiled(&net, devices);
  HostTensor input({2}, {5.0f, 6.0f}), sum, constant;
  ASSERT_EQ(compiled.Run({&input}, {&sum, &constant}), NNADAPTER_NO_ERROR);
  EXPECT_EQ(sum.Floats(), (std::vector<float>{8.0f, 9.0f}));
  EXPECT_EQ(constant.Floats(), (std::vector<float>{2.0f, 2.0f}));
}

TEST(Runtime, CompilationsOutliveModelsAndContexts) {
  Devices* devices = new Devices({"builtin_device"});
  Net* net = new Net;
  BuildBranches(net, {4});
  Compiled compiled(net, *devices);
  delete net;
  delete devices;
  HostTensor x({4}, kX), y, relu;
  ASSERT_EQ(compiled.Run({&x}, {&y, &relu}), NNADAPTER_NO_ERROR);
  EXPECT_EQ(y.Floats(), BranchesOf(kX));
}

TEST(Runtime, DynamicShapes) {
  Net net;
  NNAdapterOperand* x = net.Dynamic({NNADAPTER_UNKNOWN, 4}, {{1, 4}, {3, 4}});
  NNAdapterOperand* shape = net.Add(NNADAPTER_SHAPE, {x, net.Ints({NNADAPTER_INT32})});
  NNAdapterOperandType* type = nullptr;
  ASSERT_EQ(NNAdapterModel_getOperandType(shape, &type), NNADAPTER_NO_ERROR);
  EXPECT_EQ(type->lifetime, NNADAPTER_TEMPORARY_SHAPE);
  NNAdapterOperand* flat = net.Add(NNADAPTER_RESHAPE, {x, net.Ints({-1})});
  NNAdapterOperand* again = net.Add(NNADAPTER_RESHAPE, {flat, shape});
  NNAdapterOperand* y = net.Add(NNADAPTER_RELU, {again});
  ASSERT_EQ(NNAdapterModel_getOperandType(y, &type), NNADAPTER_NO_ERROR);
  EXPECT_EQ(type->dimensions.data[0], NNADAPTER_UNKNOWN);
  EXPECT_EQ(type->dimensions.data[1], 4);
  ASSERT_EQ(type->dimensions.dynamic_count, 2u);
  EXPECT_EQ(type->dimensions.dynamic_data[1][0], 3);
  ASSERT_EQ(net.Finish({x}, {y}), NNADAPTER_NO_ERROR);
  for (const char* device : {"builtin_device", "fake_device"}) {
    Devices devices({device});
    Compiled compiled(&net, devices);
    for (int32_t rows : {3, 1, 2}) {
      const std::vector<float> values(static_cast<size_t>(rows) * 4, -1.0f);
      HostTensor input({rows, 4}, values), output;
      ASSERT_EQ(compiled.Run({&input}, {&output}), NNADAPTER_NO_ERROR) << rows;
      EXPECT_EQ(output.dims, (std::vector<int32_t>{rows, 4}));
      EXPECT_EQ(output.Floats(), std::vector<float>(values.size(), 0.0f));
    }
    HostTensor wide({1, 5}, std::vector<float>(5)), output;
    EXPECT_EQ(compiled.Run({&wide}, {&output}), NNADAPTER_INVALID_DIMENSIONS);
  }
  Devices stiff({"fake_device"}, "FAKE_DEVICE_STATIC_SHAPE=1");
  EXPECT_EQ(Compiled(&net, stiff).finish_code(), NNADAPTER_FEATURE_NOT_SUPPORTED);
}

TEST(Runtime, StaticShapesRefuseOthers) {
  Net net;
  BuildBranches(&net, {4});
  Devices devices({"fake_device"}, "FAKE_DEVICE_STATIC_SHAPE=1");
  Compiled compiled(&net, devices);
  HostTensor other({3}, {1, 2, 3}), x({4}, kX), y, relu;
  EXPECT_EQ(compiled.Run({&other}, {&y, &relu}), NNADAPTER_INVALID_DIMENSIONS);
  EXPECT_EQ(compiled.Run({&x}, {&y, &relu}), NNADAPTER_NO_ERROR);
  EXPECT_EQ(y.Floats(), BranchesOf(kX));
}

// square on another device than relu, abs and add: relu's result is an output of the model and is
// read by the other device, and the add runs after it.
TEST(Runtime, PartitionsBetweenDevices) {
  Net net;
  BuildBranches(&net, {2, 2});
  Devices devices({"fake_device", "fake_device_2"},
                  "FAKE_DEVICE_UNSUPPORTED_OPS=SQUARE;FAKE_DEVICE_2_UNSUPPORTED_OPS=RELU,ABS,ADD");
  bool supported[4] = {};
  EXPECT_EQ(NNAdapterModel_getSupportedOperations(net.model(), devices.context(), supported),
            NNADAPTER_NO_ERROR);
  for (bool flag : supported) EXPECT_TRUE(flag);
  Compiled compiled(&net, devices);
  HostTensor x({2, 2}, kX), y, relu;
  ASSERT_EQ(compiled.Run({&x}, {&y, &relu}), NNADAPTER_NO_ERROR);
  EXPECT_EQ(y.Floats(), BranchesOf(kX));
  EXPECT_EQ(relu.Floats(), kRelu);
}

// Graphs with many branches, divided at random: the same bits as on one device.
TEST(Runtime, PartitionsRandomGraphs) {
  const std::pair<int32_t, const char*> unary[] = {{NNADAPTER_RELU, "RELU"},
                                                   {NNADAPTER_ABS, "ABS"},
                                                   {NNADAPTER_TANH, "TANH"},
                                                   {NNADAPTER_SIGMOID, "SIGMOID"}};
  std::mt19937 random(7);
  const auto below = [&random](size_t n) { return random() % n; };
  for (int graph = 0; graph < 40; ++graph) {
    Net net;
    std::vector<NNAdapterOperand*> values = {net.Tensor({4}), net.Tensor({4})};
    const std::vector<NNAdapterOperand*> inputs = values;
    for (int i = 0; i < 16; ++i) {
      // Mostly the last values, so that chains form.
      const auto choose = [&] {
        return values[values.size() - 1 - below(std::min<size_t>(4, values.size()))];
      };
      values.push_back(below(3) ? net.Add(unary[below(4)].first, {choose()})
                                : net.Sum(choose(), choose()));
    }
    std::vector<NNAdapterOperand*> outputs = {values.back()};
    for (size_t i = 2; i + 1 < values.size(); ++i) {
      if (below(4) == 0) outputs.push_back(values[i]);
    }
    ASSERT_EQ(net.Finish(inputs, outputs), NNADAPTER_NO_ERROR);
    std::string properties;
    for (const char* device : {"FAKE_DEVICE", "FAKE_DEVICE_2"}) {
      properties += std::string(device) + "_UNSUPPORTED_OPS=NONE";
      for (const auto& [type, name] : unary) {
        if (below(2)) properties += std::string(",") + name;
      }
      if (below(2)) properties += ",ADD";
      properties += ";";
    }
    HostTensor x({4}, kX), z({4}, {0.5f, -1.5f, 2.0f, 0.0f});
    std::vector<HostTensor> whole(outputs.size()), divided(outputs.size());
    const auto pointers = [](std::vector<HostTensor>* tensors) {
      std::vector<HostTensor*> list;
      for (HostTensor& tensor : *tensors) list.push_back(&tensor);
      return list;
    };
    Devices one({"builtin_device"}), two({"fake_device", "fake_device_2"}, properties);
    ASSERT_EQ(Compiled(&net, one).Run({&x, &z}, pointers(&whole)), NNADAPTER_NO_ERROR);
    ASSERT_EQ(Compiled(&net, two).Run({&x, &z}, pointers(&divided)), NNADAPTER_NO_ERROR)
        << graph << ": " << properties;
    for (size_t i = 0; i < outputs.size(); ++i) EXPECT_EQ(whole[i].bytes, divided[i].bytes) << i;
  }
}

TEST(Runtime, TheBuiltInDeviceTakesWhatIsLeft) {
  Net net;
  BuildBranches(&net, {4});
  HostTensor x({4}, kX), y, relu;
  Devices two({"fake_device", "fake_device_2"},
              "FAKE_DEVICE_UNSUPPORTED_OPS=SQUARE;FAKE_DEVICE_2_UNSUPPORTED_OPS=SQUARE");
  Compiled compiled(&net, two);
  ASSERT_EQ(compiled.Run({&x}, {&y, &relu}), NNADAPTER_NO_ERROR);
  EXPECT_EQ(y.Floats(), BranchesOf(kX));
  // One device gets the model as it is.
  Devices one({"fake_device"}, "FAKE_DEVICE_UNSUPPORTED_OPS=SQUARE");
  EXPECT_EQ(Compiled(&net, one).finish_code(), NNADAPTER_FEATURE_NOT_SUPPORTED);
}

TEST(Runtime, HalfPrecision) {
  Net net;
  NNAdapterOperand* x = net.Tensor({1});
  NNAdapterOperand* y = net.Sum(x, net.Floats({1}, {1.0f}));
  ASSERT_EQ(net.Finish({x}, {y}), NNADAPTER_NO_ERROR);
  Devices devices({"fake_device"}, "FAKE_DEVICE_PRECISION=fp16;FAKE_DEVICE_OPERATIONS=kirin");
  Compiled compiled(&net, devices);
  HostTensor input({1}, {0.0003f}), output;
  ASSERT_EQ(compiled.Run({&input}, {&output}), NNADAPTER_NO_ERROR);
  EXPECT_EQ(output.Floats()[0], 1.0f);  // half an ulp of 1 is 0.00049
}

TEST(Runtime, AsymmetricIntegers) {
  Net net;
  NNAdapterOperandType type = TypeOf({4}, NNADAPTER_QUANT_INT8_SYMM_PER_LAYER, 0.5f);
  NNAdapterOperand* x = net.Operand(type);
  NNAdapterOperand* y = net.Operand(type);
  ASSERT_EQ(net.TryAdd(NNADAPTER_RELU, {x}, {y}), NNADAPTER_NO_ERROR);
  ASSERT_EQ(net.Finish({x}, {y}), NNADAPTER_NO_ERROR);
  Devices devices({"fake_device"}, "FAKE_DEVICE_PRECISION=int8;FAKE_DEVICE_OPERATIONS=rockchip");
  Compiled compiled(&net, devices);
  HostTensor input, output;
  input.dims = {4};
  input.bytes = {0x81, 0xFF, 0x00, 0x7F};  // -127, -1, 0, 127
  ASSERT_EQ(compiled.Run({&input}, {&output}), NNADAPTER_NO_ERROR);
  EXPECT_EQ(output.bytes, (std::vector<uint8_t>{0, 0, 0, 0x7F}));
  EXPECT_EQ(output.written_precision, NNADAPTER_QUANT_INT8_SYMM_PER_LAYER);
  Net floats;
  BuildBranches(&floats, {4});
  EXPECT_EQ(Compiled(&floats, devices).finish_code(), NNADAPTER_FEATURE_NOT_SUPPORTED);
}

// Executions have their own buffers, calls on one program do not overlap, and a second thread on
// one execution gets an error.
TEST(Runtime, Threads) {
  Net net;
  BuildBranches(&net, {4});
  Devices devices({"fake_device", "fake_device_2"},
                  "FAKE_DEVICE_UNSUPPORTED_OPS=SQUARE;FAKE_DEVICE_2_UNSUPPORTED_OPS=RELU,ABS,ADD;"
                  "FAKE_DEVICE_LATENCY_US=200");
  Compiled compiled(&net, devices);
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t) {
    threads.emplace_back([&compiled, t] {
      NNAdapterExecution* execution = nullptr;
      ASSERT_EQ(NNAdapterExecution_create(compiled.compilation(), &execution), NNADAPTER_NO_ERROR);
      const std::vector<float> values = {1.0f * t, -2.0f * t, 3.0f, 4.0f};
      HostTensor x({4}, values), y, relu;
      NNAdapterExecution_setInput(execution, 0, &x, HostTensor::Read);
      NNAdapterExecution_setOutput(execution, 0, &y, HostTensor::Write);
      NNAdapterExecution_setOutput(execution, 1, &relu, HostTensor::Write);
      for (int i = 0; i < 20; ++i) {
        ASSERT_EQ(NNAdapterExecution_compute(execution), NNADAPTER_NO_ERROR);
        ASSERT_EQ(y.Floats(), BranchesOf(values));
      }
      NNAdapterExecution_destroy(execution);
    });
  }
  for (std::thread& thread : threads) thread.join();
}

TEST(Runtime, ASecondThreadOnAnExecutionGetsAnError) {
  Net net;
  BuildBranches(&net, {4});
  Devices devices({"fake_device"}, "FAKE_DEVICE_LATENCY_US=100000");
  Compiled compiled(&net, devices);
  NNAdapterExecution* execution = nullptr;
  ASSERT_EQ(NNAdapterExecution_create(compiled.compilation(), &execution), NNADAPTER_NO_ERROR);
  HostTensor x({4}, kX), y, relu;
  NNAdapterExecution_setInput(execution, 0, &x, HostTensor::Read);
  NNAdapterExecution_setOutput(execution, 0, &y, HostTensor::Write);
  NNAdapterExecution_setOutput(execution, 1, &relu, HostTensor::Write);
  int codes[2] = {-1, -1};
  std::thread other([&] { codes[0] = NNAdapterExecution_compute(execution); });
  codes[1] = NNAdapterExecution_compute(execution);
  other.join();
  EXPECT_EQ(codes[0] + codes[1], NNADAPTER_NO_ERROR + NNADAPTER_INVALID_PARAMETER);
  NNAdapterExecution_destroy(execution);
}

}  // namespace
}  // namespace nnadapter_test
