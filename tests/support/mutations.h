// A bounded, repeatable fuzz run without a fuzzing engine: every seed of a fuzz target under a
// fixed number of mutations. Meant to run under the sanitizers as well; the libFuzzer targets of
// tests/fuzz search deeper.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <ctime>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

#include "tests/support/emulation.h"
#include "tests/support/memory_limit.h"
#include "tests/support/sanitizer.h"
#include "tests/support/zoo.h"

namespace paddle::lite::test {

class MutationChoices {
 public:
  explicit MutationChoices(uint64_t seed) : state_(seed) {}
  uint64_t Next() { return SplitMix64(state_++); }
  size_t Below(size_t bound) { return bound == 0 ? 0 : static_cast<size_t>(Next() % bound); }

 private:
  uint64_t state_;
};

// Numbers at which size arithmetic goes wrong.
inline constexpr uint64_t kEdges[] = {0,
                                      1,
                                      2,
                                      0x7f,
                                      0x80,
                                      0xff,
                                      0x7fff,
                                      0x8000,
                                      0xffff,
                                      0x7fffffff,
                                      0x80000000,
                                      0xfffffffc,
                                      0xffffffff,
                                      0x100000000,
                                      0x7fffffffffffffff,
                                      0x8000000000000000,
                                      0xfffffffffffffffc,
                                      0xffffffffffffffff};

inline void MutateOnce(MutationChoices* random, std::string* bytes) {
  if (bytes->empty()) {
    bytes->push_back(static_cast<char>(random->Next()));
    return;
  }
  // The structure is at the beginning of most files, so half of the changes go there.
  const size_t window =
      random->Below(2) == 0 ? std::min<size_t>(bytes->size(), 512) : bytes->size();
  const size_t at = random->Below(window);
  switch (random->Below(8)) {
    case 0:
      (*bytes)[at] = static_cast<char>((*bytes)[at] ^ (1 << random->Below(8)));
      break;
    case 1:
      (*bytes)[at] = static_cast<char>(random->Next());
      break;
    case 2:
    case 3:
    case 4: {
      const size_t width = size_t{1} << random->Below(4);
      const uint64_t edge = kEdges[random->Below(std::size(kEdges))];
      if (at + width <= bytes->size()) std::memcpy(bytes->data() + at, &edge, width);
      break;
    }
    case 5:
      bytes->resize(at);
      break;
    case 6:
      bytes->erase(at, 1 + random->Below(16));
      break;
    default: {
      const std::string piece = bytes->substr(random->Below(bytes->size()), 1 + random->Below(64));
      bytes->insert(at, piece);
    }
  }
}

// Runs `body` on mutations of every seed; `target` begins the sequence of random numbers.
inline void RunMutations(const char* target, const std::vector<std::string>& seeds,
                         void (*body)(std::string_view), int mutations_per_seed) {
  ASSERT_FALSE(seeds.empty()) << "no seeds for " << target;
  const double slowest_allowed =
      kUnderSanitizer || IsEmulated() ? 20 : 5;  // seconds of processor time
  MutationChoices random(Fnv1a64(target));
  int runs = 0;
  for (const std::string& seed : seeds) {
    body(seed);
    for (int i = 0; i < mutations_per_seed; ++i) {
      std::string bytes = seed;
      for (size_t changes = 1 + random.Below(3); changes > 0; --changes)
        MutateOnce(&random, &bytes);
      const ScopedMemoryLimit limit(size_t{1} << 30);
      const std::clock_t begin = std::clock();
      body(bytes);
      ASSERT_LT(static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC, slowest_allowed)
          << "mutation " << runs;
      ++runs;
    }
  }
  testing::Test::RecordProperty("mutations", runs);
}

}  // namespace paddle::lite::test
