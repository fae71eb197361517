#include "lite/mir/passes/elementwise.h"
#include "lite/mir/passes/matmul.h"
#include "lite/mir/passes/xpu.h"

namespace paddle::lite::mir {

namespace {

Status CheckFloatMatrix(const Match& m) {
  const Tensor& w = *m.constant("w");
  if (w.dims().rank() != 2) return Refuse("the weight has shape ", w.dims(), ", expected a matrix");
  if (w.precision() != PrecisionType::kFloat) return Refuse("the weight is not of type float");
  return OkStatus();
}

Status CheckFcForXpu(const Match& m) {
  if (IsQuantised(m.op("fc"))) return Refuse("fc is quantised");
  if (m.attr<bool>("fc", "padding_weights")) return Refuse("the weight of fc is padded");
  if (!m.arg("x")->dims.has_value()) return Refuse("the rank of Input is unknown");
  return CheckFloatMatrix(m);
}

Status SetFcForXpu(Match* m) {
  const auto type = m->attr<std::string>("fc", "op_type");
  const auto name = m->attr<std::string>("fc", "activation_type");
  // As Fc::col_dims.
  const bool keeps_all = type == "matmul" || type == "matmul_v2";
  m->SetAttr("in_num_col_dims",
             keeps_all ? m->arg("x")->dims->rank() - 1 : m->attr<int>("fc", "in_num_col_dims"));
  if (name == "relu6" && m->attr<float>("fc", "alpha") != 6.0f)
    return Refuse("a clip other than 6");
  LITE_ASSIGN_OR_RETURN(const Activation activation, operators::ActivationByName(name));
  LITE_ASSIGN_OR_RETURN(const int code, XpuActivationNumber("__xpu__fc", name));
  m->SetAttr("act_type", code);
  m->SetAttr("act_param", activation.a);
  return OkStatus();
}

Status CheckMulForXpu(const Match& m) {
  if (IsQuantised(m.op("mul"))) return Refuse("mul is quantised");
  if (m.attr<int>("mul", "y_num_col_dims") != 1) return Refuse("y_num_col_dims is not 1");
  return CheckFloatMatrix(m);
}

Status SetMulForXpu(Match* m) {
  m->SetAttr("in_num_col_dims", m->attr<int>("mul", "x_num_col_dims"));
  return OkStatus();
}

// A bias: as many numbers as there are columns, at the last dimension.
Status CheckBiasForXpu(const Match& m) {
  if (m.attr<int>("fc", "act_type") != 0) return Refuse("__xpu__fc already has an activation");
  if (m.attr<bool>("fc", "transpose_w")) return Refuse("the weight of `fc` is transposed");
  LITE_RETURN_IF_ERROR(CheckPlainElementwise(m, "add"));
  LITE_RETURN_IF_ERROR(CheckFloatMatrix(m));
  const int split = m.attr<int>("fc", "in_num_col_dims");
  const Tensor& b = *m.constant("b");
  const int64_t columns = m.constant("w")->dims()[1];
  if (b.dims() != DDim{columns} || b.precision() != PrecisionType::kFloat) {
    return Refuse("the addend has shape ", b.dims(), ", expected [", columns, "] of floats");
  }
  const int axis = m.attr<int>("add", "axis");
  if (split < 1 || (axis != -1 && axis != split)) {
    return Refuse("the addend is at axis ", axis, ", not at the last");
  }
  return OkStatus();
}

Status CheckNoActivation(const Match& m) {
  if (m.attr<int>("fc", "act_type") != 0) return Refuse("__xpu__fc already has an activation");
  const std::string& act = m.op("act").type();
  if (act == "gelu" && m.attr<bool>("act", "approximate")) return Refuse("gelu is approximate");
  if (act == "relu6" && m.attr<float>("act", "threshold") != 6.0f) {
    return Refuse("relu6 has a threshold other than 6");
  }
  return OkStatus();
}

Status SetActivationOfOp(Match* m) {
  const std::string& act = m->op("act").type();
  LITE_ASSIGN_OR_RETURN(const int code, XpuActivationNumber("__xpu__fc", act));
  m->SetAttr("act_type", code);
  m->SetAttr("act_param", act == "leaky_relu" ? m->attr<float>("act", "alpha") : 0.0f);
  return OkStatus();
}

}  // namespace

// Bare products, too: `fuse_fc` has joined others with their biases, unless kernels for XPU take
// the product and the sum, but not fc.
LITE_PASS(fuse_xpu_fc) {
  return Pass()
      .Stage(Stage::kView)
      .Alias("__xpu__fc_fuse_pass")
      .ForTargets({TargetType::kXPU})
      .Fuse({"const %w\nfc(Input=%x, W=%w, Bias=%b?) -> (Out=%y)",
             "__xpu__fc(Input=%x, Filter=%w, Bias=%b) -> (Output=%y) {$*}", &CheckFcForXpu,
             &SetFcForXpu})
      .Fuse({"const %w\nmul(X=%x, Y=%w) -> (Out=%y)",
             "__xpu__fc(Input=%x, Filter=%w) -> (Output=%y) {$*}", &CheckMulForXpu, &SetMulForXpu})
      .Fuse({R"(const %w  const %b
                fc: __xpu__fc(Input=%x, Filter=%w) -> (Output=%m)
                add: elementwise_add(X=%m ~ Y=%b) -> (Out=%y))",
             "__xpu__fc(Input=%x, Filter=%w, Bias=%b) -> (Output=%y) {..fc}", &CheckBiasForXpu})
      .Fuse({R"(fc: __xpu__fc(Input=%x, Filter=%w, Bias=%b?) -> (Output=%m)
                act: relu|relu6|sigmoid|tanh|gelu|leaky_relu(X=%m) -> (Out=%y))",
             "__xpu__fc(..fc) -> (Output=%y) {..fc, $*}", &CheckNoActivation, &SetActivationOfOp});
}

}  // namespace paddle::lite::mir
