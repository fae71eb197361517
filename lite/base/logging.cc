#include "lite/base/logging.h"

#include <atomic>
#include <cstdlib>
#include <memory>
#include <mutex>
#include <utility>

#include "lite/base/log_print.h"

namespace paddle::lite {
namespace {

using lite_api::LogCallback;

std::atomic<int> requested_level{static_cast<int>(LogLevel::kDefault)};
// While a callback runs in this thread.
thread_local bool in_callback = false;

// Messages and SetLogCallback in other threads each keep what they use.
struct SharedCallback {
  std::mutex mutex;
  std::shared_ptr<const LogCallback> callback;
};

// Never destroyed: messages may come from threads that outlive main.
SharedCallback& TheCallback() {
  static SharedCallback* const made = new SharedCallback;
  return *made;
}

std::shared_ptr<const LogCallback> CurrentCallback() {
  SharedCallback& shared = TheCallback();
  const std::lock_guard<std::mutex> lock(shared.mutex);
  return shared.callback;
}

class InCallback {
 public:
  InCallback() { in_callback = true; }
  ~InCallback() { in_callback = false; }
  InCallback(const InCallback&) = delete;
  InCallback& operator=(const InCallback&) = delete;
};

// False if the callback throws. Without exceptions, it must not.
bool Calls(const LogCallback& callback, const lite_api::LogMessage& message) {
#ifdef __cpp_exceptions
  try {
    callback(message);
  } catch (...) {
    return false;
  }
#else
  callback(message);
#endif
  return true;
}

bool PassToCallback(const lite_api::LogMessage& message) {
  if (in_callback) return false;
  const std::shared_ptr<const LogCallback> callback = CurrentCallback();
  if (callback == nullptr) return false;
  const InCallback inside;
  return Calls(*callback, message);
}

int EnvironmentInt(const char* name, int fallback) {
  const char* text = std::getenv(name);
  if (text == nullptr || *text == '\0') return fallback;
  char* end = nullptr;
  const long value = std::strtol(text, &end, 10);
  return end == text ? fallback : static_cast<int>(value);
}

// The bound in effect: below kInfo and above kOff, every value has the same effect.
int CurrentLevel() {
  const int level = requested_level.load(std::memory_order_relaxed);
  return level != static_cast<int>(LogLevel::kDefault) ? level
                                                       : EnvironmentInt("GLOG_minloglevel", 0);
}

}  // namespace

#ifdef LITE_WITH_LOG
bool LogEnabled(LogLevel level) { return static_cast<int>(level) >= CurrentLevel(); }
bool VlogEnabled(int verbosity) {
  return verbosity <= EnvironmentInt("GLOG_v", 0) && LogEnabled(LogLevel::kInfo);
}
#else
bool LogEnabled(LogLevel) { return false; }
bool VlogEnabled(int) { return false; }
#endif

void WriteLog(LogLevel level, int verbosity, const char* file, int line, const char* function,
              const std::string& text) {
  const lite_api::LogMessage message = {level, verbosity, file, line, function, text.c_str()};
  if (!PassToCallback(message)) PrintMessage(message);
}

}  // namespace paddle::lite

namespace paddle::lite_api {

void SetLogLevel(LogLevel level) { lite::requested_level.store(static_cast<int>(level)); }

LogLevel GetLogLevel() {
  const int level = lite::CurrentLevel();
  constexpr int kMin = static_cast<int>(LogLevel::kInfo);
  constexpr int kMax = static_cast<int>(LogLevel::kOff);
  return static_cast<LogLevel>(level < kMin ? kMin : level > kMax ? kMax : level);
}

void SetLogCallback(LogCallback callback) {
  std::shared_ptr<const LogCallback> replaced;
  if (callback) replaced = std::make_shared<const LogCallback>(std::move(callback));
  lite::SharedCallback& shared = lite::TheCallback();
  {
    const std::lock_guard<std::mutex> lock(shared.mutex);
    shared.callback.swap(replaced);
  }
  // The former callback is destroyed here, without the lock: its destructor may have messages.
}

}  // namespace paddle::lite_api
