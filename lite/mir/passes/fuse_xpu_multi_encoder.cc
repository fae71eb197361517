#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "lite/mir/passes/elementwise.h"
#include "lite/mir/passes/matmul.h"
#include "lite/mir/passes/xpu.h"
#include "lite/operators/xpu_multi_encoder.h"

namespace paddle::lite::mir {

namespace {

constexpr char kEncoder[] = "__xpu__multi_encoder";

// A layer after the passes before: the sums of its six products are part of __xpu__fc, the factor
// of the scores is part of their product, and so is gelu or relu of `up`.
std::string LayerText(bool has_view) {
  std::string text =
      "const %wq  const %wk  const %wv  const %wo  const %wu  const %wd\n"
      "const %bq  const %bk  const %bv\n";
  for (const char* part : {"q", "k", "v"}) {
    text += StrCat(part, ": __xpu__fc(Input=%x, Filter=%w", part, ", Bias=%b", part,
                   ") -> (Output=%", part, ")\nsplit_", part, ": reshape|reshape2(X=%", part,
                   ") -> (Out=%", part, "_split)\nturn_", part, ": transpose|transpose2(X=%", part,
                   "_split) -> (Out=%", part, "_heads)\n");
  }
  return StrCat(text, R"(
      scores: matmul|matmul_v2(X=%q_heads, Y=%k_heads) -> (Out=%s)
      sum: elementwise_add(X=%s ~ Y=%mask) -> (Out=%t)
      softmax(X=%t) -> (Out=%p)
      mix: matmul|matmul_v2(X=%p, Y=%v_heads) -> (Out=%m)
      turn: transpose|transpose2(X=%m) -> (Out=%m_rows)
      )",
                has_view ? "join: reshape|reshape2(X=%m_rows) -> (Out=%o_input)\n" : "",
                "out: __xpu__fc(Input=%", has_view ? "o_input" : "m_rows",
                R"(, Filter=%wo, Bias=%bo)
          -> (Output=%o)
      first_sum: elementwise_add(X=%o ~ Y=%x) -> (Out=%a)
      first_norm: layer_norm(X=%a, Scale=%first_scale, Bias=%first_bias) -> (Y=%n)
      up: __xpu__fc(Input=%n, Filter=%wu, Bias=%bu) -> (Output=%u)
      down: __xpu__fc(Input=%u, Filter=%wd, Bias=%bd) -> (Output=%d)
      second_sum: elementwise_add(X=%d ~ Y=%n) -> (Out=%e)
      second_norm: layer_norm(X=%e, Scale=%second_scale, Bias=%second_bias) -> (Y=%y))");
}

constexpr char kLayer[] = R"(
    __xpu__multi_encoder(Input=%x, Mask=%mask, FCWeight=[%qkv, %qkv, %qkv, %wto, %wtu, %wtd],
        FCBias=[%bqkv, %bqkv, %bqkv, %bo, %bu, %bd], LNScale=[%first_scale, %second_scale],
        LNBias=[%first_bias, %second_bias]) -> (Output=%y) {$*})";

// The projection `label` of [batch, rows, ...] to [batch, rows, n].
Status CheckProjection(const Match& m, const std::string& label) {
  const int act = m.attr<int>(label, "act_type");
  if (label == "up") {
    if (act != 1 && act != 4) return Refuse("`up` is followed by neither relu nor gelu");
  } else if (act != 0) {
    return Refuse("`", label, "` has an activation");
  }
  if (m.attr<float>(label, "alpha") != 1.0f) return Refuse("`", label, "` has a factor");
  if (m.attr<bool>(label, "transpose_w"))
    return Refuse("the weight of `", label, "` is transposed");
  const int split = m.attr<int>(label, "in_num_col_dims");
  return split == 2 ? OkStatus() : Refuse("`", label, "` keeps ", split, " dimensions, expected 2");
}

// Whether two values have the same batch and rows at run time.
bool SameRows(const ArgNode& a, const ArgNode& b) {
  bool same = !a.probes.empty() && a.probes.size() == b.probes.size();
  for (size_t i = 0; same && i < a.probes.size(); ++i) {
    same = a.probes[i].rank() > 2 && b.probes[i].rank() > 2 && a.probes[i][0] == b.probes[i][0] &&
           a.probes[i][1] == b.probes[i][1];
  }
  return same;
}

// q, k and v are [batch, rows, n], split into [batch, rows, heads, depth] and turned to
// [batch, heads, rows, depth].
Status CheckHeads(const Match& m) {
  const std::vector<int> turn = {0, 2, 1, 3};
  const ArgNode& x = *m.arg("x");
  const DDim& first = *m.arg("q_split")->dims;
  for (const char* part : {"q", "k", "v"}) {
    const ArgNode& split = *m.arg(StrCat(part, "_split"));
    if (!split.dims.has_value() || split.dims->rank() != 4 || !SameRows(split, x)) {
      return Refuse("the view of `", part, "` does more than split rows into heads");
    }
    const DDim& dims = *split.dims;
    if (dims[2] < 1 || dims[3] < 1 || dims[2] != first[2] || dims[3] != first[3]) {
      return Refuse("the heads of `", part, "` are ", dims, ", those of q ", first);
    }
    if (m.attr<std::vector<int>>(StrCat("turn_", part), "axis") != turn) {
      return Refuse("`", part, "` is not transposed to heads");
    }
  }
  if (m.attr<std::vector<int>>("turn", "axis") != turn) {
    return Refuse("the heads are not transposed back to rows");
  }
  return OkStatus();
}

Status CheckScores(const Match& m) {
  const int64_t depth = (*m.arg("q_split")->dims)[3];
  for (const char* label : {"scores", "mix"}) {
    LITE_RETURN_IF_ERROR(CheckOneHead(m, label));
    if (IsQuantised(m.op(label))) return Refuse("the product `", label, "` is quantised");
    const bool v2 = m.op(label).type() == "matmul_v2";
    const bool is_scores = std::string(label) == "scores";
    if (m.attr<bool>(label, v2 ? "trans_x" : "transpose_X") ||
        m.attr<bool>(label, v2 ? "trans_y" : "transpose_Y") != is_scores) {
      return Refuse("the product `", label, "` transposes other operands");
    }
    const float alpha = m.attr<float>(label, "alpha");
    const double expected = is_scores ? 1 / std::sqrt(static_cast<double>(depth)) : 1;
    if (!(std::fabs(alpha - expected) < 1e-6)) {
      return Refuse("alpha of the product `", label, "` is ", alpha, ", expected ", expected);
    }
  }
  const int axis = m.attr<int>("softmax", "axis");
  if (axis != -1 && axis != 3) return Refuse("softmax is along axis ", axis);
  return OkStatus();
}

// The mask may repeat the batch, but neither heads nor rows; that it fits to columns follows from
// the product after the softmax.
Status CheckMaskOfLayer(const Match& m) {
  const ArgNode& mask = *m.arg("mask");
  const ArgNode& scores = *m.arg("s");
  if (mask.precision != PrecisionType::kFloat || !mask.dims.has_value() || mask.dims->rank() != 4) {
    return Refuse("the mask is not of rank 4 and type float");
  }
  const DDim& dims = *mask.dims;
  if (dims[1] != 1 && dims[1] != (*m.arg("q_split")->dims)[2]) {
    return Refuse("the mask has other heads: ", dims);
  }
  // As many rows as columns, which are those of the scores or 1, or as many as the scores.
  bool square = !mask.probes.empty();
  bool same_rows = square && mask.probes.size() == scores.probes.size();
  for (size_t i = 0; i < mask.probes.size(); ++i) {
    const DDim& probe = mask.probes[i];
    square = square && probe.rank() == 4 && probe[2] == probe[3];
    same_rows = same_rows && probe.rank() == 4 && scores.probes[i].rank() == 4 &&
                probe[2] == scores.probes[i][2];
  }
  return dims[2] == 1 || square || same_rows ? OkStatus()
                                             : Refuse("the mask may have other rows: ", dims);
}

Status CheckLayer(const Match& m) {
  for (const char* label : {"q", "k", "v", "out", "up", "down"}) {
    LITE_RETURN_IF_ERROR(CheckProjection(m, label));
  }
  const ArgNode& x = *m.arg("x");
  if (!x.dims.has_value() || x.dims->rank() != 3 || (*x.dims)[2] < 1) {
    return Refuse("%", x.name(), " is not [batch, rows, columns]");
  }
  if (!m.arg("q_split")->dims.has_value()) return Refuse("the rank of the heads is unknown");
  LITE_RETURN_IF_ERROR(CheckHeads(m));
  LITE_RETURN_IF_ERROR(CheckScores(m));
  LITE_RETURN_IF_ERROR(CheckMaskOfLayer(m));
  // The mask may have made the batch larger than that of %x.
  if (!SameRows(*m.arg("o"), *m.arg("m_rows"))) {
    return Refuse("the view of the heads does more than join them");
  }
  for (const char* label : {"sum", "first_sum", "second_sum"}) {
    LITE_RETURN_IF_ERROR(CheckPlainElementwise(m, label));
  }
  for (const char* label : {"first_norm", "second_norm"}) {
    const int axis = m.attr<int>(label, "begin_norm_axis");
    if (axis != 2) return Refuse("`", label, "` is along axis ", axis, ", expected 2");
  }
  if (m.attr<float>("first_norm", "epsilon") != m.attr<float>("second_norm", "epsilon")) {
    return Refuse("the norms have different epsilons");
  }
  // Products of other widths would not add up to the shapes of the layer.
  const int64_t width = (*m.arg("q_split")->dims)[2] * (*m.arg("q_split")->dims)[3];
  for (const char* name : {"wq", "wk", "wv"}) {
    if (m.constant(name)->dims()[1] != width)
      return Refuse("%", name, " has not ", width, " columns");
  }
  return OkStatus();
}

// The matrices [k, n] as one [n + n + ..., k].
Result<Tensor> StackTransposed(const std::vector<const Tensor*>& parts) {
  const int64_t k = parts[0]->dims()[0];
  int64_t rows = 0;
  for (const Tensor* part : parts) rows += part->dims()[1];
  Tensor stacked;
  stacked.Resize(DDim{rows, k});
  LITE_RETURN_IF_ERROR(stacked.Allocate(PrecisionType::kFloat));
  float* to = stacked.mutable_data<float>();
  for (const Tensor* part : parts) {
    if (!part->IsInitialized()) return Refuse("a weight has no values");
    const float* from = part->data<float>();
    const int64_t n = part->dims()[1];
    for (int64_t i = 0; i < k; ++i) {
      for (int64_t j = 0; j < n; ++j) to[j * k + i] = from[i * n + j];
    }
    to += n * k;
  }
  return stacked;
}

Status SetLayer(Match* m) {
  LITE_ASSIGN_OR_RETURN(Tensor qkv,
                        StackTransposed({m->constant("wq"), m->constant("wk"), m->constant("wv")}));
  m->SetConstant("qkv", m->arg("wq")->name(), std::move(qkv));
  for (const char* part : {"o", "u", "d"}) {
    const std::string name = StrCat("w", part);
    LITE_ASSIGN_OR_RETURN(Tensor weight, StackTransposed({m->constant(name)}));
    m->SetConstant(StrCat("wt", part), m->arg(name)->name(), std::move(weight));
  }
  std::vector<double> bias;
  for (const char* name : {"bq", "bk", "bv"}) {
    LITE_ASSIGN_OR_RETURN(const std::vector<double> part, ToDoubles(*m->constant(name)));
    bias.insert(bias.end(), part.begin(), part.end());
  }
  LITE_ASSIGN_OR_RETURN(Tensor joined, FromDoubles(DDim{static_cast<int64_t>(bias.size())},
                                                   PrecisionType::kFloat, bias));
  m->SetConstant("bqkv", m->arg("bq")->name(), std::move(joined));
  const DDim& heads = *m->arg("q_split")->dims;
  m->SetAttr("n_layers", 1);
  m->SetAttr("head_num", static_cast<int>(heads[2]));
  m->SetAttr("size_per_head", static_cast<int>(heads[3]));
  m->SetAttr("hidden_dim", static_cast<int>((*m->arg("x")->dims)[2]));
  m->SetAttr("act_type", std::string(m->attr<int>("up", "act_type") == 1 ? "relu" : "gelu"));
  m->SetAttr("precision", std::string("int31"));
  m->SetAttr("epsilon", m->attr<float>("first_norm", "epsilon"));
  m->SetAttr("enable_qkv_fusion", true);
  m->SetAttr("norm_before", false);
  m->SetAttr("adaptive_seqlen", false);
  return OkStatus();
}

// Whether `outer` continues `inner`, whose result is its input.
Status CheckContinues(const Graph& graph, const OpNode& inner, const OpNode& outer) {
  const ArgNode& between = *outer.Input("Input");
  if (between.consumers().size() != 1 || between.pinned() || between.is_output() ||
      between.block() != outer.block()) {
    return Refuse("%", between.name(), " is also read elsewhere");
  }
  if (inner.InputList("Mask") != outer.InputList("Mask")) return Refuse("the masks differ");
  for (const char* name : {"head_num", "size_per_head", "act_type", "epsilon"}) {
    const auto value = FindAttrOrDefault(inner, name);
    if (!value.has_value() || !AttrEquals(outer, name, *value)) return Refuse(name, " differs");
  }
  LITE_ASSIGN_OR_RETURN(const std::vector<int> axes,
                        GetAttr<std::vector<int>>(inner, "slice_axes"));
  if (!axes.empty()) return Refuse("only the first rows of %", between.name(), " are left");
  for (const char* slot : {"Input", "FCWeight", "FCBias", "LNScale", "LNBias"}) {
    for (const ArgNode* arg : inner.InputList(slot)) {
      LITE_RETURN_IF_ERROR(graph.CanMoveRead(arg, &inner, &outer));
    }
  }
  return OkStatus();
}

// Encoders one after the other become one.
Result<bool> JoinEncoders(const PassContext& context) {
  bool changed = false;
  for (OpNode* outer : context.graph->AllOps()) {
    if (outer->removed() || outer->type() != kEncoder) continue;
    OpNode* inner = outer->Input("Input")->producer();
    if (inner == nullptr || inner->type() != kEncoder) continue;
    const Status status = CheckContinues(*context.graph, *inner, *outer);
    if (!status.ok()) {
      context.Explain(StrCat("left ", Describe(*outer), " alone: ", status.message()));
      continue;
    }
    context.Explain(StrCat(Describe(*outer), " continues ", Describe(*inner), ": became one"));
    LITE_ASSIGN_OR_RETURN(const int layers, GetAttr<int>(*inner, "n_layers"));
    LITE_ASSIGN_OR_RETURN(const int more, GetAttr<int>(*outer, "n_layers"));
    for (const char* slot : {"FCWeight", "FCBias", "LNScale", "LNBias"}) {
      std::vector<ArgNode*> joined = inner->InputList(slot);
      const std::vector<ArgNode*>& own = outer->InputList(slot);
      joined.insert(joined.end(), own.begin(), own.end());
      context.graph->SetInput(outer, slot, joined);
    }
    context.graph->SetInput(outer, "Input", inner->InputList("Input"));
    outer->attrs["n_layers"] = layers + more;
    context.graph->RemoveOp(inner);
    changed = true;
  }
  return changed;
}

// The first row of each sequence, as a pooler takes it.
Status CheckFirstRow(const Match& m) {
  using Ints = std::vector<int>;
  if (!m.attr<Ints>("encoder", "slice_axes").empty())
    return Refuse("the encoder is sliced already");
  if (m.attr<Ints>("slice", "axes") != Ints{1} || m.attr<Ints>("slice", "starts") != Ints{0} ||
      m.attr<Ints>("slice", "ends") != Ints{1} ||
      m.attr<Ints>("slice", "decrease_axis") != Ints{1}) {
    return Refuse("slice takes more than the first row of each sequence");
  }
  return OkStatus();
}

Status SetFirstRow(Match* m) {
  m->SetAttr("slice_axes", std::vector<int>{1});
  m->SetAttr("slice_starts", std::vector<int>{0});
  m->SetAttr("slice_ends", std::vector<int>{1});
  return OkStatus();
}

}  // namespace

LITE_PASS(fuse_xpu_multi_encoder) {
  return Pass()
      .Stage(Stage::kView)
      .Alias("__xpu__multi_encoder_fuse_pass")
      .Alias("__xpu__multi_encoder_slice_link_fuse_pass")
      .ForTargets({TargetType::kXPU})
      .Run(&JoinEncoders)
      .Fuse({LayerText(/*has_view=*/true), kLayer, &CheckLayer, &SetLayer})
      .Fuse({LayerText(/*has_view=*/false), kLayer, &CheckLayer, &SetLayer})
      .Fuse({R"(encoder: __xpu__multi_encoder(Input=%x, Mask=%mask, ..) -> (Output=%m)
                slice(Input=%m) -> (Out=%y))",
             R"(__xpu__multi_encoder(..encoder) -> (Output=%first) {..encoder, $*}
                squeeze2(X=%first) -> (Out=%y) {axes=[1]})",
             &CheckFirstRow, &SetFirstRow});
}

}  // namespace paddle::lite::mir
