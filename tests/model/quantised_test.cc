#include "lite/model/quantised.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "lite/base/logging.h"
#include "tests/model/make_op.h"

namespace paddle::lite::model {
namespace quantised_test {

// A filter with a scale per channel, moved to a device by an operator of this type.
Model MovedFilter(const std::string& mover) {
  Model model;
  model.params["w"];
  OpDesc move = MakeOp(mover);
  move.inputs = {{"Input", {"w"}}};
  move.outputs = {{"Out", {"w_on_device"}}};
  OpDesc conv = MakeOp("conv2d", {{"enable_int8", true},
                                  {"Input0_scale", std::vector<float>{0.5f}},
                                  {"Filter0_scale", std::vector<float>{1.f, 2.f}}});
  conv.inputs = {{"Input", {"x"}}, {"Filter", {"w_on_device"}}};
  model.program.blocks.emplace_back();
  model.program.blocks[0].ops = {move, conv};
  return model;
}

TEST(CheckQuantAttributes, OtherFormsOfWeightsAreWeights) {
  const Status once = CheckQuantAttributes(MovedFilter("io_copy_once"));
  EXPECT_TRUE(once.ok()) << once.ToString();
  EXPECT_THAT(CheckQuantAttributes(MovedFilter("io_copy")).message(),
              testing::HasSubstr("Filter0_scale: expected one positive value, found [1, 2]"));
}

TEST(CheckQuantAttributes, ScalesOfWeightsIn8Bits) {
  for (const auto& [type, slot] :
       {std::pair("lstm", "Weight"), std::pair("gru", "Weight"), std::pair("rnn", "WeightList")}) {
    const std::string name = StrCat(slot, "0_scale");
    const auto status = [&, type = type, slot = slot](const AttrValue& scales) {
      OpDesc op = MakeOp(type, {{"quantize_weight_bits", int32_t{8}}, {name, scales}});
      op.inputs = {{"Input", {"x"}}, {slot, {"w"}}};
      Model model;
      model.params["w"];
      model.program.blocks.emplace_back();
      model.program.blocks[0].ops = {op};
      return CheckQuantAttributes(model);
    };
    EXPECT_TRUE(status(std::vector<float>{1, 0, 2}).ok());
    for (const float bad : {-1.0f, std::nanf(""), HUGE_VALF}) {
      EXPECT_THAT(status(std::vector<float>{1, bad}).message(),
                  testing::HasSubstr(StrCat("op ", type, " (#0): attribute ", name,
                                            ": expected finite values that are not negative")));
    }
    EXPECT_THAT(status(std::string("1")).message(), testing::HasSubstr("expected FLOATS"));
  }
}

// A product of int8 with a weight of shape [2, 3] and this many scales.
Model Product(const std::string& type, const std::string& slot, PrecisionType precision,
              size_t scales) {
  Model model;
  Tensor& weight = model.params["w"];
  weight.Resize(DDim({2, 3}));
  EXPECT_TRUE(weight.Allocate(precision).ok());
  OpDesc op =
      MakeOp(type, {{"enable_int8", true}, {slot + "0_scale", std::vector<float>(scales, 0.5f)}});
  op.inputs = {{type == "fc" ? "Input" : "X", {"x"}}, {slot, {"w"}}};
  model.program.blocks.emplace_back();
  model.program.blocks[0].ops = {op};
  return model;
}

TEST(CheckQuantAttributes, ProductsHaveOneScaleOrOneForEachColumn) {
  for (const auto& [type, slot] : {std::pair("mul", "Y"), std::pair("fc", "W")}) {
    for (const size_t count : {1, 3}) {
      const Status status = CheckQuantAttributes(Product(type, slot, PrecisionType::kInt8, count));
      EXPECT_TRUE(status.ok()) << status.ToString();
    }
    EXPECT_EQ(
        CheckQuantAttributes(Product(type, slot, PrecisionType::kInt8, 2)).message(),
        StrCat("op ", type, " (#0): attribute ", slot, "0_scale: expected 1 or 3 values, found 2"));
  }
  Model padded = Product("fc", "W", PrecisionType::kInt8, 3);
  padded.params.at("w").Resize(DDim({6, 7}));
  EXPECT_FALSE(CheckQuantAttributes(padded).ok());
  padded.program.blocks[0].ops[0].attrs["padding_weights"] = true;
  EXPECT_TRUE(CheckQuantAttributes(padded).ok());
  // A weight that is a matrix of 1 row.
  Model row = Product("mul", "Y", PrecisionType::kInt8, 6);
  row.params.at("w").Resize(DDim({1, 2, 3}));
  EXPECT_TRUE(CheckQuantAttributes(row).ok());
  row.program.blocks[0].ops[0].attrs["y_num_col_dims"] = 2;
  EXPECT_THAT(CheckQuantAttributes(row).message(), testing::HasSubstr("expected 1 or 3 values"));
}

TEST(WarnOfFloatWeights, NamesOperatorAndWeight) {
  std::vector<std::string> messages;
  lite_api::SetLogCallback(
      [&](const lite_api::LogMessage& message) { messages.push_back(message.text); });
  WarnOfFloatWeights(Product("mul", "Y", PrecisionType::kInt8, 1));
  WarnOfFloatWeights(Product("elementwise_add", "Y", PrecisionType::kFloat, 1));
  Model real = Product("fc", "W", PrecisionType::kFloat, 1);
  WarnOfFloatWeights(real);
  real.program.blocks[0].ops[0].attrs["enable_int8"] = false;
  WarnOfFloatWeights(real);
  lite_api::SetLogCallback(nullptr);
  EXPECT_THAT(messages,
              testing::ElementsAre("op fc (#0): enable_int8 is true, but the elements of W 'w' are "
                                   "float32 and not int8: it computes in float"));
}

}  // namespace quantised_test
}  // namespace paddle::lite::model
