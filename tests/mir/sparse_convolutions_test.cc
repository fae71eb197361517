#include <sstream>

#include "lite/mir/optimizer.h"
#include "tests/mir/pass_test.h"
#include "tests/support/pruning.h"

namespace paddle::lite::mir {
namespace sparse_convolutions_test {

struct Converted {
  model::Model before, after;
  std::string explanation;
  bool sparse() const { return OpsText(after).find("sparse_conv2d(") != std::string::npos; }
};

// The program after all passes up to this one.
Converted Convert(const std::string& text, double zeros, std::optional<double> threshold,
                  std::vector<Place> places = {Place(TargetType::kX86)}) {
  Converted result;
  Result<model::Model> model = ParseModel(text);
  EXPECT_TRUE(model.ok()) << model.status().ToString();
  if (!model.ok()) return result;
  test::PruneFilters(zeros, &*model);
  result.before = *model;
  std::ostringstream explanation;
  OptimizeOptions options;
  options.valid_places = std::move(places);
  options.sparse_threshold = threshold;
  options.explain = &explanation;
  options.verify_each = true;
  const bool for_processors = options.valid_places.size() == 1;
  if (for_processors) options.stop_after = "sparse_convolutions";
  Result<model::Model> after = Optimize(*std::move(model), options);
  EXPECT_TRUE(after.ok()) << after.status().ToString();
  if (after.ok()) result.after = *std::move(after);
  result.explanation = explanation.str();
  return result;
}

std::string Program(const std::string& input, const std::string& filter, const std::string& attrs) {
  return "const %b: float[64] = random(9, -1, 1)\nconst %w: float" + filter +
         " = random(3, -1, 1)\ninput %x: float" + input +
         "\nconv2d(Input=%x, Filter=%w, Bias=%b) -> (Output=%y)" +
         (attrs.empty() ? "" : " {" + attrs + "}") + "\noutput %y\n";
}
constexpr char kImage[] = "[-1,48,14,13]";
constexpr char kFilter[] = "[64,48,1,1]";
constexpr char kRelu[] = "with_act=true, act_type=\"relu\"";

TEST(SparseConvolutionsTest, KeepsTheOtherWeights) {
  const Converted done = Convert(Program(kImage, kFilter, kRelu), 0.85, 0.8);
  EXPECT_TRUE(done.sparse()) << done.explanation;
  EXPECT_NE(done.explanation.find("keeps 460 of 3072 weights"), std::string::npos)
      << done.explanation;
  ExpectSameResults(done.before, done.after);
  ExpectSameResults(done.before, done.after, {DDim{5, 48, 14, 13}});
  for (const char* name : {"w_nonzeros_output", "w_oc_nonzeros", "w_ic_diffs"}) {
    EXPECT_EQ(done.after.params.count(name), 1u) << name;
  }
  EXPECT_EQ(done.after.params.count("w"), 0u);
  const auto& counts = done.after.params.at("w_oc_nonzeros");
  EXPECT_EQ(counts.data<int32_t>()[63], 460);
}

// The size is only known in a run, or does not fit into the distances.
TEST(SparseConvolutionsTest, OpenAndLargeImages) {
  const Converted open = Convert(Program("[-1,48,-1,-1]", kFilter, kRelu), 0.9, 0.6);
  EXPECT_TRUE(open.sparse()) << open.explanation;
  EXPECT_NE(OpsText(open.after).find("channel_bytes=4,"), std::string::npos);
  for (const DDim& shape : {DDim{1, 48, 1, 1}, DDim{2, 48, 9, 31}, DDim{1, 48, 28, 7}}) {
    ExpectSameResults(open.before, open.after, {shape});
  }
  const Converted large = Convert(Program("[1,48,8000,8000]", kFilter, ""), 0.9, 0.6);
  EXPECT_TRUE(large.sparse()) << large.explanation;
  EXPECT_NE(OpsText(large.after).find("channel_bytes=4,"), std::string::npos);
  // One size also serves for others.
  const Converted fixed = Convert(Program("[1,48,14,13]", kFilter, ""), 0.9, 0.6);
  EXPECT_NE(OpsText(fixed.after).find("channel_bytes=728,"), std::string::npos)
      << OpsText(fixed.after);
  ExpectSameResults(fixed.before, fixed.after, {DDim{1, 48, 5, 3}});
}

TEST(SparseConvolutionsTest, AfterTheFusions) {
  const Converted done = Convert(R"(
      const %w: float[64,48,1,1] = random(3, -1, 1)
      const %s: float[64] = random(4, 0.5, 1)
      const %t: float[64] = random(5, -1, 1)
      input %x: float[2,48,9,9]
      conv2d(Input=%x, Filter=%w) -> (Output=%c) {padding_algorithm="SAME"}
      batch_norm(X=%c, Scale=%s, Bias=%t, Mean=%t, Variance=%s) -> (Y=%n) {is_test=true}
      relu6(X=%n) -> (Out=%y)
      output %y)",
                                 0.9, 0.6);
  const std::string text = OpsText(done.after);
  EXPECT_EQ(text.find("batch_norm"), std::string::npos) << text;
  EXPECT_EQ(text.find("relu6("), std::string::npos) << text;
  EXPECT_TRUE(done.sparse()) << done.explanation;
  ExpectSameResults(done.before, done.after);
}

TEST(SparseConvolutionsTest, OnRequestAndOnProcessors) {
  const std::string program = Program(kImage, kFilter, kRelu);
  EXPECT_FALSE(Convert(program, 0.9, std::nullopt).sparse());
  EXPECT_FALSE(
      Convert(program, 0.9, 0.5, {Place(TargetType::kOpenCL), Place(TargetType::kX86)}).sparse());
}

TEST(SparseConvolutionsTest, LeftAlone) {
  const struct {
    std::string program;
    double zeros, threshold;
    const char* reason;
  } cases[] = {
      {Program(kImage, kFilter, ""), 0.7, 0.8, "a share below the threshold of 0.8"},
      {Program(kImage, kFilter, ""), 1, 0.6, "all weights are 0"},
      {Program(kImage, kFilter, ""), 0.2, 0.1, "not estimated to be faster"},
      {Program("[1,48,14,13]", kFilter, "strides=[2, 2]"), 0.9, 0.6, "not a 1x1 convolution"},
      {Program("[1,48,14,13]", kFilter, "paddings=[1, 0]"), 0.9, 0.6, "not a 1x1 convolution"},
      {Program("[1,48,14,13]", "[64,24,1,1]", "groups=2"), 0.9, 0.6, "not a 1x1 convolution"},
      {Program("[1,48,14,13]", "[64,48,3,3]", ""), 0.9, 0.0, "not a 1x1 convolution"},
      {Program("[1,14,13,48]", kFilter, "data_format=\"NHWC\""), 0.9, 0.6, "data_format NHWC"},
      {"const %w: float[8,8,1,1] = random(3, -1, 1)\ninput %x: float[1,8,7,7]\n"
       "conv2d(Input=%x, Filter=%w, ResidualData=%x) -> (Output=%y)\noutput %y\n",
       0.9, 0.6, "ResidualData"},
      {"input %w: float[8,8,1,1]\ninput %x: float[1,8,7,7]\n"
       "conv2d(Input=%x, Filter=%w) -> (Output=%y)\noutput %y\n",
       0.9, 0.6, "not a constant"},
  };
  for (const auto& c : cases) {
    SCOPED_TRACE(c.reason);
    const Converted done = Convert(c.program, c.zeros, c.threshold);
    EXPECT_FALSE(done.sparse());
    EXPECT_NE(done.explanation.find(c.reason), std::string::npos) << done.explanation;
  }
}

}  // namespace sparse_convolutions_test
}  // namespace paddle::lite::mir
