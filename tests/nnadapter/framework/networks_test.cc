// Whole networks on builtin_device, and divided between the software NPU, with the operations of
// two real devices, and the CPU.
#include "tests/nnadapter/framework/networks.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <iostream>
#include <sstream>

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

// The software NPU computes for the two NPUs: with their operations, and for Kirin in half
// precision.
operators::SubgraphSettings SettingsFor(const std::string& device) {
  operators::SubgraphSettings settings;
  if (device == "huawei_kirin_npu") {
    settings.context_properties = "FAKE_DEVICE_OPERATIONS=kirin;FAKE_DEVICE_PRECISION=fp16";
  } else if (device == "rockchip_npu") {
    settings.context_properties = "FAKE_DEVICE_OPERATIONS=rockchip";
  }
  settings.device_names = {device == "builtin_device" ? device : "fake_device"};
  return settings;
}

class NNAdapterNetworksTest : public testing::TestWithParam<OnDevices> {};

TEST_P(NNAdapterNetworksTest, AgreeWithTheCpu) {
  UseBuiltNNAdapter();
  const ScopedVariable strict("NNADAPTER_STRICT", "1");
  const OnDevices& param = GetParam();
  const auto net = LoadNetwork(param.network);
  ASSERT_TRUE(net.ok()) << net.status().ToString();
  std::ostringstream explanation;
  const auto for_device = OptimisedForDevices(*net, {param.device}, &explanation);
  ASSERT_TRUE(for_device.ok()) << for_device.status().ToString();
  const Division division = DivisionOf(*for_device);
  EXPECT_EQ(division.subgraphs, param.expected.subgraphs) << explanation.str();
  EXPECT_EQ(division.inside, param.expected.inside);
  EXPECT_EQ(division.outside, param.expected.outside);
  const auto for_cpu = OptimisedForDevices(*net, {});
  ASSERT_TRUE(for_cpu.ok()) << for_cpu.status().ToString();
  const auto reference = MakeExecutable(*for_cpu, {});
  ASSERT_TRUE(reference.ok()) << reference.status().ToString();
  const auto executable = MakeExecutable(*for_device, SettingsFor(param.device));
  ASSERT_TRUE(executable.ok()) << executable.status().ToString();
  const auto worst = WorstDifference(executable->get(), reference->get(), net->cases[0]);
  ASSERT_TRUE(worst.ok()) << worst.status().ToString();
  EXPECT_LT(*worst, param.tolerance);
  // Only subgraphs are on the device, and their operators count there.
  const auto counts = (*executable)->KernelCounts();
  EXPECT_EQ(counts.at(TargetType::kNNAdapter), division.inside + division.subgraphs);
  std::cout << param.network << " on " << param.device << ": " << division.subgraphs
            << " subgraphs, " << division.inside << " operators inside, " << division.outside
            << " outside, difference " << *worst << "\n";
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
                             {"yolov3_small_f", "builtin_device", {3, 47, 5}, kFloat},
                             {"ppocr_det_p", "builtin_device", {1, 101, 0}, kFloat},
                             {"bert_tiny_p", "builtin_device", {1, 75, 6}, kFloat},
                             {"soup_f", "builtin_device", {7, 70, 14}, kFloat},
                             {"passes_conv_p", "builtin_device", {1, 20, 0}, kFloat},
                             {"passes_matrix_p", "builtin_device", {2, 18, 0}, kFloat},
                             {"passes_shape_p", "builtin_device", {2, 21, 0}, kFloat},
                             {"mobilenet_v1_p", "huawei_kirin_npu", {1, 29, 0}, kHalf},
                             {"mobilenet_v3_large_p", "huawei_kirin_npu", {1, 82, 0}, kHalf},
                             {"ssd_mobilenet_v1_f", "huawei_kirin_npu", {3, 91, 8}, kHalf},
                             {"mobilenet_v1_p", "rockchip_npu", {1, 29, 0}, kFloat},
                             {"mobilenet_v3_large_p", "rockchip_npu", {20, 53, 45}, kFloat},
                             {"resnet18_p", "rockchip_npu", {1, 23, 0}, kFloat},
                         }),
                         NameOf);

}  // namespace
}  // namespace paddle::lite::test
