#include "lite/model/naive_buffer/flat_reader.h"

namespace paddle::lite::model {

namespace {

constexpr size_t kOffsetSize = sizeof(uint32_t);

}  // namespace

FlatBuffer::FlatBuffer(std::string_view bytes, size_t file_offset, LoadedFile* file)
    : bytes_(bytes),
      file_offset_(file_offset),
      file_(file),
      table_budget_(2 * bytes.size() + 4096),
      string_budget_(32 * bytes.size() + 65536) {}

void FlatBuffer::Fail(size_t position, const std::string& reason) {
  if (status_.ok()) status_ = DataLoss("offset ", file_offset_ + position, ": ", reason);
}

bool FlatBuffer::Check(size_t position, size_t count) {
  if (!status_.ok()) return false;
  if (position <= bytes_.size() && count <= bytes_.size() - position) return true;
  const size_t present = position < bytes_.size() ? bytes_.size() - position : 0;
  Fail(position,
       StrCat(count, " bytes needed, ", present, " remain; the file is damaged or not complete"));
  return false;
}

bool FlatBuffer::Need(size_t position, size_t count) {
  if (file_ == nullptr) return true;
  const Status status = file_->Need(file_offset_ + position, count);
  if (status_.ok()) status_ = status;
  return status.ok();
}

bool FlatBuffer::Spend(size_t bytes, size_t* budget) {
  if (!status_.ok()) return false;
  if (bytes <= *budget) {
    *budget -= bytes;
    return true;
  }
  Fail(0, "the same bytes are referred to over and over");
  return false;
}

size_t FlatBuffer::Follow(size_t position) {
  const size_t target = position + Load<uint32_t>(position);
  Check(target, kOffsetSize);
  return target;
}

std::string FlatBuffer::StringAt(size_t position) {
  const size_t size = Load<uint32_t>(position);
  const size_t begin = position + kOffsetSize;
  if (!Check(begin, size) || !Spend(size + kOffsetSize, &string_budget_) || !Need(begin, size)) {
    return std::string();
  }
  return std::string(bytes_.substr(begin, size));
}

FlatTable FlatBuffer::Root() { return FlatTable(this, Follow(0)); }

FlatTable::FlatTable(FlatBuffer* buffer, size_t position) {
  const auto distance = buffer->Load<int32_t>(position);
  const int64_t vtable = static_cast<int64_t>(position) - distance;
  if (vtable < 0) buffer->Fail(position, "the table's description is before the buffer");
  if (!buffer->status().ok()) return;
  vtable_ = static_cast<size_t>(vtable);
  vtable_size_ = buffer->Load<uint16_t>(vtable_);
  table_size_ = buffer->Load<uint16_t>(vtable_ + sizeof(uint16_t));
  if (vtable_size_ < 2 * sizeof(uint16_t) || vtable_size_ % sizeof(uint16_t) != 0 ||
      table_size_ < sizeof(int32_t)) {
    buffer->Fail(vtable_,
                 StrCat("a table of ", table_size_, " bytes with a description of ", vtable_size_));
  }
  if (!buffer->Check(vtable_, vtable_size_) || !buffer->Check(position, table_size_) ||
      !buffer->Spend(table_size_ + kOffsetSize, &buffer->table_budget_)) {
    return;
  }
  buffer_ = buffer;
  position_ = position;
}

void FlatTable::Fail(const std::string& reason) const {
  if (buffer_ != nullptr) buffer_->Fail(position_, reason);
}

size_t FlatTable::FieldPosition(int field) const {
  if (buffer_ == nullptr || !buffer_->status().ok()) return 0;
  const size_t entry = 2 * sizeof(uint16_t) + sizeof(uint16_t) * static_cast<size_t>(field);
  if (entry + sizeof(uint16_t) > vtable_size_) return 0;
  const size_t offset = buffer_->Load<uint16_t>(vtable_ + entry);
  if (offset == 0) return 0;
  if (offset >= table_size_) {
    buffer_->Fail(vtable_ + entry, StrCat("field ", field, " is outside its table"));
    return 0;
  }
  return position_ + offset;
}

std::string FlatTable::String(int field) const {
  const size_t position = FieldPosition(field);
  return position == 0 ? std::string() : buffer_->StringAt(buffer_->Follow(position));
}

FlatTable FlatTable::Table(int field) const {
  const size_t position = FieldPosition(field);
  return position == 0 ? FlatTable() : FlatTable(buffer_, buffer_->Follow(position));
}

size_t FlatTable::VectorPosition(int field, size_t element_size, size_t* count) const {
  *count = 0;
  const size_t position = FieldPosition(field);
  if (position == 0) return 0;
  const size_t vector = buffer_->Follow(position);
  const uint64_t elements = buffer_->Load<uint32_t>(vector);
  const size_t begin = vector + kOffsetSize;
  const uint64_t size = elements * element_size;  // below 2^35
  if (size > buffer_->bytes_.size()) {
    buffer_->Fail(vector, StrCat("a list of ", elements, " elements in a buffer of ",
                                 buffer_->bytes_.size(), " bytes"));
  }
  if (!buffer_->Check(begin, static_cast<size_t>(size)) ||
      !buffer_->Spend(static_cast<size_t>(size) + kOffsetSize, &buffer_->table_budget_)) {
    return 0;
  }
  *count = static_cast<size_t>(elements);
  return begin;
}

std::string_view FlatTable::Bytes(int field) const {
  size_t count = 0;
  const size_t position = VectorPosition(field, 1, &count);
  return count == 0 ? std::string_view() : buffer_->bytes_.substr(position, count);
}

std::vector<std::string> FlatTable::Strings(int field) const {
  size_t count = 0;
  const size_t position = VectorPosition(field, kOffsetSize, &count);
  std::vector<std::string> strings;
  strings.reserve(count);
  for (size_t i = 0; i < count && buffer_->status().ok(); ++i) {
    strings.push_back(buffer_->StringAt(buffer_->Follow(position + i * kOffsetSize)));
  }
  return strings;
}

std::vector<FlatTable> FlatTable::Tables(int field) const {
  size_t count = 0;
  const size_t position = VectorPosition(field, kOffsetSize, &count);
  std::vector<FlatTable> tables;
  for (size_t i = 0; i < count && buffer_->status().ok(); ++i) {
    tables.push_back(FlatTable(buffer_, buffer_->Follow(position + i * kOffsetSize)));
  }
  return tables;
}

}  // namespace paddle::lite::model
