// Bounds-checked access to the bytes of a model file. All formats are little-endian, as are all
// targets.
#pragma once

#include <cstring>
#include <string_view>
#include <type_traits>

#include "lite/base/status.h"
#include "lite/model/file.h"

namespace paddle::lite::model {

// Reads fields in order. Offsets in messages count from the start of the file. If `file` is given,
// the bytes are those of the file from `file_offset` on, and are read on demand.
class ByteReader {
 public:
  explicit ByteReader(std::string_view bytes, size_t file_offset = 0, LoadedFile* file = nullptr)
      : bytes_(bytes), file_offset_(file_offset), file_(file) {}

  size_t remaining() const { return bytes_.size() - position_; }
  size_t offset() const { return file_offset_ + position_; }

  template <typename T>
  Status Read(T* value) {
    static_assert(std::is_arithmetic_v<T> && !std::is_same_v<T, bool>);
    std::string_view raw;
    LITE_RETURN_IF_ERROR(ReadBytes(sizeof(T), &raw));
    std::memcpy(value, raw.data(), sizeof(T));
    return OkStatus();
  }

  Status ReadBytes(uint64_t count, std::string_view* bytes) {
    const size_t begin = offset();
    LITE_RETURN_IF_ERROR(PassBytes(count, bytes));
    return file_ == nullptr ? OkStatus() : file_->Need(begin, bytes->size());
  }

  // The same, without reading the bytes from the file yet.
  Status PassBytes(uint64_t count, std::string_view* bytes) {
    if (count > remaining()) {
      return DataLoss("offset ", offset(), ": ", count, " bytes needed, ", remaining(),
                      " remain; the file is damaged or not complete");
    }
    *bytes = bytes_.substr(position_, static_cast<size_t>(count));
    position_ += static_cast<size_t>(count);
    return OkStatus();
  }

  // A list of `count` elements of at least `element_size` bytes each must fit in the remaining
  // bytes; checked before memory is allocated for it.
  Status CheckCount(uint64_t count, size_t element_size) const {
    if (count > remaining() / element_size) {
      return DataLoss("offset ", offset(), ": a list of ", count, " elements cannot fit in ",
                      remaining(), " bytes");
    }
    return OkStatus();
  }

 private:
  std::string_view bytes_;
  size_t file_offset_;
  LoadedFile* file_;
  size_t position_ = 0;
};

template <typename T>
void AppendRaw(std::string* out, T value) {
  static_assert(std::is_arithmetic_v<T>);
  out->append(reinterpret_cast<const char*>(&value), sizeof(value));
}

}  // namespace paddle::lite::model
