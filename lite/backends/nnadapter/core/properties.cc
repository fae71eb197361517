#include <cerrno>
#include <cstdlib>
#include <limits>
#include <stdexcept>
#include <utility>

#include "nnadapter/utility/string.h"

namespace nnadapter {
namespace {

std::string Trim(const std::string& text) {
  const char* spaces = " \t\r\n";
  const size_t begin = text.find_first_not_of(spaces);
  if (begin == std::string::npos) return "";
  return text.substr(begin, text.find_last_not_of(spaces) - begin + 1);
}

std::invalid_argument NotA(const char* what, const std::string& text) {
  return std::invalid_argument("\"" + text + "\" is not " + what);
}

// The environment's value of a number, or the default if it is not one.
template <typename T>
T ParseFromEnv(const std::string& name, T default_value) {
  const char* text = std::getenv(name.c_str());
  if (!text) return default_value;
  try {
    return string_parse<T>(text);
  } catch (const std::invalid_argument&) {
    return default_value;
  }
}

}  // namespace

std::map<std::string, std::string> GetKeyValues(const char* properties,
                                                const std::string& delimiter,
                                                const std::string& assignment) {
  std::map<std::string, std::string> key_values;
  const std::string text = properties ? properties : "";
  for (size_t begin = 0; begin <= text.size();) {
    size_t end = text.find(delimiter, begin);
    if (end == std::string::npos) end = text.size();
    const std::string section = Trim(text.substr(begin, end - begin));
    begin = end + delimiter.size();
    if (section.empty()) continue;
    const size_t split = section.find(assignment);
    if (split == std::string::npos) {
      throw std::invalid_argument("property \"" + section + "\" has no \"" + assignment +
                                  "\"; expected KEY" + assignment + "value");
    }
    std::string key = Trim(section.substr(0, split));
    if (key.empty()) throw std::invalid_argument("property \"" + section + "\" has an empty key");
    key_values[std::move(key)] = Trim(section.substr(split + assignment.size()));
  }
  return key_values;
}

template <>
std::string string_parse<std::string>(const std::string& text) {
  return text;
}

template <>
int string_parse<int>(const std::string& text) {
  const std::string trimmed = Trim(text);
  char* end = nullptr;
  errno = 0;
  const long value = std::strtol(trimmed.c_str(), &end, 10);
  if (trimmed.empty() || *end || errno || value < std::numeric_limits<int>::min() ||
      value > std::numeric_limits<int>::max()) {
    throw NotA("an integer", text);
  }
  return static_cast<int>(value);
}

template <>
float string_parse<float>(const std::string& text) {
  const std::string trimmed = Trim(text);
  char* end = nullptr;
  errno = 0;
  const float value = std::strtof(trimmed.c_str(), &end);
  if (trimmed.empty() || *end || errno) throw NotA("a number", text);
  return value;
}

template <>
bool string_parse<bool>(const std::string& text) {
  const std::string trimmed = Trim(text);
  if (trimmed == "true" || trimmed == "1") return true;
  if (trimmed == "false" || trimmed == "0") return false;
  throw NotA("true, false, 1 or 0", text);
}

int GetIntFromEnv(const std::string& name, int default_value) {
  return ParseFromEnv(name, default_value);
}

bool GetBoolFromEnv(const std::string& name, bool default_value) {
  return ParseFromEnv(name, default_value);
}

std::string GetStringFromEnv(const std::string& name, const std::string& default_value) {
  return ParseFromEnv(name, default_value);
}

}  // namespace nnadapter
