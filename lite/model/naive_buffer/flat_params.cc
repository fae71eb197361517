// Parameter sections of meta version 1 and 2.
#include <algorithm>
#include <utility>

#include "lite/core/targets.h"
#include "lite/model/naive_buffer/codec.h"
#include "lite/model/naive_buffer/flat_reader.h"
#include "lite/model/naive_buffer/flat_writer.h"
#include "lite/model/naive_buffer/schema.h"

namespace paddle::lite::model::nb {

namespace {

// Meta 2: u16 version, u16 size of an unused section, then this header, then the records.
constexpr uint16_t kParamsHeaderSize = 6;

Status ReadParam(FlatBuffer* buffer, const FlatTable& table, const ParamSink& sink) {
  const std::string name = table.String(ParamField::kName);
  const auto kind = table.Scalar<uint8_t>(ParamField::kVariableType);
  const FlatTable tensor = table.Table(ParamField::kVariable);
  const auto type = static_cast<VarType>(tensor.Scalar<int32_t>(ParamTensorField::kDataType));
  const auto dims = tensor.Vector<int64_t>(ParamTensorField::kDim);
  const auto data = tensor.Bytes(ParamTensorField::kData);
  if (name.empty()) table.Fail("a parameter without a name");
  if (kind != kVariableIsLoDTensor) {
    table.Fail(StrCat("parameter \"", name, "\" is of the unknown kind ", unsigned{kind}));
  }
  LITE_RETURN_IF_ERROR(buffer->status());
  return AddParam(name, type, dims, LoD(), data, sink);
}

// The table of one parameter. The level of detail of weights is not stored, because readers of the
// format drop it.
size_t WriteParam(const std::string& name, const Tensor& tensor, FlatWriter* writer) {
  const FlatWriter::Table param =
      writer->WriteTable(FlatFields()
                             .Ref(ParamField::kName)
                             .Ref(ParamField::kVariable)
                             .Scalar<uint8_t>(ParamField::kVariableType, kVariableIsLoDTensor));
  writer->SetRef(param, ParamField::kName, writer->String(name));
  const FlatWriter::Table body =
      writer->WriteTable(FlatFields()
                             .Ref(ParamTensorField::kLoD)
                             .Ref(ParamTensorField::kDim)
                             .Ref(ParamTensorField::kData)
                             .Scalar<int32_t>(ParamTensorField::kDataType,
                                              static_cast<int32_t>(VarTypeOf(tensor.precision()))));
  writer->SetRef(param, ParamField::kVariable, body.position);
  writer->SetRef(body, ParamTensorField::kLoD, writer->Vector<int64_t>({}));
  const bool present = tensor.IsInitialized();
  writer->SetRef(
      body, ParamTensorField::kDim,
      writer->Vector<int64_t>(present ? tensor.dims().Vectorize() : std::vector<int64_t>()));
  writer->SetRef(body, ParamTensorField::kData,
                 writer->Bytes(present ? std::string_view(tensor.data<char>(), tensor.memory_size())
                                       : std::string_view()));
  return param.position;
}

Status CheckOnHost(const std::string& name, const Tensor& tensor) {
  if (tensor.IsInitialized() && !IsHostMemory(tensor.target())) {
    return Unsupported("parameter \"", name, "\" is not in host memory and cannot be saved");
  }
  return OkStatus();
}

}  // namespace

Status ReadFlatParams1(std::string_view bytes, size_t file_offset, const ParamSink& sink) {
  FlatBuffer buffer(bytes, file_offset, sink.file);
  for (const FlatTable& table : buffer.Root().Tables(CombinedParamsField::kParams)) {
    LITE_RETURN_IF_ERROR(ReadParam(&buffer, table, sink));
  }
  return buffer.status();
}

Status ReadFlatParams2(std::string_view bytes, size_t file_offset, const ParamSink& sink) {
  ByteReader reader(bytes, file_offset, sink.file);
  uint16_t version = 0;
  uint16_t meta_size = 0;
  uint16_t header_size = 0;
  uint16_t count = 0;
  std::string_view header;
  LITE_RETURN_IF_ERROR(reader.Read(&version));
  if (version != 0) {
    return DataLoss("offset ", file_offset, ": parameter section version is ", version,
                    ", 0 is expected");
  }
  LITE_RETURN_IF_ERROR(reader.Read(&meta_size));
  LITE_RETURN_IF_ERROR(reader.ReadBytes(meta_size, &header));
  LITE_RETURN_IF_ERROR(reader.Read(&header_size));
  LITE_RETURN_IF_ERROR(reader.ReadBytes(header_size, &header));
  if (header_size < kParamsHeaderSize) {
    return DataLoss("offset ", reader.offset(), ": a parameter header of ", header_size, " bytes");
  }
  LITE_RETURN_IF_ERROR(ByteReader(header).Read(&count));
  for (uint32_t i = 0; i < count; ++i) {
    uint32_t total = 0;
    LITE_RETURN_IF_ERROR(reader.Read(&total));
    const size_t record_offset = reader.offset();
    std::string_view record;
    LITE_RETURN_IF_ERROR(reader.PassBytes(total, &record));
    uint32_t skip = 0;
    LITE_RETURN_IF_ERROR(ByteReader(record, record_offset, sink.file).Read(&skip));
    if (skip < sizeof(skip) || skip > record.size()) {
      return DataLoss("offset ", record_offset, ": a record of ", total, " bytes that begins at ",
                      skip);
    }
    FlatBuffer buffer(record.substr(skip), record_offset + skip, sink.file);
    LITE_RETURN_IF_ERROR(ReadParam(&buffer, buffer.Root(), sink));
  }
  return OkStatus();
}

Result<std::string> WriteFlatParams1(const Params& params) {
  FlatWriter writer;
  const FlatWriter::Table root = writer.WriteTable(FlatFields().Ref(CombinedParamsField::kParams));
  const size_t list = writer.RefVector(params.size());
  writer.SetRef(root, CombinedParamsField::kParams, list);
  size_t i = 0;
  for (const auto& [name, tensor] : params) {
    LITE_RETURN_IF_ERROR(CheckOnHost(name, tensor));
    writer.SetElement(list, i++, WriteParam(name, tensor, &writer));
  }
  return std::move(writer).Finish(root);
}

Status CheckFlatParams2(const Params& params) {
  if (params.size() <= kMaxFlatParams2) return OkStatus();
  return OutOfRange(params.size(), " parameters; meta version 2 can hold ", kMaxFlatParams2,
                    ", write meta version 1");
}

Status AppendFlatParams2(const Params& params, std::string* out) {
  uint64_t largest = 0;
  for (const auto& entry : params) {
    if (!entry.second.IsInitialized()) continue;
    largest = std::max(largest, static_cast<uint64_t>(entry.second.memory_size()));
  }
  AppendRaw(out, uint16_t{0});
  AppendRaw(out, uint16_t{0});
  AppendRaw(out, kParamsHeaderSize);
  AppendRaw(out, static_cast<uint16_t>(params.size()));
  // Only a hint; a parameter that does not fit is refused below.
  AppendRaw(out, static_cast<uint32_t>(largest));
  for (const auto& [name, tensor] : params) {
    LITE_RETURN_IF_ERROR(CheckOnHost(name, tensor));
    FlatWriter writer;
    const size_t root = WriteParam(name, tensor, &writer);
    auto body = std::move(writer).Finish(root);
    if (!body.ok()) return body.status().WithContext(StrCat("parameter \"", name, "\""));
    constexpr uint32_t kSkip = sizeof(uint32_t);
    AppendRaw(out, static_cast<uint32_t>(body->size()) + kSkip);
    AppendRaw(out, kSkip);
    out->append(*body);
  }
  return OkStatus();
}

}  // namespace paddle::lite::model::nb
