// Waits that end, whatever a device does.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <thread>

#include "lite/base/status.h"

namespace paddle::lite::gpu {

// The seconds of a variable of the environment, or 600: networks take seconds on the slowest
// devices.
inline Result<std::chrono::seconds> WaitLimit(const char* variable) {
  constexpr int64_t kMost = 1000000000;  // in nanoseconds, these fit int64
  const char* const value = std::getenv(variable);
  if (value == nullptr || *value == '\0') return std::chrono::seconds(600);
  char* end = nullptr;
  const int64_t chosen = std::strtoll(value, &end, 10);
  if (*end == '\0' && chosen > 0 && chosen <= kMost) return std::chrono::seconds(chosen);
  return InvalidArgument(variable, " '", value, "', expected a number of seconds from 1 to ",
                         kMost);
}

// Asks `done` until it is true; false after the limit. The thread asks all the time for as long as
// `eager`. From then on pauses add at most a 64th of the time, and long waits take no time of the
// processor.
template <typename Done>
bool WaitUntil(const Done& done, std::chrono::nanoseconds limit, std::chrono::nanoseconds eager) {
  using Clock = std::chrono::steady_clock;
  constexpr std::chrono::milliseconds kMaxPause(2);
  const auto begin = Clock::now();
  while (!done()) {
    const auto waited = Clock::now() - begin;
    if (waited > limit) return false;
    if (waited < eager) {
      std::this_thread::yield();
    } else {
      std::this_thread::sleep_for(std::min<Clock::duration>(waited / 64, kMaxPause));
    }
  }
  return true;
}

}  // namespace paddle::lite::gpu
