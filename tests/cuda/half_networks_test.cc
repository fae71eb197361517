// Networks of the zoo with tensors of half between operators: casts only where values enter and
// leave the part in half.
#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "lite/base/half.h"
#include "tests/models/device_networks.h"

namespace paddle::lite::test {
namespace {

struct InHalf {
  const char* network;
  int casts;    // between float and half, in every run
  int layouts;  // conversions between NCHW and NHWC, in every run
};

constexpr InHalf kNetworks[] = {
    {"mobilenet_v1_f", 2, 2}, {"mobilenet_v2_p", 2, 2}, {"mobilenet_v3_large_p", 2, 2},
    {"resnet18_p", 2, 2},     {"resnet50_p", 2, 2},     {"shufflenet_v2_p", 2, 2},
    {"squeezenet_p", 2, 2},   {"ppocr_det_p", 2, 2},    {"ppocr_rec_p", 2, 4},
    {"unet_deconv_f", 2, 2},  // with transposed convolutions
    {"bert_tiny_p", 4, 0},    // the mask, and three results
};

class CudaHalfNetworksTest : public DeviceNetworkTest<TargetType::kCUDA, InHalf> {
 protected:
  static int Count(const model::Model& model, const std::string& type) {
    const std::vector<model::OpDesc>& ops = model.program.blocks[0].ops;
    return static_cast<int>(
        std::count_if(ops.begin(), ops.end(), [&](const auto& op) { return op.type == type; }));
  }

  // The host's program, in float.
  Result<model::Model> WithRoundedWeights() const {
    LITE_ASSIGN_OR_RETURN(model::Model model, LoadProgram(net_));
    for (auto& [name, weight] : model.params) {
      if (weight.precision() != PrecisionType::kFloat) continue;
      Tensor half;
      half.Resize(weight.dims());
      LITE_RETURN_IF_ERROR(half.Allocate(PrecisionType::kFloat));
      std::transform(weight.data<float>(), weight.data<float>() + weight.numel(),
                     half.mutable_data<float>(), [](float value) { return float{Half(value)}; });
      half.set_persistable(true);
      weight = std::move(half);
    }
    mir::OptimizeOptions options;
    options.valid_places = {Place(TargetType::kHost)};
    return mir::Optimize(std::move(model), options);
  }
};

TEST_P(CudaHalfNetworksTest, StayInHalf) {
  const Place half(TargetType::kCUDA, PrecisionType::kFP16, DataLayoutType::kNHWC);
  const auto model = OptimisedFor(net_, {half, Place(TargetType::kCUDA), Place(TargetType::kHost)});
  ASSERT_TRUE(model.ok()) << model.status().ToString();
  EXPECT_LE(Count(*model, "calib"), GetParam().casts);
  EXPECT_LE(Count(*model, "layout"), GetParam().layouts);
  const auto executable = Executable::Create(*model, ExecutableOptions());
  ASSERT_TRUE(executable.ok()) << executable.status().ToString();

  // The measure of tests/models/half_networks_test.cc: what the rounding of the weights costs.
  const auto rounded = WithRoundedWeights();
  ASSERT_TRUE(rounded.ok()) << rounded.status().ToString();
  const auto in_float = Executable::Create(*rounded, ExecutableOptions());
  ASSERT_TRUE(in_float.ok()) << in_float.status().ToString();
  const auto expected = RunOutputs(reference_.get(), net_.cases[0]);
  const auto of_weights = RunOutputs(in_float->get(), net_.cases[0]);
  ASSERT_TRUE(expected.ok() && of_weights.ok());
  const double cost = Compare(FloatsOf(of_weights->at(0)), FloatsOf(expected->at(0))).rel_l2;
  EXPECT_LT(cost, 2e-2);
  ExpectClose(executable->get(), reference_.get(), net_.cases[0], std::max(5e-3, 3 * cost));
}

INSTANTIATE_TEST_SUITE_P(Zoo, CudaHalfNetworksTest, testing::ValuesIn(kNetworks),
                         [](const auto& info) { return std::string(info.param.network); });

}  // namespace
}  // namespace paddle::lite::test
