#include "lite/mir/infer.h"

#include "tests/mir/pass_test.h"

namespace paddle::lite::mir {
namespace infer_test {

std::unique_ptr<Graph> Inferred(const std::string& text) {
  Result<std::unique_ptr<Graph>> graph = ParseGraph(text);
  EXPECT_TRUE(graph.ok()) << graph.status().ToString();
  if (!graph.ok()) return nullptr;
  InferShapes(graph->get());
  return std::move(*graph);
}

const ArgNode* Find(const Graph& graph, const std::string& name) {
  for (const ArgNode* arg : graph.LiveArgs()) {
    if (arg->name() == name) return arg;
  }
  ADD_FAILURE() << "no value " << name;
  return nullptr;
}

std::string ShapeOf(const Graph& graph, const std::string& name) {
  const ArgNode* arg = Find(graph, name);
  if (arg == nullptr) return "";
  return arg->dims.has_value() ? arg->dims->ToString() : "unknown";
}

TEST(InferShapesTest, OpenDimensionsStayOpen) {
  const auto graph = Inferred(R"(
    const %w: float[8,3,3,3] = fill(1)
    input %x: float[-1,3,-1,20]
    conv2d(Input=%x, Filter=%w) -> (Output=%c) {strides=[2, 2], paddings=[1, 1]}
    pool2d(X=%c) -> (Out=%p) {global_pooling=true, ksize=[1, 1], pooling_type="avg"}
    reshape2(X=%p) -> (Out=%r) {shape=[-1, 8]}
    flatten(X=%c) -> (Out=%f) {axis=1}
    output %r)");
  EXPECT_EQ(ShapeOf(*graph, "c"), "[-1, 8, -1, 10]");
  EXPECT_EQ(ShapeOf(*graph, "p"), "[-1, 8, 1, 1]");
  EXPECT_EQ(ShapeOf(*graph, "r"), "[-1, 8]");
  EXPECT_EQ(ShapeOf(*graph, "f"), "[-1, -1]");
  EXPECT_EQ(Find(*graph, "c")->precision, PrecisionType::kFloat);
}

TEST(InferShapesTest, EqualShapes) {
  const auto graph = Inferred(R"(
    const %w: float[3,3,3,3] = fill(1)
    const %k: float[3] = fill(1)
    const %l: float[3] = fill(2)
    input %x: float[-1,3,-1,-1]
    input %z: float[-1,3,1,-1]
    conv2d(Input=%x, Filter=%w) -> (Output=%same) {paddings=[1, 1]}
    conv2d(Input=%x, Filter=%w) -> (Output=%smaller)
    elementwise_add(X=%k, Y=%l) -> (Out=%m)
    elementwise_add(X=%x, Y=%z) -> (Out=%n)
    output %same)");
  EXPECT_TRUE(SameShape(*Find(*graph, "x"), *Find(*graph, "same")));
  EXPECT_FALSE(SameShape(*Find(*graph, "x"), *Find(*graph, "smaller")));
  EXPECT_FALSE(SameShape(*Find(*graph, "x"), *Find(*graph, "z")));
  EXPECT_TRUE(SameShape(*Find(*graph, "k"), *Find(*graph, "l")));
  EXPECT_FALSE(SameShape(*Find(*graph, "x"), *Find(*graph, "k")));
}

// Equal declarations of two inputs, or of two dimensions of one input, do not imply equality.
TEST(InferShapesTest, EqualByChance) {
  const auto graph = Inferred(R"(
    input %a: float[-1,3,-1,-1]
    input %b: float[-1,3,-1,-1]
    input %c: float[2,3,4,4]
    input %d: float[2,3,4,4]
    relu(X=%a) -> (Out=%r)
    transpose2(X=%a) -> (Out=%t) {axis=[0, 1, 3, 2]}
    elementwise_add(X=%a, Y=%b) -> (Out=%sum)
    relu(X=%sum) -> (Out=%s)
    output %s)");
  EXPECT_TRUE(SameShape(*Find(*graph, "a"), *Find(*graph, "r")));
  EXPECT_FALSE(SameShape(*Find(*graph, "a"), *Find(*graph, "b")));
  EXPECT_FALSE(SameShape(*Find(*graph, "a"), *Find(*graph, "t")));
  EXPECT_FALSE(SameShape(*Find(*graph, "a"), *Find(*graph, "sum")));
  EXPECT_TRUE(SameShape(*Find(*graph, "sum"), *Find(*graph, "s")));
  EXPECT_EQ(ShapeOf(*graph, "sum"), "[-1, 3, -1, -1]");
  EXPECT_TRUE(SameShape(*Find(*graph, "c"), *Find(*graph, "d")));
}

TEST(InferShapesTest, TypesFollowTheOperators) {
  const auto graph = Inferred(R"(
    input %x: int64[-1,2]
    cast(X=%x) -> (Out=%f: int64[-1,2]) {in_dtype=3, out_dtype=5}
    shape(Input=%f) -> (Out=%s)
    output %s)");
  EXPECT_EQ(Find(*graph, "f")->precision, PrecisionType::kFloat);
  EXPECT_EQ(Find(*graph, "s")->precision, PrecisionType::kInt32);
}

// Paddle declares the type of Length for Scores; the operator computes that of Input.
TEST(InferShapesTest, TypesFollowTheOperatorsThoughShapesAreUnknown) {
  for (const char* declared : {": int64[-1]", ""}) {
    SCOPED_TRACE(declared);
    const auto graph = Inferred(StrCat(R"(
      const %w: float64[6,6] = random(1, -1, 1)
      input %x: float64[-1,5,6]
      input %l: int64[-1]
      viterbi_decode(Input=%x, Transition=%w, Length=%l) -> (Scores=%s)",
                                       declared, R"(, Path=%p)
      softsign(X=%s) -> (Out=%y)
      output %y
      output %p)"));
    ASSERT_NE(graph, nullptr);
    EXPECT_EQ(ShapeOf(*graph, "s"), *declared != '\0' ? "[-1]" : "unknown");
    EXPECT_EQ(Find(*graph, "s")->precision, PrecisionType::kFP64);
    EXPECT_EQ(Find(*graph, "p")->precision, PrecisionType::kInt64);
  }
}

// A shape that is computed from shapes is known like any other.
TEST(InferShapesTest, ComputedShapes) {
  const auto graph = Inferred(R"(
    input %x: float[-1,6,4]
    shape(Input=%x) -> (Out=%s)
    slice(Input=%s) -> (Out=%n) {axes=[0], starts=[0], ends=[1]}
    fill_constant() -> (Out=%k) {shape=[1L], value=24.0, dtype=2}
    concat(X=[%n, %k]) -> (Out=%t) {axis=0}
    reshape2(X=%x, Shape=%t) -> (Out=%y)
    output %y)");
  EXPECT_EQ(ShapeOf(*graph, "t"), "[2]");
  EXPECT_EQ(ShapeOf(*graph, "y"), "[-1, 24]");
}

TEST(InferShapesTest, ShapesThatDependOnInputsAreUnknown) {
  const auto graph = Inferred(R"(
    input %x: float[-1,6]
    input %t: int32[2]
    reshape2(X=%x, Shape=%t) -> (Out=%y)
    reshape2(X=%x, Shape=%t) -> (Out=%z: float[-1,3])
    relu(X=%y) -> (Out=%u)
    relu(X=%z) -> (Out=%v)
    output %u)");
  EXPECT_EQ(ShapeOf(*graph, "y"), "unknown");
  EXPECT_EQ(ShapeOf(*graph, "u"), "unknown");
  // A declared shape is better than nothing, but not equal to any other.
  EXPECT_EQ(ShapeOf(*graph, "z"), "[-1, 3]");
  EXPECT_EQ(ShapeOf(*graph, "v"), "[-1, 3]");
  EXPECT_TRUE(SameShape(*Find(*graph, "z"), *Find(*graph, "v")));
  EXPECT_FALSE(SameShape(*Find(*graph, "z"), *Find(*graph, "x")));
  EXPECT_EQ(graph->root()->ops()[2]->notes,
            std::vector<std::string>{"shape: depends on the data of input Shape"});
}

TEST(InferShapesTest, NeverFails) {
  const auto graph = Inferred(R"(
    const %w: float[8,5,3,3] = fill(1)
    input %x: float[-1,3,8,8]
    input %r: float[*]
    conv2d(Input=%x, Filter=%w) -> (Output=%c: float[-1,8,6,6])
    no_such_operator(X=%c) -> (Out=%n)
    relu(X=%n) -> (Out=%m)
    relu(X=%r) -> (Out=%q)
    relu(X=%nobody) -> (Out=%o)
    write_to_array(X=%c, I=%x) -> (Out=%list: array float[1])
    conv2d(Input=%x) -> (Output=%p)
    output %m)");
  EXPECT_EQ(ShapeOf(*graph, "c"), "[-1, 8, 6, 6]");
  for (const char* name : {"n", "m", "q", "o", "p"}) EXPECT_EQ(ShapeOf(*graph, name), "unknown");
  for (const OpNode* op : graph->root()->ops()) {
    const bool interface = op->type() == "feed" || op->type() == "fetch";
    EXPECT_EQ(op->notes.empty(), interface) << op->type();
  }
}

// The program's version decides whether an input without dimensions is a scalar.
TEST(InferShapesTest, ScalarInputs) {
  constexpr char kProgram[] = R"(
    input %x: float[]
    input %v: float[-1,3]
    relu(X=%x) -> (Out=%y)
    elementwise_add(X=%v, Y=%x) -> (Out=%z)
    output %y)";
  const auto newer = Inferred(std::string("version 2006002\n") + kProgram);
  for (const char* name : {"x", "y"}) EXPECT_EQ(ShapeOf(*newer, name), "[]");
  EXPECT_EQ(ShapeOf(*newer, "z"), "[-1, 3]");
  EXPECT_TRUE(SameShape(*Find(*newer, "x"), *Find(*newer, "y")));
  const auto older = Inferred(std::string("version 2004002\n") + kProgram);
  for (const char* name : {"x", "y", "z"}) EXPECT_EQ(ShapeOf(*older, name), "unknown");
}

// A full reduction of Paddle 1.x has a dimension, also if a later operator writes its variable,
// whose declared shape is not that of the reduction.
TEST(InferShapesTest, ReductionsOfPaddle1AreVectors) {
  const auto graph = Inferred(R"(
    version 1008005
    var %v: float[1]
    input %x: float[5,2]
    reduce_max(X=%x) -> (Out=%v) {reduce_all=true}
    atan(X=%v) -> (Out=%v)
    output %v)");
  EXPECT_EQ(ShapeOf(*graph, "v"), "[1]");
  const model::Model exported = graph->Export();
  const std::string& reduced = exported.program.blocks[0].ops[1].outputs.at("Out")[0];
  const model::VarDesc* const desc = exported.program.blocks[0].FindVar(reduced);
  ASSERT_NE(desc, nullptr);
  EXPECT_THAT(desc->shape, testing::ElementsAre(1));
}

// A value that no operator writes is declared where it is first read by an operator whose other
// inputs are known.
TEST(InferShapesTest, LateDeclarations) {
  const auto graph = Inferred(R"(
    var %late: float[-1,3]
    input %x: float[-1,3]
    no_such_operator(X=%x) -> (Out=%n)
    elementwise_add(X=%n, Y=%late) -> (Out=%a)
    relu(X=%late) -> (Out=%b)
    output %b)");
  EXPECT_EQ(ShapeOf(*graph, "late"), "[-1, 3]");
  EXPECT_EQ(ShapeOf(*graph, "b"), "[-1, 3]");
}

// A variable that is written again is declared with its last shape.
TEST(InferShapesTest, DeclarationsAreOfTheLastValue) {
  const auto graph = Inferred(R"(
    var %v: int64[24]
    input %x: float[4,3]
    where_index(Condition=%x) -> (Out=%v)
    reshape2(X=%v) -> (Out=%v) {shape=[-1]}
    output %v)");
  const OpNode* const reshape = graph->root()->ops()[2];
  ASSERT_EQ(reshape->type(), "reshape2");
  const ArgNode* found = reshape->inputs().begin()->second[0];
  const ArgNode* flat = reshape->outputs().begin()->second[0];
  EXPECT_FALSE(found->dims.has_value());
  ASSERT_TRUE(flat->dims.has_value());
  EXPECT_EQ(*flat->dims, DDim{24});
  EXPECT_FALSE(SameShape(*found, *flat));
}

// A loop may change the shape of its variables between iterations.
TEST(InferShapesTest, LoopVariablesAreOpen) {
  const auto graph = Inferred(R"(
    block 0 {
      input %x: float[1,4]
      relu(X=%x) -> (Out=%i: float[1,4])
      conditional_block(Input=%i) -> (Out=%i) {sub_block=^1}
      relu(X=%i) -> (Out=%y)
      output %y
    }
    block 1 parent 0 {
      concat(X=[%i, %i]) -> (Out=%i) {axis=0}
      relu(X=%i) -> (Out=%t)
    })");
  EXPECT_EQ(ShapeOf(*graph, "y"), "[-1, -1]");
  EXPECT_EQ(ShapeOf(*graph, "t"), "[-1, -1]");
}

// log1p of integers is a real number, though Paddle declares the type of its input.
TEST(InferShapesTest, BlocksReadTheTypesThatWereComputed) {
  for (const char* declared : {": int64[2,2]", ""}) {
    SCOPED_TRACE(declared);
    const auto graph = Inferred(StrCat(R"(
      block 0 {
        input %x: int64[2,2]
        log1p(X=%x) -> (Out=%i)",
                                       declared, R"()
        conditional_block(Input=%i) -> (Out=[%i, %o)",
                                       declared, R"(]) {sub_block=^1}
        assign(X=%o) -> (Out=%y)
        output %y
      }
      block 1 parent 0 {
        assign(X=%i) -> (Out=%t)
        sigmoid(X=%t) -> (Out=%i)
        log1p(X=%x) -> (Out=%o)
      })"));
    ASSERT_NE(graph, nullptr);
    EXPECT_EQ(Find(*graph, "i")->precision, PrecisionType::kFloat);
    EXPECT_EQ(Find(*graph, "o")->precision, PrecisionType::kFloat);
    EXPECT_EQ(Find(*graph, "t")->precision, PrecisionType::kFloat);
    EXPECT_EQ(Find(*graph, "y")->precision, PrecisionType::kFloat);
  }
}

// A scalar of another block has an unknown rank there, which the rules of types do not need.
TEST(InferShapesTest, TypesInBlocksFollowFromScalars) {
  const auto graph = Inferred(R"(
    version 2006002
    block 0 {
      const %w: float[] = random(1, -1, 1)
      input %x: int32[]
      log1p(X=%x) -> (Out=%i: int32[])
      conditional_block(Input=[%i, %w]) -> (Out=%o: int32[]) {sub_block=^1}
      output %o
    }
    block 1 parent 0 {
      elementwise_sub(X=%i, Y=%w) -> (Out=%t: int32[])
      sigmoid(X=%t) -> (Out=%o)
    })");
  ASSERT_NE(graph, nullptr);
  EXPECT_EQ(Find(*graph, "t")->precision, PrecisionType::kFloat);
  EXPECT_EQ(Find(*graph, "o")->precision, PrecisionType::kFloat);
}

// The results of InferShapes about attributes.
std::string BadAttributes(const std::string& text) {
  Result<std::unique_ptr<Graph>> graph = ParseGraph(text);
  EXPECT_TRUE(graph.ok()) << graph.status().ToString();
  if (!graph.ok()) return "";
  std::string all;
  for (const std::string& line : InferShapes(graph->get()).attributes) all += line + "\n";
  return all;
}

TEST(InferShapesTest, BadAttributesAreCertainThoughShapesAreOpen) {
  const std::string conv = R"(
    const %w: float[8,3,3,3] = fill(1)
    input %x: float[-1,3,-1,-1]
    conv2d(Input=%x, Filter=%w) -> (Output=%y) )";
  const auto of_conv = [&](const std::string& attrs) {
    return BadAttributes(conv + "{" + attrs + "}\noutput %y");
  };
  EXPECT_EQ(of_conv("strides=[0, 1]"),
            "op conv2d (#1, %y): strides: expected two positive values, found [0, 1]\n");
  EXPECT_EQ(of_conv("groups=0"),
            "op conv2d (#1, %y): groups: expected a positive value, found 0\n");
  // Checked after the number of channels, which other dimensions would violate.
  EXPECT_EQ(of_conv("paddings=[1]"),
            "op conv2d (#1, %y): paddings: expected 2 or 4 values, found [1]\n");
  EXPECT_EQ(of_conv("padding_algorithm=\"HALF\""), "");  // stands for EXPLICIT
  EXPECT_EQ(of_conv("strides=[2, 2]"), "");
  EXPECT_EQ(BadAttributes("input %x: float[-1,-1,4]\nsoftmax(X=%x) -> (Out=%y) {axis=3}\n"
                          "reshape2(X=%x) -> (Out=%z) {shape=[-1, -1]}\noutput %y\noutput %z"),
            "op softmax (#1, %y): axis: expected a value in [-3, 3) for X of rank 3, found 3\n"
            "op reshape2 (#2, %z): shape [-1, -1] has more than one -1\n");
}

// Refused by both probes, but other inputs may be valid.
TEST(InferShapesTest, ExtentsAndDeclarationsProveNothing) {
  // A batch of 1.
  EXPECT_EQ(BadAttributes("input %x: float[-1,256]\nreshape2(X=%x) -> (Out=%y) {shape=[1, 256]}\n"
                          "output %y"),
            "");
  // An image of another size than declared.
  EXPECT_EQ(
      BadAttributes("input %x: float[1,3,8,8]\n"
                    "pool2d(X=%x) -> (Out=%y) {ksize=[9, 9], pooling_type=\"max\"}\noutput %y"),
      "");
  EXPECT_EQ(BadAttributes("const %w: float[3,3,2,2] = fill(1)\ninput %x: float[1,3,4,4]\n"
                          "conv2d_transpose(Input=%x, Filter=%w) -> (Output=%y) "
                          "{strides=[2, 2], output_size=[99, 99]}\noutput %y"),
            "");
  EXPECT_EQ(BadAttributes("input %x: float[-1,-1]\n"
                          "split(X=%x) -> (Out=[%a, %b]) {axis=1, sections=[3, 4]}\noutput %a"),
            "");
  // An unknown operator's result may have another rank than the program declares.
  EXPECT_EQ(BadAttributes("input %x: float[-1,4]\nmystery(X=%x) -> (Out=%m: float[-1,4])\n"
                          "relu(X=%m) -> (Out=%n)\nsoftmax(X=%n) -> (Out=%y) {axis=2}\noutput %y"),
            "");
}

// The kernel of a quantised operator decides the type of the result: its memory must be of that
// type when small values are evaluated.
TEST(InferShapesTest, EvaluatedResultsHaveTheTypeOfTheKernel) {
  const auto graph = Inferred(R"(
    const %w: int8[256] = fill(3)
    sigmoid(X=%w) -> (Out=%y) {enable_int8=true, bit_length=8, X0_scale=[0.5]}
    output %y)");
  EXPECT_EQ(Find(*graph, "y")->precision, PrecisionType::kFloat);
}

// What InferShapes says of operators that refuse every input.
std::string Refused(const std::string& text) {
  Result<std::unique_ptr<Graph>> graph = ParseGraph(text);
  EXPECT_TRUE(graph.ok()) << graph.status().ToString();
  if (!graph.ok()) return "";
  std::string all;
  for (const std::string& line : InferShapes(graph->get()).operators) all += line + "\n";
  return all;
}

TEST(InferShapesTest, CountsTypesAndWeightsAreCertain) {
  EXPECT_EQ(Refused("input %a: float[-1,3]\ninput %b: int8[-1,3]\n"
                    "stack(X=[%a, %b]) -> (Y=%y)\noutput %y"),
            "op stack (#2, %y): X[1]: expected element type float of X[0], found int8_t\n");
  for (const char* attributes : {"num=3", "sections=[1, 1, 1]", "sections=[1, -1, 1]"}) {
    EXPECT_EQ(Refused(StrCat("input %x: float[-1,-1]\nsplit(X=%x) -> (Out=[%y, %z]) {axis=1, ",
                             attributes, "}\noutput %y\noutput %z")),
              "op split (#1, %y): Out: expected 3 tensors, found 2\n");
  }
  for (const char* type : {"conv2d", "depthwise_conv2d", "conv2d_transpose"}) {
    EXPECT_EQ(Refused(StrCat("const %w: float[4,0,3,3] = fill(1)\ninput %x: float[-1,3,8,8]\n",
                             type, "(Input=%x, Filter=%w) -> (Output=%y)\noutput %y")),
              StrCat("op ", type, " (#1, %y): Filter: empty shape [4, 0, 3, 3]\n"));
  }
  EXPECT_EQ(Refused("const %w: float[4,3,3] = fill(1)\ninput %x: float[1,3,8,8]\n"
                    "conv2d(Input=%x, Filter=%w) -> (Output=%y)\noutput %y"),
            "op conv2d (#1, %y): Filter: expected rank 4, found [4, 3, 3]\n");
}

// An application may feed other shapes than declared, also of another rank.
TEST(InferShapesTest, ShapesOfInputsProveNothing) {
  for (const char* shape : {"1,4,8,8", "1,3,8", "1,3,1,1", "-1,-1"}) {
    EXPECT_EQ(Refused(StrCat("const %w: float[4,3,3,3] = fill(1)\ninput %x: float[", shape,
                             "]\nconv2d(Input=%x, Filter=%w) -> (Output=%y)\noutput %y")),
              "");
  }
  EXPECT_EQ(Refused("input %a: float[-1,3]\ninput %b: float[-1,4]\n"
                    "stack(X=[%a, %b]) -> (Y=%y)\noutput %y"),
            "");
  EXPECT_EQ(Refused("const %w: float[5] = fill(1)\ninput %x: float[-1,4]\n"
                    "elementwise_add(X=%x, Y=%w) -> (Out=%y) {axis=-1}\noutput %y"),
            "");
  // Levels of detail are not declared at all.
  EXPECT_EQ(Refused("input %x: float[-1,4]\nsequence_pool(X=%x) -> (Out=%y) {pooltype=\"MAX\"}\n"
                    "output %y"),
            "");
  // The other filter might be chosen by the number of channels.
  EXPECT_EQ(Refused("input %x: float[-1,3,8,8]\ninput %w: float[4,0,3,3]\n"
                    "conv2d(Input=%x, Filter=%w) -> (Output=%y)\noutput %y"),
            "");
}

// Element types that may change before anything runs.
TEST(InferShapesTest, OpenElementTypesProveNothing) {
  // Weights in half precision become float, or inputs are cast.
  EXPECT_EQ(Refused("const %w: float16[4] = fill(1)\ninput %x: float[-1,4]\n"
                    "elementwise_add(X=%x, Y=%w) -> (Out=%y) {axis=-1}\noutput %y"),
            "");
  // The declaration of an unknown operator's result.
  EXPECT_EQ(Refused("input %a: float[-1,4]\nmystery(X=%a) -> (Out=%b: int8[-1,4])\n"
                    "stack(X=[%a, %b]) -> (Y=%y)\noutput %y"),
            "");
  // A cast that the optimiser may remove.
  EXPECT_EQ(Refused("input %a: float[-1,4]\n"
                    "calib(Input=%a) -> (Out=%b: int8[-1,4]) {scale=0.5}\n"
                    "stack(X=[%a, %b]) -> (Y=%y)\noutput %y"),
            "");
}

}  // namespace infer_test
}  // namespace paddle::lite::mir
