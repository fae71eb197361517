// Convolutions that only add a bias: of volumes, and deformable ones.
#include "tests/mir/pass_test.h"

namespace paddle::lite::mir {
namespace fuse_conv_any_test {

struct Kind {
  const char* filter;
  const char* inputs;
  const char* conv;
  const char* attrs;
};

// [N, 3, ...] -> [N, 4, ...], the image's size kept.
constexpr Kind kKinds[] = {
    {"float[4,3,2,3,1]", "input %x: float[-1,3,4,5,3]",
     "conv3d(Input=%x, Filter=", "paddings=[1, 0, 1, 1, 0, 0]"},
    {"float[4,3,3,3]",
     "input %x: float[-1,3,4,5]\ninput %o: float[-1,18,4,5]\ninput %k: float[-1,9,4,5]",
     "deformable_conv(Input=%x, Offset=%o, Mask=%k, Filter=", "paddings=[1, 1]"},
    {"float[4,3,3,3]", "input %x: float[-1,3,4,5]\ninput %o: float[-1,18,4,5]",
     "deformable_conv_v1(Input=%x, Offset=%o, Filter=", "paddings=[1, 1]"},
};

std::string Constants(const char* filter) {
  return StrCat("const %w: ", filter, R"( = random(1, -1, 1)
    const %s: float[4] = random(2, 0.5, 2)
    const %b: float[4] = random(3, -1, 1)
    const %m: float[4] = random(4, -1, 1)
    const %v: float[4] = random(5, 0.5, 2)
    )");
}

// The convolution and `more`, which computes %y from %c.
std::string Program(const Kind& kind, const std::string& more, const std::string& bias = "") {
  return StrCat(Constants(kind.filter), kind.inputs, "\n", kind.conv, "%w", bias,
                ") -> (Output=%c) {", kind.attrs, "}\n", more, "\noutput %y\n");
}

std::string Fused(const Kind& kind, const char* filter, const char* bias) {
  return StrCat(kind.inputs, "\n", kind.conv, filter, ", Bias=", bias, ") -> (Output=%y) {",
                kind.attrs, "}\noutput %y\n");
}

constexpr char kBn[] =
    "batch_norm(X=%c, Scale=%s, Bias=%b, Mean=%m, Variance=%v) -> (Y=%y) {is_test=true}";

TEST(FuseConvAnyTest, Bias) {
  for (const Kind& kind : kKinds) {
    SCOPED_TRACE(kind.conv);
    ExpectPass("fuse_conv_bias", Program(kind, "elementwise_add(X=%c, Y=%b) -> (Out=%y) {axis=1}"),
               Fused(kind, "%w", "%b__1"));
    ExpectPass("fuse_conv_bias",
               Program(kind, "elementwise_sub(X=%c, Y=%b) -> (Out=%y) {axis=1}", ", Bias=%m"),
               Fused(kind, "%w", "%b__1"));
  }
}

TEST(FuseConvAnyTest, BatchNorm) {
  for (const Kind& kind : kKinds) {
    SCOPED_TRACE(kind.conv);
    ExpectPass("fuse_conv_bn", Program(kind, kBn), Fused(kind, "%w__1", "%b__1"));
    ExpectPass("fuse_conv_bn", Program(kind, kBn, ", Bias=%m"), Fused(kind, "%w__1", "%b__1"));
  }
}

TEST(FuseConvAnyTest, Scale) {
  for (const Kind& kind : kKinds) {
    SCOPED_TRACE(kind.conv);
    ExpectPass("fuse_conv_scale", Program(kind, "scale(X=%c) -> (Out=%y) {scale=2.0, bias=0.5}"),
               Fused(kind, "%w__1", "%c.bias"));
    ExpectPass("fuse_conv_scale",
               Program(kind, "elementwise_mul(X=%c, Y=%s) -> (Out=%y) {axis=1}", ", Bias=%m"),
               Fused(kind, "%w__1", "%m__1"));
  }
}

TEST(FuseConvAnyTest, GroupsAndChannelsLast) {
  const std::string attrs = "{data_format=\"NDHWC\", groups=2}";
  ExpectPass("fuse_conv_bn",
             Constants("float[4,1,2,2,2]") +
                 "input %x: float[-1,3,4,5,2]\nconv3d(Input=%x, Filter=%w) -> (Output=%c) " +
                 attrs +
                 "\nbatch_norm(X=%c, Scale=%s, Bias=%b, Mean=%m, Variance=%v) -> (Y=%y)"
                 " {data_layout=\"NHWC\", is_test=true}\noutput %y\n",
             "input %x\nconv3d(Input=%x, Filter=%w__1, Bias=%b__1) -> (Output=%y) " + attrs +
                 "\noutput %y\n");
}

TEST(FuseConvAnyTest, LeftAlone) {
  const Kind& volume = kKinds[0];
  const Kind& moved = kKinds[1];
  for (const Kind& kind : kKinds) {
    SCOPED_TRACE(kind.conv);
    ExpectUnchanged("fuse_conv_bn",
                    Program(kind,
                            "batch_norm(X=%c, Scale=%s, Bias=%b, Mean=%m, Variance=%v)"
                            " -> (Y=%y, MeanOut=%p, VarianceOut=%q) {is_test=false}"),
                    "the statistics of the batch");
    ExpectUnchanged("fuse_conv_bn", Program(kind, std::string(kBn) + "\noutput %c"),
                    "also read by fetch");
    ExpectUnchanged(
        "fuse_conv_bias",
        Program(kind, "elementwise_add(X=%c, Y=%b) -> (Out=%y) {axis=1, fuse_scale=true}"),
        "already has a scale or an activation");
    // They have no attribute for it.
    ExpectUnchanged("fuse_conv_activation", Program(kind, "relu(X=%c) -> (Out=%y)"), "");
    ExpectUnchanged("fuse_conv_scale", Program(kind, "scale(X=%c) -> (Out=%y) {scale=inf}"),
                    "is not finite");
  }
  // A row of the volume is not a channel, though it is as long.
  ExpectUnchanged(
      "fuse_conv_bias",
      Program({"float[4,3,1,1,1]", "input %x: float[-1,3,4,4,4]", volume.conv, "groups=1"},
              "elementwise_add(X=%c, Y=%b) -> (Out=%y) {axis=-1}"),
      "is not one number per channel");
  ExpectUnchanged("fuse_conv_bias",
                  Program({"float[4,3,1,1]",
                           "input %x: float[-1,3,4,4]\ninput %o: float[-1,2,4,4]\n"
                           "input %k: float[-1,1,4,4]",
                           moved.conv, "groups=1"},
                          "elementwise_add(X=%c, Y=%b) -> (Out=%y) {axis=-1}"),
                  "is not one number per channel");
  // The filter has another rank than the operator's.
  ExpectUnchanged("fuse_conv_bias",
                  Program({"float[4,3,3,3]", volume.inputs, volume.conv, "groups=1"},
                          "elementwise_add(X=%c, Y=%b) -> (Out=%y) {axis=1}"),
                  "Filter has not rank 5");
  ExpectUnchanged("fuse_conv_bn",
                  Program(volume,
                          "batch_norm(X=%c, Scale=%s, Bias=%b, Mean=%m, Variance=%v)"
                          " -> (Y=%y) {data_layout=\"NHWC\", is_test=true}"),
                  "disagree about the channel dimension");
  ExpectUnchanged("fuse_conv_bn",
                  Program({"int8[4,3,3,3]", moved.inputs, moved.conv, moved.attrs}, kBn), "");
}

}  // namespace fuse_conv_any_test
}  // namespace paddle::lite::mir
