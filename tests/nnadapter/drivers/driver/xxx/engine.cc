#include "driver/xxx/engine.h"

#include <algorithm>

#include "utility/logging.h"

namespace nnadapter {
namespace xxx {

Context::Context(void* device, const char* properties) : device_(device) {
  // Extract the runtime parameters from the context properties
  NNADAPTER_LOG(INFO) << "properties: " << std::string(properties);
  auto key_values = GetKeyValues(properties);
  if (key_values.count("XXX_NUM_THREADS")) {
    num_threads_ = string_parse<int>(key_values["XXX_NUM_THREADS"]);
  } else {
    num_threads_ = GetIntFromEnv("XXX_NUM_THREADS", 0);
  }
  NNADAPTER_LOG(INFO) << "num_threads: " << num_threads_ << " " << (device_ != nullptr);
}

void Program::Clear() {
  input_types_.clear();
  output_types_.clear();
}

int Program::Build(core::Model* model, core::Cache* cache) {
  Clear();
  core::Model* restored = nullptr;
  if (!cache->buffer.empty()) {
    // Build from cache
    NNADAPTER_VLOG(3) << "Model input count: " << cache->input_types.size();
    NNADAPTER_CHECK_GT(cache->output_types.size(), 0u);
    NNADAPTER_CHECK(!model);
    if (!DeserializeModel(cache->buffer.data(), cache->buffer.size(), &restored)) {
      NNADAPTER_LOG(FATAL) << "Failed to deserialize the optimized core::Model from a buffer!";
    }
    NNADAPTER_VLOG(5) << "Cached model:" << std::endl << Visualize(restored);
    model = restored;
  } else if (cache->token && cache->dir) {
    SerializeModel(model, &cache->buffer);
  }
  input_types_ = cache->input_types;
  output_types_ = cache->output_types;
  const bool supported =
      model->operations.size() == 1 && model->operations.front().type == NNADAPTER_RELU;
  DestroyModel(restored);
  return supported ? NNADAPTER_NO_ERROR : NNADAPTER_FEATURE_NOT_SUPPORTED;
}

int Program::CheckInputsAndOutputs(uint32_t input_count, core::Argument* input_arguments,
                                   uint32_t output_count, core::Argument* output_arguments) {
  if (!context_ || input_count != input_types_.size() || output_count != output_types_.size()) {
    return NNADAPTER_INVALID_PARAMETER;
  }
  for (uint32_t i = 0; i < input_count; ++i) {
    NNAdapterOperandType type = {};
    input_arguments[i].access(input_arguments[i].memory, &type);
    const NNAdapterOperandDimensionType& expected = input_types_[i].dimensions;
    if (type.dimensions.count != expected.count ||
        !std::equal(expected.data, expected.data + expected.count, type.dimensions.data)) {
      return NNADAPTER_INVALID_DIMENSIONS;
    }
  }
  return output_arguments ? NNADAPTER_NO_ERROR : NNADAPTER_INVALID_PARAMETER;
}

int Program::Execute(uint32_t input_count, core::Argument* input_arguments, uint32_t output_count,
                     core::Argument* output_arguments) {
  int result = CheckInputsAndOutputs(input_count, input_arguments, output_count, output_arguments);
  if (result != NNADAPTER_NO_ERROR) return result;
  NNAdapterOperandType type = {};
  auto x = static_cast<const float*>(input_arguments[0].access(input_arguments[0].memory, &type));
  size_t count = 1;
  for (uint32_t i = 0; i < type.dimensions.count; ++i) count *= type.dimensions.data[i];
  type = output_types_[0];
  auto y = static_cast<float*>(output_arguments[0].access(output_arguments[0].memory, &type));
  if (!x || !y) return NNADAPTER_OUT_OF_MEMORY;
  std::transform(x, x + count, y, [](float value) { return std::max(value, 0.0f); });
  return NNADAPTER_NO_ERROR;
}

}  // namespace xxx
}  // namespace nnadapter
