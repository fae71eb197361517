// The public tensors and predictor on a program built in memory, so that no model file is involved.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <new>
#include <string>
#include <vector>

#include "lite/api/predictor_base.h"
#include "tests/support/tiny_models.h"

namespace paddle::lite_api {
namespace predictor_test {

using lite::test::MakeOp;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

template <typename Body>
std::string ErrorOf(const Body& body) {
  try {
    body();
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

// feed x [-1, 4] -> relu -> fetch y.
lite::model::Model ReluModel(lite::model::VarType type = lite::model::VarType::kFP32) {
  lite::model::Model model;
  model.program.blocks.emplace_back();
  auto& block = model.program.blocks[0];
  lite::model::VarDesc x;
  x.name = "x";
  x.has_tensor_desc = true;
  x.data_type = type;
  x.shape = {-1, 4};
  block.vars.push_back(x);
  block.ops.push_back(MakeOp("feed", {{"X", {"feed"}}}, {{"Out", {"x"}}}, {{"col", int32_t{0}}}));
  block.ops.push_back(MakeOp("relu", {{"X", {"x"}}}, {{"Out", {"y"}}}));
  block.ops.push_back(MakeOp("fetch", {{"X", {"y"}}}, {{"Out", {"fetch"}}}, {{"col", int32_t{0}}}));
  return model;
}

std::shared_ptr<PaddlePredictor> MakePredictor(PowerMode mode = LITE_POWER_NO_BIND,
                                               int threads = 1) {
  lite::ExecutableOptions options;
  options.threads = threads;
  auto executable = lite::Executable::Create(ReluModel(), options);
  EXPECT_TRUE(executable.ok()) << executable.status().ToString();
  return std::make_shared<lite::PredictorBase>(std::move(*executable), mode, threads);
}

void Fill(PaddlePredictor* predictor, const std::vector<float>& values) {
  std::unique_ptr<Tensor> input = predictor->GetInput(0);
  input->Resize({static_cast<int64_t>(values.size()) / 4, 4});
  std::copy(values.begin(), values.end(), input->mutable_data<float>());
}

std::vector<float> Output(const PaddlePredictor& predictor) {
  std::unique_ptr<const Tensor> output = predictor.GetOutput(0);
  int64_t count = 1;
  for (const int64_t d : output->shape()) count *= d;
  return {output->data<float>(), output->data<float>() + count};
}

TEST(Predictor, RunsAndKeepsItsInputs) {
  auto predictor = MakePredictor();
  Fill(predictor.get(), {-1, 2, -3, 4});
  predictor->Run();
  EXPECT_THAT(Output(*predictor), ElementsAre(0, 2, 0, 4));
  predictor->Run();
  EXPECT_THAT(Output(*predictor), ElementsAre(0, 2, 0, 4));
  Fill(predictor.get(), {1, -1, 1, -1, 5, -5, 5, -5});
  predictor->Run();
  EXPECT_EQ(predictor->GetOutput(0)->shape(), (shape_t{2, 4}));
  EXPECT_THAT(Output(*predictor), ElementsAre(1, 0, 1, 0, 5, 0, 5, 0));
}

TEST(Predictor, NamesAndVersion) {
  auto predictor = MakePredictor();
  EXPECT_THAT(predictor->GetInputNames(), ElementsAre("x"));
  EXPECT_THAT(predictor->GetOutputNames(), ElementsAre("y"));
  EXPECT_THAT(predictor->GetParamNames(), IsEmpty());
  EXPECT_NE(predictor->GetVersion(), "");
}

TEST(Predictor, IndexOutOfRangeNamesTheCount) {
  auto predictor = MakePredictor();
  for (const int index : {-1, 1, 1000}) {
    EXPECT_THAT(ErrorOf([&] { predictor->GetInput(index); }),
                HasSubstr("The network has 1 inputs"));
    EXPECT_THAT(ErrorOf([&] { predictor->GetOutput(index); }),
                HasSubstr("The network has 1 outputs"));
    std::unique_ptr<Tensor> tensor;
    EXPECT_EQ(predictor->TryGetInput(index, &tensor).code(), StatusCode::kOutOfRange);
    EXPECT_EQ(tensor, nullptr);
  }
}

TEST(Predictor, UnknownNamesGiveNullAndListTheKnownOnes) {
  auto predictor = MakePredictor();
  ::testing::internal::CaptureStderr();
  EXPECT_EQ(predictor->GetInputByName("nope"), nullptr);
  EXPECT_EQ(predictor->GetOutputByName("nope"), nullptr);
  EXPECT_EQ(predictor->GetTensor("yy"), nullptr);
  EXPECT_EQ(predictor->GetMutableTensor("yy"), nullptr);
  const std::string log = ::testing::internal::GetCapturedStderr();
  EXPECT_THAT(log, HasSubstr("there is no input 'nope'; the inputs are [x]"));
  EXPECT_THAT(log, HasSubstr("there is no output 'nope'; the outputs are [y]"));
  EXPECT_THAT(log, HasSubstr("there is no variable 'yy'"));
  EXPECT_NE(predictor->GetInputByName("x"), nullptr);
  EXPECT_NE(predictor->GetOutputByName("y"), nullptr);
  EXPECT_NE(predictor->GetTensor("y"), nullptr);
}

TEST(Predictor, BeforeRunTheOutputHasNoData) {
  auto predictor = MakePredictor();
  EXPECT_EQ(predictor->GetOutput(0)->data<float>(), nullptr);
  EXPECT_FALSE(predictor->GetOutput(0)->IsInitialized());
}

TEST(Predictor, AnInputThatWasNeverSetIsNamed) {
  auto predictor = MakePredictor();
  EXPECT_THAT(ErrorOf([&] { predictor->Run(); }), HasSubstr("'x'"));
  EXPECT_EQ(predictor->TryRun().code(), StatusCode::kFailedPrecondition);
  Fill(predictor.get(), {1, 2, 3, 4});
  EXPECT_TRUE(predictor->TryRun().ok());
}

TEST(Predictor, AnInputThatOutgrewItsMemoryIsNamed) {
  auto predictor = MakePredictor();
  Fill(predictor.get(), {1, 2, 3, 4});
  auto input = predictor->GetInput(0);
  input->Resize({1000, 4});
  EXPECT_EQ(input->data<float>(), nullptr);
  EXPECT_THAT(ErrorOf([&] { predictor->Run(); }), HasSubstr("'x'"));
}

TEST(Predictor, AnotherElementTypeIsRefused) {
  auto predictor = MakePredictor();
  auto input = predictor->GetInput(0);
  input->Resize({1, 4});
  input->mutable_data<int64_t>();
  EXPECT_THAT(ErrorOf([&] { predictor->Run(); }),
              ::testing::AllOf(HasSubstr("'x'"), HasSubstr("int64_t"), HasSubstr("float")));
  // The same size, but other numbers.
  input->mutable_data<int32_t>();
  EXPECT_THAT(ErrorOf([&] { predictor->Run(); }),
              ::testing::AllOf(HasSubstr("'x'"), HasSubstr("int32_t"), HasSubstr("float")));
  Fill(predictor.get(), {-1, 2, -3, 4});
  predictor->Run();
  EXPECT_THAT(Output(*predictor), ElementsAre(0, 2, 0, 4));
}

TEST(Predictor, EmptyTensorsRun) {
  auto predictor = MakePredictor();
  auto input = predictor->GetInput(0);
  input->Resize({0, 4});
  EXPECT_NE(input->mutable_data<float>(), nullptr);
  predictor->Run();
  EXPECT_EQ(predictor->GetOutput(0)->shape(), (shape_t{0, 4}));
  float none;
  ::testing::internal::CaptureStderr();
  predictor->GetOutput(0)->CopyToCpu(&none);
  EXPECT_THAT(::testing::internal::GetCapturedStderr(), HasSubstr("no elements"));
}

TEST(Predictor, ShrinkingFreesInputs) {
  auto predictor = MakePredictor();
  Fill(predictor.get(), {-1, 2, -3, 4});
  predictor->Run();
  EXPECT_TRUE(predictor->TryShrinkMemory());
  EXPECT_FALSE(predictor->GetInput(0)->IsInitialized());
  EXPECT_EQ(predictor->TryRun().code(), StatusCode::kFailedPrecondition);
  Fill(predictor.get(), {-1, 2, -3, 4});
  predictor->Run();
  EXPECT_THAT(Output(*predictor), ElementsAre(0, 2, 0, 4));
}

TEST(Predictor, ClonesAreIndependent) {
  auto first = MakePredictor();
  auto second = first->Clone();
  Fill(first.get(), {-1, 2, -3, 4});
  Fill(second.get(), {5, 6, -7, -8});
  first->Run();
  second->Run();
  EXPECT_THAT(Output(*first), ElementsAre(0, 2, 0, 4));
  EXPECT_THAT(Output(*second), ElementsAre(5, 6, 0, 0));
  first.reset();
  second->Run();
  EXPECT_THAT(Output(*second), ElementsAre(5, 6, 0, 0));
  EXPECT_THAT(ErrorOf([&] { second->Clone({"no_such_weight"}); }), HasSubstr("no_such_weight"));
}

TEST(Predictor, SavingNeedsTheFullPredictor) {
  EXPECT_THAT(ErrorOf([] { MakePredictor()->SaveOptimizedModel("x"); }), HasSubstr("CxxConfig"));
}

TEST(Predictor, PowerModesRunAndGiveTheCallerItsCoresBack) {
  const std::vector<int> before = lite::CurrentThreadCores();
  for (const PowerMode mode : {LITE_POWER_HIGH, LITE_POWER_LOW, LITE_POWER_FULL,
                               LITE_POWER_RAND_HIGH, LITE_POWER_RAND_LOW}) {
    auto predictor = MakePredictor(mode, 2);
    Fill(predictor.get(), {-1, 2, -3, 4});
    for (int i = 0; i < 25; ++i) predictor->Run();
    EXPECT_THAT(Output(*predictor), ElementsAre(0, 2, 0, 4));
    EXPECT_EQ(lite::CurrentThreadCores(), before);
  }
}

TEST(Tensor, BeforeResizeItShowsTheDeclaredShape) {
  auto predictor = MakePredictor();
  auto input = predictor->GetInput(0);
  EXPECT_EQ(input->shape(), (shape_t{-1, 4}));
  EXPECT_EQ(input->precision(), PRECISION(kFloat));
  EXPECT_EQ(input->target(), TARGET(kHost));
  EXPECT_THAT(input->lod(), IsEmpty());
  EXPECT_FALSE(input->IsInitialized());
  EXPECT_THAT(ErrorOf([&] { input->mutable_data<float>(); }), HasSubstr("call Resize first"));
  const float value = 0;
  EXPECT_THAT(ErrorOf([&] { input->CopyFromCpu(&value); }), HasSubstr("call Resize first"));
}

TEST(Tensor, BadShapesAreRefused) {
  auto predictor = MakePredictor();
  auto input = predictor->GetInput(0);
  EXPECT_NE(ErrorOf([&] { input->Resize({-1, 4}); }), "");
  EXPECT_NE(ErrorOf([&] { input->Resize(shape_t(10, 1)); }), "");
  EXPECT_NE(ErrorOf([&] { input->Resize({int64_t{1} << 40, int64_t{1} << 40}); }), "");
  EXPECT_EQ(input->TryResize({-1, 4}).ok(), false);
  input->Resize({PTRDIFF_MAX / 8});  // the largest shape; no machine has the memory
  EXPECT_THAT(ErrorOf([&] { input->mutable_data<double>(); }), HasSubstr("'x'"));
  double* data = nullptr;
  EXPECT_EQ(input->TryMutableData(&data).code(), StatusCode::kResourceExhausted);
  EXPECT_EQ(data, nullptr);
  input->Resize({1, 4});
  EXPECT_NE(input->mutable_data<float>(), nullptr);
}

TEST(Tensor, MutableDataIsAlignedAndNeverShrinks) {
  auto predictor = MakePredictor();
  auto input = predictor->GetInput(0);
  input->Resize({2, 4});
  float* large = input->mutable_data<float>();
  EXPECT_EQ(reinterpret_cast<uintptr_t>(large) % 64, 0u);
  input->Resize({1, 4});
  EXPECT_EQ(input->mutable_data<float>(), large);
  input->Resize({2, 4});
  EXPECT_EQ(input->mutable_data<float>(), large);
  EXPECT_EQ(input->data<float>(), large);
  EXPECT_EQ(input->data<void>(), large);
}

TEST(Tensor, ReadingAsAnotherTypeWarnsOnce) {
  auto predictor = MakePredictor();
  auto input = predictor->GetInput(0);
  input->Resize({1, 4});
  input->mutable_data<float>();
  ::testing::internal::CaptureStderr();
  EXPECT_NE(input->data<int64_t>(), nullptr);
  EXPECT_NE(predictor->GetInput(0)->data<int64_t>(), nullptr);
  const std::string log = ::testing::internal::GetCapturedStderr();
  EXPECT_THAT(log, HasSubstr("holds float, but is read as int64_t"));
  EXPECT_EQ(std::count(log.begin(), log.end(), '\n'), 1);
}

template <typename T>
void RoundTrip() {
  lite::Tensor raw;
  Tensor tensor(&raw);
  tensor.Resize({3});
  const T values[] = {static_cast<T>(1), static_cast<T>(0), static_cast<T>(1)};
  tensor.CopyFromCpu(values);
  EXPECT_EQ(tensor.precision(), PrecisionTypeTrait<T>::Type());
  T copy[3] = {};
  tensor.CopyToCpu(copy);
  EXPECT_TRUE(std::equal(values, values + 3, copy));
  EXPECT_EQ(tensor.data<T>()[0], values[0]);
  tensor.mutable_data<T>()[1] = values[0];
  EXPECT_EQ(tensor.data<T>()[1], values[0]);
}

TEST(Tensor, EveryElementTypeRoundTrips) {
  RoundTrip<float>();
  RoundTrip<double>();
  RoundTrip<int8_t>();
  RoundTrip<uint8_t>();
  RoundTrip<int16_t>();
  RoundTrip<uint16_t>();
  RoundTrip<int32_t>();
  RoundTrip<int64_t>();
  RoundTrip<bool>();
}

TEST(Tensor, CopiesNameAMissingTarget) {
  lite::Tensor raw;
  Tensor tensor(&raw);
  tensor.Resize({3});
  const float values[] = {1, 2, 3};
  tensor.CopyFromCpu<float, TARGET(kARM)>(values);  // host memory on every machine
  EXPECT_EQ(tensor.target(), TARGET(kARM));
  EXPECT_THAT(ErrorOf([&] { tensor.CopyFromCpu<float, TARGET(kCUDA)>(values); }),
              HasSubstr("cuda"));
  EXPECT_THAT(ErrorOf([&] { tensor.mutable_data<float>(TARGET(kFPGA)); }), HasSubstr("fpga"));
  EXPECT_THAT(ErrorOf([&] { tensor.CopyFromCpu<float>(nullptr); }), HasSubstr("null"));
  EXPECT_THAT(ErrorOf([&] { tensor.CopyToCpu<float>(nullptr); }), HasSubstr("null"));
}

TEST(Tensor, ExternalMemoryIsUsedAndNeverGrown) {
  auto predictor = MakePredictor();
  auto input = predictor->GetInput(0);
  alignas(64) float mine[4] = {-1, 2, -3, 4};
  input->Resize({1, 4});
  EXPECT_THAT(ErrorOf([&] { input->ShareExternalMemory(mine, 8, TARGET(kHost)); }),
              HasSubstr("16"));
  EXPECT_THAT(ErrorOf([&] { input->ShareExternalMemory(nullptr, 16, TARGET(kHost)); }),
              HasSubstr("null"));
  EXPECT_THAT(ErrorOf([&] { input->ShareExternalMemory(mine, 16, TARGET(kCUDA)); }),
              HasSubstr("cuda"));
  input->ShareExternalMemory(mine, sizeof(mine), TARGET(kHost));
  predictor->Run();
  EXPECT_THAT(Output(*predictor), ElementsAre(0, 2, 0, 4));
  mine[0] = 9;
  predictor->Run();
  EXPECT_THAT(Output(*predictor), ElementsAre(9, 2, 0, 4));
  input->Resize({2, 4});
  EXPECT_THAT(ErrorOf([&] { input->mutable_data<float>(); }), HasSubstr("external memory"));
}

TEST(Tensor, AnUntouchedTensorHasNoPrecision) {
  lite::Tensor raw;
  const Tensor tensor(static_cast<const void*>(&raw));
  EXPECT_THAT(ErrorOf([&] { tensor.precision(); }), HasSubstr("This tensor was not initialized."));
  EXPECT_EQ(tensor.target(), TARGET(kHost));
  raw.set_target(TARGET(kUnk));
  EXPECT_THAT(ErrorOf([&] { tensor.target(); }), HasSubstr("This tensor was not initialized."));
}

TEST(Tensor, LoDIsKept) {
  auto predictor = MakePredictor();
  auto input = predictor->GetInput(0);
  const lod_t lod{{0, 1, 3}};
  input->SetLoD(lod);
  EXPECT_EQ(predictor->GetInputByName("x")->lod(), lod);
}

TEST(Tensor, UseAfterThePredictorIsReported) {
  auto predictor = MakePredictor();
  auto input = predictor->GetInput(0);
  predictor.reset();
  EXPECT_THAT(ErrorOf([&] { input->shape(); }), HasSubstr("'x' was used after its predictor"));
  EXPECT_THAT(ErrorOf([&] { input->Resize({1, 4}); }), HasSubstr("destroyed"));
  EXPECT_THAT(ErrorOf([&] { input->data<float>(); }), HasSubstr("destroyed"));
}

TEST(MobileConfig, CreationFailures) {
  MobileConfig config;
  EXPECT_THAT(ErrorOf([&] { CreatePaddlePredictor<MobileConfig>(config); }),
              HasSubstr("no model was set"));
  std::shared_ptr<PaddlePredictor> predictor = MakePredictor();
  config.set_model_from_file("/no/such/folder/model.nb");
  EXPECT_EQ(TryCreatePaddlePredictor(config, &predictor).code(), StatusCode::kNotFound);
  EXPECT_EQ(predictor, nullptr);
  EXPECT_THAT(ErrorOf([&] { CreatePaddlePredictor(config); }),
              ::testing::AllOf(HasSubstr("/no/such/folder/model.nb"), HasSubstr("No such file")));
  config.set_model_from_buffer(std::string("this is not a model"));
  EXPECT_NE(ErrorOf([&] { CreatePaddlePredictor(config); }), "");
}

int allocations = 0;
constexpr std::align_val_t kAlignment{64};  // of every allocation

TEST(Config, CustomAllocatorServesPredictors) {
  CustomAllocator counting;
  counting.alloc = [](size_t size, size_t alignment) -> void* {
    ++allocations;
    EXPECT_EQ(alignment, static_cast<size_t>(kAlignment));
    return ::operator new(size, kAlignment, std::nothrow);
  };
  counting.free = [](void* memory) { ::operator delete(memory, kAlignment); };
  MobileConfig config;
  config.set_custom_allocator(TARGET(kHost), counting);
  {
    auto predictor = MakePredictor();
    Fill(predictor.get(), {-1, 2, -3, 4});
    predictor->Run();
    EXPECT_GT(allocations, 0);
    EXPECT_THAT(ErrorOf([&] { config.set_custom_allocator(TARGET(kHost), CustomAllocator()); }),
                HasSubstr("existing predictor"));
  }
  config.set_custom_allocator(TARGET(kHost), CustomAllocator());
}

}  // namespace predictor_test
}  // namespace paddle::lite_api
