// What a report says of the machine it was made on.
#pragma once

#include <functional>
#include <string>

namespace paddle::lite::tools {

// Lines `name: value`, those that the system tells: on Android brand, device, model, version and
// API level; elsewhere system, processor, instruction sets, cores and memory.
std::string DeviceInfo();

// The parts of it. `property` gives a system property of Android, empty where it is not set;
// `cpuinfo` is the text of /proc/cpuinfo, `board` the name of the device tree.
std::string AndroidLines(const std::function<std::string(const char*)>& property);
std::string ProcessorLines(const std::string& cpuinfo, const std::string& board);

}  // namespace paddle::lite::tools
