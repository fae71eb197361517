#include "lite/base/logging.h"

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>

namespace paddle::lite {
#ifdef LITE_WITH_LOG
namespace {

int EnvironmentInt(const char* name, int fallback) {
  const char* text = std::getenv(name);
  if (text == nullptr || *text == '\0') return fallback;
  char* end = nullptr;
  const long value = std::strtol(text, &end, 10);
  return end == text ? fallback : static_cast<int>(value);
}

}  // namespace

bool LogEnabled(LogLevel level) {
  return static_cast<int>(level) >= EnvironmentInt("GLOG_minloglevel", 0);
}
bool VlogEnabled(int verbosity) { return verbosity <= EnvironmentInt("GLOG_v", 0); }
#else
bool LogEnabled(LogLevel) { return false; }
bool VlogEnabled(int) { return false; }
#endif

void WriteLog(const char* level_text, const char* file, int line, const char* function,
              const std::string& text) {
  constexpr size_t kFileTail = 40;
  const size_t length = std::strlen(file);
  const bool cut = length > kFileTail;
  const auto now = std::chrono::system_clock::now();
  const std::time_t seconds = std::chrono::system_clock::to_time_t(now);
  const int milliseconds = static_cast<int>(
      std::chrono::duration_cast<std::chrono::milliseconds>(now.time_since_epoch()).count() % 1000);
  std::tm parts{};
  localtime_r(&seconds, &parts);
  std::fprintf(stderr, "[%s %2d/%2d %2d:%2d:%2d.%3d %s%s:%d %s] %s\n", level_text, parts.tm_mon + 1,
               parts.tm_mday, parts.tm_hour, parts.tm_min, parts.tm_sec, milliseconds,
               cut ? "..." : "", cut ? file + length - kFileTail : file, line, function,
               text.c_str());
}

}  // namespace paddle::lite
