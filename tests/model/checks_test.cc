#include "lite/model/checks.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <iterator>
#include <string>

#include "lite/model/paddle_pb/paddle_pb.h"
#include "tests/model/make_op.h"

namespace paddle::lite::model {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

TEST(MakeParam, ChecksShapeAndLoD) {
  const std::string eight(8, '\0');
  EXPECT_TRUE(MakeParam(VarType::kFP32, {2}, {}, eight).ok());
  EXPECT_TRUE(MakeParam(VarType::kFP64, {}, {}, eight).ok());
  EXPECT_EQ(MakeParam(VarType::kFP32, {3}, {}, eight).status().message(),
            "shape [3] needs 12 bytes, found 8");
  EXPECT_FALSE(MakeParam(VarType::kFP32, {-2}, {}, eight).ok());
  EXPECT_FALSE(MakeParam(VarType::kFP32, {int64_t{1} << 40, int64_t{1} << 40}, {}, eight).ok());
  EXPECT_FALSE(MakeParam(VarType::kFP32, std::vector<int64_t>(10, 1), {}, eight).ok());
  EXPECT_FALSE(MakeParam(VarType::kLoDTensor, {2}, {}, eight).ok());
  EXPECT_TRUE(MakeParam(VarType::kFP32, {2}, {{0, 1, 2}}, eight).ok());
  EXPECT_FALSE(MakeParam(VarType::kFP32, {2}, {{1, 2}}, eight).ok());
  EXPECT_FALSE(MakeParam(VarType::kFP32, {2}, {{0, 2, 1}}, eight).ok());
}

TEST(MakeParam, ConvertsBFloat16AndTamesBools) {
  auto bf16 = MakeParam(VarType::kBF16, {2}, {}, std::string("\x80\x3f\x00\xc0", 4));
  ASSERT_TRUE(bf16.ok());
  EXPECT_EQ(bf16->precision(), PrecisionType::kFloat);
  EXPECT_EQ(bf16->data<float>()[0], 1.f);
  EXPECT_EQ(bf16->data<float>()[1], -2.f);
  auto flags = MakeParam(VarType::kBool, {3}, {}, std::string("\x00\x01\x7f", 3));
  ASSERT_TRUE(flags.ok());
  EXPECT_EQ(flags->data<uint8_t>()[2], 1);
}

TEST(UpgradeQuantAttributes, KnowsTheOldDialects) {
  Program program;
  program.blocks.emplace_back();
  OpDesc conv = MakeOp("conv2d", {{"enable_int8", true},
                                  {"input_scale", 0.5f},
                                  {"weight_scale", std::vector<float>{1.f, 2.f}},
                                  {"output_scale", 0.25f}});
  conv.inputs = {{"Input", {"x"}}, {"Filter", {"w"}}};
  conv.outputs = {{"Output", {"y"}}};
  OpDesc add = MakeOp("elementwise_add",
                      {{"enable_int8", true}, {"x_input_scale", 3.f}, {"Y0_input_scale", 4.f}});
  add.inputs = {{"X", {"y"}}, {"Y", {"y"}}};
  add.outputs = {{"Out", {"z"}}};
  OpDesc plain = MakeOp("conv2d", {{"input_scale", 0.5f}});
  plain.inputs = conv.inputs;
  program.blocks[0].ops = {conv, add, plain};

  UpgradeQuantAttributes(&program);
  const auto& ops = program.blocks[0].ops;
  const std::map<std::string, AttrValue> conv_attrs = {
      {"enable_int8", true},
      {"Input0_scale", std::vector<float>{0.5f}},
      {"Filter0_scale", std::vector<float>{1.f, 2.f}},
      {"Output0_scale", std::vector<float>{0.25f}}};
  EXPECT_EQ(ops[0].attrs, conv_attrs);
  const std::map<std::string, AttrValue> add_attrs = {{"enable_int8", true},
                                                      {"X0_scale", std::vector<float>{3.f}},
                                                      {"Y0_scale", std::vector<float>{4.f}}};
  EXPECT_EQ(ops[1].attrs, add_attrs);
  EXPECT_EQ(ops[2].attrs, plain.attrs);
}

TEST(NormalizeProgram, BringsSpellingsTogether) {
  Program program;
  program.version = 1008005;
  program.blocks.emplace_back();
  OpDesc quantize = MakeOp("quantize");
  quantize.inputs = {{"X", {"x"}}, {"InScale", {"s"}}};
  quantize.outputs = {{"Out", {"y"}}};
  OpDesc dequantize = MakeOp("dequantize");
  dequantize.inputs = {{"X", {"x"}}, {"Scales", {"s", "t"}}};
  dequantize.outputs = {{"Out", {"y"}}};
  OpDesc other_quantize = MakeOp("quantize");  // from another library: other slots
  other_quantize.inputs = {{"Input", {"x"}}};
  program.blocks[0].ops = {MakeOp("sync_batch_norm", {{"op_role", 1}, {"epsilon", 1e-5f}}),
                           MakeOp("flip", {{"dims", std::vector<int>{1}}}),
                           quantize,
                           dequantize,
                           other_quantize,
                           MakeOp("yolo_box"),
                           MakeOp("conv2d", {{"out_scale", 3.f}, {"use_cudnn", true}})};
  Program newer = program;
  newer.version = 2006002;
  ASSERT_TRUE(NormalizeProgram(&program).ok());
  const auto& ops = program.blocks[0].ops;
  EXPECT_EQ(ops[0].type, "batch_norm");
  EXPECT_EQ(ops[0].attrs.size(), 1u);
  EXPECT_TRUE(ops[1].HasAttr("axis") && !ops[1].HasAttr("dims"));
  EXPECT_EQ(ops[2].type, "fake_quantize_moving_average_abs_max");
  EXPECT_EQ(ops[3].type, "fake_channel_wise_dequantize_max_abs");
  EXPECT_EQ(ops[4].type, "quantize");
  EXPECT_TRUE(ops[5].HasAttr(kYoloBoxGridHeightOnly));
  EXPECT_EQ(ops[6].attrs, (std::map<std::string, AttrValue>{{"out_threshold", 3.f}}));
  ASSERT_TRUE(NormalizeProgram(&newer).ok());
  EXPECT_FALSE(newer.blocks[0].ops[5].HasAttr(kYoloBoxGridHeightOnly));
}

TEST(NormalizeProgram, NamesWindowsByTheirAxes) {
  using Ints = std::vector<int32_t>;
  const struct {
    const char* type;
    const char* attr;
    Ints numbers;
    const char* layout;
    const char* expected;
    const char* expected_layout;
  } cases[] = {
      {"conv2d", "strides", {1, 1, 1}, "NCHW", "conv3d", "NCDHW"},
      {"conv2d", "strides", {1, 1}, "NHWC", "conv2d", "NHWC"},
      {"conv2d", "strides", {1}, "NHWC", "conv2d", "NHWC"},
      {"depthwise_conv2d", "strides", {1, 1, 1}, "NHWC", "conv3d", "NDHWC"},
      {"depthwise_conv2d", "strides", {1, 1}, "NCHW", "depthwise_conv2d", "NCHW"},
      {"conv3d", "strides", {2, 1}, "NDHWC", "conv2d", "NHWC"},
      {"conv2d_transpose", "strides", {2, 1, 1}, "NHWC", "conv3d_transpose", "NHWC"},
      {"depthwise_conv2d_transpose", "strides", {1, 1, 1}, "NCHW", "conv3d_transpose", "NCHW"},
      {"conv3d_transpose", "strides", {2, 1}, "NCHW", "conv2d_transpose", "NCHW"},
      {"conv3d", "strides", {2, 1, 1}, "NDHWC", "conv3d", "NDHWC"},
      {"conv3d", "ksize", {2, 1}, "NCDHW", "conv3d", "NCDHW"},
      {"pool2d", "ksize", {2, 2, 2}, "NCHW", "pool3d", "NCDHW"},
      {"pool3d", "ksize", {2, 2}, "NCDHW", "pool2d", "NCHW"},
      {"max_pool2d_with_index", "ksize", {2, 2, 2}, "", "max_pool3d_with_index", "NCDHW"},
      {"max_pool3d_with_index", "ksize", {2, 2}, "", "max_pool2d_with_index", "NCHW"},
  };
  for (const bool global : {false, true}) {
    Program program;
    program.blocks.emplace_back();
    for (const auto& c : cases) {
      program.blocks[0].ops.push_back(MakeOp(c.type, {{c.attr, c.numbers},
                                                      {"data_format", std::string(c.layout)},
                                                      {"global_pooling", global}}));
    }
    ASSERT_TRUE(NormalizeProgram(&program).ok());
    for (size_t i = 0; i < std::size(cases); ++i) {
      const OpDesc& op = program.blocks[0].ops[i];
      // A window of the whole image may have any number of extents.
      EXPECT_EQ(op.type, global ? cases[i].type : cases[i].expected) << i;
      EXPECT_EQ(op.attrs.at("data_format"),
                AttrValue(std::string(global ? cases[i].layout : cases[i].expected_layout)))
          << i;
    }
  }
  Program program;
  program.blocks.emplace_back();
  program.blocks[0].ops.push_back(MakeOp("pool2d", {}));
  ASSERT_TRUE(NormalizeProgram(&program).ok());
  EXPECT_EQ(program.blocks[0].ops[0].type, "pool2d");
}

TEST(NormalizeProgram, NamesTheLayoutsThatOperatorsUse) {
  Program program;
  program.version = 2006002;
  program.blocks.emplace_back();
  const struct {
    const char* type;
    const char* attr;
    const char* given;
    const char* expected;
  } cases[] = {{"conv2d", "data_format", "nchw", "NCHW"},
               {"conv2d", "data_format", "nhwc", "NCHW"},  // compared with "NHWC"
               {"pool3d", "data_format", "ndhwc", "NCDHW"},
               {"conv2d_transpose", "data_format", "nhwc", "NHWC"},
               {"group_norm", "data_layout", "nhwc", "NHWC"},
               {"conv2d", "data_format", "NDHWC", "NHWC"},
               {"conv3d", "data_format", "NHWC", "NDHWC"},
               {"conv3d", "data_format", "Ndhwc", "NCDHW"},
               {"pool3d", "data_format", "NHWC", "NHWC"},  // no defined result
               {"pixel_shuffle", "data_format", "NDHWC", "NCHW"},
               {"pad2d", "data_format", "nchw", "NHWC"},    // compared with "NCHW"
               {"pad3d", "data_format", "ndhwc", "ndhwc"},  // no defined result
               {"conv3d_transpose", "data_format", "NDHWC", "NCHW"},
               {"lrn", "data_format", "ndhwc", "NCHW"},
               {"temporal_shift", "data_format", "anyLayout", "NHWC"},
               {"affine_channel", "data_layout", "Nchw", "NCHW"},
               {"batch_norm", "data_layout", "Nhwc", "NHWC"},
               {"group_norm", "data_layout", "AnyLayout", "AnyLayout"},
               {"prelu", "data_format", "nhwc", "nhwc"},
               {"trilinear_interp_v2", "data_layout", "ncdhw", "NHWC"},
               {"lrn", "data_format", "other", "other"}};
  for (const auto& c : cases) {
    program.blocks[0].ops.push_back(MakeOp(c.type, {{c.attr, std::string(c.given)}}));
  }
  ASSERT_TRUE(NormalizeProgram(&program).ok());
  for (size_t i = 0; i < std::size(cases); ++i) {
    EXPECT_EQ(program.blocks[0].ops[i].attrs.at(cases[i].attr),
              AttrValue(std::string(cases[i].expected)))
        << cases[i].type << " " << cases[i].given;
  }
}

}  // namespace
}  // namespace paddle::lite::model
