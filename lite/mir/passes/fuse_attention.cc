#include <algorithm>
#include <cmath>
#include <limits>
#include <tuple>

#include "lite/mir/passes/elementwise.h"
#include "lite/mir/passes/matmul.h"

namespace paddle::lite::mir {

namespace {

// `label` multiplies floats, X as it is and Y transposed or not.
Status CheckProduct(const Match& m, const std::string& label, bool transpose_y) {
  LITE_RETURN_IF_ERROR(CheckOneHead(m, label));
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
  // `matmul` joins other dimensions than the last two, and its result has those of X.
  for (const auto& [product, x, y] :
       {std::tuple("scores", "q", "k"), std::tuple("mix", "p", "v")}) {
    if (m.op(product).type() == "matmul" && m.arg(x)->dims->rank() != m.arg(y)->dims->rank()) {
      return Refuse("the operands of `matmul` have different ranks");
    }
  }
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

// Attention within windows of an image: after a bias, the scores [batch * windows, ...] are viewed
// as [batch, windows, ...] for a mask that differs between windows.
Status CheckWindows(const Match& m) {
  LITE_RETURN_IF_ERROR(CheckAttention(m));
  for (const char* label : {"first", "second"}) {
    LITE_RETURN_IF_ERROR(CheckPlainElementwise(m, label));
    if (m.attr<int>(label, "axis") != -1) return Refuse("a mask is not at the last axis");
  }
  for (const char* name : {"bias", "mask"}) {
    if (m.constant(name)->precision() != PrecisionType::kFloat) {
      return Refuse(name, " is not of type float");
    }
  }
  const ArgNode& s = *m.arg("s");
  const ArgNode& u = *m.arg("u");
  if (!s.dims.has_value() || !u.dims.has_value())
    return Refuse("the rank of the scores is unknown");
  const int rank = s.dims->rank();
  bool splits = rank >= 3 && u.dims->rank() == rank + 1 && m.arg("p")->dims->rank() == rank &&
                (*u.dims)[1] > 0;
  for (int d = 1; splits && d < rank; ++d) {
    const int64_t size = (*s.dims)[d];
    splits = size > 0 && size == (*u.dims)[d + 1] && size == (*m.arg("p")->dims)[d];
  }
  if (!splits) return Refuse("the views do more than split the first dimension of the scores");
  // Splitting the operands has to split the scores in the same way.
  for (const char* name : {"q", "k", "v"}) {
    const ArgNode& operand = *m.arg(name);
    bool alike = operand.dims->rank() == rank && !operand.probes.empty() &&
                 operand.probes.size() == s.probes.size();
    for (size_t i = 0; alike && i < s.probes.size(); ++i) {
      alike = operand.probes[i][0] == s.probes[i][0];
    }
    for (int d = 1; alike && d < rank; ++d) alike = (*operand.dims)[d] > 0;
    if (!alike) return Refuse("%", operand.name(), " does not have the windows of the scores");
  }
  return OkStatus();
}

// The shape that splits `windows` from the first dimension of an operand (1: keeps it).
Result<std::vector<int>> SplitShape(const ArgNode& operand, int64_t windows) {
  std::vector<int> shape{-1};
  if (windows != 1) shape.push_back(static_cast<int>(windows));
  for (int d = 1; d < operand.dims->rank(); ++d) {
    const int64_t size = (*operand.dims)[d];
    if (size > std::numeric_limits<int>::max()) return Refuse("a dimension of ", size);
    shape.push_back(static_cast<int>(size));
  }
  return shape;
}

// Adds a constant to `sum`, of shape `dims`, to which it is broadcast.
Status AddBroadcast(const Tensor& constant, const DDim& dims, std::vector<double>* sum) {
  LITE_ASSIGN_OR_RETURN(const std::vector<double> values, ToDoubles(constant));
  const DDim& own = constant.dims();
  for (int d = 1; d <= own.rank(); ++d) {
    const bool fits = own.at(-d) == 1 || (d <= dims.rank() && own.at(-d) == dims.at(-d));
    if (!fits) return Refuse("a mask of shape ", own, " for scores of shape ", dims);
  }
  for (size_t i = 0; i < sum->size(); ++i) {
    auto rest = static_cast<int64_t>(i);
    int64_t at = 0;
    int64_t stride = 1;
    for (int d = 1; d <= std::min(own.rank(), dims.rank()); ++d) {
      if (own.at(-d) != 1) at += rest % dims.at(-d) * stride;
      rest /= dims.at(-d);
      stride *= own.at(-d);
    }
    (*sum)[i] += values[static_cast<size_t>(at)];
  }
  return OkStatus();
}

// One mask [windows, ...] for both.
Status JoinMasks(Match* m) {
  constexpr int64_t kMaxMask = int64_t{1} << 20;  // elements, which the model file stores
  const DDim& scores = *m->arg("u")->dims;
  DDim dims;
  int64_t count = 1;
  for (int d = 1; d < scores.rank(); ++d) {
    dims.push_back(scores[d]);
    if (scores[d] > kMaxMask / count) return Refuse("a mask of both would be too large");
    count *= scores[d];
  }
  // The same for all windows; its dimension before the heads would be that of the batch.
  const DDim& bias = m->constant("bias")->dims();
  if (bias.rank() >= dims.rank() && bias.at(-dims.rank()) != 1) {
    return Refuse("the bias differs between windows");
  }
  std::vector<double> sum(static_cast<size_t>(count));
  LITE_RETURN_IF_ERROR(AddBroadcast(*m->constant("bias"), dims, &sum));
  LITE_RETURN_IF_ERROR(AddBroadcast(*m->constant("mask"), dims, &sum));
  LITE_ASSIGN_OR_RETURN(Tensor joined, FromDoubles(dims, PrecisionType::kFloat, sum));
  m->SetConstant("joined", m->arg("mask")->name(), std::move(joined));
  for (const char* name : {"q", "k", "v"}) {
    LITE_ASSIGN_OR_RETURN(const std::vector<int> shape, SplitShape(*m->arg(name), dims[0]));
    m->SetAttr(StrCat(name, "_shape"), shape);
  }
  LITE_ASSIGN_OR_RETURN(const std::vector<int> shape, SplitShape(*m->arg("y"), 1));
  m->SetAttr("y_shape", shape);
  return SetScale(m);
}

}  // namespace

// The core of an attention layer; projections and permutations of heads stay as they are.
LITE_PASS(fuse_attention) {
  return Pass()
      .Stage(Stage::kView)
      .Alias("transformer_attention_fuse_pass")
      .OnlyCpu({TargetType::kCUDA})
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
             &SetScale})
      .Fuse({R"(const %bias  const %mask
                scores: matmul|matmul_v2(X=%q, Y=%k) -> (Out=%s)
                first: elementwise_add(X=%s ~ Y=%bias) -> (Out=%t)
                split: reshape|reshape2(X=%t) -> (Out=%u)
                second: elementwise_add(X=%u ~ Y=%mask) -> (Out=%w)
                join: reshape|reshape2(X=%w) -> (Out=%j)
                softmax(X=%j) -> (Out=%p)
                mix: matmul|matmul_v2(X=%p, Y=%v) -> (Out=%y))",
             R"(reshape2(X=%q) -> (Out=%q_windows) {shape=$q_shape}
                reshape2(X=%k) -> (Out=%k_windows) {shape=$k_shape}
                reshape2(X=%v) -> (Out=%v_windows) {shape=$v_shape}
                dot_product_attention(Q=%q_windows, K=%k_windows, V=%v_windows, Mask=%joined) ->
                    (Out=%y_windows) {scale=$scale}
                reshape2(X=%y_windows) -> (Out=%y) {shape=$y_shape})",
             &CheckWindows, &JoinMasks});
}

}  // namespace paddle::lite::mir
