// The runner must detect the errors that kernels can make.
#include "tests/support/op_suite.h"

#include <gtest/gtest-spi.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>

#include "lite/operators/softmax.h"

namespace paddle::lite::test {
namespace {

enum class Defect {
  kNone,
  kWrongValue,
  kForgetsAnElement,
  kWritesBehindTheOutput,
  kWritesToTheInput,
  kWritesBehindTheScratch,
  kDependsOnThreads,
  kKeepsTheFirstShape,
  kReadsAfterWriting,
  kCountsItsRuns,
};

// Not a softmax: copies X, but accepts cases of a known operator.
template <Defect defect>
class FaultyKernel final : public KernelFor<operators::Softmax> {
 public:
  Status PrepareOp(const operators::Softmax& op, PrepareContext* context) override {
    if (count_ < 0 || defect != Defect::kKeepsTheFirstShape) count_ = op.x->numel();
    scratch_ = context->BookScratch(64);
    return OkStatus();
  }
  Status RunOp(const operators::Softmax& op, const RunContext& context) override {
    const float* x = op.x->data<float>();
    float* out = op.out->mutable_data<float>();
    const int64_t count = std::min(count_, op.x->numel());
    if (defect == Defect::kReadsAfterWriting) {
      for (int64_t i = 0; i < count; ++i) out[i] = 0;
    }
    for (int64_t i = 0; i < count; ++i) out[i] = x[i] + (i > 0 && defect == Defect::kWrongValue);
    if (defect == Defect::kForgetsAnElement) std::memset(&out[count / 2], 0xff, sizeof(float));
    if (defect == Defect::kWritesBehindTheOutput) out[count] = 1;
    if (defect == Defect::kWritesToTheInput) const_cast<float*>(x)[0] += 1;
    if (defect == Defect::kWritesBehindTheScratch) context.scratch[scratch_ + 64] = 1;
    if (defect == Defect::kDependsOnThreads && context.pool->threads() > 1) out[0] += 1e-7f;
    if (defect == Defect::kCountsItsRuns) out[0] += 1e-7f * static_cast<float>(runs_++);
    return OkStatus();
  }

 private:
  int64_t count_ = -1;
  size_t scratch_ = 0;
  int runs_ = 0;
};

template <Defect defect>
KernelDef Define() {
  return kernel_internal::MakeDef<FaultyKernel<defect>>("softmax", "faulty", TargetType::kHost,
                                                        PrecisionType::kFloat,
                                                        DataLayoutType::kNCHW, __FILE__);
}

template <Defect defect>
void RunFaulty() {
  OpSuite suite("softmax");
  Random random("faulty");
  OpCase c("copy");
  c.inputs["X"] = {random.Floats({2, 17})};
  c.expected["Out"] = {c.inputs["X"][0]};
  suite.RunOn(Define<defect>(), c);
}

TEST(OpSuite, AcceptsAKernelWithoutDefect) { RunFaulty<Defect::kNone>(); }

TEST(OpSuite, NoticesDefects) {
  EXPECT_NONFATAL_FAILURE(RunFaulty<Defect::kWrongValue>(), "fresh: Out:0: element 1: expected");
  EXPECT_NONFATAL_FAILURE(RunFaulty<Defect::kForgetsAnElement>(), "nan");
  EXPECT_NONFATAL_FAILURE(RunFaulty<Defect::kWritesBehindTheOutput>(),
                          "wrote beside the memory of output out Out:0");
  EXPECT_NONFATAL_FAILURE(RunFaulty<Defect::kWritesToTheInput>(), "wrote to input X:0");
  EXPECT_NONFATAL_FAILURE(RunFaulty<Defect::kWritesBehindTheScratch>(),
                          "wrote outside its scratch memory");
  EXPECT_NONFATAL_FAILURE(RunFaulty<Defect::kDependsOnThreads>(),
                          "3 threads, fresh: Out:0: not bit-identical, first at element 0");
  EXPECT_NONFATAL_FAILURE(RunFaulty<Defect::kKeepsTheFirstShape>(),
                          "resized: Out:0: not bit-identical");
  EXPECT_NONFATAL_FAILURE(RunFaulty<Defect::kReadsAfterWriting>(),
                          "in place: Out:0: not bit-identical");
  EXPECT_NONFATAL_FAILURE(RunFaulty<Defect::kCountsItsRuns>(), "again: Out:0: not bit-identical");
}

TEST(OpSuite, NoticesCasesThatNothingRuns) {
  const auto run = [] {
    OpSuite suite("softmax");
    OpCase c("bool");
    c.inputs["X"] = {TestTensor({2, 2}, PrecisionType::kBool)};
    c.expected["Out"] = c.inputs["X"];
    suite.Run(c);
  };
  EXPECT_NONFATAL_FAILURE(run(), "no kernel accepts this case");
}

TEST(OpSuite, NoticesMissingErrors) {
  const auto run = [](int axis, const char* text) {
    OpSuite suite("softmax");
    OpCase c("axis");
    c.attrs["axis"] = axis;
    c.inputs["X"] = {TestTensor::ShapeOnly({2, 2})};
    suite.ExpectError(c, text);
  };
  EXPECT_NONFATAL_FAILURE(run(1, "axis"), "expected an error with 'axis'");
  EXPECT_NONFATAL_FAILURE(run(2, "shape of Y"), "expected 'shape of Y' in 'axis: expected a value");
}

TEST(OpSuite, ComparesTypesShapesAndLevels) {
  const auto run = [](void (*change)(TestTensor*)) {
    OpSuite suite("softmax");
    OpCase c("copy");
    c.inputs["X"] = {TestTensor({2, 3})};
    TestTensor out({2, 3});
    change(&out);
    c.expected["Out"] = {out};
    suite.RunOn(Define<Defect::kNone>(), c);
  };
  EXPECT_NONFATAL_FAILURE(run([](TestTensor* out) {
                            *out = TestTensor({3, 2});
                          }),
                          "shape: expected [3, 2], found [2, 3]");
  EXPECT_NONFATAL_FAILURE(run([](TestTensor* out) { out->lod = {{0, 2}}; }), "LoD differs");
}

}  // namespace
}  // namespace paddle::lite::test
