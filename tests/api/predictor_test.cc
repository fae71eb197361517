// Compares the full predictor, and the light one on the saved model, with Paddle's results on a
// trained network.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <map>
#include <string>
#include <thread>
#include <vector>

#include "lite/api/full/cxx_api.h"
#include "lite/api/paddle_api.h"
#include "lite/api/predictor_base.h"
#include "lite/model/file.h"
#include "lite/model/naive_buffer/naive_buffer.h"
#include "lite/runtime/kernel_choice.h"

namespace paddle::lite_api {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;

const std::string kDigits = LITE_TEST_DATA_DIR "/models/digits/";
constexpr int kImages = 360;
constexpr int kClasses = 10;
constexpr int kSide = 28;

template <typename Body>
std::string ErrorOf(const Body& body) {
  try {
    body();
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

std::string Read(const std::string& path) {
  auto content = lite::model::ReadFile(path);
  EXPECT_TRUE(content.ok()) << content.status().ToString();
  return content.ok() ? *content : std::string();
}

// 8x8 images of 0..16, enlarged to 28x28 as in training.
std::vector<float> Images(int count) {
  const std::string bytes = Read(kDigits + "test_images.u8");
  std::vector<float> pixels(static_cast<size_t>(count) * kSide * kSide, -1.0f);
  for (int i = 0; i < count; ++i) {
    for (int y = 0; y < 24; ++y) {
      for (int x = 0; x < 24; ++x) {
        const int value = 15 * static_cast<unsigned char>(bytes[i * 64 + y / 3 * 8 + x / 3]);
        pixels[(static_cast<size_t>(i) * kSide + y + 2) * kSide + x + 2] = value / 128.0f - 1.0f;
      }
    }
  }
  return pixels;
}

std::vector<float> Expected(const std::string& model) {
  const std::string bytes = Read(kDigits + "expected/" + model + ".f32");
  std::vector<float> values(bytes.size() / sizeof(float));
  std::memcpy(values.data(), bytes.data(), values.size() * sizeof(float));
  return values;
}

std::vector<float> Infer(PaddlePredictor* predictor, const std::vector<float>& pixels) {
  auto input = predictor->GetInput(0);
  input->Resize({static_cast<int64_t>(pixels.size()) / (kSide * kSide), 1, kSide, kSide});
  input->CopyFromCpu(pixels.data());
  predictor->Run();
  auto output = predictor->GetOutput(0);
  std::vector<float> values(static_cast<size_t>(output->shape()[0] * output->shape()[1]));
  output->CopyToCpu(values.data());
  return values;
}

double RelativeL2(const std::vector<float>& found, const std::vector<float>& expected) {
  EXPECT_EQ(found.size(), expected.size());
  double difference = 0, norm = 0;
  for (size_t i = 0; i < std::min(found.size(), expected.size()); ++i) {
    difference += std::pow(double{found[i]} - expected[i], 2);
    norm += std::pow(double{expected[i]}, 2);
  }
  return std::sqrt(difference / norm);
}

int Correct(const std::vector<float>& probabilities) {
  const std::string labels = Read(kDigits + "test_labels.u8");
  int correct = 0;
  for (int i = 0; i < kImages; ++i) {
    const float* row = probabilities.data() + i * kClasses;
    correct += std::max_element(row, row + kClasses) - row == labels[i];
  }
  return correct;
}

CxxConfig Fluid() {
  CxxConfig config;
  config.set_model_file(kDigits + "fluid/__model__");
  config.set_param_file(kDigits + "fluid/__params__");
  config.set_valid_places({Place{TARGET(kX86), PRECISION(kFloat)}});
  return config;
}

CxxConfig Paddle2() {
  CxxConfig config;
  config.set_model_file(kDigits + "paddle2/model.pdmodel");
  config.set_param_file(kDigits + "paddle2/model.pdiparams");
  return config;
}

// Single-precision sums in another order.
constexpr double kTolerance = 1e-5;

TEST(FullPredictor, FluidModelAgreesWithPaddle) {
  auto predictor = CreatePaddlePredictor<CxxConfig>(Fluid());
  const std::vector<float> found = Infer(predictor.get(), Images(kImages));
  EXPECT_LT(RelativeL2(found, Expected("fluid")), kTolerance);
  EXPECT_EQ(Correct(found), 357);
  EXPECT_THAT(predictor->GetInputNames(), ElementsAre("image"));
  EXPECT_GE(predictor->GetParamNames().size(), 10u);
}

TEST(FullPredictor, Paddle2ModelAgreesWithPaddle) {
  auto predictor = CreatePaddlePredictor<CxxConfig>(Paddle2());
  const std::vector<float> found = Infer(predictor.get(), Images(kImages));
  EXPECT_LT(RelativeL2(found, Expected("paddle2")), kTolerance);
  EXPECT_EQ(Correct(found), 351);
}

TEST(FullPredictor, FolderAndMemoryGiveTheSameBits) {
  const std::vector<float> pixels = Images(3);
  const std::vector<float> expected =
      Infer(CreatePaddlePredictor<CxxConfig>(Fluid()).get(), pixels);
  CxxConfig folder;
  folder.set_model_dir(kDigits + "fluid");
  EXPECT_EQ(Infer(CreatePaddlePredictor(folder).get(), pixels), expected);

  const std::string program = Read(kDigits + "fluid/__model__");
  const std::string params = Read(kDigits + "fluid/__params__");
  CxxConfig memory;
  memory.set_model_dir("/no/such/folder");  // the buffer takes precedence
  memory.set_model_buffer(program.data(), program.size(), params.data(), params.size());
  EXPECT_EQ(Infer(CreatePaddlePredictor(memory).get(), pixels), expected);
}

TEST(FullPredictor, TheInterfaceBeforeCxxConfigGivesTheSameBits) {
  const std::vector<float> pixels = Images(3);
  const std::vector<float> expected =
      Infer(CreatePaddlePredictor<CxxConfig>(Fluid()).get(), pixels);
  const std::vector<Place> places = {Place{TARGET(kX86), PRECISION(kFloat)}};
  lite::Predictor predictor;
  predictor.Build("", kDigits + "fluid/__model__", kDigits + "fluid/__params__", places);
  lite::PredictorTensor* input = predictor.GetInput(0);
  for (const int count : {3, 1}) {
    input->Resize(lite::DDim({count, 1, kSide, kSide}));
    std::copy_n(pixels.begin(), input->dims().production(), input->mutable_data<float>());
    EXPECT_EQ(predictor.GetInput(0), input);
    predictor.Run();
    const Tensor* output = predictor.GetOutput(0);
    EXPECT_THAT(output->shape(), ElementsAre(count, kClasses));
    const float* values = output->data<float>();
    EXPECT_EQ(std::vector<float>(values, values + count * kClasses),
              std::vector<float>(expected.begin(), expected.begin() + count * kClasses));
  }
  predictor.Build(kDigits + "paddle2", "", "", places);
  EXPECT_NE(predictor.GetInput(0), input);
  EXPECT_NE(ErrorOf([&] { predictor.Build("/no/such/folder", "", "", places); }), "");
}

TEST(FullPredictor, PlacesThatCannotBeMetAreLeftOut) {
  const std::vector<float> pixels = Images(3);
  const std::vector<float> expected =
      Infer(CreatePaddlePredictor<CxxConfig>(Fluid()).get(), pixels);
  CxxConfig config = Fluid();
  for (const TargetType target : {TARGET(kCUDA), TARGET(kARM), TARGET(kNPU), TARGET(kHost)}) {
    config.set_valid_places({target});
    EXPECT_LT(RelativeL2(Infer(CreatePaddlePredictor(config).get(), pixels), expected), kTolerance);
  }
}

TEST(FullPredictor, ShapesMayChangeBetweenRuns) {
  auto predictor = CreatePaddlePredictor<CxxConfig>(Fluid());
  const std::vector<float> five = Infer(predictor.get(), Images(5));
  const std::vector<float> one = Infer(predictor.get(), Images(1));
  EXPECT_EQ(one, std::vector<float>(five.begin(), five.begin() + kClasses));
  EXPECT_EQ(Infer(predictor.get(), Images(5)), five);
  EXPECT_TRUE(predictor->TryShrinkMemory());
  EXPECT_EQ(Infer(predictor.get(), Images(5)), five);
}

TEST(FullPredictor, CreationFailures) {
  CxxConfig nothing;
  EXPECT_THAT(ErrorOf([&] { CreatePaddlePredictor(nothing); }), HasSubstr("no model was set"));
  CxxConfig missing = Fluid();
  missing.set_model_file("/no/such/__model__");
  EXPECT_THAT(ErrorOf([&] { CreatePaddlePredictor(missing); }),
              AllOf(HasSubstr("/no/such/__model__"), HasSubstr("No such file")));
  CxxConfig no_params = Fluid();
  no_params.set_param_file("/no/such/__params__");
  EXPECT_THAT(ErrorOf([&] { CreatePaddlePredictor(no_params); }), HasSubstr("/no/such/__params__"));
  CxxConfig no_folder;
  no_folder.set_model_dir("/no/such/folder");
  EXPECT_THAT(ErrorOf([&] { CreatePaddlePredictor(no_folder); }), HasSubstr("/no/such/folder"));
  CxxConfig params_only;
  params_only.set_param_file("x");
  EXPECT_THAT(ErrorOf([&] { CreatePaddlePredictor(params_only); }), HasSubstr("set_model_file"));

  std::string program = Read(kDigits + "fluid/__model__");
  const std::string params = Read(kDigits + "fluid/__params__");
  CxxConfig damaged;
  damaged.set_model_buffer(program.data(), program.size() / 2, params.data(), params.size());
  std::shared_ptr<PaddlePredictor> predictor;
  EXPECT_FALSE(TryCreatePaddlePredictor(damaged, &predictor).ok());
  EXPECT_EQ(predictor, nullptr);

  // The error names an operator that does not exist.
  for (size_t at = 0; (at = program.find("softmax", at)) != std::string::npos; at += 7) {
    program.replace(at, 7, "hardmax");
  }
  CxxConfig unknown;
  unknown.set_model_buffer(program.data(), program.size(), params.data(), params.size());
  EXPECT_THAT(ErrorOf([&] { CreatePaddlePredictor(unknown); }), HasSubstr("hardmax"));
}

class SavedModel : public ::testing::Test {
 protected:
  void SetUp() override {
    folder_ = ::testing::TempDir() + "/lite_api_" +
              ::testing::UnitTest::GetInstance()->current_test_info()->name();
    ASSERT_TRUE(lite::model::MakeDirectories(folder_).ok());
  }
  std::string folder_;
};

TEST_F(SavedModel, VariablesWithoutEffectAreNamed) {
  const char* const names[] = {"QUANT_AUTO_COMPLETE_SCALE_LEVEL", "SUBGRAPH_ONLINE_MODE"};
  for (const char* name : names) ASSERT_EQ(setenv(name, "1", 1), 0);
  testing::internal::CaptureStderr();
  CreatePaddlePredictor<CxxConfig>(Fluid());
  const std::string warnings = testing::internal::GetCapturedStderr();
  EXPECT_THAT(warnings, HasSubstr("QUANT_AUTO_COMPLETE_SCALE_LEVEL has no effect: scales"));
  EXPECT_THAT(warnings, HasSubstr("SUBGRAPH_ONLINE_MODE has no effect: subgraphs are built when"));
  for (const char* name : names) ASSERT_EQ(unsetenv(name), 0);
  testing::internal::CaptureStderr();
  CreatePaddlePredictor<CxxConfig>(Fluid());
  EXPECT_THAT(testing::internal::GetCapturedStderr(), Not(HasSubstr("has no effect")));
}

TEST_F(SavedModel, VariablesOfXpuAreNamedOnce) {
  for (const char* name : {"XPU_ENABLE_XTCL", "LITE_XPU_DEV"}) ASSERT_EQ(setenv(name, "1", 1), 0);
  testing::internal::CaptureStderr();
  CreatePaddlePredictor<CxxConfig>(Fluid());
  const std::string first = testing::internal::GetCapturedStderr();
  EXPECT_THAT(first,
              HasSubstr("XPU_ENABLE_XTCL has no effect: this library has no kernels on XPU"));
  EXPECT_THAT(first, HasSubstr("LITE_XPU_DEV has no effect"));
  testing::internal::CaptureStderr();
  CreatePaddlePredictor<CxxConfig>(Fluid());
  EXPECT_THAT(testing::internal::GetCapturedStderr(), Not(HasSubstr("has no effect")));
  for (const char* name : {"XPU_ENABLE_XTCL", "LITE_XPU_DEV"}) ASSERT_EQ(unsetenv(name), 0);
}

TEST_F(SavedModel, NaiveBufferGivesTheSameBits) {
  const std::vector<float> pixels = Images(4);
  auto full = CreatePaddlePredictor<CxxConfig>(Fluid());
  const std::vector<float> expected = Infer(full.get(), pixels);
  // Saving works after a run as well.
  full->SaveOptimizedModel(folder_ + "/a", LiteModelType::kNaiveBuffer);
  full->SaveOptimizedModel(folder_ + "/b.nb", LiteModelType::kNaiveBuffer);
  EXPECT_EQ(Read(folder_ + "/a.nb"), Read(folder_ + "/b.nb"));
  EXPECT_FALSE(lite::model::FileExists(folder_ + "/b.nb.nb"));

  MobileConfig config;
  config.set_model_from_file(folder_ + "/a.nb");
  EXPECT_EQ(Infer(CreatePaddlePredictor(config).get(), pixels), expected);
  const std::string bytes = Read(folder_ + "/a.nb");
  config.set_model_from_buffer(bytes);
  EXPECT_EQ(Infer(CreatePaddlePredictor(config).get(), pixels), expected);
  config.set_model_from_buffer(bytes.data(), bytes.size());
  auto light = CreatePaddlePredictor(config);
  EXPECT_EQ(Infer(light.get(), pixels), expected);
  EXPECT_EQ(light->GetInputNames(), full->GetInputNames());
  EXPECT_EQ(light->GetOutputNames(), full->GetOutputNames());
  EXPECT_EQ(light->GetParamNames(), full->GetParamNames());
  EXPECT_EQ(light->GetVersion(), full->GetVersion());
  EXPECT_EQ(light->TrySaveOptimizedModel(folder_ + "/c", LiteModelType::kNaiveBuffer, false).code(),
            StatusCode::kUnsupported);
}

// A file of fewer bits has the results of the predictor that saved it.
TEST_F(SavedModel, AVariableSelectsTheOlderForm) {
  const std::vector<float> pixels = Images(4);
  auto full = CreatePaddlePredictor<CxxConfig>(Fluid());
  ASSERT_EQ(setenv("PADDLE_LITE_MODEL_VERSION1", "1", 1), 0);
  full->SaveOptimizedModel(folder_ + "/older", LiteModelType::kNaiveBuffer);
  ASSERT_EQ(unsetenv("PADDLE_LITE_MODEL_VERSION1"), 0);
  full->SaveOptimizedModel(folder_ + "/newer", LiteModelType::kNaiveBuffer);
  // A file begins with the version of its form.
  EXPECT_EQ(Read(folder_ + "/older.nb").substr(0, 2), std::string("\1\0", 2));
  EXPECT_EQ(Read(folder_ + "/newer.nb").substr(0, 2), std::string("\2\0", 2));
  MobileConfig config;
  config.set_model_from_file(folder_ + "/older.nb");
  EXPECT_EQ(Infer(CreatePaddlePredictor(config).get(), pixels), Infer(full.get(), pixels));
}

TEST_F(SavedModel, RoundedWeightsGiveTheSameBits) {
  const std::vector<float> pixels = Images(kImages);
  auto plain = CreatePaddlePredictor<CxxConfig>(Paddle2());
  plain->SaveOptimizedModel(folder_ + "/plain", LiteModelType::kNaiveBuffer);
  const size_t full_size = Read(folder_ + "/plain.nb").size();
  const std::vector<float> exact = Infer(plain.get(), pixels);
  const auto expect = [&](const CxxConfig& config, double share, double error) {
    auto full = CreatePaddlePredictor<CxxConfig>(config);
    full->SaveOptimizedModel(folder_ + "/m", LiteModelType::kNaiveBuffer);
    EXPECT_LT(static_cast<double>(Read(folder_ + "/m.nb").size()),
              share * static_cast<double>(full_size));
    const std::vector<float> found = Infer(full.get(), pixels);
    EXPECT_NE(found, exact);
    EXPECT_LT(RelativeL2(found, exact), error);
    EXPECT_NEAR(Correct(found), 351, 2);
    MobileConfig light;
    light.set_model_from_file(folder_ + "/m.nb");
    EXPECT_EQ(Infer(CreatePaddlePredictor(light).get(), pixels), found);
    light = MobileConfig();
    light.set_model_from_buffer(Read(folder_ + "/m.nb"));
    EXPECT_EQ(Infer(CreatePaddlePredictor(light).get(), pixels), found);
  };
  CxxConfig config = Paddle2();
  config.set_enable_bf16(true);
  expect(config, 0.65, 1e-2);
  config.set_quant_model(true);
  EXPECT_THAT(ErrorOf([&] { CreatePaddlePredictor<CxxConfig>(config); }), HasSubstr("set one"));
  config.set_enable_bf16(false);
  expect(config, 0.65, 1e-3);
  config.set_quant_type(QuantType::QUANT_INT8);
  expect(config, 0.45, 5e-2);
}

TEST_F(SavedModel, ProtobufCanBeLoadedAgain) {
  const std::vector<float> pixels = Images(4);
  auto full = CreatePaddlePredictor<CxxConfig>(Fluid());
  full->SaveOptimizedModel(folder_ + "/pb");
  const std::vector<float> expected = Infer(full.get(), pixels);
  CxxConfig again;
  again.set_model_file(folder_ + "/pb/model");
  again.set_param_file(folder_ + "/pb/params");
  EXPECT_LT(RelativeL2(Infer(CreatePaddlePredictor(again).get(), pixels), expected), kTolerance);
  CxxConfig by_folder;
  by_folder.set_model_dir(folder_ + "/pb");
  EXPECT_LT(RelativeL2(Infer(CreatePaddlePredictor(by_folder).get(), pixels), expected),
            kTolerance);
}

TEST_F(SavedModel, TailoringListsNameWhatTheModelUses) {
  auto full = CreatePaddlePredictor<CxxConfig>(Fluid());
  full->SaveOptimizedModel(folder_ + "/t", LiteModelType::kNaiveBuffer, true);
  const std::string ops = Read(folder_ + "/t/.tailored_ops_list");
  EXPECT_THAT(ops, AllOf(HasSubstr("feed\n"), HasSubstr("fetch\n"), HasSubstr("softmax\n")));
  EXPECT_THAT(Read(folder_ + "/t/.tailored_ops_source_list"), HasSubstr("softmax.h\n"));
  EXPECT_THAT(Read(folder_ + "/t/.tailored_kernels_list"), HasSubstr("softmax,k"));
  EXPECT_THAT(Read(folder_ + "/t/.tailored_kernels_source_list"), HasSubstr(".cc\n"));
}

TEST_F(SavedModel, AnUnwritablePathSaysWhy) {
  auto full = CreatePaddlePredictor<CxxConfig>(Fluid());
  EXPECT_THAT(
      ErrorOf([&] { full->SaveOptimizedModel("/no/such/folder/m", LiteModelType::kNaiveBuffer); }),
      AllOf(HasSubstr("/no/such/folder/m.nb"), HasSubstr("No such file")));
  EXPECT_NE(ErrorOf([&] { full->SaveOptimizedModel(""); }), "");
  EXPECT_NE(ErrorOf([&] { full->SaveOptimizedModel(folder_ + "/x", LiteModelType::UNK); }), "");
}

TEST_F(SavedModel, DamagedFilesAreRefused) {
  auto full = CreatePaddlePredictor<CxxConfig>(Fluid());
  full->SaveOptimizedModel(folder_ + "/d", LiteModelType::kNaiveBuffer);
  const std::string bytes = Read(folder_ + "/d.nb");
  std::shared_ptr<PaddlePredictor> predictor;
  for (const size_t keep : {size_t{0}, size_t{1}, size_t{20}, bytes.size() / 2, bytes.size() - 1}) {
    MobileConfig config;
    config.set_model_from_buffer(bytes.data(), keep);
    EXPECT_FALSE(TryCreatePaddlePredictor(config, &predictor).ok()) << keep;
  }
}

// The values of every variable of rank 4, by name, in the order of their shapes.
std::map<std::string, std::vector<float>> Activations(PaddlePredictor* predictor,
                                                      const std::vector<std::string>& names,
                                                      int* channels_last) {
  Infer(predictor, Images(2));
  std::map<std::string, std::vector<float>> found;
  for (const std::string& name : names) {
    auto tensor = predictor->GetMutableTensor(name);
    if (tensor == nullptr || tensor->shape().size() != 4 || !tensor->IsInitialized()) continue;
    size_t count = 1;
    for (const int64_t d : tensor->shape()) count *= static_cast<size_t>(d);
    std::vector<float> values(count);
    tensor->CopyToCpu(values.data());
    const float* data = tensor->data<float>();
    if (data == nullptr) {
      ++*channels_last;
      float* memory = nullptr;
      const Status status = tensor->TryMutableData(&memory);
      EXPECT_EQ(status.code(), StatusCode::kFailedPrecondition);
      EXPECT_THAT(status.message(), AllOf(HasSubstr(name), HasSubstr("CopyToCpu")));
    } else {
      EXPECT_EQ(std::memcmp(data, values.data(), count * sizeof(float)), 0) << name;
    }
    found[name] = values;
  }
  return found;
}

// Between kernels that work channels-last, a tensor's memory is not in the order of its shape.
TEST_F(SavedModel, IntermediateTensorsAreReadInTheOrderOfTheirShapes) {
  std::vector<std::map<std::string, std::vector<float>>> found;
  std::vector<int> channels_last;
  std::string log;
  for (const Place& place : {Place(TARGET(kX86)), Place(TARGET(kHost))}) {
    CxxConfig config = Fluid();
    config.set_valid_places({place});
    CreatePaddlePredictor<CxxConfig>(config)->SaveOptimizedModel(folder_ + "/m",
                                                                 LiteModelType::kNaiveBuffer);
    auto model = lite::model::LoadNaiveBufferFile(folder_ + "/m.nb");
    ASSERT_TRUE(model.ok()) << model.status().ToString();
    lite::ExecutableOptions options;
    options.reuse_memory = false;  // every tensor still has its values after the run
    auto executable = lite::Executable::Create(*std::move(model), options);
    ASSERT_TRUE(executable.ok()) << executable.status().ToString();
    lite::PredictorBase predictor(std::move(*executable), LITE_POWER_NO_BIND, 1);
    testing::internal::CaptureStderr();
    int count = 0;
    found.push_back(Activations(&predictor, predictor.executable()->variable_names(), &count));
    channels_last.push_back(count);
    log += testing::internal::GetCapturedStderr();
  }
  EXPECT_EQ(channels_last[1], 0);
  int compared = 0;
  for (const auto& [name, values] : found[0]) {
    const auto same = found[1].find(name);
    if (same == found[1].end()) continue;
    ++compared;
    EXPECT_LT(RelativeL2(values, same->second), 1e-5) << name;
  }
  EXPECT_GT(compared, 5);
  if (lite::BuildTargets().front() != TARGET(kX86)) return;
  EXPECT_GT(channels_last[0], 5);
  EXPECT_THAT(log, HasSubstr("channels-last"));
}

TEST(Clones, ShareWeightsAndRunAtTheSameTime) {
  const std::vector<float> pixels = Images(16);
  auto first = CreatePaddlePredictor<CxxConfig>(Fluid());
  const std::vector<float> expected = Infer(first.get(), pixels);
  const std::string weight = first->GetParamNames().front();
  std::vector<std::shared_ptr<PaddlePredictor>> clones = {first->Clone(), first->Clone(),
                                                          first->Clone({weight})};
  EXPECT_EQ(clones[0]->GetTensor(weight)->data<void>(), first->GetTensor(weight)->data<void>());
  EXPECT_NE(clones[2]->GetTensor(weight)->data<void>(), first->GetTensor(weight)->data<void>());
  std::vector<std::vector<float>> found(clones.size());
  std::vector<std::thread> threads;
  for (size_t i = 0; i < clones.size(); ++i) {
    threads.emplace_back([&, i] {
      for (int round = 0; round < 5; ++round) found[i] = Infer(clones[i].get(), pixels);
    });
  }
  for (auto& thread : threads) thread.join();
  for (const auto& values : found) EXPECT_EQ(values, expected);
}

TEST(Clones, PredictorsAreCreatedAtTheSameTime) {
  const std::vector<float> pixels = Images(2);
  const std::vector<float> expected =
      Infer(CreatePaddlePredictor<CxxConfig>(Fluid()).get(), pixels);
  std::vector<std::vector<float>> found(4);
  std::vector<std::thread> threads;
  for (auto& values : found) {
    threads.emplace_back(
        [&] { values = Infer(CreatePaddlePredictor<CxxConfig>(Fluid()).get(), pixels); });
  }
  for (auto& thread : threads) thread.join();
  for (const auto& values : found) EXPECT_EQ(values, expected);
}

TEST(Version, IsATagOrABranchWithACommit) {
  const std::string version = CreatePaddlePredictor<CxxConfig>(Fluid())->GetVersion();
  EXPECT_THAT(version, ::testing::AnyOf(::testing::MatchesRegex("[^()]+\\([0-9a-f]+\\)"),
                                        ::testing::StartsWith("v")));
}

}  // namespace
}  // namespace paddle::lite_api
