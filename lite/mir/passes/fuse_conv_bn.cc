#include <cmath>

#include "lite/mir/passes/conv.h"

namespace paddle::lite::mir {

namespace {

Status CheckConvBn(const Match& m) {
  LITE_RETURN_IF_ERROR(CheckPlainConv(m));
  const bool global = m.attr<bool>("bn", "use_global_stats");
  const bool test = m.attr<bool>("bn", "is_test") && !m.attr<bool>("bn", "trainable_statistics");
  if (!global && !test) return Refuse("the batch norm uses the statistics of the batch");
  if ((m.attr<std::string>("conv", "data_format") == "NHWC") !=
      (m.attr<std::string>("bn", "data_layout") == "NHWC")) {
    return Refuse("convolution and batch norm disagree about the channel dimension");
  }
  LITE_ASSIGN_OR_RETURN(const int64_t channels, OutputChannels(m));
  for (const char* name : {"scale", "shift", "mean", "variance"}) {
    const Tensor* parameter = m.constant(name);
    if (parameter != nullptr && parameter->numel() != channels) {
      return Refuse(name, " has not one element for each output channel");
    }
  }
  return OkStatus();
}

// With alpha = Scale / sqrt(Variance + epsilon): Filter' = Filter * alpha, and
// Bias' = (Bias - Mean) * alpha + Bias of the batch norm.
Status FoldBn(Match* m) {
  LITE_ASSIGN_OR_RETURN(const int64_t channels, OutputChannels(*m));
  const auto n = static_cast<size_t>(channels);
  LITE_ASSIGN_OR_RETURN(const std::vector<double> mean, ToDoubles(*m->constant("mean")));
  LITE_ASSIGN_OR_RETURN(const std::vector<double> variance, ToDoubles(*m->constant("variance")));
  std::vector<double> alpha(n, 1.0);
  if (const Tensor* scale = m->constant("scale")) {
    LITE_ASSIGN_OR_RETURN(alpha, ToDoubles(*scale));
  }
  std::vector<double> shift(n, 0.0);
  if (const Tensor* constant = m->constant("shift")) {
    LITE_ASSIGN_OR_RETURN(shift, ToDoubles(*constant));
  }
  LITE_ASSIGN_OR_RETURN(std::vector<double> bias, OldBias(*m, channels));
  const double epsilon = m->attr<float>("bn", "epsilon");
  for (size_t c = 0; c < n; ++c) {
    alpha[c] /= std::sqrt(variance[c] + epsilon);
    if (!std::isfinite(alpha[c])) return Refuse("Variance + epsilon is not positive");
    bias[c] = (bias[c] - mean[c]) * alpha[c] + shift[c];
  }

  const PrecisionType precision = m->constant("w")->precision();
  std::vector<double> factor = alpha;
  if (IsInt8(*m)) {
    // The scales take the size of alpha, the weights its sign.
    std::vector<float> scales = m->attr<std::vector<float>>("conv", "Filter0_scale");
    if (precision != PrecisionType::kInt8 || (scales.size() != 1 && scales.size() != n)) {
      return Refuse("the filter is not quantised per output channel");
    }
    scales.resize(n, scales[0]);
    for (size_t c = 0; c < n; ++c) {
      scales[c] = static_cast<float>(scales[c] * std::fabs(alpha[c]));
      factor[c] = alpha[c] < 0 ? -1.0 : 1.0;
    }
    m->SetAttr("Filter0_scale", scales);
  } else if (precision != PrecisionType::kFloat) {
    return Refuse("the filter has type ", PrecisionToStr(precision));
  }
  LITE_ASSIGN_OR_RETURN(Tensor filter, ScaleFilter(*m, factor));
  LITE_ASSIGN_OR_RETURN(Tensor sum, FromDoubles(DDim({channels}), PrecisionType::kFloat, bias));
  m->SetConstant("filter", m->arg("w")->name(), std::move(filter));
  const ArgNode* name = m->arg("shift") != nullptr ? m->arg("shift") : m->arg("mean");
  m->SetConstant("bias", name->name(), std::move(sum));
  if (const auto* t = m->op("bn").FindAttr("out_threshold")) m->SetAttr("out_threshold", *t);
  return OkStatus();
}

}  // namespace

LITE_PASS(fuse_conv_bn) {
  return Pass()
      .Alias("lite_conv_bn_fuse_pass")
      .After("fuse_conv_bias")
      .Fuse({R"(const %w  const %old  const %scale  const %shift  const %mean  const %variance
                conv: conv2d|depthwise_conv2d|conv2d_transpose|depthwise_conv2d_transpose(
                    Input=%x, Filter=%w, Bias=%old?) -> (Output=%c)
                bn: batch_norm|sync_batch_norm(X=%c, Scale=%scale?, Bias=%shift?, Mean=%mean,
                    Variance=%variance) -> (Y=%y))",
             R"(@conv(..conv, Filter=%filter, Bias=%bias) -> (Output=%y)
                {..conv, Filter0_scale=$Filter0_scale, out_threshold=$out_threshold})",
             &CheckConvBn, &FoldBn});
}

}  // namespace paddle::lite::mir
