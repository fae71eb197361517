#include "tests/mir/pass_test.h"

namespace paddle::lite::mir {
namespace fuse_interp_scale_test {

constexpr char kPass[] = "fuse_interp_scale";

std::string Program(const std::string& factor, const std::string& type = "bilinear_interp",
                    const std::string& slice = "axes=[0], starts=[2], ends=[4]",
                    const std::string& attrs = "align_corners=false") {
  return "const %v: int32[1] = [2]\nconst %u: float[1] = [2.0]\nconst %odd: int32[2] = [2, 3]\n"
         "input %x: float[-1,2,5,6]\nshape(Input=%x) -> (Out=%s)\n"
         "slice(Input=%s) -> (Out=%hw) {" +
         slice + "}\n" + factor + "\n" + type + "(X=%x, OutSize=%size) -> (Out=%y) {" + attrs +
         "}\noutput %y\n";
}

constexpr char kMul[] = "elementwise_mul(X=%hw, Y=%v) -> (Out=%size)";

TEST(FuseInterpScaleTest, Forms) {
  for (const char* factor :
       {kMul, "scale(X=%hw) -> (Out=%size) {scale=2.0}",
        "cast(X=%hw) -> (Out=%f) {in_dtype=2, out_dtype=5}\n"
        "elementwise_mul(X=%f, Y=%u) -> (Out=%g)\n"
        "cast(X=%g) -> (Out=%size) {in_dtype=5, out_dtype=2}",
        "cast(X=%hw) -> (Out=%f) {in_dtype=2, out_dtype=5}\nscale(X=%f) -> (Out=%g) {scale=2.0}\n"
        "cast(X=%g) -> (Out=%size) {in_dtype=5, out_dtype=2}"}) {
    SCOPED_TRACE(factor);
    for (const char* type : {"bilinear_interp", "nearest_interp"}) {
      ExpectPasses(
          {kPass, "remove_dead_ops"}, Program(factor, type),
          StrCat("input %x\n", type,
                 "(X=%x) -> (Out=%y) {align_corners=false, out_h=-1, out_w=-1, scale=2.0}\n"
                 "output %y\n"));
    }
    for (const char* type : {"bilinear_interp_v2", "nearest_interp_v2"}) {
      ExpectPasses({kPass, "remove_dead_ops"}, Program(factor, type),
                   StrCat("input %x\n", type,
                          "(X=%x) -> (Out=%y) {align_corners=false, out_h=-1, out_w=-1,"
                          " scale=[2.0, 2.0]}\noutput %y\n"));
    }
  }
}

// Paddle 2 lists height and width one by one, or computes them as a vector.
TEST(FuseInterpScaleTest, FormsOfPaddle2) {
  for (const char* size :
       {"slice(Input=%s) -> (Out=%h) {axes=[0], starts=[2], ends=[3], decrease_axis=[0]}\n"
        "scale(X=%h) -> (Out=%h2) {scale=2.0}\n"
        "slice(Input=%s) -> (Out=%w) {axes=[0], starts=[3], ends=[4], decrease_axis=[0]}\n"
        "scale(X=%w) -> (Out=%w2) {scale=2.0}\n"
        "nearest_interp_v2(X=%r, SizeTensor=[%h2, %w2])",
        "slice(Input=%s) -> (Out=%h) {axes=[0], starts=[-2], ends=[-1]}\n"
        "slice(Input=%s) -> (Out=%w) {axes=[0], starts=[3], ends=[2147483647]}\n"
        "concat(X=[%h, %w]) -> (Out=%hw) {axis=0}\n"
        "elementwise_mul(X=%v, Y=%hw) -> (Out=%hw2)\n"
        "cast(X=%hw2) -> (Out=%size) {in_dtype=2, out_dtype=2}\n"
        "nearest_interp_v2(X=%r, OutSize=%size)",
        "slice(Input=%s) -> (Out=%hw) {axes=[0], starts=[2], ends=[4]}\n"
        "elementwise_mul(X=%hw, Y=%both) -> (Out=%size)\n"
        "nearest_interp_v2(X=%r, OutSize=%size)"}) {
    SCOPED_TRACE(size);
    ExpectPasses({kPass, "remove_dead_ops"},
                 StrCat("const %v: int32[1] = [2]\nconst %both: int32[2] = [2, 2]\n"
                        "input %x: float[-1,2,-1,-1]\nshape(Input=%x) -> (Out=%s)\n"
                        "relu(X=%x) -> (Out=%r)\n",
                        size, " -> (Out=%y) {align_corners=false}\noutput %y\n"),
                 "input %x\nrelu(X=%x) -> (Out=%r)\nnearest_interp_v2(X=%r) -> (Out=%y)"
                 " {align_corners=false, out_h=-1, out_w=-1, scale=[2.0, 2.0]}\noutput %y\n");
  }
}

// Other readers of the size still get it.
TEST(FuseInterpScaleTest, SizeThatIsAlsoReadElsewhere) {
  ExpectPasses(
      {kPass, "remove_dead_ops"}, Program(kMul) + "output %size\n",
      "input %x\nshape(Input=%x) -> (Out=%s)\n"
      "slice(Input=%s) -> (Out=%hw) {axes=[0], starts=[2], ends=[4]}\n" +
          std::string(kMul) +
          "\nbilinear_interp(X=%x) -> (Out=%y)"
          " {align_corners=false, out_h=-1, out_w=-1, scale=2.0}\noutput %y\noutput %size\n");
}

TEST(FuseInterpScaleTest, SizesOfOthersLeftAlone) {
  const struct {
    const char* size;
    const char* reason;
  } cases[] = {
      // Height and width are swapped; the size of another image; halved and doubled again.
      {"slice(Input=%s) -> (Out=%h) {axes=[0], starts=[2], ends=[3]}\n"
       "slice(Input=%s) -> (Out=%w) {axes=[0], starts=[3], ends=[4]}\n"
       "concat(X=[%w, %h]) -> (Out=%size) {axis=0}",
       "not height and width of X"},
      {"shape(Input=%z) -> (Out=%t)\nslice(Input=%t) -> (Out=%size) {axes=[0], starts=[2], "
       "ends=[4]}",
       "not height and width of X"},
      {"slice(Input=%s) -> (Out=%hw) {axes=[0], starts=[2], ends=[4]}\n"
       "scale(X=%hw) -> (Out=%half) {scale=0.5}\nscale(X=%half) -> (Out=%size) {scale=4.0}",
       "not a whole number"},
      {"slice(Input=%s) -> (Out=%hw) {axes=[0], starts=[2], ends=[4]}\n"
       "elementwise_mul(X=%hw, Y=%hw) -> (Out=%size)",
       "two sizes are multiplied"},
      {"slice(Input=%s) -> (Out=%hw) {axes=[0], starts=[2], ends=[4]}\n"
       "elementwise_add(X=%hw, Y=%v) -> (Out=%size)",
       "is made by elementwise_add"},
      {"assign(X=%fed) -> (Out=%size)", "is made by feed"},
      {"slice(Input=%s) -> (Out=%size) {axes=[0], starts=[2], ends=[3]}",
       "not height and width of X"},
      {"scale(X=%v) -> (Out=%size) {scale=5.0}", "not height and width of X"},
  };
  for (const auto& c : cases) {
    SCOPED_TRACE(c.size);
    ExpectUnchanged(
        kPass,
        StrCat("const %v: int32[2] = [2, 2]\ninput %x: float[-1,2,-1,-1]\n"
               "input %z: float[-1,2,-1,-1]\ninput %fed: int32[2]\n"
               "shape(Input=%x) -> (Out=%s)\n",
               c.size,
               "\nbilinear_interp(X=%x, OutSize=%size) -> (Out=%y)\noutput %y\noutput %z\n"
               "output %fed\n"),
        c.reason);
  }
}

TEST(FuseInterpScaleTest, LeftAlone) {
  ExpectUnchanged(kPass, Program("elementwise_mul(X=%hw, Y=%odd) -> (Out=%size)"),
                  "not one factor");
  ExpectUnchanged(kPass, Program("scale(X=%hw) -> (Out=%size) {scale=2.0, bias=1.0}"),
                  "adds a bias");
  ExpectUnchanged(kPass,
                  Program("cast(X=%hw) -> (Out=%f) {in_dtype=2, out_dtype=5}\n"
                          "scale(X=%f) -> (Out=%g) {scale=1.5}\n"
                          "cast(X=%g) -> (Out=%size) {in_dtype=5, out_dtype=2}"),
                  "not a whole number");
  ExpectUnchanged(kPass,
                  Program("cast(X=%hw) -> (Out=%f) {in_dtype=2, out_dtype=5}\n"
                          "scale(X=%f) -> (Out=%g) {scale=2.0, activation_type=\"relu\"}\n"
                          "cast(X=%g) -> (Out=%size) {in_dtype=5, out_dtype=2}"),
                  "has an activation");
  ExpectUnchanged(kPass, Program(kMul, "bilinear_interp", "axes=[0], starts=[1], ends=[3]"),
                  "not height and width of X");
  ExpectUnchanged(
      kPass,
      Program(kMul, "bilinear_interp", "axes=[0], starts=[2], ends=[4]", "data_layout=\"NHWC\""),
      "not dimensions 2 and 3");
}

}  // namespace fuse_interp_scale_test
}  // namespace paddle::lite::mir
