// Reads the flatbuffer wire format, of which .nb files of meta version 1 and 2 are made, without
// trusting a byte.
//
// A buffer is a tree of tables. A table at position P begins with an i32 that leads back to its
// vtable; the vtable says at which distance from P each numbered field is, 0 meaning absent.
// Strings, vectors and sub-tables are u32 distances from the field that holds them.
//
// Accessors never fail on their own: the first damage is remembered in the buffer and everything
// after it reads as absent. Callers look at status() before they use what they read.
#pragma once

#include <cstring>
#include <string>
#include <string_view>
#include <vector>

#include "lite/base/status.h"
#include "lite/model/file.h"

namespace paddle::lite::model {

class FlatTable;

class FlatBuffer {
 public:
  // `bytes` must outlive the buffer. Offsets in messages count from the start of the file. Where
  // `file` is given, the bytes are its own from `file_offset` on, and read when they are needed.
  FlatBuffer(std::string_view bytes, size_t file_offset, LoadedFile* file = nullptr);

  FlatTable Root();
  const Status& status() const { return status_; }
  void Fail(size_t position, const std::string& reason);

 private:
  friend class FlatTable;

  template <typename T>
  T Load(size_t position) {
    T value{};
    if (Check(position, sizeof(T)) && Need(position, sizeof(T)))
      std::memcpy(&value, bytes_.data() + position, sizeof(T));
    return value;
  }
  // True when the range lies inside the buffer.
  bool Check(size_t position, size_t count);
  // Makes sure that a range inside the buffer has been read.
  bool Need(size_t position, size_t count);
  // Position that the offset stored at `position` leads to.
  size_t Follow(size_t position);
  std::string StringAt(size_t position);
  // Nothing forbids many offsets to lead to the same bytes, so a small file could describe an
  // enormous tree. What is read in total is limited to a multiple of the file's size.
  bool Spend(size_t bytes, size_t* budget);

  std::string_view bytes_;
  size_t file_offset_;
  LoadedFile* file_;
  size_t table_budget_;
  size_t string_budget_;
  Status status_;
};

// A table, or nothing: then every field is absent.
class FlatTable {
 public:
  FlatTable() = default;

  bool Has(int field) const { return FieldPosition(field) != 0; }
  template <typename T>
  T Scalar(int field, T absent = T{}) const {
    const size_t position = FieldPosition(field);
    return position == 0 ? absent : buffer_->Load<T>(position);
  }
  bool Bool(int field) const { return Scalar<uint8_t>(field) != 0; }
  std::string String(int field) const;
  FlatTable Table(int field) const;
  template <typename T>
  std::vector<T> Vector(int field) const {
    size_t count = 0;
    const size_t position = VectorPosition(field, sizeof(T), &count);
    std::vector<T> values(count);
    if (count != 0 && buffer_->Need(position, count * sizeof(T)))
      std::memcpy(values.data(), buffer_->bytes_.data() + position, count * sizeof(T));
    return values;
  }
  // Not read from a file yet.
  std::string_view Bytes(int field) const;
  std::vector<std::string> Strings(int field) const;
  std::vector<FlatTable> Tables(int field) const;
  // Records that this table's content makes no sense.
  void Fail(const std::string& reason) const;

 private:
  friend class FlatBuffer;
  FlatTable(FlatBuffer* buffer, size_t position);

  // 0 when the field is absent: a field never stands at the start of a buffer.
  size_t FieldPosition(int field) const;
  // Position of the first element.
  size_t VectorPosition(int field, size_t element_size, size_t* count) const;

  FlatBuffer* buffer_ = nullptr;
  size_t position_ = 0;
  size_t vtable_ = 0;
  size_t vtable_size_ = 0;
  size_t table_size_ = 0;
};

}  // namespace paddle::lite::model
