// The .nb model formats: meta 0 (naive buffer), 1 and 2 (flatbuffer wire format), and the two-file
// directory form of v2.0. Hand-written, without dependencies; see docs/design/formats.md.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "lite/base/status.h"
#include "lite/model/program.h"

namespace paddle::lite::model {

// True if `bytes` begin like a single-file .nb model of any known meta version.
bool LooksLikeNaiveBuffer(std::string_view bytes);

// Decodes a single-file model of meta version 0, 1 or 2. Parameters get their own memory;
// weight-only quantised ones are kept as stored. `bytes` may be released afterwards. `source` names
// it in messages.
Result<Model> DecodeNaiveBuffer(std::string_view bytes, const std::string& source);
Result<Model> LoadNaiveBufferFile(const std::string& path);
// The same, but large parameters of types that weights have (float32, bfloat16, int8, int16) stay
// in the file: they have no memory, and `stored` holds their positions.
Result<Model> OpenNaiveBufferFile(const std::string& path);

// The pre-2.3 form: contents of `__model__.nb` and `param.nb`, or a folder that holds them (or one
// `VAR.nb` file for each parameter).
Result<Model> DecodeNaiveBufferPair(std::string_view model, std::string_view params,
                                    const std::string& source);
Result<Model> LoadNaiveBufferDir(const std::string& dir);

struct NaiveBufferWriteOptions {
  // 0, 1 or 2. Unless it is given: 2, or 1 for a model with more parameters than 2 can count.
  std::optional<int> meta_version;
  std::string opt_version;  // stored in the header, at most 15 characters
};
// The same model produces the same bytes.
Result<std::string> EncodeNaiveBuffer(const Model& model, const NaiveBufferWriteOptions& options);
Status SaveNaiveBufferFile(const Model& model, const std::string& path,
                           const NaiveBufferWriteOptions& options);

}  // namespace paddle::lite::model
