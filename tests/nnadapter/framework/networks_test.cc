// Whole networks on builtin_device, and divided between the software NPU, with the operations of a
// real device, and the CPU. Quantised ones are in quantised_test.cc.
#include "tests/nnadapter/framework/networks.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <iostream>
#include <set>
#include <string>
#include <utility>
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
  settings.device_names = {device == "huawei_kirin_npu" ? "fake_device" : device};
  return settings;
}

// The program. In half precision, without the choice of boxes after yolo_box: a score on the border
// decides whether a box exists.
Result<model::Model> ProgramFor(const ZooNet& net, const std::string& device) {
  LITE_ASSIGN_OR_RETURN(model::Model model, LoadProgram(net));
  if (device != "huawei_kirin_npu") return model;
  std::set<std::string> removed;  // values of boxes, and what is computed from them
  std::vector<std::string> heads;
  std::vector<model::OpDesc> kept;
  model::OpDesc fetch;
  for (const model::OpDesc& op : model.program.blocks[0].ops) {
    bool reads_removed = op.type == "yolo_box";
    if (reads_removed) heads.push_back(op.Input("X")[0]);
    for (const auto& slot : op.inputs) {
      for (const std::string& name : slot.second) reads_removed |= removed.count(name) != 0;
    }
    if (op.type == "fetch") fetch = op;
    if (!reads_removed) {
      kept.push_back(op);
      continue;
    }
    if (op.type == "fetch") continue;
    for (const auto& slot : op.outputs) removed.insert(slot.second.begin(), slot.second.end());
  }
  if (heads.empty()) return model;
  for (size_t i = 0; i < heads.size(); ++i) {
    fetch.inputs = {{"X", {heads[i]}}};
    fetch.attrs["col"] = static_cast<int>(i);
    kept.push_back(fetch);
  }
  model.program.blocks[0].ops = std::move(kept);
  return model;
}

// Divides and runs a network with every subgraph on the device, and compares it with the CPU's.
void ExpectAgrees(const std::string& network, const std::string& device, double tolerance,
                  Division* division) {
  const ScopedVariable strict("NNADAPTER_STRICT", "1");
  const auto net = LoadNetwork(network);
  ASSERT_TRUE(net.ok()) << net.status().ToString();
  const auto program = ProgramFor(*net, device);
  ASSERT_TRUE(program.ok()) << program.status().ToString();
  const auto for_device = OptimisedForDevices(*program, {device});
  ASSERT_TRUE(for_device.ok()) << for_device.status().ToString();
  *division = DivisionOf(*for_device);
  const auto for_cpu = OptimisedForDevices(*program, {});
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
  const auto program = ProgramFor(*net, "huawei_kirin_npu");
  ASSERT_TRUE(program.ok()) << program.status().ToString();
  const auto for_device = OptimisedForDevices(*program, {"huawei_kirin_npu"});
  ASSERT_TRUE(for_device.ok()) << for_device.status().ToString();
  const Division division = DivisionOf(*for_device);
  std::string named = param.partition;
  std::replace(named.begin(), named.end(), '\n', ',');
  std::cout << param.network << " without " << named << ": " << division.subgraphs << " subgraphs, "
            << division.inside << " operators inside, " << division.outside << " outside\n";
  EXPECT_EQ(division.subgraphs, param.expected.subgraphs);
  EXPECT_EQ(division.inside, param.expected.inside);
  EXPECT_EQ(division.outside, param.expected.outside);
  const auto for_cpu = OptimisedForDevices(*program, {});
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

// Sums in another order; and half precision after every operation of networks with random weights.
constexpr double kFloat = 1e-4, kHalf = 2e-2;
// On request, because it takes minutes.
TEST(NNAdapterZooTest, EveryNetworkAgreesWithTheCpu) {
  const char* device = std::getenv("LITE_NNADAPTER_ZOO");
  if (device == nullptr) GTEST_SKIP() << "LITE_NNADAPTER_ZOO names no device";
  UseBuiltNNAdapter();
  for (const std::string& network : ZooNetNames(LITE_TEST_DATA_DIR "/data/zoo")) {
    if (IsQuantisedNetwork(network)) continue;
    SCOPED_TRACE(network);
    Division division;
    const bool half = std::string(device) == "huawei_kirin_npu";
    ExpectAgrees(network, device, half ? kHalf : kFloat, &division);
  }
}

INSTANTIATE_TEST_SUITE_P(Zoo, NNAdapterNetworksTest,
                         testing::ValuesIn(std::vector<OnDevices>{
                             {"mobilenet_v1_p", "builtin_device", {1, 29, 0}, kFloat},
                             {"mobilenet_v2_p", "builtin_device", {1, 54, 0}, kFloat},
                             {"mobilenet_v3_large_p", "builtin_device", {1, 82, 0}, kFloat},
                             {"resnet18_p", "builtin_device", {1, 23, 0}, kFloat},
                             {"shufflenet_v2_p", "builtin_device", {1, 104, 0}, kFloat},
                             {"unet_bilinear_f", "builtin_device", {1, 35, 0}, kFloat},
                             {"cyclegan_f", "builtin_device", {1, 57, 0}, kFloat},
                             {"ssd_mobilenet_v1_f", "builtin_device", {1, 97, 2}, kFloat},
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
                             {"ppocr_cls_p", "builtin_device", {2, 75, 2}, kFloat},
                             {"ppocr_rec_p", "builtin_device", {6, 89, 8}, kFloat},
                             {"shufflenet_v2_p", "huawei_kirin_npu", {1, 104, 0}, kHalf},
                             {"unet_bilinear_f", "huawei_kirin_npu", {1, 35, 0}, kHalf},
                             {"yolov3_small_f", "huawei_kirin_npu", {1, 42, 0}, kHalf},
                             {"ppocr_det_p", "huawei_kirin_npu", {1, 101, 0}, kHalf},
                             {"ppocr_cls_p", "huawei_kirin_npu", {2, 74, 3}, kHalf},
                             {"ppocr_rec_p", "huawei_kirin_npu", {6, 86, 11}, kHalf},
                             {"bert_tiny_p", "huawei_kirin_npu", {1, 77, 4}, kHalf},
                         }),
                         NameOf);

#ifdef LITE_NNADAPTER_TEST_XNNPACK
// Of another library, sums in another order.
INSTANTIATE_TEST_SUITE_P(Xnnpack, NNAdapterNetworksTest,
                         testing::ValuesIn(std::vector<OnDevices>{
                             {"mobilenet_v1_p", "google_xnnpack", {1, 29, 0}, kFloat},
                             {"resnet18_p", "google_xnnpack", {1, 23, 0}, kFloat},
                             {"resnet50_p", "google_xnnpack", {1, 56, 0}, kFloat},
                         }),
                         NameOf);
#endif

INSTANTIATE_TEST_SUITE_P(Kirin, NNAdapterPiecesTest,
                         testing::ValuesIn(std::vector<InPieces>{
                             {"mobilenet_v1_p", "softmax\npool2d", {2, 28, 1}},
                             {"resnet18_p", "pool2d", {3, 21, 2}},
                             {"ssd_mobilenet_v1_f", "transpose2", {5, 78, 21}},
                             {"yolov3_small_f", "nearest_interp", {3, 40, 2}},
                             {"shufflenet_v2_p", "shuffle_channel", {17, 88, 16}},
                             {"unet_bilinear_f", "concat", {5, 31, 4}},
                             {"ppocr_det_p", "conv2d_transpose", {1, 99, 4}},
                             {"bert_tiny_p", "softmax", {4, 74, 7}},
                         }),
                         [](const auto& info) { return std::string(info.param.network); });

}  // namespace
}  // namespace paddle::lite::test
