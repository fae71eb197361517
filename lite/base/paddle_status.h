// Status: how every part of the library reports failure. Public header; parses as C++11.
#pragma once

#include <stdexcept>
#include <string>
#include <utility>

#if defined(_WIN32) && !defined(__clang__)
#define LITE_API
#else
#define LITE_API [[gnu::visibility("default")]]
#endif

// A Status that is ignored is worth a warning in programs of any standard. Clang warns of the
// standard attribute itself before C++17.
#if defined(__clang__)
#define LITE_NODISCARD __attribute__((warn_unused_result))
#elif defined(__GNUC__) || (defined(__cplusplus) && __cplusplus >= 201703L)
#define LITE_NODISCARD [[nodiscard]]
#else
#define LITE_NODISCARD
#endif

namespace paddle {
namespace lite_api {

enum class StatusCode : int {
  kOk = 0,
  kInvalidArgument = 1,  ///< the caller passed something that can never be right
  kNotFound = 2,         ///< a file, variable, operator or kernel does not exist
  kUnsupported = 3,      ///< legal, but this build or target cannot do it; the text names a way out
  kDataLoss = 4,         ///< a model file is damaged or truncated
  kOutOfRange = 5,       ///< an index, size or shape is outside what is allowed
  kResourceExhausted = 6,   ///< out of memory or over a configured limit
  kFailedPrecondition = 7,  ///< called at the wrong time, e.g. Run before an input was set
  kIoError = 8,             ///< the operating system refused to read or write
  kInternal = 9,            ///< a defect of this library
};

/// Name of a code, e.g. "INVALID_ARGUMENT".
LITE_API const char* StatusCodeName(StatusCode code);

/// Value type: a code and a text. A default-constructed Status is success.
class LITE_NODISCARD LITE_API Status {
 public:
  Status() : code_(StatusCode::kOk) {}
  Status(StatusCode code, std::string message) : code_(code), message_(std::move(message)) {}

  bool ok() const { return code_ == StatusCode::kOk; }
  StatusCode code() const { return code_; }
  const std::string& message() const { return message_; }
  /// "OK", or "INVALID_ARGUMENT: text".
  std::string ToString() const;
  /// The same failure with `context` and ": " prepended to the text. No effect on success.
  Status WithContext(const std::string& context) const;

 private:
  StatusCode code_;
  std::string message_;
};

/// Thrown by the documented C++ calls; what() is the text of the status.
class LITE_API Error : public std::runtime_error {
 public:
  explicit Error(const Status& status) : std::runtime_error(status.ToString()), status_(status) {}
  const Status& status() const { return status_; }

 private:
  Status status_;
};

}  // namespace lite_api
}  // namespace paddle
