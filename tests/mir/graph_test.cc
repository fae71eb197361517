#include "lite/mir/graph.h"

#include <gtest/gtest.h>

#include "lite/mir/text.h"

namespace paddle::lite::mir {
namespace graph_test {

std::unique_ptr<Graph> MakeGraph(const std::string& text) {
  Result<std::unique_ptr<Graph>> graph = ParseGraph(text);
  EXPECT_TRUE(graph.ok()) << graph.status().ToString();
  return graph.ok() ? std::move(*graph) : nullptr;
}

void ExpectExport(const std::string& before, const std::string& after) {
  const auto graph = MakeGraph(before);
  ASSERT_NE(graph, nullptr);
  EXPECT_EQ(PrintGraph(*graph), after);
}

TEST(GraphTest, SimpleProgramSurvives) {
  const std::string text = R"(const %w: float[2] = [1.0, 2.0]
input %x: float[-1,2]
elementwise_add(X=%x, Y=%w) -> (Out=%y: float[-1,2]) {axis=-1}
output %y
)";
  ExpectExport(text, text);
}

TEST(GraphTest, LinksAreComplete) {
  const auto graph = MakeGraph(R"(
    const %w: float[2] = [1.0, 2.0]
    input %x: float[-1,2]
    elementwise_add(X=%x, Y=%w) -> (Out=%y)
    elementwise_mul(X=%y, Y=%y) -> (Out=%z)
    output %z)");
  const auto& ops = graph->root()->ops();
  ASSERT_EQ(ops.size(), 4u);
  const OpNode* add = ops[1];
  EXPECT_TRUE(add->Input("X")->is_input());
  EXPECT_TRUE(add->Input("Y")->is_constant());
  EXPECT_EQ(add->Input("Y")->block(), nullptr);
  EXPECT_EQ(add->Output("Out")->producer(), add);
  EXPECT_EQ(add->Output("Out")->consumers(), (std::vector<OpNode*>{ops[2], ops[2]}));
  EXPECT_TRUE(ops[2]->Output("Out")->is_output());
  EXPECT_EQ(add->Input("Bias"), nullptr);
  EXPECT_EQ(ops[3]->position(), 3);
}

// A variable that is written twice is two values; the last one keeps the name.
TEST(GraphTest, RedundantDoubleWrite) {
  ExpectExport(R"(input %x: float[1]
relu(X=%x) -> (Out=%y)
tanh(X=%x) -> (Out=%y)
output %y
)",
               R"(input %x: float[1]
relu(X=%x) -> (Out=%y__v0)
tanh(X=%x) -> (Out=%y)
output %y
)");
}

TEST(GraphTest, OperatorsThatOverwriteTheirInput) {
  ExpectExport(R"(input %x: float[1]
relu(X=%x) -> (Out=%y)
scale(X=%y) -> (Out=%y)
scale(X=%y) -> (Out=%y)
output %y
)",
               R"(input %x: float[1]
relu(X=%x) -> (Out=%y__v0)
scale(X=%y__v0) -> (Out=%y__v1)
scale(X=%y__v1) -> (Out=%y)
output %y
)");
}

// The input keeps its name although the variable is written again ...
TEST(GraphTest, OverwrittenInputKeepsItsName) {
  ExpectExport(R"(input %x: float[1]
relu(X=%x) -> (Out=%x)
tanh(X=%x) -> (Out=%z)
output %z
)",
               R"(input %x: float[1]
relu(X=%x) -> (Out=%x__v1: float[1])
tanh(X=%x__v1) -> (Out=%z)
output %z
)");
}

// ... and when input and output are one variable, nothing is renamed.
TEST(GraphTest, VariableThatIsInputAndOutput) {
  const std::string text = R"(input %x: float[1]
relu(X=%x) -> (Out=%x)
output %x
)";
  ExpectExport(text, text);
}

TEST(GraphTest, NamesOfVersionsAvoidOthers) {
  ExpectExport(R"(input %y__v0: float[1]
relu(X=%y__v0) -> (Out=%y)
tanh(X=%y) -> (Out=%y)
output %y
)",
               R"(input %y__v0: float[1]
relu(X=%y__v0) -> (Out=%y__v1)
tanh(X=%y__v1) -> (Out=%y)
output %y
)");
}

TEST(GraphTest, VariablesOfSeveralBlocksArePinned) {
  const std::string text = R"(block 0 {
  const %w: float[1] = [2.0]
  input %x: float[1]
  relu(X=%x) -> (Out=%i)
  relu(X=%x) -> (Out=%own)
  while(X=[%i, %w]) -> (Out=%i) {sub_block=^1}
  scale(X=%i) -> (Out=%i)
  output %i
}
block 1 parent 0 {
  elementwise_add(X=%i, Y=%w) -> (Out=%t)
  tanh(X=%t) -> (Out=%i)
}
)";
  ExpectExport(text, text);
  const auto graph = MakeGraph(text);
  const auto& ops = graph->root()->ops();
  EXPECT_TRUE(ops[1]->Output("Out")->pinned());
  EXPECT_FALSE(ops[2]->Output("Out")->pinned());
  EXPECT_FALSE(ops[1]->Output("Out")->unread());
  EXPECT_TRUE(ops[2]->Output("Out")->unread());
  const auto& inner = graph->blocks()[1]->ops();
  EXPECT_TRUE(inner[0]->Input("X")->pinned());
  EXPECT_EQ(inner[0]->Input("X")->producer(), nullptr);
  EXPECT_FALSE(inner[0]->Output("Out")->pinned());
  // A weight is one constant for all blocks.
  EXPECT_EQ(inner[0]->Input("Y"), ops[3]->InputList("X")[1]);
  EXPECT_EQ(ops[3]->sub_blocks(), std::vector<int>{1});
}

TEST(GraphTest, WeightsThatTheProgramChangesAreVariables) {
  const std::string text = R"(const %mean: float[1] = [3.0]
input %x: float[1]
update(Mean=%mean, X=%x) -> (MeanOut=%mean, Out=%y)
output %y
)";
  ExpectExport(text, text);
  const auto graph = MakeGraph(text);
  EXPECT_FALSE(graph->root()->ops()[1]->Input("Mean")->is_constant());
  EXPECT_TRUE(graph->root()->ops()[1]->Input("Mean")->pinned());
}

TEST(GraphTest, ListsAreNeverRenamed) {
  const std::string text = R"(input %x: float[1]
write_to_array(X=%x) -> (Out=%list: array float[1])
write_to_array(X=%x) -> (Out=%list)
read_from_array(X=%list) -> (Out=%y)
output %y
)";
  ExpectExport(text, text);
}

TEST(GraphTest, MissingProducersAndPlaceholders) {
  ExpectExport(R"(relu(X=%nobody, Y=%"@EMPTY@") -> (Out=%y, Mask=%"@EMPTY@")
output %y
)",
               R"(var %nobody
relu(X=%nobody) -> (Out=%y)
output %y
)");
}

TEST(GraphTest, UnreadConstantsAreDropped) {
  ExpectExport("const %w: float[1] = [1.0]\ninput %x: float[1]\noutput %x\n",
               "input %x: float[1]\noutput %x\n");
}

TEST(GraphTest, BadBlockReferences) {
  const struct {
    const char* text;
    const char* expected;
  } cases[] = {
      {"while() {sub_block=^1}", "op while (#0 of block 0): attribute sub_block refers to block 1"},
      {"while() {sub_block=4294967297L}", "refers to block 4294967297"},
      {"case() {blocks=[^1, ^5]}", "attribute blocks refers to block 1"},
      {"block 0 {\n}\nblock 1 parent 0 {\nwhile() {sub_block=^2}\n}\n"
       "block 2 parent 1 {\nwhile() {sub_block=^1}\n}",
       "contains itself"},
  };
  for (const auto& c : cases) {
    const Result<std::unique_ptr<Graph>> graph = ParseGraph(c.text);
    ASSERT_FALSE(graph.ok()) << c.text;
    EXPECT_NE(graph.status().message().find(c.expected), std::string::npos)
        << c.text << " gave: " << graph.status().message();
  }
  EXPECT_FALSE(Graph::Import(model::Model()).ok());
}

TEST(GraphTest, ParentsFollowFromReferences) {
  const auto graph = MakeGraph(
      "block 0 parent 9 {\n  while() {sub_block=2}\n}\nblock 1 parent 1 {\n}\n"
      "block 2 parent 7 {\n  while() {sub_block=^1}\n}");
  EXPECT_EQ(graph->blocks()[0]->parent(), -1);
  EXPECT_EQ(graph->blocks()[1]->parent(), 2);
  EXPECT_EQ(graph->blocks()[2]->parent(), 0);
}

TEST(GraphTest, Changes) {
  const auto graph = MakeGraph(R"(
    input %x: float[1]
    relu(X=%x) -> (Out=%y: float[1])
    tanh(X=%y) -> (Out=%z: float[1])
    output %z)");
  OpNode* relu = graph->root()->ops()[1];
  OpNode* tanh = graph->root()->ops()[2];
  ArgNode* y = relu->Output("Out");
  // Insert scale between relu and tanh.
  OpNode* scale = graph->InsertOpAfter("scale", relu);
  ArgNode* scaled = graph->NewArg(graph->root(), "y", y);
  graph->SetInput(scale, "X", {y});
  graph->SetOutput(scale, "Out", {scaled});
  graph->ReplaceUse(tanh, y, scaled);
  EXPECT_EQ(y->consumers(), std::vector<OpNode*>{scale});
  EXPECT_EQ(tanh->position(), 3);
  EXPECT_EQ(PrintGraph(*graph), R"(input %x: float[1]
relu(X=%x) -> (Out=%y: float[1])
scale(X=%y) -> (Out=%y__1: float[1])
tanh(X=%y__1) -> (Out=%z: float[1])
output %z
)");
  // Then remove relu.
  graph->ReplaceAllUses(y, relu->Input("X"));
  graph->RemoveOp(relu);
  EXPECT_TRUE(relu->removed());
  EXPECT_EQ(PrintGraph(*graph), R"(input %x: float[1]
scale(X=%x) -> (Out=%y__1: float[1])
tanh(X=%y__1) -> (Out=%z: float[1])
output %z
)");
}

TEST(GraphTest, ReadsOfPinnedVariablesStayBehindTheirWriters) {
  const auto graph = MakeGraph(R"(
    block 0 {
      input %x: float[1]
      relu(X=%x) -> (Out=%i)
      tanh(X=%i) -> (Out=%a)
      scale(X=%i) -> (Out=%i)
      sigmoid(X=%a) -> (Out=%b)
      while(Condition=%c) {sub_block=^1}
      output %b
    }
    block 1 parent 0 {
      relu(X=%i) -> (Out=%i)
    })");
  const auto& ops = graph->root()->ops();
  EXPECT_FALSE(graph->CanMoveRead(ops[2]->Input("X"), ops[2], ops[4]).ok());
  EXPECT_TRUE(graph->CanMoveRead(ops[4]->Input("X"), ops[4], ops[6]).ok());
  EXPECT_FALSE(graph->CanMoveRead(ops[3]->Output("Out"), ops[4], ops[6]).ok());
}

}  // namespace graph_test
}  // namespace paddle::lite::mir
