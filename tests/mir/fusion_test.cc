// The rewriting engine, with rules made for the purpose.
#include "lite/mir/fusion.h"

#include "lite/mir/infer.h"
#include "lite/mir/verify.h"
#include "tests/mir/pass_test.h"

namespace paddle::lite::mir {
namespace fusion_test {

struct Outcome {
  Status status;
  bool changed = false;
  std::string text;
  std::string explanation;
};

Outcome Apply(const Fusion& fusion, const std::string& program) {
  Outcome outcome;
  Result<std::unique_ptr<Graph>> graph = ParseGraph(program);
  EXPECT_TRUE(graph.ok()) << graph.status().ToString();
  if (!graph.ok()) return outcome;
  InferShapes(graph->get());
  std::ostringstream explanation;
  std::set<std::string> said;
  OptimizeOptions options;
  options.explain = &explanation;
  PassContext context;
  context.graph = graph->get();
  context.options = &options;
  context.pass = "test";
  context.said = &said;
  const Result<bool> changed = ApplyFusion(context, fusion);
  outcome.status = changed.status();
  outcome.changed = changed.ok() && *changed;
  const Status legal = Verify(**graph);
  EXPECT_TRUE(legal.ok()) << legal.ToString();
  outcome.text = OpsText((*graph)->Export());
  outcome.explanation = explanation.str();
  return outcome;
}

void ExpectRewrite(const Fusion& fusion, const std::string& before, const std::string& after) {
  const Outcome outcome = Apply(fusion, before);
  EXPECT_TRUE(outcome.status.ok()) << outcome.status.ToString();
  EXPECT_TRUE(outcome.changed) << outcome.explanation;
  EXPECT_EQ(outcome.text, OpsText(*ParseModel(after))) << outcome.explanation;
}

void ExpectRefusal(const Fusion& fusion, const std::string& program, const std::string& reason) {
  const Outcome outcome = Apply(fusion, program);
  EXPECT_TRUE(outcome.status.ok()) << outcome.status.ToString();
  EXPECT_FALSE(outcome.changed);
  EXPECT_EQ(outcome.text, OpsText(*ParseModel(program)));
  EXPECT_NE(outcome.explanation.find(reason), std::string::npos)
      << "expected: " << reason << "\nfound: " << outcome.explanation;
}

const Fusion kTanhOfRelu = {"relu(X=%x) -> (Out=%a)\ntanh(X=%a) -> (Out=%y)",
                            "square(X=%x) -> (Out=%m)\nsqrt(X=%m) -> (Out=%y)"};

TEST(FusionTest, NewValuesGetNames) {
  ExpectRewrite(kTanhOfRelu,
                "input %x: float[1]\nrelu(X=%x) -> (Out=%a)\ntanh(X=%a) -> (Out=%y)\noutput %y\n",
                "input %x\nsquare(X=%x) -> (Out=%y.m)\nsqrt(X=%y.m) -> (Out=%y)\noutput %y\n");
}

TEST(FusionTest, OneSweepFindsAll) {
  ExpectRewrite(kTanhOfRelu, R"(
    input %x: float[1]
    relu(X=%x) -> (Out=%a)
    tanh(X=%a) -> (Out=%b)
    relu(X=%b) -> (Out=%c)
    tanh(X=%c) -> (Out=%y)
    output %y)",
                R"(
    input %x
    square(X=%x) -> (Out=%b.m)
    sqrt(X=%b.m) -> (Out=%b)
    square(X=%b) -> (Out=%y.m)
    sqrt(X=%y.m) -> (Out=%y)
    output %y)");
}

TEST(FusionTest, IntermediatesAreUsedInsideOnly) {
  const std::string head = "input %x: float[1]\nrelu(X=%x) -> (Out=%a)\ntanh(X=%a) -> (Out=%y)\n";
  ExpectRefusal(kTanhOfRelu, head + "output %y\noutput %a\n", "%a is also read by fetch");
  ExpectRefusal(kTanhOfRelu, head + "sqrt(X=%a) -> (Out=%z)\noutput %y\noutput %z\n",
                "%a is also read by sqrt");
  ExpectRefusal(kTanhOfRelu,
                "block 0 {\n" + head +
                    "conditional_block(Input=%y) {sub_block=^1}\noutput %y\n}\n"
                    "block 1 parent 0 {\nsqrt(X=%a) -> (Out=%b)\n}\n",
                "%a is visible to other blocks");
}

TEST(FusionTest, EveryBlockIsRewritten) {
  ExpectRewrite(kTanhOfRelu, R"(
    block 0 {
      input %x: float[1]
      conditional_block(Input=%x) {sub_block=^1}
      output %x
    }
    block 1 parent 0 {
      relu(X=%x) -> (Out=%a)
      tanh(X=%a) -> (Out=%x)
    })",
                R"(
    block 0 {
      input %x: float[1]
      conditional_block(Input=%x) {sub_block=^1}
      output %x
    }
    block 1 parent 0 {
      square(X=%x) -> (Out=%x.m)
      sqrt(X=%x.m) -> (Out=%x)
    })");
}

// Reading later than before is harmless unless there is a write in between.
TEST(FusionTest, ReadsAreNotMovedBehindWrites) {
  const std::string inner = "block 1 parent 0 {\n  tanh(X=%i) -> (Out=%i)\n}\n";
  ExpectRefusal(
      kTanhOfRelu,
      "block 0 {\ninput %x: float[1]\nrelu(X=%i) -> (Out=%a)\n"
      "sqrt(X=%x) -> (Out=%i)\ntanh(X=%a) -> (Out=%y)\nconditional_block(Input=%i) {sub_block=^1}\n"
      "output %y\n}\n" +
          inner,
      "%i is written by sqrt in between");
  ExpectRefusal(
      kTanhOfRelu,
      "block 0 {\ninput %x: float[1]\nrelu(X=%i) -> (Out=%a)\n"
      "conditional_block(Input=%x) {sub_block=^1}\ntanh(X=%a) -> (Out=%y)\noutput %y\n}\n" +
          inner,
      "%i may be changed by the blocks of conditional_block");
}

TEST(FusionTest, InputsMustBeNamed) {
  const std::string program =
      "input %x: float[1]\nscale(X=%x, ScaleTensor=%x) -> (Out=%y)\noutput %y\n";
  ExpectRefusal({"scale(X=%x) -> (Out=%y)", "relu(X=%x) -> (Out=%y)"}, program,
                "has an input ScaleTensor");
  ExpectRewrite({"scale(X=%x, ..) -> (Out=%y)", "relu(X=%x) -> (Out=%y)"}, program,
                "input %x\nrelu(X=%x) -> (Out=%y)\noutput %y\n");
  ExpectRewrite({"scale(X=%x, ScaleTensor=%s?) -> (Out=%y)", "unknown(A=%s, B=%x) -> (Out=%y)"},
                program, "input %x\nunknown(A=%x, B=%x) -> (Out=%y)\noutput %y\n");
  // An absent optional value leaves its slot out.
  ExpectRewrite({"scale(X=%x, ScaleTensor=%s?) -> (Out=%y)", "unknown(A=%s, B=%x) -> (Out=%y)"},
                "input %x: float[1]\nscale(X=%x) -> (Out=%y)\noutput %y\n",
                "input %x\nunknown(B=%x) -> (Out=%y)\noutput %y\n");
}

TEST(FusionTest, SameNameMeansSameValue) {
  const Fusion square = {"elementwise_mul(X=%x, Y=%x) -> (Out=%y)", "square(X=%x) -> (Out=%y)"};
  ExpectRewrite(square, "input %x: float[1]\nelementwise_mul(X=%x, Y=%x) -> (Out=%y)\noutput %y\n",
                "input %x\nsquare(X=%x) -> (Out=%y)\noutput %y\n");
  ExpectRefusal(square,
                "input %x: float[1]\ninput %z: float[1]\nelementwise_mul(X=%x, Y=%z) -> (Out=%y)\n"
                "output %y\n",
                "would have to be the same");
}

TEST(FusionTest, ListsMatchByLength) {
  const Fusion pair = {"concat(X=[%a, %b]) -> (Out=%y)", "pair(X=[%b, %a]) -> (Out=%y)"};
  const std::string head = "input %p: float[1]\ninput %q: float[1]\n";
  ExpectRewrite(pair, head + "concat(X=[%p, %q]) -> (Out=%y)\noutput %y\n",
                head + "pair(X=[%q, %p]) -> (Out=%y)\noutput %y\n");
  ExpectRefusal(pair, head + "concat(X=[%p, %q, %p]) -> (Out=%y)\noutput %y\n", "has 3 values");
}

TEST(FusionTest, AttributesCompareWithDefaults) {
  const Fusion rule = {"scale(X=%x) -> (Out=%y) {bias_after_scale=true, scale=2}",
                       "double(X=%x) -> (Out=%y)"};
  const std::string tail = "\noutput %y\n";
  ExpectRewrite(rule, "input %x: float[1]\nscale(X=%x) -> (Out=%y) {scale=2.0}" + tail,
                "input %x\ndouble(X=%x) -> (Out=%y)" + tail);
  // Older programs store numbers and flags in other types.
  ExpectRewrite(
      rule, "input %x: float[1]\nscale(X=%x) -> (Out=%y) {scale=2.0d, bias_after_scale=1}" + tail,
      "input %x\ndouble(X=%x) -> (Out=%y)" + tail);
  ExpectRefusal(rule, "input %x: float[1]\nscale(X=%x) -> (Out=%y) {scale=3.0}" + tail,
                "scale of scale (#1, %y) is 3, expected 2");
  ExpectRefusal(
      rule,
      "input %x: float[1]\nscale(X=%x) -> (Out=%y) {scale=2.0, bias_after_scale=false}" + tail,
      "is false, expected true");
}

TEST(FusionTest, ConstantsAndComputation) {
  const Fusion rule = {
      "const %c\nelementwise_mul(X=%x, Y=%c) -> (Out=%y)",
      "$kind(X=%x, Y=%new) -> (Out=%y) {..elementwise_mul, first=$first, never=$never}",
      [](const Match& m) { return m.constant("c")->numel() == 2 ? OkStatus() : Refuse("not two"); },
      [](Match* m) -> Status {
        LITE_ASSIGN_OR_RETURN(std::vector<double> values, ToDoubles(*m->constant("c")));
        if (values[0] < 0) return Refuse("negative");
        m->SetAttr("first", static_cast<float>(values[0]));
        m->SetAttr("kind", std::string("elementwise_div"));
        for (double& v : values) v = 1 / v;
        LITE_ASSIGN_OR_RETURN(Tensor inverse,
                              FromDoubles(DDim({2}), PrecisionType::kFloat, values));
        m->SetConstant("new", "inverse", std::move(inverse));
        return OkStatus();
      }};
  const auto program = [](const std::string& constant) {
    return "const %c: " + constant +
           "\ninput %x: float[2]\nelementwise_mul(X=%x, Y=%c) -> (Out=%y) {axis=-1}\noutput %y\n";
  };
  ExpectRewrite(rule, program("float[2] = [2.0, 4.0]"),
                "input %x\nelementwise_div(X=%x, Y=%inverse) -> (Out=%y) {axis=-1, first=2.0}\n"
                "output %y\n");
  ExpectRefusal(rule, program("float[1] = [2.0]"), "not two");
  ExpectRefusal(rule, program("float[2] = [-2.0, 4.0]"), "negative");
  ExpectRefusal(rule, "input %x: float[2]\nelementwise_mul(X=%x, Y=%x) -> (Out=%y)\noutput %y\n",
                "is not a constant");
}

// A predicate that reads an attribute with the wrong type does not get zero.
TEST(FusionTest, BadAttributesRefuse) {
  const Outcome outcome = Apply({"scale(X=%x) -> (Out=%y)", "relu(X=%x) -> (Out=%y)",
                                 [](const Match& m) {
                                   (void)m.attr<float>("scale", "no_such_attribute");
                                   return OkStatus();
                                 }},
                                "input %x: float[1]\nscale(X=%x) -> (Out=%y)\noutput %y\n");
  EXPECT_FALSE(outcome.changed);
  EXPECT_NE(outcome.explanation.find("has no attribute no_such_attribute"), std::string::npos);
}

// Missing operators are not near misses; a complete set of operators is one.
TEST(FusionTest, ExplainsNearMissesOnly) {
  const Outcome far = Apply(kTanhOfRelu, "input %x: float[1]\ntanh(X=%x) -> (Out=%y)\noutput %y\n");
  EXPECT_EQ(far.explanation, "");
}

TEST(FusionTest, ResultsBeforeTheLastOperator) {
  const Fusion rule = {"relu(X=%x) -> (Out=%a)\ntanh(X=%a) -> (Out=%y)",
                       "both(X=%x) -> (A=%a, Y=%y)"};
  const std::string head = "input %x: float[1]\nrelu(X=%x) -> (Out=%a)\n";
  ExpectRewrite(
      rule, head + "tanh(X=%a) -> (Out=%y)\nsqrt(X=%a) -> (Out=%z)\noutput %y\noutput %z\n",
      "input %x\nboth(X=%x) -> (A=%a, Y=%y)\nsqrt(X=%a) -> (Out=%z)\noutput %y\noutput %z\n");
  ExpectRefusal(rule,
                head + "sqrt(X=%a) -> (Out=%z)\ntanh(X=%a) -> (Out=%y)\noutput %y\noutput %z\n",
                "%a is read before tanh");
}

TEST(FusionTest, BadRulesAreDefects) {
  const Fusion cases[] = {
      {"relu(X=%x", "relu(X=%x) -> (Out=%y)"},
      {"relu(X=%x) -> (Out=%y)", "@other(X=%x) -> (Out=%y)"},
      {"relu(X=%x) -> (Out=%y)", "relu(X=%nobody) -> (Out=%y)"},
      {"relu(X=%x) -> (Out=%a)\ntanh(X=%x) -> (Out=%y)", "relu(X=%x) -> (Out=%y)"},
      {"relu(X=%x) -> (Out=%a)\nrelu(X=%a) -> (Out=%y)", "relu(X=%x) -> (Out=%y)"},
      {"", ""},
  };
  for (const Fusion& rule : cases) {
    const Outcome outcome = Apply(rule, "input %x: float[1]\nrelu(X=%x) -> (Out=%y)\noutput %y\n");
    EXPECT_EQ(outcome.status.code(), StatusCode::kInternal) << rule.match;
    EXPECT_FALSE(outcome.changed);
  }
}

TEST(FusionTest, EveryRuleOfTheLibraryIsWellFormed) {
  for (const PassDef& def : PassTable()) {
    const Pass pass = def.make();
    for (const Fusion& fusion : pass.fusions()) {
      const Outcome outcome = Apply(fusion, "input %x: float[1]\noutput %x\n");
      EXPECT_TRUE(outcome.status.ok()) << def.name << ": " << outcome.status.ToString();
    }
  }
}

TEST(FusionTest, ArithmeticOnConstants) {
  const auto values = [](const std::string& declaration) {
    return *ToDoubles(ParseModel("const %c: " + declaration)->params.at("c"));
  };
  EXPECT_EQ(values("float[2] = [0.5, -2.0]"), (std::vector<double>{0.5, -2}));
  EXPECT_EQ(values("float16[2] = [0.5, -2.0]"), (std::vector<double>{0.5, -2}));
  EXPECT_EQ(values("float64[1] = [0.1]"), (std::vector<double>{0.1}));
  EXPECT_EQ(values("int64[1] = [-7]"), (std::vector<double>{-7}));
  EXPECT_EQ(values("uint8[1] = [200]"), (std::vector<double>{200}));
  EXPECT_EQ(FromDoubles(DDim({1}), PrecisionType::kInt8, {2.6})->data<int8_t>()[0], 3);
  EXPECT_FALSE(FromDoubles(DDim({1}), PrecisionType::kInt8, {127.6}).ok());
  EXPECT_FALSE(FromDoubles(DDim({1}), PrecisionType::kInt8, {std::nan("")}).ok());
  EXPECT_FALSE(FromDoubles(DDim({2}), PrecisionType::kFloat, {1}).ok());
  EXPECT_FALSE(ToDoubles(Tensor()).ok());
}

constexpr char kTwoInputs[] = "input %p: float[2,3]\ninput %q: float[2,3]\n";

// Commutative operators are matched with their operands in either order; others are not.
TEST(FusionTest, ExchangedOperands) {
  const Fusion fusion = {
      "relu(X=%x) -> (Out=%a)\n"
      "both: elementwise_sub|elementwise_mul(X=%a ~ Y=%y) -> (Out=%z)",
      "tanh(X=%x) -> (Out=%a)\n@both(X=%a, Y=%y) -> (Out=%z)"};
  const std::string head = std::string(kTwoInputs) + "relu(X=%p) -> (Out=%a)\n";
  const std::string after = std::string("input %p\ninput %q\ntanh(X=%p) -> (Out=%a)\n");
  for (const std::string type : {"elementwise_sub", "elementwise_mul"}) {
    ExpectRewrite(fusion, head + type + "(X=%a, Y=%q) -> (Out=%z)\noutput %z\n",
                  after + type + "(X=%a, Y=%q) -> (Out=%z)\noutput %z\n");
  }
  ExpectRewrite(fusion, head + "elementwise_mul(X=%q, Y=%a) -> (Out=%z)\noutput %z\n",
                after + "elementwise_mul(X=%a, Y=%q) -> (Out=%z)\noutput %z\n");
  ExpectRewrite(fusion, head + "elementwise_mul(X=%q, Y=%a) -> (Out=%z) {axis=0}\noutput %z\n",
                after + "elementwise_mul(X=%a, Y=%q) -> (Out=%z)\noutput %z\n");
  const Outcome ordered =
      Apply(fusion, head + "elementwise_sub(X=%q, Y=%a) -> (Out=%z)\noutput %z\n");
  EXPECT_FALSE(ordered.changed);
  ExpectRefusal(fusion,
                "input %p: float[3]\ninput %q: float[3,2]\nrelu(X=%p) -> (Out=%a)\n"
                "elementwise_mul(X=%q, Y=%a) -> (Out=%z) {axis=0}\noutput %z\n",
                "the operands are shifted by axis 0");
}

Status ComputeTwo(Match* m) {
  m->SetAttr("scale", 2.0f);
  m->SetAttr("bias", 3.0f);
  return OkStatus();
}

// `$*` are the computed attributes that the replacement does not name.
TEST(FusionTest, AllComputedAttributes) {
  ExpectRewrite({"relu(X=%x) -> (Out=%y)", "scale(X=%x) -> (Out=%y) {$*, bias_after_scale=true}",
                 nullptr, &ComputeTwo},
                "input %x: float[1]\nrelu(X=%x) -> (Out=%y)\noutput %y\n",
                "input %x\nscale(X=%x) -> (Out=%y) {bias=3.0, bias_after_scale=true, scale=2.0}\n"
                "output %y\n");
  ExpectRewrite(
      {"relu(X=%x) -> (Out=%y)", "scale(X=%x) -> (Out=%y) {$*, alpha=$bias}", nullptr, &ComputeTwo},
      "input %x: float[1]\nrelu(X=%x) -> (Out=%y)\noutput %y\n",
      "input %x\nscale(X=%x) -> (Out=%y) {alpha=3.0, scale=2.0}\noutput %y\n");
}

// What the last operator of the match says of its result, and only that.
TEST(FusionTest, TheResultKeepsItsScales) {
  ExpectRewrite({"relu(X=%x) -> (Out=%a)\ntanh(X=%a) -> (Out=%y)",
                 "square(X=%x) -> (Out=%m)\nsoftmax(X=%m) -> (Out=%y) {axis=1}"},
                "input %x: float[1,2]\nrelu(X=%x) -> (Out=%a) {out_threshold=1.0, Out0_scale=5.0}\n"
                "tanh(X=%a) -> (Out=%y) {out_threshold=2.0, Out0_scale=3.0, X0_scale=4.0}\n"
                "output %y\n",
                "input %x\nsquare(X=%x) -> (Out=%y.m)\n"
                "softmax(X=%y.m) -> (Out=%y) {Out0_scale=3.0, axis=1, out_threshold=2.0}\n"
                "output %y\n");
}

}  // namespace fusion_test
}  // namespace paddle::lite::mir
