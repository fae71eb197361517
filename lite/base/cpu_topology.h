// The CPU cores of the machine: which this process may use, how fast they are, and their caches.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace paddle::lite {

enum class CoreClass : int { kUnknown, kInOrder, kOutOfOrder };

struct CpuCore {
  int number = 0;
  bool big = true;
  // Relative to the other cores; 1 if nothing is known.
  double speed = 1;
  // As the system reports them; 0 if it does not.
  int64_t capacity = 0;  // of the scheduler: 1024 is the fastest core of the machine
  int64_t max_khz = 0;
  uint32_t implementer = 0, part = 0;               // of MIDR, on ARM
  size_t l1_bytes = 0, l2_bytes = 0, l3_bytes = 0;  // l1: for data
  // Instructions of ARM cores; false on others.
  bool dot = false, fp16 = false, sve2 = false;
};

struct CpuTopology {
  std::vector<CpuCore> cores;  // that the process may use, ascending
  // The number of cores whose time a control group grants; 0: no limit.
  int quota = 0;
  // False if the system does not report the speed of its cores, or cannot bind a thread to one.
  bool bindable = false;

  std::vector<int> big() const;
  std::vector<int> little() const;
  const CpuCore* Find(int number) const;
};

// Reads what Linux reports under `root`, which is "/" except in tests: sys/devices/system/cpu
// (cpufreq/cpuinfo_max_freq, cpu_capacity, regs/identification/midr_el1, cache, online),
// proc/cpuinfo and the quota of the control group. `allowed` are the cores that the caller may run
// on; if it is empty, they are read from proc/self/status or, without that, proc/cpuinfo. Cores
// that are offline are left out. Missing files and malformed values count as not reported.
//
// Cores are big or little by what all of them report, and by the first of these that differs:
// the class of their part numbers (cores that execute in order are little), the capacity, the
// frequency (nearer to that of the fastest or of the slowest core). If all are alike, all are big.
CpuTopology ReadCpuTopology(const std::string& root, const std::vector<int>& allowed);

// Makes the cores of a list such as "0-3" little and the others big, whatever the system reports.
// False, without an effect, if the list is malformed or names none of the cores.
bool SetLittleCores(const std::string& list, CpuTopology* topology);

// The topology of this machine; read once, for the cores of the thread that asks first. The
// environment variable LITE_LITTLE_CORES replaces what the part numbers say (SetLittleCores).
const CpuTopology& SystemCpuTopology();

// The class of a core by its part number, and its name; kUnknown and "" for numbers that are not
// in the table.
CoreClass ClassOfCore(uint32_t implementer, uint32_t part);
const char* NameOfCore(uint32_t implementer, uint32_t part);
// The number of the Cortex kind that a core is or was made from: 53 for A53, 1 to 4 for X1 to X4.
// -1 for others.
int CortexOfCore(uint32_t implementer, uint32_t part);

// The text of a file whose size the system does not report, such as those of /proc; at most 4 MiB.
// Empty if the file is missing or cannot be read.
std::string ReadSystemFile(const std::string& path);

// Core numbers in a list of Linux such as "0-3,6"; empty if the text is malformed.
std::vector<int> ParseCoreList(const std::string& text);
// The reverse, for numbers in ascending order.
std::string CoreListToString(const std::vector<int>& cores);

// Binds the calling thread. False if the system refuses, e.g. because all the cores are offline.
bool BindCurrentThread(const std::vector<int>& cores);

// Cores the calling thread may run on; empty if unknown.
std::vector<int> CurrentThreadCores();

}  // namespace paddle::lite
