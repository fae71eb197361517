// Keys and values in one buffer: what a cache file has, and how a model is written into one.
//
// {u32 magic, u32 version, u32 CRC-32C of all after 16 bytes, u32 0, u64 number of entries}, then
// for each entry in the order of keys {u64 length of key, u64 length of value, key, value, zeros
// up to a multiple of 4}. Integers are little-endian.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "lite/backends/nnadapter/core/status.h"
#include "nnadapter/core/types.h"

namespace nnadapter {

using Bytes = std::vector<uint8_t>;
using Archive = std::map<std::string, Bytes>;

// Castagnoli's CRC, reflected, with initial value and final inversion ("123456789": 0xE3069283).
uint32_t Crc32C(const void* data, size_t size);

Bytes WriteArchive(const Archive& archive);
// INVALID_PARAMETER for anything that WriteArchive does not write.
Status ReadArchive(const void* data, size_t size, Archive* archive);

// Appends little-endian fields.
class ByteWriter {
 public:
  void U8(uint8_t value) { bytes_.push_back(value); }
  void U32(uint32_t value);
  void U64(uint64_t value);
  void I32(int32_t value) { U32(static_cast<uint32_t>(value)); }
  void F32(float value);
  void Raw(const void* data, size_t size);
  void Text(const std::string& text);
  void Type(const NNAdapterOperandType& type);
  void Dims(const NNAdapterOperandDimensionType& dimensions);
  void Operand(const core::Operand& operand);
  Bytes Take() { return std::move(bytes_); }

 private:
  Bytes bytes_;
};

// Reads them back. After a read beyond the end, or of an invalid value, all reads return zeros and
// Finish() is false.
class ByteReader {
 public:
  explicit ByteReader(const Bytes& bytes) : ByteReader(bytes.data(), bytes.size()) {}
  ByteReader(const void* data, size_t size)
      : next_(static_cast<const uint8_t*>(data)), left_(size) {}

  uint8_t U8();
  uint32_t U32();
  uint64_t U64();
  int32_t I32() { return static_cast<int32_t>(U32()); }
  float F32();
  // Null if there are not that many bytes.
  const uint8_t* Raw(uint64_t size);
  std::string Text();
  // A number of items that take `min_bytes` each at least.
  uint32_t Count(size_t min_bytes);
  // The type owns its scales.
  void Type(NNAdapterOperandType* type);
  void Dims(NNAdapterOperandDimensionType* dimensions);
  // The operand owns its value.
  void Operand(core::Operand* operand);

  bool ok() const { return ok_; }
  size_t left() const { return left_; }
  bool Finish() const { return ok_ && left_ == 0; }
  void Fail() {
    ok_ = false;
    left_ = 0;
  }

 private:
  const uint8_t* next_;
  size_t left_;
  bool ok_ = true;
};

// Copies of types, with scales of their own.
class TypeList {
 public:
  TypeList() = default;
  TypeList(const TypeList&) = delete;
  TypeList& operator=(const TypeList&) = delete;
  TypeList(TypeList&& other) noexcept : types_(std::move(other.types_)) { other.types_.clear(); }
  TypeList& operator=(TypeList&& other) noexcept {
    types_.swap(other.types_);
    return *this;
  }
  ~TypeList();

  Status Add(const NNAdapterOperandType& type);
  Status AddAll(const std::vector<core::Operand*>& operands);
  Status AddAll(const TypeList& other);
  size_t size() const { return types_.size(); }
  NNAdapterOperandType& operator[](size_t i) { return types_[i]; }
  const NNAdapterOperandType& operator[](size_t i) const { return types_[i]; }
  const std::vector<NNAdapterOperandType>& types() const { return types_; }

  Bytes Write() const;
  bool Read(const Bytes& bytes);

 private:
  std::vector<NNAdapterOperandType> types_;
};

}  // namespace nnadapter
