// The runner must detect the errors that kernels can make.
#include "tests/support/op_suite.h"

#include <gtest/gtest-spi.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>

#include "lite/operators/softmax.h"
#include "tests/support/memory_layout.h"

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
    OpSuite suite("log_softmax");  // a device that is absent could have a kernel of another
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

// Memory of outputs is planned by InferType, so that the kernel may not write anything else.
TEST(OpSuite, NoticesTypesThatTheOperatorDoesNotKnow) {
  const auto run = [](PrecisionType written, PrecisionType expected) {
    KernelDef def = KernelDefBuilder(Define<Defect::kNone>())
                        .BindOutput("Out", LiteType::GetTensorTy(TARGET(kHost), written))
                        .Finalize();
    OpSuite suite("softmax");
    OpCase c("copy");
    c.inputs["X"] = {TestTensor({2, 3})};
    c.expected["Out"] = {TestTensor({2, 3}, expected)};
    suite.RunOn(def, c);
  };
  EXPECT_NONFATAL_FAILURE(
      run(PRECISION(kInt64), PRECISION(kInt64)),
      "output Out: InferType says float, the kernel is registered to write int64");
  EXPECT_NONFATAL_FAILURE(run(PRECISION(kFloat), PRECISION(kInt64)),
                          "output Out: InferType says float, the case expects int64");
  EXPECT_NONFATAL_FAILURE(run(PRECISION(kAny), PRECISION(kInt64)),
                          "output Out: InferType says float, the case expects int64");
}

// A kernel that the runner cannot serve must not pass as one that refuses the case.
TEST(OpSuite, NoticesKernelsThatItCannotRun) {
  const auto run = [](KernelDef def) {
    OpSuite suite("softmax");
    OpCase c("copy");
    c.inputs["X"] = {TestTensor({1, 2, 3, 4})};
    c.expected["Out"] = c.inputs["X"];
    suite.RunOn(def, c);
  };
  KernelDef image = Define<Defect::kNone>();
  image.layout = DATALAYOUT(kMetalTexture2D);
  EXPECT_NONFATAL_FAILURE(run(image), "cannot arrange elements in layout MetalTexture2D");
  KernelDef image_out = Define<Defect::kNone>();
  image_out = KernelDefBuilder(image_out)
                  .BindOutput("Out", LiteType::GetTensorTy(TARGET(kHost), PRECISION(kFloat),
                                                           DATALAYOUT(kMetalTexture2D)))
                  .Finalize();
  EXPECT_NONFATAL_FAILURE(run(image_out), "cannot arrange elements in layout MetalTexture2D");
  KernelDef elsewhere = Define<Defect::kNone>();
  elsewhere.target = TARGET(kMLU);
  EXPECT_NONFATAL_FAILURE(run(elsewhere), "no device");
}

TEST(OpSuite, ArrangesElementsByLayout) {
  const std::vector<uint8_t> nchw = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12};  // [1, 2, 2, 3]
  const std::vector<uint8_t> nhwc = {1, 7, 2, 8, 3, 9, 4, 10, 5, 11, 6, 12};
  const DDim dims({1, 2, 2, 3});
  EXPECT_EQ(*ToMemory(nchw, dims, 1, DATALAYOUT(kNHWC)), nhwc);
  EXPECT_EQ(*FromMemory(nhwc, dims, 1, DATALAYOUT(kNHWC)), nchw);
  EXPECT_EQ(*ToMemory(nchw, dims, 1, DATALAYOUT(kNCHW)), nchw);
  EXPECT_EQ(*ToMemory(nchw, DDim({4, 3}), 1, DATALAYOUT(kNHWC)), nchw);
  EXPECT_EQ(ToMemory(nchw, dims, 1, DATALAYOUT(kMetalTexture2D)).status().message(),
            "the suites cannot arrange elements in layout MetalTexture2D: add it to "
            "tests/support/memory_layout.cc");
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

TEST(OpSuite, ComparesShapesWhereACaseLooksAtValues) {
  const auto run = [] {
    OpSuite suite("softmax");
    OpCase c("copy");
    c.inputs["X"] = {TestTensor({2, 3})};
    c.expected["Out"] = {TestTensor({3, 2})};
    c.check = [](const SlotTensors&) { return std::string(); };
    suite.RunOn(Define<Defect::kNone>(), c);
  };
  EXPECT_NONFATAL_FAILURE(run(), "shape: expected [3, 2], found [2, 3]");
}

}  // namespace
}  // namespace paddle::lite::test
