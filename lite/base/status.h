// Internal additions to the public Status: Result<T>, constructors by code, propagation macros.
#pragma once

#include <optional>
#include <utility>

#include "lite/base/paddle_status.h"
#include "lite/base/strings.h"

namespace paddle::lite {

using lite_api::Status;
using lite_api::StatusCode;

inline Status OkStatus() { return Status(); }

Status MakeStatus(StatusCode code, const StrPiece* pieces, size_t count);

// One constructor per code; arguments are concatenated: InvalidArgument("rank ", 3, " expected").
#define LITE_STATUS_CONSTRUCTOR(name, code)                       \
  template <typename... Args>                                     \
  Status name(const Args&... args) {                              \
    const StrPiece pieces[] = {StrPiece(args)...};                \
    return MakeStatus(StatusCode::code, pieces, sizeof...(args)); \
  }
LITE_STATUS_CONSTRUCTOR(InvalidArgument, kInvalidArgument)
LITE_STATUS_CONSTRUCTOR(NotFound, kNotFound)
LITE_STATUS_CONSTRUCTOR(Unsupported, kUnsupported)
LITE_STATUS_CONSTRUCTOR(DataLoss, kDataLoss)
LITE_STATUS_CONSTRUCTOR(OutOfRange, kOutOfRange)
LITE_STATUS_CONSTRUCTOR(ResourceExhausted, kResourceExhausted)
LITE_STATUS_CONSTRUCTOR(FailedPrecondition, kFailedPrecondition)
LITE_STATUS_CONSTRUCTOR(IoError, kIoError)
LITE_STATUS_CONSTRUCTOR(Internal, kInternal)
#undef LITE_STATUS_CONSTRUCTOR

Status ResultWithoutValue();

// A value, or the Status that explains why there is none.
template <typename T>
class LITE_NODISCARD Result {
 public:
  Result(T value) : value_(std::move(value)) {}         // NOLINT: implicit by design
  Result(Status status) : status_(std::move(status)) {  // NOLINT: implicit by design
    if (status_.ok()) status_ = ResultWithoutValue();
  }

  bool ok() const { return value_.has_value(); }
  const Status& status() const { return status_; }
  T& value() & { return *value_; }
  const T& value() const& { return *value_; }
  T&& value() && { return *std::move(value_); }
  T& operator*() & { return *value_; }
  const T& operator*() const& { return *value_; }
  T&& operator*() && { return *std::move(value_); }
  T* operator->() { return &*value_; }
  const T* operator->() const { return &*value_; }

 private:
  std::optional<T> value_;
  Status status_;
};

}  // namespace paddle::lite

#define LITE_RETURN_IF_ERROR(expr)                \
  do {                                            \
    ::paddle::lite::Status lite_status_ = (expr); \
    if (!lite_status_.ok()) return lite_status_;  \
  } while (0)

#define LITE_CONCAT_INNER(a, b) a##b
#define LITE_CONCAT(a, b) LITE_CONCAT_INNER(a, b)

// LITE_ASSIGN_OR_RETURN(auto x, F()): x = value of F(), or return its status.
#define LITE_ASSIGN_OR_RETURN(lhs, expr) \
  LITE_ASSIGN_OR_RETURN_IMPL(LITE_CONCAT(lite_result_, __LINE__), lhs, expr)
#define LITE_ASSIGN_OR_RETURN_IMPL(result, lhs, expr) \
  auto result = (expr);                               \
  if (!result.ok()) return result.status();           \
  lhs = std::move(result).value()
