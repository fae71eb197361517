#include "tests/nnadapter/net.h"

#include <algorithm>
#include <cstdlib>

namespace nnadapter_test {
namespace {

size_t BytesOf(int32_t precision) {
  switch (precision) {
    case NNADAPTER_FLOAT32:
    case NNADAPTER_INT32:
      return 4;
    case NNADAPTER_INT64:
      return 8;
    default:
      return 1;
  }
}

}  // namespace

HostTensor::HostTensor(std::vector<int32_t> extents, const std::vector<float>& values)
    : dims(std::move(extents)), bytes(values.size() * sizeof(float)) {
  std::memcpy(bytes.data(), values.data(), bytes.size());
}

std::vector<float> HostTensor::Floats() const {
  std::vector<float> values(bytes.size() / sizeof(float));
  std::memcpy(values.data(), bytes.data(), values.size() * sizeof(float));
  return values;
}

void* HostTensor::Read(void* memory, NNAdapterOperandType* type) {
  auto* tensor = static_cast<HostTensor*>(memory);
  if (!tensor) return nullptr;
  type->dimensions.count = static_cast<uint32_t>(tensor->dims.size());
  std::copy(tensor->dims.begin(), tensor->dims.end(), type->dimensions.data);
  return tensor->bytes.data();
}

void* HostTensor::Write(void* memory, NNAdapterOperandType* type) {
  auto* tensor = static_cast<HostTensor*>(memory);
  if (!tensor || tensor->no_memory) return nullptr;
  tensor->dims.assign(type->dimensions.data, type->dimensions.data + type->dimensions.count);
  tensor->written_precision = type->precision;
  size_t count = 1;
  for (int32_t extent : tensor->dims) count *= static_cast<size_t>(extent);
  tensor->bytes.assign(count * BytesOf(type->precision), 0xEE);
  return tensor->bytes.data();
}

NNAdapterOperandType TypeOf(const std::vector<int32_t>& dims, int32_t precision, float scale) {
  NNAdapterOperandType type = {};
  type.precision = precision;
  type.dimensions.count = static_cast<uint32_t>(dims.size());
  std::copy(dims.begin(), dims.end(), type.dimensions.data);
  type.symm_per_layer_params.scale = scale;
  return type;
}

NNAdapterOperand* Net::Operand(const NNAdapterOperandType& type) {
  NNAdapterOperand* operand = nullptr;
  EXPECT_EQ(NNAdapterModel_addOperand(model_, &type, &operand), NNADAPTER_NO_ERROR);
  return operand;
}

NNAdapterOperand* Net::Tensor(const std::vector<int32_t>& dims, int32_t precision) {
  return Operand(TypeOf(dims, precision));
}

NNAdapterOperand* Net::Dynamic(const std::vector<int32_t>& dims,
                               const std::vector<std::vector<int32_t>>& rows) {
  NNAdapterOperandType type = TypeOf(dims);
  type.dimensions.dynamic_count = static_cast<uint32_t>(rows.size());
  for (size_t i = 0; i < rows.size(); ++i) {
    std::copy(rows[i].begin(), rows[i].end(), type.dimensions.dynamic_data[i]);
  }
  return Operand(type);
}

NNAdapterOperand* Net::Ints(const std::vector<int32_t>& values) {
  NNAdapterOperand* operand = Tensor({static_cast<int32_t>(values.size())}, NNADAPTER_INT32);
  EXPECT_EQ(NNAdapterModel_setOperandValue(operand, const_cast<int32_t*>(values.data()),
                                           static_cast<uint32_t>(values.size() * 4), true),
            NNADAPTER_NO_ERROR);
  return operand;
}

NNAdapterOperand* Net::Floats(const std::vector<int32_t>& dims, const std::vector<float>& values) {
  NNAdapterOperand* operand = Tensor(dims);
  EXPECT_EQ(NNAdapterModel_setOperandValue(operand, const_cast<float*>(values.data()),
                                           static_cast<uint32_t>(values.size() * 4), true),
            NNADAPTER_NO_ERROR);
  return operand;
}

int Net::TryAdd(int32_t type, std::vector<NNAdapterOperand*> inputs,
                std::vector<NNAdapterOperand*> outputs) {
  NNAdapterOperation* operation = nullptr;
  return NNAdapterModel_addOperation(model_, type, static_cast<uint32_t>(inputs.size()),
                                     inputs.data(), static_cast<uint32_t>(outputs.size()),
                                     outputs.data(), &operation);
}

NNAdapterOperand* Net::Add(int32_t type, std::vector<NNAdapterOperand*> inputs) {
  NNAdapterOperand* output = Tensor({});
  EXPECT_EQ(TryAdd(type, std::move(inputs), {output}), NNADAPTER_NO_ERROR) << type;
  return output;
}

int Net::Identify(std::vector<NNAdapterOperand*> inputs, std::vector<NNAdapterOperand*> outputs) {
  return NNAdapterModel_identifyInputsAndOutputs(
      model_, static_cast<uint32_t>(inputs.size()), inputs.data(),
      static_cast<uint32_t>(outputs.size()), outputs.data());
}

int Net::Finish(std::vector<NNAdapterOperand*> inputs, std::vector<NNAdapterOperand*> outputs) {
  const int code = Identify(std::move(inputs), std::move(outputs));
  return code ? code : NNAdapterModel_finish(model_);
}

void FindTestDrivers() { setenv("NNADAPTER_DRIVER_PATH", LITE_NNADAPTER_TEST_DRIVERS, 1); }

Devices::Devices(const std::vector<std::string>& names, const std::string& properties,
                 int (*callback)(int, void*)) {
  FindTestDrivers();
  std::vector<NNAdapterDevice*> devices;
  for (const std::string& name : names) {
    devices.emplace_back();
    code_ = NNAdapterDevice_acquire(name.c_str(), &devices.back());
    if (code_) break;
  }
  if (!code_) {
    code_ = NNAdapterContext_create(devices.data(), static_cast<uint32_t>(devices.size()),
                                    properties.c_str(), callback, &context_);
  }
  for (NNAdapterDevice* device : devices) NNAdapterDevice_release(device);
}

Compiled::Compiled(const Net* net, const Devices& devices, const std::string& token,
                   const std::string& dir, const std::vector<uint8_t>& buffer) {
  finish_code_ = NNAdapterCompilation_create(
      net ? net->model() : nullptr, token.empty() ? nullptr : token.c_str(),
      const_cast<uint8_t*>(buffer.data()), static_cast<uint32_t>(buffer.size()),
      dir.empty() ? nullptr : dir.c_str(), devices.context(), &compilation_);
  if (!finish_code_) finish_code_ = NNAdapterCompilation_finish(compilation_);
}

Compiled::~Compiled() {
  NNAdapterExecution_destroy(execution_);
  NNAdapterCompilation_destroy(compilation_);
}

int Compiled::Run(std::vector<HostTensor*> inputs, std::vector<HostTensor*> outputs) {
  if (finish_code_) return finish_code_;
  if (!execution_) {
    const int code = NNAdapterExecution_create(compilation_, &execution_);
    if (code) return code;
  }
  for (size_t i = 0; i < inputs.size(); ++i) {
    EXPECT_EQ(NNAdapterExecution_setInput(execution_, static_cast<int32_t>(i), inputs[i],
                                          HostTensor::Read),
              NNADAPTER_NO_ERROR);
  }
  for (size_t i = 0; i < outputs.size(); ++i) {
    EXPECT_EQ(NNAdapterExecution_setOutput(execution_, static_cast<int32_t>(i), outputs[i],
                                           HostTensor::Write),
              NNADAPTER_NO_ERROR);
  }
  return NNAdapterExecution_compute(execution_);
}

void BuildBranches(Net* net, const std::vector<int32_t>& dims) {
  NNAdapterOperand* x = net->Tensor(dims);
  NNAdapterOperand* relu = net->Add(NNADAPTER_RELU, {x});
  NNAdapterOperand* square = net->Add(NNADAPTER_SQUARE, {relu});
  NNAdapterOperand* abs = net->Add(NNADAPTER_ABS, {x});
  NNAdapterOperand* sum = net->Sum(square, abs);
  // relu is an output of the model and read by other operations.
  EXPECT_EQ(net->Finish({x}, {sum, relu}), NNADAPTER_NO_ERROR);
}

std::vector<float> BranchesOf(const std::vector<float>& x) {
  std::vector<float> y;
  for (float value : x) {
    const float relu = std::max(value, 0.0f);
    y.push_back(relu * relu + std::abs(value));
  }
  return y;
}

}  // namespace nnadapter_test
