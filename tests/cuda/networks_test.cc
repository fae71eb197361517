// Networks of the zoo on a CUDA device.
#include "tests/models/device_networks.h"

namespace paddle::lite::test {
namespace {

constexpr OnDevice kNetworks[] = {
    {"mobilenet_v1_f", 0, 2},
    {"mobilenet_v2_p", 0, 2},
    {"mobilenet_v3_large_p", 0, 2},
    {"shufflenet_v2_p", 0, 2},
    {"squeezenet_p", 0, 2},
    {"resnet18_p", 0, 2},
    {"resnet50_p", 0, 2},
    {"yolov3_small_f", 2, 4},
    {"unet_deconv_f", 0, 2},
    {"unet_bilinear_f", 0, 2},
    {"ppocr_det_p", 0, 2},
    {"ppocr_rec_p", 6, 2},
    // A product of one row and a softmax of two numbers, with the shape for them.
    {"ppocr_cls_p", 5, 2},
    {"cyclegan_f", 0, 2},
    {"vgg16_f", 0, 2},
    {"se_resnext_f", 0, 2},
    // Prior boxes, which follow from the shapes, and the choice of the boxes at the end.
    {"ssd_mobilenet_v1_f", 21, 5, 3},
    // Positions are computed on the host, in int64; so is what costs less than a launch: the mask,
    // and the products of one row at the end.
    {"bert_tiny_p", 7, 6},
    // Without kernels: cos_sim and sum; scale and sigmoid of one number follow them.
    {"text_match_f", 4, 8},
};

using CudaNetworksTest = DeviceNetworkTest<TargetType::kCUDA>;

TEST_P(CudaNetworksTest, RunOnTheDevice) { CheckOnTheDevice(); }
TEST_P(CudaNetworksTest, RandomPartitions) { CheckRandomPartition(); }

INSTANTIATE_TEST_SUITE_P(Zoo, CudaNetworksTest, testing::ValuesIn(kNetworks),
                         [](const auto& info) { return std::string(info.param.network); });

// Sequences of other lengths have other tables, whatever the shapes.
using CudaSequencesTest = DeviceNetworkTest<TargetType::kCUDA>;

TEST_P(CudaSequencesTest, RunWithOtherLengths) {
  const auto model = OptimisedFor(net_, {Place(TargetType::kCUDA), Place(TargetType::kHost)});
  ASSERT_TRUE(model.ok()) << model.status().ToString();
  const auto executable = Executable::Create(*model, ExecutableOptions());
  ASSERT_TRUE(executable.ok()) << executable.status().ToString();
  for (const size_t at : {0, 1, 0, 0, 1}) {
    ExpectClose(executable->get(), reference_.get(), net_.cases[at]);
  }
}

INSTANTIATE_TEST_SUITE_P(Zoo, CudaSequencesTest,
                         testing::Values(OnDevice{"text_match_f", 4, 8},
                                         OnDevice{"text_conv_f", 12, 25}),
                         [](const auto& info) { return std::string(info.param.network); });

}  // namespace
}  // namespace paddle::lite::test
