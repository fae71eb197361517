// The fusions for XPU, whose results run on host kernels here.
#include <gmock/gmock.h>

#include "tests/mir/pass_test.h"

namespace paddle::lite::mir {
namespace fuse_xpu_test {

constexpr char kFc[] = "fuse_xpu_fc";
constexpr char kEmbedding[] = "fuse_xpu_embedding";
constexpr char kWeights[] =
    "const %w: float[6,4] = random(1, -1, 1)\nconst %b: float[4] = random(2, -1, 1)\n"
    "input %x: float[-1,5,6]\n";

TEST(FuseXpuFcTest, Fc) {
  ExpectPass(kFc,
             std::string(kWeights) +
                 "fc(Input=%x, W=%w, Bias=%b) -> (Out=%y) {in_num_col_dims=2, "
                 "activation_type=\"relu\"}\noutput %y\n",
             "input %x\n__xpu__fc(Input=%x, Filter=%w, Bias=%b) -> (Output=%y) {act_param=0.0, "
             "act_type=1, in_num_col_dims=2}\noutput %y\n");
  ExpectPass(kFc,
             std::string(kWeights) +
                 "fc(Input=%x, W=%w) -> (Out=%y) {in_num_col_dims=1, op_type=\"matmul_v2\"}\n"
                 "output %y\n",
             "input %x\n__xpu__fc(Input=%x, Filter=%w) -> (Output=%y) {act_param=0.0, "
             "act_type=0, in_num_col_dims=2}\noutput %y\n");
}

TEST(FuseXpuFcTest, BareProductsAndActivationsBehindThem) {
  const std::string mul =
      std::string(kWeights) + "mul(X=%x, Y=%w) -> (Out=%m) {x_num_col_dims=2}\n";
  const auto fused = [](const std::string& attrs) {
    return "input %x\n__xpu__fc(Input=%x, Filter=%w) -> (Output=%y) {" + attrs +
           "in_num_col_dims=2}\noutput %y\n";
  };
  ExpectPass(kFc, mul + "gelu(X=%m) -> (Out=%y)\noutput %y\n",
             fused("act_param=0.0, act_type=4, "));
  ExpectPass(kFc, mul + "relu6(X=%m) -> (Out=%y) {threshold=6.0}\noutput %y\n",
             fused("act_param=0.0, act_type=17, "));
  ExpectPass(kFc, mul + "leaky_relu(X=%m) -> (Out=%y) {alpha=0.25}\noutput %y\n",
             fused("act_param=0.25, act_type=5, "));
}

TEST(FuseXpuFcTest, ActivationsThatStay) {
  const std::string fc =
      "const %w: float[6,4] = random(1, -1, 1)\ninput %x: float[-1,6]\n"
      "__xpu__fc(Input=%x, Filter=%w) -> (Output=%m)";
  ExpectUnchanged(kFc, fc + "\ngelu(X=%m) -> (Out=%y) {approximate=true}\noutput %y\n",
                  "gelu is approximate");
  ExpectUnchanged(kFc, fc + "\nrelu6(X=%m) -> (Out=%y) {threshold=5.0}\noutput %y\n",
                  "relu6 has a threshold other than 6");
  ExpectUnchanged(kFc, fc + " {act_type=3}\nrelu(X=%m) -> (Out=%y)\noutput %y\n",
                  "__xpu__fc already has an activation");
  // The product is read elsewhere, too.
  ExpectUnchanged(kFc, fc + "\nrelu(X=%m) -> (Out=%y)\noutput %y\noutput %m\n", "");
}

TEST(FuseXpuFcTest, LeftAlone) {
  const std::string fc =
      std::string(kWeights) + "fc(Input=%x, W=%w) -> (Out=%y) {in_num_col_dims=2, ";
  ExpectUnchanged(kFc, fc + "enable_int8=true}\noutput %y\n", "fc is quantised");
  ExpectUnchanged(kFc, fc + "activation_type=\"mish\"}\noutput %y\n",
                  "__xpu__fc has no activation mish");
  ExpectUnchanged(kFc, fc + "activation_type=\"relu6\", alpha=5.0}\noutput %y\n",
                  "a clip other than 6");
  ExpectUnchanged(kFc,
                  "const %w: float[10,8] = random(1, -1, 1)\ninput %x: float[-1,6]\n"
                  "fc(Input=%x, W=%w) -> (Out=%y) {padding_weights=true}\noutput %y\n",
                  "the weight of fc is padded");
  ExpectUnchanged(kFc,
                  "const %w: float[6,2,2] = random(1, -1, 1)\ninput %x: float[-1,6]\n"
                  "mul(X=%x, Y=%w) -> (Out=%y)\noutput %y\n",
                  "expected a matrix");
  ExpectUnchanged(kFc,
                  "const %w: float[6,4] = random(1, -1, 1)\ninput %x: float[4,6]\n"
                  "mul(X=%x, Y=%w) -> (Out=%y) {x_num_col_dims=0, y_num_col_dims=2}\noutput %y\n",
                  "y_num_col_dims is not 1");
  ExpectUnchanged(
      kFc,
      std::string(kWeights) +
          "mul(X=%x, Y=%w) -> (Out=%y) {x_num_col_dims=2, enable_int8=true}\noutput %y\n",
      "mul is quantised");
  ExpectUnchanged(kFc,
                  "input %w: float[6,4]\ninput %x: float[-1,6]\n"
                  "mul(X=%x, Y=%w) -> (Out=%y)\noutput %y\n",
                  "is not a constant");
}

// Ids from a float input: 0 or 1.
std::string IdsOf(const std::string& name) {
  return StrCat("sigmoid(X=%float_", name, ") -> (Out=%near_", name, ")\ncast(X=%near_", name,
                ") -> (Out=%", name, ") {in_dtype=5, out_dtype=3}\n");
}

// Tables u, v, s, t with ids i, j, k, l, which are 0 or 1; `shape` is that of the ids.
std::string Lookups(const std::string& type, const std::string& shape, const std::string& rest) {
  std::string text;
  const char* tables[] = {"u", "v", "s", "t"};
  const char* indices[] = {"i", "j", "k", "l"};
  const char* rows[] = {"a", "b", "c", "d"};
  for (int n = 0; n < 4; ++n) {
    text += StrCat("const %", tables[n], ": float[4,8] = random(", n + 1, ", -1, 1)\n",
                   "input %float_", indices[n], ": float", shape, "\n");
  }
  for (int n = 0; n < 4; ++n) text += IdsOf(indices[n]);
  for (int n = 0; n < 4; ++n) {
    text += StrCat(type, "(W=%", tables[n], ", Ids=%", indices[n], ") -> (Out=%", rows[n], ")\n");
  }
  return text + rest;
}

std::string Inputs() {
  return "input %float_i\ninput %float_j\ninput %float_k\ninput %float_l\n" + IdsOf("i") +
         IdsOf("j") + IdsOf("k") + IdsOf("l");
}

TEST(FuseXpuEmbeddingTest, FourTables) {
  ExpectPass(kEmbedding,
             Lookups("lookup_table", "[-1,3,1]",
                     "elementwise_add(X=%a, Y=%b) -> (Out=%m)\n"
                     "elementwise_add(X=%c, Y=%m) -> (Out=%n)\n"
                     "elementwise_add(X=%n, Y=%d) -> (Out=%y)\noutput %y\n"),
             Inputs() +
                 "__xpu__embedding_with_eltwise_add(Tables=[%u, %v, %s, %t], Ids=[%i, %j, %k, %l]) "
                 "-> (Output=%y) {padding_idx=-1L}\noutput %y\n");
}

// A fifth addend stays an addition, whatever it is.
TEST(FuseXpuEmbeddingTest, TheRestOfTheSumStays) {
  ExpectPass(kEmbedding,
             Lookups("lookup_table", "[-1,3,1]",
                     "elementwise_add(X=%a, Y=%b) -> (Out=%m)\nrelu(X=%c) -> (Out=%r)\n"
                     "elementwise_add(X=%m, Y=%r) -> (Out=%n)\n"
                     "elementwise_add(X=%n, Y=%d) -> (Out=%y)\noutput %y\n"),
             Inputs() +
                 "lookup_table(W=%s, Ids=%k) -> (Out=%c)\n"
                 "lookup_table(W=%t, Ids=%l) -> (Out=%d)\n"
                 "__xpu__embedding_with_eltwise_add(Tables=[%u, %v], Ids=[%i, %j]) "
                 "-> (Output=%m) {padding_idx=-1L}\nrelu(X=%c) -> (Out=%r)\n"
                 "elementwise_add(X=%m, Y=%r) -> (Out=%n)\n"
                 "elementwise_add(X=%n, Y=%d) -> (Out=%y)\noutput %y\n");
}

// The ids of lookup_table_v2 lack the last dimension.
TEST(FuseXpuEmbeddingTest, SecondVersion) {
  const PassResult result = RunPasses(
      {kEmbedding}, Lookups("lookup_table_v2", "[-1,3]",
                            "elementwise_add(X=%a, Y=%b) -> (Out=%m)\n"
                            "elementwise_add(X=%m, Y=%c) -> (Out=%y)\noutput %y\noutput %d\n"));
  const std::string text = OpsText(result.after);
  EXPECT_THAT(text, ::testing::HasSubstr("__xpu__embedding_with_eltwise_add(Ids=[%"));
  EXPECT_THAT(text, ::testing::Not(::testing::HasSubstr("elementwise_add(X")));
  EXPECT_THAT(text, ::testing::HasSubstr("unsqueeze2"));
  ExpectSameResults(result.before, result.after);
}

TEST(FuseXpuEmbeddingTest, LeftAlone) {
  const auto two = [](const std::string& a, const std::string& b, const std::string& add,
                      const std::string& ids = "int64[-1,3,1]",
                      const std::string& table = "float[4,8] = random(1, -1, 1)") {
    return StrCat("const %u: ", table, "\nconst %v: float[4,8] = random(2, -1, 1)\n",
                  "input %i: int64[-1,3,1]\ninput %j: ", ids,
                  "\nlookup_table(W=%u, Ids=%i) -> (Out=%a)", a,
                  "\nlookup_table(W=%v, Ids=%j) -> (Out=%b)", b,
                  "\nelementwise_add(X=%a, Y=%b) -> (Out=%y)", add, "\noutput %y\n");
  };
  ExpectUnchanged(kEmbedding, two(" {padding_idx=1L}", "", ""), "padding_idx differs: 1 and -1");
  ExpectUnchanged(kEmbedding, two("", "", "", "int64[3,1]"), "may have different ranks");
  ExpectUnchanged(kEmbedding, two("", "", "", "int64[-1,3,1]", "float[4,1] = random(1, -1, 1)"),
                  "differ in length");
  ExpectUnchanged(kEmbedding, two("", "", "", "int64[-1,3,1]", "float64[4,8] = fill(1)"),
                  "is not a table of floats");
  ExpectUnchanged(kEmbedding, two("", "", " {fuse_scale=true, scale=2.0}"),
                  "already has a scale or an activation");
  ExpectUnchanged(kEmbedding, two("", "", "\noutput %a"), "");
}

}  // namespace fuse_xpu_test
}  // namespace paddle::lite::mir
