#include "lite/backends/nnadapter/core/archive.h"

#include <cstdlib>
#include <cstring>
#include <utility>

#include "lite/backends/nnadapter/core/operands.h"

namespace nnadapter {
namespace {

constexpr uint32_t kMagic = 0x32434E4E;  // "NNC2"
constexpr uint32_t kVersion = 2;
constexpr size_t kHeaderBytes = 24, kCrcBegin = 16;

// of[n][byte] is what `byte` adds to the check sum n bytes later, so that several bytes are looked
// up at once instead of one bit after the other: caches hold the weights of whole networks.
constexpr size_t kSlices = 8;
struct CrcTables {
  uint32_t of[kSlices][256] = {};
  constexpr CrcTables() {
    for (uint32_t byte = 0; byte < 256; ++byte) {
      uint32_t crc = byte;
      for (int bit = 0; bit < 8; ++bit) crc = (crc >> 1) ^ (crc & 1 ? 0x82F63B78u : 0);
      of[0][byte] = crc;
    }
    for (size_t n = 1; n < kSlices; ++n) {
      for (size_t byte = 0; byte < 256; ++byte) {
        const uint32_t before = of[n - 1][byte];
        of[n][byte] = (before >> 8) ^ of[0][before & 0xFF];
      }
    }
  }
};
constexpr CrcTables kCrcTables;

size_t Padding(uint64_t size) { return static_cast<size_t>((4 - size % 4) % 4); }

}  // namespace

uint32_t Crc32C(const void* data, size_t size) {
  uint32_t crc = 0xFFFFFFFFu;
  const auto* bytes = static_cast<const uint8_t*>(data);
  for (; size >= kSlices; size -= kSlices, bytes += kSlices) {
    uint32_t next = 0;
    for (size_t i = 0; i < kSlices; ++i) {
      const uint32_t before = i < sizeof(crc) ? crc >> (8 * i) : 0;
      next ^= kCrcTables.of[kSlices - 1 - i][(before ^ bytes[i]) & 0xFF];
    }
    crc = next;
  }
  for (; size > 0; --size, ++bytes) crc = (crc >> 8) ^ kCrcTables.of[0][(crc ^ *bytes) & 0xFF];
  return ~crc;
}

Bytes WriteArchive(const Archive& archive) {
  ByteWriter body;
  body.U64(archive.size());
  for (const auto& [key, value] : archive) {
    body.U64(key.size());
    body.U64(value.size());
    body.Raw(key.data(), key.size());
    body.Raw(value.data(), value.size());
    for (size_t i = Padding(key.size() + value.size()); i > 0; --i) body.U8(0);
  }
  const Bytes bytes = body.Take();
  ByteWriter all;
  all.U32(kMagic);
  all.U32(kVersion);
  all.U32(Crc32C(bytes.data(), bytes.size()));
  all.U32(0);
  all.Raw(bytes.data(), bytes.size());
  return all.Take();
}

Status ReadArchive(const void* data, size_t size, Archive* archive) {
  archive->clear();
  ByteReader reader(data, size);
  const uint32_t magic = reader.U32(), version = reader.U32(), crc = reader.U32();
  const uint32_t reserved = reader.U32();
  if (size < kHeaderBytes || magic != kMagic) return InvalidParameter("it is not a cache");
  if (version != kVersion) {
    return InvalidParameter("it has the format version ", version, ", expected ", kVersion);
  }
  if (reserved || crc != Crc32C(static_cast<const uint8_t*>(data) + kCrcBegin, size - kCrcBegin)) {
    return InvalidParameter("it is damaged: the check sum does not match");
  }
  const uint64_t count = reader.U64();
  for (uint64_t i = 0; i < count; ++i) {
    const uint64_t key_size = reader.U64(), value_size = reader.U64();
    const uint8_t* key = reader.Raw(key_size);
    const uint8_t* value = reader.Raw(value_size);
    if (!key || !value) return InvalidParameter("entry ", i, " is beyond its end");
    reader.Raw(Padding(key_size + value_size));
    std::string name(reinterpret_cast<const char*>(key), static_cast<size_t>(key_size));
    if (!archive->empty() && name <= archive->rbegin()->first) {
      return InvalidParameter("its keys are not in order");
    }
    (*archive)[std::move(name)] = Bytes(value, value + value_size);
  }
  return reader.Finish() ? Status() : InvalidParameter("its length is wrong");
}

void ByteWriter::U32(uint32_t value) {
  for (int shift = 0; shift < 32; shift += 8) U8(static_cast<uint8_t>(value >> shift));
}

void ByteWriter::U64(uint64_t value) {
  U32(static_cast<uint32_t>(value));
  U32(static_cast<uint32_t>(value >> 32));
}

void ByteWriter::F32(float value) {
  uint32_t bits = 0;
  std::memcpy(&bits, &value, sizeof(bits));
  U32(bits);
}

void ByteWriter::Raw(const void* data, size_t size) {
  if (!size) return;
  const auto* bytes = static_cast<const uint8_t*>(data);
  bytes_.insert(bytes_.end(), bytes, bytes + size);
}

void ByteWriter::Text(const std::string& text) {
  U32(static_cast<uint32_t>(text.size()));
  Raw(text.data(), text.size());
}

void ByteWriter::Dims(const NNAdapterOperandDimensionType& dimensions) {
  U32(dimensions.count);
  for (uint32_t i = 0; i < dimensions.count; ++i) I32(dimensions.data[i]);
  U32(dimensions.dynamic_count);
  for (uint32_t row = 0; row < dimensions.dynamic_count; ++row) {
    for (uint32_t i = 0; i < dimensions.count; ++i) I32(dimensions.dynamic_data[row][i]);
  }
}

void ByteWriter::Type(const NNAdapterOperandType& type) {
  I32(type.precision);
  I32(type.layout);
  I32(type.lifetime);
  Dims(type.dimensions);
  if (IsPerChannel(type.precision)) {
    const NNAdapterSymmPerChannelQuantParams& params = type.symm_per_channel_params;
    U32(params.channel_dim);
    U32(params.scales ? params.scale_count : 0);
    for (uint32_t i = 0; params.scales && i < params.scale_count; ++i) F32(params.scales[i]);
  } else if (IsQuantized(type.precision)) {
    F32(type.symm_per_layer_params.scale);
    I32(IsAsymmetric(type.precision) ? type.asymm_per_layer_params.zero_point : 0);
  }
}

void ByteWriter::Operand(const core::Operand& operand) {
  Type(operand.type);
  U8(operand.buffer ? 1 : 0);
  if (operand.buffer) {
    U32(operand.length);
    Raw(operand.buffer, operand.length);
  }
  const NNAdapterOperandDimensionType* value = ShapeValue(operand);
  U8(value ? 1 : 0);
  if (value) Dims(*value);
}

const uint8_t* ByteReader::Raw(uint64_t size) {
  if (!ok_ || size > left_) {
    Fail();
    return nullptr;
  }
  const uint8_t* begin = next_;
  next_ += size;
  left_ -= static_cast<size_t>(size);
  return begin;
}

uint8_t ByteReader::U8() {
  const uint8_t* byte = Raw(1);
  return byte ? *byte : 0;
}

uint32_t ByteReader::U32() {
  const uint8_t* bytes = Raw(4);
  if (!bytes) return 0;
  return bytes[0] | uint32_t{bytes[1]} << 8 | uint32_t{bytes[2]} << 16 | uint32_t{bytes[3]} << 24;
}

uint64_t ByteReader::U64() {
  const uint64_t low = U32();
  return low | uint64_t{U32()} << 32;
}

float ByteReader::F32() {
  const uint32_t bits = U32();
  float value = 0.0f;
  std::memcpy(&value, &bits, sizeof(value));
  return value;
}

std::string ByteReader::Text() {
  const uint32_t size = Count(1);
  const uint8_t* bytes = Raw(size);
  return bytes ? std::string(reinterpret_cast<const char*>(bytes), size) : std::string();
}

uint32_t ByteReader::Count(size_t min_bytes) {
  const uint32_t count = U32();
  if (count > left_ / min_bytes) Fail();
  return ok_ ? count : 0;
}

void ByteReader::Dims(NNAdapterOperandDimensionType* dimensions) {
  *dimensions = {};
  dimensions->count = U32();
  if (dimensions->count > NNADAPTER_MAX_SIZE_OF_DIMENSIONS) Fail();
  for (uint32_t i = 0; ok_ && i < dimensions->count; ++i) dimensions->data[i] = I32();
  dimensions->dynamic_count = U32();
  if (dimensions->dynamic_count > NNADAPTER_MAX_SIZE_OF_DYNAMIC_DIMENSIONS) Fail();
  for (uint32_t row = 0; ok_ && row < dimensions->dynamic_count; ++row) {
    for (uint32_t i = 0; i < dimensions->count; ++i) dimensions->dynamic_data[row][i] = I32();
  }
  if (!ok_) *dimensions = {};
}

void ByteReader::Type(NNAdapterOperandType* type) {
  *type = {};
  const int32_t precision = I32();
  type->layout = I32();
  type->lifetime = I32();
  Dims(&type->dimensions);
  if (!PrecisionBytes(precision) || type->layout < NNADAPTER_NCHW ||
      type->layout > NNADAPTER_HWNC || type->lifetime < NNADAPTER_TEMPORARY_VARIABLE ||
      type->lifetime > NNADAPTER_MODEL_OUTPUT) {
    Fail();
  }
  if (!ok_) return;
  type->precision = precision;
  if (IsPerChannel(precision)) {
    NNAdapterSymmPerChannelQuantParams params = {};
    params.channel_dim = U32();
    params.scale_count = Count(sizeof(float));
    if (params.scale_count) {
      params.scales = static_cast<float*>(std::calloc(params.scale_count, sizeof(float)));
      if (!params.scales) Fail();
      for (uint32_t i = 0; params.scales && i < params.scale_count; ++i) params.scales[i] = F32();
    }
    type->symm_per_channel_params = params;
  } else if (IsQuantized(precision)) {
    type->asymm_per_layer_params.scale = F32();
    type->asymm_per_layer_params.zero_point = I32();
  }
}

void ByteReader::Operand(core::Operand* operand) {
  Type(&operand->type);
  if (U8()) {
    const uint32_t length = Count(1);
    const uint8_t* bytes = Raw(length);
    operand->type.lifetime = NNADAPTER_CONSTANT_COPY;
    operand->buffer = bytes ? std::calloc(length ? length : 1, 1) : nullptr;
    if (!operand->buffer) return Fail();
    operand->length = length;
    if (length) std::memcpy(operand->buffer, bytes, length);
  } else if (operand->type.lifetime == NNADAPTER_CONSTANT_COPY ||
             operand->type.lifetime == NNADAPTER_CONSTANT_REFERENCE) {
    Fail();
  }
  if (U8()) {
    NNAdapterOperandDimensionType value;
    Dims(&value);
    if (ok_ && !SetShapeValue(value, operand).ok()) Fail();
  }
}

TypeList::~TypeList() {
  for (NNAdapterOperandType& type : types_) FreeScales(&type);
}

Status TypeList::Add(const NNAdapterOperandType& type) {
  types_.emplace_back();
  return CopyType(type, &types_.back());
}

Status TypeList::AddAll(const std::vector<core::Operand*>& operands) {
  for (const core::Operand* operand : operands) NNADAPTER_RETURN_IF_ERROR(Add(operand->type));
  return Status();
}

Status TypeList::AddAll(const TypeList& other) {
  for (const NNAdapterOperandType& type : other.types_) NNADAPTER_RETURN_IF_ERROR(Add(type));
  return Status();
}

Bytes TypeList::Write() const {
  ByteWriter writer;
  writer.U32(static_cast<uint32_t>(types_.size()));
  for (const NNAdapterOperandType& type : types_) writer.Type(type);
  return writer.Take();
}

bool TypeList::Read(const Bytes& bytes) {
  ByteReader reader(bytes);
  const uint32_t count = reader.Count(20);
  for (uint32_t i = 0; i < count && reader.ok(); ++i) reader.Type(&types_.emplace_back());
  return reader.Finish();
}

}  // namespace nnadapter
