#include "tests/mir/pass_test.h"

namespace paddle::lite::mir {
namespace fuse_fc_test {

constexpr char kPass[] = "fuse_fc";

std::string Program(const std::string& x, const std::string& product, const std::string& add,
                    const std::string& bias = "const %b: float[4] = random(2, -1, 1)",
                    const std::string& weight = "const %w: float[6,4] = random(1, -1, 1)",
                    const std::string& more = "") {
  return weight + "\n" + bias + "\ninput %x: " + x + "\n" + product + "\n" + add + "\n" + more +
         "output %y\n";
}

constexpr char kAdd[] = "elementwise_add(X=%m, Y=%b) -> (Out=%y)";

TEST(FuseFcTest, Mul) {
  ExpectPass(kPass,
             Program("float[-1,2,3]", "mul(X=%x, Y=%w) -> (Out=%m) {x_num_col_dims=1}",
                     "elementwise_add(X=%m, Y=%b) -> (Out=%y) {axis=1}"),
             "input %x\nfc(Input=%x, W=%w, Bias=%b) -> (Out=%y) {in_num_col_dims=1,"
             " op_type=\"mul\", x_num_col_dims=1}\noutput %y\n");
}

TEST(FuseFcTest, MulWithTwoLeadingDimensions) {
  ExpectPass(kPass,
             Program("float[-1,5,6]", "mul(X=%x, Y=%w) -> (Out=%m) {x_num_col_dims=2}",
                     "elementwise_add(X=%m, Y=%b) -> (Out=%y) {axis=2}"),
             "input %x\nfc(Input=%x, W=%w, Bias=%b) -> (Out=%y) {in_num_col_dims=2,"
             " op_type=\"mul\", x_num_col_dims=2}\noutput %y\n");
}

TEST(FuseFcTest, Matmul) {
  ExpectPass(kPass, Program("float[-1,5,6]", "matmul(X=%x, Y=%w) -> (Out=%m)", kAdd),
             "input %x\nfc(Input=%x, W=%w, Bias=%b) -> (Out=%y) {in_num_col_dims=2,"
             " op_type=\"matmul\"}\noutput %y\n");
}

TEST(FuseFcTest, MatmulV2WithBiasOfRankTwo) {
  ExpectPass(kPass,
             Program("float[-1,6]", "matmul_v2(X=%x, Y=%w) -> (Out=%m)", kAdd,
                     "const %b: float[1,4] = random(2, -1, 1)"),
             "input %x\nfc(Input=%x, W=%w, Bias=%b) -> (Out=%y) {in_num_col_dims=1,"
             " op_type=\"matmul_v2\"}\noutput %y\n");
}

TEST(FuseFcTest, BiasInFront) {
  ExpectPass(kPass,
             Program("float[-1,5,6]", "matmul_v2(X=%x, Y=%w) -> (Out=%m)",
                     "elementwise_add(X=%b, Y=%m) -> (Out=%y)"),
             "input %x\nfc(Input=%x, W=%w, Bias=%b) -> (Out=%y) {in_num_col_dims=2,"
             " op_type=\"matmul_v2\"}\noutput %y\n");
}

// A transposed weight is transposed once, in a copy, because it may have other readers.
TEST(FuseFcTest, TransposedWeight) {
  ExpectPass(kPass, R"(
    const %w: float[6,6] = random(1, -1, 1)
    const %b: float[6] = random(2, -1, 1)
    input %x: float[-1,5,6]
    matmul(X=%x, Y=%w) -> (Out=%m) {transpose_Y=true}
    elementwise_add(X=%m, Y=%b) -> (Out=%n)
    matmul_v2(X=%n, Y=%w) -> (Out=%o)
    elementwise_add(X=%o, Y=%b) -> (Out=%y)
    output %y)",
             R"(
    input %x
    fc(Input=%x, W=%w__1, Bias=%b) -> (Out=%n)
        {in_num_col_dims=2, op_type="matmul", transpose_Y=false}
    fc(Input=%n, W=%w, Bias=%b) -> (Out=%y) {in_num_col_dims=2, op_type="matmul_v2"}
    output %y)");
}

TEST(FuseFcTest, WithActivation) {
  ExpectPasses({kPass, "fuse_fc_activation"},
               Program("float[-1,6]", "mul(X=%x, Y=%w) -> (Out=%m)",
                       "elementwise_add(X=%m, Y=%b) -> (Out=%z)\n"
                       "relu6(X=%z) -> (Out=%y) {threshold=1.5}"),
               "input %x\nfc(Input=%x, W=%w, Bias=%b) -> (Out=%y) {activation_type=\"relu6\","
               " alpha=1.5, in_num_col_dims=1, op_type=\"mul\"}\noutput %y\n");
  ExpectPasses({kPass, "fuse_fc_activation"},
               Program("float[-1,6]", "matmul(X=%x, Y=%w) -> (Out=%m) {alpha=1.0}",
                       "elementwise_add(X=%m, Y=%b) -> (Out=%z)\nrelu(X=%z) -> (Out=%y)"),
               "input %x\nfc(Input=%x, W=%w, Bias=%b) -> (Out=%y) {activation_type=\"relu\","
               " alpha=1.0, in_num_col_dims=1, op_type=\"matmul\"}\noutput %y\n");
}

TEST(FuseFcTest, Gelu) {
  const std::string fc =
      "const %w: float[6,4] = random(1, -1, 1)\ninput %x: float[-1,6]\n"
      "fc(Input=%x, W=%w) -> (Out=%m)";
  ExpectPass("fuse_fc_gelu", fc + "\ngelu(X=%m) -> (Out=%y)\noutput %y\n",
             "input %x\nfc(Input=%x, W=%w) -> (Out=%y) {activation_type=\"gelu\"}\noutput %y\n");
  ExpectPass(
      "fuse_fc_gelu", fc + "\ngelu(X=%m) -> (Out=%y) {approximate=true}\noutput %y\n",
      "input %x\nfc(Input=%x, W=%w) -> (Out=%y) {activation_type=\"gelu_tanh\"}\noutput %y\n");
  ExpectUnchanged("fuse_fc_gelu", fc + " {enable_int8=true}\ngelu(X=%m) -> (Out=%y)\noutput %y\n",
                  "fc is quantised");
  ExpectUnchanged("fuse_fc_gelu",
                  fc + " {activation_type=\"relu\"}\ngelu(X=%m) -> (Out=%y)\noutput %y\n",
                  "fc already applies relu");
}

TEST(FuseFcTest, OneActivationOnly) {
  ExpectUnchanged("fuse_fc_activation",
                  "const %w: float[6,4] = random(1, -1, 1)\ninput %x: float[-1,6]\n"
                  "fc(Input=%x, W=%w) -> (Out=%m) {activation_type=\"relu6\"}\n"
                  "relu(X=%m) -> (Out=%y)\noutput %y\n",
                  "fc already applies relu6");
}

// Scales have the names of the new slots.
TEST(FuseFcTest, Quantised) {
  ExpectPass(
      kPass,
      Program("float[-1,6]",
              "mul(X=%x, Y=%w) -> (Out=%m) {enable_int8=true, X0_scale=[0.1],"
              " Y0_scale=[0.2, 0.3, 0.4, 0.5]}",
              kAdd, "const %b: float[4] = random(2, -1, 1)", "const %w: int8[6,4] = range(-12, 1)"),
      "input %x\nfc(Input=%x, W=%w, Bias=%b) -> (Out=%y) {Input0_scale=[0.1],"
      " W0_scale=[0.2, 0.3, 0.4, 0.5], enable_int8=true, in_num_col_dims=1, "
      "op_type=\"mul\"}\noutput %y\n",
      "", "int8 kernels need the casts of legalisation: tests/ops/fc_test.cc compares them");
}

TEST(FuseFcTest, LeftAlone) {
  const std::string bias = "const %b: float[4] = random(2, -1, 1)";
  const std::string weight = "const %w: float[6,4] = random(1, -1, 1)";
  const struct {
    const char* reason;
    std::string program;
  } cases[] = {
      {"%w (Y) is not a constant", Program("float[-1,6]", "matmul_v2(X=%x, Y=%w) -> (Out=%m)", kAdd,
                                           bias, "input %w: float[6,4]")},
      {"expected a matrix", Program("float[2,5,6]", "matmul_v2(X=%x, Y=%w) -> (Out=%m)", kAdd, bias,
                                    "const %w: float[2,6,4] = random(1, -1, 1)")},
      {"y_num_col_dims is not 1",
       Program("float[-1,6]", "mul(X=%x, Y=%w) -> (Out=%m) {y_num_col_dims=2}", kAdd)},
      {"X is transposed",
       Program("float[6,-1]", "matmul(X=%x, Y=%w) -> (Out=%m) {transpose_X=true}", kAdd)},
      // Square, so that the shapes would allow it.
      {"X is transposed",
       Program("float[6,6]", "matmul_v2(X=%x, Y=%w) -> (Out=%m) {trans_x=true}", kAdd)},
      {"the transposed weight is not of type float",
       Program("float[-1,6]", "matmul(X=%x, Y=%w) -> (Out=%m) {transpose_Y=true, enable_int8=true}",
               kAdd, bias, "const %w: int8[4,6] = fill(1)")},
      {"expected [6]",
       Program("float[-1,4]", "matmul(X=%x, Y=%w) -> (Out=%m) {transpose_Y=true}", kAdd)},
      {"alpha is not 1",
       Program("float[-1,6]", "matmul(X=%x, Y=%w) -> (Out=%m) {alpha=0.5}", kAdd)},
      {"the product has 2 heads",
       Program("float[-1,12]", "matmul(X=%x, Y=%w) -> (Out=%m) {head_number=2}", kAdd)},
      // A bias along the rows of a square product is not a bias of columns.
      {"is at axis 0", Program("float[4,6]", "mul(X=%x, Y=%w) -> (Out=%m)",
                               "elementwise_add(X=%m, Y=%b) -> (Out=%y) {axis=0}")},
      {"expected [4]",
       Program("float[-1,6]", "mul(X=%x, Y=%w) -> (Out=%m)", kAdd, "const %b: float[1] = [2.0]")},
      {"expected [4]", Program("float[4,6]", "mul(X=%x, Y=%w) -> (Out=%m)", kAdd,
                               "const %b: float[4,4] = random(1, 0, 1)")},
      {"is not a constant",
       Program("float[-1,6]", "mul(X=%x, Y=%w) -> (Out=%m)", kAdd, "input %b: float[4]")},
      {"also read by fetch",
       Program("float[-1,6]", "mul(X=%x, Y=%w) -> (Out=%m)", kAdd, bias, weight, "output %m\n")},
      {"already has a scale", Program("float[-1,6]", "mul(X=%x, Y=%w) -> (Out=%m)",
                                      "elementwise_add(X=%m, Y=%b) -> (Out=%y)"
                                      " {activation_type=\"relu\"}")},
      {"the rank of the product is unknown or below 2",
       Program("float[6]", "matmul_v2(X=%x, Y=%w) -> (Out=%m)", kAdd)},
  };
  for (const auto& c : cases) {
    SCOPED_TRACE(c.reason);
    ExpectUnchanged(kPass, c.program, c.reason);
  }
}

// A refused match leaves no partial rewrite: nothing is written twice.
TEST(FuseFcTest, ARefusalDoesNotPoisonTheSweep) {
  ExpectPass(kPass, R"(
    const %w: float[4,4] = random(1, -1, 1)
    const %b: float[4] = random(2, -1, 1)
    input %x: float[4,4]
    mul(X=%x, Y=%w) -> (Out=%m)
    elementwise_add(X=%m, Y=%b) -> (Out=%n) {axis=1}
    mul(X=%n, Y=%w) -> (Out=%o)
    elementwise_add(X=%o, Y=%b) -> (Out=%y) {axis=0}
    output %y)",
             R"(
    input %x
    fc(Input=%x, W=%w, Bias=%b) -> (Out=%n) {in_num_col_dims=1, op_type="mul"}
    mul(X=%n, Y=%w) -> (Out=%o)
    elementwise_add(X=%o, Y=%b) -> (Out=%y) {axis=0}
    output %y)");
}

}  // namespace fuse_fc_test
}  // namespace paddle::lite::mir
