// Log messages of drivers: NNADAPTER_LOG(INFO) << "text"; NNADAPTER_VLOG(3) << ...;
// NNADAPTER_CHECK(condition) << "text". FATAL and a failed check throw; the runtime turns what a
// driver throws into DEVICE_INTERNAL_ERROR.
//
// Messages go to stderr. The environment variables NNADAPTER_MIN_LOG_LEVEL (0 INFO, 1 WARNING,
// 2 ERROR; default 1) and GLOG_v (default 0) choose which.
#pragma once

#include <sstream>
#include <stdexcept>

namespace nnadapter::logging {

enum class Severity { INFO = 0, WARNING = 1, ERROR = 2, FATAL = 3 };

// What FATAL throws.
class FatalError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

bool IsOn(Severity severity);
bool IsVerbose(int level);

// One message, written when the statement ends.
class Message {
 public:
  Message(const char* file, int line, Severity severity)
      : file_(file), line_(line), severity_(severity) {}
  Message(const Message&) = delete;
  Message& operator=(const Message&) = delete;
  ~Message() noexcept(false);

  std::ostream& stream() { return stream_; }

 private:
  const char* file_;
  int line_;
  Severity severity_;
  std::ostringstream stream_;
};

// Gives both branches of ?: the type void.
struct Voidify {
  void operator&(std::ostream&) const {}
};

}  // namespace nnadapter::logging

#define NNADAPTER_LOG_STREAM(severity)                                                            \
  ::nnadapter::logging::Voidify() &                                                               \
      ::nnadapter::logging::Message(__FILE__, __LINE__, ::nnadapter::logging::Severity::severity) \
          .stream()
#define NNADAPTER_LOG(severity)                                         \
  !::nnadapter::logging::IsOn(::nnadapter::logging::Severity::severity) \
      ? (void)0                                                         \
      : NNADAPTER_LOG_STREAM(severity)
#define NNADAPTER_VLOG(level) \
  !::nnadapter::logging::IsVerbose(level) ? (void)0 : NNADAPTER_LOG_STREAM(INFO)
#define NNADAPTER_CHECK(condition) \
  (condition) ? (void)0 : NNADAPTER_LOG_STREAM(FATAL) << "Check failed: " #condition ". "
#define NNADAPTER_CHECK_EQ(a, b) NNADAPTER_CHECK((a) == (b))
#define NNADAPTER_CHECK_NE(a, b) NNADAPTER_CHECK((a) != (b))
#define NNADAPTER_CHECK_LT(a, b) NNADAPTER_CHECK((a) < (b))
#define NNADAPTER_CHECK_LE(a, b) NNADAPTER_CHECK((a) <= (b))
#define NNADAPTER_CHECK_GT(a, b) NNADAPTER_CHECK((a) > (b))
#define NNADAPTER_CHECK_GE(a, b) NNADAPTER_CHECK((a) >= (b))
