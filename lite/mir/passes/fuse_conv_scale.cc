#include <cmath>

#include "lite/mir/passes/conv.h"
#include "lite/mir/passes/elementwise.h"
#include "lite/mir/passes/scale.h"

namespace paddle::lite::mir {

namespace {

Status CheckConvScale(const Match& m) {
  LITE_RETURN_IF_ERROR(CheckPlainConv(m));
  return CheckPlainScale(m, "scale", *m.arg("c"));
}

// Filter' = Filter * factor, Bias' = Bias * factor + shift, per output channel.
Status FoldIntoConv(Match* m, const std::vector<double>& factor, const std::vector<double>& shift) {
  LITE_ASSIGN_OR_RETURN(std::vector<double> bias, OldBias(*m, static_cast<int64_t>(factor.size())));
  for (size_t c = 0; c < bias.size(); ++c) bias[c] = bias[c] * factor[c] + shift[c];
  LITE_RETURN_IF_ERROR(FoldFactor(m, factor));
  LITE_ASSIGN_OR_RETURN(Tensor sum, FromDoubles(DDim({static_cast<int64_t>(bias.size())}),
                                                PrecisionType::kFloat, bias));
  const ArgNode* old = m->arg("old");
  m->SetConstant("bias", old != nullptr ? old->name() : m->arg("c")->name() + ".bias",
                 std::move(sum));
  return OkStatus();
}

Status FoldScaleIntoConv(Match* m) {
  LITE_ASSIGN_OR_RETURN(const int64_t channels, OutputChannels(*m));
  const Affine affine = AffineOf(*m, "scale");
  const auto n = static_cast<size_t>(channels);
  return FoldIntoConv(m, std::vector<double>(n, affine.scale), std::vector<double>(n, affine.bias));
}

Status CheckConvProduct(const Match& m) {
  LITE_RETURN_IF_ERROR(CheckPlainConv(m));
  LITE_RETURN_IF_ERROR(CheckPlainElementwise(m, "product"));
  return CheckPerChannel(m, "product");
}

Status FoldProduct(Match* m) {
  LITE_ASSIGN_OR_RETURN(const int64_t channels, OutputChannels(*m));
  LITE_ASSIGN_OR_RETURN(std::vector<double> factor, ToDoubles(*m->constant("y")));
  if (m->op("product").type() == "elementwise_div") {
    for (double& f : factor) {
      if (f == 0 || !std::isfinite(f)) return Refuse("a divisor is ", f);
      f = 1 / f;
    }
  }
  factor.resize(static_cast<size_t>(channels), factor[0]);
  return FoldIntoConv(m, factor, std::vector<double>(factor.size(), 0.0));
}

Status CheckAffineChannel(const Match& m) {
  LITE_RETURN_IF_ERROR(CheckPlainConv(m));
  LITE_ASSIGN_OR_RETURN(const int64_t channels, OutputChannels(m));
  for (const char* name : {"factor", "shift"}) {
    const Tensor& parameter = *m.constant(name);
    if (parameter.numel() != channels || parameter.precision() != PrecisionType::kFloat) {
      return Refuse(name, " does not have one float per output channel");
    }
  }
  // Its default, AnyLayout, means channels last.
  const bool nchw = m.attr<std::string>("affine_channel", "data_layout") == "NCHW";
  if (nchw == ChannelsLast(m)) {
    return Refuse("convolution and affine_channel disagree about the channel dimension");
  }
  return OkStatus();
}

Status FoldAffineChannel(Match* m) {
  LITE_ASSIGN_OR_RETURN(const std::vector<double> factor, ToDoubles(*m->constant("factor")));
  LITE_ASSIGN_OR_RETURN(const std::vector<double> shift, ToDoubles(*m->constant("shift")));
  return FoldIntoConv(m, factor, shift);
}

constexpr char kConstants[] = "const %w  const %y  const %factor  const %shift";
constexpr char kScaledConv[] =
    "@conv(..conv, Filter=%filter, Bias=%bias) -> (Output=%out) {..conv, $*}";

}  // namespace

// Any operator that multiplies every channel by a number and adds a number.
LITE_PASS(fuse_conv_scale) {
  const std::string conv = StrCat(kConstants, kAnyConv);
  return Pass()
      .Stage(Stage::kFactor)
      .Alias("lite_conv_scale_fuse_pass")
      .Fuse({conv + "scale(X=%c) -> (Out=%out)", kScaledConv, &CheckConvScale, &FoldScaleIntoConv})
      .Fuse({conv + "product: elementwise_mul|elementwise_div(X=%c ~ Y=%y) -> (Out=%out)",
             kScaledConv, &CheckConvProduct, &FoldProduct})
      .Fuse({conv + "affine_channel(X=%c, Scale=%factor, Bias=%shift) -> (Out=%out)", kScaledConv,
             &CheckAffineChannel, &FoldAffineChannel});
}

}  // namespace paddle::lite::mir
