#include "tests/mir/pass_test.h"

namespace paddle::lite::mir {
namespace fuse_conv_residual_test {

constexpr char kPass[] = "fuse_conv_residual";

std::string Program(const std::string& residual, const std::string& add,
                    const std::string& conv_attrs = "", const std::string& more = "") {
  return "const %w: float[3,3,3,3] = random(1, -1, 1)\n"
         "input %x: float[-1,3,-1,-1]\n" +
         residual + "\nconv2d(Input=%x, Filter=%w) -> (Output=%c) {paddings=[1, 1]" + conv_attrs +
         "}\n" + add + "\n" + more + "output %y\n";
}

TEST(FuseConvResidualTest, BothOrders) {
  for (const char* add : {"X=%c, Y=%r", "X=%r, Y=%c"}) {
    ExpectPasses({kPass, "fuse_conv_activation"},
                 Program("relu(X=%x) -> (Out=%r)", StrCat("elementwise_add(", add, ") -> (Out=%z)"),
                         "", "relu6(X=%z) -> (Out=%y)\n"),
                 R"(input %x
    relu(X=%x) -> (Out=%r)
    conv2d(Input=%x, Filter=%w, ResidualData=%r) -> (Output=%y)
        {act_type="relu6", fuse_brelu_threshold=6.0, paddings=[1, 1], with_act=true}
    output %y)");
  }
}

// The convolution moves down to the addition, where the residual is available.
TEST(FuseConvResidualTest, ResidualThatIsMadeLater) {
  ExpectPass(kPass, Program("", "relu(X=%x) -> (Out=%r)\nelementwise_add(X=%c, Y=%r) -> (Out=%y)"),
             R"(input %x
    relu(X=%x) -> (Out=%r)
    conv2d(Input=%x, Filter=%w, ResidualData=%r) -> (Output=%y) {paddings=[1, 1]}
    output %y)");
}

TEST(FuseConvResidualTest, LeftAlone) {
  const struct {
    const char* residual;
    const char* add;
    const char* attrs;
    const char* reason;
  } cases[] = {
      {"pool2d(X=%x) -> (Out=%r) {global_pooling=true, pooling_type=\"avg\", ksize=[1, 1]}",
       "elementwise_add(X=%c, Y=%r) -> (Out=%y)", "", "the shapes may differ"},
      {"input %r: float[-1,3,-1,1]", "elementwise_add(X=%c, Y=%r) -> (Out=%y)", "",
       "the shapes may differ"},
      // Another input of the same declared shape may broadcast, in any open dimension.
      {"input %r: float[-1,3,-1,-1]", "elementwise_add(X=%c, Y=%r) -> (Out=%y)", "",
       "the shapes may differ"},
      {"input %r: float[-1,3,-1,-1]", "elementwise_add(X=%r, Y=%c) -> (Out=%y)", "",
       "the shapes may differ"},
      // A row of pixels may broadcast against a column as well.
      {"transpose2(X=%x) -> (Out=%r) {axis=[0, 1, 3, 2]}",
       "elementwise_add(X=%c, Y=%r) -> (Out=%y)", "", "the shapes may differ"},
      {"relu(X=%x) -> (Out=%r)", "elementwise_add(X=%c, Y=%c) -> (Out=%y)", "",
       "is also %r of the pattern"},
      {"relu(X=%x) -> (Out=%r)", "elementwise_add(X=%c, Y=%r) -> (Out=%y)",
       ", with_act=true, act_type=\"relu\"", "already has an activation"},
      {"relu(X=%x) -> (Out=%r)",
       "elementwise_add(X=%c, Y=%r) -> (Out=%y) {activation_type=\"relu\"}", "",
       "already has a scale or an activation"},
      {"relu(X=%x) -> (Out=%r)", "elementwise_add(X=%c, Y=%r) -> (Out=%y)\noutput %c", "",
       "also read by fetch"},
  };
  for (const auto& c : cases) {
    SCOPED_TRACE(c.reason);
    ExpectUnchanged(kPass, Program(c.residual, c.add, c.attrs), c.reason);
  }
}

// The concatenation of two inputs that must agree has one shape again.
TEST(FuseConvResidualTest, BehindTwoInputs) {
  for (const char* join :
       {"concat(X=[%x, %z]) -> (Out=%j) {axis=1}", "elementwise_add(X=%x, Y=%z) -> (Out=%j)"}) {
    const std::string program = StrCat(R"(
    const %w: float[4,4,3,3] = random(1, -1, 1)
    const %v: float[4,4,1,1] = random(2, -1, 1)
    input %x: float[-1,)",
                                       join[0] == 'c' ? 2 : 4, ",-1,-1]\n    input %z: float[-1,",
                                       join[0] == 'c' ? 2 : 4, ",-1,-1]\n    ", join, R"(
    conv2d(Input=%j, Filter=%w) -> (Output=%a) {paddings=[1, 1]}
    relu(X=%a) -> (Out=%b)
    )");
    ExpectPass(kPass, program + R"(
    conv2d(Input=%b, Filter=%v) -> (Output=%c)
    elementwise_add(X=%c, Y=%j) -> (Out=%y)
    output %y)",
               program + R"(
    conv2d(Input=%b, Filter=%v, ResidualData=%j) -> (Output=%y)
    output %y)");
  }
}

// A program may round what it adds to a quantised convolution.
TEST(FuseConvResidualTest, RoundedResidual) {
  const auto program = [](const std::string& conv_attrs, const std::string& round,
                          const std::string& restore, const std::string& more = "") {
    return R"(
    const %w: int8[4,4,1,1] = random(1, -127, 127)
    input %x: float[-1,4,-1,-1]
    calib(Input=%x) -> (Out=%i: int8[-1,4,-1,-1]) {scale=0.5}
    relu(X=%x) -> (Out=%s)
    calib(Input=%s) -> (Out=%q: int8[-1,4,-1,-1]) {)" +
           round + "}\n    calib(Input=%q) -> (Out=%r: float[-1,4,-1,-1]) {" + restore +
           "}\n    conv2d(Input=%i, Filter=%w) -> (Output=%c) {" + conv_attrs +
           "}\n    elementwise_add(X=%r, Y=%c) -> (Out=%y)\n    output %y" + more;
  };
  const std::string int8 = "Filter0_scale=[0.01], Input0_scale=[0.5], enable_int8=true";
  const char kNotCompared[] = "kernels need the casts of legalisation: calib_test.cc compares them";
  ExpectPass(kPass, program(int8, "scale=0.25", "scale=0.25"), R"(
    input %x
    calib(Input=%x) -> (Out=%i) {scale=0.5}
    relu(X=%x) -> (Out=%s)
    conv2d(Input=%i, Filter=%w, ResidualData=%s) -> (Output=%y)
        {Filter0_scale=[0.01], Input0_scale=[0.5], ResidualData0_scale=[0.25], enable_int8=true}
    output %y)",
             "", kNotCompared);
  // Where the rounding would change, the casts stay and their result is the residual.
  const struct {
    const char *round, *restore, *more, *reason;
  } cases[] = {
      {"scale=0.25", "scale=0.5", "", "the casts have different scales"},
      {"full_range=true, scale=0.25", "scale=0.25", "", "rounded to -128 as well"},
      {"scale=0.25", "scale=0.25", "\n    output %r", "also read by fetch"},
  };
  for (const auto& c : cases) {
    SCOPED_TRACE(c.reason);
    ExpectPass(kPass, program(int8, c.round, c.restore, c.more),
               StrCat(R"(
    input %x
    calib(Input=%x) -> (Out=%i) {scale=0.5}
    relu(X=%x) -> (Out=%s)
    calib(Input=%s) -> (Out=%q) {)",
                      c.round, R"(}
    calib(Input=%q) -> (Out=%r) {)",
                      c.restore, R"(}
    conv2d(Input=%i, Filter=%w, ResidualData=%r) -> (Output=%y)
        {Filter0_scale=[0.01], Input0_scale=[0.5], enable_int8=true}
    output %y)",
                      c.more),
               c.reason, kNotCompared);
  }
}

TEST(FuseConvResidualTest, OneResidualOnly) {
  ExpectUnchanged(kPass, R"(
    const %w: float[3,3,1,1] = random(1, -1, 1)
    input %x: float[-1,3,4,4]
    conv2d(Input=%x, Filter=%w, ResidualData=%x) -> (Output=%c)
    elementwise_add(X=%c, Y=%x) -> (Out=%y)
    output %y)",
                  "has an input ResidualData");
}

// A loop variable may be rewritten between the convolution and the addition.
TEST(FuseConvResidualTest, InputThatIsOverwrittenInBetween) {
  ExpectUnchanged(kPass, R"(
    block 0 {
      const %w: float[3,3,1,1] = random(1, -1, 1)
      input %i: float[1,3,4,4]
      conv2d(Input=%i, Filter=%w) -> (Output=%c)
      relu(X=%c2) -> (Out=%i)
      elementwise_add(X=%c, Y=%i) -> (Out=%y)
      conditional_block(Input=%i) {sub_block=^1}
      output %y
    }
    block 1 parent 0 {
      relu(X=%i) -> (Out=%i)
    })",
                  "");
}

}  // namespace fuse_conv_residual_test
}  // namespace paddle::lite::mir
