// Bytes of damaged files.
#pragma once

#include <string>

namespace paddle::lite::test {

// The bytes of a number, in the order of this processor.
template <typename T>
std::string Raw(T value) {
  return std::string(reinterpret_cast<const char*>(&value), sizeof(value));
}

// `bytes` with those of `piece` at a position.
inline std::string Replaced(std::string bytes, size_t at, const std::string& piece) {
  return bytes.replace(at, piece.size(), piece);
}

}  // namespace paddle::lite::test
