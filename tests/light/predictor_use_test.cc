// How callers use a predictor: one thread at a time, ahead of the first run, with data of the right
// types and shapes.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <condition_variable>
#include <mutex>
#include <thread>

#include "lite/api/predictor_base.h"
#include "tests/support/tiny_models.h"

namespace paddle::lite_api {
namespace predictor_use_test {

using ::testing::AllOf;
using ::testing::HasSubstr;

std::shared_ptr<lite::PredictorBase> MakePredictor() {
  lite::model::Model model = lite::test::TinyConvNet();
  auto executable = lite::Executable::Create(std::move(model), {});
  EXPECT_TRUE(executable.ok()) << executable.status().ToString();
  return std::make_shared<lite::PredictorBase>(std::move(*executable), LITE_POWER_NO_BIND, 1);
}

void FillInput(PaddlePredictor* predictor, const shape_t& shape = {1, 3, 8, 8}) {
  auto input = predictor->GetInput(0);
  input->Resize(shape);
  size_t count = 1;
  for (const int64_t d : shape) count *= static_cast<size_t>(d);
  std::fill_n(input->mutable_data<float>(), count, 0.5f);
}

std::vector<float> Output(const PaddlePredictor& predictor) {
  const auto output = predictor.GetOutput(0);
  return {output->data<float>(), output->data<float>() + 5};
}

// Stops in the first operator until told to go on.
class Pause final : public lite::Observer {
 public:
  void BeforeOp(lite::OpPosition, const lite::Op&, const lite::KernelDef&) override {
    std::unique_lock<std::mutex> lock(mutex_);
    entered_ = true;
    changed_.notify_all();
    changed_.wait(lock, [&] { return released_; });
  }
  void AfterOp(lite::OpPosition, const lite::Op&, const lite::KernelDef&, int64_t) override {}
  void WaitUntilEntered() {
    std::unique_lock<std::mutex> lock(mutex_);
    changed_.wait(lock, [&] { return entered_; });
  }
  void Release() {
    const std::lock_guard<std::mutex> lock(mutex_);
    released_ = true;
    changed_.notify_all();
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  bool entered_ = false;
  bool released_ = false;
};

TEST(PredictorUse, ASecondThreadIsRefused) {
  const auto predictor = MakePredictor();
  FillInput(predictor.get());
  Pause pause;
  predictor->executable()->set_observer(&pause);
  Status first;
  std::thread thread([&] { first = predictor->TryRun(); });
  pause.WaitUntilEntered();
  std::unique_ptr<Tensor> input;
  std::unique_ptr<const Tensor> output;
  for (const Status& status :
       {predictor->TryRun(), predictor->TryPrepare({{1, 3, 8, 8}}),
        predictor->TryGetInput(0, &input), predictor->TryGetOutput(0, &output),
        predictor->TryGetMutableTensor("image", &input)}) {
    EXPECT_EQ(status.code(), StatusCode::kFailedPrecondition) << status.ToString();
    EXPECT_THAT(status.message(), HasSubstr("in use by another thread"));
  }
  EXPECT_FALSE(predictor->TryShrinkMemory());
  std::shared_ptr<PaddlePredictor> clone;
  EXPECT_TRUE(predictor->TryClone({}, &clone).ok());
  pause.Release();
  thread.join();
  EXPECT_TRUE(first.ok()) << first.ToString();
  predictor->executable()->set_observer(nullptr);
  EXPECT_TRUE(predictor->TryRun().ok());
}

TEST(PredictorUse, PrepareDoesWhatTheFirstRunWouldDo) {
  const auto expected = MakePredictor();
  FillInput(expected.get());
  expected->Run();

  const auto predictor = MakePredictor();
  predictor->Prepare({{1, 3, 8, 8}});
  const auto* executable = predictor->executable();
  EXPECT_GT(executable->memory_use().activations, 0u);
  for (const std::string& line : predictor->executable()->KernelReport()) {
    EXPECT_THAT(line, Not(HasSubstr("not chosen yet")));
  }
  FillInput(predictor.get());
  predictor->Run();
  EXPECT_EQ(Output(*predictor), Output(*expected));
  // Data that are there stay.
  predictor->Prepare({{1, 3, 8, 8}});
  predictor->Run();
  EXPECT_EQ(Output(*predictor), Output(*expected));

  EXPECT_THAT(predictor->TryPrepare({}).message(), HasSubstr("0 shapes are given"));
  EXPECT_THAT(predictor->TryPrepare({{-1, 3, 8, 8}}).message(), HasSubstr("'image'"));
  EXPECT_EQ(predictor->TryPrepare({{1, 4, 8, 8}}).code(), StatusCode::kInvalidArgument);
}

TEST(PredictorUse, DataOfAnotherTypeAreRefused) {
  const auto predictor = MakePredictor();
  auto input = predictor->GetInput(0);
  input->Resize({1, 3, 8, 8});
  const std::vector<int32_t> numbers(192);
  ASSERT_TRUE(input->TryCopyFromCpu(numbers.data()).ok());
  Status status = predictor->TryRun();
  EXPECT_EQ(status.code(), StatusCode::kInvalidArgument);
  EXPECT_THAT(status.message(),
              AllOf(HasSubstr("'image'"), HasSubstr("int32_t"), HasSubstr("declares float")));
  FillInput(predictor.get());
  predictor->Run();
  std::vector<int32_t> out(5, -1);
  status = predictor->GetOutput(0)->TryCopyToCpu(out.data());
  EXPECT_EQ(status.code(), StatusCode::kInvalidArgument);
  EXPECT_THAT(status.message(), AllOf(HasSubstr("float"), HasSubstr("int32_t")));
  EXPECT_EQ(out, std::vector<int32_t>(5, -1));
}

TEST(PredictorUse, AShapeThatFailsIsComparedWithTheDeclaredOne) {
  const auto predictor = MakePredictor();
  FillInput(predictor.get(), {1, 8, 8, 3});
  const Status status = predictor->TryRun();
  EXPECT_EQ(status.code(), StatusCode::kInvalidArgument);
  EXPECT_THAT(status.message(),
              testing::StartsWith("input 'image' is [1, 8, 8, 3], the model declares "
                                  "[-1, 3, 8, 8] (NHWC data? NCHW is expected): op conv2d"));
  FillInput(predictor.get(), {1, 4, 8, 8});
  EXPECT_THAT(predictor->TryRun().message(), Not(HasSubstr("NHWC")));
  FillInput(predictor.get());
  EXPECT_TRUE(predictor->TryRun().ok());
}

TEST(PredictorUse, EveryLookUpHasATwin) {
  const auto predictor = MakePredictor();
  const std::string name = predictor->GetOutputNames().at(0);
  std::unique_ptr<Tensor> tensor;
  std::unique_ptr<const Tensor> seen;
  ASSERT_TRUE(predictor->TryGetInputByName("image", &tensor).ok());
  PrecisionType precision = PrecisionType::kUnk;
  EXPECT_TRUE(tensor->TryPrecision(&precision).ok());
  EXPECT_EQ(precision, PrecisionType::kFloat);
  EXPECT_TRUE(tensor->TrySetLoD({{0, 1}}).ok());
  EXPECT_TRUE(tensor->TrySetPrecision(PrecisionType::kFloat).ok());
  EXPECT_TRUE(predictor->TryGetOutputByName(name, &seen).ok());
  EXPECT_TRUE(predictor->TryGetTensor("image", &seen).ok());
  EXPECT_TRUE(predictor->TryGetMutableTensor("image", &tensor).ok());
  for (const Status& status :
       {predictor->TryGetInputByName("x", &tensor), predictor->TryGetOutputByName("x", &seen),
        predictor->TryGetTensor("x", &seen), predictor->TryGetMutableTensor("x", &tensor)}) {
    EXPECT_EQ(status.code(), StatusCode::kNotFound);
    EXPECT_THAT(status.message(), HasSubstr("'x'"));
  }
  EXPECT_EQ(tensor, nullptr);
  EXPECT_EQ(seen, nullptr);
}

TEST(PredictorUse, AnOutputShowsTheDeclaredShapeBeforeTheFirstRun) {
  lite::model::Model model = lite::test::TinyConvNet();
  const std::string name = MakePredictor()->GetOutputNames().at(0);
  const shape_t declared = lite::test::Var(&model, name).shape;
  EXPECT_FALSE(declared.empty());
  const auto predictor = MakePredictor();
  EXPECT_EQ(predictor->GetOutput(0)->shape(), declared);
  FillInput(predictor.get());
  predictor->Run();
  EXPECT_EQ(predictor->GetOutput(0)->shape(), (shape_t{1, 5}));
}

TEST(PredictorUse, BFloat16WarnsWhereItIsNotFaster) {
  MobileConfig config;
  EXPECT_FALSE(config.enable_bf16());
  ::testing::internal::CaptureStderr();
  config.set_enable_bf16(true);
  const std::string printed = ::testing::internal::GetCapturedStderr();
  EXPECT_TRUE(config.enable_bf16());
  if (config.check_bf16_valid()) {
    EXPECT_EQ(printed, "");
  } else {
    EXPECT_THAT(printed, HasSubstr("set_enable_bf16 is ignored"));
  }
  config.set_enable_bf16(false);
  EXPECT_FALSE(config.enable_bf16());
}

TEST(PredictorUse, APrecisionModeWithoutEffectWarns) {
  if (MobileConfig().check_fp16_valid()) GTEST_SKIP() << "it has an effect on this processor";
  MobileConfig config;
  ::testing::internal::CaptureStderr();
  config.set_precision_mode(LITE_PRECISION_NORMAL);
  EXPECT_EQ(::testing::internal::GetCapturedStderr(), "");
  ::testing::internal::CaptureStderr();
  config.set_precision_mode(LITE_PRECISION_LOW);
  EXPECT_THAT(::testing::internal::GetCapturedStderr(), HasSubstr("set_precision_mode is ignored"));
  EXPECT_EQ(config.precision_mode(), LITE_PRECISION_LOW);
}

}  // namespace predictor_use_test
}  // namespace paddle::lite_api
