// A model as drivers see it, for the tests of what they do with it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <vector>

#include "gtest/gtest.h"
#include "lite/backends/nnadapter/operation/operation.h"
#include "tests/nnadapter/net.h"

namespace nnadapter_test {

using nnadapter::core::Operand;
using Dims = std::vector<int32_t>;

inline constexpr int32_t kByte = NNADAPTER_QUANT_INT8_SYMM_PER_LAYER;

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

}  // namespace nnadapter_test
