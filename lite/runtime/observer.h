#pragma once

#include <cstdint>
#include <string>

#include "lite/base/status.h"
#include "lite/base/strings.h"
#include "lite/kernels/kernel.h"
#include "lite/operators/op.h"

namespace paddle::lite {

// Where the program has an operator.
struct OpPosition {
  int block = 0;
  int index = 0;  // in the block

  // "#3", or "#3 of block 1".
  std::string ToString() const {
    return block == 0 ? StrCat("#", index) : StrCat("#", index, " of block ", block);
  }
};

// Observes the operators of a run. Profiling, tracing, dumping and comparing are observers; without
// one, the run loop contains no trace of them.
class Observer {
 public:
  virtual ~Observer() = default;
  virtual void BeginRun() {}
  virtual void EndRun() {}
  // Inputs and outputs have memory and shapes. The operators of a block come between BeforeOp and
  // AfterOp of the operator that runs it.
  virtual void BeforeOp(OpPosition at, const Op& op, const KernelDef& kernel) {}
  // Before AfterOp of an operator that ran on a device, which was waited for: its time by the
  // device's clock. AfterOp's then includes queueing and waiting.
  virtual void DeviceTime(OpPosition at, const Op& op, int64_t nanoseconds) {}
  // `nanoseconds` is the time of the kernel's Run only.
  virtual void AfterOp(OpPosition at, const Op& op, const KernelDef& kernel, int64_t nanoseconds) {}
};

}  // namespace paddle::lite
