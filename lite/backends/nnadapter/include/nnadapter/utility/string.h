// Properties of contexts, and conversions of their values.
#pragma once

#include <map>
#include <string>

namespace nnadapter {

// Parses and returns the keys and values of "KEY=value;KEY=value;". Spaces around both are
// removed, empty sections skipped, a section is split at its first assignment. Throws
// std::invalid_argument on a section without an assignment or with an empty key.
std::map<std::string, std::string> GetKeyValues(const char* properties,
                                                const std::string& delimiter = ";",
                                                const std::string& assignment = "=");

// The value of a number in text; throws std::invalid_argument unless all of it is one.
template <typename T>
T string_parse(const std::string& text);
template <>
bool string_parse<bool>(const std::string& text);
template <>
int string_parse<int>(const std::string& text);
template <>
float string_parse<float>(const std::string& text);
template <>
std::string string_parse<std::string>(const std::string& text);

// The value of an environment variable, or the default if it is unset or not a number.
int GetIntFromEnv(const std::string& name, int default_value = 0);
bool GetBoolFromEnv(const std::string& name, bool default_value = false);
std::string GetStringFromEnv(const std::string& name, const std::string& default_value = "");

}  // namespace nnadapter
