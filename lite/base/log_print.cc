#include "lite/base/log_print.h"

#include <chrono>
#include <cstdio>
#include <cstring>
#include <ctime>

#ifdef __ANDROID__
#include <android/log.h>
#endif

namespace paddle::lite {
namespace {

using lite_api::LogLevel;
using lite_api::LogMessage;

constexpr size_t kFileTail = 40;

const char* LevelText(LogLevel level) {
  return level == LogLevel::kError ? "E" : level == LogLevel::kWarning ? "W" : "I";
}

#ifdef __ANDROID__
int AndroidPriority(const LogMessage& message) {
  if (message.verbosity != 0) return ANDROID_LOG_VERBOSE;
  return message.level == LogLevel::kError     ? ANDROID_LOG_ERROR
         : message.level == LogLevel::kWarning ? ANDROID_LOG_WARN
                                               : ANDROID_LOG_INFO;
}
#endif

}  // namespace

void PrintMessage(const LogMessage& message) {
  const size_t length = std::strlen(message.file);
  const bool cut = length > kFileTail;
  const char* file = cut ? message.file + length - kFileTail : message.file;
  const char* dots = cut ? "..." : "";
  const auto now = std::chrono::system_clock::now();
  const std::time_t seconds = std::chrono::system_clock::to_time_t(now);
  const int milliseconds = static_cast<int>(
      std::chrono::duration_cast<std::chrono::milliseconds>(now.time_since_epoch()).count() % 1000);
  std::tm parts{};
#ifdef _WIN32
  localtime_s(&parts, &seconds);
#else
  localtime_r(&seconds, &parts);
#endif
  char level[16];
  if (message.verbosity != 0) {
    std::snprintf(level, sizeof(level), "%d", message.verbosity);
  } else {
    std::snprintf(level, sizeof(level), "%s", LevelText(message.level));
  }
  std::fprintf(stderr, "[%s %04d-%02d-%02d %02d:%02d:%02d.%03d %s%s:%d %s] %s\n", level,
               parts.tm_year + 1900, parts.tm_mon + 1, parts.tm_mday, parts.tm_hour, parts.tm_min,
               parts.tm_sec, milliseconds, dots, file, message.line, message.function,
               message.text);
#ifdef __ANDROID__
  // The system adds the time.
  __android_log_print(AndroidPriority(message), "lite", "%s%s:%d %s] %s", dots, file, message.line,
                      message.function, message.text);
#endif
}

}  // namespace paddle::lite
