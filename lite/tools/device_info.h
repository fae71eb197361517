// Describes the machine for a report.
#pragma once

#include <functional>
#include <string>

#include "lite/base/cpu_topology.h"

namespace paddle::lite::tools {

// Lines `name: value`, as far as the system reports them: on Android brand, device, model, version
// and API level; elsewhere system, processor, instruction sets, cores and memory.
std::string DeviceInfo();

// The parts of DeviceInfo. `property` returns a system property of Android, empty if it is not set;
// `cpuinfo` is the text of /proc/cpuinfo, `board` the name of the device tree.
std::string AndroidLines(const std::function<std::string(const char*)>& property);
std::string ProcessorLines(const std::string& cpuinfo, const std::string& board);
// The big and the little cores, if they differ or their type is known.
std::string CoreLines(const CpuTopology& topology);

}  // namespace paddle::lite::tools
