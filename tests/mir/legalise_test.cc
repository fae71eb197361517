#include "lite/mir/passes/legalise.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>

#include "lite/mir/infer.h"
#include "lite/mir/text.h"

namespace paddle::lite::mir {
namespace legalise_test {

using ::testing::HasSubstr;

struct Legalised {
  std::unique_ptr<Graph> graph;
  Status status;
  std::string explanation;
  // "conv2d:NHWC layout:NCHW ...": operators with the layout of their first result.
  std::string Summary() const {
    std::string text;
    for (const OpNode* op : graph->root()->ops()) {
      if (op->kernel == nullptr) continue;
      const ArgNode* result = op->outputs().begin()->second[0];
      text += StrCat(text.empty() ? "" : " ", op->type(), ":", DataLayoutToStr(result->layout));
    }
    return text;
  }
};

Legalised LegaliseText(const std::string& text, std::vector<Place> places) {
  Legalised result;
  auto graph = ParseGraph(text);
  EXPECT_TRUE(graph.ok()) << graph.status().ToString();
  if (!graph.ok()) return result;
  result.graph = *std::move(graph);
  InferShapes(result.graph.get());
  OptimizeOptions options;
  options.valid_places = std::move(places);
  std::ostringstream explanation;
  result.status = Legalise(result.graph.get(), options, &explanation);
  result.explanation = explanation.str();
  return result;
}

bool HasChannelsLastConv() {
  for (const KernelDef* kernel : KernelsOf("conv2d")) {
    if (kernel->layout == DataLayoutType::kNHWC && kernel->create != nullptr) return true;
  }
  return false;
}

std::string Conv(const std::string& x, const std::string& y) {
  return "conv2d(Input=%" + x + ", Filter=%w) -> (Output=%" + y + ") {paddings=[1, 1]}\n";
}

constexpr char kWeights[] = "const %w: float[32,32,3,3] = random(1, -1, 1)\n";
constexpr char kInput[] = "input %x: float[1,32,56,56]\n";
const Place kX86(TargetType::kX86);

TEST(LegaliseTest, HostNeedsNoConversion) {
  const Legalised result = LegaliseText(
      std::string(kWeights) + kInput + Conv("x", "y") + "output %y\n", {Place(TargetType::kHost)});
  ASSERT_TRUE(result.status.ok()) << result.status.ToString();
  EXPECT_EQ(result.Summary(), "conv2d:NCHW");
  EXPECT_THAT(result.explanation, HasSubstr("target x86 not requested"));
}

TEST(LegaliseTest, RegionMovesAsAWhole) {
  if (!HasChannelsLastConv()) GTEST_SKIP() << "no channels-last convolution in this build";
  const Legalised result =
      LegaliseText(std::string(kWeights) + kInput + Conv("x", "a") + "relu(X=%a) -> (Out=%b)\n" +
                       Conv("b", "c") + "elementwise_add(X=%c, Y=%a) -> (Out=%d)\n" +
                       Conv("d", "y") + "output %y\n",
                   {kX86});
  ASSERT_TRUE(result.status.ok()) << result.status.ToString();
  EXPECT_EQ(
      result.Summary(),
      "layout:NHWC conv2d:NHWC relu:NHWC conv2d:NHWC elementwise_add:NHWC conv2d:NHWC layout:NCHW");
  EXPECT_TRUE(result.graph->root()->ops().back()->Input("X")->is_output());
  EXPECT_EQ(result.graph->root()->ops().back()->Input("X")->name(), "y");
  EXPECT_THAT(result.explanation, HasSubstr("layout conversions: 2"));
}

TEST(LegaliseTest, FirstLayerReadsThePlainImageDirectly) {
  if (!HasChannelsLastConv()) GTEST_SKIP() << "no channels-last convolution in this build";
  const Legalised result = LegaliseText(
      "const %f: float[32,3,3,3] = random(2, -1, 1)\n" + std::string(kWeights) +
          "input %x: float[1,3,224,224]\n"
          "conv2d(Input=%x, Filter=%f) -> (Output=%a) {strides=[2, 2], paddings=[1, 1]}\n" +
          Conv("a", "y") + "output %y\n",
      {kX86});
  ASSERT_TRUE(result.status.ok()) << result.status.ToString();
  EXPECT_EQ(result.Summary(), "conv2d:NHWC conv2d:NHWC layout:NCHW");
}

TEST(LegaliseTest, OneConversionServesAllReaders) {
  if (!HasChannelsLastConv()) GTEST_SKIP() << "no channels-last convolution in this build";
  const Legalised result =
      LegaliseText(std::string(kWeights) + kInput + Conv("x", "a") + Conv("a", "b") +
                       "reshape2(X=%b) -> (Out=%p) {shape=[1, -1]}\n"
                       "reshape2(X=%b) -> (Out=%q) {shape=[-1, 56]}\n"
                       "output %p\noutput %q\n",
                   {kX86});
  ASSERT_TRUE(result.status.ok()) << result.status.ToString();
  EXPECT_THAT(result.Summary(), HasSubstr("conv2d:NHWC layout:NCHW reshape2:NCHW reshape2:NCHW"));
}

TEST(LegaliseTest, OpenShapesAreJudgedByTheirProbes) {
  if (!HasChannelsLastConv()) GTEST_SKIP() << "no channels-last convolution in this build";
  const Legalised result =
      LegaliseText(std::string(kWeights) + "input %x: float[-1,32,-1,-1]\n" + Conv("x", "a") +
                       Conv("a", "b") + Conv("b", "y") + "output %y\n",
                   {kX86});
  ASSERT_TRUE(result.status.ok()) << result.status.ToString();
  EXPECT_THAT(result.Summary(), HasSubstr("conv2d:NHWC conv2d:NHWC conv2d:NHWC"));
}

TEST(LegaliseTest, EveryUnsupportedOperatorIsNamed) {
  const Legalised result = LegaliseText(
      "input %x: float[1,4]\nno_such_op(X=%x) -> (Out=%a)\nnor_this(X=%a) -> (Out=%y)\noutput %y\n",
      {kX86});
  EXPECT_EQ(result.status.code(), StatusCode::kUnsupported);
  EXPECT_THAT(result.status.message(), HasSubstr("no_such_op"));
  EXPECT_THAT(result.status.message(), HasSubstr("nor_this"));
}

TEST(LegaliseTest, OnePixelHasOneLayout) {
  if (!HasChannelsLastConv()) GTEST_SKIP() << "no channels-last convolution in this build";
  const auto pooled = [](const std::string& size, const std::string& shape) {
    return LegaliseText(std::string(kWeights) + kInput + Conv("x", "a") + Conv("a", "b") +
                            "pool2d(X=%b) -> (Out=%c) {pooling_type=\"avg\", ksize=" + size +
                            ", adaptive=true}\n"
                            "reshape2(X=%c) -> (Out=%y) {shape=" +
                            shape + "}\noutput %y\n",
                        {kX86});
  };
  const Legalised pixel = pooled("[1, 1]", "[1, 32]");
  ASSERT_TRUE(pixel.status.ok()) << pixel.status.ToString();
  EXPECT_THAT(pixel.Summary(), HasSubstr("pool2d:NHWC layout:NCHW reshape2:NCHW"));
  EXPECT_THAT(pixel.explanation, HasSubstr("layout conversions: 1\n"));
  EXPECT_THAT(pixel.explanation, HasSubstr("layout changes that copy nothing: 1\n"));
  // A row of pixels has two.
  const Legalised row = pooled("[1, 2]", "[1, 64]");
  ASSERT_TRUE(row.status.ok()) << row.status.ToString();
  EXPECT_THAT(row.explanation, HasSubstr("layout conversions: 2\n"));
  EXPECT_THAT(row.explanation, HasSubstr("layout changes that copy nothing: 0\n"));
}

// What each operator works in is never decided by how long it takes, not even where the times that
// follow from the shapes are beyond all bounds.
TEST(LegaliseTest, NoTimeIsSoLongThatNoKernelIsLeft) {
  // 2^70 bytes at the end, which shape inference gives up on: every shape is as declared.
  std::string doubling = "input %x0: float[-1,16,-1,-1]\n";
  for (int i = 0; i < 70; ++i) {
    doubling += StrCat("concat(X=[%x", i, ", %x", i, "]) -> (Out=%x", i + 1, ") {axis=1}\n");
  }
  // No declared dimension of an inner block is believed: each counts as a large number.
  const std::string inner =
      "input %x: float[1,4]\noutput %x\n"
      "block 1 parent 0 {\n"
      "  conv2d(Input=%feat: float[-1,8,-1,-1], Filter=%w: float[12,8,1,1]) -> "
      "(Output=%conf: float[-1,12,8,8])\n}\n";
  for (const std::string& program : {doubling + "output %x70\n", inner}) {
    for (const TargetType target : {TargetType::kX86, TargetType::kHost, TargetType::kARM}) {
      const Legalised result = LegaliseText(program, {Place(target)});
      ASSERT_NE(result.graph, nullptr);
      EXPECT_TRUE(result.status.ok()) << result.status.ToString();
      for (const OpNode* op : result.graph->AllOps()) {
        if (op->type() == "concat" || op->type() == "conv2d") {
          EXPECT_NE(op->kernel, nullptr);
        }
      }
    }
  }
}

TEST(LegaliseTest, OldConversionsAreDropped) {
  const Legalised result = LegaliseText(
      "input %x: float[1,8,4,4]\nlayout(Input=%x) -> (Out=%a)\nio_copy(Input=%a) -> (Out=%b)\n"
      "relu(X=%b) -> (Out=%y)\noutput %y\n",
      {Place(TargetType::kHost)});
  ASSERT_TRUE(result.status.ok()) << result.status.ToString();
  EXPECT_EQ(result.Summary(), "relu:NCHW");
}

}  // namespace legalise_test
}  // namespace paddle::lite::mir
