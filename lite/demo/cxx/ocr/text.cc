#include "text.h"

#include <stdio.h>

#include <algorithm>

#include "file.h"

namespace ocr {
namespace {

bool IsUtf8(const std::string& bytes) {
  for (size_t i = 0; i < bytes.size();) {
    const unsigned char lead = static_cast<unsigned char>(bytes[i]);
    const size_t length = lead < 0x80                    ? 1
                          : lead >= 0xc2 && lead < 0xe0  ? 2
                          : lead >= 0xe0 && lead < 0xf0  ? 3
                          : lead >= 0xf0 && lead <= 0xf4 ? 4
                                                         : 0;
    if (length == 0 || bytes.size() - i < length) return false;
    for (size_t k = 1; k < length; ++k) {
      if ((static_cast<unsigned char>(bytes[i + k]) & 0xc0) != 0x80) return false;
    }
    i += length;
  }
  return true;
}

}  // namespace

bool Keys::Load(const std::string& path, std::string* error) {
  std::string bytes, reason;
  if (!ReadFile(path, &bytes, &reason)) {
    *error = "cannot read the keys " + path + ": " + reason;
    return false;
  }
  return Parse(bytes, path, error);
}

bool Keys::Parse(const std::string& bytes, const std::string& name, std::string* error) {
  keys_.clear();
  if (bytes.empty() || !IsUtf8(bytes)) {
    *error = name + " is not a key file: it must hold one character a line, in UTF-8";
    return false;
  }
  for (size_t begin = 0; begin < bytes.size();) {
    size_t end = std::min(bytes.find('\n', begin), bytes.size());
    const size_t next = end + 1;
    while (end > begin && bytes[end - 1] == '\r') --end;
    keys_.push_back(bytes.substr(begin, end - begin));
    begin = next;
  }
  return true;
}

Text Decode(const float* probabilities, size_t steps, size_t classes, const Keys& keys) {
  Text result;
  size_t previous = 0;
  int count = 0;
  for (size_t step = 0; step < steps; ++step) {
    const float* row = probabilities + step * classes;
    const size_t best = static_cast<size_t>(std::max_element(row, row + classes) - row);
    if (best != 0 && best != previous) {
      result.text += keys.At(best);
      result.confidence += row[best];
      ++count;
    }
    previous = best;
  }
  if (count > 0) result.confidence /= static_cast<float>(count);
  return result;
}

std::string JsonString(const std::string& text) {
  std::string result = "\"";
  for (size_t i = 0; i < text.size(); ++i) {
    const unsigned char c = static_cast<unsigned char>(text[i]);
    if (c == '"' || c == '\\') {
      result += '\\';
      result += text[i];
    } else if (c < 0x20) {
      char code[8];
      snprintf(code, sizeof(code), "\\u%04x", static_cast<unsigned>(c));
      result += code;
    } else {
      result += text[i];
    }
  }
  return result + "\"";
}

}  // namespace ocr
