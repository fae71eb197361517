// Networks with residual sums, quantised from calibration inputs: values are int8 from one
// convolution to the next, whether they are multiplied or added.
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <map>

#include "lite/mir/optimizer.h"
#include "lite/model/op_fields.h"
#include "lite/model/paddle_pb/paddle_pb.h"
#include "lite/tools/quantisation/quantise.h"
#include "tests/support/temp_dir.h"
#include "tests/support/zoo.h"

namespace paddle::lite::tools {
namespace quantise_residual_test {

constexpr char kZoo[] = LITE_TEST_DATA_DIR "/data/zoo";

struct Sums {
  int in_int8 = 0;  // convolutions that add an int8 residual
  int in_float = 0;
  int operators = 0;  // elementwise_add
  int casts = 0;
};

Sums CountSums(const model::Model& model) {
  Sums sums;
  std::map<std::string, model::VarType> types;
  for (const model::VarDesc& var : model.program.blocks[0].vars) types[var.name] = var.data_type;
  for (const model::OpDesc& op : model.program.blocks[0].ops) {
    sums.operators += op.type.find("elementwise_add") != std::string::npos;
    sums.casts += op.type == "calib";
    if (op.Input("ResidualData").empty()) continue;
    const bool int8 = types.at(op.Input("ResidualData")[0]) == model::VarType::kInt8;
    (int8 ? sums.in_int8 : sums.in_float) += 1;
    EXPECT_EQ(int8, op.HasAttr(model::ScaleAttr("ResidualData")));
  }
  return sums;
}

struct Net {
  const char* name;
  int sums;
};

class QuantiseResidual : public testing::TestWithParam<Net> {
 protected:
  // The network quantised on one input of 32x32 pixels, and optimised for this machine.
  void Quantised(const std::set<std::string>& types, QuantisationResult* result, Sums* sums) {
    const Result<test::ZooNet> net = test::LoadZooNet(kZoo, GetParam().name);
    ASSERT_TRUE(net.ok()) << net.status().ToString();
    const test::TempDir dir;
    const Result<test::ZooFiles> files = test::WriteZooNet(*net, dir.str());
    ASSERT_TRUE(files.ok()) << files.status().ToString();
    model::PaddleModelSource source;
    source.model_file = files->model_file;
    source.param_file = files->param_file;
    const Result<model::Model> model = model::LoadPaddleModel(source);
    ASSERT_TRUE(model.ok()) << model.status().ToString();
    QuantisationOptions options;
    options.data = dir / "data";
    std::filesystem::create_directory(options.data);
    const std::vector<float> image = test::FormulaPatches("residual", {1, 3, 32, 32}, 8, 1, 0);
    std::ofstream(options.data + "/image.bin", std::ios::binary)
        .write(reinterpret_cast<const char*>(image.data()),
               static_cast<std::streamsize>(image.size() * sizeof(float)));
    options.shapes = *ParseShapes("1,3,32,32");
    options.only_if_faster = false;
    options.error_budget = 1;
    options.candidates.types = types;
    mir::OptimizeOptions target;
    Progress progress;
    Result<QuantisationResult> quantised = Quantise(*model, options, target, &progress);
    ASSERT_TRUE(quantised.ok()) << quantised.status().ToString();
    const Result<model::Model> optimised = mir::Optimize(quantised->model, target);
    ASSERT_TRUE(optimised.ok()) << optimised.status().ToString();
    *result = *std::move(quantised);
    *sums = CountSums(*optimised);
  }
};

// The error of the first result.
double RelativeL2(const QuantisationResult& result) {
  const std::string before = "relative L2 ";
  const size_t at = result.accuracy.find(before);
  EXPECT_NE(at, std::string::npos) << result.accuracy;
  return std::strtod(result.accuracy.c_str() + at + before.size(), nullptr);
}

TEST_P(QuantiseResidual, SumsStayInt8) {
  QuantisationResult rounded;
  Sums sums;
  ASSERT_NO_FATAL_FAILURE(Quantised({}, &rounded, &sums));
  EXPECT_EQ(sums.in_int8, GetParam().sums);
  EXPECT_EQ(sums.in_float, 0);
  EXPECT_EQ(sums.operators, 0);
  EXPECT_LE(sums.casts, 3);  // of the image, of the fully connected layer, and what it reads
  EXPECT_EQ(rounded.quantised, rounded.candidates) << rounded.report;
  // Only the operators that are named are quantised. The rounding of sums does not dominate.
  QuantisationResult real;
  ASSERT_NO_FATAL_FAILURE(Quantised({"conv2d", "depthwise_conv2d"}, &real, &sums));
  EXPECT_EQ(sums.in_int8, 0);
  EXPECT_EQ(sums.in_float, GetParam().sums);
  EXPECT_LT(RelativeL2(rounded), 2 * RelativeL2(real));
}

INSTANTIATE_TEST_SUITE_P(Zoo, QuantiseResidual,
                         testing::Values(Net{"resnet18_p", 8}, Net{"mobilenet_v2_p", 10}),
                         [](const auto& net) { return net.param.name; });

}  // namespace quantise_residual_test
}  // namespace paddle::lite::tools
