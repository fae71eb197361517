// Diagnostics: on stderr, or wherever SetLogCallback sends them (paddle_log.h). GLOG_v=<n> in the
// environment prints VLOG(k) for k <= n, as far as the level permits messages of kInfo; it is read
// for every message. Failures are returned as Status, never only logged.
#pragma once

#include "lite/base/paddle_log.h"
#include "lite/base/strings.h"

namespace paddle::lite {

using lite_api::LogLevel;

bool LogEnabled(LogLevel level);
bool VlogEnabled(int verbosity);
// Passes a message to the callback, or prints it. `verbosity` is that of a VLOG, else 0.
void WriteLog(LogLevel level, int verbosity, const char* file, int line, const char* function,
              const std::string& text);

}  // namespace paddle::lite

// LITE_LOG_WARNING("x is ", x): arguments are concatenated, and evaluated only when printed.
#define LITE_LOG_IMPL(enabled, level, verbosity, ...)                          \
  do {                                                                         \
    if (enabled) {                                                             \
      ::paddle::lite::WriteLog(level, verbosity, __FILE__, __LINE__, __func__, \
                               ::paddle::lite::StrCat(__VA_ARGS__));           \
    }                                                                          \
  } while (0)
#define LITE_LOG_AT(level, ...) \
  LITE_LOG_IMPL(::paddle::lite::LogEnabled(level), level, 0, __VA_ARGS__)
#define LITE_LOG_INFO(...) LITE_LOG_AT(::paddle::lite::LogLevel::kInfo, __VA_ARGS__)
#define LITE_LOG_WARNING(...) LITE_LOG_AT(::paddle::lite::LogLevel::kWarning, __VA_ARGS__)
#define LITE_LOG_ERROR(...) LITE_LOG_AT(::paddle::lite::LogLevel::kError, __VA_ARGS__)
#define LITE_VLOG(verbosity, ...)                                                        \
  LITE_LOG_IMPL(::paddle::lite::VlogEnabled(verbosity), ::paddle::lite::LogLevel::kInfo, \
                verbosity, __VA_ARGS__)
