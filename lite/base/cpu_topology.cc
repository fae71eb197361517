#include "lite/base/cpu_topology.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <string_view>
#include <thread>

#include "lite/base/logging.h"
#include "lite/base/strings.h"

#if defined(__linux__)
#include <sched.h>
#endif

namespace paddle::lite {
namespace {

constexpr int kMaxCores = 4096;
constexpr size_t kMaxFileBytes = size_t{4} << 20;

struct KnownCore {
  uint32_t implementer, part;
  CoreClass core_class;
  char name[16];  // not a pointer, which would need a relocation
  int cortex;     // its kind or the one it was made from; -1: another or not known
};
constexpr uint32_t kArm = 0x41, kQualcomm = 0x51, kSamsung = 0x53;
constexpr CoreClass kIn = CoreClass::kInOrder, kOut = CoreClass::kOutOfOrder;
constexpr KnownCore kKnownCores[] = {
    {kArm, 0xc05, kIn, "Cortex-A5", -1},           {kArm, 0xc07, kIn, "Cortex-A7", 7},
    {kArm, 0xc08, kIn, "Cortex-A8", -1},           {kArm, 0xc09, kOut, "Cortex-A9", -1},
    {kArm, 0xc0d, kOut, "Cortex-A12", -1},         {kArm, 0xc0e, kOut, "Cortex-A17", 17},
    {kArm, 0xc0f, kOut, "Cortex-A15", 15},         {kArm, 0xd01, kIn, "Cortex-A32", -1},
    {kArm, 0xd02, kIn, "Cortex-A34", -1},          {kArm, 0xd03, kIn, "Cortex-A53", 53},
    {kArm, 0xd04, kIn, "Cortex-A35", 35},          {kArm, 0xd05, kIn, "Cortex-A55", 55},
    {kArm, 0xd07, kOut, "Cortex-A57", 57},         {kArm, 0xd08, kOut, "Cortex-A72", 72},
    {kArm, 0xd09, kOut, "Cortex-A73", 73},         {kArm, 0xd0a, kOut, "Cortex-A75", 75},
    {kArm, 0xd0b, kOut, "Cortex-A76", 76},         {kArm, 0xd0c, kOut, "Neoverse-N1", -1},
    {kArm, 0xd0d, kOut, "Cortex-A77", 77},         {kArm, 0xd40, kOut, "Neoverse-V1", -1},
    {kArm, 0xd41, kOut, "Cortex-A78", 78},         {kArm, 0xd44, kOut, "Cortex-X1", 1},
    {kArm, 0xd46, kIn, "Cortex-A510", 510},        {kArm, 0xd47, kOut, "Cortex-A710", 710},
    {kArm, 0xd48, kOut, "Cortex-X2", 2},           {kArm, 0xd49, kOut, "Neoverse-N2", -1},
    {kArm, 0xd4b, kOut, "Cortex-A78C", -1},        {kArm, 0xd4d, kOut, "Cortex-A715", 715},
    {kArm, 0xd4e, kOut, "Cortex-X3", 3},           {kArm, 0xd4f, kOut, "Neoverse-V2", -1},
    {kArm, 0xd80, kIn, "Cortex-A520", 520},        {kArm, 0xd81, kOut, "Cortex-A720", 720},
    {kArm, 0xd82, kOut, "Cortex-X4", 4},           {kQualcomm, 0x201, kOut, "Kryo", -1},
    {kQualcomm, 0x205, kOut, "Kryo", -1},          {kQualcomm, 0x211, kOut, "Kryo", -1},
    {kQualcomm, 0x800, kOut, "Kryo 2xx Gold", 73}, {kQualcomm, 0x801, kIn, "Kryo 2xx Silver", 53},
    {kQualcomm, 0x802, kOut, "Kryo 3xx Gold", 75}, {kQualcomm, 0x803, kIn, "Kryo 3xx Silver", 55},
    {kQualcomm, 0x804, kOut, "Kryo 4xx Gold", 76}, {kQualcomm, 0x805, kIn, "Kryo 4xx Silver", 55},
    {kSamsung, 0x001, kOut, "Exynos-M1", -1},      {kSamsung, 0x002, kOut, "Exynos-M3", -1},
    {kSamsung, 0x003, kOut, "Exynos-M4", -1},      {kSamsung, 0x004, kOut, "Exynos-M5", -1},
};
// Of two cores with the same frequency; only used if the system does not report capacities.
constexpr double kOutOfOrderSpeed = 2;

const KnownCore* FindKnown(uint32_t implementer, uint32_t part) {
  for (const KnownCore& known : kKnownCores) {
    if (known.implementer == implementer && known.part == part) return &known;
  }
  return nullptr;
}

// A number of which nothing but `suffix` and white space follows; 0 if there is none.
int64_t ParsePositive(std::string_view text, int base = 10, std::string_view suffix = "") {
  const std::string stripped(StripWhitespace(text));
  char* end = nullptr;
  const long long value = std::strtoll(stripped.c_str(), &end, base);  // NOLINT: strtoll's type
  if (end == stripped.c_str() || value <= 0 || value == INT64_MAX) return 0;
  const std::string_view rest(end);
  return rest.empty() || rest == suffix ? value : 0;
}

int64_t ReadPositive(const std::string& path, int base = 10) {
  return ParsePositive(ReadSystemFile(path), base);
}

struct NamedValue {
  std::string_view name, value;
};
// The parts of "name : value".
NamedValue ParseLine(std::string_view line) {
  const size_t colon = line.find(':');
  if (colon == std::string_view::npos) return {};
  return {StripWhitespace(line.substr(0, colon)), StripWhitespace(line.substr(colon + 1))};
}

struct ProcessorLine {
  int number = 0;
  uint32_t implementer = 0, part = 0;
  std::string features;  // words, between spaces
};

bool Has(const ProcessorLine& processor, std::string_view feature) {
  return processor.features.find(StrCat(" ", feature, " ")) != std::string::npos;
}

// Kernels of 32 bits print the part number and the features once, after all processors.
std::vector<ProcessorLine> ParseCpuinfo(const std::string& text) {
  std::vector<ProcessorLine> found;
  int parts = 0, features = 0;
  ProcessorLine last;
  for (const std::string& line : SplitString(text, '\n')) {
    const NamedValue field = ParseLine(line);
    if (field.name == "processor") {
      const std::vector<int> number = ParseCoreList(std::string(field.value));
      if (number.size() != 1) continue;
      found.emplace_back();
      found.back().number = number.front();
    } else if (field.name == "CPU implementer") {
      last.implementer = static_cast<uint32_t>(ParsePositive(field.value, 16));
      if (!found.empty()) found.back().implementer = last.implementer;
    } else if (field.name == "CPU part") {
      last.part = static_cast<uint32_t>(ParsePositive(field.value, 16));
      if (!found.empty()) found.back().part = last.part;
      ++parts;
    } else if (field.name == "Features") {
      last.features = StrCat(" ", field.value, " ");
      if (!found.empty()) found.back().features = last.features;
      ++features;
    }
  }
  for (ProcessorLine& processor : found) {
    if (parts == 1) {
      processor.implementer = last.implementer;
      processor.part = last.part;
    }
    if (features == 1) processor.features = last.features;
  }
  return found;
}

std::vector<int> AllowedInStatus(const std::string& status) {
  for (const std::string& line : SplitString(status, '\n')) {
    const NamedValue field = ParseLine(line);
    if (field.name == "Cpus_allowed_list") return ParseCoreList(std::string(field.value));
  }
  return {};
}

// Rounded up, because a thread can use a part of a core's time.
int CoresOfQuota(int64_t quota, int64_t period) {
  if (quota <= 0 || period <= 0) return 0;
  const int64_t cores = quota / period + (quota % period != 0 ? 1 : 0);
  return cores > kMaxCores ? 0 : static_cast<int>(cores);
}

// The smallest quota of the process's control group (version 2) and those that contain it, or that
// of version 1, which containers mount without the path.
int ReadQuota(const std::string& root) {
  const std::string base = root + "/sys/fs/cgroup";
  std::string group;
  for (const std::string& line : SplitString(ReadSystemFile(root + "/proc/self/cgroup"), '\n')) {
    if (line.rfind("0::/", 0) == 0) group = line.substr(3);
  }
  int smallest = 0;
  const auto take = [&smallest](int cores) {
    if (cores > 0) smallest = smallest == 0 ? cores : std::min(smallest, cores);
  };
  while (true) {
    while (!group.empty() && group.back() == '/') group.pop_back();
    const std::vector<std::string> words =
        SplitString(ReadSystemFile(base + group + "/cpu.max"), ' ');
    if (words.size() == 2) take(CoresOfQuota(ParsePositive(words[0]), ParsePositive(words[1])));
    if (group.empty()) break;
    group.erase(group.rfind('/'));
  }
  take(CoresOfQuota(ReadPositive(base + "/cpu/cpu.cfs_quota_us"),
                    ReadPositive(base + "/cpu/cpu.cfs_period_us")));
  return smallest;
}

void ReadCaches(const std::string& dir, CpuCore* core) {
  constexpr int kMaxCaches = 8;
  for (int i = 0; i < kMaxCaches; ++i) {
    const std::string index = StrCat(dir, "/cache/index", i);
    const int64_t level = ReadPositive(index + "/level");
    if (level == 0) break;
    const int64_t kib = ParsePositive(ReadSystemFile(index + "/size"), 10, "K");
    if (kib > int64_t{1} << 20) continue;  // a gigabyte: not a cache
    const bool data = StripWhitespace(ReadSystemFile(index + "/type")) != "Instruction";
    if (level == 1 && data) core->l1_bytes = static_cast<size_t>(kib) << 10;
    if (level == 2) core->l2_bytes = static_cast<size_t>(kib) << 10;
    if (level == 3) core->l3_bytes = static_cast<size_t>(kib) << 10;
  }
}

// Splits the cores by a value that is positive for all of them; false if all are alike or one has
// none.
template <typename Value>
bool SplitBy(std::vector<CpuCore>* cores, const Value& value) {
  int64_t least = INT64_MAX, most = 0;
  for (const CpuCore& core : *cores) {
    least = std::min<int64_t>(least, value(core));
    most = std::max<int64_t>(most, value(core));
  }
  if (least <= 0 || least == most) return false;
  for (CpuCore& core : *cores) core.big = most - value(core) <= value(core) - least;
  return true;
}

template <typename Value>
bool AllHave(const std::vector<CpuCore>& cores, const Value& value) {
  return std::all_of(cores.begin(), cores.end(),
                     [&](const CpuCore& core) { return value(core) > 0; });
}

}  // namespace

std::vector<int> CpuTopology::big() const {
  std::vector<int> numbers;
  for (const CpuCore& core : cores) {
    if (core.big) numbers.push_back(core.number);
  }
  return numbers;
}

std::vector<int> CpuTopology::little() const {
  std::vector<int> numbers;
  for (const CpuCore& core : cores) {
    if (!core.big) numbers.push_back(core.number);
  }
  return numbers;
}

const CpuCore* CpuTopology::Find(int number) const {
  for (const CpuCore& core : cores) {
    if (core.number == number) return &core;
  }
  return nullptr;
}

CoreClass ClassOfCore(uint32_t implementer, uint32_t part) {
  const KnownCore* known = FindKnown(implementer, part);
  return known == nullptr ? CoreClass::kUnknown : known->core_class;
}

const char* NameOfCore(uint32_t implementer, uint32_t part) {
  const KnownCore* known = FindKnown(implementer, part);
  return known == nullptr ? "" : known->name;
}

int CortexOfCore(uint32_t implementer, uint32_t part) {
  const KnownCore* known = FindKnown(implementer, part);
  return known == nullptr ? -1 : known->cortex;
}

std::string ReadSystemFile(const std::string& path) {
  std::string text;
  std::FILE* file = std::fopen(path.c_str(), "r");
  if (file == nullptr) return text;
  char part[1024];
  size_t count = 0;
  while (text.size() < kMaxFileBytes && (count = std::fread(part, 1, sizeof(part), file)) > 0) {
    text.append(part, count);
  }
  std::fclose(file);
  return text;
}

std::vector<int> ParseCoreList(const std::string& text) {
  std::vector<int> cores;
  for (const std::string& range : SplitString(StripWhitespace(text), ',')) {
    char* end = nullptr;
    const char* at = range.c_str();
    const auto number = [&end](const char* digits) {
      if (*digits < '0' || *digits > '9') return -1L;
      return std::strtol(digits, &end, 10);
    };
    const long first = number(at);  // NOLINT: strtol's type
    if (first < 0) return {};
    const long last = *end == '-' ? number(end + 1) : first;  // NOLINT: strtol's type
    if (last < first || last >= kMaxCores || *end != '\0') return {};
    for (long core = first; core <= last; ++core) cores.push_back(static_cast<int>(core));
  }
  std::sort(cores.begin(), cores.end());
  cores.erase(std::unique(cores.begin(), cores.end()), cores.end());
  return cores;
}

std::string CoreListToString(const std::vector<int>& cores) {
  std::string text;
  for (size_t i = 0; i < cores.size();) {
    size_t end = i + 1;
    while (end < cores.size() && cores[end] == cores[end - 1] + 1) ++end;
    text += StrCat(text.empty() ? "" : ",", cores[i]);
    if (end - i > 1) text += StrCat("-", cores[end - 1]);
    i = end;
  }
  return text;
}

CpuTopology ReadCpuTopology(const std::string& root, const std::vector<int>& allowed) {
  const std::string cpu_dir = root + "/sys/devices/system/cpu";
  const std::vector<ProcessorLine> processors =
      ParseCpuinfo(ReadSystemFile(root + "/proc/cpuinfo"));
  std::vector<int> numbers = allowed;
  if (numbers.empty()) numbers = AllowedInStatus(ReadSystemFile(root + "/proc/self/status"));
  if (numbers.empty()) {
    for (const ProcessorLine& processor : processors) numbers.push_back(processor.number);
    std::sort(numbers.begin(), numbers.end());
  }
  const std::vector<int> online = ParseCoreList(ReadSystemFile(cpu_dir + "/online"));

  CpuTopology topology;
  topology.quota = ReadQuota(root);
  for (const int number : numbers) {
    if (!online.empty() && !std::binary_search(online.begin(), online.end(), number)) continue;
    const std::string dir = StrCat(cpu_dir, "/cpu", number);
    if (StripWhitespace(ReadSystemFile(dir + "/online")) == "0") continue;
    CpuCore core;
    core.number = number;
    core.capacity = ReadPositive(dir + "/cpu_capacity");
    core.max_khz = ReadPositive(dir + "/cpufreq/cpuinfo_max_freq");
    for (const ProcessorLine& processor : processors) {
      if (processor.number != number) continue;
      core.implementer = processor.implementer;
      core.part = processor.part;
      core.dot = Has(processor, "asimddp");
      core.fp16 = Has(processor, "asimdhp");
      core.sve2 = Has(processor, "sve2");
    }
    const int64_t midr = ReadPositive(dir + "/regs/identification/midr_el1", 16);
    if (midr != 0) {
      core.implementer = static_cast<uint32_t>(midr >> 24 & 0xff);
      core.part = static_cast<uint32_t>(midr >> 4 & 0xfff);
    }
    ReadCaches(dir, &core);
    topology.cores.push_back(core);
  }

  std::vector<CpuCore>& cores = topology.cores;
  const auto capacity = [](const CpuCore& core) { return core.capacity; };
  const auto frequency = [](const CpuCore& core) { return core.max_khz; };
  const auto core_class = [](const CpuCore& core) {
    return static_cast<int64_t>(ClassOfCore(core.implementer, core.part));
  };
  if (!SplitBy(&cores, core_class) && !SplitBy(&cores, capacity)) SplitBy(&cores, frequency);
  const bool capacities = AllHave(cores, capacity);
  const bool frequencies = AllHave(cores, frequency);
  const bool classes = AllHave(cores, core_class);
  for (CpuCore& core : cores) {
    if (capacities) {
      core.speed = static_cast<double>(core.capacity);
      continue;
    }
    if (frequencies) core.speed = static_cast<double>(core.max_khz);
    if (classes && ClassOfCore(core.implementer, core.part) == CoreClass::kOutOfOrder) {
      core.speed *= kOutOfOrderSpeed;
    }
  }
  topology.bindable = !cores.empty() && (capacities || frequencies || classes);
  return topology;
}

bool SetLittleCores(const std::string& list, CpuTopology* topology) {
  const std::vector<int> little = ParseCoreList(list);
  const auto listed = [&little](const CpuCore& core) {
    return std::binary_search(little.begin(), little.end(), core.number);
  };
  std::vector<CpuCore>& cores = topology->cores;
  if (std::none_of(cores.begin(), cores.end(), listed)) return false;
  double fastest = 0;
  for (const CpuCore& core : cores) fastest = std::max(fastest, core.speed);
  for (CpuCore& core : cores) {
    core.big = !listed(core);
    // A little core is slower than the fastest one, even if nothing was reported.
    if (!core.big) core.speed = std::min(core.speed, fastest / kOutOfOrderSpeed);
  }
  return true;
}

const CpuTopology& SystemCpuTopology() {
  static const CpuTopology topology = [] {
    const std::vector<int> allowed = CurrentThreadCores();
    CpuTopology read = ReadCpuTopology("", allowed);
    if (allowed.empty()) read.bindable = false;
    if (read.cores.empty()) {
      const int count = std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
      for (int i = 0; i < count; ++i) {
        CpuCore core;
        core.number = i;
        read.cores.push_back(core);
      }
    }
    const char* little = std::getenv("LITE_LITTLE_CORES");
    if (little != nullptr && *little != '\0') {
      if (SetLittleCores(little, &read)) {
        read.bindable = !allowed.empty();
      } else {
        LITE_LOG_WARNING(
            "LITE_LITTLE_CORES=", little,
            " is ignored: expected a list such as 0-3, with cores that the process may "
            "use");
      }
    }
    return read;
  }();
  return topology;
}

#if defined(__linux__)

bool BindCurrentThread(const std::vector<int>& cores) {
  cpu_set_t set;
  CPU_ZERO(&set);
  for (const int core : cores) {
    if (core < 0 || core >= CPU_SETSIZE) return false;
    CPU_SET(core, &set);
  }
  return sched_setaffinity(0, sizeof(set), &set) == 0;
}

std::vector<int> CurrentThreadCores() {
  cpu_set_t set;
  CPU_ZERO(&set);
  std::vector<int> cores;
  if (sched_getaffinity(0, sizeof(set), &set) != 0) return cores;
  for (int core = 0; core < CPU_SETSIZE; ++core) {
    if (CPU_ISSET(core, &set)) cores.push_back(core);
  }
  return cores;
}

#else

bool BindCurrentThread(const std::vector<int>&) { return false; }
std::vector<int> CurrentThreadCores() { return {}; }

#endif

}  // namespace paddle::lite
