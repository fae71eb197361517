// Runs cases of one operator through every kernel of the build. A suite names no target: it
// describes attributes, inputs and expected outputs (from a reference in double, or computed by
// Paddle), and the runner multiplies each case by all kernels that accept it, by element type and
// layout of their slots, by {1, 3} threads, by {fresh, again, resized to another shape and back},
// and by in-place if the operator allows it. Outputs start as NaN; guard bytes surround outputs
// and scratch; inputs must not change. Kernels whose slots take any layout run again with
// channels-last memory. What the kernels ran and refused is compared with a committed table
// (support_table.h). LITE_TEST_KERNEL in the environment limits the kernels to those whose key
// contains it.
//
//   TEST(Relu, Cases) {
//     OpSuite suite("relu");
//     Random random("relu");
//     OpCase c("small");
//     c.inputs["X"] = {random.Floats({2, 3}, -1, 1)};
//     c.expected["Out"] = {Map(c.inputs["X"][0], [](double x) { return std::max(x, 0.0); })};
//     suite.Run(c);
//   }
#pragma once

#include <string>
#include <utility>

#include "lite/kernels/kernel.h"
#include "tests/support/op_case.h"
#include "tests/support/support_table.h"

namespace paddle::lite::test {

class OpSuite {
 public:
  explicit OpSuite(std::string op_type, Tolerance tolerance = {})
      : op_type_(std::move(op_type)), tolerance_(tolerance) {}

  // Fails the running test for every disagreement, and if no kernel accepts the case.
  void Run(const OpCase& c);
  // The same with one kernel, which need not be registered, and with threads on any processor.
  void RunOn(const KernelDef& def, const OpCase& c);
  // The operator must refuse the case (when loaded, or by InferShape or InferType) with a text that
  // contains `text`.
  void ExpectError(const OpCase& c, const std::string& text);

 private:
  // Runs the case in plain memory, and with channels-last memory where that may happen. `recorded`:
  // the outcomes go to the table.
  CaseOutcome RunKernel(const KernelDef& def, const OpCase& c, bool recorded);

  std::string op_type_;
  Tolerance tolerance_;
};

}  // namespace paddle::lite::test
