#include "nnadapter/utility/logging.h"

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>

namespace nnadapter::logging {
namespace {

int LevelFromEnv(const char* name, int default_value) {
  const char* text = std::getenv(name);
  if (!text) return default_value;
  char* end = nullptr;
  const long value = std::strtol(text, &end, 10);
  if (end == text || value < -100 || value > 100) return default_value;
  return static_cast<int>(value);
}

}  // namespace

bool IsOn(Severity severity) {
  static const int min_level = LevelFromEnv("NNADAPTER_MIN_LOG_LEVEL", 1);
  return severity == Severity::FATAL || static_cast<int>(severity) >= min_level;
}

bool IsVerbose(int level) {
  static const int verbosity = LevelFromEnv("GLOG_v", 0);
  return level <= verbosity;
}

Message::~Message() noexcept(false) {
  const char* base = std::strrchr(file_, '/');
  const std::string text = stream_.str();
  std::fprintf(stderr, "[nnadapter %c %s:%d] %s\n", "IWEF"[static_cast<int>(severity_)],
               base ? base + 1 : file_, line_, text.c_str());
  if (severity_ == Severity::FATAL) throw FatalError(text);
}

}  // namespace nnadapter::logging
