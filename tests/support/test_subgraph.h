// An accelerator for tests: it compiles the block of a `subgraph` to copies of the operators, which
// have memory of their own and run on kernels of the host.
#pragma once

#include <atomic>
#include <functional>
#include <string>

#include "lite/kernels/kernel.h"
#include "lite/mir/optimizer.h"
#include "lite/runtime/executable.h"

namespace paddle::lite::test {

// What the accelerator of the process does and did. Set between runs only.
struct TestAccelerator {
  // Why an operator cannot be part of a block; all can if this is empty.
  std::function<Status(const Op&)> accepts;
  bool fails_to_compile = false;
  bool fails_to_run = false;
  // Defects of a back end, which tests have to find.
  bool forgets_a_result = false;
  bool runs_backwards = false;

  std::atomic<int> compiled{0};   // blocks
  std::atomic<int> operators{0};  // of the blocks that ran
};
// Resets it at the beginning and the end of its life.
class AcceleratorForTest {
 public:
  AcceleratorForTest();
  ~AcceleratorForTest();
  TestAccelerator* operator->() const;
};

// The kernel of `subgraph` for target kNNAdapter.
const KernelDef* TestSubgraphKernel();

// Options of an optimiser that only partitions, and of a run with the accelerator
// and kernels of the host.
mir::OptimizeOptions PartitionOnly();
ExecutableOptions WithAccelerator();

}  // namespace paddle::lite::test
