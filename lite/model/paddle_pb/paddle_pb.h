// Programs and parameters as saved by Paddle 1.x and 2.x (protobuf). Full library only.
#pragma once

#include <string>
#include <string_view>

#include "lite/base/status.h"
#include "lite/model/program.h"

namespace paddle::lite::model {

// The location of a Paddle model. Exactly one form is set:
//   model_dir                  a folder: topology found by name, parameters separate or combined
//   model_file + param_file    combined form; no param_file for a program without parameters
//   model_buffer + ...         combined form in memory, not owned
struct PaddleModelSource {
  std::string model_dir;
  std::string model_file;
  std::string param_file;
  std::string_view model_buffer;
  std::string_view param_buffer;
  bool from_memory = false;
};

// Reads, checks and normalises (see NormalizeProgram). Declared types and shapes of parameters are
// those of the stored values.
Result<Model> LoadPaddleModel(const PaddleModelSource& source);

// The same without normalisation, exactly as stored. For listings.
Result<Model> ReadPaddleModel(const PaddleModelSource& source);

// Whether `path` is, under whatever name, the program of the source or its combined parameters.
bool IsPartOf(const PaddleModelSource& source, const std::string& path);

// Decodes a ProgramDesc unchanged. Sub-block references are valid and free of cycles (see
// model/blocks.h).
Result<Program> DecodePaddleProgram(std::string_view bytes);

// Normalises programs of Paddle 1.x and 2.x: replaces operator aliases and old attribute names, and
// drops attributes that are meaningless at inference. Done once here, so that passes and kernels
// need not handle them. Types of attributes are unchanged: binding them to an operator converts
// them (see LoadFields). docs/design/formats.md has the list.
Status NormalizeProgram(Program* program);

// Whether Program::version is known to be Paddle 1.x.
bool IsFluidVersion(int64_t version);

// Set on yolo_box of Paddle 1.x programs: the grid's height is used for both axes.
constexpr char kYoloBoxGridHeightOnly[] = "grid_height_only";

// Serialised ProgramDesc / combined parameters (sorted by name), loadable by Paddle itself. The
// same model produces the same bytes. Outputs required by Paddle's operators but missing in the
// program are added. Every persistable variable needs a value, and every value a persistable
// variable.
Result<std::string> EncodePaddleProgram(const Program& program);
Result<std::string> EncodePaddleParams(const Model& model);
// Writes `<dir>/model` and `<dir>/params`, creating `dir`.
Status SavePaddleModel(const Model& model, const std::string& dir);

}  // namespace paddle::lite::model
