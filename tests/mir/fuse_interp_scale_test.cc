#include "tests/mir/pass_test.h"

namespace paddle::lite::mir {
namespace {

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
      ExpectPass(kPass, Program(factor, type),
                 StrCat("input %x\n", type,
                        "(X=%x) -> (Out=%y) {align_corners=false, out_h=-1, out_w=-1, scale=2.0}\n"
                        "output %y\n"));
    }
    for (const char* type : {"bilinear_interp_v2", "nearest_interp_v2"}) {
      ExpectPass(kPass, Program(factor, type),
                 StrCat("input %x\n", type,
                        "(X=%x) -> (Out=%y) {align_corners=false, out_h=-1, out_w=-1,"
                        " scale=[2.0, 2.0]}\noutput %y\n"));
    }
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
                  "no whole number");
  ExpectUnchanged(kPass,
                  Program("cast(X=%hw) -> (Out=%f) {in_dtype=2, out_dtype=5}\n"
                          "scale(X=%f) -> (Out=%g) {scale=2.0, activation_type=\"relu\"}\n"
                          "cast(X=%g) -> (Out=%size) {in_dtype=5, out_dtype=2}"),
                  "has an activation");
  ExpectUnchanged(kPass, Program(kMul, "bilinear_interp", "axes=[0], starts=[1], ends=[3]"),
                  "not height and width");
  ExpectUnchanged(
      kPass,
      Program(kMul, "bilinear_interp", "axes=[0], starts=[2], ends=[4]", "data_layout=\"NHWC\""),
      "not dimensions 2 and 3");
  ExpectUnchanged(kPass, Program(kMul) + "output %size\n", "also read by fetch");
}

}  // namespace
}  // namespace paddle::lite::mir
