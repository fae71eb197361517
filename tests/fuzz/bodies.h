// The bodies of the fuzz targets. Used by the libFuzzer targets and, with a simple mutator, by the
// ordinary tests. A body returns for any bytes: no crash, no hang, no giant allocation.
#pragma once

#include <cstdlib>
#include <string>
#include <string_view>
#include <utility>

#include "lite/mir/optimizer.h"
#include "lite/mir/text.h"
#include "lite/model/paddle_pb/paddle_pb.h"
#include "tests/fuzz/light_bodies.h"
#include "tests/support/tiny_models.h"

namespace paddle::lite::test {

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
