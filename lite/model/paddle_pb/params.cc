// Parameter files: serialised tensors, one per file or concatenated.
#include <climits>
#include <utility>

#include "framework.pb.h"
#include "lite/core/targets.h"
#include "lite/model/checks.h"
#include "lite/model/paddle_pb/codec.h"
#include "lite/model/paddle_pb/paddle_pb.h"

namespace paddle::lite::model {

namespace {

Status ReadLoD(ByteReader* reader, LoD* lod) {
  uint64_t levels = 0;
  LITE_RETURN_IF_ERROR(reader->Read(&levels));
  LITE_RETURN_IF_ERROR(reader->CheckCount(levels, sizeof(uint64_t)));
  for (uint64_t level = 0; level < levels; ++level) {
    uint64_t size = 0;
    LITE_RETURN_IF_ERROR(reader->Read(&size));
    if (size % sizeof(uint64_t) != 0) {
      return DataLoss("offset ", reader->offset(), ": a LoD level of ", size, " bytes");
    }
    std::string_view raw;
    LITE_RETURN_IF_ERROR(reader->ReadBytes(size, &raw));
    std::vector<uint64_t> offsets(raw.size() / sizeof(uint64_t));
    if (!raw.empty()) std::memcpy(offsets.data(), raw.data(), raw.size());
    lod->push_back(std::move(offsets));
  }
  return OkStatus();
}

Status CheckVersion(ByteReader* reader, const char* what) {
  const size_t at = reader->offset();
  uint32_t version = 0;
  LITE_RETURN_IF_ERROR(reader->Read(&version));
  if (version == 0) return OkStatus();
  return DataLoss("offset ", at, ": ", what, " version is ", version,
                  ", 0 is expected; is this a file of parameters?");
}

}  // namespace

Status ReadTensorRecord(ByteReader* reader, TensorRecord* record) {
  record->offset = reader->offset();
  LITE_RETURN_IF_ERROR(CheckVersion(reader, "tensor"));
  LITE_RETURN_IF_ERROR(ReadLoD(reader, &record->lod));
  LITE_RETURN_IF_ERROR(CheckVersion(reader, "inner tensor"));
  int32_t desc_size = 0;
  LITE_RETURN_IF_ERROR(reader->Read(&desc_size));
  const size_t desc_offset = reader->offset();
  if (desc_size < 0) {
    return DataLoss("offset ", desc_offset, ": a tensor description of ", desc_size, " bytes");
  }
  std::string_view raw;
  LITE_RETURN_IF_ERROR(reader->ReadBytes(static_cast<uint64_t>(desc_size), &raw));
  pb::VarType::TensorDesc desc;
  if (!desc.ParseFromArray(raw.data(), static_cast<int>(raw.size()))) {
    return DataLoss("offset ", desc_offset, ": a damaged tensor description");
  }
  record->type = static_cast<VarType>(desc.data_type());
  record->dims.assign(desc.dims().begin(), desc.dims().end());
  auto bytes = ParamBytes(record->type, record->dims);
  if (!bytes.ok()) return bytes.status().WithContext(StrCat("offset ", desc_offset));
  return reader->PassBytes(*bytes, &record->data);
}

Result<std::vector<TensorRecord>> ReadTensorRecords(std::string_view bytes, LoadedFile* file) {
  std::vector<TensorRecord> records;
  ByteReader reader(bytes, 0, file);
  while (reader.remaining() != 0) {
    records.emplace_back();
    const Status status = ReadTensorRecord(&reader, &records.back());
    if (!status.ok()) return status.WithContext(StrCat("tensor ", records.size() - 1));
  }
  return records;
}

Status AppendTensorRecord(const Tensor& tensor, std::string* out) {
  pb::VarType::TensorDesc desc;
  desc.set_data_type(static_cast<int>(VarTypeOf(tensor.precision())));
  if (tensor.IsInitialized()) {
    for (const int64_t d : tensor.dims()) desc.add_dims(d);
  } else {
    // Without dimensions, the tensor would have one element.
    desc.add_dims(0);
  }
  AppendRaw(out, uint32_t{0});
  AppendRaw(out, static_cast<uint64_t>(tensor.lod().size()));
  for (const auto& level : tensor.lod()) {
    AppendRaw(out, static_cast<uint64_t>(level.size() * sizeof(uint64_t)));
    for (const uint64_t offset : level) AppendRaw(out, offset);
  }
  AppendRaw(out, uint32_t{0});
  const std::string text = desc.SerializeAsString();
  AppendRaw(out, static_cast<int32_t>(text.size()));
  out->append(text);
  if (!tensor.IsInitialized()) return OkStatus();
  if (!IsHostMemory(tensor.target())) {
    return Unsupported("saving a tensor that is not in host memory");
  }
  out->append(tensor.data<char>(), tensor.memory_size());
  return OkStatus();
}

Result<std::string> EncodePaddleParams(const Model& model) {
  const auto names = ParamNames(model.program, model.program.blocks.size());
  std::string out;
  size_t found = 0;
  for (const auto& name : names) {
    const auto it = model.params.find(name);
    if (it == model.params.end()) {
      return NotFound("variable \"", name, "\" is persistable but has no value to save");
    }
    const Status status = AppendTensorRecord(it->second, &out);
    if (!status.ok()) return status.WithContext(StrCat("parameter \"", name, "\""));
    ++found;
  }
  if (found == model.params.size()) return out;
  for (const auto& entry : model.params) {
    if (!std::binary_search(names.begin(), names.end(), entry.first)) {
      return InvalidArgument("parameter \"", entry.first,
                             "\" cannot be saved: no persistable variable has this name");
    }
  }
  return Internal("parameters and variables do not match");
}

}  // namespace paddle::lite::model
