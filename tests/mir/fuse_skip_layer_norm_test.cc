#include "tests/mir/pass_test.h"

namespace paddle::lite::mir {
namespace fuse_skip_layer_norm_test {

constexpr char kPass[] = "fuse_skip_layer_norm";

// `shortcut` declares or computes %r.
std::string Program(const std::string& sum, const std::string& norm_attrs = "",
                    const std::string& shortcut = "relu(X=%x) -> (Out=%r)",
                    const std::string& more = "") {
  return "input %x: float[-1,-1,4]\n" + shortcut +
         "\nconst %scale: float[4] = [1.0, 2.0, 3.0, 4.0]"
         "\nconst %bias: float[4] = [0.0, 1.0, 0.0, 1.0]\n" +
         sum + "\nlayer_norm(X=%s, Scale=%scale, Bias=%bias) -> (Y=%y)" + norm_attrs + "\n" + more +
         "output %y\n";
}

constexpr char kSum[] = "elementwise_add(X=%x, Y=%r) -> (Out=%s)";

TEST(FuseSkipLayerNormTest, AfterAShortcut) {
  ExpectPass(kPass, Program(kSum, " {begin_norm_axis=2, epsilon=1e-12}"), R"(
    input %x
    relu(X=%x) -> (Out=%r)
    const %scale: float[4] = [1.0, 2.0, 3.0, 4.0]
    const %bias: float[4] = [0.0, 1.0, 0.0, 1.0]
    skip_layernorm(X=%x, Y=%r, Scale=%scale, Bias=%bias) ->
        (Out=%y) {begin_norm_axis=2, epsilon=1e-12}
    output %y)");
}

TEST(FuseSkipLayerNormTest, LeftAlone) {
  ExpectUnchanged(kPass, Program(std::string(kSum) + " {activation_type=\"relu\"}"),
                  "elementwise_add already has a scale or an activation");
  ExpectUnchanged(kPass, Program(std::string(kSum) + " {enable_int8=true}"),
                  "elementwise_add is quantised");
  ExpectUnchanged(kPass, Program(kSum, "", "input %r: float[4]"),
                  "the shapes of the operands may differ");
  ExpectUnchanged(kPass, Program(kSum, "", "input %r: float[-1,-1,4]"),
                  "the shapes of the operands may differ");
  // A network that normalises first reads the sum again.
  ExpectUnchanged(kPass, Program(kSum, "", "relu(X=%x) -> (Out=%r)", "output %s\n"),
                  "also read by fetch");
}

}  // namespace fuse_skip_layer_norm_test
}  // namespace paddle::lite::mir
