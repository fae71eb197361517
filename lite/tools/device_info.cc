#include "lite/tools/device_info.h"

#include <sys/utsname.h>
#include <unistd.h>

#ifdef __ANDROID__
#include <sys/system_properties.h>
#endif

#include <set>
#include <thread>
#include <vector>

#include "lite/base/strings.h"

namespace paddle::lite::tools {
namespace {

// The instruction sets, among the many listed by processors, that determine the speed of kernels.
constexpr const char* kInstructionSets[] = {
    "sse4_2",   "avx",      "avx2",        "fma",      "f16c", "avx_vnni", "avx512f", "avx512bw",
    "avx512dq", "avx512vl", "avx512_vnni", "amx_int8", "neon", "vfpv4",    "asimd",   "fphp",
    "asimdhp",  "asimddp",  "i8mm",        "bf16",     "sve",  "sve2"};

std::string Line(const char* name, const std::string& value) {
  return value.empty() ? "" : StrCat(name, ": ", value, "\n");
}

#ifdef __ANDROID__
std::string AndroidProperty(const char* name) {
  char value[PROP_VALUE_MAX] = "";
  __system_property_get(name, value);
  return value;
}
#else
std::string SystemLine() {
  utsname name;
  if (uname(&name) != 0) return "";
  return Line("System", StrCat(name.sysname, " ", name.release, " ", name.machine));
}

std::string MemoryLine() {
  const long pages = sysconf(_SC_PHYS_PAGES);  // NOLINT(runtime/int): POSIX says long
  const long size = sysconf(_SC_PAGE_SIZE);    // NOLINT(runtime/int)
  if (pages <= 0 || size <= 0) return "";
  return Line("Memory(unit: MB)", StrCat(static_cast<int64_t>(pages) * size / (1024 * 1024)));
}
#endif

}  // namespace

std::string AndroidLines(const std::function<std::string(const char*)>& property) {
  return Line("Brand", property("ro.product.brand")) +
         Line("Device", property("ro.product.device")) +
         Line("Model", property("ro.product.model")) +
         Line("Android Version", property("ro.build.version.release")) +
         Line("Android API Level", property("ro.build.version.sdk"));
}

std::string ProcessorLines(const std::string& cpuinfo, const std::string& board) {
  std::string processor, hardware;
  std::set<std::string> features;
  for (const std::string& line : SplitString(cpuinfo, '\n')) {
    const size_t colon = line.find(':');
    if (colon == std::string::npos) continue;
    const std::string_view name = StripWhitespace(std::string_view(line).substr(0, colon));
    const std::string_view value = StripWhitespace(std::string_view(line).substr(colon + 1));
    if (name == "model name" && processor.empty()) processor = value;
    if (name == "Hardware" && hardware.empty()) hardware = value;
    // The cores of a phone differ: takes the union of their features.
    if (name == "flags" || name == "Features") {
      for (const std::string& word : SplitString(value, ' ')) features.insert(word);
    }
  }
  std::string sets;
  for (const char* word : kInstructionSets) {
    if (features.count(word) != 0) sets += StrCat(sets.empty() ? "" : " ", word);
  }
  // Device trees terminate their strings with a zero.
  const std::string name = board.substr(0, board.find('\0'));
  return Line("Board", name.empty() ? hardware : name) + Line("Processor", processor) +
         Line("Instruction sets", sets);
}

std::string CoreLines(const CpuTopology& topology) {
  std::string big, little;
  std::vector<bool> done(topology.cores.size(), false);
  for (size_t i = 0; i < topology.cores.size(); ++i) {
    if (done[i]) continue;
    const CpuCore& core = topology.cores[i];
    std::vector<int> alike;
    for (size_t j = i; j < topology.cores.size(); ++j) {
      const CpuCore& other = topology.cores[j];
      if (other.big != core.big || other.implementer != core.implementer ||
          other.part != core.part || other.max_khz != core.max_khz) {
        continue;
      }
      alike.push_back(other.number);
      done[j] = true;
    }
    std::string facts = NameOfCore(core.implementer, core.part);
    if (facts.empty() && core.part != 0) facts = "unknown type";
    switch (ClassOfCore(core.implementer, core.part)) {
      case CoreClass::kInOrder:
        facts += ", in order";
        break;
      case CoreClass::kOutOfOrder:
        facts += ", out of order";
        break;
      case CoreClass::kUnknown:
        break;
    }
    if (core.max_khz != 0) facts += StrCat(facts.empty() ? "" : ", ", core.max_khz / 1000, " MHz");
    std::string& line = core.big ? big : little;
    line += StrCat(line.empty() ? "" : "; ", CoreListToString(alike));
    if (!facts.empty()) line += StrCat(" (", facts, ")");
  }
  const bool typed = !topology.cores.empty() && topology.cores.front().part != 0;
  if (little.empty() && !typed) return "";
  return Line("Big cores", big) + Line("Little cores", little);
}

std::string DeviceInfo() {
#ifdef __ANDROID__
  return AndroidLines(&AndroidProperty) + CoreLines(SystemCpuTopology());
#else
  return SystemLine() +
         ProcessorLines(ReadSystemFile("/proc/cpuinfo"),
                        ReadSystemFile("/proc/device-tree/model")) +
         Line("Cores", StrCat(std::thread::hardware_concurrency())) +
         CoreLines(SystemCpuTopology()) + MemoryLine();
#endif
}

}  // namespace paddle::lite::tools
