// Instruction-set levels for tests: every level of the machine, selected through the override API.
#pragma once

#include <cstdint>
#include <cstdio>
#include <vector>

#include "lite/backends/x86/cpu.h"

namespace paddle::lite::x86 {

// The levels to test; reports once which ones the machine lacks.
inline std::vector<Isa> TestableLevels() {
  static const std::vector<Isa> testable = [] {
    std::vector<Isa> found;
    for (const IsaLevel& level : kIsaLevels) {
      const bool has = DetectedIsa().Has(level.isa);
      std::printf("x86 level %-8s %s\n", level.name, has ? "run" : "SKIPPED");
      if (has) found.push_back(level.isa);
    }
    return found;
  }();
  return testable;
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
