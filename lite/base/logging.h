// Diagnostics on stderr. GLOG_v=<n> prints VLOG(k) for k <= n, GLOG_minloglevel=<n> hides lower
// levels; both are read for every message. Failures are returned as Status, never only logged.
#pragma once

#include "lite/base/strings.h"

namespace paddle::lite {

enum class LogLevel : int { kInfo = 0, kWarning = 1, kError = 2 };

bool LogEnabled(LogLevel level);
bool VlogEnabled(int verbosity);
// `level_text` is "I", "W", "E" or the verbosity number of a VLOG.
void WriteLog(const char* level_text, const char* file, int line, const char* function,
              const std::string& text);

}  // namespace paddle::lite

// LITE_LOG_WARNING("x is ", x): arguments are concatenated, and evaluated only when printed.
#define LITE_LOG_IMPL(enabled, level_text, ...)                          \
  do {                                                                   \
    if (enabled) {                                                       \
      ::paddle::lite::WriteLog(level_text, __FILE__, __LINE__, __func__, \
                               ::paddle::lite::StrCat(__VA_ARGS__));     \
    }                                                                    \
  } while (0)
#define LITE_LOG_INFO(...) \
  LITE_LOG_IMPL(::paddle::lite::LogEnabled(::paddle::lite::LogLevel::kInfo), "I", __VA_ARGS__)
#define LITE_LOG_WARNING(...) \
  LITE_LOG_IMPL(::paddle::lite::LogEnabled(::paddle::lite::LogLevel::kWarning), "W", __VA_ARGS__)
#define LITE_LOG_ERROR(...) \
  LITE_LOG_IMPL(::paddle::lite::LogEnabled(::paddle::lite::LogLevel::kError), "E", __VA_ARGS__)
#define LITE_VLOG(verbosity, ...) \
  LITE_LOG_IMPL(::paddle::lite::VlogEnabled(verbosity), #verbosity, __VA_ARGS__)

// Checks an invariant of the library's own code; never used on input from a file or a caller.
#ifdef NDEBUG
#define LITE_DCHECK(condition) ((void)0)
#else
#include <cassert>
#define LITE_DCHECK(condition) assert(condition)
#endif
