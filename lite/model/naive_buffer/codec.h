// The components of reading and writing a .nb model. Every `file_offset` is the offset of the bytes
// in the file, for messages.
#pragma once

#include <string>
#include <string_view>

#include "lite/model/byte_reader.h"
#include "lite/model/file.h"
#include "lite/model/program.h"

namespace paddle::lite::model::nb {

// The destination of parameters. If the bytes come from a file, their positions are recorded in
// `stored`, and elements are read directly to their destination.
struct ParamSink {
  Params* params = nullptr;
  LoadedFile* file = nullptr;
  StoredParams* stored = nullptr;
  bool leave_large = false;  // large parameters of types that weights have stay in the file
};

// Meta 1 and 2: the topology is a flatbuffer; parameters are one flatbuffer, or a list of them.
Status ReadFlatProgram(std::string_view bytes, size_t file_offset, Program* program);
Status ReadFlatParams1(std::string_view bytes, size_t file_offset, const ParamSink& sink);
Status ReadFlatParams2(std::string_view bytes, size_t file_offset, const ParamSink& sink);
Result<std::string> WriteFlatProgram(const Program& program);
Result<std::string> WriteFlatParams1(const Params& params);
// Parameters are counted in 16 bits.
constexpr size_t kMaxFlatParams2 = 65535;
Status CheckFlatParams2(const Params& params);
Status AppendFlatParams2(const Params& params, std::string* out);

// Meta 0: consecutive fields.
Status ReadNaiveProgram(std::string_view bytes, size_t file_offset, Program* program);
Status ReadNaiveParams(std::string_view bytes, size_t file_offset, const ParamSink& sink);
// One parameter, the content of a `VAR.nb` file.
Status ReadNaiveParam(ByteReader* reader, const ParamSink& sink);
Status AppendNaiveProgram(const Program& program, std::string* out);
Status AppendNaiveParams(const Params& params, std::string* out);

// Adds a parameter. Replaces earlier content of the same name; a parameter with neither dimensions
// nor data is a tensor without memory.
Status AddParam(const std::string& name, VarType type, const std::vector<int64_t>& dims, LoD lod,
                std::string_view data, const ParamSink& sink);

// The value of an attribute in a .nb file: sub-blocks are plain ints; FLOAT64 becomes FLOAT if that
// is lossless or `float64` is false. Fails for values that the format cannot store.
Result<AttrValue> StoredAttr(const OpDesc& op, const std::string& name, bool float64);

}  // namespace paddle::lite::model::nb
