// What the functions on images share.
#pragma once

#include <cstdint>
#include <type_traits>

namespace paddle::lite::utils::cv {

// Calls body with the number of channels, which is known when the program is compiled.
template <typename Body>
void WithCount(int channels, const Body& body) {
  if (channels == 1) {
    body(std::integral_constant<int, 1>());
  } else if (channels == 2) {
    body(std::integral_constant<int, 2>());
  } else if (channels == 3) {
    body(std::integral_constant<int, 3>());
  } else {
    body(std::integral_constant<int, 4>());
  }
}

// Compilers make vectors of loops over planes, but not of those over bytes of three interleaved
// planes: blocks of pixels are computed in planes, and interleaved at the end.
constexpr int kBlock = 64;
using Plane = uint8_t[kBlock];

}  // namespace paddle::lite::utils::cv
