// Instruction-set levels for tests of micro-kernels: every level of the machine.
#pragma once

#include <cstdint>
#include <cstdio>
#include <vector>

#include "lite/backends/cpu/kernel_tables.h"
#include "lite/base/span.h"
#include "lite/base/thread_pool.h"

namespace paddle::lite::cpu {

// The levels to test; reports once which ones the machine lacks.
inline Span<const KernelTables> TestableLevels() {
  static const KernelLevels levels = [] {
    const KernelLevels all = AllLevels();
    for (int i = 0; i < all.count; ++i) {
      std::printf("level %-8s %s\n", all.tables[i].level, i < all.available ? "run" : "SKIPPED");
    }
    return all;
  }();
  return {levels.tables, static_cast<size_t>(levels.available)};
}

// The same for float16.
inline const std::vector<const HalfTables*>& TestableHalfLevels() {
  static const std::vector<const HalfTables*> levels = [] {
    const HalfLevels all = AllHalfLevels();
    std::vector<const HalfTables*> usable;
    for (int i = 0; i < all.count; ++i) {
      const bool available = all.available[i];
      std::printf("float16 %-8s %s\n", all.tables[i]->level, available ? "run" : "SKIPPED");
      if (available) usable.push_back(all.tables[i]);
    }
    return usable;
  }();
  return levels;
}

// The same for products in bfloat16.
inline const std::vector<const BFloat16Tables*>& TestableBFloat16Levels() {
  static const std::vector<const BFloat16Tables*> levels = [] {
    const BFloat16Levels all = AllBFloat16Levels();
    std::vector<const BFloat16Tables*> usable;
    for (int i = 0; i < all.count; ++i) {
      const bool available = all.available[i];
      std::printf("bfloat16 %-8s %s\n", all.tables[i]->level, available ? "run" : "SKIPPED");
      if (available) usable.push_back(all.tables[i]);
    }
    return usable;
  }();
  return levels;
}

struct Aligned {
  explicit Aligned(size_t bytes) : storage(bytes + 64) {
    const auto address = reinterpret_cast<uintptr_t>(storage.data());
    data = storage.data() + (64 - address % 64) % 64;
  }
  std::vector<char> storage;
  char* data;
};

// The threads of all cases: starting them takes longer than most cases. Three threads have speeds
// that differ, and so parts of different sizes.
inline ThreadPool* PoolOf(int threads) {
  static ThreadPool one(1), three(3);
  three.set_speeds({4, 2, 1});
  return threads == 1 ? &one : &three;
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

}  // namespace paddle::lite::cpu
