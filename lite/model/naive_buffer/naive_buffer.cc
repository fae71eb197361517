#include "lite/model/naive_buffer/naive_buffer.h"

#include <utility>

#include "lite/base/logging.h"
#include "lite/model/blocks.h"
#include "lite/model/checks.h"
#include "lite/model/file.h"
#include "lite/model/foreign_format.h"
#include "lite/model/naive_buffer/codec.h"
#include "lite/model/naive_buffer/schema.h"
#include "lite/model/op_fields.h"

namespace paddle::lite::model {

namespace nb {

Status AddParam(const std::string& name, VarType type, const std::vector<int64_t>& dims, LoD lod,
                std::string_view data, const ParamSink& sink) {
  if (sink.stored != nullptr) sink.stored->places.erase(name);
  if (dims.empty() && data.empty()) {
    Tensor absent;
    absent.set_persistable(true);
    absent.set_precision(PrecisionOfParam(type));
    (*sink.params)[name] = std::move(absent);
    return OkStatus();
  }
  // Smaller parameters are mostly read directly.
  constexpr size_t kLarge = 4096;
  const bool weight = type == VarType::kFP32 || type == VarType::kBF16 || type == VarType::kInt8 ||
                      type == VarType::kInt16;
  const bool leave = sink.leave_large && sink.file != nullptr && weight && data.size() >= kLarge;
  auto tensor = leave ? DescribeParam(type, dims, std::move(lod), data.size())
                      : ReadParam(type, dims, std::move(lod), data, sink.file);
  if (!tensor.ok()) return tensor.status().WithContext(StrCat("parameter \"", name, "\""));
  (*sink.params)[name] = std::move(*tensor);
  if (sink.file != nullptr && !data.empty() && CanReadAgain(type)) {
    sink.stored->places[name] = {sink.file->OffsetOf(data), data.size(), type};
  }
  return OkStatus();
}

Result<AttrValue> StoredAttr(const OpDesc& op, const std::string& name, bool float64) {
  const AttrValue& value = op.attrs.at(name);
  if (const auto* block = std::get_if<BlockRef>(&value)) return AttrValue(int32_t{block->index});
  if (std::holds_alternative<double>(value)) {
    const double exact = std::get<double>(value);
    float rounded = 0;
    const bool fits = ConvertAttr(value, &rounded);
    if (fits && (!float64 || static_cast<double>(rounded) == exact)) return AttrValue(rounded);
    if (float64) return value;
  } else if (std::holds_alternative<std::vector<double>>(value)) {
    std::vector<float> rounded;
    const bool fits = ConvertAttr(value, &rounded);
    const auto& exact = std::get<std::vector<double>>(value);
    if (fits && (!float64 || std::vector<double>(rounded.begin(), rounded.end()) == exact)) {
      return AttrValue(std::move(rounded));
    }
    if (float64) return value;
  } else if (!std::holds_alternative<VarRef>(value) &&
             !std::holds_alternative<std::vector<VarRef>>(value)) {
    return value;
  }
  return Unsupported("op ", op.type, ": attribute ", name, " of type ", AttrTypeName(value),
                     " cannot be stored in this version of the .nb format");
}

}  // namespace nb

namespace {

bool IsPrintable(char c) { return c >= ' ' && c <= '~'; }

// The version text in a header, up to the first byte that does not belong to it; the rest is
// arbitrary.
std::string VersionText(std::string_view field) {
  size_t size = 0;
  while (size < field.size() && IsPrintable(field[size])) ++size;
  return std::string(field.substr(0, size));
}

// Readers create parameters from the section; a declared parameter without a value would stay
// empty.
Status CheckParamsComplete(const Model& model) {
  for (const VarDesc& var : model.program.blocks[0].vars) {
    if (var.persistable && var.type == VarType::kLoDTensor && model.params.count(var.name) == 0) {
      return DataLoss("parameter \"", var.name, "\" has no value");
    }
  }
  return OkStatus();
}

Status FinishLoading(Model* model) {
  LITE_RETURN_IF_ERROR(ResolveBlocks(&model->program));
  UpgradeQuantAttributes(&model->program);
  return CheckParamsComplete(*model);
}

// Whether this can be a serialised ProgramDesc: field 1, a block's size, and the block's number.
bool BeginsLikePaddleProgram(std::string_view bytes) {
  constexpr size_t kMaxSizeBytes = 5;
  if (bytes[0] != '\n') return false;
  size_t at = 1;
  while (at < bytes.size() && at < kMaxSizeBytes && (bytes[at] & 0x80) != 0) ++at;
  return at + 1 < bytes.size() && bytes[at + 1] == 8;
}

// Describes a file without a .nb header.
Status DescribeForeign(std::string_view bytes, uint16_t meta) {
  // A v2.0 topology begins with a u64 count of blocks, then block number 0 and parent -1.
  ByteReader reader(bytes);
  uint64_t blocks = 0;
  int32_t index = -1;
  int32_t parent = 0;
  constexpr uint64_t kPlausible = 65535;
  if (reader.Read(&blocks).ok() && reader.Read(&index).ok() && reader.Read(&parent).ok() &&
      blocks <= kPlausible && index == 0 && parent == -1) {
    return InvalidArgument(
        "this is the topology of the two-file form (__model__.nb); load its folder instead");
  }
  const std::string foreign = DescribeForeignModel(bytes);
  if (!foreign.empty()) return Unsupported("this is ", foreign);
  if (BeginsLikePaddleProgram(bytes)) {
    return InvalidArgument(
        "this is not a .nb model; it begins like a Paddle program, which opt converts");
  }
  constexpr uint16_t kPlausibleMeta = 100;
  if (meta > 2 && meta < kPlausibleMeta && bytes.size() > sizeof(meta) &&
      IsPrintable(bytes[sizeof(meta)])) {
    return Unsupported("meta version ", meta,
                       " is unknown: the file is of a later format; this library reads 0, 1 and 2. "
                       "Convert the model with the opt of this library, or use a later library");
  }
  return InvalidArgument("this is not a .nb model; opt makes one from a model as Paddle saves it");
}

// `file` holds the bytes, or is null if they belong to the caller.
Status Decode(std::string_view bytes, LoadedFile* file, bool leave_large, Model* model) {
  using nb::kHeaderSize;
  if (bytes.empty()) return DataLoss("the model is empty");
  ByteReader reader(bytes, 0, file);
  uint16_t meta = 0;
  std::string_view version;
  uint64_t topology_size = 0;
  std::string_view topology;
  // Enough bytes to tell a foreign file from a damaged one.
  if (file != nullptr) LITE_RETURN_IF_ERROR(file->Need(0, kForeignModelHead));
  LITE_RETURN_IF_ERROR(reader.Read(&meta));
  if (!LooksLikeNaiveBuffer(bytes)) return DescribeForeign(bytes, meta);
  LITE_RETURN_IF_ERROR(reader.ReadBytes(nb::kVersionTextSize, &version));
  LITE_RETURN_IF_ERROR(reader.Read(&topology_size));
  LITE_RETURN_IF_ERROR(reader.ReadBytes(topology_size, &topology));
  model->opt_version = VersionText(version);
  const size_t params_offset = reader.offset();
  const std::string_view params = bytes.substr(params_offset);
  const nb::ParamSink sink{&model->params, file, &model->stored, leave_large};
  if (meta == 0) {
    LITE_RETURN_IF_ERROR(nb::ReadNaiveProgram(topology, kHeaderSize, &model->program));
    LITE_RETURN_IF_ERROR(nb::ReadNaiveParams(params, params_offset, sink));
  } else {
    LITE_RETURN_IF_ERROR(nb::ReadFlatProgram(topology, kHeaderSize, &model->program));
    LITE_RETURN_IF_ERROR(meta == 1 ? nb::ReadFlatParams1(params, params_offset, sink)
                                   : nb::ReadFlatParams2(params, params_offset, sink));
  }
  LITE_VLOG(1, "read a .nb model of meta version ", meta, " written by ", model->opt_version);
  return FinishLoading(model);
}

Status DecodeParamFiles(const std::string& dir, Model* model) {
  if (model->program.blocks.empty()) return DataLoss("the program has no blocks");
  for (const VarDesc& var : model->program.blocks[0].vars) {
    if (!var.persistable || var.type != VarType::kLoDTensor) continue;
    if (!StaysBelow(var.name)) {
      return DataLoss("parameter \"", var.name, "\": the name leads out of folder ", dir);
    }
    const std::string path = JoinPath(dir, var.name + ".nb");
    LITE_ASSIGN_OR_RETURN(const std::string bytes, ReadFile(path));
    ByteReader reader(bytes);
    Params one;
    const Status status = nb::ReadNaiveParam(&reader, {&one});
    if (!status.ok()) return status.WithContext(path);
    model->params[var.name] = std::move(one.begin()->second);
  }
  return OkStatus();
}

}  // namespace

bool LooksLikeNaiveBuffer(std::string_view bytes) {
  uint16_t meta = 0;
  return ByteReader(bytes).Read(&meta).ok() && meta <= 2 && bytes.size() > sizeof(meta) &&
         IsPrintable(bytes[sizeof(meta)]);
}

Result<Model> DecodeNaiveBuffer(std::string_view bytes, const std::string& source) {
  Model model;
  model.source = source;
  const Status status = Decode(bytes, nullptr, false, &model);
  if (!status.ok()) return status.WithContext(source);
  return model;
}

namespace {

Result<Model> ReadModelFile(const std::string& path, bool leave_large) {
  LITE_ASSIGN_OR_RETURN(std::shared_ptr<const OpenFile> file, OpenFile::Open(path));
  LITE_ASSIGN_OR_RETURN(const std::unique_ptr<LoadedFile> loaded, LoadedFile::Load(*file));
  Model model;
  model.source = path;
  model.stored.file = std::move(file);
  const Status status = Decode(loaded->bytes(), loaded.get(), leave_large, &model);
  if (!status.ok()) return status.WithContext(path);
  return model;
}

}  // namespace

Result<Model> LoadNaiveBufferFile(const std::string& path) { return ReadModelFile(path, false); }
Result<Model> OpenNaiveBufferFile(const std::string& path) { return ReadModelFile(path, true); }

Result<Model> DecodeNaiveBufferPair(std::string_view model_bytes, std::string_view params,
                                    const std::string& source) {
  Model model;
  model.source = source;
  Status status = nb::ReadNaiveProgram(model_bytes, 0, &model.program).WithContext("__model__.nb");
  if (status.ok()) status = nb::ReadNaiveParams(params, 0, {&model.params}).WithContext("param.nb");
  if (status.ok()) status = FinishLoading(&model);
  if (!status.ok()) return status.WithContext(source);
  return model;
}

Result<Model> LoadNaiveBufferDir(const std::string& dir) {
  if (!DirectoryExists(dir)) return NotFound("there is no folder ", dir);
  LITE_ASSIGN_OR_RETURN(const std::string program, ReadFile(JoinPath(dir, "__model__.nb")));
  const std::string params_file = JoinPath(dir, "param.nb");
  if (FileExists(params_file)) {
    LITE_ASSIGN_OR_RETURN(const std::string params, ReadFile(params_file));
    return DecodeNaiveBufferPair(program, params, dir);
  }
  Model model;
  model.source = dir;
  Status status = nb::ReadNaiveProgram(program, 0, &model.program).WithContext("__model__.nb");
  if (status.ok()) status = DecodeParamFiles(dir, &model);
  if (status.ok()) status = FinishLoading(&model);
  if (!status.ok()) return status.WithContext(dir);
  return model;
}

Result<std::string> EncodeNaiveBuffer(const Model& model, const NaiveBufferWriteOptions& options) {
  const int meta = options.meta_version.value_or(model.params.size() > nb::kMaxFlatParams2 ? 1 : 2);
  if (meta < 0 || meta > 2) {
    return InvalidArgument("meta version ", meta, " is unknown; 0, 1 and 2 exist");
  }
  if (meta == 2) LITE_RETURN_IF_ERROR(nb::CheckFlatParams2(model.params));
  if (model.program.blocks.empty()) return InvalidArgument("the program has no blocks");
  LITE_RETURN_IF_ERROR(CheckParamsComplete(model));
  std::string topology;
  if (meta == 0) {
    LITE_RETURN_IF_ERROR(nb::AppendNaiveProgram(model.program, &topology));
  } else {
    LITE_ASSIGN_OR_RETURN(topology, nb::WriteFlatProgram(model.program));
  }
  // At least one character and the final NUL: a reader recognises the file by readable text.
  std::string version = options.opt_version.empty() ? "unversioned" : options.opt_version;
  version.resize(nb::kVersionTextSize - 1);
  version.push_back('\0');

  std::string out;
  AppendRaw(&out, static_cast<uint16_t>(meta));
  out += version;
  AppendRaw(&out, static_cast<uint64_t>(topology.size()));
  out += topology;
  if (meta == 0) {
    LITE_RETURN_IF_ERROR(nb::AppendNaiveParams(model.params, &out));
  } else if (meta == 1) {
    LITE_ASSIGN_OR_RETURN(const std::string params, nb::WriteFlatParams1(model.params));
    out += params;
  } else {
    LITE_RETURN_IF_ERROR(nb::AppendFlatParams2(model.params, &out));
  }
  return out;
}

Status SaveNaiveBufferFile(const Model& model, const std::string& path,
                           const NaiveBufferWriteOptions& options) {
  LITE_ASSIGN_OR_RETURN(const std::string bytes, EncodeNaiveBuffer(model, options));
  return WriteFileAtomically(path, bytes);
}

}  // namespace paddle::lite::model
