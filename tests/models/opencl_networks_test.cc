// Networks of the zoo on an OpenCL device: where their operators run, how often values are copied,
// and that results agree with those of the host.
#include <string>
#include <vector>

#include "lite/backends/opencl/device.h"
#include "tests/models/device_networks.h"
#include "tests/support/digits.h"

namespace paddle::lite::test {
namespace opencl_networks_test {

// What is elsewhere selects boxes (multiclass_nms) or follows from shapes (prior_box, shape, slice
// of a shape): the results of prior_box, two for each of six heads, are copied once.
constexpr OnDevice kNetworks[] = {
    {"mobilenet_v3_large_p", 0, 2},   {"shufflenet_v2_p", 0, 2}, {"squeezenet_p", 0, 2},
    {"ssd_mobilenet_v1_f", 7, 15, 3}, {"yolov3_small_f", 2, 4},  {"unet_deconv_f", 0, 2},
    {"unet_bilinear_f", 0, 2},        {"ppocr_det_p", 0, 2},     {"ppocr_rec_p", 6, 2},
    {"superres_cubic_p", 0, 2},
};

using OpenClNetworksTest = DeviceNetworkTest<TargetType::kOpenCL>;

TEST_P(OpenClNetworksTest, RunOnTheDevice) { CheckOnTheDevice(); }
TEST_P(OpenClNetworksTest, RandomPartitions) { CheckRandomPartition(); }

// Networks whose convolutions are in images, from the first operator to the classifier, which is a
// product on buffers. SSD and YOLO transpose the results of their heads in buffers; prior_box on
// the host takes its inputs from buffers as well.
struct InImages {
  const char* network;
  int layouts;  // changes between images and buffers in a run
};

constexpr InImages kInImages[] = {
    {"mobilenet_v1_f", 2}, {"mobilenet_v2_p", 2},      {"shufflenet_v2_p", 2}, {"squeezenet_p", 2},
    {"resnet18_p", 2},     {"ssd_mobilenet_v1_f", 19}, {"yolov3_small_f", 4},
};

const std::vector<Place>& ImagePlaces() {
  static const std::vector<Place> places = {
      Place(TargetType::kOpenCL, PrecisionType::kFP16, DataLayoutType::kImageDefault),
      Place(TargetType::kOpenCL), Place(TargetType::kHost)};
  return places;
}

// Images have elements of this precision while it exists.
class Storage {
 public:
  explicit Storage(const std::string& precision) { Set(precision); }
  ~Storage() { Set("fp32"); }

 private:
  static void Set(const std::string& precision) {
    const Status status = opencl::Configure(0, "precision", precision);
    EXPECT_TRUE(status.ok()) << status.ToString();
  }
};

using OpenClImagesTest = DeviceNetworkTest<TargetType::kOpenCL, InImages>;

TEST_P(OpenClImagesTest, RunInImages) {
  const Storage storage("fp32");
  const auto model = OptimisedFor(net_, ImagePlaces());
  ASSERT_TRUE(model.ok()) << model.status().ToString();
  const auto moves = MovesOf(*model, TargetType::kOpenCL);
  ASSERT_TRUE(moves.ok()) << moves.status().ToString();
  EXPECT_EQ(moves->layouts, GetParam().layouts);
  const auto executable = Executable::Create(*model, ExecutableOptions());
  ASSERT_TRUE(executable.ok()) << executable.status().ToString();
  ExpectClose(executable->get(), reference_.get(), net_.cases[0]);
  ExpectClose(executable->get(), reference_.get(), net_.cases[0]);  // in memory that was used
}

INSTANTIATE_TEST_SUITE_P(Zoo, OpenClImagesTest, testing::ValuesIn(kInImages),
                         [](const auto& info) { return std::string(info.param.network); });

using OpenClHalfTest = DeviceNetworkTest<TargetType::kOpenCL, InImages>;

TEST_P(OpenClHalfTest, RunInImages) {
  const Storage storage("fp16_storage");
  const auto model = OptimisedFor(net_, ImagePlaces());
  ASSERT_TRUE(model.ok()) << model.status().ToString();
  const auto executable = Executable::Create(*model, ExecutableOptions());
  ASSERT_TRUE(executable.ok()) << executable.status().ToString();
  ExpectClose(executable->get(), reference_.get(), net_.cases[0], 2e-3);
}

// Trained networks classify as before if their images have half elements.
TEST(OpenClDigits, AreTheSameInImagesOfHalf) {
  if (FindDevice(TargetType::kOpenCL) == nullptr) GTEST_SKIP() << "no OpenCL device";
  constexpr int kImages = 40;
  const Storage storage("fp16_storage");
  for (const std::string name : {"fluid", "paddle2"}) {
    SCOPED_TRACE(name);
    ZooCase digits;
    digits.inputs = {DigitsInput(0, kImages)};
    const auto model = OptimisedFor(LoadDigitsNet(name), ImagePlaces());
    ASSERT_TRUE(model.ok()) << model.status().ToString();
    const auto executable = Executable::Create(*model, ExecutableOptions());
    ASSERT_TRUE(executable.ok()) << executable.status().ToString();
    const auto outputs = RunOutputs(executable->get(), digits);
    ASSERT_TRUE(outputs.ok()) << outputs.status().ToString();
    const std::string bytes = ReadDigitsFile(StrCat("expected/", name, ".f32"));
    const Span<const float> expected = {FloatsOf(bytes).data(), size_t{kImages} * 10};
    const Span<const float> found = FloatsOf((*outputs)[0]);
    ASSERT_EQ(found.size(), expected.size());
    EXPECT_LT(Compare(found, expected).rel_l2, 2e-3);
    for (int n = 0; n < kImages; ++n) {
      EXPECT_EQ(BestDigit(found, n), BestDigit(expected, n)) << "image " << n;
    }
  }
}

// Rounding to half adds up along a network, and random weights multiply it: see
// docs/measurements/opencl-work.md.
INSTANTIATE_TEST_SUITE_P(Zoo, OpenClHalfTest,
                         testing::Values(InImages{"squeezenet_p", 2}, InImages{"resnet18_p", 2}),
                         [](const auto& info) { return std::string(info.param.network); });

INSTANTIATE_TEST_SUITE_P(Zoo, OpenClNetworksTest, testing::ValuesIn(kNetworks),
                         [](const auto& info) { return std::string(info.param.network); });

}  // namespace opencl_networks_test
}  // namespace paddle::lite::test
