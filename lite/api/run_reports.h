// Reports on a predictor's runs, printed when it is destroyed.
//
//   LITE_PROFILE=<basic|detailed|concise|json>[:<file>]  time of every operator
//   LITE_PRECISION_PROFILE=on[:<file>]                   statistics of what every operator computed
//   LITE_PRECISION_DUMP=<folder>                         ... and every tensor, in a file of its own
//
// Without a file, reports go to stderr; an existing file is appended to. A build with
// LITE_WITH_PROFILE or LITE_WITH_PRECISION_PROFILE reports by default, unless the variable
// is set to "off". A tiny library built without these options ignores the variables.
#pragma once

#include <memory>

#include "lite/runtime/executable.h"

namespace paddle::lite {

class RunReports {
 public:
  virtual ~RunReports() = default;

  // Creates the requested reports, which observe `executable` and must not outlive it; null if none
  // was requested.
  static std::unique_ptr<RunReports> Requested(Executable* executable);
};

}  // namespace paddle::lite
