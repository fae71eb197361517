#include "lite/mir/passes/matmul.h"
#include "lite/mir/passes/view.h"

namespace paddle::lite::mir {

namespace {

// Whether a view before a product that keeps `kept` leading dimensions and joins the others is
// redundant, because it keeps the same ones.
Status CheckKept(const Match& m, int kept) {
  const ArgNode& x = *m.arg("x");
  const ArgNode& v = *m.arg("v");
  if (x.desc.lod_level != 0) return Refuse("%", x.name(), " holds sequences");
  for (size_t i = 0; i < x.probes.size(); ++i) {
    if (kept < 1 || kept >= x.probes[i].rank() || kept >= v.probes[i].rank()) {
      return Refuse("the ranks do not allow ", kept, " kept dimensions");
    }
    for (int d = 0; d < kept; ++d) {
      if (x.probes[i][d] != v.probes[i][d]) {
        return Refuse("from ", x.probes[i], " to ", v.probes[i], " the rows change");
      }
    }
  }
  return OkStatus();
}

Status CheckViewShapes(const Match& m) {
  if (m.arg("x")->probes.empty() || m.arg("v")->probes.empty()) {
    return Refuse("the shapes are not known");
  }
  return CheckSqueeze(m, "view", *m.arg("x"));
}

// A scale belongs to %v, which the fused operator does not have.
Status CheckProductScale(const Match& m, const std::string& op) {
  LITE_RETURN_IF_ERROR(CheckViewShapes(m));
  return IsQuantised(m.op(op)) ? Refuse("the product is quantised") : OkStatus();
}

Status CheckViewFc(const Match& m) { return CheckProductScale(m, "fc"); }

Status SetKept(Match* m) {
  const auto type = m->attr<std::string>("fc", "op_type");
  const bool is_product = type == "matmul" || type == "matmul_v2";
  const int kept =
      is_product ? m->arg("v")->probes[0].rank() - 1 : m->attr<int>("fc", "in_num_col_dims");
  LITE_RETURN_IF_ERROR(CheckKept(*m, kept));
  m->SetAttr("in_num_col_dims", kept);
  // Matrix products depend on the rank of their operand.
  if (is_product) m->SetAttr("op_type", std::string("mul"));
  return OkStatus();
}

Status CheckProduct(const Match& m) {
  LITE_RETURN_IF_ERROR(CheckProductScale(m, "product"));
  LITE_RETURN_IF_ERROR(CheckOneHead(m, "product"));
  const std::string& type = m.op("product").type();
  if (m.constant("w")->dims().rank() != 2) return Refuse("the weight is not a matrix");
  if (type == "mul") {
    return m.attr<int>("product", "y_num_col_dims") == 1 ? OkStatus()
                                                         : Refuse("y_num_col_dims is not 1");
  }
  const bool v2 = type == "matmul_v2";
  if (m.attr<bool>("product", v2 ? "trans_x" : "transpose_X") ||
      m.attr<bool>("product", v2 ? "trans_y" : "transpose_Y")) {
    return Refuse("an operand is transposed");
  }
  return m.attr<float>("product", "alpha") == 1.0f ? OkStatus() : Refuse("alpha is not 1");
}

Status SetColumns(Match* m) {
  const int kept = m->op("product").type() == "mul" ? m->attr<int>("product", "x_num_col_dims")
                                                    : m->arg("v")->probes[0].rank() - 1;
  m->SetAttr("x_num_col_dims", kept);
  return CheckKept(*m, kept);
}

constexpr char kView[] = R"(
    const %w
    view: flatten_contiguous_range|flatten|flatten2|squeeze|squeeze2|unsqueeze|unsqueeze2|reshape|
          reshape2(X=%x) -> (Out=%v)
    )";

}  // namespace

LITE_PASS(fuse_view_fc) {
  const std::string view = kView;
  return Pass()
      .Stage(Stage::kActivation)
      .Alias("lite_flatten_fc_fuse_pass")
      .Alias("lite_squeeze2_matmul_fuse_pass")
      .Alias("lite_reshape2_matmul_fuse_pass")
      .Fuse({view + "fc(Input=%v, W=%w, ..) -> (Out=%y)",
             "fc(..fc, Input=%x, W=%w) -> (Out=%y) {..fc, $*}", &CheckViewFc, &SetKept})
      .Fuse({view + "product: mul|matmul|matmul_v2(X=%v, Y=%w) -> (Out=%y)",
             "mul(X=%x, Y=%w) -> (Out=%y) {..product, $*, y_num_col_dims=1}", &CheckProduct,
             &SetColumns});
}

}  // namespace paddle::lite::mir
