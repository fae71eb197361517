// Reads the flatbuffer wire format, used by .nb files of meta version 1 and 2, without trusting any
// byte.
//
// A buffer is a tree of tables. A table at position P begins with an i32, the distance back to its
// vtable; the vtable holds the distance of each numbered field from P, with 0 meaning absent.
// Strings, vectors and sub-tables are u32 distances from the field that holds them.
//
// Accessors never fail: the buffer records the first damage, and everything after it reads as
// absent. Callers check status() before they use the result.
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
  // `bytes` must outlive the buffer. Offsets in messages count from the start of the file. If
  // `file` is given, the bytes are those of the file from `file_offset` on, and are read on demand.
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
  // True if the range is inside the buffer.
  bool Check(size_t position, size_t count);
  // Ensures that a range inside the buffer has been read.
  bool Need(size_t position, size_t count);
  // The position referred to by the offset stored at `position`.
  size_t Follow(size_t position);
  std::string StringAt(size_t position);
  // Many offsets may refer to the same bytes, so a small file could describe an enormous tree. The
  // total amount read is limited to a multiple of the file's size.
  bool Spend(size_t bytes, size_t* budget);

  std::string_view bytes_;
  size_t file_offset_;
  LoadedFile* file_;
  size_t table_budget_;
  size_t string_budget_;
  Status status_;
};

// A table, or an empty handle, all of whose fields are absent.
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
  // The bytes may not have been read from the file yet.
  std::string_view Bytes(int field) const;
  std::vector<std::string> Strings(int field) const;
  std::vector<FlatTable> Tables(int field) const;
  // Records that this table's content is invalid.
  void Fail(const std::string& reason) const;

 private:
  friend class FlatBuffer;
  FlatTable(FlatBuffer* buffer, size_t position);

  // 0 if the field is absent: a field is never at the start of a buffer.
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
