// Models built by the C interface of NNAdapter: any types, values, operations, inputs and outputs.
// A model that finishes is compiled and run on the built-in device, whole and divided.
#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

#include "nnadapter/nnadapter.h"

namespace {

constexpr size_t kMaxItems = 24;
constexpr uint32_t kMaxValueBytes = 1 << 12;
constexpr uint32_t kMaxOutputBytes = 1 << 24;

class Input {
 public:
  Input(const uint8_t* data, size_t size) : next_(data), end_(data + size) {}
  uint8_t Byte() { return next_ < end_ ? *next_++ : 0; }
  bool done() const { return next_ >= end_; }
  // Mostly small, at times anything.
  int32_t Number() {
    const uint8_t kind = Byte();
    if (kind < 200) return kind % 9;
    if (kind < 230) return static_cast<int8_t>(Byte());
    if (kind < 245) return NNADAPTER_UNKNOWN;
    int32_t any = 0;
    for (int i = 0; i < 4; ++i)
      any = static_cast<int32_t>(static_cast<uint32_t>(any) << 8 | Byte());
    return any;
  }

 private:
  const uint8_t* next_;
  const uint8_t* end_;
};

struct Value {
  std::vector<int32_t> dims;
  std::vector<uint8_t> bytes;
};

uint32_t BytesOf(const NNAdapterOperandDimensionType& dimensions, uint32_t max) {
  uint64_t bytes = 8;
  for (uint32_t i = 0; i < dimensions.count && i < 8; ++i) {
    if (dimensions.data[i] < 0) return max + 1;
    bytes *= static_cast<uint64_t>(dimensions.data[i]);
    if (bytes > max) return max + 1;
  }
  return static_cast<uint32_t>(bytes);
}

void* Read(void* memory, NNAdapterOperandType* type) {
  auto* value = static_cast<Value*>(memory);
  for (size_t i = 0; i < value->dims.size(); ++i) type->dimensions.data[i] = value->dims[i];
  return value->bytes.data();
}

void* Write(void* memory, NNAdapterOperandType* type) {
  auto* value = static_cast<Value*>(memory);
  const uint32_t bytes = BytesOf(type->dimensions, kMaxOutputBytes);
  if (bytes > kMaxOutputBytes) return nullptr;
  value->bytes.assign(bytes + 8, 0);
  return value->bytes.data();
}

NNAdapterOperandType ReadType(Input* input, std::vector<float>* scales) {
  const int32_t precisions[] = {10, 10, 10, 5, 7, 0, 24, 25, 26, 30, 31, 9};
  NNAdapterOperandType type = {};
  const uint8_t code = input->Byte();
  type.precision = code < 250 ? precisions[code % 12] : input->Number();
  type.layout = code % 64 == 63 ? input->Number() : 0;
  type.dimensions.count = static_cast<uint32_t>(input->Byte() % 10);
  for (int32_t& extent : type.dimensions.data) extent = input->Number();
  const uint8_t rows = input->Byte();
  type.dimensions.dynamic_count = rows < 200 ? 0 : rows % 10;
  for (uint32_t row = 0; row < type.dimensions.dynamic_count && row < 8; ++row) {
    for (uint32_t i = 0; i < 8; ++i) type.dimensions.dynamic_data[row][i] = input->Number();
  }
  if (type.precision == 25 || type.precision == 28 || type.precision == 31) {
    scales->assign(8, 0.5f);
    type.symm_per_channel_params = {input->Byte() % 4u, input->Byte() % 9u, scales->data()};
  } else {
    type.asymm_per_layer_params = {0.25f * static_cast<float>(input->Number()), input->Number()};
  }
  return type;
}

void Run(NNAdapterModel* model, const std::vector<NNAdapterOperandType>& inputs, size_t outputs,
         Input* data) {
  NNAdapterDevice* device = nullptr;
  NNAdapterContext* context = nullptr;
  NNAdapterCompilation* compilation = nullptr;
  NNAdapterExecution* execution = nullptr;
  NNAdapterDevice_acquire("builtin_device", &device);
  NNAdapterContext_create(&device, 1, nullptr, nullptr, &context);
  bool supported[kMaxItems] = {};
  NNAdapterModel_getSupportedOperations(model, context, supported);
  NNAdapterCompilation_create(model, nullptr, nullptr, 0, nullptr, context, &compilation);
  NNAdapterCompilation_finish(compilation);
  if (!NNAdapterExecution_create(compilation, &execution)) {
    std::vector<Value> values(inputs.size() + outputs);
    for (size_t i = 0; i < inputs.size(); ++i) {
      NNAdapterOperandDimensionType dimensions = inputs[i].dimensions;
      for (uint32_t k = 0; k < dimensions.count; ++k) {
        if (dimensions.data[k] < 0) dimensions.data[k] = data->Byte() % 5;
        values[i].dims.push_back(dimensions.data[k]);
      }
      const uint32_t bytes = BytesOf(dimensions, kMaxOutputBytes);
      if (bytes <= kMaxOutputBytes) values[i].bytes.assign(bytes + 8, data->Byte());
      NNAdapterExecution_setInput(execution, static_cast<int32_t>(i),
                                  values[i].bytes.empty() ? nullptr : &values[i],
                                  values[i].bytes.empty() ? nullptr : Read);
    }
    for (size_t i = 0; i < outputs; ++i) {
      NNAdapterExecution_setOutput(execution, static_cast<int32_t>(i), &values[inputs.size() + i],
                                   Write);
    }
    NNAdapterExecution_compute(execution);
  }
  NNAdapterExecution_destroy(execution);
  NNAdapterCompilation_destroy(compilation);
  NNAdapterContext_destroy(context);
  NNAdapterDevice_release(device);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  Input input(data, size);
  NNAdapterModel* model = nullptr;
  NNAdapterModel_create(&model);
  std::vector<NNAdapterOperand*> operands = {nullptr};
  const auto choose = [&] { return operands[input.Byte() % operands.size()]; };
  std::vector<NNAdapterOperand*> inputs, outputs;
  std::vector<NNAdapterOperandType> input_types;
  for (size_t item = 0; item < kMaxItems && !input.done(); ++item) {
    const uint8_t kind = input.Byte() % 4;
    NNAdapterOperand* operand = nullptr;
    std::vector<float> scales;
    if (kind < 3) {
      const NNAdapterOperandType type = ReadType(&input, &scales);
      if (NNAdapterModel_addOperand(model, &type, &operand)) continue;
      operands.push_back(operand);
      const uint32_t bytes = BytesOf(type.dimensions, kMaxValueBytes);
      if (kind == 0 && bytes <= kMaxValueBytes) {  // a constant
        std::vector<uint8_t> value(bytes + 8);
        for (uint32_t i = 0; i < bytes / 2; i += 4) {
          const int32_t number = input.Number();
          std::memcpy(&value[i], &number, sizeof(number));
        }
        const uint32_t sizes[] = {bytes / 8, bytes / 4, bytes / 2, bytes};
        for (uint32_t length : sizes) {
          if (!NNAdapterModel_setOperandValue(operand, value.data(), length, true)) break;
        }
      } else if (kind == 1) {
        inputs.push_back(operand);
        input_types.push_back(type);
      }
    } else {
      const int32_t type = input.Byte() % 97;
      std::vector<NNAdapterOperand*> from, to;
      for (int i = input.Byte() % 13; i > 0; --i) from.push_back(choose());
      for (int i = input.Byte() % 4; i >= 0; --i) to.push_back(choose());
      NNAdapterOperation* operation = nullptr;
      if (!NNAdapterModel_addOperation(model, type, static_cast<uint32_t>(from.size()), from.data(),
                                       static_cast<uint32_t>(to.size()), to.data(), &operation)) {
        outputs = to;
      }
    }
  }
  std::vector<NNAdapterOperand*> present;
  for (NNAdapterOperand* output : outputs) {
    if (output) present.push_back(output);
  }
  NNAdapterModel_identifyInputsAndOutputs(model, static_cast<uint32_t>(inputs.size()),
                                          inputs.data(), static_cast<uint32_t>(present.size()),
                                          present.data());
  if (!NNAdapterModel_finish(model)) Run(model, input_types, present.size(), &input);
  NNAdapterModel_destroy(model);
  return 0;
}
