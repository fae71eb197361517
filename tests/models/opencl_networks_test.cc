// Networks of the zoo on an OpenCL device: where their operators run, how often values are copied,
// and that results agree with those of the host.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <set>

#include "lite/backends/opencl/device.h"
#include "lite/mir/optimizer.h"
#include "lite/runtime/executable.h"
#include "lite/runtime/kernel_choice.h"
#include "tests/models/predictors.h"
#include "tests/models/programs.h"
#include "tests/support/digits.h"
#include "tests/support/partition.h"
#include "tests/support/zoo.h"

namespace paddle::lite::test {
namespace opencl_networks_test {

struct OnDevice {
  const char* network;
  int elsewhere;  // operators that run on the host
  int copies;     // copies between the host's memory and the device's in a run
};

// What is elsewhere selects boxes (multiclass_nms) or follows from shapes (prior_box, shape, slice
// of a shape): the results of prior_box, two for each of six heads, are copied in every run.
constexpr OnDevice kNetworks[] = {
    {"mobilenet_v3_large_p", 0, 2}, {"shufflenet_v2_p", 0, 2}, {"squeezenet_p", 0, 2},
    {"ssd_mobilenet_v1_f", 7, 15},  {"yolov3_small_f", 2, 4},  {"unet_deconv_f", 0, 2},
    {"unet_bilinear_f", 0, 2},      {"ppocr_det_p", 0, 2},     {"ppocr_rec_p", 6, 2},
    {"superres_cubic_p", 0, 2},
};

Result<model::Model> OptimisedFor(const ZooNet& net, const std::vector<Place>& places) {
  LITE_ASSIGN_OR_RETURN(model::Model model, LoadProgram(net));
  mir::OptimizeOptions options;
  options.valid_places = places;
  return mir::Optimize(std::move(model), options);
}

// The outputs of a run, as bytes.
Result<std::vector<std::string>> RunOutputs(Executable* executable, const ZooCase& zoo_case) {
  LITE_RETURN_IF_ERROR(SetInputs(zoo_case, executable));
  LITE_RETURN_IF_ERROR(executable->Run());
  std::vector<std::string> outputs;
  for (size_t i = 0; i < executable->output_names().size(); ++i) {
    const Tensor& tensor = *executable->output(i);
    outputs.emplace_back(static_cast<const char*>(tensor.raw_data()), tensor.memory_size());
  }
  return outputs;
}

Span<const float> FloatsOf(const std::string& bytes) {
  return {reinterpret_cast<const float*>(bytes.data()), bytes.size() / sizeof(float)};
}

// Relative to the norm; elements of integers have to be the same.
void ExpectClose(Executable* found, Executable* expected, const ZooCase& zoo_case,
                 double tolerance = 1e-4) {
  const auto on_host = RunOutputs(expected, zoo_case);
  ASSERT_TRUE(on_host.ok()) << on_host.status().ToString();
  const auto on_device = RunOutputs(found, zoo_case);
  ASSERT_TRUE(on_device.ok()) << on_device.status().ToString();
  for (size_t i = 0; i < on_host->size(); ++i) {
    const std::string& host = (*on_host)[i];
    ASSERT_EQ((*on_device)[i].size(), host.size()) << "output " << i;
    if (expected->output(i)->precision() == PrecisionType::kFloat) {
      EXPECT_LT(Compare(FloatsOf((*on_device)[i]), FloatsOf(host)).rel_l2, tolerance)
          << "output " << i;
    } else {
      EXPECT_TRUE((*on_device)[i] == host) << "output " << i;
    }
  }
}

// A network and the host's results.
template <typename Param>
class NetworkTest : public testing::TestWithParam<Param> {
 protected:
  void SetUp() override {
    if (FindDevice(TargetType::kOpenCL) == nullptr) GTEST_SKIP() << "no OpenCL device";
    Result<ZooNet> net = LoadZooNet(kZoo, this->GetParam().network);
    ASSERT_TRUE(net.ok()) << net.status().ToString();
    net_ = std::move(net).value();
    auto model = OptimisedFor(net_, {Place(TargetType::kHost)});
    ASSERT_TRUE(model.ok()) << model.status().ToString();
    host_model_ = std::move(model).value();
    ExecutableOptions options;
    options.threads = 2;
    auto reference = Executable::Create(host_model_, options);
    ASSERT_TRUE(reference.ok()) << reference.status().ToString();
    reference_ = std::move(reference).value();
  }

  ZooNet net_;
  model::Model host_model_;
  std::unique_ptr<Executable> reference_;
};

using OpenClNetworksTest = NetworkTest<OnDevice>;

// Operators of a program that run on the host, by name, and operators that move values.
struct Moves {
  std::string elsewhere;
  int copies = 0, layouts = 0;
};

Result<Moves> MovesOf(const model::Model& model) {
  const std::set<std::string> kMoves = {"feed", "fetch", "io_copy", "io_copy_once"};
  Moves moves;
  for (const model::OpDesc& op : model.program.blocks[0].ops) {
    const auto stored = op.attrs.find(model::kKernelTypeAttr);
    if (op.type == "io_copy") ++moves.copies;
    if (op.type == "layout") ++moves.layouts;
    if (stored == op.attrs.end() || kMoves.count(op.type) != 0) continue;
    LITE_ASSIGN_OR_RETURN(const KernelKey key,
                          ParseKernelKey(std::get<std::string>(stored->second)));
    if (key.place.target != TargetType::kOpenCL) moves.elsewhere += " " + op.type;
  }
  return moves;
}

TEST_P(OpenClNetworksTest, RunOnTheDevice) {
  const auto model = OptimisedFor(net_, {Place(TargetType::kOpenCL), Place(TargetType::kHost)});
  ASSERT_TRUE(model.ok()) << model.status().ToString();
  const auto moves = MovesOf(*model);
  ASSERT_TRUE(moves.ok()) << moves.status().ToString();
  EXPECT_EQ(std::count(moves->elsewhere.begin(), moves->elsewhere.end(), ' '), GetParam().elsewhere)
      << moves->elsewhere;
  EXPECT_EQ(moves->copies, GetParam().copies);
  EXPECT_EQ(moves->layouts, 0);
  const auto executable = Executable::Create(*model, ExecutableOptions());
  ASSERT_TRUE(executable.ok()) << executable.status().ToString();
  ExpectClose(executable->get(), reference_.get(), net_.cases[0]);
  ExpectClose(executable->get(), reference_.get(), net_.cases[0]);  // in memory that was used
}

// Operators that the optimiser would not separate.
TEST_P(OpenClNetworksTest, RandomPartitions) {
  std::vector<const KernelDef*> kernels;
  for (const KernelDef* kernel : KernelTable()) {
    if (kernel->target == TargetType::kOpenCL) kernels.push_back(kernel);
  }
  const auto divided = Partition(host_model_, kernels, Fnv1a64(GetParam().network), 0.5);
  ASSERT_TRUE(divided.ok()) << divided.status().ToString();
  const auto executable = Executable::Create(*divided, ExecutableOptions());
  ASSERT_TRUE(executable.ok()) << executable.status().ToString();
  ExpectClose(executable->get(), reference_.get(), net_.cases[0]);
  EXPECT_GT((*executable)->KernelCounts()[TargetType::kOpenCL], 0);
}

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

using OpenClImagesTest = NetworkTest<InImages>;

TEST_P(OpenClImagesTest, RunInImages) {
  const Storage storage("fp32");
  const auto model = OptimisedFor(net_, ImagePlaces());
  ASSERT_TRUE(model.ok()) << model.status().ToString();
  const auto moves = MovesOf(*model);
  ASSERT_TRUE(moves.ok()) << moves.status().ToString();
  EXPECT_EQ(moves->layouts, GetParam().layouts);
  const auto executable = Executable::Create(*model, ExecutableOptions());
  ASSERT_TRUE(executable.ok()) << executable.status().ToString();
  ExpectClose(executable->get(), reference_.get(), net_.cases[0]);
  ExpectClose(executable->get(), reference_.get(), net_.cases[0]);  // in memory that was used
}

INSTANTIATE_TEST_SUITE_P(Zoo, OpenClImagesTest, testing::ValuesIn(kInImages),
                         [](const auto& info) { return std::string(info.param.network); });

using OpenClHalfTest = NetworkTest<InImages>;

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
