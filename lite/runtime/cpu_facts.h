// Facts about a processor from the texts of Linux: kinds of cores, instructions and caches.
#pragma once

#include <map>
#include <string>
#include <string_view>

namespace paddle::lite {

// Bytes; 0 if there is no such cache, or the system does not report it.
struct CacheSizes {
  int l1 = 0;  // for data
  int l2 = 0;
  int l3 = 0;
};

// Reads `<cpu_dir>/cpu<core>/cache/index*`.
CacheSizes ReadCacheSizes(const std::string& cpu_dir, int core);

struct CpuFacts {
  // Core number -> number of its Cortex kind, 1 to 4 for X1 to X4, 0 for Apple. Cores of other
  // kinds are absent.
  std::map<int, int> kinds;
  // Instructions of ARM processors; false on others.
  bool dot = false;   // on all cores
  bool fp16 = false;  // on a core
  bool sve2 = false;  // on all cores
};

// Parses the text of /proc/cpuinfo.
CpuFacts ParseCpuinfo(std::string_view cpuinfo);

// The text of a file whose size the system does not report, such as those of /proc; empty if it
// cannot be read.
std::string ReadSystemFile(const std::string& path);

}  // namespace paddle::lite
