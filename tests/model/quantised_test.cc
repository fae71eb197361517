#include "lite/model/quantised.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

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

}  // namespace quantised_test
}  // namespace paddle::lite::model
