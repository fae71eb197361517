// Records the runs of an Executable as a timeline for chrome://tracing and Perfetto, in two rows:
// whole runs, and their operators.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "lite/runtime/observer.h"

namespace paddle::lite {

class TraceObserver final : public Observer {
 public:
  TraceObserver();

  // A Chrome trace ("traceEvents" array of complete events). Times are microseconds since
  // construction.
  std::string ToJson() const;

  void BeginRun() override;
  void EndRun() override;
  void BeforeOp(OpPosition at, const Op& op, const KernelDef& kernel) override;
  void DeviceTime(OpPosition at, const Op& op, int64_t nanoseconds) override;
  void AfterOp(OpPosition at, const Op& op, const KernelDef& kernel, int64_t nanoseconds) override;

 private:
  int64_t Now() const;  // nanoseconds since construction

  struct Event {
    std::string name;
    std::string args;  // JSON object
    int row;
    int64_t begin_ns;
    int64_t duration_ns;
  };
  int64_t origin_ns_ = 0;
  int64_t run_begin_ns_ = 0;
  int run_ = 0;
  int64_t device_ns_ = -1;  // of the operator whose AfterOp comes next
  // Operators that contain others (loops) nest, so begin times are a stack.
  std::vector<int64_t> open_ns_;
  std::vector<Event> events_;
};

}  // namespace paddle::lite
