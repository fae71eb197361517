// Networks of the zoo on an OpenCL device: where their operators run, how often values are copied,
// and that results agree with those of the host.
#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <vector>

#include "lite/backends/opencl/device.h"
#include "lite/core/image_layout.h"
#include "lite/mir/text.h"
#include "lite/model/file.h"
#include "tests/models/device_networks.h"
#include "tests/support/digits.h"
#include "tests/support/op_case.h"
#include "tests/support/temp_dir.h"

namespace paddle::lite::test {
namespace opencl_networks_test {

// What is elsewhere selects boxes (multiclass_nms) or follows from shapes (prior_box, shape, slice
// of a shape): the results of prior_box, two for each of six heads, are copied once.
constexpr OnDevice kNetworks[] = {
    {"mobilenet_v3_large_p", 0, 2},
    {"shufflenet_v2_p", 0, 2},
    {"squeezenet_p", 0, 2},
    {"ssd_mobilenet_v1_f", 7, 15, 3},
    {"yolov3_small_f", 2, 4},
    {"unet_deconv_f", 0, 2},
    {"unet_bilinear_f", 0, 2},
    {"ppocr_det_p", 0, 2},
    {"ppocr_rec_p", 6, 2},
    {"superres_cubic_p", 0, 2},
    {"ppocr_cls_p", 2, 2},
    {"pplcnet_p", 0, 2},
    {"mnasnet_f", 0, 2},
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
    {"mobilenet_v1_f", 2},       {"mobilenet_v2_p", 2},  {"shufflenet_v2_p", 2},
    {"squeezenet_p", 2},         {"resnet18_p", 2},      {"ssd_mobilenet_v1_f", 19},
    {"yolov3_small_f", 4},       {"se_resnext_f", 2},    {"cyclegan_f", 2},
    {"unet_deconv_f", 2},        {"ppocr_det_p", 2},     {"ppocr_rec_p", 4},
    {"ppocr_cls_p", 2},          {"unet_bilinear_f", 2}, {"superres_cubic_p", 2},
    {"mobilenet_v3_large_p", 2},
};

// Divisions have vector kernels of x86 besides portable ones.
const std::vector<Place>& DividedPlaces() {
  static const std::vector<Place> places = {
      Place(TargetType::kOpenCL, PrecisionType::kFP16, DataLayoutType::kImageDefault),
      Place(TargetType::kOpenCL), Place(TargetType::kX86), Place(TargetType::kHost)};
  return places;
}

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

// Operators that compute, by name; not those that move values.
bool Computes(const model::OpDesc& op) {
  return op.attrs.count(model::kKernelTypeAttr) != 0 && op.type != "feed" && op.type != "fetch" &&
         op.type.find("io_copy") != 0 && op.type.find("layout") != 0;
}

// Runs of operators, of random lengths, are on the processor, in the device's buffers, and wherever
// the optimiser places them, which is in images if the run is long enough.
Result<model::Model> DividedAtRandom(const ZooNet& net, const std::string& seed) {
  LITE_ASSIGN_OR_RETURN(const model::Model model, OptimisedFor(net, DividedPlaces()));
  Random random(seed);
  std::string lines[3] = {"device:cpu\n", "device:gpu buffer\n", ""};
  int64_t place = 2;
  for (const model::OpDesc& op : model.program.blocks[0].ops) {
    if (!Computes(op)) continue;
    if (random.Int(0, 5) == 0) place = random.Int(0, 2);
    lines[place] += StrCat(op.type, "::", op.outputs.begin()->second[0], "\n");
  }
  const TempDir folder;
  const std::string path = folder / "memory.txt";
  LITE_RETURN_IF_ERROR(model::WriteFileAtomically(path, lines[0] + lines[1]));
  constexpr char kVariable[] = "OPENCL_MEMORY_CONFIG_FILE";
  EXPECT_EQ(setenv(kVariable, path.c_str(), 1), 0);
  Result<model::Model> divided = OptimisedFor(net, DividedPlaces());
  EXPECT_EQ(unsetenv(kVariable), 0);
  return divided;
}

// How many compute on the host, in the device's buffers and in its images.
struct Places {
  int host = 0, buffers = 0, images = 0;
};
Places PlacesOf(const model::Model& model) {
  Places places;
  for (const model::OpDesc& op : model.program.blocks[0].ops) {
    if (!Computes(op)) continue;
    const auto& stored = std::get<std::string>(op.attrs.at(model::kKernelTypeAttr));
    const Result<KernelKey> key = ParseKernelKey(stored);
    EXPECT_TRUE(key.ok()) << key.status().ToString();
    if (!key.ok()) continue;
    const bool on_device = key->place.target == TargetType::kOpenCL;
    ++(!on_device                         ? places.host
       : IsImageLayout(key->place.layout) ? places.images
                                          : places.buffers);
  }
  return places;
}

// A division of a short network may lack a place: another one is drawn then.
Result<model::Model> DividedIntoAllPlaces(const ZooNet& net) {
  constexpr int kAttempts = 8;
  for (int attempt = 0; attempt < kAttempts; ++attempt) {
    LITE_ASSIGN_OR_RETURN(model::Model model, DividedAtRandom(net, StrCat(net.name, attempt)));
    const Places places = PlacesOf(model);
    if (std::min({places.host, places.buffers, places.images}) > 0) return model;
  }
  return Internal("no division of ", net.name, " has operators in all places");
}

void CheckDivided(const ZooNet& net, Executable* reference, double tolerance) {
  const auto model = DividedIntoAllPlaces(net);
  ASSERT_TRUE(model.ok()) << model.status().ToString();
  const auto executable = Executable::Create(*model, ExecutableOptions());
  ASSERT_TRUE(executable.ok()) << executable.status().ToString();
  ExpectClose(executable->get(), reference, net.cases[0], tolerance);
}

using OpenClImagesTest = DeviceNetworkTest<TargetType::kOpenCL, InImages>;

TEST_P(OpenClImagesTest, DividedAtRandom) {
  const Storage storage("fp32");
  CheckDivided(net_, reference_.get(), 1e-4);
}

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

TEST_P(OpenClHalfTest, DividedAtRandom) {
  const Storage storage("fp16_storage");
  CheckDivided(net_, reference_.get(), 2e-3);
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

// A program that takes and returns pixels: they are copied as bytes, and the conversions are those
// to and from images.
TEST(OpenClPixels, AreCopiedAsBytes) {
  if (FindDevice(TargetType::kOpenCL) == nullptr) GTEST_SKIP() << "no OpenCL device";
  const auto program = mir::ParseModel(R"(
      const %f: float[48,3,3,3] = random(1, -0.2, 0.2)
      const %g: float[3,48,3,3] = random(2, -0.04, 0.04)
      input %pixels: uint8[1,3,96,96]
      cast(X=%pixels) -> (Out=%a) {in_dtype=20, out_dtype=5}
      scale(X=%a) -> (Out=%b) {scale=0.0039215686}
      conv2d(Input=%b, Filter=%f) -> (Output=%c) {paddings=[1, 1]}
      relu(X=%c) -> (Out=%d)
      conv2d(Input=%d, Filter=%g) -> (Output=%e) {paddings=[1, 1]}
      sigmoid(X=%e) -> (Out=%h)
      scale(X=%h) -> (Out=%i) {scale=255.0}
      cast(X=%i) -> (Out=%y) {in_dtype=5, out_dtype=20}
      output %y)");
  ASSERT_TRUE(program.ok()) << program.status().ToString();
  const auto run = [&](const std::vector<Place>& places, std::vector<uint8_t>* pixels,
                       std::string* kernels) {
    mir::OptimizeOptions options;
    options.valid_places = places;
    const auto model = mir::Optimize(model::Model(*program), options);
    ASSERT_TRUE(model.ok()) << model.status().ToString();
    for (const model::OpDesc& op : model->program.blocks[0].ops) {
      const auto kernel = op.attrs.find(model::kKernelTypeAttr);
      if (kernel != op.attrs.end()) *kernels += std::get<std::string>(kernel->second) + "\n";
    }
    auto executable = Executable::Create(*model, {});
    ASSERT_TRUE(executable.ok()) << executable.status().ToString();
    Tensor* x = (*executable)->input(0);
    x->Resize(DDim{1, 3, 96, 96});
    ASSERT_TRUE(x->Allocate(PrecisionType::kUInt8).ok());
    for (int64_t i = 0; i < x->numel(); ++i) {
      x->mutable_data<uint8_t>()[i] = static_cast<uint8_t>(i * 7919 % 256);
    }
    const Status status = (*executable)->Run();
    ASSERT_TRUE(status.ok()) << status.ToString();
    const Tensor* y = (*executable)->output(0);
    ASSERT_EQ(y->precision(), PrecisionType::kUInt8);
    pixels->assign(y->data<uint8_t>(), y->data<uint8_t>() + y->numel());
  };
  const Storage storage("fp32");
  std::vector<uint8_t> expected, found;
  std::string on_host, on_device;
  run({Place(TargetType::kHost)}, &expected, &on_host);
  run(ImagePlaces(), &found, &on_device);
  // The first scale is part of the convolution, and no layout changes.
  EXPECT_EQ(on_device,
            "feed/def/1/4/2\nio_copy/host_to_device/5/4/2\ncast/uint8_to_image/5/1/4\n"
            "conv2d/def/5/1/4\nconv2d/def/5/1/4\nscale/def/5/1/4\n"
            "cast/image_to_uint8/5/1/4\nio_copy/device_to_host/5/4/2\nfetch/def/1/4/2\n");
  ASSERT_EQ(found.size(), expected.size());
  for (size_t i = 0; i < found.size(); ++i) {
    // A sum may be rounded across an integer.
    EXPECT_LE(std::abs(int{found[i]} - int{expected[i]}), 1) << i;
  }
}

// Rounding to half adds up along a network, and random weights multiply it: see
// docs/measurements/opencl-work.md.
INSTANTIATE_TEST_SUITE_P(Zoo, OpenClHalfTest,
                         testing::Values(InImages{"squeezenet_p", 2}, InImages{"resnet18_p", 2},
                                         InImages{"pplcnet_p", 2}, InImages{"ppocr_det_p", 2},
                                         InImages{"ppocr_cls_p", 2}),
                         [](const auto& info) { return std::string(info.param.network); });

INSTANTIATE_TEST_SUITE_P(Zoo, OpenClNetworksTest, testing::ValuesIn(kNetworks),
                         [](const auto& info) { return std::string(info.param.network); });

}  // namespace opencl_networks_test
}  // namespace paddle::lite::test
