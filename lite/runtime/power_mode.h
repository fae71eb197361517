// Which CPU cores a predictor may use: the documented power modes.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "lite/core/paddle_place.h"

namespace paddle::lite {

using lite_api::PowerMode;

// Cores by speed. On a machine whose cores are all alike every core is big.
struct CpuTopology {
  std::vector<int> big;     // ascending core numbers
  std::vector<int> little;  // ascending core numbers
  // False when the system does not tell the speed of its cores, or cannot bind a thread to one.
  bool bindable = false;
  size_t cores() const { return big.size() + little.size(); }
};

// Reads `<cpu_dir>/cpu<i>/cpufreq/cpuinfo_max_freq` of the given cores. Cores nearer to the fastest
// than to the slowest one are big.
CpuTopology ReadCpuTopology(const std::string& cpu_dir, const std::vector<int>& cores);
// Of this machine and the cores this process may use; read once.
const CpuTopology& SystemCpuTopology();

struct CoreChoice {
  PowerMode mode = lite_api::LITE_POWER_NO_BIND;  // in force
  int threads = 1;                                // in force
  std::vector<int> cores;                         // to bind to; empty = do not bind
  std::string note;                               // why mode or threads are not those asked for
};

// The rules of docs/design/api.md. `run` counts the runs of a predictor: the RAND modes move on
// every ten.
CoreChoice ChooseCores(PowerMode mode, int threads, int64_t run, const CpuTopology& topology);

// Binds the calling thread. False when the system refuses, e.g. because a core is offline.
bool BindCurrentThread(const std::vector<int>& cores);

// Cores the calling thread may run on; empty when the system cannot tell.
std::vector<int> CurrentThreadCores();

}  // namespace paddle::lite
