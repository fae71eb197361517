// Limits the allocations of the process during a test, so that an unchecked size from a file causes
// a failure instead of a slow machine.
#pragma once

#include <cstddef>
#include <cstdio>

#include "tests/support/emulation.h"
#include "tests/support/sanitizer.h"

#if !defined(_WIN32)
#include <sys/resource.h>
#endif

namespace paddle::lite::test {

// Emulators of 64-bit processors and wine have no limit.
inline bool HeedsMemoryLimit() { return !IsEmulated() || sizeof(size_t) == 4; }

#if defined(_WIN32)

class ScopedMemoryLimit {
 public:
  explicit ScopedMemoryLimit(size_t) {}
  ~ScopedMemoryLimit() {}  // a variable with it is not unused
  ScopedMemoryLimit(const ScopedMemoryLimit&) = delete;
  ScopedMemoryLimit& operator=(const ScopedMemoryLimit&) = delete;
};

#else

// While alive, allocations beyond `extra_bytes` of address space fail. Sanitizers reserve address
// space freely and have their own limits (max_allocation_size_mb).
class ScopedMemoryLimit {
 public:
  explicit ScopedMemoryLimit(size_t extra_bytes) {
    getrlimit(RLIMIT_AS, &saved_);
    if (kUnderSanitizer) return;
    rlimit limited = saved_;
    limited.rlim_cur = AddressSpace() + extra_bytes;
    setrlimit(RLIMIT_AS, &limited);
  }
  ~ScopedMemoryLimit() { setrlimit(RLIMIT_AS, &saved_); }
  ScopedMemoryLimit(const ScopedMemoryLimit&) = delete;
  ScopedMemoryLimit& operator=(const ScopedMemoryLimit&) = delete;

 private:
  static size_t AddressSpace() {
    size_t pages = 0;
    if (std::FILE* file = std::fopen("/proc/self/statm", "r")) {
      if (std::fscanf(file, "%zu", &pages) != 1) pages = 0;
      std::fclose(file);
    }
    return pages * 4096;
  }

  rlimit saved_;
};

#endif

}  // namespace paddle::lite::test
