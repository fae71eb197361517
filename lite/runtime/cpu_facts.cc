#include "lite/runtime/cpu_facts.h"

#include <cstdio>
#include <cstdlib>
#include <limits>

#include "lite/base/strings.h"

namespace paddle::lite {
namespace {

constexpr int kMaxCaches = 16;

struct CorePart {
  int implementer;
  int part;
  int kind;
};

constexpr int kArm = 0x41;
constexpr int kQualcomm = 0x51;
constexpr int kApple = 0x61;

constexpr CorePart kParts[] = {
    {kArm, 0xc07, 7},       {kArm, 0xc0f, 15},      {kArm, 0xc0e, 17},      {kArm, 0xd04, 35},
    {kArm, 0xd03, 53},      {kArm, 0xd05, 55},      {kArm, 0xd07, 57},      {kArm, 0xd08, 72},
    {kArm, 0xd09, 73},      {kArm, 0xd0a, 75},      {kArm, 0xd0b, 76},      {kArm, 0xd0d, 77},
    {kArm, 0xd41, 78},      {kArm, 0xd46, 510},     {kArm, 0xd80, 520},     {kArm, 0xd47, 710},
    {kArm, 0xd4d, 715},     {kArm, 0xd81, 720},     {kArm, 0xd44, 1},       {kArm, 0xd48, 2},
    {kArm, 0xd4e, 3},       {kArm, 0xd82, 4},       {kQualcomm, 0x800, 73}, {kQualcomm, 0x801, 53},
    {kQualcomm, 0x802, 75}, {kQualcomm, 0x803, 55}, {kQualcomm, 0x804, 76}, {kQualcomm, 0x805, 55},
};

// -1 if it is not known.
int KindOf(int implementer, int part) {
  if (implementer == kApple) return 0;
  for (const CorePart& known : kParts) {
    if (known.implementer == implementer && known.part == part) return known.kind;
  }
  return -1;
}

bool HasWord(std::string_view text, std::string_view word) {
  for (const std::string& candidate : SplitString(text, ' ')) {
    if (candidate == word) return true;
  }
  return false;
}

// "48K" or "2M" in bytes.
int ParseSize(const std::string& text) {
  char* end = nullptr;
  const long value = std::strtol(text.c_str(), &end, 10);  // NOLINT(runtime/int)
  const int scale = *end == 'K' ? 1 << 10 : *end == 'M' ? 1 << 20 : 1;
  if (value <= 0 || value > std::numeric_limits<int>::max() / scale) return 0;
  return static_cast<int>(value) * scale;
}

}  // namespace

std::string ReadSystemFile(const std::string& path) {
  std::string text;
  std::FILE* file = std::fopen(path.c_str(), "r");
  if (file == nullptr) return text;
  char part[4096];
  size_t count;
  while ((count = std::fread(part, 1, sizeof(part), file)) > 0) text.append(part, count);
  std::fclose(file);
  return text;
}

CacheSizes ReadCacheSizes(const std::string& cpu_dir, int core) {
  CacheSizes sizes;
  for (int i = 0; i < kMaxCaches; ++i) {
    const std::string dir = StrCat(cpu_dir, "/cpu", core, "/cache/index", i);
    const std::string level = ReadSystemFile(dir + "/level");
    if (level.empty()) break;
    if (StripWhitespace(ReadSystemFile(dir + "/type")) == "Instruction") continue;
    const int bytes = ParseSize(ReadSystemFile(dir + "/size"));
    if (level[0] == '1') sizes.l1 = bytes;
    if (level[0] == '2') sizes.l2 = bytes;
    if (level[0] == '3') sizes.l3 = bytes;
  }
  return sizes;
}

CpuFacts ParseCpuinfo(std::string_view cpuinfo) {
  CpuFacts facts;
  int core = -1;
  int implementer = 0;
  bool first = true;
  for (const std::string& line : SplitString(cpuinfo, '\n')) {
    const size_t colon = line.find(':');
    if (colon == std::string::npos) continue;
    const std::string_view name = StripWhitespace(std::string_view(line).substr(0, colon));
    const std::string value(StripWhitespace(std::string_view(line).substr(colon + 1)));
    const int number = static_cast<int>(std::strtol(value.c_str(), nullptr, 0));
    if (name == "processor") {
      core = number;
    } else if (name == "Features") {
      const bool dot = HasWord(value, "asimddp");
      const bool sve2 = HasWord(value, "sve2");
      facts.dot = dot && (first || facts.dot);
      facts.sve2 = sve2 && (first || facts.sve2);
      facts.fp16 = facts.fp16 || HasWord(value, "asimdhp");
      first = false;
    } else if (name == "CPU implementer") {
      implementer = number;
    } else if (name == "CPU part") {
      const int kind = KindOf(implementer, number);
      if (core >= 0 && kind >= 0) facts.kinds[core] = kind;
    }
  }
  return facts;
}

}  // namespace paddle::lite
