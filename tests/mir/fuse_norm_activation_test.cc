#include "tests/mir/pass_test.h"

namespace paddle::lite::mir {
namespace fuse_norm_activation_test {

constexpr char kPass[] = "fuse_norm_activation";

std::string Program(const std::string& norm, const std::string& act, const std::string& more = "") {
  return "const %k: float[3] = random(1, 0.5, 1.5)\ninput %x: float[-1,3,4,5]\n" + norm + "\n" +
         act + "\n" + more + "output %y\n";
}

constexpr char kBn[] =
    "batch_norm(X=%x, Scale=%k, Bias=%k, Mean=%k, Variance=%k) -> (Y=%n) {is_test=true}";
constexpr char kInstance[] =
    "instance_norm(X=%x, Scale=%k, Bias=%k) -> (Y=%n, SavedMean=%s) {epsilon=0.001}";

TEST(FuseNormActivationTest, Activations) {
  const struct {
    const char* act;
    const char* attrs;
  } cases[] = {
      {"relu(X=%n) -> (Out=%y)", "activation_type=\"relu\""},
      {"relu6(X=%n) -> (Out=%y) {threshold=0.75}", "activation_type=\"relu6\", alpha=0.75"},
      {"leaky_relu(X=%n) -> (Out=%y) {alpha=0.25}", "activation_type=\"leaky_relu\", alpha=0.25"},
      {"relu(X=%n) -> (Out=%y) {out_threshold=2.5}", "activation_type=\"relu\", out_threshold=2.5"},
  };
  for (const auto& c : cases) {
    SCOPED_TRACE(c.act);
    ExpectPass(kPass, Program(kBn, c.act),
               StrCat("input %x\nbatch_norm(Bias=%k, Mean=%k, Scale=%k, Variance=%k, X=%x) ->"
                      " (Y=%y) {is_test=true, ",
                      c.attrs, "}\noutput %y\n"));
    ExpectPass(kPass, Program(kInstance, c.act),
               StrCat("input %x\ninstance_norm(Bias=%k, Scale=%k, X=%x) -> (Y=%y) {epsilon=0.001, ",
                      c.attrs, "}\noutput %y\n"));
  }
}

TEST(FuseNormActivationTest, LeftAlone) {
  const char kRelu[] = "relu(X=%n) -> (Out=%y)";
  const struct {
    std::string norm;
    const char* more;
    const char* reason;
  } cases[] = {
      {kBn, "output %n\n", "also read by fetch"},
      {kInstance, "output %s\n", "(SavedMean) is needed elsewhere"},
      {"batch_norm(X=%x, Scale=%k, Bias=%k, Mean=%k, Variance=%k) -> (Y=%n)", "",
       "uses the statistics of the batch"},
      {"instance_norm(X=%x) -> (Y=%n) {activation_type=\"relu6\"}", "", "already applies relu6"},
      {"cast(X=%x) -> (Out=%d) {in_dtype=5, out_dtype=6}\ninstance_norm(X=%d) -> (Y=%n)", "",
       "the values are not of type float"},
  };
  for (const auto& c : cases) {
    SCOPED_TRACE(c.reason);
    ExpectUnchanged(kPass, Program(c.norm, kRelu, c.more), c.reason);
  }
  // There are no attributes for its parameters.
  ExpectUnchanged(kPass, Program(kBn, "hard_swish(X=%n) -> (Out=%y)"), "");
}

}  // namespace fuse_norm_activation_test
}  // namespace paddle::lite::mir
