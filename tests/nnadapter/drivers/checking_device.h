// What checking_device counts.
#pragma once

#include <atomic>

namespace nnadapter::checking_device {

struct Counters {
  std::atomic<int> violations{0}, opened{0}, closed{0}, contexts{0}, programs{0}, built{0},
      restored{0}, executed{0};
};

}  // namespace nnadapter::checking_device
