#include "lite/base/strings.h"

#include <algorithm>
#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <numeric>
#include <utility>

namespace paddle::lite {

std::string ConcatenatePieces(const StrPiece* pieces, size_t count) {
  std::string out;
  for (size_t i = 0; i < count; ++i) pieces[i].AppendItselfTo(&out);
  return out;
}

void AppendNumber(std::string* out, int64_t value) {
  char buffer[24];
  out->append(buffer, std::to_chars(buffer, buffer + sizeof(buffer), value).ptr);
}

void AppendNumber(std::string* out, uint64_t value) {
  char buffer[24];
  out->append(buffer, std::to_chars(buffer, buffer + sizeof(buffer), value).ptr);
}

void AppendNumber(std::string* out, double value) {
  char buffer[40];
  for (int precision = 6; precision <= 9; ++precision) {
    const int length = std::snprintf(buffer, sizeof(buffer), "%.*g", precision, value);
    if (precision == 9 || std::strtof(buffer, nullptr) == static_cast<float>(value)) {
      out->append(buffer, length);
      return;
    }
  }
}

std::vector<std::string> SplitString(std::string_view text, char separator) {
  std::vector<std::string> parts;
  size_t begin = 0;
  while (true) {
    const size_t end = text.find(separator, begin);
    parts.emplace_back(text.substr(begin, end - begin));
    if (end == std::string_view::npos) return parts;
    begin = end + 1;
  }
}

std::string_view StripWhitespace(std::string_view text) {
  constexpr std::string_view kBlank = " \t\r\n";
  const size_t begin = text.find_first_not_of(kBlank);
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(kBlank) - begin + 1);
}

size_t EditDistance(std::string_view a, std::string_view b) {
  constexpr size_t kMaxLength = 128;
  a = a.substr(0, kMaxLength);
  b = b.substr(0, kMaxLength);
  std::vector<size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), size_t{0});
  for (size_t i = 0; i < a.size(); ++i) {
    size_t diagonal = row[0];
    row[0] = i + 1;
    for (size_t j = 0; j < b.size(); ++j) {
      const size_t substitution = diagonal + (a[i] == b[j] ? 0 : 1);
      diagonal = row[j + 1];
      row[j + 1] = std::min({row[j] + 1, row[j + 1] + 1, substitution});
    }
  }
  return row.back();
}

std::vector<std::string> NearestNames(std::string_view name, const std::vector<std::string>& names,
                                      size_t count) {
  std::vector<size_t> distances;
  distances.reserve(names.size());
  for (const auto& candidate : names) distances.push_back(EditDistance(name, candidate));
  std::vector<std::string> nearest;
  while (nearest.size() < std::min(count, names.size())) {
    const auto found = std::min_element(distances.begin(), distances.end());
    nearest.push_back(names[static_cast<size_t>(found - distances.begin())]);
    *found = SIZE_MAX;
  }
  return nearest;
}

}  // namespace paddle::lite
