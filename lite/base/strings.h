// String building without iostreams (which would add static constructors and size to the light
// library).
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace paddle::lite {

void AppendNumber(std::string* out, int64_t value);
void AppendNumber(std::string* out, uint64_t value);
void AppendNumber(std::string* out, double value);  // shortest form that reads back as a float

inline void AppendTo(std::string* out, std::string_view text) { out->append(text); }
// A template, so that a string literal does not convert to bool.
template <typename T, std::enable_if_t<std::is_arithmetic_v<T>, int> = 0>
void AppendTo(std::string* out, T value) {
  if constexpr (std::is_same_v<T, bool>) {
    out->append(value ? "true" : "false");
  } else if constexpr (std::is_same_v<T, char>) {
    out->push_back(value);
  } else if constexpr (std::is_floating_point_v<T>) {
    AppendNumber(out, static_cast<double>(value));
  } else if constexpr (std::is_signed_v<T>) {
    AppendNumber(out, static_cast<int64_t>(value));
  } else {
    AppendNumber(out, static_cast<uint64_t>(value));
  }
}

// An argument of StrCat: refers to a value and knows how to append it. Each call then only fills an
// array; a loop over the arguments in each call would be a tenth of the library's code.
class StrPiece {
 public:
  StrPiece(const char* text) : value_(text) {}  // NOLINT: implicit
  template <typename T>
  StrPiece(const T& value) : value_(&value), append_(&AppendValue<T>) {}  // NOLINT: implicit

  void AppendItselfTo(std::string* out) const {
    if (append_ == nullptr) {
      out->append(static_cast<const char*>(value_));
    } else {
      append_(out, value_);
    }
  }

 private:
  template <typename T>
  static void AppendValue(std::string* out, const void* value) {
    AppendTo(out, *static_cast<const T*>(value));
  }

  const void* value_;
  void (*append_)(std::string*, const void*) = nullptr;  // of characters
};

std::string ConcatenatePieces(const StrPiece* pieces, size_t count);

template <typename... Args>
std::string StrCat(const Args&... args) {
  const StrPiece pieces[] = {StrPiece(args)...};
  return ConcatenatePieces(pieces, sizeof...(args));
}

// "[1, 3, -1]", or "[1, 3, and 2 more]" after `max_values`: most lists are for messages, and a file
// may contain a list of any length.
template <typename Container>
std::string ListToString(const Container& values, size_t max_values = 256) {
  std::string out = "[";
  size_t written = 0;
  size_t left = 0;
  for (const auto& v : values) {
    if (written == max_values) {
      ++left;
      continue;
    }
    if (written++ != 0) out += ", ";
    AppendTo(&out, v);
  }
  if (left != 0) out += StrCat(", and ", left, " more");
  out += "]";
  return out;
}

std::vector<std::string> SplitString(std::string_view text, char separator);
std::string_view StripWhitespace(std::string_view text);
// Edit distance limited to short names; used for "did you mean" hints.
size_t EditDistance(std::string_view a, std::string_view b);
// Up to `count` entries of `names` closest to `name`, closest first.
std::vector<std::string> NearestNames(std::string_view name, const std::vector<std::string>& names,
                                      size_t count);

}  // namespace paddle::lite
