// Bodies of fuzz targets that only need the light library (bodies.h has the others).
#pragma once

#include <algorithm>
#include <cstdlib>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "lite/model/naive_buffer/naive_buffer.h"
#include "lite/runtime/executable.h"

namespace paddle::lite::test {

// Creates a predictor and runs it on inputs of the declared shapes (unknown or excessive sizes
// become small).
inline Status RunModel(model::Model model) {
  std::map<std::string, model::VarDesc> declared;
  if (!model.program.blocks.empty()) {
    for (const auto& var : model.program.blocks[0].vars) declared[var.name] = var;
  }
  ExecutableOptions options;
  options.max_loop_iterations = 200;  // a loop whose condition was damaged runs to the limit
  LITE_ASSIGN_OR_RETURN(const std::unique_ptr<Executable> executable,
                        Executable::Create(std::move(model), options));
  for (size_t i = 0; i < executable->input_names().size(); ++i) {
    const model::VarDesc& var = declared[executable->input_names()[i]];
    DDim dims;
    for (const int64_t d : var.shape) dims.push_back(d < 0 ? 2 : std::min<int64_t>(d, 16));
    const PrecisionType type = model::PrecisionOf(var.data_type);
    Tensor* input = executable->input(i);
    input->Resize(dims);
    LITE_RETURN_IF_ERROR(
        input->Allocate(type == PrecisionType::kUnk ? PrecisionType::kFloat : type));
    std::fill_n(static_cast<char*>(input->mutable_raw_data()), input->memory_size(), char{1});
  }
  return executable->Run();
}

// A readable nb model survives a round trip, and runs or is refused with a message.
inline void FuzzNaiveBuffer(std::string_view bytes) {
  Result<model::Model> model = model::DecodeNaiveBuffer(bytes, "fuzz");
  if (!model.ok()) return;
  for (const int meta : {0, 1, 2}) {
    const Result<std::string> encoded = model::EncodeNaiveBuffer(*model, {meta, "fuzz"});
    // The reader must accept everything that the writer accepts.
    if (encoded.ok() && !model::DecodeNaiveBuffer(*encoded, "again").ok()) std::abort();
  }
  (void)RunModel(std::move(model).value()).ok();
}

// The first four bytes are the position where the model file ends and the parameter file begins.
inline void FuzzNaiveBufferPair(std::string_view bytes) {
  if (bytes.size() < 4) return;
  size_t split = 0;
  for (const char c : bytes.substr(0, 4)) split = split * 256 + static_cast<unsigned char>(c);
  bytes.remove_prefix(4);
  split = std::min(split, bytes.size());
  (void)model::DecodeNaiveBufferPair(bytes.substr(0, split), bytes.substr(split), "fuzz").ok();
}

}  // namespace paddle::lite::test
