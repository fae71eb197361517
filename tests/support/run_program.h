// What the main functions of the programs for developers have in common.
#pragma once

#include <cstdio>
#include <type_traits>

#include "lite/api/boundary.h"

namespace paddle::lite {

// The exit status of a program that is `body`, which returns an exit status or a Status. An error,
// also one that is thrown, becomes a line on stderr and exit status 1.
template <typename Body>
int RunProgram(const Body& body) {
  int exit_status = 0;
  const Status status = CatchAll([&]() -> Status {
    if constexpr (std::is_same_v<decltype(body()), Status>) {
      return body();
    } else {
      exit_status = body();
      return OkStatus();
    }
  });
  if (status.ok()) return exit_status;
  std::fprintf(stderr, "%s\n", status.ToString().c_str());
  return 1;
}

}  // namespace paddle::lite
