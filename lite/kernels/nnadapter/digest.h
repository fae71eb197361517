// A digest of 128 bits for the names of cache files. Not for security.
#pragma once

#include <cstdint>
#include <cstring>
#include <string>

namespace paddle::lite::kernels::nnadapter {

// Every item is preceded by its length, so that different sequences of items differ.
class Digest {
 public:
  void AddBytes(const void* data, size_t bytes) {
    AddNumber(bytes);
    const char* at = static_cast<const char*>(data);
    for (; bytes >= sizeof(uint64_t); bytes -= sizeof(uint64_t), at += sizeof(uint64_t)) {
      uint64_t word = 0;
      std::memcpy(&word, at, sizeof(word));
      AddNumber(word);
    }
    if (bytes == 0) return;
    uint64_t word = 0;
    std::memcpy(&word, at, bytes);
    AddNumber(word);
  }
  void AddText(const std::string& text) { AddBytes(text.data(), text.size()); }
  void AddNumber(uint64_t word) {
    low_ = Mix(low_ ^ word);
    high_ = Mix(high_ + word * 0x9E3779B97F4A7C15ull + low_);
  }

  // 32 hexadecimal digits.
  std::string ToString() const {
    std::string text;
    for (const uint64_t half : {Mix(high_), Mix(low_ + high_)}) {
      for (int shift = 60; shift >= 0; shift -= 4) {
        text += "0123456789abcdef"[(half >> shift) & 15];
      }
    }
    return text;
  }

 private:
  // A bijection in which every bit of the input influences all bits of the result.
  static uint64_t Mix(uint64_t x) {
    x ^= x >> 32;
    x *= 0xD6E8FEB86659FD93ull;
    x ^= x >> 32;
    x *= 0xD6E8FEB86659FD93ull;
    return x ^ (x >> 32);
  }

  uint64_t low_ = 0x243F6A8885A308D3ull;
  uint64_t high_ = 0x13198A2E03707344ull;
};

}  // namespace paddle::lite::kernels::nnadapter
