// Networks on the software model of the FPGA, against the host in float.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "lite/base/half.h"
#include "lite/runtime/executable.h"
#include "tests/models/fpga_programs.h"
#include "tests/models/predictors.h"
#include "tests/models/programs.h"
#include "tests/support/digits.h"
#include "tests/support/zoo.h"

namespace paddle::lite::test {
namespace fpga_networks_test {

using fpga::SoftDriverOptions;

float LargestOf(const float* values, int64_t count, int64_t step) {
  float largest = 0;
  for (int64_t i = 0; i < count; ++i) largest = std::max(largest, std::fabs(values[i * step]));
  return largest;
}

// What `count` filters are on the device, of `elements` elements that are `step` apart; filter f
// begins at element f * next. See docs/design/fpga.md.
void RoundFilters(float* values, int64_t count, int64_t next, int64_t elements, int64_t step) {
  const float largest = LargestOf(values, count * elements, 1);
  std::vector<float> shares;
  float all = 0;
  for (int64_t f = 0; f < count; ++f) {
    const float share = LargestOf(values + f * next, elements, step) / largest;
    shares.push_back(HalfBitsToFloat(FloatToHalfBits(std::max(share, 1.0f / 1024))));
    all = std::max(all, share * largest / shares.back());
  }
  for (int64_t f = 0; f < count; ++f) {
    for (int64_t e = 0; e < elements; ++e) {
      float& value = values[f * next + e * step];
      const float share = shares[static_cast<size_t>(f)];
      value = std::round(value / share * 127 / all) * all / 127 * share;
    }
  }
}

// The optimised program with the weights that the device multiplies, for the host; with `halves`
// rounded to half after that.
Result<model::Model> WithDeviceWeights(model::Model model, bool halves) {
  for (const model::OpDesc& op : model.program.blocks[0].ops) {
    const bool conv = op.type == "conv2d" || op.type == "depthwise_conv2d";
    const bool product = op.type == "fc" || op.type == "mul";
    if ((!conv && !product) || OnFpga(model).find(op.type) == std::string::npos) continue;
    const std::string name = op.inputs.at(conv ? "Filter" : op.type == "fc" ? "W" : "Y")[0];
    Tensor weight;
    LITE_RETURN_IF_ERROR(weight.CopyFrom(model.params.at(name)));
    const DDim& dims = weight.dims();
    auto* const values = weight.mutable_data<float>();
    if (product) {
      RoundFilters(values, dims[1], 1, dims[0], dims[1]);
    } else if (dims[1] != 1 || dims[0] == 1) {
      RoundFilters(values, dims[0], dims.Count(1, 4), dims.Count(1, 4), 1);
    }
    const bool depthwise = conv && dims[1] == 1 && dims[0] > 1;
    for (int64_t i = 0; i < weight.numel() && (halves || depthwise); ++i) {
      // Those of a depthwise convolution are halves: a step further is as much again.
      const float half = HalfBitsToFloat(FloatToHalfBits(values[i]));
      values[i] = halves && depthwise ? half * (1 + (i % 2 == 0 ? 1.0f : -1.0f) / 4096) : half;
    }
    model.params[name] = std::move(weight);
  }
  return OptimisedForFpga(std::move(model), {Place(TargetType::kHost)});
}

Result<std::vector<float>> RunCaseFloats(Executable* executable, const ZooCase& zoo_case) {
  LITE_RETURN_IF_ERROR(SetInputs(zoo_case, executable));
  LITE_RETURN_IF_ERROR(executable->Run());
  const Tensor& y = *executable->output(0);
  return std::vector<float>(y.data<float>(), y.data<float>() + y.numel());
}

// A network on the device, against the host: with its own weights, and with those of the device.
struct FpgaErrors {
  double rel_l2 = 0, max_abs = 0;  // with its own weights
  double of_arithmetic = 0;        // relative, with those of the device
  // The effect of rounding the weights to half on the host. Rounding activations has about the
  // same.
  double of_half = 0;
  std::vector<float> found, expected;
};

// The batch norms of residual branches multiply by `factor` times as much: in trained networks, a
// branch changes the sum a little. With the formula's weights, it dominates the sum, which
// magnifies every rounding.
Status WeakenBranches(float factor, model::Model* model) {
  std::map<std::string, const model::OpDesc*> norms;
  for (const model::OpDesc& op : model->program.blocks[0].ops) {
    if (op.type == "batch_norm") norms[op.Output("Y")[0]] = &op;
    if (op.type != "elementwise_add") continue;
    const auto norm = norms.find(op.Input("Y")[0]);
    if (norm == norms.end()) continue;
    for (const char* slot : {"Scale", "Bias"}) {
      const std::string& name = norm->second->Input(slot)[0];
      Tensor weaker;
      LITE_RETURN_IF_ERROR(weaker.CopyFrom(model->params.at(name)));
      for (int64_t i = 0; i < weaker.numel(); ++i) weaker.mutable_data<float>()[i] *= factor;
      model->params[name] = std::move(weaker);
    }
  }
  return OkStatus();
}

// Operators that are not on the FPGA must be among `elsewhere`.
Result<FpgaErrors> RunOnFpga(const ZooNet& net, const ZooCase& zoo_case, bool int8_images,
                             const std::string& elsewhere = "", float branches = 1) {
  LITE_ASSIGN_OR_RETURN(model::Model program, LoadProgram(net));
  LITE_RETURN_IF_ERROR(WeakenBranches(branches, &program));
  LITE_ASSIGN_OR_RETURN(model::Model copy, LoadProgram(net));
  LITE_RETURN_IF_ERROR(WeakenBranches(branches, &copy));
  LITE_ASSIGN_OR_RETURN(const model::Model model,
                        OptimisedForFpga(std::move(program), FpgaPlaces()));
  for (const model::OpDesc& op : model.program.blocks[0].ops) {
    if (std::string("feed fetch calib layout " + elsewhere).find(op.type) == std::string::npos &&
        OnFpga(model).find(op.type + " ") == std::string::npos) {
      return Internal(op.type, " is not on the FPGA");
    }
  }
  SoftDriverOptions soft;
  soft.int8_images = int8_images;
  LITE_ASSIGN_OR_RETURN(const FpgaRun fpga, MakeFpga(soft));
  LITE_ASSIGN_OR_RETURN(const auto executable, Executable::Create(model, fpga.options));
  LITE_ASSIGN_OR_RETURN(const model::Model for_host,
                        OptimisedForFpga(std::move(copy), {Place(TargetType::kHost)}));
  LITE_ASSIGN_OR_RETURN(const auto host, Executable::Create(for_host, {}));
  LITE_ASSIGN_OR_RETURN(const model::Model rounded, WithDeviceWeights(model, false));
  LITE_ASSIGN_OR_RETURN(const auto of_device, Executable::Create(rounded, {}));
  LITE_ASSIGN_OR_RETURN(const model::Model more_rounded, WithDeviceWeights(model, true));
  LITE_ASSIGN_OR_RETURN(const auto of_halves, Executable::Create(more_rounded, {}));
  FpgaErrors errors;
  LITE_ASSIGN_OR_RETURN(errors.found, RunCaseFloats(executable.get(), zoo_case));
  LITE_ASSIGN_OR_RETURN(errors.expected, RunCaseFloats(host.get(), zoo_case));
  LITE_ASSIGN_OR_RETURN(const auto nearer, RunCaseFloats(of_device.get(), zoo_case));
  const Difference difference = Compare(errors.found, errors.expected);
  errors.rel_l2 = difference.rel_l2;
  errors.max_abs = difference.max_abs;
  errors.of_arithmetic = Compare(errors.found, nearer).rel_l2;
  LITE_ASSIGN_OR_RETURN(const auto halves, RunCaseFloats(of_halves.get(), zoo_case));
  errors.of_half = Compare(halves, nearer).rel_l2;
  return errors;
}

// The networks of the zoo are not trained: they magnify the rounding of weights to int8 by ten and
// more, so that is not what they are compared for.
struct FpgaNetwork {
  const char* name;
  bool int8_images = false;
  float branches = 1;  // see WeakenBranches
  const char* elsewhere = "";
};
class FpgaNetworks : public ::testing::TestWithParam<FpgaNetwork> {};

TEST_P(FpgaNetworks, ComputeWithTheWeightsOfTheDevice) {
  const FpgaNetwork& param = GetParam();
  const auto net = LoadZooNet(kZoo, param.name);
  ASSERT_TRUE(net.ok()) << net.status().ToString();
  const auto errors =
      RunOnFpga(*net, net->cases[0], param.int8_images, param.elsewhere, param.branches);
  ASSERT_TRUE(errors.ok()) << errors.status().ToString();
  const double tolerance = param.int8_images ? kInt8Tolerance : kFloatTolerance;
  const bool magnifies = param.branches == 1 && !param.int8_images;
  EXPECT_LT(errors->of_arithmetic,
            magnifies ? std::max(tolerance, 3 * errors->of_half) : tolerance);
  if (param.branches != 1) {
    EXPECT_LT(errors->rel_l2, tolerance);
  }
  std::printf("| %s%s%s | %.2g | %.2g | %.2g |\n", param.name,
              param.branches == 1 ? "" : ", weak branches", param.int8_images ? ", int8" : "",
              errors->rel_l2, errors->of_arithmetic, errors->of_half);
}

INSTANTIATE_TEST_SUITE_P(
    Fpga, FpgaNetworks,
    ::testing::Values(
        FpgaNetwork{"resnet50_f"}, FpgaNetwork{"resnet18_p"}, FpgaNetwork{"mobilenet_v1_f"},
        FpgaNetwork{"mobilenet_v2_p"}, FpgaNetwork{"squeezenet_p"},
        FpgaNetwork{"crnn_f", false, 1, "io_copy gru ctc_align sum top_k elementwise_add"},
        FpgaNetwork{"resnet50_f", false, 0.25f}, FpgaNetwork{"resnet50_f", true, 0.25f},
        FpgaNetwork{"mobilenet_v2_p", false, 0.25f}, FpgaNetwork{"mobilenet_v2_p", true, 0.25f},
        FpgaNetwork{"squeezenet_p", true}),
    [](const auto& info) {
      return std::string(info.param.name) + (info.param.branches == 1 ? "" : "_weak_branches") +
             (info.param.int8_images ? "_int8" : "");
    });

// Trained networks, with all weights.
TEST(FpgaDigits, AgreeWithTheHost) {
  for (const char* const name : {"fluid", "paddle2"}) {
    for (const bool int8_images : {false, true}) {
      ZooCase images;
      images.inputs = {DigitsInput(0, kDigitImages)};
      const auto errors = RunOnFpga(LoadDigitsNet(name), images, int8_images, "hard_swish");
      ASSERT_TRUE(errors.ok()) << name << ": " << errors.status().ToString();
      EXPECT_LT(errors->rel_l2, int8_images ? kInt8Tolerance : kFloatTolerance) << name;
      int moved = 0;
      for (int i = 0; i < kDigitImages; ++i) {
        moved += BestDigit(errors->found, i) != BestDigit(errors->expected, i);
      }
      EXPECT_LE(moved, 2) << name;
      std::printf("| digits/%s%s | %.2g | %.2g | %.2g |\n", name, int8_images ? ", int8" : "",
                  errors->rel_l2, errors->of_arithmetic, errors->of_half);
    }
  }
}

}  // namespace fpga_networks_test
}  // namespace paddle::lite::test
