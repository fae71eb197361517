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
  auto entries = fields.entries_;
  std::stable_sort(entries.begin(), entries.end(),
                   [](const auto& a, const auto& b) { return a.size > b.size; });
  int last_field = -1;
  for (const auto& entry : entries) last_field = std::max(last_field, entry.field);
  std::vector<uint16_t> vtable(2 + static_cast<size_t>(last_field + 1), 0);
  size_t table_size = sizeof(int32_t);
  for (const auto& entry : entries) {
    vtable[2 + entry.field] = static_cast<uint16_t>(table_size);
    table_size += entry.size;
  }
  // Some readers, Netron's among them, refuse tables and descriptions of odd size.
  const size_t padding = table_size % sizeof(uint16_t);
  table_size += padding;
  vtable[0] = static_cast<uint16_t>(vtable.size() * sizeof(uint16_t));
  vtable[1] = static_cast<uint16_t>(table_size);

  const std::string key(reinterpret_cast<const char*>(vtable.data()), vtable[0]);
  const auto [known, added] = vtables_.emplace(key, 0);
  if (added) {
    Align(sizeof(uint16_t));
    known->second = out_.size();
    out_ += key;
  }
  const size_t alignment =
      entries.empty() ? sizeof(int32_t) : std::max(entries[0].size, kReferenceSize);
  Align(alignment, sizeof(int32_t));

  Table table;
  table.position = out_.size();
  AppendRaw(&out_, static_cast<int32_t>(table.position - known->second));
  for (const auto& entry : entries) {
    table.fields[entry.field] = out_.size();
    out_.append(entry.bytes, entry.size);
  }
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

Result<std::string> FlatWriter::Finish(size_t root) && {
  for (const auto& [text, references] : strings_) {
    const size_t position = String(text);
    for (const size_t reference : references) SetRefAt(reference, position);
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
