#include "lite/mir/fusion.h"

namespace paddle::lite::mir {

namespace {

// The attribute that marks operand `side` ("x" or "y") as transposed.
std::string FlagName(const OpNode& product, char side) {
  if (product.type() == "matmul_v2") return StrCat("trans_", std::string(1, side));
  return side == 'x' ? "transpose_X" : "transpose_Y";
}

// Only the last two dimensions are swapped.
Status CheckSwap(const Match& m) {
  const auto axis = m.attr<std::vector<int>>("swap", "axis");
  const int rank = static_cast<int>(axis.size());
  if (rank < 2) return Refuse("the operand is not a matrix");
  for (int i = 0; i < rank; ++i) {
    const int expected = i < rank - 2 ? i : 2 * rank - 3 - i;
    if (axis[static_cast<size_t>(i)] != expected) {
      return Refuse("the transposition does more than swap the last two dimensions");
    }
  }
  if (IsQuantised(m.op("product"))) return Refuse("the product is quantised");
  return OkStatus();
}

template <char kSide>
Status FlipFlag(Match* m) {
  const OpNode& product = m->op("product");
  const std::string flag = FlagName(product, kSide);
  m->SetAttr(flag, !m->attr<bool>("product", flag));
  return OkStatus();
}

constexpr char kSwappedProduct[] = "@product(X=%x, Y=%y) -> (Out=%out) {..product, $*}";

}  // namespace

// Products can read their operands transposed or not.
LITE_PASS(fuse_transpose_matmul) {
  return Pass()
      .Stage(Stage::kView)
      .Fuse({R"(swap: transpose|transpose2(X=%x) -> (Out=%t)
                product: matmul|matmul_v2(X=%t, Y=%y) -> (Out=%out))",
             kSwappedProduct, &CheckSwap, &FlipFlag<'x'>})
      .Fuse({R"(swap: transpose|transpose2(X=%y) -> (Out=%t)
                product: matmul|matmul_v2(X=%x, Y=%t) -> (Out=%out))",
             kSwappedProduct, &CheckSwap, &FlipFlag<'y'>});
}

}  // namespace paddle::lite::mir
