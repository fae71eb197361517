// Numbers that a program holds as text.
#pragma once

#include <cctype>
#include <cstdlib>
#include <string>

namespace paddle::lite::kernels::host {

// The number at the beginning of a text; 0 if there is none. This is what a stream reads: no
// hexadecimal digits, no names, and 0 for an exponent without digits.
inline double LeadingNumber(const char* text) {
  while (std::isspace(static_cast<unsigned char>(*text)) != 0) ++text;
  const auto sign = [](const char* at) { return *at == '+' || *at == '-' ? at + 1 : at; };
  const auto digits = [](const char* at) {
    while (*at >= '0' && *at <= '9') ++at;
    return at;
  };
  const char* const first = sign(text);
  const char* end = digits(first);
  bool has_digits = end != first;
  if (*end == '.') {
    const char* const fraction = end + 1;
    end = digits(fraction);
    has_digits = has_digits || end != fraction;
  }
  if (!has_digits) return 0;
  if (*end == 'e' || *end == 'E') {
    const char* const exponent = sign(end + 1);
    end = digits(exponent);
    if (end == exponent) return 0;
  }
  return std::strtod(std::string(text, end).c_str(), nullptr);
}

// The number that a text holds. As in Paddle, "inf", "-inf" and "nan" have no other spelling, and
// what follows a number is ignored.
inline double RealFromText(const std::string& text) {
  for (const char* name : {"inf", "-inf", "nan"}) {
    if (text == name) return std::strtod(name, nullptr);
  }
  return LeadingNumber(text.c_str());
}

}  // namespace paddle::lite::kernels::host
