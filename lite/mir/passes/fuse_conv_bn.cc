#include <cmath>

#include "lite/mir/passes/batch_norm.h"
#include "lite/mir/passes/conv.h"
#include "lite/mir/scales.h"

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

  const PrecisionType precision = m->constant("w")->precision();
  std::vector<double> factor = alpha;
  if (IsInt8(*m)) {
    // The scales take the magnitude of alpha, the weights its sign.
    std::vector<float> scales = ScalesOf(m->op("conv"), "Filter");
    if (precision != PrecisionType::kInt8 || (scales.size() != 1 && scales.size() != n)) {
      return Refuse("the filter is not quantised per output channel");
    }
    scales.resize(n, scales[0]);
    for (size_t c = 0; c < n; ++c) {
      scales[c] = static_cast<float>(scales[c] * std::fabs(alpha[c]));
      factor[c] = alpha[c] < 0 ? -1.0 : 1.0;
    }
    m->SetAttr(model::ScaleAttr("Filter"), scales);
  } else if (precision != PrecisionType::kFloat) {
    return Refuse("the filter has type ", PrecisionToStr(precision));
  }
  LITE_ASSIGN_OR_RETURN(Tensor filter, ScaleFilter(*m, factor));
  LITE_ASSIGN_OR_RETURN(Tensor sum, FromDoubles(DDim({channels}), PrecisionType::kFloat, bias));
  m->SetConstant("filter", m->arg("w")->name(), std::move(filter));
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
