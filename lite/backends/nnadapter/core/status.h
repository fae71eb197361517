// The outcome of an internal function: a result code, and what is wrong.
#pragma once

#include <sstream>
#include <string>
#include <utility>

#include "nnadapter/types.h"

namespace nnadapter {

class [[nodiscard]] Status {
 public:
  Status() = default;
  Status(int code, std::string message) : code_(code), message_(std::move(message)) {}

  bool ok() const { return code_ == NNADAPTER_NO_ERROR; }
  int code() const { return code_; }
  const std::string& message() const { return message_; }
  // The same code with text before the message: "operation 3 (CONV_2D): ...".
  Status With(const std::string& prefix) const {
    return ok() ? *this : Status(code_, prefix + message_);
  }

 private:
  int code_ = NNADAPTER_NO_ERROR;
  std::string message_;
};

template <typename... Args>
std::string Concat(const Args&... args) {
  std::ostringstream text;
  (text << ... << args);
  return text.str();
}

// One constructor for each code; arguments are concatenated: InvalidParameter("rank ", 3, ...).
#define NNADAPTER_STATUS_CONSTRUCTOR(name, code)      \
  template <typename... Args>                         \
  Status name(const Args&... args) {                  \
    return Status(NNADAPTER_##code, Concat(args...)); \
  }
NNADAPTER_STATUS_CONSTRUCTOR(OutOfMemory, OUT_OF_MEMORY)
NNADAPTER_STATUS_CONSTRUCTOR(InvalidDimensions, INVALID_DIMENSIONS)
NNADAPTER_STATUS_CONSTRUCTOR(InvalidParameter, INVALID_PARAMETER)
NNADAPTER_STATUS_CONSTRUCTOR(DeviceNotFound, DEVICE_NOT_FOUND)
NNADAPTER_STATUS_CONSTRUCTOR(DeviceInternalError, DEVICE_INTERNAL_ERROR)
NNADAPTER_STATUS_CONSTRUCTOR(FeatureNotSupported, FEATURE_NOT_SUPPORTED)
#undef NNADAPTER_STATUS_CONSTRUCTOR

#define NNADAPTER_RETURN_IF_ERROR(expr)                    \
  do {                                                     \
    ::nnadapter::Status nnadapter_status_ = (expr);        \
    if (!nnadapter_status_.ok()) return nnadapter_status_; \
  } while (0)

}  // namespace nnadapter
