// Whole networks on builtin_device, and divided between the software NPU, with the operations of a
// real device, and the CPU. Quantised ones are in quantised_test.cc.
#include "tests/nnadapter/framework/networks.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <string>
#include <utility>
#include <vector>

namespace paddle::lite::test {
namespace {

// Sums in another order; and half precision after every operation of networks with random weights.
constexpr double kFloat = 1e-4, kHalf = 2e-2;

// Divides and runs a network with every subgraph on the device, compares it with the CPU's, and
// starts it again from the cache.
void ExpectAgrees(const std::string& network, const std::string& device, const std::string& outside,
                  Division* division) {
  const ScopedVariable strict("NNADAPTER_STRICT", "1");
  const PartitionFile partition(outside);
  const bool half = device == "huawei_kirin_npu";
  const auto net = LoadNetwork(network);
  ASSERT_TRUE(net.ok()) << net.status().ToString();
  auto program = LoadProgram(*net);
  ASSERT_TRUE(program.ok()) << program.status().ToString();
  if (half) program = WithoutBoxes(*std::move(program), {"yolo_box"});
  const auto for_device = OptimisedForDevices(*program, {device});
  ASSERT_TRUE(for_device.ok()) << for_device.status().ToString();
  *division = DivisionOf(*for_device);
  const auto for_cpu = OptimisedForDevices(*program, {});
  ASSERT_TRUE(for_cpu.ok()) << for_cpu.status().ToString();
  const auto reference = MakeExecutable(*for_cpu, {});
  ASSERT_TRUE(reference.ok()) << reference.status().ToString();
  const ProgramCache cache;
  operators::SubgraphSettings settings = SettingsFor(device);
  settings.cache_dir = cache.folder();
  const auto executable = MakeExecutable(*for_device, settings);
  ASSERT_TRUE(executable.ok()) << executable.status().ToString();
  const auto worst = WorstDifference(executable->get(), reference->get(), net->cases[0]);
  ASSERT_TRUE(worst.ok()) << worst.status().ToString();
  EXPECT_LT(*worst, half ? kHalf : kFloat);
  EXPECT_TRUE(RanOnDevice(**executable, *division));
  // Whole networks take long, and the same networks in pieces start again.
  int programs = 0;
  if (!outside.empty() || TableIsRequested()) {
    programs = cache.StartAgain(*for_device, settings, executable->get(), net->cases[0]);
  }
  PrintRow(network, device, outside, *division, *worst, programs);
}

class NNAdapterNetworksTest : public testing::TestWithParam<DividedNetwork> {
 protected:
  static void SetUpTestSuite() { UseBuiltNNAdapter(); }
};

TEST_P(NNAdapterNetworksTest, AgreeWithTheCpuAndStartFromTheCache) {
  const DividedNetwork& row = GetParam();
  if (!IsRequested(row)) GTEST_SKIP() << "LITE_NNADAPTER_TABLE is not set";
  Division division;
  ASSERT_NO_FATAL_FAILURE(ExpectAgrees(row.network, row.device, row.outside, &division));
  ExpectDivision(row, division);
}

// Those of quantised_test.cc: a value on the border between two steps may be either.
bool IsQuantisedNetwork(const std::string& name) {
  return name.find("int8") != std::string::npos || name.find("qdq") != std::string::npos;
}

// On request, because it takes minutes.
TEST(NNAdapterZooTest, EveryNetworkAgreesWithTheCpu) {
  const char* device = std::getenv("LITE_NNADAPTER_ZOO");
  if (device == nullptr) GTEST_SKIP() << "LITE_NNADAPTER_ZOO names no device";
  UseBuiltNNAdapter();
  for (const std::string& network : ZooNetNames(LITE_TEST_DATA_DIR "/data/zoo")) {
    if (IsQuantisedNetwork(network)) continue;
    SCOPED_TRACE(network);
    Division division;
    ExpectAgrees(network, device, "", &division);
  }
}

// A device that only computes in int8 has nothing of a network of real numbers.
TEST(NNAdapterRockchipTest, TakesNoRealNumbers) {
  UseBuiltNNAdapter();
  for (const char* network :
       {"mobilenet_v1_p", "resnet50_p", "ssd_mobilenet_v1_f", "yolov3_small_f", "shufflenet_v2_p",
        "unet_bilinear_f", "ppocr_det_p", "ppocr_cls_p", "ppocr_rec_p", "bert_tiny_p"}) {
    SCOPED_TRACE(network);
    const auto net = LoadNetwork(network);
    ASSERT_TRUE(net.ok()) << net.status().ToString();
    const auto model = OptimisedForDevices(*net, {"rockchip_npu"});
    ASSERT_TRUE(model.ok()) << model.status().ToString();
    EXPECT_EQ(DivisionOf(*model).subgraphs, 0);
  }
}

constexpr char kBuiltin[] = "builtin_device", kKirin[] = "huawei_kirin_npu";

INSTANTIATE_TEST_SUITE_P(Zoo, NNAdapterNetworksTest,
                         testing::ValuesIn(std::vector<DividedNetwork>{
                             {"mobilenet_v1_p", kBuiltin, "", {1, 29, 0}},
                             {"mobilenet_v2_p", kBuiltin, "", {1, 54, 0}},
                             {"mobilenet_v3_large_p", kBuiltin, "", {1, 82, 0}},
                             {"resnet18_p", kBuiltin, "", {1, 23, 0}},
                             {"resnet50_p", kBuiltin, "", {1, 56, 0}, true},
                             {"shufflenet_v2_p", kBuiltin, "", {1, 104, 0}},
                             {"unet_bilinear_f", kBuiltin, "", {1, 35, 0}},
                             {"cyclegan_f", kBuiltin, "", {1, 57, 0}},
                             {"ssd_mobilenet_v1_f", kBuiltin, "", {2, 98, 1}},
                             {"face_f", kBuiltin, "", {5, 48, 7}},
                             {"yolov3_small_f", kBuiltin, "", {2, 49, 3}},
                             {"ppocr_det_p", kBuiltin, "", {1, 101, 0}},
                             {"ppocr_cls_p", kBuiltin, "", {2, 75, 2}},
                             {"ppocr_rec_p", kBuiltin, "", {6, 89, 8}},
                             {"bert_tiny_p", kBuiltin, "", {1, 77, 4}},
                             {"soup_f", kBuiltin, "", {6, 74, 10}},
                             {"passes_conv_p", kBuiltin, "", {1, 20, 0}},
                             {"passes_matrix_p", kBuiltin, "", {2, 18, 0}},
                             {"passes_shape_p", kBuiltin, "", {2, 21, 0}},
                             {"mobilenet_v1_p", kKirin, "", {1, 29, 0}},
                             {"mobilenet_v3_large_p", kKirin, "", {1, 82, 0}},
                             {"resnet50_p", kKirin, "", {1, 56, 0}, true},
                             {"ssd_mobilenet_v1_f", kKirin, "", {3, 91, 8}},
                             {"shufflenet_v2_p", kKirin, "", {1, 104, 0}},
                             {"unet_bilinear_f", kKirin, "", {1, 35, 0}},
                             {"yolov3_small_f", kKirin, "", {1, 42, 0}},
                             {"ppocr_det_p", kKirin, "", {1, 101, 0}},
                             {"ppocr_cls_p", kKirin, "", {2, 74, 3}},
                             {"ppocr_rec_p", kKirin, "", {6, 86, 11}},
                             {"bert_tiny_p", kKirin, "", {1, 77, 4}},
                         }),
                         RowName);

INSTANTIATE_TEST_SUITE_P(Pieces, NNAdapterNetworksTest,
                         testing::ValuesIn(std::vector<DividedNetwork>{
                             {"mobilenet_v1_p", kBuiltin, "softmax\npool2d", {2, 28, 1}, true},
                             {"resnet50_p", kBuiltin, "pool2d", {3, 54, 2}, true},
                             {"ssd_mobilenet_v1_f", kBuiltin, "transpose2", {4, 85, 14}, true},
                             {"yolov3_small_f", kBuiltin, "nearest_interp", {4, 47, 5}, true},
                             {"shufflenet_v2_p", kBuiltin, "shuffle_channel", {17, 88, 16}, true},
                             {"unet_bilinear_f", kBuiltin, "concat", {5, 31, 4}, true},
                             {"ppocr_det_p", kBuiltin, "conv2d_transpose", {1, 99, 4}, true},
                             {"ppocr_cls_p", kBuiltin, "pool2d", {12, 64, 13}, true},
                             {"ppocr_rec_p", kBuiltin, "pool2d", {9, 86, 11}, true},
                             {"bert_tiny_p", kBuiltin, "softmax", {4, 74, 7}, true},
                             {"mobilenet_v1_p", kKirin, "softmax\npool2d", {2, 28, 1}},
                             {"resnet18_p", kKirin, "pool2d", {3, 21, 2}},
                             {"resnet50_p", kKirin, "pool2d", {3, 54, 2}, true},
                             {"ssd_mobilenet_v1_f", kKirin, "transpose2", {5, 78, 21}},
                             {"yolov3_small_f", kKirin, "nearest_interp", {3, 40, 2}},
                             {"shufflenet_v2_p", kKirin, "shuffle_channel", {17, 88, 16}},
                             {"unet_bilinear_f", kKirin, "concat", {5, 31, 4}},
                             {"ppocr_det_p", kKirin, "conv2d_transpose", {1, 99, 4}},
                             {"ppocr_cls_p", kKirin, "pool2d", {11, 63, 14}, true},
                             {"ppocr_rec_p", kKirin, "pool2d", {9, 83, 14}, true},
                             {"bert_tiny_p", kKirin, "softmax", {4, 74, 7}},
                         }),
                         RowName);

#ifdef LITE_NNADAPTER_TEST_XNNPACK
// Of another library, sums in another order.
INSTANTIATE_TEST_SUITE_P(Xnnpack, NNAdapterNetworksTest,
                         testing::ValuesIn(std::vector<DividedNetwork>{
                             {"mobilenet_v1_p", "google_xnnpack", "", {1, 29, 0}},
                             {"resnet18_p", "google_xnnpack", "", {1, 23, 0}},
                             {"resnet50_p", "google_xnnpack", "", {1, 56, 0}},
                         }),
                         RowName);
#endif

}  // namespace
}  // namespace paddle::lite::test
