// Caches of NNAdapter. Inputs that begin with an even byte are the file, the others are changes of
// a valid cache. Check sums are made to fit, because mutation does not find them.
#include <cstdint>
#include <cstring>
#include <iterator>
#include <string>
#include <vector>

#include "lite/backends/nnadapter/core/archive.h"
#include "nnadapter/nnadapter.h"
#include "nnadapter/utility/modeling.h"

namespace {

constexpr size_t kCrcAt = 8, kBodyAt = 16;

void* Access(void* memory, NNAdapterOperandType* type) {
  auto* bytes = static_cast<std::vector<uint8_t>*>(memory);
  uint64_t size = 8;
  for (uint32_t i = 0; i < type->dimensions.count && i < 8; ++i) {
    if (type->dimensions.data[i] < 0) type->dimensions.data[i] = 2;
    size *= static_cast<uint64_t>(type->dimensions.data[i]);
    if (size > (1u << 24)) return nullptr;
  }
  bytes->assign(static_cast<size_t>(size) + 8, 1);
  return bytes->data();
}

void Restore(std::vector<uint8_t> bytes) {
  NNAdapterDevice* device = nullptr;
  NNAdapterContext* context = nullptr;
  NNAdapterCompilation* compilation = nullptr;
  NNAdapterExecution* execution = nullptr;
  NNAdapterDevice_acquire("builtin_device", &device);
  NNAdapterContext_create(&device, 1, nullptr, nullptr, &context);
  NNAdapterCompilation_create(nullptr, nullptr, bytes.data(), static_cast<uint32_t>(bytes.size()),
                              nullptr, context, &compilation);
  if (!NNAdapterCompilation_finish(compilation) &&
      !NNAdapterExecution_create(compilation, &execution)) {
    uint32_t inputs = 0, outputs = 0;
    NNAdapterCompilation_queryInputsAndOutputs(compilation, &inputs, nullptr, &outputs, nullptr);
    std::vector<std::vector<uint8_t>> memory(size_t{inputs} + outputs);
    for (uint32_t i = 0; i < inputs; ++i) {
      NNAdapterExecution_setInput(execution, static_cast<int32_t>(i), &memory[i], Access);
    }
    for (uint32_t i = 0; i < outputs; ++i) {
      NNAdapterExecution_setOutput(execution, static_cast<int32_t>(i), &memory[inputs + i], Access);
    }
    NNAdapterExecution_compute(execution);
  }
  NNAdapterExecution_destroy(execution);
  NNAdapterCompilation_destroy(compilation);
  NNAdapterContext_destroy(context);
  NNAdapterDevice_release(device);
}

void FixCheckSum(std::vector<uint8_t>* bytes) {
  if (bytes->size() < kBodyAt) return;
  nnadapter::ByteWriter writer;
  writer.U32(nnadapter::Crc32C(bytes->data() + kBodyAt, bytes->size() - kBodyAt));
  const nnadapter::Bytes crc = writer.Take();
  std::memcpy(bytes->data() + kCrcAt, crc.data(), crc.size());
}

nnadapter::Bytes Number(uint32_t value) {
  nnadapter::ByteWriter writer;
  writer.U32(value);
  return writer.Take();
}

nnadapter::Bytes Index(int32_t index) {
  nnadapter::ByteWriter writer;
  writer.U32(1);
  writer.I32(index);
  return writer.Take();
}

// The cache of relu(x + x) of 2x2 integers, and the archive of its model.
void ValidCache(nnadapter::Archive* cache, nnadapter::Archive* inner) {
  nnadapter::core::Model model;
  const auto add = [&model](int32_t precision) {
    nnadapter::core::Operand& operand = model.operands.emplace_back();
    operand.type.precision = precision;
    operand.type.dimensions.count = 2;
    operand.type.dimensions.data[0] = operand.type.dimensions.data[1] = 2;
    operand.type.symm_per_layer_params.scale = 0.5f;
    return &operand;
  };
  auto* x = add(NNADAPTER_QUANT_INT8_SYMM_PER_LAYER);
  auto* sum = add(NNADAPTER_QUANT_INT8_SYMM_PER_LAYER);
  auto* y = add(NNADAPTER_QUANT_INT8_SYMM_PER_LAYER);
  auto* fuse = add(NNADAPTER_INT32);
  int32_t none = NNADAPTER_FUSED_NONE;
  fuse->type.dimensions.count = 0;
  fuse->type.lifetime = NNADAPTER_CONSTANT_REFERENCE;
  fuse->buffer = &none;
  fuse->length = sizeof(none);
  model.operations = {{NNADAPTER_ADD, {x, x, fuse}, {sum}}, {NNADAPTER_RELU, {sum}, {y}}};
  model.input_operands = {x};
  model.output_operands = {y};
  nnadapter::Bytes buffer;
  nnadapter::SerializeModel(&model, &buffer);
  nnadapter::TypeList inputs, outputs;
  if (!inputs.Add(x->type).ok() || !outputs.Add(y->type).ok()) return;
  const std::string name = "builtin_device";
  *cache = {{"hal_version", Number(1)},
            {"op_code_version", Number(1)},
            {"context_properties", {}},
            {"model_hash", {}},
            {"num_caches", Number(1)},
            {"input_types", inputs.Write()},
            {"output_types", outputs.Write()},
            {"cache_0_device_name", nnadapter::Bytes(name.begin(), name.end())},
            {"cache_0_device_version", Number(1)},
            {"cache_0_input_indexes", Index(-1)},
            {"cache_0_output_indexes", Index(-1)},
            {"cache_0_input_types", inputs.Write()},
            {"cache_0_output_types", outputs.Write()},
            {"cache_0_model_buffer", buffer}};
  if (!nnadapter::ReadArchive(buffer.data(), buffer.size(), inner).ok()) inner->clear();
}

// Each 4 bytes choose an entry, a position and what is written there, or cut or lengthen it.
void Change(const uint8_t* data, size_t size, nnadapter::Archive* archive) {
  for (size_t i = 0; i + 4 <= size; i += 4) {
    auto entry = std::next(archive->begin(), data[i] % static_cast<int>(archive->size()));
    nnadapter::Bytes& value = entry->second;
    const size_t at = data[i + 1];
    if (data[i + 2] % 16 == 0) {
      value.resize(at);
    } else if (at < value.size()) {
      value[at] = data[i + 3];
    }
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  if (size && data[0] % 2) {
    nnadapter::Archive cache, inner;
    ValidCache(&cache, &inner);
    Change(data + 1, size / 2, data[0] % 4 == 1 ? &cache : &inner);
    if (data[0] % 4 == 3) cache["cache_0_model_buffer"] = nnadapter::WriteArchive(inner);
    Restore(nnadapter::WriteArchive(cache));
    return 0;
  }
  std::vector<uint8_t> bytes(data, data + size);
  FixCheckSum(&bytes);
  nnadapter::core::Model* model = nullptr;
  if (nnadapter::DeserializeModel(bytes.data(), bytes.size(), &model)) {
    nnadapter::Visualize(model);
    nnadapter::DestroyModel(model);
  }
  nnadapter::Archive archive;
  if (nnadapter::ReadArchive(bytes.data(), bytes.size(), &archive).ok()) {
    for (auto& [key, value] : archive) {
      if (key.size() > 13 && key.compare(key.size() - 13, 13, "_model_buffer") == 0) {
        FixCheckSum(&value);
      }
    }
    Restore(nnadapter::WriteArchive(archive));
  }
  return 0;
}
