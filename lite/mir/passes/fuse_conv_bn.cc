#include "lite/mir/passes/batch_norm.h"
#include "lite/mir/passes/conv.h"

namespace paddle::lite::mir {

namespace {

Status CheckConvBn(const Match& m) {
  LITE_RETURN_IF_ERROR(CheckPlainConv(m));
  LITE_RETURN_IF_ERROR(CheckFixedStatistics(m));
  if (ChannelsLast(m) != (m.attr<std::string>("bn", "data_layout") == "NHWC")) {
    return Refuse("convolution and batch norm disagree about the channel dimension");
  }
  return OkStatus();
}

// The batch norm is x * alpha + shift: Filter' = Filter * alpha, Bias' = Bias * alpha + shift.
Status FoldBn(Match* m) {
  LITE_ASSIGN_OR_RETURN(const int64_t channels, OutputChannels(*m));
  const auto n = static_cast<size_t>(channels);
  std::vector<double> alpha;
  std::vector<double> shift;
  LITE_RETURN_IF_ERROR(BnAsAffine(*m, n, &alpha, &shift));
  LITE_ASSIGN_OR_RETURN(std::vector<double> bias, OldBias(*m, channels));
  for (size_t c = 0; c < n; ++c) bias[c] = bias[c] * alpha[c] + shift[c];

  LITE_RETURN_IF_ERROR(FoldFactor(m, alpha));
  LITE_ASSIGN_OR_RETURN(Tensor sum, FromDoubles(DDim({channels}), PrecisionType::kFloat, bias));
  const ArgNode* name = m->arg("shift") != nullptr ? m->arg("shift") : m->arg("mean");
  m->SetConstant("bias", name->name(), std::move(sum));
  return OkStatus();
}

}  // namespace

LITE_PASS(fuse_conv_bn) {
  return Pass()
      .Stage(Stage::kBias)
      .Alias("lite_conv_bn_fuse_pass")
      .Fuse({StrCat("const %w  const %scale  const %shift  const %mean  const %variance", kAnyConv,
                    R"(bn: batch_norm|sync_batch_norm(X=%c, Scale=%scale?, Bias=%shift?, Mean=%mean,
                           Variance=%variance) -> (Y=%y))"),
             R"(@conv(..conv, Filter=%filter, Bias=%bias) -> (Output=%y)
                {..conv, $*})",
             &CheckConvBn, &FoldBn});
}

}  // namespace paddle::lite::mir
