// Runs cases of one operator through every kernel of the build. A suite names no target: it
// describes attributes, inputs and expected outputs (from a reference in double, or computed by
// Paddle), and the runner multiplies each case by all kernels that accept it, by element type and
// layout of their slots, by {1, 3} threads, by {fresh, again, resized to another shape and back},
// and by in-place if the operator allows it. Outputs start as NaN; guard bytes surround outputs and
// scratch; inputs must not change. Kernels whose slots take any layout run again with channels-last
// memory. LITE_TEST_KERNEL in the environment limits the kernels to those whose key contains it.
//
//   TEST(Relu, Cases) {
//     OpSuite suite("relu");
//     Random random("relu");
//     OpCase c("small");
//     c.inputs["X"] = {random.Floats({2, 3}, -1, 1)};
//     c.expected["Out"] = {Map(c.inputs["X"][0], [](double x) { return std::max(x, 0.0); })};
//     suite.Run(c);
//     suite.RunGolden();  // tests/ops/golden/relu.txt
//   }
#pragma once

#include <map>
#include <string>

#include "lite/kernels/kernel.h"
#include "tests/support/op_case.h"

namespace paddle::lite::test {

class OpSuite {
 public:
  explicit OpSuite(std::string op_type, Tolerance tolerance = {});
  // Prints the number of cases per kernel, and the skipped kernels with the reasons.
  ~OpSuite();

  // Fails the running test for every disagreement, and if no kernel accepts the case.
  void Run(const OpCase& c);
  // The same with one kernel, which need not be registered.
  void RunOn(const KernelDef& def, const OpCase& c);
  // The cases computed by Paddle: tests/ops/golden/<op_type>.txt from Paddle 2.6, and
  // <op_type>.fluid.txt from 1.8, where they exist. Fails when there is neither.
  void RunGolden();
  // The operator must refuse the case (when loaded, or by InferShape or InferType) with a text that
  // contains `text`.
  void ExpectError(const OpCase& c, const std::string& text);

  int cases() const { return cases_; }

 private:
  struct Tally {
    int cases = 0;
    int runs = 0;
    int in_place = 0;
    int resized = 0;
    int channels_last = 0;  // cases run again with channels-last memory in slots of any layout
    std::map<std::string, int> skipped;  // reason -> cases
  };
  // The reason why `def` cannot run `c`, or "".
  std::string RunKernel(const KernelDef& def, const OpCase& c, Tally* tally);
  std::string RunInLayout(const KernelDef& def, const OpCase& c, DataLayoutType free_layout,
                          Tally* tally);

  std::string op_type_;
  Tolerance tolerance_;
  int cases_ = 0;
  int golden_ = 0;
  std::map<std::string, Tally> tallies_;  // by kernel key
};

}  // namespace paddle::lite::test
