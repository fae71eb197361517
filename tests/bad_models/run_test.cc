// Errors of a caller: inputs that were never set, or do not fit the program.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "lite/runtime/executable.h"
#include "tests/support/memory_limit.h"
#include "tests/support/tiny_models.h"

namespace paddle::lite::test {
namespace {

using testing::HasSubstr;

class BadRun : public testing::Test {
 protected:
  void SetUp() override {
    auto created = Executable::Create(TinyConvNet(), {});
    ASSERT_TRUE(created.ok()) << created.status().ToString();
    executable_ = std::move(created).value();
  }

  // Sets the shape of the input and fills it with zeros.
  void SetInput(const std::vector<int64_t>& shape, PrecisionType type = PrecisionType::kFloat) {
    Tensor* input = executable_->input(0);
    input->Resize(shape);
    ASSERT_TRUE(input->Allocate(type).ok());
    std::fill_n(static_cast<char*>(input->mutable_raw_data()), input->memory_size(), char{0});
  }

  void ExpectRunFails(const std::vector<std::string>& texts) {
    const Status status = executable_->Run();
    ASSERT_FALSE(status.ok());
    EXPECT_NE(status.code(), StatusCode::kInternal);
    for (const auto& text : texts) EXPECT_THAT(status.message(), HasSubstr(text));
    // The same predictor still works.
    SetInput({1, 3, 8, 8});
    const Status again = executable_->Run();
    EXPECT_TRUE(again.ok()) << again.ToString();
  }

  std::unique_ptr<Executable> executable_;
};

TEST_F(BadRun, InputNeverSet) { ExpectRunFails({"image", "never"}); }

TEST_F(BadRun, InputResizedButNotWritten) {
  executable_->input(0)->Resize(DDim{1, 3, 8, 8});
  ExpectRunFails({"image"});
}

TEST_F(BadRun, InputGrownWithoutMemory) {
  SetInput({1, 3, 8, 8});
  executable_->input(0)->Resize(DDim{4, 3, 8, 8});
  ExpectRunFails({"image", "mutable_data"});
}

TEST_F(BadRun, InputOfTooLowRank) {
  SetInput({3, 64});
  ExpectRunFails({"conv2d", "Input", "[3, 64]"});
}

TEST_F(BadRun, InputOfTooHighRank) {
  SetInput({1, 1, 3, 8, 8});
  ExpectRunFails({"conv2d", "Input"});
}

TEST_F(BadRun, ScalarInput) {
  SetInput({});
  ExpectRunFails({"conv2d", "Input"});
}

TEST_F(BadRun, InputOfOtherChannels) {
  SetInput({1, 4, 8, 8});
  ExpectRunFails({"conv2d", "Input", "[1, 4, 8, 8]"});
}

TEST_F(BadRun, InputTooSmallForALaterOperator) {
  SetInput({1, 3, 2, 2});
  ExpectRunFails({"mul", "Y", "[64, 5]"});
}

TEST_F(BadRun, EmptyImage) {
  SetInput({1, 3, 0, 8});
  ExpectRunFails({"(#"});
}

TEST_F(BadRun, InputOfIntegers) {
  SetInput({1, 3, 8, 8}, PrecisionType::kInt64);
  ExpectRunFails({"image", "int64_t", "float"});
}

TEST_F(BadRun, NegativeDimension) {
  SetInput({1, 3, 8, 8});
  executable_->input(0)->Resize(DDim{-1, 3, 8, 8});
  ExpectRunFails({"image", "-1"});
}

TEST_F(BadRun, DimensionsWhoseProductOverflows) {
  SetInput({1, 3, 8, 8});
  const int64_t huge = int64_t{1} << 40;
  executable_->input(0)->Resize(DDim{huge, 3, huge, huge});
  ExpectRunFails({"image"});
}

// 2^32 elements, and 2^30 + 1 of four bytes.
TEST_F(BadRun, SizesThatWrapAroundIn32Bits) {
  if (!HeedsMemoryLimit()) GTEST_SKIP() << "the emulator does not heed the limit of memory";
  for (const DDim& dims : {DDim{65536, 65536}, DDim{(int64_t{1} << 30) + 1}}) {
    Tensor tensor;
    tensor.Resize(dims);
    const ScopedMemoryLimit limit(size_t{1} << 28);
    const Status status = tensor.Allocate(PrecisionType::kFloat);
    EXPECT_FALSE(status.ok());
    EXPECT_NE(status.code(), StatusCode::kInternal) << status.ToString();
  }
}

TEST_F(BadRun, NoBatchGivesAnEmptyResult) {
  SetInput({0, 3, 8, 8});
  const Status status = executable_->Run();
  ASSERT_TRUE(status.ok()) << status.ToString();
  EXPECT_EQ(executable_->output(0)->dims(), DDim({0, 5}));
}

TEST_F(BadRun, AllocationBeyondMemoryIsAnError) {
  Tensor tensor;
  tensor.Resize(std::vector<int64_t>{int64_t{1} << 50});
  const ScopedMemoryLimit limit(size_t{1} << 28);
  const Status status = tensor.Allocate(PrecisionType::kFloat);
  const bool wraps_around = sizeof(size_t) < sizeof(int64_t);
  EXPECT_EQ(status.code(), wraps_around ? StatusCode::kOutOfRange : StatusCode::kResourceExhausted)
      << status.ToString();
}

TEST_F(BadRun, OddThreadCountsAreClamped) {
  for (const int threads : {0, -1, 1000}) {
    executable_->set_threads(threads);
    SetInput({1, 3, 8, 8});
    const Status status = executable_->Run();
    EXPECT_TRUE(status.ok()) << threads << " threads: " << status.ToString();
    EXPECT_GE(executable_->threads(), 1);
  }
}

TEST_F(BadRun, CloneOfAnUnknownParameter) {
  const auto clone = executable_->Clone({"no_such_weight"});
  ASSERT_FALSE(clone.ok());
  EXPECT_THAT(clone.status().message(), HasSubstr("no_such_weight"));
}

}  // namespace
}  // namespace paddle::lite::test
