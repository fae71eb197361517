// Conversion between Status values and exceptions at the public interface.
#pragma once

#include <exception>
#include <new>

#include "lite/base/status.h"

namespace paddle::lite {

// Reports the failure of a documented call: throws lite_api::Error, or prints the text and aborts
// when the library was built with LITE_WITH_EXCEPTION=OFF.
[[noreturn]] void RaiseError(const Status& status);

inline void RaiseIfError(const Status& status) {
  if (!status.ok()) RaiseError(status);
}

// Calls `body`, which returns Status, and converts every exception into a Status; none escapes. A
// library without exceptions ends the process instead (docs/building.md).
template <typename Body>
Status CatchAll(const Body& body) noexcept {
#ifndef __cpp_exceptions
  return body();
#else
  try {
    return body();
  } catch (const std::bad_alloc&) {
    return Status(StatusCode::kResourceExhausted,
                  "out of memory");  // short: fits without allocation
  } catch (const std::length_error&) {
    return Status(StatusCode::kOutOfRange, "size too large");
  } catch (const std::exception& e) {
    return Internal("unexpected exception: ", e.what());
  } catch (...) {
    return Status(StatusCode::kInternal, "foreign error");
  }
#endif
}

}  // namespace paddle::lite
