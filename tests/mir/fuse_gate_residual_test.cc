#include "tests/mir/pass_test.h"

namespace paddle::lite::mir {
namespace fuse_gate_residual_test {

constexpr char kPass[] = "fuse_gate_residual";

std::string Program(const std::string& sum, const std::string& product_attrs = "",
                    const std::string& gate = "float[-1,4,1,1]", const std::string& more = "",
                    const std::string& image = "float[-1,4,-1,-1]") {
  return "input %x: " + image + "\ninput %g: " + gate +
         "\nelementwise_mul(X=%x, Y=%g) -> (Out=%p)" + product_attrs + "\n" + sum + "\n" + more +
         "output %y\n";
}

TEST(FuseGateResidualTest, BothOrders) {
  for (const char* sum : {"elementwise_add(X=%x, Y=%p) -> (Out=%y)",
                          "elementwise_add(X=%p, Y=%x) -> (Out=%y) {axis=0}"}) {
    SCOPED_TRACE(sum);
    ExpectPass(kPass, Program(sum), R"(
    input %x
    input %g
    scale(X=%g) -> (Out=%y.h) {bias=1.0, bias_after_scale=true, scale=1.0}
    elementwise_mul(X=%x, Y=%y.h) -> (Out=%y)
    output %y)");
  }
}

TEST(FuseGateResidualTest, GateAtAnAxis) {
  ExpectPass(kPass, Program("elementwise_add(X=%x, Y=%p) -> (Out=%y)", " {axis=1}", "float[4]"),
             R"(
    input %x
    input %g
    scale(X=%g) -> (Out=%y.h) {bias=1.0, bias_after_scale=true, scale=1.0}
    elementwise_mul(X=%x, Y=%y.h) -> (Out=%y) {axis=1}
    output %y)");
}

TEST(FuseGateResidualTest, LeftAlone) {
  const std::string sum = "elementwise_add(X=%x, Y=%p) -> (Out=%y)";
  ExpectUnchanged(kPass, Program(sum, " {activation_type=\"relu\"}"),
                  "elementwise_mul already has a scale or an activation");
  ExpectUnchanged(kPass, Program(sum + " {fuse_scale=true}"),
                  "elementwise_add already has a scale or an activation");
  ExpectUnchanged(kPass, Program(sum + " {enable_int8=true}"), "elementwise_add is quantised");
  ExpectUnchanged(kPass, Program(sum, "", "float[-1,4,-1,-1]"),
                  "the gate is as large as the product");
  // One pixel times an image is an image.
  ExpectUnchanged(kPass, Program(sum, "", "float[-1,4,3,3]", "", "float[-1,4,1,1]"),
                  "the product may be larger");
  ExpectUnchanged(kPass, Program(sum, "", "int64[-1,4,1,1]", "", "int64[-1,4,-1,-1]"),
                  "the operands are not of type float");
  ExpectUnchanged(kPass, Program(sum, "", "float[-1,4,1,1]", "output %p\n"), "also read by fetch");
  ExpectUnchanged(kPass, Program(sum + " {axis=1}"), "");
}

// A shortcut with another reader.
TEST(FuseGateResidualTest, AnotherImage) {
  ExpectUnchanged(kPass, R"(
    input %x: float[-1,4,3,3]
    input %z: float[-1,4,3,3]
    input %g: float[-1,4,1,1]
    elementwise_mul(X=%x, Y=%g) -> (Out=%p)
    elementwise_add(X=%z, Y=%p) -> (Out=%y)
    output %y)",
                  "");
}

}  // namespace fuse_gate_residual_test
}  // namespace paddle::lite::mir
