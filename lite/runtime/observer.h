#pragma once

#include <cstdint>

#include "lite/base/status.h"
#include "lite/kernels/kernel.h"
#include "lite/operators/op.h"

namespace paddle::lite {

// Observes the operators of a run. Profiling, tracing, dumping and comparing are observers; without
// one, the run loop contains no trace of them.
class Observer {
 public:
  virtual ~Observer() = default;
  virtual void BeginRun() {}
  virtual void EndRun() {}
  // `index` is the position in the execution order. Inputs and outputs have memory and shapes.
  virtual void BeforeOp(int index, const Op& op, const KernelDef& kernel) {}
  // `nanoseconds` is the time of the kernel's Run only.
  virtual void AfterOp(int index, const Op& op, const KernelDef& kernel, int64_t nanoseconds) {}
};

}  // namespace paddle::lite
