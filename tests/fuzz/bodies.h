// The bodies of the fuzz targets. Used by the libFuzzer targets and, with a simple mutator, by the
// ordinary tests. A body returns for any bytes: no crash, no hang, no giant allocation.
#pragma once

#include <algorithm>
#include <cstdlib>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "lite/mir/optimizer.h"
#include "lite/mir/text.h"
#include "lite/model/naive_buffer/naive_buffer.h"
#include "lite/model/paddle_pb/paddle_pb.h"
#include "lite/runtime/executable.h"
#include "tests/support/tiny_models.h"

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

inline Result<model::Model> LoadFromMemory(std::string_view program, std::string_view params) {
  model::PaddleModelSource source;
  source.from_memory = true;
  source.model_buffer = program;
  source.param_buffer = params;
  return model::LoadPaddleModel(source);
}

inline Status OptimizeAndRun(model::Model model) {
  mir::OptimizeOptions options;
  options.valid_places = {Place(TargetType::kX86), Place(TargetType::kARM),
                          Place(TargetType::kHost)};
  LITE_ASSIGN_OR_RETURN(model::Model optimized, mir::Optimize(std::move(model), options));
  return RunModel(std::move(optimized));
}

// A program file with the parameters of TinyConvNet: read, optimised, run.
inline void FuzzPaddleProgram(std::string_view bytes) {
  static const std::string* const params =
      new std::string(model::EncodePaddleParams(TinyConvNet()).value());
  Result<model::Model> model = LoadFromMemory(bytes, *params);
  if (!model.ok()) model = LoadFromMemory(bytes, "");
  if (!model.ok()) return;
  (void)OptimizeAndRun(std::move(model).value()).ok();
}

// A combined parameter file for the program of TinyConvNet.
inline void FuzzPaddleParams(std::string_view bytes) {
  static const std::string* const program =
      new std::string(model::EncodePaddleProgram(TinyConvNet().program).value());
  Result<model::Model> model = LoadFromMemory(*program, bytes);
  if (!model.ok()) return;
  (void)OptimizeAndRun(std::move(model).value()).ok();
}

// Text that can be parsed prints as text that can be parsed and that prints unchanged.
inline void FuzzMirText(std::string_view text) {
  const Result<model::Model> model = mir::ParseModel(text);
  if (!model.ok()) return;
  mir::PrintOptions everything;
  everything.max_elements = size_t{1} << 20;
  const std::string printed = mir::PrintModel(*model, everything);
  const Result<model::Model> again = mir::ParseModel(printed);
  if (!again.ok() || mir::PrintModel(*again, everything) != printed) std::abort();
}

}  // namespace paddle::lite::test
