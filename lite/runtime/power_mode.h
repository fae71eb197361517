// The CPU cores that a predictor may use in each power mode.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "lite/core/paddle_place.h"

namespace paddle::lite {

using lite_api::PowerMode;

// Cores by speed. If all cores of a machine are alike, every core is big.
struct CpuTopology {
  std::vector<int> big;     // ascending core numbers
  std::vector<int> little;  // ascending core numbers
  // False if the system does not report the speed of its cores, or cannot bind a thread to one.
  bool bindable = false;
  size_t cores() const { return big.size() + little.size(); }
};

// Reads `<cpu_dir>/cpu<i>/cpufreq/cpuinfo_max_freq` of the given cores. Cores nearer to the fastest
// than to the slowest one are big.
CpuTopology ReadCpuTopology(const std::string& cpu_dir, const std::vector<int>& cores);
// The topology of the cores that this process may use; read once.
const CpuTopology& SystemCpuTopology();

struct CoreChoice {
  PowerMode mode = lite_api::LITE_POWER_NO_BIND;  // in force
  int threads = 1;                                // in force
  std::vector<int> cores;                         // to bind to; empty = do not bind
  std::string note;                               // why mode or threads differ from the request
};

// The rules of docs/design/api.md. `run` counts the runs of a predictor: the RAND modes switch
// cores every ten runs.
CoreChoice ChooseCores(PowerMode mode, int threads, int64_t run, const CpuTopology& topology);

// Binds the calling thread. False if the system refuses, e.g. because a core is offline.
bool BindCurrentThread(const std::vector<int>& cores);

// Cores the calling thread may run on; empty if unknown.
std::vector<int> CurrentThreadCores();

}  // namespace paddle::lite
