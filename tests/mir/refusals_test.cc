// Conditions of fusions that the tests of single passes do not cover, and known wrong results of
// another optimiser.
#include <cmath>

#include "tests/mir/pass_test.h"

namespace paddle::lite::mir {
namespace refusals_test {

struct Refused {
  const char* pass;
  const char* reason;
  const char* program;
};

void ExpectRefused(const Refused& c) {
  SCOPED_TRACE(StrCat(c.pass, ": ", c.reason));
  ExpectUnchanged(c.pass, c.program, c.reason);
}

TEST(RefusalsTest, Convolutions) {
  const Refused cases[] = {
      {"fuse_conv_bn", "scale does not have one element per output channel", R"(
        const %w: float[2,1,1,1] = fill(1)
        const %k: float[2] = fill(1)
        const %s: float[3] = fill(1)
        input %x: float[-1,1,4,4]
        conv2d(Input=%x, Filter=%w) -> (Output=%c)
        batch_norm(X=%c, Scale=%s, Bias=%k, Mean=%k, Variance=%k) -> (Y=%y) {is_test=true}
        output %y)"},
      {"fuse_conv_bn", "Variance + epsilon is not positive", R"(
        const %w: float[2,1,1,1] = fill(1)
        const %k: float[2] = fill(1)
        const %v: float[2] = [1.0, -1.0]
        input %x: float[-1,1,4,4]
        conv2d(Input=%x, Filter=%w) -> (Output=%c)
        batch_norm(X=%c, Scale=%k, Bias=%k, Mean=%k, Variance=%v) -> (Y=%y) {is_test=true}
        output %y)"},
      {"fuse_conv_bn", "Bias does not have one element per output channel", R"(
        const %w: float[2,1,1,1] = fill(1)
        const %k: float[2] = fill(1)
        const %b: float[1] = fill(1)
        input %x: float[-1,1,4,4]
        conv2d(Input=%x, Filter=%w, Bias=%b) -> (Output=%c)
        batch_norm(X=%c, Scale=%k, Bias=%k, Mean=%k, Variance=%k) -> (Y=%y) {is_test=true}
        output %y)"},
      {"fuse_conv_bn", "the filter is not quantised per output channel", R"(
        const %w: int8[2,1,1,1] = fill(1)
        const %k: float[2] = fill(1)
        input %x: float[-1,1,4,4]
        conv2d(Input=%x, Filter=%w) -> (Output=%c)
            {enable_int8=true, Filter0_scale=[0.5, 0.5, 0.5]}
        batch_norm(X=%c, Scale=%k, Bias=%k, Mean=%k, Variance=%k) -> (Y=%y) {is_test=true}
        output %y)"},
      {"fuse_conv_bn", "the filter has type", R"(
        const %w: int8[2,1,1,1] = fill(1)
        const %k: float[2] = fill(1)
        input %x: float[-1,1,4,4]
        conv2d(Input=%x, Filter=%w) -> (Output=%c)
        batch_norm(X=%c, Scale=%k, Bias=%k, Mean=%k, Variance=%k) -> (Y=%y) {is_test=true}
        output %y)"},
      {"fuse_conv_bias", "Filter has not rank 4", R"(
        const %w: float[2,1,1] = fill(1)
        const %b: float[2] = fill(1)
        input %x: float[-1,1,4,4]
        conv2d(Input=%x, Filter=%w) -> (Output=%c)
        elementwise_add(X=%c, Y=%b) -> (Out=%y) {axis=1}
        output %y)"},
      {"fuse_conv_bias", "the operand is not of type float", R"(
        const %w: float[2,1,1,1] = fill(1)
        const %b: int32[2] = fill(1)
        input %x: float[-1,1,4,4]
        conv2d(Input=%x, Filter=%w) -> (Output=%c)
        elementwise_add(X=%c, Y=%b) -> (Out=%y) {axis=1}
        output %y)"},
      {"fuse_conv_conv", "the data is NHWC", R"(
        const %w: float[8,4,1,1] = fill(1)
        const %v: float[2,8,1,1] = fill(1)
        input %x: float[-1,6,6,4]
        conv2d(Input=%x, Filter=%w) -> (Output=%c) {data_format="NHWC"}
        conv2d(Input=%c, Filter=%v) -> (Output=%y) {data_format="NHWC"}
        output %y)"},
      {"fuse_conv_conv", "Bias does not have one element per output channel", R"(
        const %w: float[8,4,1,1] = fill(1)
        const %v: float[2,8,1,1] = fill(1)
        const %b: float[3] = fill(1)
        input %x: float[-1,4,6,6]
        conv2d(Input=%x, Filter=%w) -> (Output=%c)
        conv2d(Input=%c, Filter=%v, Bias=%b) -> (Output=%y)
        output %y)"},
      {"fuse_conv_residual", "the operands are shifted by axis 1", R"(
        const %w: float[4,4,1,1] = fill(1)
        input %x: float[4,4,4,4]
        relu(X=%x) -> (Out=%r)
        conv2d(Input=%x, Filter=%w) -> (Output=%c)
        elementwise_add(X=%c, Y=%r) -> (Out=%y) {axis=1}
        output %y)"},
      {"fuse_conv_residual", "the types differ", R"(
        const %w: float[4,4,1,1] = fill(1)
        input %x: float[4,4,4,4]
        cast(X=%x) -> (Out=%r) {in_dtype=5, out_dtype=3}
        conv2d(Input=%x, Filter=%w) -> (Output=%c)
        elementwise_add(X=%c, Y=%r) -> (Out=%y)
        output %y)"},
      {"fuse_conv_scale", "scale or bias is not finite", R"(
        const %w: float[2,1,1,1] = fill(1)
        input %x: float[-1,1,4,4]
        conv2d(Input=%x, Filter=%w) -> (Output=%c)
        scale(X=%c) -> (Out=%y) {scale=inf}
        output %y)"},
      {"fuse_conv_scale", "a weight would not be finite", R"(
        const %w: float[2,1,1,1] = fill(1)
        const %k: float[1] = fill(inf)
        input %x: float[-1,1,4,4]
        conv2d(Input=%x, Filter=%w) -> (Output=%c)
        elementwise_mul(X=%c, Y=%k) -> (Out=%y)
        output %y)"},
      {"fuse_conv_scale", "a weight would not be finite", R"(
        const %w: float[2,1,1,1] = fill(3e30)
        input %x: float[-1,1,4,4]
        conv2d(Input=%x, Filter=%w) -> (Output=%c)
        scale(X=%c) -> (Out=%y) {scale=1e30}
        output %y)"},
      {"fuse_fc_scale", "does not fit float", R"(
        const %w: float[4,2] = fill(3e30)
        input %x: float[-1,4]
        fc(Input=%x, W=%w) -> (Out=%c) {in_num_col_dims=1}
        scale(X=%c) -> (Out=%y) {scale=1e30}
        output %y)"},
      {"fuse_conv_scale", "does not have one float per output channel", R"(
        const %w: float[2,1,1,1] = fill(1)
        const %k: float[1] = fill(1)
        input %x: float[-1,1,4,4]
        conv2d(Input=%x, Filter=%w) -> (Output=%c)
        affine_channel(X=%c, Scale=%k, Bias=%k) -> (Out=%y) {data_layout="NCHW"}
        output %y)"},
      {"fuse_pad_conv", "the data is NHWC", R"(
        const %w: float[4,6,3,3] = fill(1)
        input %x: float[-1,4,5,6]
        pad2d(X=%x) -> (Out=%p) {paddings=[1, 1, 1, 1]}
        conv2d(Input=%p, Filter=%w) -> (Output=%y) {data_format="NHWC"}
        output %y)"},
      // The data of the padding is channels first.
      {"fuse_pad_conv", "data_format", R"(
        const %w: float[4,6,3,3] = fill(1)
        input %x: float[-1,4,5,6]
        pad2d(X=%x) -> (Out=%p) {paddings=[1, 1, 1, 1], data_format="NHWC"}
        conv2d(Input=%p, Filter=%w) -> (Output=%y) {data_format="NHWC"}
        output %y)"},
  };
  for (const Refused& c : cases) ExpectRefused(c);
}

TEST(RefusalsTest, Others) {
  const Refused cases[] = {
      {"fuse_fc_scale", "Bias does not have one element per column", R"(
        const %w: float[4,3] = fill(1)
        const %b: float[1] = fill(1)
        input %x: float[-1,4]
        fc(Input=%x, W=%w, Bias=%b) -> (Out=%f: float[-1,3])
        scale(X=%f) -> (Out=%y) {scale=2.0}
        output %y)"},
      {"fuse_transpose_softmax", "the transpositions have different ranks", R"(
        input %x: float[2,3]
        transpose2(X=%x) -> (Out=%a) {axis=[1, 0]}
        softmax(X=%a) -> (Out=%b)
        transpose2(X=%b) -> (Out=%y) {axis=[1, 0, 2]}
        output %y)"},
      {"fuse_transpose_softmax", "softmax has no axis 2", R"(
        input %x: float[2,3]
        transpose2(X=%x) -> (Out=%a) {axis=[1, 0]}
        softmax(X=%a) -> (Out=%b) {axis=2}
        transpose2(X=%b) -> (Out=%y) {axis=[1, 0]}
        output %y)"},
      {"merge_transposes", "there is no dimension 2", R"(
        input %x: float[2,3]
        transpose2(X=%x) -> (Out=%a) {axis=[1, 0]}
        transpose2(X=%a) -> (Out=%y) {axis=[2, 0]}
        output %y)"},
      {"pad3d_to_pad2d", "X is not an image of rank 4", R"(
        input %x: float[2,3,4]
        unsqueeze2(X=%x) -> (Out=%v) {axes=[2]}
        pad3d(X=%v) -> (Out=%p) {paddings=[1, 1, 1, 1, 0, 0]}
        squeeze2(X=%p) -> (Out=%y) {axes=[2]}
        output %y)"},
      {"fuse_interp_scale", "X is not an image of rank 4", R"(
        input %x: float[2,3,4]
        shape(Input=%x) -> (Out=%s)
        nearest_interp_v2(X=%x, OutSize=%s) -> (Out=%y)
        output %y)"},
      {"fuse_interp_scale", "there is a Scale, too", R"(
        input %x: float[-1,3,4,4]
        input %f: float[1]
        shape(Input=%x) -> (Out=%s)
        slice(Input=%s) -> (Out=%hw) {axes=[0], starts=[2], ends=[4]}
        nearest_interp_v2(X=%x, OutSize=%hw, Scale=%f) -> (Out=%y)
        output %y)"},
      {"fuse_interp_scale", "scale has a computed factor", R"(
        input %x: float[-1,3,4,4]
        input %f: float[1]
        shape(Input=%x) -> (Out=%s)
        slice(Input=%s) -> (Out=%hw) {axes=[0], starts=[2], ends=[4]}
        scale(X=%hw, ScaleTensor=%f) -> (Out=%size)
        nearest_interp_v2(X=%x, OutSize=%size) -> (Out=%y)
        output %y)"},
      {"fuse_interp_scale", "a slice with computed bounds, or of no vector", R"(
        input %x: float[-1,3,4,4]
        input %two: int32[1]
        shape(Input=%x) -> (Out=%s)
        slice(Input=%s, StartsTensor=%two) -> (Out=%hw) {axes=[0], starts=[2], ends=[4]}
        nearest_interp_v2(X=%x, OutSize=%hw) -> (Out=%y)
        output %y)"},
      // No kernel of the fused operator needs to support it.
      {"fuse_elementwise_activation", "", R"(
        input %x: float[2,3]
        elementwise_add(X=%x, Y=%x) -> (Out=%a)
        abs(X=%a) -> (Out=%y)
        output %y)"},
  };
  for (const Refused& c : cases) ExpectRefused(c);
}

// Every match is checked separately, not all by the first one.
TEST(RefusalsTest, TheFirstPlaceDoesNotDecide) {
  ExpectPass("fuse_conv_conv", R"(
    const %w: float[8,4,1,1] = random(1, -1, 1)
    const %v: float[4,8,1,1] = random(2, -1, 1)
    const %u: float[4,8,3,3] = random(3, -1, 1)
    input %x: float[-1,4,6,6]
    conv2d(Input=%x, Filter=%w) -> (Output=%a)
    conv2d(Input=%a, Filter=%v) -> (Output=%b)
    relu(X=%b) -> (Out=%r)
    conv2d(Input=%r, Filter=%w) -> (Output=%c)
    conv2d(Input=%c, Filter=%u) -> (Output=%y)
    output %y)",
             R"(
    input %x
    conv2d(Bias=%a.bias, Filter=%v__1, Input=%x) -> (Output=%b)
    relu(X=%b) -> (Out=%r)
    conv2d(Filter=%w, Input=%r) -> (Output=%c)
    conv2d(Filter=%u, Input=%c) -> (Output=%y)
    output %y)");
  ExpectPass("fuse_fc", R"(
    const %w: float[4,4] = random(1, -1, 1)
    const %b: float[4] = random(2, -1, 1)
    input %x: float[4,4]
    matmul(X=%x, Y=%w) -> (Out=%a)
    elementwise_add(X=%a, Y=%b) -> (Out=%c)
    matmul(X=%c, Y=%w) -> (Out=%d) {transpose_X=true}
    elementwise_add(X=%d, Y=%b) -> (Out=%y)
    output %y)",
             R"(
    input %x
    fc(Input=%x, W=%w, Bias=%b) -> (Out=%c) {in_num_col_dims=1, op_type="matmul"}
    matmul(X=%c, Y=%w) -> (Out=%d) {transpose_X=true}
    elementwise_add(X=%d, Y=%b) -> (Out=%y)
    output %y)");
}

// The scales of a transposed filter belong to output channels, each multiplied once.
TEST(RefusalsTest, QuantisedTransposedConvolution) {
  const PassResult result = RunPasses({"fuse_conv_bn"}, R"(
    const %w: int8[2,2,1,1] = [10, -20, 30, 127]
    const %s: float[2] = [2.0, -3.0]
    const %b: float[2] = [0.5, 0.25]
    const %m: float[2] = [1.0, 2.0]
    const %v: float[2] = [0.75, 0.75]
    input %x: float[1,2,4,4]
    conv2d_transpose(Input=%x, Filter=%w) -> (Output=%c)
        {enable_int8=true, Filter0_scale=[0.5, 0.25], Input0_scale=[0.1]}
    batch_norm(X=%c, Scale=%s, Bias=%b, Mean=%m, Variance=%v) -> (Y=%y)
        {is_test=true, epsilon=0.25}
    output %y)");
  const model::OpDesc& conv = result.after.program.blocks[0].ops[1];
  ASSERT_EQ(conv.type, "conv2d_transpose");
  EXPECT_EQ(conv.attrs.at("Filter0_scale"), model::AttrValue(std::vector<float>{1.0f, 0.75f}));
  const Tensor& w = result.after.params.at("w__1");
  EXPECT_EQ(std::vector<int8_t>(w.data<int8_t>(), w.data<int8_t>() + 4),
            (std::vector<int8_t>{10, 20, 30, -127}));
}

// Folding computes the same as the operators' kernels: infinities, booleans, integers beyond 2^24,
// and axes in a tensor.
TEST(RefusalsTest, FoldedValues) {
  const PassResult result = RunPasses({"fold_constants"}, R"(
    const %n: int64[2] = [16777217, -16777219]
    const %three: float[3] = [1.0, 2.0, 3.0]
    const %axis: int32[1] = [1]
    input %x: float[-1,3]
    input %i: int64[2]
    fill_constant() -> (Out=%up) {shape=[1L], str_value="inf", value=0.0, dtype=5}
    fill_constant() -> (Out=%down) {shape=[1L], str_value="-inf", value=0.0, dtype=5}
    assign_value() -> (Out=%truth) {shape=[3], dtype=0, bool_values=[1, 0, 1]}
    cast(X=%truth) -> (Out=%ones) {in_dtype=0, out_dtype=5}
    scale(X=%n) -> (Out=%m) {scale=1.0, bias=1.0}
    unsqueeze2(X=%three, AxesTensor=%axis) -> (Out=%column) {axes=[0]}
    elementwise_add(X=%i, Y=%m) -> (Out=%z)
    elementwise_min(X=%x, Y=%up) -> (Out=%a)
    elementwise_max(X=%a, Y=%down) -> (Out=%b)
    elementwise_mul(X=%b, Y=%ones) -> (Out=%c)
    mul(X=%c, Y=%column) -> (Out=%y)
    output %y
    output %z)");
  const auto& params = result.after.params;
  ASSERT_EQ(params.count("up") + params.count("down") + params.count("ones") + params.count("m") +
                params.count("column"),
            5u)
      << result.explanation;
  EXPECT_EQ(params.at("up").data<float>()[0], INFINITY);
  EXPECT_EQ(params.at("down").data<float>()[0], -INFINITY);
  const float* ones = params.at("ones").data<float>();
  EXPECT_EQ(std::vector<float>(ones, ones + 3), (std::vector<float>{1, 0, 1}));
  EXPECT_EQ(params.at("m").data<int64_t>()[0], 16777218);
  EXPECT_EQ(params.at("m").data<int64_t>()[1], -16777218);
  EXPECT_EQ(params.at("column").dims(), DDim({3, 1}));
  ExpectSameResults(result.before, result.after);
}

}  // namespace refusals_test
}  // namespace paddle::lite::mir
