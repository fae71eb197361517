#include <cmath>

#include "lite/mir/passes/elementwise.h"

namespace paddle::lite::mir {

namespace {

// `label` multiplies floats, X as it is and Y transposed or not.
Status CheckProduct(const Match& m, const std::string& label, bool transpose_y) {
  const bool v2 = m.op(label).type() == "matmul_v2";
  if (m.attr<bool>(label, v2 ? "trans_x" : "transpose_X")) {
    return Refuse("X of the product `", label, "` is transposed");
  }
  if (m.attr<bool>(label, v2 ? "trans_y" : "transpose_Y") != transpose_y) {
    return Refuse("Y of the product `", label, "` is ", transpose_y ? "not " : "", "transposed");
  }
  if (IsQuantised(m.op(label))) return Refuse("the product `", label, "` is quantised");
  return OkStatus();
}

Status CheckMatrix(const Match& m, const std::string& name) {
  const ArgNode& value = *m.arg(name);
  if (!value.dims.has_value() || value.dims->rank() < 2) {
    return Refuse("the rank of %", value.name(), " is unknown or below 2");
  }
  if (value.precision != PrecisionType::kFloat)
    return Refuse("%", value.name(), " is not of type float");
  return OkStatus();
}

Status CheckAttention(const Match& m) {
  LITE_RETURN_IF_ERROR(CheckProduct(m, "scores", true));
  LITE_RETURN_IF_ERROR(CheckProduct(m, "mix", false));
  if (m.attr<float>("mix", "alpha") != 1.0f) return Refuse("alpha of the product `mix` is not 1");
  if (!std::isfinite(m.attr<float>("scores", "alpha"))) {
    return Refuse("alpha of the product `scores` is not finite");
  }
  for (const char* name : {"q", "k", "v", "p"}) LITE_RETURN_IF_ERROR(CheckMatrix(m, name));
  if (m.arg("q")->desc.lod_level != 0) return Refuse("%", m.arg("q")->name(), " holds sequences");
  const int rank = m.arg("p")->dims->rank();
  const int axis = m.attr<int>("softmax", "axis");
  if (axis != -1 && axis != rank - 1) return Refuse("softmax is along axis ", axis);
  if (m.attr<bool>("softmax", "eleminate_success")) return Refuse("softmax is transposed");
  return OkStatus();
}

Status CheckMaskedAttention(const Match& m) {
  LITE_RETURN_IF_ERROR(CheckAttention(m));
  LITE_RETURN_IF_ERROR(CheckPlainElementwise(m, "sum"));
  const ArgNode& mask = *m.arg("mask");
  const ArgNode& s = *m.arg("s");
  if (!mask.dims.has_value() || !s.dims.has_value())
    return Refuse("the shape of the mask is unknown");
  if (mask.precision != PrecisionType::kFloat) return Refuse("the mask is not of type float");
  const int axis = m.attr<int>("sum", "axis");
  if (axis != -1 && axis + mask.dims->rank() != s.dims->rank()) {
    return Refuse("the mask is at axis ", axis, ", not at the last");
  }
  return OkStatus();
}

Status SetScale(Match* m) {
  m->SetAttr("scale", m->attr<float>("scores", "alpha"));
  return OkStatus();
}

}  // namespace

// The core of an attention layer; projections and permutations of heads stay as they are.
LITE_PASS(fuse_attention) {
  return Pass()
      .Stage(Stage::kView)
      .Alias("transformer_attention_fuse_pass")
      .OnlyCpu()
      .Fuse({R"(scores: matmul|matmul_v2(X=%q, Y=%k) -> (Out=%s)
                sum: elementwise_add(X=%s ~ Y=%mask) -> (Out=%t)
                softmax(X=%t) -> (Out=%p)
                mix: matmul|matmul_v2(X=%p, Y=%v) -> (Out=%y))",
             "dot_product_attention(Q=%q, K=%k, V=%v, Mask=%mask) -> (Out=%y) {$*}",
             &CheckMaskedAttention, &SetScale})
      .Fuse({R"(scores: matmul|matmul_v2(X=%q, Y=%k) -> (Out=%s)
                softmax(X=%s) -> (Out=%p)
                mix: matmul|matmul_v2(X=%p, Y=%v) -> (Out=%y))",
             "dot_product_attention(Q=%q, K=%k, V=%v) -> (Out=%y) {$*}", &CheckAttention,
             &SetScale});
}

}  // namespace paddle::lite::mir
