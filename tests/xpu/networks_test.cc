// Networks of the zoo, with the fusions that opt makes for XPUs, on the kernels of XPUs. Images are
// cropped, because the functions in place of the library's take long.
#include "tests/models/device_networks.h"

namespace paddle::lite::test {
namespace {

constexpr OnDevice kNetworks[] = {
    {"mobilenet_v1_f", 0, 2},
    {"resnet50_f", 0, 2},
    {"bert_tiny_p", 6, 6, 6},
    {"ernie_tiny_f", 1, 5, 5},
};

class XpuNetworksOnDevice : public DeviceNetworkTest<TargetType::kXPU> {
 protected:
  void SetUp() override {
    DeviceNetworkTest::SetUp();
    if (!net_.cases.empty()) CropImages(64, &net_.cases[0]);
  }
};

TEST_P(XpuNetworksOnDevice, AgreeWithTheHost) { CheckOnTheDevice(); }

INSTANTIATE_TEST_SUITE_P(Zoo, XpuNetworksOnDevice, testing::ValuesIn(kNetworks),
                         [](const auto& info) { return std::string(info.param.network); });

}  // namespace
}  // namespace paddle::lite::test
