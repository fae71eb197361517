// Failures of a driver in networks of several subgraphs: the results are the CPU's, or an error
// where that is requested.
#include <gtest/gtest.h>

#include <cstdlib>
#include <iostream>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "tests/nnadapter/framework/networks.h"

namespace paddle::lite::test {
namespace {

constexpr int kRuns = 2;
constexpr double kSameResults = 1e-4;

// Starts of a network with an injected failure.
struct FailureCounts {
  int starts = 0;
  int reached = 0;   // the call was made, so that all subgraphs failed
  int as_cpu = 0;    // with the results of the CPU
  int rejected = 0;  // with NNADAPTER_STRICT, an error instead
};

class NNAdapterFailuresTest : public testing::TestWithParam<DividedNetwork> {
 protected:
  static void SetUpTestSuite() { UseBuiltNNAdapter(); }

  void Load() {
    const PartitionFile partition(GetParam().outside);
    const auto net = LoadNetwork(GetParam().network);
    ASSERT_TRUE(net.ok()) << net.status().ToString();
    zoo_case_ = net->cases[0];
    auto program = LoadProgram(*net);
    ASSERT_TRUE(program.ok()) << program.status().ToString();
    if (GetParam().side != 0) {
      CropImages(GetParam().side, &zoo_case_);
      DeclareShapes(zoo_case_, &*program);
    }
    auto divided = OptimisedForDevices(*program, {"fake_device"});
    ASSERT_TRUE(divided.ok()) << divided.status().ToString();
    model_ = *std::move(divided);
    division_ = DivisionOf(model_);
    ExpectDivision(GetParam(), division_);
    const auto for_cpu = OptimisedForDevices(*std::move(program), {});
    ASSERT_TRUE(for_cpu.ok()) << for_cpu.status().ToString();
    auto reference = MakeExecutable(*for_cpu, {});
    ASSERT_TRUE(reference.ok()) << reference.status().ToString();
    reference_ = *std::move(reference);
  }

  // Some runs; an error, or the number of operators on the device and results that are the CPU's.
  Result<int> Start(const operators::SubgraphSettings& settings) {
    LITE_ASSIGN_OR_RETURN(const auto executable, MakeExecutable(model_, settings));
    for (int i = 0; i < kRuns; ++i) {
      LITE_ASSIGN_OR_RETURN(const double difference,
                            WorstDifference(executable.get(), reference_.get(), zoo_case_));
      EXPECT_LT(difference, kSameResults);
    }
    return executable->KernelCounts()[TargetType::kNNAdapter] - division_.subgraphs;
  }

  // With and without NNADAPTER_STRICT. `reached`: whether the device cannot compute.
  void StartBoth(const operators::SubgraphSettings& settings, bool reached, FailureCounts* counts) {
    const Result<int> on_device = Start(settings);
    ASSERT_TRUE(on_device.ok()) << on_device.status().ToString();
    EXPECT_EQ(*on_device, reached ? 0 : division_.inside);
    const ScopedVariable strict("NNADAPTER_STRICT", "1");
    const Result<int> refused = Start(settings);
    EXPECT_EQ(refused.ok(), !reached) << refused.status().ToString();
    ++counts->starts;
    counts->reached += reached;
    counts->as_cpu += on_device.ok();
    counts->rejected += !refused.ok();
  }

  operators::SubgraphSettings Failing(const std::string& call, int at, const std::string& way) {
    operators::SubgraphSettings settings;
    settings.device_names = {"fake_device"};
    settings.context_properties =
        StrCat("FAKE_DEVICE_FAIL_", call, "_AT=", at, ";FAKE_DEVICE_FAILURE=", way);
    return settings;
  }

  void Print(const std::string& call, const FailureCounts& counts) {
    std::cout << "| " << GetParam().network << " | " << division_.subgraphs << " | " << call
              << " | " << counts.starts << " | " << counts.reached << " | " << counts.as_cpu
              << " | " << counts.rejected << " |\n";
  }

  model::Model model_;
  Division division_;
  ZooCase zoo_case_;
  std::unique_ptr<Executable> reference_;
};

// A subgraph has a context of its own, in which calls are counted.
TEST_P(NNAdapterFailuresTest, EveryCallOfEveryFunction) {
  if (!IsRequested(GetParam())) GTEST_SKIP() << "LITE_NNADAPTER_TABLE is not set";
  ASSERT_NO_FATAL_FAILURE(Load());
  const std::map<std::string, std::vector<std::string>> ways = {
      {"VALIDATE", {"5", "throw"}},
      {"BUILD", {"5", "throw", "null"}},
      {"EXECUTE", {"5", "throw", "skip", "negative", "rank", "precision"}}};
  for (const auto& [call, call_ways] : ways) {
    FailureCounts counts;
    for (const std::string& way : call_ways) {
      for (int at = 1; at <= kRuns + 1; ++at) {
        SCOPED_TRACE(StrCat(call, " ", at, " in the way of ", way));
        const bool reached = at == 1 || (call == "EXECUTE" && at <= kRuns);
        ASSERT_NO_FATAL_FAILURE(StartBoth(Failing(call, at, way), reached, &counts));
      }
    }
    Print(call, counts);
  }
  // What cannot be restored is compiled; if that fails as well, the CPU computes.
  FailureCounts restored, neither;
  const ProgramCache cache;
  operators::SubgraphSettings settings;
  settings.device_names = {"fake_device"};
  settings.cache_dir = cache.folder();
  ASSERT_TRUE(Start(settings).ok());
  for (const char* way : {"5", "throw", "null"}) {
    SCOPED_TRACE(way);
    // Not as properties, which are part of the token.
    const ScopedVariable failure("FAKE_DEVICE_FAILURE", way);
    const ScopedVariable restore("FAKE_DEVICE_FAIL_RESTORE_AT", "1");
    ASSERT_NO_FATAL_FAILURE(StartBoth(settings, false, &restored));
    const ScopedVariable build("FAKE_DEVICE_FAIL_BUILD_AT", "1");
    ASSERT_NO_FATAL_FAILURE(StartBoth(settings, true, &neither));
  }
  Print("RESTORE", restored);
  Print("RESTORE and BUILD", neither);
}

INSTANTIATE_TEST_SUITE_P(
    Zoo, NNAdapterFailuresTest,
    testing::ValuesIn(std::vector<DividedNetwork>{
        {"squeezenet_p", "fake_device", "pool2d", {5, 35, 4}, true},
        {"mobilenet_v1_p", "fake_device", "softmax\npool2d", {2, 28, 1}, true},
        {"shufflenet_v2_p", "fake_device", "shuffle_channel", {17, 88, 16}, true},
        {"unet_bilinear_f", "fake_device", "concat", {5, 31, 4}, true},
        {"ppocr_det_p", "fake_device", "conv2d_transpose", {1, 99, 4}, true},
        {"ppocr_cls_p", "fake_device", "pool2d", {12, 64, 13}, true},
        {"ppocr_rec_p", "fake_device", "pool2d", {9, 86, 11}, true},
        {"bert_tiny_p", "fake_device", "softmax", {4, 74, 7}},
        {"resnet50_p", "fake_device", "pool2d", {3, 54, 2}, true, 32},
        {"ssd_mobilenet_v1_f", "fake_device", "transpose2", {4, 85, 14}, true, 64},
        {"yolov3_small_f", "fake_device", "nearest_interp", {4, 47, 5}, false, 32},
    }),
    RowName);

}  // namespace
}  // namespace paddle::lite::test
