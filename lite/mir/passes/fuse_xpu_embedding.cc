#include "lite/mir/passes/elementwise.h"

namespace paddle::lite::mir {

namespace {

Status CheckTable(const Match& m, const std::string& name) {
  const Tensor& table = *m.constant(name);
  if (table.precision() != PrecisionType::kFloat || table.dims().rank() != 2) {
    return Refuse("%", m.arg(name)->name(), " is not a table of floats");
  }
  return OkStatus();
}

// `first` and `second` are looked up and added as they are.
Status CheckSum(const Match& m, const std::string& first) {
  LITE_RETURN_IF_ERROR(CheckPlainElementwise(m, "add"));
  LITE_RETURN_IF_ERROR(CheckTable(m, "second_table"));
  const auto padding = m.attr<int64_t>(first, "padding_idx");
  const auto other = m.attr<int64_t>("second", "padding_idx");
  if (padding != other) return Refuse("padding_idx differs: ", padding, " and ", other);
  // Ids may be broadcast, rows may not.
  const ArgNode& a = *m.arg("a");
  const ArgNode& b = *m.arg("b");
  if (!a.dims.has_value() || !b.dims.has_value() || a.dims->rank() != b.dims->rank()) {
    return Refuse("%", a.name(), " and %", b.name(), " may have different ranks");
  }
  if (a.dims->at(-1) != m.constant("second_table")->dims()[1]) {
    return Refuse("the rows of %", a.name(), " and %", b.name(), " differ in length");
  }
  return OkStatus();
}

Status CheckEmbeddings(const Match& m) {
  LITE_RETURN_IF_ERROR(CheckTable(m, "first_table"));
  return CheckSum(m, "first");
}

Status SetPadding(Match* m) {
  m->SetAttr("padding_idx", m->attr<int64_t>("second", "padding_idx"));
  return OkStatus();
}

Status CheckOneMore(const Match& m) { return CheckSum(m, "sum"); }

// Lookups of `type`, whose ids become [..., 1] by `view`.
void AddFusions(const std::string& type, bool has_last_one, Pass* pass) {
  const auto view = [&](const std::string& ids) {
    return has_last_one
               ? std::string()
               : StrCat("unsqueeze2(X=%", ids, ") -> (Out=%", ids, "_column) {axes=[-1]}\n");
  };
  const auto column = [&](const std::string& ids) {
    return StrCat("%", ids, has_last_one ? "" : "_column");
  };
  const std::string second =
      StrCat("second: ", type, "(W=%second_table, Ids=%second_ids) -> (Out=%b)\n",
             "add: elementwise_add(X=%a ~ Y=%b) -> (Out=%y)");
  // The first two, then a third and a fourth.
  pass->Fuse(
      {StrCat("const %first_table  const %second_table\nfirst: ", type,
              "(W=%first_table, Ids=%first_ids) -> (Out=%a)\n", second),
       StrCat(view("first_ids"), view("second_ids"),
              "__xpu__embedding_with_eltwise_add(Tables=[%first_table, %second_table], Ids=[",
              column("first_ids"), ", ", column("second_ids"), "]) -> (Output=%y) {$*}"),
       &CheckEmbeddings, &SetPadding});
  std::string tables = "%t0, %t1";
  std::string ids = "%i0, %i1";
  for (const char* next : {"2", "3"}) {
    pass->Fuse({StrCat("const %second_table\nsum: __xpu__embedding_with_eltwise_add(Tables=[",
                       tables, "], Ids=[", ids, "]) -> (Output=%a)\n", second),
                StrCat(view("second_ids"), "__xpu__embedding_with_eltwise_add(Tables=[", tables,
                       ", %second_table], Ids=[", ids, ", ", column("second_ids"),
                       "]) -> (Output=%y) {$*}"),
                &CheckOneMore, &SetPadding});
    tables += StrCat(", %t", next);
    ids += StrCat(", %i", next);
  }
}

}  // namespace

LITE_PASS(fuse_xpu_embedding) {
  Pass pass;
  pass.Stage(Stage::kView)
      .Alias("__xpu__embedding_with_eltwise_add_fuse_pass")
      .ForTargets({TargetType::kXPU});
  AddFusions("lookup_table", /*has_last_one=*/true, &pass);
  AddFusions("lookup_table_v2", /*has_last_one=*/false, &pass);
  return pass;
}

}  // namespace paddle::lite::mir
