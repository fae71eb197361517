#include "lite/model/naive_buffer/flat_writer.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "lite/model/byte_reader.h"

namespace paddle::lite::model {

namespace {

constexpr size_t kReferenceSize = sizeof(uint32_t);
constexpr size_t kMaxSize = std::numeric_limits<int32_t>::max();

}  // namespace

FlatWriter::FlatWriter() { AppendRaw(&out_, uint32_t{0}); }

void FlatWriter::Align(size_t alignment, size_t prefix) {
  while ((out_.size() + prefix) % alignment != 0) out_.push_back('\0');
}

FlatWriter::Table FlatWriter::WriteTable(const FlatFields& fields) {
  // Widest fields first, so that the alignment of the first is enough for all.
  const auto for_each = [&fields](const auto& f) {
    for (const size_t size : {sizeof(uint64_t), sizeof(uint32_t), sizeof(uint16_t), size_t{1}}) {
      for (const auto& entry : fields.entries_) {
        if (entry.size == size) f(entry);
      }
    }
  };
  int last_field = -1;
  size_t widest = kReferenceSize;
  for (const auto& entry : fields.entries_) {
    last_field = std::max(last_field, entry.field);
    widest = std::max(widest, entry.size);
  }
  std::string vtable(sizeof(uint16_t) * (2 + static_cast<size_t>(last_field + 1)), '\0');
  const auto set = [&vtable](size_t position, size_t value) {
    const auto number = static_cast<uint16_t>(value);
    std::memcpy(&vtable[position * sizeof(number)], &number, sizeof(number));
  };
  size_t table_size = sizeof(int32_t);
  for_each([&](const auto& entry) {
    set(2 + static_cast<size_t>(entry.field), table_size);
    table_size += entry.size;
  });
  // Some readers, Netron's among them, refuse tables and descriptions of odd size.
  const size_t padding = table_size % sizeof(uint16_t);
  table_size += padding;
  set(0, vtable.size());
  set(1, table_size);

  const auto [known, added] = vtables_.try_emplace(std::move(vtable), 0);
  if (added) {
    Align(sizeof(uint16_t));
    known->second = out_.size();
    out_ += known->first;
  }
  Align(widest, sizeof(int32_t));

  Table table;
  table.position = out_.size();
  AppendRaw(&out_, static_cast<int32_t>(table.position - known->second));
  for_each([&](const auto& entry) { out_.append(entry.bytes, entry.size); });
  out_.append(padding, '\0');
  return table;
}

size_t FlatWriter::RawVector(const void* data, size_t count, size_t element_size) {
  Align(std::max(element_size, kReferenceSize), kReferenceSize);
  const size_t position = out_.size();
  const size_t bytes = count * element_size;
  if (bytes > kMaxSize - std::min(kMaxSize, position + kReferenceSize)) {
    too_large_ = true;
    return position;
  }
  AppendRaw(&out_, static_cast<uint32_t>(count));
  if (bytes != 0) out_.append(static_cast<const char*>(data), bytes);
  return position;
}

size_t FlatWriter::String(std::string_view text) {
  const size_t position = RawVector(text.data(), text.size(), 1);
  out_.push_back('\0');
  return position;
}

size_t FlatWriter::Bytes(std::string_view bytes) {
  return RawVector(bytes.data(), bytes.size(), 1);
}

size_t FlatWriter::RefVector(size_t count) {
  Align(kReferenceSize);
  const size_t position = out_.size();
  AppendRaw(&out_, static_cast<uint32_t>(count));
  out_.append(count * kReferenceSize, '\0');
  return position;
}

void FlatWriter::SetRefAt(size_t position, size_t target) {
  const auto distance = static_cast<uint32_t>(target - position);
  std::memcpy(&out_[position], &distance, sizeof(distance));
}

size_t FlatWriter::FieldOf(const Table& table, int field) const {
  int32_t to_vtable = 0;
  std::memcpy(&to_vtable, &out_[table.position], sizeof(to_vtable));
  const size_t vtable = table.position - static_cast<size_t>(to_vtable);
  uint16_t offset = 0;
  std::memcpy(&offset, &out_[vtable + sizeof(offset) * (2 + static_cast<size_t>(field))],
              sizeof(offset));
  return table.position + offset;
}

void FlatWriter::AddStringReference(size_t position, const std::string& text) {
  const auto number = static_cast<uint32_t>(strings_.size());
  string_references_.push_back({position, strings_.try_emplace(text, number).first->second});
}

Result<std::string> FlatWriter::Finish(size_t root) && {
  std::vector<const std::pair<const std::string, uint32_t>*> sorted;
  sorted.reserve(strings_.size());
  for (const auto& entry : strings_) sorted.push_back(&entry);
  std::sort(sorted.begin(), sorted.end(),
            [](const auto* a, const auto* b) { return a->first < b->first; });
  std::vector<size_t> positions(strings_.size());
  for (const auto* entry : sorted) positions[entry->second] = String(entry->first);
  for (const StringReference& reference : string_references_) {
    SetRefAt(reference.position, positions[reference.string]);
  }
  if (!empty_.empty()) {
    // Works for strings, which need a NUL at the end, and for lists of any element.
    Align(sizeof(uint64_t), kReferenceSize);
    const size_t position = out_.size();
    AppendRaw(&out_, uint64_t{0});
    for (const size_t reference : empty_) SetRefAt(reference, position);
  }
  if (too_large_ || out_.size() > kMaxSize) {
    return OutOfRange("more than 2 GiB in one part of a .nb file");
  }
  SetRefAt(0, root);
  return std::move(out_);
}

}  // namespace paddle::lite::model
