// The messages of the library: their levels and destination. Public header; parses as C++11.
#pragma once

#include <functional>

#include "paddle_status.h"

namespace paddle {
namespace lite_api {

/// The level of a message or, in SetLogLevel, the lowest level that is not dropped.
enum class LogLevel : int {
  kDefault = -1,  ///< for SetLogLevel only: the environment decides, as before the first call
  kInfo = 0,
  kWarning = 1,
  kError = 2,
  kOff = 3,  ///< for SetLogLevel only: no messages
};

/// Drops the messages below `level`, for the whole process. Until then, GLOG_minloglevel in the
/// environment is the bound (0 to 3, read for every message), or kInfo if it is not set.
LITE_API void SetLogLevel(LogLevel level);
/// The level that is in effect; never kDefault.
LITE_API LogLevel GetLogLevel();

/// One message. The texts are valid during the callback only.
struct LogMessage {
  LogLevel level;
  int verbosity;  ///< n if GLOG_v=n in the environment requested the message, else 0
  const char* file;
  int line;
  const char* function;
  const char* text;
};

using LogCallback = std::function<void(const LogMessage&)>;

/// Passes all later messages to `callback` instead of printing them; an empty callback returns to
/// printing. Any thread may call this at any time. The callback runs in the thread that has the
/// message, possibly in several threads at once, and in the middle of a call of the library: it
/// must not use the predictor that this thread is using. A call that has already begun in another
/// thread may end after SetLogCallback has returned. A message of the callback itself, and one for
/// which it throws, is printed.
LITE_API void SetLogCallback(LogCallback callback);

}  // namespace lite_api
}  // namespace paddle
