// Precision as part of the choice of kernels: half precision with declarations of kernels that no
// build has, int8 with those of the host.
#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>

#include "lite/mir/bind.h"
#include "lite/mir/fusion.h"
#include "lite/mir/infer.h"
#include "lite/mir/optimizer.h"
#include "lite/mir/passes/legalise.h"
#include "lite/mir/verify.h"
#include "lite/model/naive_buffer/naive_buffer.h"
#include "tests/mir/pass_test.h"

namespace paddle::lite::mir {
namespace calib_test {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

const Place kHalfPlace(TARGET(kARM), PRECISION(kFP16));
const Place kInt8Place(TARGET(kHost), PRECISION(kInt8));

KernelDef Half(const char* op_type) {
  KernelDef def;
  def.op_type = op_type;
  def.alias = "half";
  def.target = TARGET(kARM);
  def.precision = PRECISION(kFP16);
  def.layout = DATALAYOUT(kNCHW);
  def.gflops = 1e5;  // beyond doubt faster than those in float
  return def;
}

std::string WithoutKernels(model::Model model) {
  for (model::OpDesc& op : model.program.blocks[0].ops) op.attrs.erase(model::kKernelTypeAttr);
  return OpsText(model);
}

class CalibTest : public ::testing::Test {
 protected:
  // The operators that are left, or what went wrong.
  std::string Legalised(const std::string& text) {
    Result<std::unique_ptr<Graph>> graph = ParseGraph(text);
    EXPECT_TRUE(graph.ok()) << graph.status().ToString();
    if (!graph.ok()) return "";
    graph_ = *std::move(graph);
    InferShapes(graph_.get());
    options_.more_kernels.clear();
    for (const KernelDef& kernel : kernels_) options_.more_kernels.push_back(&kernel);
    std::ostringstream explanation;
    const Status status = Legalise(graph_.get(), options_, &explanation);
    explanation_ = explanation.str();
    if (!status.ok()) return status.ToString();
    const Status legal = Verify(*graph_);
    EXPECT_TRUE(legal.ok()) << legal.ToString();
    return WithoutKernels(graph_->Export());
  }

  void Expect(const std::string& before, const std::string& after) {
    const Result<model::Model> golden = ParseModel(after);
    ASSERT_TRUE(golden.ok()) << golden.status().ToString();
    EXPECT_EQ(Legalised(before), OpsText(*golden)) << explanation_;
  }

  std::vector<KernelDef> kernels_;
  OptimizeOptions options_;
  std::unique_ptr<Graph> graph_;
  std::string explanation_;
};

// --- half precision

constexpr char kNet[] = R"(
    const %w: float[32,32,3,3] = random(1, -1, 1)
    input %x: float[1,32,56,56]
    )";

TEST_F(CalibTest, CastsStandAtTheBordersOfHalfPrecision) {
  options_.valid_places = {kHalfPlace, Place(TARGET(kARM))};
  kernels_ = {Half("conv2d"), Half("relu")};
  Expect(std::string(kNet) + R"(
    conv2d(Input=%x, Filter=%w) -> (Output=%a) {paddings=[1, 1]}
    relu(X=%a) -> (Out=%b)
    conv2d(Input=%b, Filter=%w) -> (Output=%c) {paddings=[1, 1]}
    log_softmax(X=%c) -> (Out=%y)
    output %y)",
         R"(
    input %x
    calib(Input=%x) -> (Out=%x/precision_trans)
    conv2d(Input=%x/precision_trans, Filter=%w/precision_trans) -> (Output=%a) {paddings=[1, 1]}
    relu(X=%a) -> (Out=%b)
    conv2d(Input=%b, Filter=%w/precision_trans) -> (Output=%c) {paddings=[1, 1]}
    calib(Input=%c) -> (Out=%c/precision_trans)
    log_softmax(X=%c/precision_trans) -> (Out=%y)
    output %y)");
  EXPECT_THAT(explanation_, HasSubstr("casts (calib): 2\n"
                                      "  float -> float16 of 'x' [1, 32, 56, 56] for conv2d\n"));
  EXPECT_THAT(explanation_, HasSubstr("in float16 it takes less time, including casts"));
}

// Weights are cast when the program is converted, once for all readers.
TEST_F(CalibTest, WeightsAreStoredInTheTypeThatIsRead) {
  options_.valid_places = {kHalfPlace, Place(TARGET(kARM))};
  kernels_ = {Half("conv2d")};
  Legalised(std::string(kNet) + R"(
    conv2d(Input=%x, Filter=%w) -> (Output=%a) {paddings=[1, 1]}
    conv2d(Input=%a, Filter=%w) -> (Output=%y) {paddings=[1, 1]}
    output %y)");
  const std::vector<ArgNode*> constants = graph_->Constants();
  ASSERT_EQ(constants.size(), 1u);
  EXPECT_EQ(constants[0]->name(), "w/precision_trans");
  const Tensor& stored = *constants[0]->constant();
  ASSERT_EQ(stored.precision(), PrecisionType::kFP16);
  const model::Model original = *ParseModel(std::string(kNet) + "output %x\n");
  const Tensor& weights = original.params.at("w");
  ASSERT_EQ(stored.dims(), weights.dims());
  const std::vector<double> numbers = *ToDoubles(stored);
  for (size_t i = 0; i < numbers.size(); ++i) {
    const double exact = weights.data<float>()[i];
    ASSERT_NEAR(numbers[i], exact, std::max(std::abs(exact) / 2048, 1e-7)) << i;
  }
  EXPECT_THAT(explanation_, HasSubstr("weights stored in another type: 1\n"
                                      "  float -> float16 of 'w' [32, 32, 3, 3] for conv2d\n"));
}

// Half would make 2048 of the size.
TEST_F(CalibTest, AKernelMayReadSizesInAnyType) {
  options_.valid_places = {kHalfPlace, Place(TARGET(kARM))};
  kernels_ = {Half("conv2d"),
              KernelDefBuilder(Half("im2sequence"))
                  .BindInput("Y", LiteType::GetTensorTy(TARGET(kARM), PRECISION(kAny)))
                  .Finalize()};
  Expect(R"(
    const %w: float[32,32,3,3] = random(1, -1, 1)
    const %s: float[2,2] = fill(2049)
    input %x: float[2,32,56,56]
    conv2d(Input=%x, Filter=%w) -> (Output=%a) {paddings=[1, 1]}
    im2sequence(X=%a, Y=%s) -> (Out=%y) {kernels=[1, 1], out_stride=[1024, 1024]}
    output %y)",
         R"(
    input %x
    calib(Input=%x) -> (Out=%x/precision_trans)
    conv2d(Input=%x/precision_trans, Filter=%w/precision_trans) -> (Output=%a) {paddings=[1, 1]}
    im2sequence(X=%a, Y=%s) -> (Out=%y/layout_raw) {kernels=[1, 1], out_stride=[1024, 1024]}
    calib(Input=%y/layout_raw) -> (Out=%y)
    output %y)");
}

TEST_F(CalibTest, AKernelMayKeepItsWeightsInFloat) {
  options_.valid_places = {kHalfPlace, Place(TARGET(kARM))};
  kernels_ = {KernelDefBuilder(Half("conv2d"))
                  .BindInput("Filter", LiteType::GetTensorTy(TARGET(kARM)))
                  .Finalize()};
  Expect(std::string(kNet) + "conv2d(Input=%x, Filter=%w) -> (Output=%y)\noutput %y\n",
         "input %x\n"
         "calib(Input=%x) -> (Out=%x/precision_trans)\n"
         "conv2d(Input=%x/precision_trans, Filter=%w) -> (Output=%y/layout_raw)\n"
         "calib(Input=%y/layout_raw) -> (Out=%y)\n"
         "output %y\n");
}

constexpr char kFourConvolutions[] = R"(
    conv2d(Input=%x, Filter=%w) -> (Output=%a) {paddings=[1, 1]}
    conv2d(Input=%a, Filter=%w) -> (Output=%b) {paddings=[1, 1]}
    conv2d(Input=%b, Filter=%w) -> (Output=%c) {paddings=[1, 1]}
    conv2d(Input=%c, Filter=%w) -> (Output=%y) {paddings=[1, 1]}
    output %y)";

// Neither the operator that writes the value nor one that reads it is in half.
TEST_F(CalibTest, ValuesThatAreTooLargeStayInFloat) {
  options_.valid_places = {kHalfPlace, Place(TARGET(kARM))};
  options_.too_large_for_half = {"b"};
  kernels_ = {Half("conv2d")};
  Legalised(std::string(kNet) + kFourConvolutions);
  EXPECT_THAT(explanation_, HasSubstr("casts (calib): 4\n"
                                      "  float -> float16 of 'x' [1, 32, 56, 56] for conv2d\n"
                                      "  float16 -> float of 'a' [1, 32, 56, 56] for conv2d\n"
                                      "  float -> float16 of 'c' [1, 32, 56, 56] for conv2d\n"));
  EXPECT_THAT(explanation_, HasSubstr("float16 cannot hold the values of 'b'"));
}

// Only the operator that writes the value: its readers get a cast.
TEST_F(CalibTest, OperatorsThatLoseTooMuchStayInFloat) {
  options_.valid_places = {kHalfPlace, Place(TARGET(kARM))};
  options_.loses_in_half = {"b"};
  kernels_ = {Half("conv2d")};
  Legalised(std::string(kNet) + kFourConvolutions);
  EXPECT_THAT(explanation_, HasSubstr("casts (calib): 4\n"
                                      "  float -> float16 of 'x' [1, 32, 56, 56] for conv2d\n"
                                      "  float16 -> float of 'a' [1, 32, 56, 56] for conv2d\n"
                                      "  float -> float16 of 'b' [1, 32, 56, 56] for conv2d\n"));
  EXPECT_THAT(explanation_, HasSubstr("loses too much in float16"));
}

TEST_F(CalibTest, WeightsThatAreTooLargeStayInFloat) {
  options_.valid_places = {kHalfPlace, Place(TARGET(kARM))};
  kernels_ = {Half("conv2d")};
  const auto explain = [this](const char* weights) {
    Legalised(StrCat("const %w: float[32,32,3,3] = ", weights, R"(
    input %x: float[1,32,56,56]
    conv2d(Input=%x, Filter=%w) -> (Output=%y) {paddings=[1, 1]}
    output %y)"));
  };
  for (const char* const weights : {"random(1, -65504, 65504)", "fill(-65504)", "fill(inf)"}) {
    explain(weights);
    EXPECT_THAT(explanation_, Not(HasSubstr("cannot hold"))) << weights;
    EXPECT_THAT(explanation_, HasSubstr("weights stored in another type: 1\n")) << weights;
  }
  for (const char* const weights : {"random(1, -66000, 66000)", "fill(-66000)"}) {
    explain(weights);
    EXPECT_THAT(explanation_, HasSubstr("float16 cannot hold the values of 'w'")) << weights;
    EXPECT_THAT(explanation_, Not(HasSubstr("weights stored in another type"))) << weights;
  }
}

TEST_F(CalibTest, HalfPrecisionIsNotChosenWhereNobodyAskedForIt) {
  options_.valid_places = {Place(TARGET(kARM)), Place(TARGET(kOpenCL), PRECISION(kFP16))};
  kernels_ = {Half("conv2d")};
  Legalised(std::string(kNet) + "conv2d(Input=%x, Filter=%w) -> (Output=%y)\noutput %y\n");
  EXPECT_THAT(explanation_, HasSubstr("precision float16 not requested"));
  EXPECT_THAT(explanation_, HasSubstr("casts (calib): 0\n"));
}

TEST_F(CalibTest, WhatIsNotWorthItsCastsStaysFloat) {
  options_.valid_places = {kHalfPlace};
  kernels_ = {Half("relu")};
  Expect("input %x: float[1,8]\nrelu(X=%x) -> (Out=%y)\noutput %y\n",
         "input %x\nrelu(X=%x) -> (Out=%y)\noutput %y\n");
  EXPECT_THAT(explanation_, HasSubstr("in float it takes less time, including casts"));
}

TEST_F(CalibTest, OneCastServesAllReadersAndTheFetch) {
  options_.valid_places = {kHalfPlace};
  kernels_ = {Half("conv2d")};
  Expect(std::string(kNet) + R"(
    conv2d(Input=%x, Filter=%w) -> (Output=%a)
    conv2d(Input=%x, Filter=%w) -> (Output=%b) {paddings=[1, 1]}
    log_softmax(X=%a) -> (Out=%c)
    log_softmax(X=%a) -> (Out=%d) {axis=1}
    output %a
    output %b
    output %c
    output %d)",
         R"(
    input %x
    calib(Input=%x) -> (Out=%x/precision_trans)
    conv2d(Input=%x/precision_trans, Filter=%w/precision_trans) -> (Output=%a/layout_raw)
    conv2d(Input=%x/precision_trans, Filter=%w/precision_trans) -> (Output=%b/layout_raw) {paddings=[1, 1]}
    calib(Input=%a/layout_raw) -> (Out=%a)
    log_softmax(X=%a) -> (Out=%c)
    log_softmax(X=%a) -> (Out=%d) {axis=1}
    output %a
    calib(Input=%b/layout_raw) -> (Out=%b)
    output %b
    output %c
    output %d)");
}

// A variable that is accessed by name keeps its declared type.
TEST_F(CalibTest, NamedVariablesKeepTheirType) {
  options_.valid_places = {kHalfPlace};
  kernels_ = {Half("conv2d")};
  const std::string text = std::string(kNet) + R"(
    conv2d(Input=%x, Filter=%w) -> (Output=%a) {seen=%a}
    log_softmax(X=%a) -> (Out=%y)
    output %y)";
  Legalised(text);
  EXPECT_THAT(explanation_, HasSubstr(" conv2d: conv2d/def/4/1/"));
  EXPECT_THAT(explanation_, HasSubstr("casts (calib): 0\n"));
}

// Operators that only move elements and have kernels for any type run in either precision.
TEST_F(CalibTest, OperatorsOfAnyTypeFollow) {
  options_.valid_places = {kHalfPlace};
  kernels_ = {Half("conv2d")};
  Legalised(std::string(kNet) + R"(
    conv2d(Input=%x, Filter=%w) -> (Output=%a)
    reshape2(X=%a) -> (Out=%b) {shape=[1, 32, -1, 54]}
    conv2d(Input=%b, Filter=%w) -> (Output=%y)
    output %y)");
  EXPECT_THAT(explanation_, HasSubstr("casts (calib): 2\n")) << explanation_;
}

TEST_F(CalibTest, OldCastsBetweenRealNumbersAreDropped) {
  Expect(R"(
    input %x: float[1,8,4,4]
    calib(Input=%x) -> (Out=%a: float16[1,8,4,4])
    relu(X=%a) -> (Out=%b: float16[1,8,4,4])
    calib(Input=%b) -> (Out=%y: float[1,8,4,4])
    output %y)",
         "input %x\nrelu(X=%x) -> (Out=%y)\noutput %y\n");
}

// --- int8

constexpr char kInt8Net[] = R"(
    const %w: int8[4,4,3,3] = random(1, -127, 127)
    input %x: float[1,4,8,8]
    )";

std::string Conv(const std::string& x, const std::string& y, const std::string& scale,
                 const std::string& more = "") {
  return "conv2d(Input=%" + x + ", Filter=%w) -> (Output=%" + y +
         ") {Filter0_scale=[0.01], Input0_scale=[" + scale + "], " + more +
         "enable_int8=true, paddings=[1, 1]}\n";
}

TEST_F(CalibTest, Int8IsHandedOnBetweenQuantisedOperators) {
  options_.valid_places = {kInt8Place};
  Expect(kInt8Net + Conv("x", "a", "0.5") + Conv("a", "b", "0.25") +
             "relu(X=%b) -> (Out=%y)\noutput %y\n",
         "input %x\ncalib(Input=%x) -> (Out=%x/precision_trans) {scale=0.5}\n" +
             Conv("x/precision_trans", "a", "0.5", "Output0_scale=[0.25], ") +
             Conv("a", "b", "0.25") + "relu(X=%b) -> (Out=%y)\noutput %y\n");
  EXPECT_THAT(explanation_, HasSubstr("conv2d/int8_out"));
  EXPECT_THAT(explanation_, HasSubstr("all readers take int8 with one scale"));
  EXPECT_THAT(explanation_,
              HasSubstr("conv2d/int8_out/1/2/1: relu does not read its result as int8"));
  EXPECT_THAT(explanation_,
              HasSubstr("float -> int8_t of 'x' [1, 4, 8, 8] in steps of 0.5 for conv2d"));
}

// Rounding before an operator that only moves values is the same as after it.
TEST_F(CalibTest, Int8PassesThroughOperatorsThatMoveValues) {
  options_.valid_places = {kInt8Place};
  const std::string moves =
      "split(X=%a) -> (Out=[%l, %r]) {axis=1, num=2}\n"
      "concat(X=[%r, %l]) -> (Out=%c) {axis=1}\n"
      "transpose(X=%c) -> (Out=%t) {axis=[0, 1, 3, 2]}\n";
  Expect(kInt8Net + Conv("x", "a", "0.5") + moves + Conv("t", "y", "0.25") + "output %y\n",
         "input %x\ncalib(Input=%x) -> (Out=%x/precision_trans) {scale=0.5}\n" +
             Conv("x/precision_trans", "a", "0.5", "Output0_scale=[0.25], ") + moves +
             Conv("t", "y", "0.25") + "output %y\n");
}

TEST_F(CalibTest, Int8PassesThroughCopiesAndStrides) {
  options_.valid_places = {kInt8Place};
  for (const std::string move :
       {"tile(X=%a) -> (Out=%t) {repeat_times=[1, 1, 2, 1]}\n",
        "expand(X=%a) -> (Out=%t) {expand_times=[1, 1, 1, 3]}\n",
        "expand_v2(X=%a) -> (Out=%t) {shape=[2, 4, 8, 8]}\n",
        "strided_slice(Input=%a) -> (Out=%t) {axes=[3], ends=[8], starts=[0], strides=[2]}\n"}) {
    SCOPED_TRACE(move);
    Expect(kInt8Net + Conv("x", "a", "0.5") + move + Conv("t", "y", "0.25") + "output %y\n",
           "input %x\ncalib(Input=%x) -> (Out=%x/precision_trans) {scale=0.5}\n" +
               Conv("x/precision_trans", "a", "0.5", "Output0_scale=[0.25], ") + move +
               Conv("t", "y", "0.25") + "output %y\n");
  }
}

// The same holds for maxima and clamps, whose kernels need the scale.
TEST_F(CalibTest, Int8PassesThroughMaximaAndClamps) {
  options_.valid_places = {kInt8Place};
  const auto between = [](const std::string& scales) {
    return "relu6(X=%a) -> (Out=%r) {" + scales + "threshold=4.0}\n" +
           "pool2d(X=%r) -> (Out=%p) {" + scales +
           "ksize=[2, 2], pooling_type=\"max\", strides=[2, 2]}\n";
  };
  Expect(kInt8Net + Conv("x", "a", "0.5") + between("") + Conv("p", "y", "0.25") + "output %y\n",
         "input %x\ncalib(Input=%x) -> (Out=%x/precision_trans) {scale=0.5}\n" +
             Conv("x/precision_trans", "a", "0.5", "Output0_scale=[0.25], ") +
             between("Out0_scale=[0.25], X0_scale=[0.25], ") + Conv("p", "y", "0.25") +
             "output %y\n");
  EXPECT_THAT(explanation_, HasSubstr("scales: X 0.25, Out 0.25\n"));
  // An average is another number after rounding.
  Legalised(kInt8Net + Conv("x", "a", "0.5") +
            "pool2d(X=%a) -> (Out=%p) {ksize=[2, 2], pooling_type=\"avg\", strides=[2, 2]}\n" +
            Conv("p", "y", "0.25") + "output %y\n");
  EXPECT_THAT(explanation_, HasSubstr("pool2d does not read its result as int8"));
}

// An operator whose inputs the program rounds computes on the integers, and requantises.
TEST_F(CalibTest, RoundedInputsAreInt8) {
  options_.valid_places = {kInt8Place};
  Legalised(kInt8Net + Conv("x", "a", "0.5") + Conv("x", "b", "0.5") +
            "elementwise_add(X=%a, Y=%b) -> (Out=%s)"
            " {X0_scale=[0.25], Y0_scale=[0.125], enable_int8=true}\n" +
            Conv("s", "y", "0.75") + "output %y\n");
  EXPECT_THAT(explanation_, HasSubstr("elementwise_add/int8_out"));
  EXPECT_THAT(explanation_, HasSubstr("scales: X 0.25, Y 0.125, Out 0.75\n"));
  EXPECT_THAT(explanation_, HasSubstr("the program rounds its inputs to int8"));
  EXPECT_THAT(explanation_, HasSubstr("casts (calib): 1\n"));
}

TEST_F(CalibTest, Int8DoesNotPassThroughForOtherReadersOrScales) {
  options_.valid_places = {kInt8Place};
  const std::string move = "transpose(X=%a) -> (Out=%t) {axis=[0, 1, 3, 2]}\n";
  const std::string conv = kInt8Net + Conv("x", "a", "0.5") + move + Conv("t", "y", "0.25");
  Legalised(conv + "output %y\noutput %t\n");
  EXPECT_THAT(explanation_, HasSubstr("transpose does not read its result as int8"));
  EXPECT_THAT(explanation_, HasSubstr("casts (calib): 2\n"));
  Legalised(conv + "relu(X=%t) -> (Out=%z)\noutput %y\noutput %z\n");
  EXPECT_THAT(explanation_, HasSubstr("transpose does not read its result as int8"));
  Legalised(conv + Conv("a", "z", "0.5") + "output %y\noutput %z\n");
  EXPECT_THAT(explanation_, HasSubstr("casts (calib): 3\n"));
  Legalised(conv + "relu(X=%a) -> (Out=%z)\noutput %y\noutput %z\n");
  EXPECT_THAT(explanation_, HasSubstr("casts (calib): 2\n"));
  // One of the joined values is not given as int8.
  Legalised(kInt8Net + Conv("x", "a", "0.5") + "concat(X=[%a, %x]) -> (Out=%c) {axis=2}\n" +
            Conv("c", "y", "0.5") + "output %y\n");
  EXPECT_THAT(explanation_, HasSubstr("concat does not read its result as int8"));
  EXPECT_THAT(explanation_, HasSubstr("casts (calib): 2\n"));
}

TEST_F(CalibTest, OneQuantisationServesReadersOfOneScale) {
  options_.valid_places = {kInt8Place};
  Expect(kInt8Net + Conv("x", "a", "0.5") + Conv("x", "b", "0.5") + Conv("x", "c", "0.25") +
             "output %a\noutput %b\noutput %c\n",
         "input %x\ncalib(Input=%x) -> (Out=%x/precision_trans) {scale=0.5}\n" +
             Conv("x/precision_trans", "a", "0.5") + Conv("x/precision_trans", "b", "0.5") +
             "calib(Input=%x) -> (Out=%x/precision_trans__1) {scale=0.25}\n" +
             Conv("x/precision_trans__1", "c", "0.25") + "output %a\noutput %b\noutput %c\n");
  EXPECT_THAT(explanation_, HasSubstr("its result is fetched"));
}

TEST_F(CalibTest, ReadersOfDifferentScalesQuantiseThemselves) {
  options_.valid_places = {kInt8Place};
  Legalised(kInt8Net + Conv("x", "a", "0.5") + Conv("a", "b", "0.5") + Conv("a", "c", "0.25") +
            "output %b\noutput %c\n");
  EXPECT_THAT(explanation_, HasSubstr("its readers need different scales"));
  EXPECT_THAT(explanation_, HasSubstr("casts (calib): 3\n"));
}

TEST_F(CalibTest, ANamedResultIsFloat) {
  options_.valid_places = {kInt8Place};
  Legalised(kInt8Net + Conv("x", "a", "0.5", "seen=%a, ") + Conv("a", "y", "0.5") + "output %y\n");
  EXPECT_THAT(explanation_, HasSubstr("its result is visible to other blocks"));
  EXPECT_THAT(explanation_, HasSubstr("casts (calib): 2\n"));
}

// The host is the fallback for every target.
TEST_F(CalibTest, APlaceForInt8AllowsTheHostsKernels) {
  options_.valid_places = {Place(TARGET(kX86), PRECISION(kInt8))};
  Legalised(kInt8Net + Conv("x", "y", "0.5") + "output %y\n");
  EXPECT_THAT(explanation_, HasSubstr("conv2d/fp32_out/1/2/1"));
}

TEST_F(CalibTest, AResultThatNobodyReadsIsFloat) {
  options_.valid_places = {kInt8Place};
  Legalised(kInt8Net + Conv("x", "a", "0.5") + "relu(X=%x) -> (Out=%y)\noutput %y\n");
  EXPECT_THAT(explanation_, HasSubstr("its result is never read"));
}

// The writer's scale is used if the reader has none.
TEST_F(CalibTest, ScalesStandOnEitherSide) {
  options_.valid_places = {kInt8Place};
  const std::string reader =
      "conv2d(Input=%a, Filter=%w) -> (Output=%y) {Filter0_scale=[0.01], enable_int8=true}\n"
      "output %y\n";
  Legalised(kInt8Net + Conv("x", "a", "0.5", "Output0_scale=[0.125], ") + reader);
  const OpNode* last = graph_->root()->ops().end()[-2];
  EXPECT_TRUE(AttrEquals(*last, "Input0_scale", std::vector<float>{0.125f})) << explanation_;
  EXPECT_THAT(Legalised(kInt8Net + Conv("x", "a", "0.5") + reader),
              HasSubstr("input 'Input' is float, the kernel takes int8_t; its scale is unknown"));
}

TEST_F(CalibTest, Int8IsNotChosenWhereNobodyAskedForIt) {
  options_.valid_places = {Place(TARGET(kHost))};
  EXPECT_THAT(Legalised(kInt8Net + Conv("x", "y", "0.5") + "output %y\n"),
              AllOf(HasSubstr("for conv2d (#1, %y): "), HasSubstr("input 'Filter' is int8_t"),
                    HasSubstr("precision int8_t not requested")));
}

TEST_F(CalibTest, FloatWeightsAreNotQuantised) {
  options_.valid_places = {kInt8Place};
  const std::string conv = Conv("x", "y", "0.5");
  Expect("const %w: float[4,4,3,3] = random(1, -1, 1)\ninput %x: float[1,4,8,8]\n" + conv +
             "output %y\n",
         "input %x\n" + conv + "output %y\n");
  EXPECT_THAT(explanation_, HasSubstr("input 'Filter' is float, the kernel takes int8_t"));
}

// The residual is added as real numbers.
TEST_F(CalibTest, OneValueReadInTwoForms) {
  options_.valid_places = {kInt8Place};
  const auto conv = [](const std::string& input) {
    return "conv2d(Input=%" + input +
           ", Filter=%w, ResidualData=%x) -> (Output=%y) {Filter0_scale=[0.01], "
           "Input0_scale=[0.5], enable_int8=true, paddings=[1, 1]}\noutput %y\n";
  };
  Expect(kInt8Net + conv("x"),
         "input %x\ncalib(Input=%x) -> (Out=%x/precision_trans) {scale=0.5}\n" +
             conv("x/precision_trans"));
}

// A program that rounds the residual: it is int8 from the operator that makes it to the sum.
TEST_F(CalibTest, RoundedResidualsAreInt8) {
  options_.valid_places = {kInt8Place};
  const auto net = [](const std::string& x, const std::string& a, const std::string& b,
                      const std::string& c) {
    return Conv(x, "a", "0.5", a) + Conv("a", "b", "0.25", b) +
           "conv2d(Input=%b, Filter=%w, ResidualData=%a) -> (Output=%c) "
           "{Filter0_scale=[0.01], Input0_scale=[0.5], ResidualData0_scale=[0.25], " +
           c + "enable_int8=true, paddings=[1, 1]}\n" + Conv("c", "y", "0.5") + "output %y\n";
  };
  Expect(kInt8Net + net("x", "", "", ""),
         "input %x\ncalib(Input=%x) -> (Out=%x/precision_trans) {scale=0.5}\n" +
             net("x/precision_trans", "Output0_scale=[0.25], ", "Output0_scale=[0.5], ",
                 "Output0_scale=[0.5], "));
  EXPECT_THAT(explanation_, HasSubstr("casts (calib): 1\n"));
  EXPECT_THAT(explanation_, HasSubstr("conv2d/int8_sum"));
}

// int8 -> float -> int8 returns the same numbers if the scale is the same.
TEST_F(CalibTest, InversePairsOfOneScaleAreCancelled) {
  options_.valid_places = {kInt8Place};
  const auto text = [](const std::string& second) {
    return R"(
    const %w: int8[4,4,3,3] = random(1, -127, 127)
    input %x: int8[1,4,8,8]
    calib(Input=%x) -> (Out=%f: float[1,4,8,8]) {scale=0.5}
    calib(Input=%f) -> (Out=%q: int8[1,4,8,8]) {scale=)" +
           second + "}\n" + Conv("q", "y", second) + "output %y\n";
  };
  Expect(text("0.5"), "input %x\n" + Conv("x", "y", "0.5") + "output %y\n");
  Expect(text("0.25"),
         "input %x\ncalib(Input=%x) -> (Out=%f) {scale=0.5}\n"
         "calib(Input=%f) -> (Out=%f/precision_trans) {scale=0.25}\n" +
             Conv("f/precision_trans", "y", "0.25") + "output %y\n");
}

// A file may declare a variable with the type of its later use.
TEST_F(CalibTest, TheKernelOfAnOldCastSaysItsType) {
  const std::string text =
      "input %x: float[1,8]\ncalib(Input=%x) -> (Out=%q: float[1,8]) {scale=0.5, "
      "__@kernel_type_attr@__=\"calib/fp32_to_int8/4/2/1\"}\n"
      "calib(Input=%q) -> (Out=%y: float[1,8]) {scale=0.5}\noutput %y\n";
  Expect(text,
         "input %x\ncalib(Input=%x) -> (Out=%q) {scale=0.5}\n"
         "calib(Input=%q) -> (Out=%y) {scale=0.5}\noutput %y\n");
  EXPECT_THAT(explanation_, HasSubstr("calib/fp32_to_int8/1/2/2"));
}

// float -> int8 -> float rounds, as the program specifies.
TEST_F(CalibTest, RoundingIsNoPair) {
  const std::string text =
      "input %x: float[1,8]\ncalib(Input=%x) -> (Out=%q: int8[1,8]) {scale=0.5}\n"
      "calib(Input=%q) -> (Out=%y: float[1,8]) {scale=0.5}\noutput %y\n";
  Expect(text, text);
}

model::Model Parsed(const std::string& text) {
  Result<model::Model> model = ParseModel(text);
  EXPECT_TRUE(model.ok()) << model.status().ToString();
  return model.ok() ? *std::move(model) : model::Model();
}

// The convolution on real numbers that are rounded to steps of `scale` before.
std::string RoundedConv(const std::string& x, const std::string& y, const std::string& scale) {
  const std::string type = "[1,4,8,8]) {scale=" + scale + "}\n";
  return "calib(Input=%" + x + ") -> (Out=%" + y + "_q: int8" + type + "calib(Input=%" + y +
         "_q) -> (Out=%" + y + "_f: float" + type + "conv2d(Input=%" + y +
         "_f, Filter=%w) -> (Output=%" + y + ") {paddings=[1, 1]}\n";
}

// Weights become the real numbers that they represent.
void MakeWeightsReal(float scale, model::Model* model) {
  for (auto& entry : model->params) {
    const Tensor quantised = entry.second;
    Tensor real;
    real.Resize(quantised.dims());
    ASSERT_TRUE(real.Allocate(PRECISION(kFloat)).ok());
    std::transform(quantised.data<int8_t>(), quantised.data<int8_t>() + quantised.numel(),
                   real.mutable_data<float>(),
                   [scale](int8_t q) { return static_cast<float>(q) * scale; });
    entry.second = real;
  }
}

TEST_F(CalibTest, ProcessorsComputeInInt8WithoutBeingAsked) {
  const std::string text =
      kInt8Net + Conv("x", "a", "0.016") + Conv("a", "y", "0.5") + "output %y\n";
  const auto outputs = [&](std::vector<Place> places) {
    options_.valid_places = std::move(places);
    const Result<model::Model> optimised = Optimize(Parsed(text), options_);
    EXPECT_TRUE(optimised.ok()) << optimised.status().ToString();
    return optimised.ok() ? RunOnHostKernels(*optimised) : std::vector<std::vector<double>>();
  };
  const auto expected = outputs({kInt8Place});
  ASSERT_EQ(expected.size(), 1u);
  EXPECT_EQ(outputs({Place(TARGET(kX86))}), expected);
  EXPECT_EQ(outputs({Place(TARGET(kARM)), Place(TARGET(kHost))}), expected);
  EXPECT_EQ(outputs({Place(TARGET(kNNAdapter))}), expected);
  EXPECT_EQ(outputs({}), expected);
}

// A factor between quantised operators moves to the scales of the second one
// (fuse_scale_into_weights), so that int8 passes through what is left. 0.5 is exact.
TEST_F(CalibTest, FactorsDoNotInterruptInt8) {
  const model::Model model = Parsed(kInt8Net + Conv("x", "a", "0.016") +
                                    "split(X=%a) -> (Out=[%l, %r]) {axis=1, num=2}\n"
                                    "concat(X=[%r, %l]) -> (Out=%c) {axis=1}\n"
                                    "dropout(X=%c) -> (Out=%d) {dropout_prob=0.5, is_test=true,"
                                    " dropout_implementation=\"downgrade_in_infer\"}\n" +
                                    Conv("d", "y", "0.25") + "output %y\n");
  options_.valid_places = {kInt8Place};
  options_.verify_each = true;
  const Result<model::Model> moved = Optimize(model, options_);
  ASSERT_TRUE(moved.ok()) << moved.status().ToString();
  EXPECT_THAT(OpsText(*moved), Not(HasSubstr("scale(")));
  EXPECT_THAT(OpsText(*moved), Not(HasSubstr("calib(Input=%a")));
  EXPECT_THAT(OpsText(*moved), Not(HasSubstr("calib(Input=%c")));
  EXPECT_THAT(OpsText(*moved), HasSubstr("Output0_scale=[0.5]"));
  options_.discarded_passes = {"fuse_scale_into_weights"};
  const Result<model::Model> kept = Optimize(model, options_);
  ASSERT_TRUE(kept.ok()) << kept.status().ToString();
  EXPECT_THAT(OpsText(*kept), HasSubstr("scale("));
  const auto found = RunOnHostKernels(*moved);
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found, RunOnHostKernels(*kept));
}

TEST_F(CalibTest, QuantisedNetworksComputeWithRoundedNumbers) {
  using Maker = std::string (*)(const std::string&, const std::string&, const std::string&);
  const auto text = [](Maker conv) {
    return kInt8Net + conv("x", "a", "0.016") + "relu(X=%a) -> (Out=%r)\n" +
           conv("r", "b0", "0.15") +
           "calib(Input=%r) -> (Out=%q: int8[1,4,8,8]) {scale=0.15}\n"
           "calib(Input=%q) -> (Out=%s: float[1,4,8,8]) {scale=0.15}\n"
           "elementwise_add(X=%s, Y=%b0) -> (Out=%b)\n"
           "split(X=%b) -> (Out=[%h, %i]) {axis=1, num=2}\n"
           "concat(X=[%i, %h]) -> (Out=%j) {axis=1}\n"
           "transpose(X=%j) -> (Out=%t) {axis=[0, 1, 3, 2]}\n" +
           conv("t", "c", "0.6") + conv("t", "d", "0.6") +
           "hard_swish(X=%c) -> (Out=%g)\n"
           "scale(X=%g) -> (Out=%k) {scale=1.5, bias=-0.25}\n"
           "elementwise_mul(X=%k, Y=%d) -> (Out=%y)\noutput %y\n";
  };
  model::Model model = Parsed(
      text([](const auto& x, const auto& y, const auto& scale) { return Conv(x, y, scale); }));
  model::Model twin = Parsed(text(&RoundedConv));
  MakeWeightsReal(0.01f, &twin);
  options_.verify_each = true;
  const Result<model::Model> rounded = Optimize(twin, options_);
  options_.valid_places = {kInt8Place};
  const Result<model::Model> quantised = Optimize(model, options_);
  ASSERT_TRUE(quantised.ok()) << quantised.status().ToString();
  ASSERT_TRUE(rounded.ok()) << rounded.status().ToString();
  EXPECT_THAT(OpsText(*quantised), Not(HasSubstr("calib(Input=%t")));
  EXPECT_THAT(OpsText(*quantised), HasSubstr("ResidualData=%r"));
  EXPECT_THAT(OpsText(*quantised), HasSubstr("activation_scale=1.5"));
  const auto found = RunOnHostKernels(*quantised);
  const auto expected = RunOnHostKernels(*rounded);
  ASSERT_EQ(found.size(), 1u);
  ASSERT_EQ(expected.size(), 1u);
  ASSERT_EQ(found[0].size(), expected[0].size());
  double largest = 0;
  for (const double v : expected[0]) largest = std::max(largest, std::fabs(v));
  for (size_t n = 0; n < found[0].size(); ++n) {
    ASSERT_NEAR(found[0][n], expected[0][n], 1e-5 * largest) << n;
  }
  // Stored as the light predictor reads it, and loaded again.
  const Result<std::string> stored = model::EncodeNaiveBuffer(*quantised, {});
  ASSERT_TRUE(stored.ok()) << stored.status().ToString();
  const Result<model::Model> loaded = model::DecodeNaiveBuffer(*stored, "test");
  ASSERT_TRUE(loaded.ok()) << loaded.status().ToString();
  EXPECT_EQ(RunOnHostKernels(*loaded), found);
  const Result<model::Model> again = Optimize(*quantised, options_);
  ASSERT_TRUE(again.ok()) << again.status().ToString();
  EXPECT_EQ(RunOnHostKernels(*again), found);
}

}  // namespace calib_test
}  // namespace paddle::lite::mir
