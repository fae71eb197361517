// Failures of devices, and programs from caches.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <sstream>

#include "lite/tools/verification.h"
#include "tests/nnadapter/framework/networks.h"

namespace paddle::lite::test {
namespace {

using testing::HasSubstr;

// A small network, divided once for all tests.
class NNAdapterSubgraphTest : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    UseBuiltNNAdapter();
    net_ = new ZooNet(*LoadNetwork("squeezenet_p"));
    const auto for_device = OptimisedForDevices(*net_, {"fake_device"});
    ASSERT_TRUE(for_device.ok()) << for_device.status().ToString();
    model_ = new model::Model(*for_device);
    const ScopedVariable pools("SUBGRAPH_PARTITION_CONFIG_BUFFER", "pool2d");
    const auto in_pieces = OptimisedForDevices(*net_, {"fake_device"});
    ASSERT_TRUE(in_pieces.ok()) << in_pieces.status().ToString();
    pieces_ = new model::Model(*in_pieces);
    const auto for_cpu = OptimisedForDevices(*net_, {});
    ASSERT_TRUE(for_cpu.ok()) << for_cpu.status().ToString();
    cpu_model_ = new model::Model(*for_cpu);
  }
  static void TearDownTestSuite() {
    delete net_;
    delete model_;
    delete pieces_;
    delete cpu_model_;
  }

  // The difference from the CPU's results, and how many operators ran on the device.
  struct Outcome {
    Status status;
    double difference = 0;
    int on_device = 0;
  };
  Outcome RunWith(const operators::SubgraphSettings& settings, int runs = 1) {
    return RunModel(*model_, settings, runs);
  }
  Outcome RunModel(const model::Model& model, const operators::SubgraphSettings& settings,
                   int runs = 1) {
    Outcome outcome;
    auto executable = MakeExecutable(model, settings);
    auto reference = MakeExecutable(*cpu_model_, {});
    if (!executable.ok() || !reference.ok()) {
      outcome.status = Internal("no executable");
      return outcome;
    }
    for (int i = 0; i < runs && outcome.status.ok(); ++i) {
      const auto worst = WorstDifference(executable->get(), reference->get(), net_->cases[0]);
      outcome.status = worst.status();
      if (worst.ok()) outcome.difference = std::max(outcome.difference, *worst);
    }
    // Operators in subgraphs, without those that run them.
    outcome.on_device =
        (*executable)->KernelCounts()[TargetType::kNNAdapter] - DivisionOf(model).subgraphs;
    return outcome;
  }

  static ZooNet* net_;
  static model::Model* model_;
  static model::Model* pieces_;  // the same network in several subgraphs
  static model::Model* cpu_model_;
};
ZooNet* NNAdapterSubgraphTest::net_ = nullptr;
model::Model* NNAdapterSubgraphTest::model_ = nullptr;
model::Model* NNAdapterSubgraphTest::pieces_ = nullptr;
model::Model* NNAdapterSubgraphTest::cpu_model_ = nullptr;

constexpr double kSame = 1e-5;

TEST_F(NNAdapterSubgraphTest, EveryFailureFallsBackOrIsAnError) {
  const std::vector<std::string> failures = {
      "FAKE_DEVICE_FAIL_VALIDATE_AT=1",     "FAKE_DEVICE_FAIL_BUILD_AT=1",
      "FAKE_DEVICE_FAIL_EXECUTE_AT=1",      "FAKE_DEVICE_FAIL_EXECUTE_AT=2",
      "FAKE_DEVICE_UNSUPPORTED_OPS=CONCAT", "FAKE_DEVICE_PRECISION=int8",
      "FAKE_DEVICE_PRECISION=nonsense",     "not a property"};
  for (const char* way : {"2", "throw"}) {
    for (const std::string& failure : failures) {
      SCOPED_TRACE(failure + " in the way of " + way);
      operators::SubgraphSettings settings;
      settings.device_names = {"fake_device"};
      settings.context_properties = failure + ";FAKE_DEVICE_FAILURE=" + way;
      const Outcome outcome = RunWith(settings, 2);
      ASSERT_TRUE(outcome.status.ok()) << outcome.status.ToString();
      EXPECT_LT(outcome.difference, kSame);
      EXPECT_EQ(outcome.on_device, 0);
      const ScopedVariable strict("NNADAPTER_STRICT", "1");
      const Outcome refused = RunWith(settings, 2);
      EXPECT_FALSE(refused.status.ok());
      EXPECT_THAT(refused.status.ToString(), HasSubstr("NNAdapter"));
    }
  }
}

// Functions that are called once for a process or a context.
TEST_F(NNAdapterSubgraphTest, OpeningAndContexts) {
  operators::SubgraphSettings settings;
  settings.device_names = {"fake_device_2"};
  for (const char* way : {"5", "throw", "null"}) {
    SCOPED_TRACE(way);
    const ScopedVariable at("FAKE_DEVICE_2_FAIL_OPEN_AT", "1");
    const ScopedVariable failure("FAKE_DEVICE_2_FAILURE", way);
    const Outcome outcome = RunWith(settings);
    ASSERT_TRUE(outcome.status.ok()) << outcome.status.ToString();
    EXPECT_LT(outcome.difference, kSame);
    EXPECT_EQ(outcome.on_device, 0);
  }
  // The device is opened now, and has its first context.
  EXPECT_GT(RunWith(settings).on_device, 0);
  int contexts = 1;
  for (const char* way : {"1", "5", "throw", "null"}) {
    SCOPED_TRACE(way);
    settings.context_properties =
        StrCat("FAKE_DEVICE_2_FAIL_CONTEXT_AT=", ++contexts, ";FAKE_DEVICE_2_FAILURE=", way);
    const Outcome outcome = RunWith(settings);
    ASSERT_TRUE(outcome.status.ok()) << outcome.status.ToString();
    EXPECT_LT(outcome.difference, kSame);
    EXPECT_EQ(outcome.on_device, 0);
  }
}

TEST_F(NNAdapterSubgraphTest, DevicesThatDoNotExist) {
  operators::SubgraphSettings settings;
  settings.device_names = {"no_such_device"};
  const Outcome outcome = RunWith(settings);
  ASSERT_TRUE(outcome.status.ok()) << outcome.status.ToString();
  EXPECT_LT(outcome.difference, kSame);
  EXPECT_EQ(outcome.on_device, 0);
  // The others are used.
  settings.device_names = {"no_such_device", "builtin_device"};
  EXPECT_GT(RunWith(settings).on_device, 0);
  // Without settings, those that the model was made for.
  EXPECT_GT(RunWith({}).on_device, 0);
  const ScopedVariable strict("NNADAPTER_STRICT", "1");
  settings.device_names = {"no_such_device"};
  EXPECT_THAT(RunWith(settings).status.ToString(), HasSubstr("no_such_device"));
}

TEST_F(NNAdapterSubgraphTest, TheCacheReplacesTheCompilation) {
  const std::filesystem::path folder =
      std::filesystem::path(testing::TempDir()) / "nnadapter_framework_cache";
  std::filesystem::remove_all(folder);
  std::filesystem::create_directories(folder);
  const ScopedVariable strict("NNADAPTER_STRICT", "1");
  operators::SubgraphSettings settings;
  settings.device_names = {"fake_device"};
  settings.cache_dir = folder.string();
  EXPECT_LT(RunWith(settings).difference, kSame);
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    files.push_back(entry.path());
  }
  ASSERT_EQ(files.size(), 1u);
  {
    // A second start builds nothing. The environment is not part of the token.
    const ScopedVariable no_build("FAKE_DEVICE_FAIL_BUILD_AT", "1");
    const Outcome restored = RunWith(settings);
    ASSERT_TRUE(restored.status.ok()) << restored.status.ToString();
    EXPECT_LT(restored.difference, kSame);
    EXPECT_GT(restored.on_device, 0);
    // The same from a buffer, found by its token.
    std::ifstream file(files[0], std::ios::binary);
    const std::vector<char> bytes((std::istreambuf_iterator<char>(file)),
                                  std::istreambuf_iterator<char>());
    operators::SubgraphSettings buffered;
    buffered.device_names = settings.device_names;
    buffered.cache_buffers[files[0].stem().string()] = bytes;
    EXPECT_TRUE(RunWith(buffered).status.ok());
    // Other properties are another program.
    settings.context_properties = "FAKE_DEVICE_PRECISION=fp16";
    EXPECT_FALSE(RunWith(settings).status.ok());
    settings.context_properties = "";
  }
  // A damaged file is written again.
  std::filesystem::resize_file(files[0], std::filesystem::file_size(files[0]) / 2);
  EXPECT_LT(RunWith(settings).difference, kSame);
  const ScopedVariable no_build("FAKE_DEVICE_FAIL_BUILD_AT", "1");
  EXPECT_TRUE(RunWith(settings).status.ok());
}

// What opt compiles is what a predictor looks for.
TEST_F(NNAdapterSubgraphTest, TheOptimiserWritesTheCache) {
  const ProgramCache cache;
  const tools::GivenShapes shapes = {{"image", net_->cases[0].inputs[0].shape}};
  const Status written = tools::CompileSubgraphs(*pieces_, shapes, {}, cache.folder());
  ASSERT_TRUE(written.ok()) << written.ToString();
  operators::SubgraphSettings settings;
  settings.device_names = {"fake_device"};
  settings.cache_dir = cache.folder();
  const auto reference = MakeExecutable(*pieces_, {});
  ASSERT_TRUE(reference.ok()) << reference.status().ToString();
  ASSERT_TRUE(SetInputs(net_->cases[0], reference->get()).ok());
  ASSERT_TRUE((*reference)->Run().ok());  // compiles, before that fails
  const int programs = cache.StartAgain(*pieces_, settings, reference->get(), net_->cases[0]);
  EXPECT_EQ(programs, DivisionOf(*pieces_).subgraphs);
  // Failures, and programs without subgraphs, are errors.
  const ScopedVariable fails("FAKE_DEVICE_FAIL_BUILD_AT", "1");
  const TempDir empty;
  EXPECT_THAT(tools::CompileSubgraphs(*pieces_, shapes, {}, empty.str()).message(),
              HasSubstr("run on the processor"));
  EXPECT_TRUE(empty.Names().empty());
  EXPECT_THAT(tools::CompileSubgraphs(*cpu_model_, shapes, {}, empty.str()).message(),
              HasSubstr("name a device of NNAdapter"));
}

TEST_F(NNAdapterSubgraphTest, TheOptimiserWritesTheCacheOfSeveralShapes) {
  const std::vector<int64_t> one = net_->cases[0].inputs[0].shape;
  std::vector<int64_t> two = one;
  two[0] = 2;
  const ProgramCache cache;
  const Status written =
      tools::CompileSubgraphs(*model_, {}, {{{"image", one}}, {{"image", two}}}, cache.folder());
  ASSERT_TRUE(written.ok()) << written.ToString();
  operators::SubgraphSettings settings;
  settings.device_names = {"fake_device"};
  settings.cache_dir = cache.folder();
  settings.listed_shapes = {{"image", {one, two}}};
  const auto reference = MakeExecutable(*model_, {});
  ASSERT_TRUE(reference.ok()) << reference.status().ToString();
  ASSERT_TRUE(SetInputs(net_->cases[0], reference->get()).ok());
  ASSERT_TRUE((*reference)->Run().ok());  // compiles, before that fails
  EXPECT_EQ(cache.StartAgain(*model_, settings, reference->get(), net_->cases[0]), 1);
}

// Damaged, foreign and missing files, and restoring that fails, in each of several subgraphs: what
// cannot be restored is compiled again.
TEST_F(NNAdapterSubgraphTest, CachesThatCannotBeUsed) {
  const std::filesystem::path folder =
      std::filesystem::path(testing::TempDir()) / "nnadapter_damaged_caches";
  std::filesystem::remove_all(folder);
  std::filesystem::create_directories(folder);
  const ScopedVariable strict("NNADAPTER_STRICT", "1");
  operators::SubgraphSettings settings;
  settings.device_names = {"fake_device"};
  settings.cache_dir = folder.string();
  const Division division = DivisionOf(*pieces_);
  EXPECT_LT(RunModel(*pieces_, settings).difference, kSame);
  std::vector<std::filesystem::path> files;
  std::vector<std::string> bytes;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    files.push_back(entry.path());
    std::ifstream file(entry.path(), std::ios::binary);
    bytes.emplace_back(std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>());
  }
  ASSERT_EQ(static_cast<int>(files.size()), division.subgraphs);
  const auto expect_works = [&] {
    const Outcome outcome = RunModel(*pieces_, settings);
    EXPECT_TRUE(outcome.status.ok()) << outcome.status.ToString();
    EXPECT_LT(outcome.difference, kSame);
    EXPECT_EQ(outcome.on_device, division.inside);
  };
  // The first and the last subgraph stand for all of them.
  for (const size_t i : {size_t{0}, files.size() - 1}) {
    std::string changed = bytes[i];
    changed[changed.size() / 2] = static_cast<char>(changed[changed.size() / 2] ^ 1);
    const std::string contents[] = {"", bytes[i].substr(0, 20), changed, bytes[i] + "x",
                                    bytes[(i + 1) % files.size()]};
    for (size_t kind = 0; kind < std::size(contents); ++kind) {
      SCOPED_TRACE(StrCat("file ", i, ", kind ", kind));
      std::ofstream(files[i], std::ios::binary) << contents[kind];
      expect_works();
      // It is written again.
      const ScopedVariable no_build("FAKE_DEVICE_FAIL_BUILD_AT", "1");
      expect_works();
    }
    std::filesystem::remove(files[i]);
    expect_works();
    const ScopedVariable restore("FAKE_DEVICE_FAIL_RESTORE_AT", "1");
    expect_works();
  }
}

// What is not expressed is explained.
TEST_F(NNAdapterSubgraphTest, TheOptimiserSaysWhatADeviceLacks) {
  const auto net = LoadNetwork("mobilenet_v3_large_p");
  ASSERT_TRUE(net.ok()) << net.status().ToString();
  std::ostringstream explanation;
  ASSERT_TRUE(OptimisedForDevices(*net, {"rockchip_npu"}, &explanation).ok());
  EXPECT_THAT(explanation.str(), HasSubstr("rockchip_npu has no operation HARD_SWISH"));
  EXPECT_THAT(explanation.str(),
              HasSubstr("rockchip_npu only computes in int8, and CONV_2D has real numbers"));
}

}  // namespace
}  // namespace paddle::lite::test
