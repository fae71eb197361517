#include "lite/mir/passes/elementwise.h"
#include "lite/mir/passes/matmul.h"

namespace paddle::lite::mir {

namespace {

// Rank of the product, 0 if unknown.
int ProductRank(const Match& m) {
  if (m.op("p").type() == "mul") return m.attr<int>("p", "x_num_col_dims") + 1;
  const auto& dims = m.arg("x")->dims;
  return dims.has_value() ? dims->rank() : 0;
}

bool IsWeightTransposed(const Match& m) {
  const std::string& type = m.op("p").type();
  return type != "mul" && m.attr<bool>("p", type == "matmul_v2" ? "trans_y" : "transpose_Y");
}

Status CheckFc(const Match& m) {
  const OpNode& p = m.op("p");
  const DDim& w = m.constant("w")->dims();
  if (w.rank() != 2) return Refuse("the weight has shape ", w, ", expected a matrix");
  if (p.type() == "mul") {
    if (m.attr<int>("p", "y_num_col_dims") != 1) return Refuse("y_num_col_dims is not 1");
  } else {
    const bool v2 = p.type() == "matmul_v2";
    if (m.attr<bool>("p", v2 ? "trans_x" : "transpose_X")) return Refuse("X is transposed");
    if (m.attr<float>("p", "alpha") != 1.0f) return Refuse("alpha is not 1");
  }
  LITE_RETURN_IF_ERROR(CheckOneHead(m, "p"));
  LITE_RETURN_IF_ERROR(CheckPlainElementwise(m, "elementwise_add"));
  const int rank = ProductRank(m);
  if (rank < 2) return Refuse("the rank of the product is unknown or below 2");
  // The bias: N numbers, aligned with the last dimension.
  const DDim& b = m.constant("b")->dims();
  const int axis = m.attr<int>("elementwise_add", "axis");
  const bool is_row = b.rank() == 1 || (b.rank() == 2 && b[0] == 1);
  const int64_t columns = w[IsWeightTransposed(m) ? 0 : 1];
  if (!is_row || b.at(-1) != columns) {
    return Refuse("the addend has shape ", b, ", expected [", columns, "]");
  }
  if (axis != -1 && axis + b.rank() != rank) {
    return Refuse("the addend is at axis ", axis, ", not at the last");
  }
  if (m.constant("b")->precision() != PrecisionType::kFloat)
    return Refuse("the addend is not of type float");
  if (m.op("p").FindAttr("quantize_weight_bits") == nullptr && !IsQuantised(m.op("p")) &&
      m.constant("w")->precision() != PrecisionType::kFloat) {
    return Refuse("the weight has type ", PrecisionToStr(m.constant("w")->precision()));
  }
  return OkStatus();
}

Status ComputeFc(Match* m) {
  const OpNode& p = m->op("p");
  if (IsWeightTransposed(*m)) {
    const Tensor& old = *m->constant("w");
    if (old.precision() != PrecisionType::kFloat)
      return Refuse("the transposed weight is not of type float");
    const int64_t n = old.dims()[0];
    const int64_t k = old.dims()[1];
    Tensor weight;
    weight.Resize(DDim({k, n}));
    LITE_RETURN_IF_ERROR(weight.Allocate(PrecisionType::kFloat));
    for (int64_t i = 0; i < n * k; ++i) {
      weight.mutable_data<float>()[i % k * n + i / k] = old.data<float>()[i];
    }
    m->SetConstant("w", m->arg("w")->name(), std::move(weight));
    // The attribute is not read, but it would be wrong.
    m->SetAttr(p.type() == "matmul" ? "transpose_Y" : "trans_y", false);
  }
  m->SetAttr("op_type", p.type());
  m->SetAttr("in_num_col_dims", ProductRank(*m) - 1);
  return OkStatus();
}

}  // namespace

LITE_PASS(fuse_fc) {
  return Pass()
      .Stage(Stage::kBias)
      .Alias("lite_fc_fuse_pass")
      .Alias("lite_matmul_element_add_fuse_pass")
      .Fuse({R"(const %w  const %b
                p: mul|matmul|matmul_v2(X=%x, Y=%w) -> (Out=%m)
                elementwise_add(X=%m ~ Y=%b) -> (Out=%y))",
             "fc(Input=%x, W=%w, Bias=%b) -> (Out=%y) {..p, $*}", &CheckFc, &ComputeFc});
}

}  // namespace paddle::lite::mir
