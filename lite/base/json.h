// The subset of JSON writing that reports need.
#pragma once

#include <cstdio>
#include <string>
#include <string_view>

namespace paddle::lite {

// `text` as a JSON string, quotes included. Bytes above 0x7f pass through (names are UTF-8).
inline std::string JsonQuote(std::string_view text) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') {
      out += '\\';
      out += c;
    } else if (static_cast<unsigned char>(c) < 0x20) {
      char escaped[8];
      std::snprintf(escaped, sizeof(escaped), "\\u%04x", static_cast<unsigned>(c));
      out += escaped;
    } else {
      out += c;
    }
  }
  out += '"';
  return out;
}

}  // namespace paddle::lite
