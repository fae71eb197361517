#include "lite/mir/fusion.h"

namespace paddle::lite::mir {

namespace {

// The fc keeps `kept` leading dimensions and joins the others, so that a view in front that keeps
// the same ones is of no use.
Status SetKept(Match* m) {
  const ArgNode& x = *m->arg("x");
  const ArgNode& v = *m->arg("v");
  if (x.desc.lod_level != 0) return Refuse("%", x.name(), " holds sequences");
  if (x.probes.empty() || v.probes.empty()) return Refuse("the shapes are not known");
  const auto type = m->attr<std::string>("fc", "op_type");
  const bool is_product = type == "matmul" || type == "matmul_v2";
  const int kept = is_product ? v.probes[0].rank() - 1 : m->attr<int>("fc", "in_num_col_dims");
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
  m->SetAttr("in_num_col_dims", kept);
  // Products of matrices go by the rank of their operand.
  if (is_product) m->SetAttr("op_type", std::string("mul"));
  return OkStatus();
}

}  // namespace

LITE_PASS(fuse_view_fc) {
  return Pass()
      .Alias("lite_flatten_fc_fuse_pass")
      .Alias("lite_squeeze2_matmul_fuse_pass")
      .Alias("lite_reshape2_matmul_fuse_pass")
      .After("fuse_fc")
      .Fuse(
          {R"(view: flatten_contiguous_range|flatten|flatten2|squeeze|squeeze2|unsqueeze|unsqueeze2|reshape|reshape2(
                    X=%x) -> (Out=%v)
                fc(Input=%v, W=%w, ..) -> (Out=%y))",
           R"(fc(..fc, Input=%x, W=%w) -> (Out=%y)
                {..fc, in_num_col_dims=$in_num_col_dims, op_type=$op_type})",
           nullptr, &SetKept});
}

}  // namespace paddle::lite::mir
