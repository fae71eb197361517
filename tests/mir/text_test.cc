#include "lite/mir/text.h"

#include <gtest/gtest.h>

#include <limits>

namespace paddle::lite::mir {
namespace text_test {

using model::AttrValue;

// Parsed text prints as itself.
void ExpectRoundTrip(const std::string& text) {
  const Result<model::Model> model = ParseModel(text);
  ASSERT_TRUE(model.ok()) << model.status().ToString();
  EXPECT_EQ(PrintModel(*model), text);
}

TEST(TextTest, EveryStatementRoundTrips) {
  ExpectRoundTrip(R"(version 2006002
op_version leaky_relu 1
const %w: float[2,2] = [1.5, -0.0, inf, 1e-10]
const %ids: int64[3] = [9007199254740993, -1, 0]
const %scalar: float[] = [2.0]
const %"odd name%": int8[1] = [-128]
var %list: array float[*]
var %scopes: step_scopes
input %x: float[-1,3]<lod=1, check_feed>
concat(X=[%x, %x]) -> (Out=%y: float[-1,6]) {axis=1}
split(X=%y) -> (Out=[%a, %b: int64[*]]) {num=2, is_target}
while(Condition=%a) {sub_block=^1}
nothing()
output %a
output %b
)");
}

TEST(TextTest, EveryAttributeTypeRoundTrips) {
  ExpectRoundTrip(
      "op() {a=3, b=1.0, c=\"q\\\"\\\\\\n\\x01\", d=[1, -2], e=[0.5, 1e+20], f=[\"u\", \"v\"], "
      "g=true, "
      "h=[true, false], i=^2, j=7L, k=[^1, ^2], l=[1L, 2L], m=[0.1d], n=%x, o=[%x, %y], p=nand, "
      "q=ints[], r=floats[], s=strings[], t=bools[], u=blocks[], v=longs[], w=doubles[], "
      "x=vars[], \"y y\"=-inf}\n");
}

TEST(TextTest, AttributesKeepTheirType) {
  const Result<model::Model> model =
      ParseModel("op() {i=1, l=1L, f=1.0, d=1.0d, b=true, e=longs[], s=[1.0]}");
  ASSERT_TRUE(model.ok()) << model.status().ToString();
  const auto& attrs = model->program.blocks[0].ops[0].attrs;
  EXPECT_EQ(attrs.at("i"), AttrValue(int32_t{1}));
  EXPECT_EQ(attrs.at("l"), AttrValue(int64_t{1}));
  EXPECT_EQ(attrs.at("f"), AttrValue(1.0f));
  EXPECT_EQ(attrs.at("d"), AttrValue(1.0));
  EXPECT_EQ(attrs.at("b"), AttrValue(true));
  EXPECT_EQ(attrs.at("e"), AttrValue(std::vector<int64_t>()));
  EXPECT_EQ(attrs.at("s"), AttrValue(std::vector<float>{1.0f}));
}

TEST(TextTest, BlocksRoundTrip) {
  ExpectRoundTrip(R"(block 0 {
  input %x: float[1]
  while(X=%x) {sub_block=^1}
}
block 1 parent 0 forward 0 {
  relu(X=%x) -> (Out=%y: float[1])
}
)");
}

TEST(TextTest, LongConstantsPrintAsHash) {
  const std::string text = "const %w: float[3,3] = range(0, 1)\n";
  const Result<model::Model> model = ParseModel(text);
  ASSERT_TRUE(model.ok()) << model.status().ToString();
  EXPECT_EQ(model->params.at("w").data<float>()[8], 8.0f);
  const std::string printed = PrintModel(*model);
  EXPECT_EQ(printed.rfind("const %w: float[3,3] = hash(", 0), 0u) << printed;
  EXPECT_FALSE(ParseModel(printed).ok());
  PrintOptions all;
  all.max_elements = 100;
  const Result<model::Model> again = ParseModel(PrintModel(*model, all));
  ASSERT_TRUE(again.ok()) << again.status().ToString();
  EXPECT_EQ(again->params.at("w").data<float>()[8], 8.0f);
}

// Feed operators that the short form cannot express are printed in full.
TEST(TextTest, UnusualFeedsAreNotShortened) {
  ExpectRoundTrip(R"(var %feed: feed_list<persistable>
feed(X=%feed) -> (Out=%x: float[1]) {col=1}
output %x
)");
}

// Truncated or damaged text is an error, or by chance another program; it never crashes.
TEST(TextTest, DamagedText) {
  const std::string text =
      "version 2006002\nconst %w: float[2,2] = [1.5, -0.0, inf, 1e-10]\nvar %l: array kind9 "
      "float[*]\n"
      "const %r: int8[3] = random(-1e300, nan, inf)\ninput %x: float[-1,3]<lod=1, check_feed>\n"
      "conv: a|b(X=[%x, %\"q\\x41\\\\\"], ..) -> (Out=%y?) {..conv, a=[1L, 2L], b=$c, d=\"\\n\"}\n"
      "@conv(..conv) {e=^1, f=[%x], g=floats[]}\n$t()\nblock 1 parent 0 forward 0 {\n}\n";
  for (size_t end = 0; end <= text.size(); ++end) {
    (void)ParseText(text.substr(0, end)).ok();
    for (const char c : {'\\', '"', '%', '[', '}', '9', '-', '\0', '.', '#'}) {
      std::string damaged = text;
      if (end < text.size()) damaged[end] = c;
      (void)ParseModel(damaged).ok();
      (void)ParseModel(damaged.substr(0, end + 1)).ok();
    }
  }
  EXPECT_FALSE(ParseModel(text).ok());
}

TEST(TextTest, ErrorsNameThePlace) {
  const struct {
    const char* text;
    const char* expected;
  } cases[] = {
      {"relu(X=x)", "line 1, column 8: expected a value"},
      {"relu(X=%x) -> (Out=%y)\nrelu(X=%x", "line 2, column 10: expected ')'"},
      {"op() {a=99999999999}", "does not fit an INT"},
      {"op() {a=[1, 2.0]}", "must be of one type"},
      {"op() {a=\"x", "the string does not end"},
      {"op() {a=\"x\\", "unknown escape"},
      {"op() {a=\"x\\x", "two hexadecimal digits"},
      {"var %x: kind99999999999", "expected a number"},
      {"const %w: float[2] = [1.0]", "expected 2 elements, found 1"},
      {"const %w: float[-1] = fill(0)", "the data has no size"},
      {"const %w = fill(0)", "needs a declared element type"},
      {"block 1 {\n}\n", "is at position 0"},
      {"block 0 {\n", "the block does not end"},
      {"a|b()", "for patterns"},
      {"%x", "expected a name"},
      {"op() {", "expected a name"},
  };
  for (const auto& c : cases) {
    const Result<model::Model> model = ParseModel(c.text);
    ASSERT_FALSE(model.ok()) << c.text;
    EXPECT_NE(model.status().message().find(c.expected), std::string::npos)
        << c.text << " gave: " << model.status().message();
  }
}

}  // namespace text_test
}  // namespace paddle::lite::mir
