#include <gmock/gmock.h>

#include "lite/mir/optimizer.h"
#include "tests/mir/pass_test.h"

namespace paddle::lite::mir {
namespace fuse_attention_test {

constexpr char kPass[] = "fuse_attention";

struct Parts {
  std::string scores = "matmul_v2(X=%q, Y=%k) -> (Out=%s) {trans_y=true, alpha=0.5}";
  std::string sum = "elementwise_add(X=%s, Y=%mask) -> (Out=%t)";
  std::string softmax = "softmax(X=%t) -> (Out=%p) {axis=-1}";
  std::string mix = "matmul_v2(X=%p, Y=%v) -> (Out=%y)";
  std::string mask = "float[-1,1,1,7]";
  std::string more;
};

std::string Program(const Parts& parts) {
  return "input %q: float[-1,2,5,4]\ninput %k: float[-1,2,7,4]\ninput %v: float[-1,2,7,3]\n"
         "input %mask: " +
         parts.mask + "\n" + parts.scores + "\n" + parts.sum + "\n" + parts.softmax + "\n" +
         parts.mix + "\n" + parts.more + "output %y\n";
}

std::string Fused(const std::string& inputs, const std::string& scale) {
  return "input %q\ninput %k\ninput %v\ninput %mask\ndot_product_attention(" + inputs +
         ") -> (Out=%y) {scale=" + scale + "}\noutput %y\n";
}

TEST(FuseAttentionTest, WithAMask) {
  const std::string fused = Fused("Q=%q, K=%k, V=%v, Mask=%mask", "0.5");
  ExpectPass(kPass, Program({}), fused);
  for (const char* mask : {"float[-1,2,5,7]", "float[5,7]", "float[1]", "float[-1,2,5,1]"}) {
    SCOPED_TRACE(mask);
    Parts parts;
    parts.mask = mask;
    parts.sum = "elementwise_add(X=%mask, Y=%s) -> (Out=%t)";
    ExpectPass(kPass, Program(parts), fused);
  }
  Parts old;
  old.scores = "matmul(X=%q, Y=%k) -> (Out=%s) {transpose_Y=true, alpha=0.5}";
  old.softmax = "softmax(X=%t) -> (Out=%p) {axis=3}";
  old.mix = "matmul(X=%p, Y=%v) -> (Out=%y)";
  ExpectPass(kPass, Program(old), fused);
}

TEST(FuseAttentionTest, WithoutAMask) {
  Parts parts;
  parts.sum.clear();
  parts.softmax = "softmax(X=%s) -> (Out=%p) {axis=-1}";
  ExpectPass(kPass, Program(parts), Fused("Q=%q, K=%k, V=%v", "0.5"));
}

// As programs have it: the factor in an operator of its own, the keys transposed by another.
TEST(FuseAttentionTest, AfterItsParts) {
  Parts parts;
  parts.scores =
      "scale(X=%q) -> (Out=%r) {scale=0.25}\n"
      "transpose2(X=%k) -> (Out=%c) {axis=[0, 1, 3, 2]}\n"
      "matmul_v2(X=%r, Y=%c) -> (Out=%s)";
  ExpectPasses({"fuse_matmul_scale", "fuse_transpose_matmul", kPass}, Program(parts),
               Fused("Q=%q, K=%k, V=%v, Mask=%mask", "0.25"));
}

// Targets without a kernel take the operators one by one.
TEST(FuseAttentionTest, OnTargetsWithAKernel) {
  const std::string program = R"(
    input %q: float[2,12,128,64]
    input %k: float[2,12,128,64]
    input %v: float[2,12,128,64]
    matmul_v2(X=%q, Y=%k) -> (Out=%s) {trans_y=true, alpha=0.125}
    softmax(X=%s) -> (Out=%p) {axis=-1}
    matmul_v2(X=%p, Y=%v) -> (Out=%y)
    output %y)";
  const auto optimised_for = [&](TargetType target) {
    Result<model::Model> model = ParseModel(program);
    EXPECT_TRUE(model.ok()) << model.status().ToString();
    OptimizeOptions options;
    options.valid_places = {Place(target), Place(TargetType::kHost)};
    const Result<model::Model> optimised = Optimize(*std::move(model), options);
    EXPECT_TRUE(optimised.ok()) << optimised.status().ToString();
    return optimised.ok() ? OpsText(*optimised) : std::string();
  };
  EXPECT_THAT(optimised_for(TargetType::kCUDA),
              testing::AllOf(testing::HasSubstr("dot_product_attention/def/3/1/1"),
                             testing::Not(testing::HasSubstr("softmax"))));
  EXPECT_THAT(optimised_for(TargetType::kOpenCL),
              testing::AllOf(testing::HasSubstr("softmax/def/5/1/1"),
                             testing::Not(testing::HasSubstr("attention"))));
}

TEST(FuseAttentionTest, LeftAlone) {
  const auto unchanged = [](auto change, const char* reason) {
    SCOPED_TRACE(reason);
    Parts parts;
    change(&parts);
    ExpectUnchanged(kPass, Program(parts), reason);
  };
  unchanged([](Parts* p) { p->softmax = "softmax(X=%t) -> (Out=%p) {axis=2}"; }, "along axis 2");
  unchanged([](Parts* p) { p->mix = "matmul_v2(X=%p, Y=%v) -> (Out=%y) {alpha=2.0}"; },
            "alpha of the product `mix` is not 1");
  unchanged([](Parts* p) { p->mix = "matmul(X=%p, Y=%v) -> (Out=%y) {head_number=7}"; },
            "the product has 7 heads");
  unchanged(
      [](Parts* p) {
        p->scores = "matmul_v2(X=%q, Y=%k) -> (Out=%s) {trans_y=true, enable_int8=true}";
      },
      "the product `scores` is quantised");
  unchanged([](Parts* p) { p->sum += " {activation_type=\"relu\"}"; },
            "already has a scale or an activation");
  // A result that is also used elsewhere.
  unchanged([](Parts* p) { p->more = "output %p\n"; }, "also read by fetch");
  ExpectUnchanged(kPass, R"(
    input %q: float[-1,7,7]
    input %k: float[-1,7,7]
    input %v: float[-1,7,7]
    matmul_v2(X=%q, Y=%k) -> (Out=%s)
    softmax(X=%s) -> (Out=%p)
    matmul_v2(X=%p, Y=%v) -> (Out=%y)
    output %y)",
                  "Y of the product `scores` is not transposed");
  ExpectUnchanged(kPass, R"(
    input %q: float[-1,7,7]
    input %k: float[-1,7,7]
    input %v: float[-1,7,7]
    matmul_v2(X=%q, Y=%k) -> (Out=%s) {trans_y=true}
    softmax(X=%s) -> (Out=%p)
    matmul_v2(X=%p, Y=%v) -> (Out=%y) {trans_x=true}
    output %y)",
                  "X of the product `mix` is transposed");
  ExpectUnchanged(kPass, R"(
    input %q: float[2,3,7,7]
    input %k: float[2,3,7,7]
    input %v: float[1,2,3,7,7]
    matmul(X=%q, Y=%k) -> (Out=%s) {transpose_Y=true}
    softmax(X=%s) -> (Out=%p)
    matmul(X=%p, Y=%v) -> (Out=%y)
    output %y)",
                  "the operands of `matmul` have different ranks");
}

// Four windows of an image: two heads, three rows each.
struct Windows {
  std::string bias = "float[1,2,3,3]";
  std::string mask = "float[1,4,1,3,3]";
  std::string first = "elementwise_add(X=%s, Y=%bias) -> (Out=%t)";
  std::string split = "[-1,4,2,3,3]";
  std::string inputs = "input %x: float[-1,312]\n";
  std::string operands =
      "split(X=%x) -> (Out=[%a, %b, %c]) {axis=1, sections=[96, 96, 120]}\n"
      "reshape2(X=%a) -> (Out=%q) {shape=[-1, 2, 3, 4]}\n"
      "reshape2(X=%b) -> (Out=%k) {shape=[-1, 2, 3, 4]}\n"
      "reshape2(X=%c) -> (Out=%v) {shape=[-1, 2, 3, 5]}\n";
};

std::string Program(const Windows& w) {
  return "const %bias: " + w.bias + " = random(1, -1, 1)\nconst %mask: " + w.mask +
         " = random(2, -1, 1)\n" + w.inputs + w.operands +
         "matmul_v2(X=%q, Y=%k) -> (Out=%s) {trans_y=true, alpha=0.5}\n" + w.first +
         "\nreshape2(X=%t) -> (Out=%u) {shape=" + w.split +
         "}\nelementwise_add(X=%u, Y=%mask) -> (Out=%w)\n"
         "reshape2(X=%w) -> (Out=%j) {shape=[-1, 2, 3, 3]}\n"
         "softmax(X=%j) -> (Out=%p) {axis=-1}\nmatmul_v2(X=%p, Y=%v) -> (Out=%y)\noutput %y\n";
}

TEST(FuseAttentionTest, WithinWindows) {
  const std::string fused = "input %x\n" + Windows().operands + R"(
    reshape2(X=%q) -> (Out=%y.q_windows) {shape=[-1, 4, 2, 3, 4]}
    reshape2(X=%k) -> (Out=%y.k_windows) {shape=[-1, 4, 2, 3, 4]}
    reshape2(X=%v) -> (Out=%y.v_windows) {shape=[-1, 4, 2, 3, 5]}
    dot_product_attention(Q=%y.q_windows, K=%y.k_windows, V=%y.v_windows, Mask=%mask__1) ->
        (Out=%y.y_windows) {scale=0.5}
    reshape2(X=%y.y_windows) -> (Out=%y) {shape=[-1, 2, 3, 5]}
    output %y)";
  ExpectPass(kPass, Program(Windows()), fused);
  for (const char* bias : {"float[2,1,3]", "float[3]", "float[1]"}) {
    SCOPED_TRACE(bias);
    Windows windows;
    windows.bias = bias;
    windows.first = "elementwise_add(X=%bias, Y=%s) -> (Out=%t)";
    ExpectPass(kPass, Program(windows), fused);
  }
  Windows windows;
  windows.mask = "float[4,2,3,1]";
  ExpectPass(kPass, Program(windows), fused);
}

TEST(FuseAttentionTest, WindowsLeftAlone) {
  const auto unchanged = [](auto change, const char* reason) {
    SCOPED_TRACE(reason);
    Windows windows;
    change(&windows);
    ExpectUnchanged(kPass, Program(windows), reason);
  };
  unchanged(
      [](Windows* w) {
        w->split = "[-1,4,2,9,1]";
        w->mask = "float[4,1,1,1]";
      },
      "more than split the first dimension");
  unchanged(
      [](Windows* w) {
        w->split = "[4,-1,2,3,3]";
        w->mask = "float[1]";
      },
      "more than split the first dimension");
  unchanged([](Windows* w) { w->first += " {axis=0}"; }, "not at the last axis");
  // Values that all images share.
  unchanged(
      [](Windows* w) {
        w->inputs = "input %x: float[-1,192]\ninput %v: float[1,2,3,5]\n";
        w->operands =
            "split(X=%x) -> (Out=[%a, %b]) {axis=1, sections=[96, 96]}\n"
            "reshape2(X=%a) -> (Out=%q) {shape=[-1, 2, 3, 4]}\n"
            "reshape2(X=%b) -> (Out=%k) {shape=[-1, 2, 3, 4]}\n";
      },
      "does not have the windows of the scores");
}

}  // namespace fuse_attention_test
}  // namespace paddle::lite::mir
