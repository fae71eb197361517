// The CPU cores that a predictor may use in each power mode.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "lite/base/cpu_topology.h"
#include "lite/base/thread_pool.h"
#include "lite/core/paddle_place.h"

namespace paddle::lite {

using lite_api::PowerMode;

struct CoreChoice {
  PowerMode mode = lite_api::LITE_POWER_NO_BIND;  // in force
  int threads = 1;                                // in force
  std::vector<int> cores;                         // one for each thread; empty = do not bind
  // Where each thread may run: the chosen cores that are as fast as its own, so that the system can
  // avoid one that is busy.
  std::vector<std::vector<int>> thread_cores;
  std::vector<double> thread_speeds;  // of its core, for shares of work
  std::string note;                   // why mode or threads differ from the request
};

// The rules of docs/design/api.md. `run` counts the runs of a predictor: the RAND modes switch
// cores after this many, the others never.
constexpr int kRunsPerRotation = 10;
CoreChoice ChooseCores(PowerMode mode, int threads, int64_t run, const CpuTopology& topology);

// How threads wait for work: those of the modes for little cores never spin.
ThreadPool::Waiting WaitingOf(PowerMode mode);

// Binds the calling thread and the workers of the pool, and gives them shares of work by the speed
// of their cores. False if the system refuses.
bool BindTeam(const CoreChoice& choice, ThreadPool* pool);

}  // namespace paddle::lite
