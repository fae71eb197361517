// Shared by the convolution fusions.
#pragma once

#include <cmath>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "lite/mir/fusion.h"
#include "lite/mir/scales.h"

namespace paddle::lite::mir {

// Pattern of all convolutions, as %c of %x, %w and perhaps %old. %offset and %mask displace and
// weight the pixels of a deformable one.
constexpr char kAnyConv[] = R"(
    const %old
    conv: conv2d|depthwise_conv2d|conv2d_transpose|depthwise_conv2d_transpose|conv3d|
        deformable_conv|deformable_conv_v1(
        Input=%x, Offset=%offset?, Mask=%mask?, Filter=%w, Bias=%old?) -> (Output=%c)
    )";

inline bool IsTransposed(const OpNode& conv) {
  return conv.type() == "conv2d_transpose" || conv.type() == "depthwise_conv2d_transpose";
}

inline bool IsDeformable(const OpNode& conv) {
  return conv.type() == "deformable_conv" || conv.type() == "deformable_conv_v1";
}

// These only support a bias: they have no attributes for anything more.
inline bool TakesBiasOnly(const OpNode& conv) {
  return conv.type() == "conv3d" || IsDeformable(conv);
}

inline int ConvRank(const OpNode& conv) { return conv.type() == "conv3d" ? 5 : 4; }

// Whether the operator labelled `conv` is channels-last.
inline bool ChannelsLast(const Match& m) {
  if (IsDeformable(m.op("conv"))) return false;
  const auto format = m.attr<std::string>("conv", "data_format");
  return format == "NHWC" || format == "NDHWC";
}

// Refuses a convolution (label `conv`, values %w and %old) that already does more than Input *
// Filter + Bias, so that its result is not linear or not final.
inline Status CheckPlainConv(const Match& m) {
  if (!TakesBiasOnly(m.op("conv")) &&
      (m.attr<bool>("conv", "with_act") || m.attr<bool>("conv", "fuse_relu"))) {
    return Refuse("the convolution already has an activation");
  }
  if (m.op("conv").FindAttr("quantize_weight_bits") != nullptr) {
    return Refuse("the filter's scales are stored under its name");
  }
  return OkStatus();
}

inline bool IsInt8(const Match& m) { return IsQuantised(m.op("conv")); }

inline Result<int64_t> OutputChannels(const Match& m) {
  const ArgNode* filter = m.arg("w");
  const int rank = ConvRank(m.op("conv"));
  if (!filter->dims.has_value() || filter->dims->rank() != rank)
    return Refuse("Filter has not rank ", rank);
  const DDim& dims = *filter->dims;
  if (dims[0] < 1 || dims[1] < 1) return Refuse("the number of channels is unknown");
  return IsTransposed(m.op("conv")) ? dims[1] * m.attr<int>("conv", "groups") : dims[0];
}

// The bias of the operator labelled `conv` as numbers; zeros if there is none.
inline Result<std::vector<double>> OldBias(const Match& m, int64_t channels) {
  const Tensor* old = m.constant("old");
  if (old == nullptr) return std::vector<double>(static_cast<size_t>(channels), 0.0);
  if (old->numel() != channels) return Refuse("Bias does not have one element per output channel");
  return ToDoubles(*old);
}

// Whether the constant %y, which the binary operator `label` combines with the convolution's
// result, is one float for each channel. Checks every dimension of %y at its aligned position.
inline Status CheckPerChannel(const Match& m, const std::string& label) {
  const DDim& dims = m.constant("y")->dims();
  const int axis = m.attr<int>(label, "axis");
  const int rank = ConvRank(m.op("conv"));
  const int channel_axis = ChannelsLast(m) ? rank - 1 : 1;
  LITE_ASSIGN_OR_RETURN(const int64_t channels, OutputChannels(m));
  const int first = axis == -1 ? rank - dims.rank() : axis;
  if (first < 0 || first + dims.rank() > rank)
    return Refuse("%y of shape ", dims, " raises the rank");
  for (int i = 0; i < dims.rank(); ++i) {
    const bool on_channels = first + i == channel_axis;
    if (dims[i] != 1 && (!on_channels || dims[i] != channels)) {
      return Refuse("the operand of shape ", dims, " at axis ", axis,
                    " is not one number per channel");
    }
  }
  if (m.constant("y")->precision() != PrecisionType::kFloat)
    return Refuse("the operand is not of type float");
  return OkStatus();
}

// The filter with output channel c multiplied by factor[c].
inline Result<Tensor> ScaleFilter(const Match& m, const std::vector<double>& factor) {
  const Tensor& filter = *m.constant("w");
  const DDim& dims = filter.dims();
  const auto rows = static_cast<size_t>(dims[0]);
  const auto inner = static_cast<size_t>(dims[1]);
  const auto area = static_cast<size_t>(dims.Count(2, dims.rank()));
  const bool transposed = IsTransposed(m.op("conv"));
  const int groups = m.attr<int>("conv", "groups");
  if (groups < 1 || dims[0] % groups != 0)
    return Refuse("groups ", groups, " do not divide ", dims);
  const size_t rows_per_group = rows / static_cast<size_t>(groups);
  // Whether every product is finite.
  const auto scale = [&](const auto* from, auto* to) {
    using T = std::remove_pointer_t<decltype(to)>;
    bool finite = true;
    for (size_t row = 0; row < rows; ++row) {
      for (size_t i = 0; i < inner; ++i) {
        // A transposed filter is [Cin, Cout / groups, kh, kw].
        const double f = factor[transposed ? row / rows_per_group * inner + i : row];
        const size_t window = (row * inner + i) * area;
        for (size_t k = window; k < window + area; ++k) {
          to[k] = static_cast<T>(static_cast<double>(from[k]) * f);
          finite &= std::isfinite(to[k]);
        }
      }
    }
    return finite;
  };
  const auto refuse = [] { return Refuse("a weight would not be finite"); };
  // Floats, by far the most common, need no copy of twice the size.
  if (filter.precision() == PrecisionType::kFloat && filter.IsInitialized()) {
    Tensor scaled;
    scaled.Resize(dims);
    LITE_RETURN_IF_ERROR(scaled.Allocate(PrecisionType::kFloat));
    if (!scale(filter.data<float>(), scaled.mutable_data<float>())) return refuse();
    return scaled;
  }
  LITE_ASSIGN_OR_RETURN(std::vector<double> weights, ToDoubles(filter));
  if (!scale(weights.data(), weights.data())) return refuse();
  return FromDoubles(dims, filter.precision(), weights);
}

// Sets the constant `filter` to %w with output channel c multiplied by factor[c]. The scales of a
// quantised convolution take the magnitude of a factor, its weights the sign.
inline Status FoldFactor(Match* m, std::vector<double> factor) {
  const PrecisionType precision = m->constant("w")->precision();
  if (IsInt8(*m)) {
    std::vector<float> scales = ScalesOf(m->op("conv"), "Filter");
    const bool fits = scales.size() == 1 || scales.size() == factor.size();
    if (precision != PrecisionType::kInt8 || !fits) {
      return Refuse("the filter is not quantised per output channel");
    }
    scales.resize(factor.size(), scales[0]);
    for (size_t c = 0; c < factor.size(); ++c) {
      scales[c] = static_cast<float>(scales[c] * std::fabs(factor[c]));
      if (!std::isfinite(scales[c]))
        return Refuse("the scale of channel ", c, " would not be finite");
      factor[c] = factor[c] < 0 ? -1.0 : 1.0;
    }
    m->SetAttr(model::ScaleAttr("Filter"), scales);
  } else if (precision != PrecisionType::kFloat) {
    return Refuse("the filter has type ", PrecisionToStr(precision));
  }
  LITE_ASSIGN_OR_RETURN(Tensor filter, ScaleFilter(*m, factor));
  m->SetConstant("filter", m->arg("w")->name(), std::move(filter));
  return OkStatus();
}

}  // namespace paddle::lite::mir
