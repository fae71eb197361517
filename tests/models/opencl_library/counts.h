// What the library between the back end and OpenCL (library.cc) counts.
#pragma once

#include <atomic>
#include <cstdint>

namespace paddle::lite::test {

struct OpenClCounts {
  // Since the process began.
  std::atomic<int64_t> launches{0}, built{0};
  std::atomic<int64_t> uploads{0}, upload_bytes{0}, downloads{0}, download_bytes{0}, maps{0};
  // Objects that exist.
  std::atomic<int64_t> blocks{0}, functions{0}, events{0}, queues{0}, mapped{0};
};

// The name of a function OpenClCounts*() of that library.
constexpr char kOpenClCounts[] = "lite_opencl_counts";

}  // namespace paddle::lite::test
