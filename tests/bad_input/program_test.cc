// Programs that are well-formed files but invalid. Each is loaded in both ways: as a .nb file by
// the light runtime, and as a protobuf program through the optimiser. Both must return a Status
// that names the operator or variable at fault, before or during the first run.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "tests/fuzz/bodies.h"
#include "tests/support/tiny_models.h"

namespace paddle::lite::test {
namespace {

using model::BlockRef;
using Ints = std::vector<int32_t>;
using Names = std::vector<std::string>;
using Floats = std::vector<float>;

// The way that detects the damage: the other one drops the damaged part unread.
enum class Way { kBoth, kLight, kFull };

struct BadProgram {
  const char* name;
  std::function<void(model::Model*)> damage;
  Names text;  // what the message must contain
  Way way = Way::kBoth;
};

model::OpDesc& At(model::Model* m, TinyNetOp op) { return m->program.blocks[0].ops[op]; }

// Replaces the relu by a subgraph of a relu.
void Subgraph(model::Model* m, const std::string& in, const std::string& out) {
  m->program.blocks.emplace_back();
  m->program.blocks[1].ops.push_back(MakeOp("relu", {{"X", {in}}}, {{"Out", {out}}}));
  At(m, kRelu) =
      MakeOp("subgraph", {{"Inputs", {in}}}, {{"Outputs", {"relu"}}}, {{"sub_block", BlockRef{1}}});
}

std::function<void(model::Model*)> Attr(TinyNetOp op, const char* name, model::AttrValue value) {
  return [=](model::Model* m) { At(m, op).attrs[name] = value; };
}

std::function<void(model::Model*)> Param(const char* name, std::vector<int64_t> shape) {
  return [=](model::Model* m) {
    Var(m, name).shape = shape;
    Tensor& tensor = m->params[name];
    tensor.Resize(shape);
    ASSERT_TRUE(tensor.Allocate(PrecisionType::kFloat).ok());
    std::fill_n(tensor.mutable_data<float>(), tensor.numel(), 0.5f);
  };
}

// Makes the first convolution one of integers, with an attribute to replace a good one.
std::function<void(model::Model*)> Int8(const char* name, model::AttrValue value) {
  return [=](model::Model* m) {
    Tensor& weight = m->params["conv_w"];
    const auto count = static_cast<size_t>(weight.numel());
    ASSERT_TRUE(weight.Allocate(PrecisionType::kInt8).ok());
    std::fill_n(weight.mutable_data<int8_t>(), count, int8_t{3});
    Var(m, "conv_w").data_type = model::VarType::kInt8;
    auto& attrs = At(m, kConv).attrs;
    attrs["enable_int8"] = true;
    attrs["bit_length"] = int32_t{8};
    attrs["Input0_scale"] = Floats{0.1f};
    attrs["Filter0_scale"] = Floats{1, 1, 1, 1};
    attrs[name] = value;
  };
}

const std::vector<BadProgram>& Cases() {
  static const auto* const cases = new std::vector<BadProgram>{
      // --- operators
      {"UnknownOpsAreListedTogether",
       [](model::Model* m) {
         At(m, kConv).type = "conv9d";
         At(m, kSoftmax).type = "softmin";
       },
       {"conv9d (#1", "softmin (#8"}},
      {"UnknownOpInASubBlock",
       [](model::Model* m) {
         m->program.blocks.emplace_back();
         m->program.blocks[1].parent = 0;
         m->program.blocks[1].ops.push_back(MakeOp("mystery", {}, {}));
         At(m, kRelu).attrs["sub_block"] = BlockRef{1};
       },
       {"mystery (#0"}},
      {"KernelOfAnotherOperator",
       Attr(kRelu, model::kKernelTypeAttr, std::string("softmax/def/1/1/1")),
       {"relu (#", "softmax/def/1/1/1"},
       Way::kLight},
      {"HugeOpType", [](model::Model* m) { At(m, kRelu).type = std::string(1 << 20, 'x'); }, {"xxx"}},
      {"EmptyOpType", [](model::Model* m) { At(m, kRelu).type.clear(); }, {"operator without a type"}},
      {"GradientThatNobodyReads",
       [](model::Model* m) {
         m->program.blocks[0].ops.insert(
             m->program.blocks[0].ops.end() - 1,
             MakeOp("relu_grad", {{"Out", {"relu"}}, {"Out@GRAD", {"conv"}}}, {{"X@GRAD", {"norm"}}}));
       },
       {"relu_grad (#9)"},
       Way::kLight},
      // --- slots
      {"RequiredInputMissing", [](model::Model* m) { At(m, kConv).inputs.erase("Filter"); }, {"conv2d", "Filter"}},
      {"RequiredInputEmpty", [](model::Model* m) { At(m, kRelu).inputs["X"].clear(); }, {"relu", "X"}},
      {"RequiredOutputMissing", [](model::Model* m) { At(m, kRelu).outputs.clear(); }, {"relu", "Out"}},
      {"TwoVariablesInAOneVariableSlot",
       [](model::Model* m) { At(m, kConv).inputs["Input"] = {"image", "image"}; },
       {"conv2d", "Input"}},
      {"InputNeverProduced", [](model::Model* m) { At(m, kConv).inputs["Input"] = {"nowhere"}; }, {"conv2d", "nowhere"}},
      {"InputWithAnEmptyName", [](model::Model* m) { At(m, kConv).inputs["Input"] = {""}; }, {"conv2d", "Input"}},
      {"InputProducedLater", [](model::Model* m) { At(m, kRelu).inputs["X"] = {"pool"}; }, {"relu", "pool"}},
      {"OperatorReadsItsOwnOutput", [](model::Model* m) { At(m, kConv).inputs["Input"] = {"conv"}; }, {"conv2d", "conv"}},
      // --- parameters
      {"ParameterWithoutValue", [](model::Model* m) { m->params.erase("conv_w"); }, {"conv_w"}},
      {"FilterOfOtherChannels", Param("conv_w", {4, 2, 3, 3}), {"conv2d", "Input"}},
      {"FilterOfRankThree", Param("conv_w", {4, 3, 9}), {"conv2d", "Filter"}},
      {"FilterWithoutElements", Param("conv_w", {4, 3, 0, 3}), {"conv2d", "Filter"}},
      {"FilterWithoutChannels", Param("conv_w", {4, 0, 3, 3}), {"conv2d", "Filter", "[4, 0, 3, 3]"}},
      {"FilterLargerThanTheImage", Param("conv_w", {4, 3, 12, 12}), {"conv2d", "12"}},
      {"FilterOfIntegers",
       [](model::Model* m) {
         Var(m, "conv_w").data_type = model::VarType::kInt64;
         ASSERT_TRUE(m->params["conv_w"].Allocate(PrecisionType::kInt64).ok());
       },
       {"conv2d", "int64"}},
      {"MatrixOfOtherRows", Param("fc_w", {63, 5}), {"64 rows", "[63, 5]"}},
      {"ScaleOfOtherLength", Param("norm_scale", {3}), {"batch_norm", "Scale", "4"}},
      {"VarianceOfOtherLength", Param("norm_variance", {5}), {"batch_norm", "Variance"}},
      {"BiasThatDoesNotBroadcast", Param("fc_b", {4}), {"elementwise_add", "4"}},
      // --- attributes of the wrong type
      {"StridesAsText", Attr(kConv, "strides", std::string("1,1")), {"conv2d", "strides", "STRING"}},
      {"StridesAsTexts", Attr(kConv, "strides", Names{"1", "1"}), {"conv2d", "strides", "STRINGS"}},
      {"FractionalGroups", Attr(kConv, "groups", 1.5f), {"conv2d", "groups", "1.5"}},
      {"GroupsBeyondInt", Attr(kConv, "groups", int64_t{1} << 40), {"conv2d", "groups"}},
      {"NotANumberAsAxis", Attr(kSoftmax, "axis", std::numeric_limits<float>::quiet_NaN()), {"softmax", "axis"}},
      {"BooleanTwo", Attr(kPool, "ceil_mode", int32_t{2}), {"pool2d", "ceil_mode"}},
      {"EpsilonAsText", Attr(kBatchNorm, "epsilon", std::string("tiny")), {"batch_norm", "epsilon"}},
      // --- quantisation
      {"Int8AsText", Attr(kConv, "enable_int8", std::string("true")), {"conv2d", "enable_int8", "BOOLEAN", "STRING"}},
      {"Int8AsNumber", Attr(kRelu, "enable_int8", int32_t{1}), {"relu", "enable_int8", "BOOLEAN", "INT 1"}},
      {"Int8BitsAsText", Int8("bit_length", std::string("8")), {"conv2d", "bit_length", "INT", "STRING"}},
      {"Int8Of16Bits", Int8("bit_length", int32_t{16}), {"conv2d", "bit_length", "expected 8", "16"}},
      {"Int8ScaleAsText", Int8("Input0_scale", std::string("0.1")), {"conv2d", "Input0_scale", "FLOATS", "STRING"}},
      {"Int8ScaleNotANumber", Int8("Input0_scale", Floats{std::nanf("")}), {"conv2d", "Input0_scale", "nan"}},
      {"Int8ScaleNegative", Int8("Input0_scale", Floats{-0.5f}), {"conv2d", "Input0_scale", "-0.5"}},
      {"Int8ScaleInfinite", Int8("Filter0_scale", Floats{1, 1, INFINITY, 1}), {"conv2d", "Filter0_scale", "position 2"}},
      {"Int8ScaleNegativeOfAWeight", Int8("Filter0_scale", Floats{1, -1, 1, 1}), {"conv2d", "Filter0_scale", "-1"}},
      {"Int8ScaleZero", Int8("Input0_scale", Floats{0}), {"conv2d", "Input0_scale", "positive"}},
      {"Int8ScaleAbsent", Int8("Input0_scale", Floats{}), {"conv2d", "Input0_scale", "[]"}},
      {"Int8TwoScalesOfAnInput", Int8("Input0_scale", Floats{1, 1}), {"conv2d", "Input0_scale", "[1, 1]"}},
      {"Int8ThreeScalesForFourChannels", Int8("Filter0_scale", Floats{1, 1, 1}), {"conv2d", "Filter0_scale", "4", "3"}, Way::kFull},
      // --- attribute values
      {"StrideZero", Attr(kConv, "strides", Ints{0, 1}), {"conv2d", "strides", "[0, 1]"}},
      {"StrideNegative", Attr(kConv, "strides", Ints{1, -1}), {"conv2d", "strides", "-1"}},
      {"OneStride", Attr(kConv, "strides", Ints{1}), {"conv2d", "strides"}},
      {"NoStrides", Attr(kConv, "strides", Ints{}), {"conv2d", "strides"}},
      {"DilationZero", Attr(kConv, "dilations", Ints{0, 0}), {"conv2d", "dilations"}},
      {"DilationHuge", Attr(kConv, "dilations", Ints{1 << 30, 1 << 30}), {"conv2d", "dilations"}},
      {"GroupsZero", Attr(kConv, "groups", int32_t{0}), {"conv2d", "groups", "0"}},
      {"GroupsNegative", Attr(kDepthwise, "groups", int32_t{-4}), {"depthwise_conv2d", "groups", "-4"}},
      {"GroupsThatDoNotDivide", Attr(kDepthwise, "groups", int32_t{3}), {"depthwise_conv2d", "3"}},
      {"PaddingNegative", Attr(kConv, "paddings", Ints{-9000, 1}), {"conv2d", "paddings", "-9000"}},
      {"ThreePaddings", Attr(kConv, "paddings", Ints{1, 1, 1}), {"conv2d", "paddings"}},
      {"PaddingHuge", Attr(kConv, "paddings", Ints{1 << 30, 1 << 30}), {"conv2d"}},
      // Outputs whose size in bytes wraps around in 64 bits must not be allocated as a small block.
      {"OutputThatWraps",
       [](model::Model* m) {
         At(m, kConv).attrs["paddings"] = Ints{0x7ffffff0, 0x7ffffff0};
         At(m, kConv).attrs["strides"] = Ints{1, 1};
       },
       {"conv2d"}},
      {"DataFormatOfVolumes", Attr(kPool, "data_format", std::string("NDHWC")), {"pool2d", "NDHWC"}},
      {"WindowZero", Attr(kPool, "ksize", Ints{0, 2}), {"pool2d", "ksize"}},
      {"WindowMissing", [](model::Model* m) { At(m, kPool).attrs.erase("ksize"); }, {"pool2d", "ksize"}},
      {"WindowLargerThanTheImage", Attr(kPool, "ksize", Ints{99, 99}), {"pool2d"}},
      {"PoolStrideZero", Attr(kPool, "strides", Ints{0, 0}), {"pool2d", "strides"}},
      {"PoolingTypeUnknown", Attr(kPool, "pooling_type", std::string("median")), {"pool2d", "median"}},
      {"PoolPaddingNegative", Attr(kPool, "paddings", Ints{-5000, 0}), {"pool2d", "paddings"}},
      {"ColumnsZero", Attr(kMul, "x_num_col_dims", int32_t{0}), {"mul", "x_num_col_dims"}},
      {"ColumnsBeyondTheRank", Attr(kMul, "y_num_col_dims", int32_t{9}), {"mul", "y_num_col_dims"}},
      {"SoftmaxAxisBeyondTheRank", Attr(kSoftmax, "axis", int32_t{2}), {"softmax", "axis"}},
      {"SoftmaxAxisFarNegative", Attr(kSoftmax, "axis", int32_t{-3}), {"softmax", "axis"}},
      {"SoftmaxAxisMinimum", Attr(kSoftmax, "axis", std::numeric_limits<int32_t>::min()), {"softmax", "axis"}},
      {"BroadcastAxisBeyondTheRank", Attr(kAdd, "axis", int32_t{5}), {"elementwise_add", "axis", "5"}},
      {"EpsilonNotANumber",
       Attr(kBatchNorm, "epsilon", std::numeric_limits<float>::quiet_NaN()),
       {"batch_norm", "epsilon"}},
      // --- feed and fetch
      {"FeedColumnUsedTwice",
       [](model::Model* m) {
         AddVar(m, "second", {-1, 3, 8, 8});
         m->program.blocks[0].ops.insert(
             m->program.blocks[0].ops.begin() + 1,
             MakeOp("feed", {{"X", {"feed"}}}, {{"Out", {"second"}}}, {{"col", int32_t{0}}}));
       },
       {"feed", "second", "column 0"}},
      {"FeedColumnNegative", Attr(kFeed, "col", int32_t{-1}), {"feed", "image", "-1"}},
      {"FeedColumnHuge", Attr(kFeed, "col", std::numeric_limits<int32_t>::max()), {"feed", "image"}},
      {"FeedColumnAsText", Attr(kFeed, "col", std::string("first")), {"feed", "col"}},
      {"FeedColumnAsLong", Attr(kFeed, "col", int64_t{0}), {"feed", "col", "INT", "LONG"}},
      {"FetchColumnAsLong", Attr(kFetch, "col", int64_t{0}), {"fetch", "col", "INT", "LONG"}},
      {"AxisAsText",
       [](model::Model* m) {
         model::OpDesc& op = At(m, kRelu);
         op.type = "transpose2";
         op.attrs = {{"axis", std::string("0,1,2,3")}};
       },
       {"transpose2 (#3", "axis", "INTS", "STRING"}},
      {"MorePiecesThanOutputs",
       [](model::Model* m) {
         model::OpDesc& op = At(m, kRelu);
         op.type = "split";
         op.attrs = {{"num", int32_t{2}}, {"axis", int32_t{1}}};
       },
       {"split (#3", "Out", "expected 2 tensors, found 1"}},
      {"AMillionStrides", Attr(kConv, "strides", Ints(1000000, 1)), {"conv2d", "strides"}},
      {"FetchOfNothing", [](model::Model* m) { At(m, kFetch).inputs["X"] = {"nothing"}; }, {"fetch", "nothing"}},
      {"FetchColumnBeyond", Attr(kFetch, "col", int32_t{1}), {"fetch", "prob"}},
      {"InputWithoutAShape",
       [](model::Model* m) {
         m->program.version = 2004002;
         Var(m, "image").shape.clear();
       },
       {"input 'image'", "without a shape", "version 2004002"},
       Way::kFull},
      // --- blocks
      {"FeedInASubBlock",
       [](model::Model* m) {
         Subgraph(m, "norm", "relu");
         m->program.blocks[1].ops.push_back(At(m, kFeed));
       },
       {"op feed (#1 of block 1)", "main block only"}},
      {"FetchInABlockThatNoOperatorRuns",
       [](model::Model* m) {
         m->program.blocks.emplace_back();
         m->program.blocks[1].ops.push_back(At(m, kFetch));
       },
       {"op fetch (#0 of block 1)", "main block only"}},
      {"NoBlocks", [](model::Model* m) {
         m->program.blocks.clear();
         m->params.clear();
       },
       {"block"}},
      {"BlockOutOfRange", Attr(kRelu, "sub_block", BlockRef{7}), {"relu", "block 7"}},
      {"BlockNegative", Attr(kRelu, "sub_block", BlockRef{-3}), {"relu", "block -3"}},
      {"MainBlockAsSubBlock", Attr(kRelu, "sub_block", BlockRef{0}), {"relu", "sub_block", "block 0"}},
      {"BlockThatIsNoNumber", Attr(kRelu, "sub_block", std::string("one")), {"relu", "sub_block", "STRING"}},
      {"BlockListOutOfRange", Attr(kRelu, "blocks", std::vector<BlockRef>{{1}}), {"relu", "blocks", "block 1"}},
      {"BlocksNestedTooDeeply",
       [](model::Model* m) {
         At(m, kRelu).attrs["sub_block"] = BlockRef{1};
         for (int b = 1; b < 2000; ++b) {
           m->program.blocks.emplace_back();
           m->program.blocks[b].ops.push_back(
               MakeOp("relu", {{"X", {"relu"}}}, {{"Out", {"t"}}}, {{"sub_block", BlockRef{b + 1}}}));
         }
         m->program.blocks.emplace_back();
       },
       {"relu (#0 of block ", "32 deep"}},
      {"BlocksThatContainEachOther",
       [](model::Model* m) {
         for (const int other : {2, 1}) {
           m->program.blocks.emplace_back();
           m->program.blocks.back().parent = 0;
           m->program.blocks.back().ops.push_back(
               MakeOp("relu", {{"X", {"relu"}}}, {{"Out", {"t"}}}, {{"sub_block", BlockRef{other}}}));
         }
         At(m, kRelu).attrs["sub_block"] = BlockRef{1};
       },
       {"block 1", "itself"}},
      {"SubgraphThatRunsItself",
       [](model::Model* m) {
         m->program.blocks.emplace_back();
         m->program.blocks[1].ops.push_back(MakeOp("subgraph", {}, {}, {{"sub_block", BlockRef{1}}}));
         m->program.blocks[0].ops[kRelu] = MakeOp("subgraph", {{"Inputs", {"norm"}}}, {{"Outputs", {"relu"}}},
                                                  {{"sub_block", BlockRef{1}}});
       },
       {"subgraph (#0 of block 1)", "itself"}},
      {"SubgraphWithoutABlock",
       [](model::Model* m) { At(m, kRelu) = MakeOp("subgraph", {{"Inputs", {"norm"}}}, {{"Outputs", {"relu"}}}); },
       {"subgraph", "sub_block"},
       Way::kLight},
      {"SubgraphOfABlockThatIsMissing",
       [](model::Model* m) {
         At(m, kRelu) =
             MakeOp("subgraph", {{"Inputs", {"norm"}}}, {{"Outputs", {"relu"}}}, {{"sub_block", int32_t{3}}});
       },
       {"subgraph (#3", "block 3"}},
      {"TwoSubgraphsOfOneBlock",
       [](model::Model* m) {
         Subgraph(m, "norm", "relu");
         model::OpDesc second = At(m, kRelu);
         second.outputs["Outputs"] = {"again"};
         m->program.blocks[0].ops.insert(m->program.blocks[0].ops.begin() + kDepthwise, second);
       },
       {"block 1 is run by op subgraph (#3) and by op subgraph (#4)"},
       Way::kLight},
      {"SubgraphThatReadsNothing",
       [](model::Model* m) { Subgraph(m, "nothing", "relu"); },
       {"relu (#0 of block 1)", "nothing"},
       Way::kLight},
      {"SubgraphThatDoesNotWriteItsOutput",
       [](model::Model* m) { Subgraph(m, "norm", "local"); },
       {"subgraph (#3): output 'relu': block 1 does not write it"},
       Way::kLight},
      {"SubgraphsThatReadEachOther",
       [](model::Model* m) {
         Subgraph(m, "later", "relu");
         m->program.blocks.emplace_back();
         m->program.blocks[2].ops.push_back(MakeOp("relu", {{"X", {"relu"}}}, {{"Out", {"later"}}}));
         m->program.blocks[0].ops.insert(
             m->program.blocks[0].ops.begin() + kDepthwise,
             MakeOp("subgraph", {{"Inputs", {"relu"}}}, {{"Outputs", {"later"}}}, {{"sub_block", BlockRef{2}}}));
       },
       {"later"},
       Way::kLight},
      // --- declared shapes
      {"DeclaredShapeOfAParameterDiffers", [](model::Model* m) { Var(m, "fc_w").shape = {5, 64, 2}; }, {"fc_w"}, Way::kFull},
  };
  return *cases;
}

void PrintTo(const BadProgram& bad, std::ostream* out) { *out << bad.name; }

class BadProgramTest : public testing::TestWithParam<BadProgram> {
 protected:
  void ExpectRefused(const Status& status) {
    ASSERT_FALSE(status.ok());
    EXPECT_NE(status.code(), StatusCode::kInternal) << status.ToString();
    for (const auto& text : GetParam().text) {
      EXPECT_THAT(status.message().substr(0, 2000), testing::HasSubstr(text));
    }
  }
  model::Model Damaged() {
    model::Model model = TinyConvNet();
    GetParam().damage(&model);
    return model;
  }
};

Status ThroughNaiveBuffer(const model::Model& damaged) {
  LITE_ASSIGN_OR_RETURN(const std::string bytes, model::EncodeNaiveBuffer(damaged, {2, "test"}));
  LITE_ASSIGN_OR_RETURN(model::Model model, model::DecodeNaiveBuffer(bytes, "damaged.nb"));
  return RunModel(std::move(model));
}

Status ThroughProtobuf(const model::Model& damaged) {
  LITE_ASSIGN_OR_RETURN(const std::string program, model::EncodePaddleProgram(damaged.program));
  LITE_ASSIGN_OR_RETURN(const std::string params, model::EncodePaddleParams(damaged));
  LITE_ASSIGN_OR_RETURN(model::Model model, LoadFromMemory(program, params));
  return OptimizeAndRun(std::move(model));
}

TEST_P(BadProgramTest, IsRefusedByTheLightRuntime) {
  if (GetParam().way != Way::kFull) ExpectRefused(ThroughNaiveBuffer(Damaged()));
}

TEST_P(BadProgramTest, IsRefusedByTheOptimiser) {
  if (GetParam().way != Way::kLight) ExpectRefused(ThroughProtobuf(Damaged()));
}

INSTANTIATE_TEST_SUITE_P(BadInput, BadProgramTest, testing::ValuesIn(Cases()),
                         [](const auto& info) { return std::string(info.param.name); });

struct RefusedDamage {
  std::function<void(model::Model*)> damage;
  const char* text;
};

void ExpectRefusedByTheOptimiser(const std::vector<RefusedDamage>& cases) {
  mir::OptimizeOptions options;
  options.valid_places = {Place(TargetType::kHost)};
  for (const RefusedDamage& bad : cases) {
    model::Model model = TinyConvNet();
    bad.damage(&model);
    const Status status = mir::Optimize(std::move(model), options).status();
    EXPECT_EQ(status.code(), StatusCode::kInvalidArgument) << bad.text;
    EXPECT_THAT(status.message(), testing::HasSubstr(bad.text));
  }
}

// Attributes that are invalid for any input are refused before anything runs, even if the batch is
// open.
TEST(BadAttributes, AreRefusedByTheOptimiserItself) {
  ExpectRefusedByTheOptimiser({
      {Attr(kConv, "strides", Ints{0, 1}), "op conv2d (#1, %conv): strides"},
      {Attr(kConv, "dilations", Ints{0, 0}), "op conv2d (#1, %conv): dilations"},
      {Attr(kConv, "groups", int32_t{0}), "op conv2d (#1, %conv): groups"},
      {Attr(kConv, "paddings", Ints{1}), "op conv2d (#1, %conv): paddings"},
      {Attr(kPool, "data_format", std::string("NDHWC")), "op pool2d (#5, %pool): data_format"},
      {Attr(kBatchNorm, "epsilon", -1.0f), "op batch_norm (#2, %norm): epsilon"},
      {Attr(kDepthwise, "groups", int32_t{-4}), "op depthwise_conv2d (#4, %depthwise): groups"},
      {Attr(kPool, "ksize", Ints{0, 2}), "op pool2d (#5, %pool): ksize"},
      {Attr(kPool, "pooling_type", std::string("median")), "op pool2d (#5, %pool): pooling_type"},
      {Attr(kMul, "x_num_col_dims", int32_t{4}), "op mul (#6, %mul): x_num_col_dims"},
      {Attr(kSoftmax, "axis", int32_t{2}), "op softmax (#8, %prob): axis"},
  });
}

// So are operators that no input of any shape could satisfy.
TEST(BadOperators, AreRefusedByTheOptimiserItself) {
  ExpectRefusedByTheOptimiser({
      {Param("conv_w", {4, 0, 3, 3}), "op conv2d (#1, %conv): Filter: empty shape [4, 0, 3, 3]"},
      {[](model::Model* m) {
         AddVar(m, "rest", {-1, 2, 8, 8});
         At(m, kRelu) = MakeOp("split", {{"X", {"norm"}}}, {{"Out", {"relu", "rest"}}},
                               {{"axis", int32_t{1}}, {"num", int32_t{4}}});
       },
       "op split (#3, %relu): Out: expected 4 tensors, found 2"},
      {[](model::Model* m) {
         AddVar(m, "bytes", {-1, 4, 8, 8});
         Var(m, "bytes").data_type = model::VarType::kInt8;
         m->program.blocks[0].ops.insert(
             m->program.blocks[0].ops.begin(),
             MakeOp("feed", {{"X", {"feed"}}}, {{"Out", {"bytes"}}}, {{"col", int32_t{1}}}));
         m->program.blocks[0].ops[kRelu + 1] =
             MakeOp("stack", {{"X", {"norm", "bytes"}}}, {{"Y", {"relu"}}});
       },
       "op stack (#4, %relu): X[1]: expected element type float of X[0], found int8_t"},
  });
}

// Whether a stride is too large depends on the extents, which only the run knows if they are open.
TEST(BadAttributes, FarBeyondTheInputAreRefusedIfItsExtentsAreFixed) {
  mir::OptimizeOptions options;
  options.valid_places = {Place(TargetType::kHost)};
  for (const char* attribute : {"strides", "dilations", "paddings"}) {
    for (const bool open : {false, true}) {
      model::Model model = TinyConvNet();
      Attr(kConv, attribute, Ints{1, 1000000})(&model);
      if (open) Var(&model, "image").shape = {-1, 3, 8, -1};
      const Status status = mir::Optimize(std::move(model), options).status();
      if (open) {
        EXPECT_TRUE(status.ok()) << status.ToString();
      } else {
        EXPECT_THAT(status.message(), testing::HasSubstr(StrCat(
                                          "op conv2d (#1, %conv): ", attribute,
                                          ": expected at most 4104 positions for an input of 8")));
      }
    }
  }
}

// The undamaged program runs both ways, so the cases above fail for the stated reason.
TEST(GoodProgram, RunsBothWays) {
  const Status light = ThroughNaiveBuffer(TinyConvNet());
  EXPECT_TRUE(light.ok()) << light.ToString();
  const Status full = ThroughProtobuf(TinyConvNet());
  EXPECT_TRUE(full.ok()) << full.ToString();
}

}  // namespace
}  // namespace paddle::lite::test
