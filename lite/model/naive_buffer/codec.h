// The pieces that reading and writing a .nb model is made of. Every `file_offset` says where in the
// file the bytes begin, for messages.
#pragma once

#include <string>
#include <string_view>

#include "lite/model/byte_reader.h"
#include "lite/model/file.h"
#include "lite/model/program.h"

namespace paddle::lite::model::nb {

// Where a reader puts parameters. When the bytes that it reads are those of a file, `stored` learns
// where in the file they lie, and elements are read to their place.
struct ParamSink {
  Params* params = nullptr;
  LoadedFile* file = nullptr;
  StoredParams* stored = nullptr;
  bool leave_large = false;  // large float parameters stay in the file
};

// Meta 1 and 2: the topology is a flatbuffer; parameters are one flatbuffer, or a list of them.
Status ReadFlatProgram(std::string_view bytes, size_t file_offset, Program* program);
Status ReadFlatParams1(std::string_view bytes, size_t file_offset, const ParamSink& sink);
Status ReadFlatParams2(std::string_view bytes, size_t file_offset, const ParamSink& sink);
Result<std::string> WriteFlatProgram(const Program& program);
Result<std::string> WriteFlatParams1(const Params& params);
Status AppendFlatParams2(const Params& params, std::string* out);

// Meta 0: fields one after the other.
Status ReadNaiveProgram(std::string_view bytes, size_t file_offset, Program* program);
Status ReadNaiveParams(std::string_view bytes, size_t file_offset, const ParamSink& sink);
// One parameter, the content of a `VAR.nb` file.
Status ReadNaiveParam(ByteReader* reader, const ParamSink& sink);
Status AppendNaiveProgram(const Program& program, std::string* out);
Status AppendNaiveParams(const Params& params, std::string* out);

// Adds a parameter. Content stored under the same name before is replaced; a parameter with neither
// dimensions nor data is a tensor without memory.
Status AddParam(const std::string& name, VarType type, const std::vector<int64_t>& dims, LoD lod,
                std::string_view data, const ParamSink& sink);

// The value an attribute has in a .nb file: sub-blocks are plain ints, FLOAT64 becomes FLOAT when
// nothing is lost or `float64` is false. Fails for values that the format cannot hold.
Result<AttrValue> StoredAttr(const OpDesc& op, const std::string& name, bool float64);

}  // namespace paddle::lite::model::nb
