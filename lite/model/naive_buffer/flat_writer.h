// Writes the flatbuffer wire format front to back (see flat_reader.h for its rules).
//
// A table is written as soon as its scalars are known, with space for its references; their targets
// follow later, because references only point forward. Equal strings and all empty lists are
// written once, at the end. The same calls produce the same bytes.
//
//   FlatWriter writer;
//   const auto table = writer.WriteTable(FlatFields().Scalar<int32_t>(0, 7).Ref(1));
//   writer.SetRef(table, 1, writer.Vector<int64_t>({2, 3}));
//   auto bytes = std::move(writer).Finish(table.position);
#pragma once

#include <cstring>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "lite/base/status.h"

namespace paddle::lite::model {

// The fields a table has, in any order. Numbers are those of the schema.
class FlatFields {
 public:
  template <typename T>
  FlatFields& Scalar(int field, T value) {
    Entry entry;
    entry.field = field;
    entry.size = sizeof(T);
    std::memcpy(entry.bytes, &value, sizeof(T));
    if (entries_.empty()) entries_.reserve(kUsualFields);
    entries_.push_back(entry);
    return *this;
  }
  FlatFields& Ref(int field) { return Scalar<uint32_t>(field, 0); }

 private:
  friend class FlatWriter;
  struct Entry {
    int field = 0;
    size_t size = 0;
    char bytes[8] = {};
  };
  static constexpr size_t kUsualFields = 12;  // at most, in tables of programs
  std::vector<Entry> entries_;
};

class FlatWriter {
 public:
  struct Table {
    size_t position = 0;
  };

  FlatWriter();

  Table WriteTable(const FlatFields& fields);
  // Writes a string or list and returns its position, for SetRef and SetElement.
  size_t String(std::string_view text);
  size_t Bytes(std::string_view bytes);
  template <typename T>
  size_t Vector(const std::vector<T>& values) {
    return RawVector(values.data(), values.size(), sizeof(T));
  }
  // A list of references, to be filled with SetElement.
  size_t RefVector(size_t count);

  // Here and below, the table has the field.
  void SetRef(const Table& table, int field, size_t target) {
    SetRefAt(FieldOf(table, field), target);
  }
  void SetElement(size_t vector, size_t index, size_t target) {
    SetRefAt(vector + sizeof(uint32_t) * (index + 1), target);
  }
  // References to strings and lists that are shared by everything that refers to equal ones.
  void SetSharedString(const Table& table, int field, const std::string& text) {
    AddStringReference(FieldOf(table, field), text);
  }
  void SetSharedElement(size_t vector, size_t index, const std::string& text) {
    AddStringReference(vector + sizeof(uint32_t) * (index + 1), text);
  }
  void SetEmpty(const Table& table, int field) { empty_.push_back(FieldOf(table, field)); }

  // The buffer with the table at `root` as its root. Fails above the format's limit of 2 GiB.
  Result<std::string> Finish(size_t root) &&;
  Result<std::string> Finish(const Table& root) && {
    return std::move(*this).Finish(root.position);
  }

 private:
  // Pads so that the byte after the next `prefix` bytes is aligned.
  void Align(size_t alignment, size_t prefix = 0);
  size_t RawVector(const void* data, size_t count, size_t element_size);
  void SetRefAt(size_t position, size_t target);
  size_t FieldOf(const Table& table, int field) const;
  void AddStringReference(size_t position, const std::string& text);

  struct StringReference {
    size_t position = 0;
    uint32_t string = 0;  // its number in strings_
  };
  std::string out_;
  std::unordered_map<std::string, size_t> vtables_;    // content -> position
  std::unordered_map<std::string, uint32_t> strings_;  // text -> number
  std::vector<StringReference> string_references_;
  std::vector<size_t> empty_;  // references to an empty list
  bool too_large_ = false;
};

}  // namespace paddle::lite::model
