// Whole networks on builtin_device, and divided between the software NPU, with the operations of a
// real device, and the CPU. Quantised ones are in quantised_test.cc.
#include "tests/nnadapter/framework/networks.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <iostream>
#include <string>
#include <vector>

namespace paddle::lite::test {
namespace {

struct OnDevices {
  const char* network;
  const char* device;  // for which the network is divided
  Division expected;
  double tolerance;
};

std::string NameOf(const testing::TestParamInfo<OnDevices>& info) {
  return std::string(info.param.network) + "_" + info.param.device;
}

// The software NPU computes for Kirin: with its operations, in half precision.
operators::SubgraphSettings SettingsFor(const std::string& device) {
  operators::SubgraphSettings settings;
  if (device == "huawei_kirin_npu") {
    settings.context_properties = "FAKE_DEVICE_OPERATIONS=kirin;FAKE_DEVICE_PRECISION=fp16";
  }
  settings.device_names = {device == "builtin_device" ? device : "fake_device"};
  return settings;
}

// Divides and runs a network with every subgraph on the device, and compares it with the CPU's.
void ExpectAgrees(const std::string& network, const std::string& device, double tolerance,
                  Division* division) {
  const ScopedVariable strict("NNADAPTER_STRICT", "1");
  const auto net = LoadNetwork(network);
  ASSERT_TRUE(net.ok()) << net.status().ToString();
  const auto for_device = OptimisedForDevices(*net, {device});
  ASSERT_TRUE(for_device.ok()) << for_device.status().ToString();
  *division = DivisionOf(*for_device);
  const auto for_cpu = OptimisedForDevices(*net, {});
  ASSERT_TRUE(for_cpu.ok()) << for_cpu.status().ToString();
  const auto reference = MakeExecutable(*for_cpu, {});
  ASSERT_TRUE(reference.ok()) << reference.status().ToString();
  const auto executable = MakeExecutable(*for_device, SettingsFor(device));
  ASSERT_TRUE(executable.ok()) << executable.status().ToString();
  const auto worst = WorstDifference(executable->get(), reference->get(), net->cases[0]);
  ASSERT_TRUE(worst.ok()) << worst.status().ToString();
  EXPECT_LT(*worst, tolerance);
  // Subgraphs and their operators count as the device's.
  EXPECT_EQ((*executable)->KernelCounts()[TargetType::kNNAdapter],
            division->inside + division->subgraphs);
  std::cout << network << " on " << device << ": " << division->subgraphs << " subgraphs, "
            << division->inside << " operators inside, " << division->outside
            << " outside, difference " << *worst << "\n";
}

class NNAdapterNetworksTest : public testing::TestWithParam<OnDevices> {
 protected:
  static void SetUpTestSuite() { UseBuiltNNAdapter(); }
};

TEST_P(NNAdapterNetworksTest, AgreeWithTheCpu) {
  const OnDevices& param = GetParam();
  Division division;
  ASSERT_NO_FATAL_FAILURE(ExpectAgrees(param.network, param.device, param.tolerance, &division));
  EXPECT_EQ(division.subgraphs, param.expected.subgraphs);
  EXPECT_EQ(division.inside, param.expected.inside);
  EXPECT_EQ(division.outside, param.expected.outside);
}

// Those of quantised_test.cc: a value on the border between two steps may be either.
bool IsQuantisedNetwork(const std::string& name) {
  return name.find("int8") != std::string::npos || name.find("qdq") != std::string::npos;
}

// With a partition file, and again from the caches of all subgraphs.
struct InPieces {
  const char* network;
  const char* partition;  // operators that stay outside
  Division expected;
};

class NNAdapterPiecesTest : public testing::TestWithParam<InPieces> {
 protected:
  static void SetUpTestSuite() { UseBuiltNNAdapter(); }
};

TEST_P(NNAdapterPiecesTest, TheSecondStartBuildsNothing) {
  const InPieces& param = GetParam();
  const auto net = LoadNetwork(param.network);
  ASSERT_TRUE(net.ok()) << net.status().ToString();
  const std::filesystem::path folder =
      std::filesystem::path(testing::TempDir()) / StrCat("nnadapter_pieces_", param.network);
  std::filesystem::remove_all(folder);
  std::filesystem::create_directories(folder);
  const ScopedVariable strict("NNADAPTER_STRICT", "1");
  const ScopedVariable partition("SUBGRAPH_PARTITION_CONFIG_BUFFER", param.partition);
  const auto for_device = OptimisedForDevices(*net, {"huawei_kirin_npu"});
  ASSERT_TRUE(for_device.ok()) << for_device.status().ToString();
  const Division division = DivisionOf(*for_device);
  std::cout << param.network << " without " << param.partition << ": " << division.subgraphs
            << " subgraphs, " << division.inside << " operators inside, " << division.outside
            << " outside\n";
  EXPECT_EQ(division.subgraphs, param.expected.subgraphs);
  EXPECT_EQ(division.inside, param.expected.inside);
  EXPECT_EQ(division.outside, param.expected.outside);
  const auto for_cpu = OptimisedForDevices(*net, {});
  ASSERT_TRUE(for_cpu.ok()) << for_cpu.status().ToString();
  operators::SubgraphSettings settings = SettingsFor("huawei_kirin_npu");
  settings.cache_dir = folder.string();
  for (const bool cached : {false, true}) {
    const ScopedVariable no_build("FAKE_DEVICE_FAIL_BUILD_AT", cached ? "1" : "0");
    const auto reference = MakeExecutable(*for_cpu, {});
    ASSERT_TRUE(reference.ok()) << reference.status().ToString();
    const auto executable = MakeExecutable(*for_device, settings);
    ASSERT_TRUE(executable.ok()) << executable.status().ToString();
    const auto worst = WorstDifference(executable->get(), reference->get(), net->cases[0]);
    ASSERT_TRUE(worst.ok()) << worst.status().ToString();
    EXPECT_LT(*worst, 2e-2);
    EXPECT_EQ((*executable)->KernelCounts()[TargetType::kNNAdapter],
              division.inside + division.subgraphs);
  }
  std::filesystem::remove_all(folder);
}

// On request, because it takes half a minute.
TEST(NNAdapterZooTest, EveryNetworkAgreesWithTheCpu) {
  const char* device = std::getenv("LITE_NNADAPTER_ZOO");
  if (device == nullptr) GTEST_SKIP() << "LITE_NNADAPTER_ZOO names no device";
  UseBuiltNNAdapter();
  for (const std::string& network : ZooNetNames(LITE_TEST_DATA_DIR "/data/zoo")) {
    if (IsQuantisedNetwork(network)) continue;
    SCOPED_TRACE(network);
    Division division;
    ExpectAgrees(network, device, 1e-4, &division);
  }
}

// Sums in another order; and half precision after every operation of networks with random weights.
constexpr double kFloat = 1e-4, kHalf = 2e-2;
INSTANTIATE_TEST_SUITE_P(Zoo, NNAdapterNetworksTest,
                         testing::ValuesIn(std::vector<OnDevices>{
                             {"mobilenet_v1_p", "builtin_device", {1, 29, 0}, kFloat},
                             {"mobilenet_v2_p", "builtin_device", {1, 54, 0}, kFloat},
                             {"mobilenet_v3_large_p", "builtin_device", {1, 82, 0}, kFloat},
                             {"resnet18_p", "builtin_device", {1, 23, 0}, kFloat},
                             {"shufflenet_v2_p", "builtin_device", {1, 104, 0}, kFloat},
                             {"unet_bilinear_f", "builtin_device", {1, 35, 0}, kFloat},
                             {"cyclegan_f", "builtin_device", {1, 57, 0}, kFloat},
                             {"ssd_mobilenet_v1_f", "builtin_device", {3, 91, 8}, kFloat},
                             {"face_f", "builtin_device", {4, 47, 8}, kFloat},
                             {"yolov3_small_f", "builtin_device", {3, 47, 5}, kFloat},
                             {"ppocr_det_p", "builtin_device", {1, 101, 0}, kFloat},
                             {"bert_tiny_p", "builtin_device", {1, 77, 4}, kFloat},
                             {"soup_f", "builtin_device", {6, 74, 10}, kFloat},
                             {"passes_conv_p", "builtin_device", {1, 20, 0}, kFloat},
                             {"passes_matrix_p", "builtin_device", {2, 18, 0}, kFloat},
                             {"passes_shape_p", "builtin_device", {2, 21, 0}, kFloat},
                             {"mobilenet_v1_p", "huawei_kirin_npu", {1, 29, 0}, kHalf},
                             {"mobilenet_v3_large_p", "huawei_kirin_npu", {1, 82, 0}, kHalf},
                             {"ssd_mobilenet_v1_f", "huawei_kirin_npu", {3, 91, 8}, kHalf},
                             {"resnet50_p", "builtin_device", {1, 57, 0}, kFloat},
                             {"ppocr_cls_p", "builtin_device", {1, 57, 0}, kFloat},
                             {"ppocr_rec_p", "builtin_device", {1, 57, 0}, kFloat},
                             {"resnet50_p", "huawei_kirin_npu", {1, 57, 0}, kHalf},
                             {"shufflenet_v2_p", "huawei_kirin_npu", {1, 104, 0}, kHalf},
                             {"unet_bilinear_f", "huawei_kirin_npu", {1, 35, 0}, kHalf},
                             {"yolov3_small_f", "huawei_kirin_npu", {3, 47, 5}, kHalf},
                             {"ppocr_det_p", "huawei_kirin_npu", {1, 101, 0}, kHalf},
                             {"ppocr_cls_p", "huawei_kirin_npu", {1, 57, 0}, kHalf},
                             {"ppocr_rec_p", "huawei_kirin_npu", {1, 57, 0}, kHalf},
                             {"bert_tiny_p", "huawei_kirin_npu", {1, 77, 4}, kHalf},
                         }),
                         NameOf);

INSTANTIATE_TEST_SUITE_P(Kirin, NNAdapterPiecesTest,
                         testing::ValuesIn(std::vector<InPieces>{
                             {"mobilenet_v1_p", "softmax\npool2d", {1, 57, 0}},
                             {"resnet50_p", "pool2d", {1, 57, 0}},
                             {"ssd_mobilenet_v1_f", "transpose2", {1, 57, 0}},
                             {"yolov3_small_f", "nearest_interp", {1, 57, 0}},
                             {"shufflenet_v2_p", "shuffle_channel", {1, 57, 0}},
                             {"unet_bilinear_f", "concat", {1, 57, 0}},
                             {"ppocr_det_p", "conv2d_transpose", {1, 57, 0}},
                             {"bert_tiny_p", "softmax", {1, 57, 0}},
                         }),
                         [](const auto& info) { return std::string(info.param.network); });

}  // namespace
}  // namespace paddle::lite::test
