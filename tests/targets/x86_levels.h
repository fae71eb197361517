// Instruction-set levels for tests: every level of the machine, selected through the override API.
#pragma once

#include <cstdint>
#include <cstdio>
#include <vector>

#include "lite/backends/x86/cpu.h"

namespace paddle::lite::x86 {

// The levels to test; reports once which ones the machine lacks.
inline std::vector<Isa> TestableLevels() {
  static const bool reported = [] {
    for (int i = 0; i < kIsaCount; ++i) {
      const Isa isa = static_cast<Isa>(i);
      std::printf("x86 level %-8s %s\n", IsaName(isa), isa <= DetectedIsa() ? "run" : "SKIPPED");
    }
    return true;
  }();
  (void)reported;
  std::vector<Isa> levels;
  for (int i = 0; i <= static_cast<int>(DetectedIsa()); ++i) levels.push_back(static_cast<Isa>(i));
  return levels;
}

// Reproducible values in [-1, 1).
class Values {
 public:
  explicit Values(uint32_t seed) : state_(seed * 2654435761u + 12345u) {}
  float Next() {
    state_ = state_ * 1664525u + 1013904223u;
    return static_cast<float>(state_ >> 8) / 8388608.0f - 1.0f;
  }
  std::vector<float> Take(size_t count) {
    std::vector<float> values(count);
    for (float& value : values) value = Next();
    return values;
  }

 private:
  uint32_t state_;
};

}  // namespace paddle::lite::x86
