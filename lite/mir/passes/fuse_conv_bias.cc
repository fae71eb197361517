#include "lite/mir/passes/conv.h"
#include "lite/mir/passes/elementwise.h"

namespace paddle::lite::mir {

namespace {

Status CheckAddend(const Match& m) {
  LITE_RETURN_IF_ERROR(CheckPlainConv(m));
  LITE_RETURN_IF_ERROR(CheckPlainElementwise(m, "sum"));
  return CheckPerChannel(m, "sum");
}

Status AddBias(Match* m) {
  LITE_ASSIGN_OR_RETURN(const int64_t channels, OutputChannels(*m));
  LITE_ASSIGN_OR_RETURN(std::vector<double> bias, OldBias(*m, channels));
  LITE_ASSIGN_OR_RETURN(const std::vector<double> addend, ToDoubles(*m->constant("y")));
  const double sign = m->op("sum").type() == "elementwise_sub" ? -1 : 1;
  for (size_t c = 0; c < bias.size(); ++c) bias[c] += sign * addend[addend.size() == 1 ? 0 : c];
  LITE_ASSIGN_OR_RETURN(Tensor sum, FromDoubles(DDim({channels}), PrecisionType::kFloat, bias));
  m->SetConstant("bias", m->arg("y")->name(), std::move(sum));
  return OkStatus();
}

}  // namespace

LITE_PASS(fuse_conv_bias) {
  const std::string conv = StrCat("const %y", kAnyConv);
  return Pass()
      .Stage(Stage::kBias)
      .Alias("lite_conv_elementwise_fuse_pass")
      .Fuse({conv + "sum: elementwise_add|elementwise_sub(X=%c ~ Y=%y) -> (Out=%out)",
             "@conv(..conv, Bias=%bias) -> (Output=%out) {..conv}", &CheckAddend, &AddBias});
}

}  // namespace paddle::lite::mir
