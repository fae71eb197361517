// Limits the allocations of the process during a test, so that an unchecked size from a file causes
// a failure instead of a slow machine.
#pragma once

#include <sys/resource.h>

#include <cstddef>
#include <cstdio>

namespace paddle::lite::test {

// Sanitizers reserve address space freely and have their own limits (max_allocation_size_mb).
#if defined(__SANITIZE_ADDRESS__)
constexpr bool kUnderSanitizer = true;
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
constexpr bool kUnderSanitizer = true;
#else
constexpr bool kUnderSanitizer = false;
#endif
#else
constexpr bool kUnderSanitizer = false;
#endif

// While alive, allocations beyond `extra_bytes` of address space fail.
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

}  // namespace paddle::lite::test
