// Text networks whose float weights are stored in 8 or 16 bits, as `opt --quant_model` does: full
// and light predictor against the same networks in float.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "lite/mir/optimizer.h"
#include "lite/model/weight_only.h"
#include "lite/runtime/executable.h"
#include "lite/runtime/kernel_choice.h"
#include "tests/models/predictors.h"
#include "tests/models/programs.h"

namespace paddle::lite::test {
namespace weight_only_networks_test {

using lite_api::QuantType;

// Relative L2 difference from the float network. Weights by formula are uniform up to the largest
// of their channel, and so are the errors, up to half a step: a product is off by 1 / (2 * 127) of
// its size in 8 bits, by 1 / (2 * 32767) in 16. The errors of 13 products in sequence, which are
// independent, are 1.4e-2 and 5.5e-5; the bounds are twice that.
double MaxOfFloat(QuantType type) { return type == QuantType::QUANT_INT8 ? 3e-2 : 1.2e-4; }
// From the float network with the same rounded weights: only the order of sums differs.
constexpr double kMaxOfRounded = 1e-5;

class WeightOnlyNetworks
    : public testing::TestWithParam<std::tuple<const char*, lite_api::QuantType>> {};

lite_api::CxxConfig Config(const ZooNet& net) {
  lite_api::CxxConfig config;
  config.set_model_buffer(net.model.data(), net.model.size(), net.params.data(), net.params.size());
  config.set_valid_places({lite_api::Place(BuildTargets().front())});
  config.set_threads(2);
  return config;
}

// The outputs of the float network with the weights as they are stored.
Result<std::vector<Output>> WithRoundedWeights(const ZooNet& net, const ZooCase& zoo_case,
                                               int bits) {
  LITE_ASSIGN_OR_RETURN(model::Model model, LoadProgram(net));
  mir::OptimizeOptions options;
  options.valid_places = {Place(BuildTargets().front())};
  LITE_ASSIGN_OR_RETURN(model, mir::Optimize(std::move(model), options));
  LITE_RETURN_IF_ERROR(model::QuantizeWeights(bits, &model));
  LITE_RETURN_IF_ERROR(model::DequantizeWeights(&model));
  LITE_ASSIGN_OR_RETURN(const auto executable, Executable::Create(model, {}));
  LITE_RETURN_IF_ERROR(SetInputs(zoo_case, executable.get()));
  LITE_RETURN_IF_ERROR(executable->Run());
  std::vector<Output> outputs;
  for (size_t i = 0; i < zoo_case.outputs.size(); ++i) {
    const Tensor& tensor = *executable->output(i);
    const auto bytes =
        static_cast<size_t>(tensor.numel()) * PrecisionTypeLength(tensor.precision());
    outputs.push_back({tensor.dims().Vectorize(), tensor.precision(),
                       std::string(static_cast<const char*>(tensor.raw_data()), bytes)});
  }
  return outputs;
}

// The output in floats that differs most.
Difference Worst(const std::vector<Output>& found, const std::vector<Output>& expected) {
  Difference worst;
  EXPECT_EQ(found.size(), expected.size());
  for (size_t i = 0; i < std::min(found.size(), expected.size()); ++i) {
    EXPECT_EQ(found[i].shape, expected[i].shape) << "output " << i;
    if (found[i].precision != PrecisionType::kFloat) continue;
    const Difference difference = Compare(found[i].floats(), expected[i].floats());
    if (difference.rel_l2 >= worst.rel_l2) worst = difference;
  }
  return worst;
}

TEST_P(WeightOnlyNetworks, AreNearTheFloatNetwork) {
  const auto [name, type] = GetParam();
  const int bits = type == QuantType::QUANT_INT8 ? 8 : 16;
  const Result<ZooNet> net = LoadZooNet(kZoo, name);
  ASSERT_TRUE(net.ok()) << net.status().ToString();
  lite_api::CxxConfig config = Config(*net);
  const auto exact = lite_api::CreatePaddlePredictor(config);
  config.set_quant_model(true);
  config.set_quant_type(type);
  const auto full = lite_api::CreatePaddlePredictor(config);
  const auto light = MakeLightPredictor(full.get(), 3);
  ASSERT_TRUE(light.ok()) << light.status().ToString();
  for (const ZooCase& zoo_case : net->cases) {
    SCOPED_TRACE(StrCat("case ", zoo_case.index));
    const auto expected = RunPredictor(exact.get(), zoo_case.inputs);
    ASSERT_TRUE(expected.ok()) << expected.status().ToString();
    const auto found = RunPredictor(full.get(), zoo_case.inputs);
    ASSERT_TRUE(found.ok()) << found.status().ToString();
    const auto again = RunPredictor(light->get(), zoo_case.inputs);
    ASSERT_TRUE(again.ok()) << again.status().ToString();
    EXPECT_TRUE(*again == *found);
    const auto rounded = WithRoundedWeights(*net, zoo_case, bits);
    ASSERT_TRUE(rounded.ok()) << rounded.status().ToString();
    EXPECT_LT(Worst(*found, *rounded).rel_l2, kMaxOfRounded);
    const Difference of_float = Worst(*found, *expected);
    EXPECT_LT(of_float.rel_l2, MaxOfFloat(type));
    EXPECT_GT(of_float.rel_l2, 1e-5) << "nothing was rounded";
    ReportAccuracy(name, StrCat("weights in ", bits, " bits"), of_float, MaxOfFloat(type));
  }
}

INSTANTIATE_TEST_SUITE_P(
    Zoo, WeightOnlyNetworks,
    testing::Combine(testing::Values("bert_tiny_p", "gpt_tiny_p"),
                     testing::Values(QuantType::QUANT_INT8, QuantType::QUANT_INT16)),
    [](const auto& info) {
      return StrCat(std::get<0>(info.param),
                    std::get<1>(info.param) == QuantType::QUANT_INT8 ? "_int8" : "_int16");
    });

}  // namespace weight_only_networks_test
}  // namespace paddle::lite::test
