#include "lite/tools/device_info.h"

#include <sys/utsname.h>
#include <unistd.h>

#ifdef __ANDROID__
#include <sys/system_properties.h>
#endif

#include <set>
#include <thread>

#include "lite/base/strings.h"
#include "lite/runtime/cpu_facts.h"

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

std::string DeviceInfo() {
#ifdef __ANDROID__
  return AndroidLines(&AndroidProperty);
#else
  return SystemLine() +
         ProcessorLines(ReadSystemFile("/proc/cpuinfo"),
                        ReadSystemFile("/proc/device-tree/model")) +
         Line("Cores", StrCat(std::thread::hardware_concurrency())) + MemoryLine();
#endif
}

}  // namespace paddle::lite::tools
