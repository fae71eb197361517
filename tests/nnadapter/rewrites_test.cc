// The rewrites of models before drivers tell them the vendors' libraries: results stay the same.
#include <algorithm>
#include <cmath>
#include <cstring>
#include <set>

#include "gmock/gmock.h"
#include "lite/backends/nnadapter/operation/interpreter.h"
#include "lite/backends/nnadapter/optimizer/rewrite.h"
#include "tests/nnadapter/driver_model.h"

namespace nnadapter_test {
namespace rewrites_test {

using nnadapter::core::Argument;
using Bytes = std::vector<uint8_t>;

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

}  // namespace rewrites_test
}  // namespace nnadapter_test
