#include "tests/mir/pass_test.h"

namespace paddle::lite::mir {
namespace fuse_view_fc_test {

constexpr char kPass[] = "fuse_view_fc";

std::string Program(const std::string& view, const std::string& attrs,
                    const std::string& x = "float[-1,6,1,1]") {
  return "const %w: float[6,3] = random(1, -1, 1)\ninput %x: " + x + "\n" + view +
         "\nfc(Input=%v, W=%w) -> (Out=%y) {" + attrs + "}\noutput %y\n";
}

TEST(FuseViewFcTest, Views) {
  for (const char* view :
       {"flatten_contiguous_range(X=%x) -> (Out=%v) {start_axis=1, stop_axis=-1}",
        "flatten2(X=%x) -> (Out=%v, XShape=%s) {axis=1}",
        "squeeze2(X=%x) -> (Out=%v) {axes=[2, 3]}", "reshape2(X=%x) -> (Out=%v) {shape=[0, -1]}"}) {
    SCOPED_TRACE(view);
    ExpectPass(kPass, Program(view, "in_num_col_dims=1, op_type=\"mul\""),
               "input %x\nfc(Input=%x, W=%w) -> (Out=%y) {in_num_col_dims=1, op_type=\"mul\"}\n"
               "output %y\n");
    // The operand's rank is kept.
    ExpectPass(kPass, Program(view, "in_num_col_dims=1, op_type=\"matmul_v2\""),
               "input %x\nfc(Input=%x, W=%w) -> (Out=%y) {in_num_col_dims=1, op_type=\"mul\"}\n"
               "output %y\n");
  }
  ExpectPass(kPass,
             Program("flatten_contiguous_range(X=%x) -> (Out=%v) {start_axis=2, stop_axis=3}",
                     "in_num_col_dims=1, op_type=\"matmul\"", "float[-1,4,2,3]"),
             "input %x\nfc(Input=%x, W=%w) -> (Out=%y) {in_num_col_dims=2, op_type=\"mul\"}\n"
             "output %y\n");
}

std::string Product(const std::string& view, const std::string& product,
                    const std::string& x = "float[-1,6,1,1]",
                    const std::string& w = "float[6,3] = random(1, -1, 1)") {
  return "const %w: " + w + "\ninput %x: " + x + "\n" + view + "\n" + product + "\noutput %y\n";
}

// Products without a bias.
TEST(FuseViewFcTest, Products) {
  for (const char* view : {"squeeze2(X=%x) -> (Out=%v, XShape=%s) {axes=[2, 3]}",
                           "reshape2(X=%x) -> (Out=%v) {shape=[0, -1]}"}) {
    for (const char* product : {"mul(X=%v, Y=%w) -> (Out=%y)", "matmul(X=%v, Y=%w) -> (Out=%y)",
                                "matmul_v2(X=%v, Y=%w) -> (Out=%y)"}) {
      SCOPED_TRACE(product);
      ExpectPass(kPass, Product(view, product),
                 "input %x\nmul(X=%x, Y=%w) -> (Out=%y) {x_num_col_dims=1, y_num_col_dims=1}\n"
                 "output %y\n");
    }
  }
  ExpectPass(kPass,
             Product("flatten_contiguous_range(X=%x) -> (Out=%v) {start_axis=2, stop_axis=3}",
                     "matmul_v2(X=%v, Y=%w) -> (Out=%y)", "float[-1,4,2,3]"),
             "input %x\nmul(X=%x, Y=%w) -> (Out=%y) {x_num_col_dims=2, y_num_col_dims=1}\n"
             "output %y\n");
}

TEST(FuseViewFcTest, ProductsLeftAlone) {
  const char kSqueeze[] = "squeeze2(X=%x) -> (Out=%v) {axes=[2, 3]}";
  const char kSquare[] = "float[6,6] = random(1, -1, 1)";
  // Elsewhere [2, 6, 1, 1] as [4, 3] was also dropped.
  ExpectUnchanged(
      kPass,
      Product("reshape2(X=%x) -> (Out=%v) {shape=[-1, 3]}", "matmul(X=%v, Y=%w) -> (Out=%y)",
              "float[2,6,1,1]", "float[3,3] = fill(1)"),
      "the rows change");
  ExpectUnchanged(kPass,
                  Product(kSqueeze, "matmul(X=%v, Y=%w) -> (Out=%y) {transpose_Y=true}",
                          "float[-1,6,1,1]", kSquare),
                  "an operand is transposed");
  ExpectUnchanged(kPass,
                  Product(kSqueeze, "matmul_v2(X=%v, Y=%w) -> (Out=%y) {trans_x=true}",
                          "float[6,6,1,1]", kSquare),
                  "an operand is transposed");
  ExpectUnchanged(kPass, Product(kSqueeze, "matmul(X=%v, Y=%w) -> (Out=%y) {head_number=2}"),
                  "the product has 2 heads");
  ExpectUnchanged(kPass, Product(kSqueeze, "matmul(X=%v, Y=%w) -> (Out=%y) {alpha=0.5}"),
                  "alpha is not 1");
  ExpectUnchanged(kPass,
                  Product(kSqueeze, "mul(X=%v, Y=%w) -> (Out=%y) {enable_int8=true}",
                          "float[-1,6,1,1]", "int8[6,3] = fill(1)"),
                  "quantised");
  ExpectUnchanged(kPass,
                  Product(kSqueeze, "matmul(X=%v, Y=%w) -> (Out=%y)", "float[2,6,1,1]",
                          "float[2,6,3] = random(1, -1, 1)"),
                  "not a matrix");
  ExpectUnchanged(kPass,
                  Product(kSqueeze, "mul(X=%v, Y=%w) -> (Out=%y) {y_num_col_dims=2}",
                          "float[-1,6,1,1]", "float[6,1] = fill(1)"),
                  "y_num_col_dims is not 1");
  ExpectUnchanged(kPass,
                  "input %w: float[6,3]\ninput %x: float[-1,6,1,1]\n" + std::string(kSqueeze) +
                      "\nmatmul(X=%v, Y=%w) -> (Out=%y)\noutput %y\n",
                  "is not a constant");
}

TEST(FuseViewFcTest, LeftAlone) {
  // If the dimension is 1, it is removed.
  ExpectUnchanged(
      kPass,
      Product("squeeze2(X=%x) -> (Out=%v)", "matmul_v2(X=%v, Y=%w) -> (Out=%y)", "float[2,-1]"),
      "dimension 1 of %x is open");
  // Elsewhere [2, 6, 1, 1] as [4, 3] was also dropped.
  ExpectUnchanged(
      kPass,
      Program("reshape2(X=%x) -> (Out=%v) {shape=[-1, 6]}", "in_num_col_dims=1", "float[2,3,1,1]"),
      "the rows change");
  ExpectUnchanged(
      kPass,
      Program("squeeze2(X=%x) -> (Out=%v) {axes=[0]}", "in_num_col_dims=1", "float[1,4,6,1]"),
      "the rows change");
  ExpectUnchanged(kPass,
                  Program("unsqueeze2(X=%x) -> (Out=%v) {axes=[1]}",
                          "in_num_col_dims=1, op_type=\"matmul\"", "float[-1,6]"),
                  "the ranks do not allow");
  ExpectUnchanged(kPass,
                  Program("reshape2(X=%x) -> (Out=%v) {shape=[0, 6]}", "in_num_col_dims=1",
                          "float[-1,6,1,1]<lod=1>"),
                  "holds sequences");
  // Only %v has a scale.
  ExpectUnchanged(kPass,
                  "const %w: int8[6,3] = fill(1)\ninput %x: float[-1,6,1,1]\n"
                  "reshape2(X=%x) -> (Out=%v) {shape=[0, -1]}\n"
                  "fc(Input=%v, W=%w) -> (Out=%y) {Input0_scale=[0.5], W0_scale=[0.25], "
                  "enable_int8=true, in_num_col_dims=1}\noutput %y\n",
                  "quantised");
  ExpectUnchanged(
      kPass,
      Program("reshape2(X=%x) -> (Out=%v) {shape=[0, -1]}", "in_num_col_dims=1") + "output %v\n",
      "also read by fetch");
}

}  // namespace fuse_view_fc_test
}  // namespace paddle::lite::mir
