#include "lite/backends/nnadapter/operation/filter.h"

#include <algorithm>
#include <cmath>

namespace nnadapter::operation {
namespace {

// The largest magnitude of a stored value less the zero point.
int64_t MaxMagnitude(const View& view) {
  if (view.precision != NNADAPTER_QUANT_UINT8_ASYMM_PER_LAYER) return -int64_t{INT8_MIN};
  const int64_t zero_point = QuantParamsOf(view).zero_point;
  return std::max(zero_point, UINT8_MAX - zero_point);
}

// The channel of a filter for a channel of the output: with groups, a transposed convolution has
// fewer in its filter.
int64_t FilterChannel(const View& filter, int64_t channel) {
  if (!filter.is(kQuantPerChannel)) return 0;
  return channel % filter.operand->type.symm_per_channel_params.scale_count;
}

}  // namespace

Status CheckFilter(const Call& call, const FilterOperands& operands, int64_t channels,
                   int64_t terms) {
  const View& x = call.in(0);
  const View& filter = call.in(operands.filter);
  const bool quantized = x.quantized();
  const char* filter_name = call.definition().inputs[operands.filter].name;
  if (filter.quantized() != quantized || (!quantized && filter.precision != x.precision)) {
    return call.Invalid("%s: the precision %s does not fit %s of input", filter_name,
                        PrecisionName(filter.precision).c_str(),
                        PrecisionName(x.precision).c_str());
  }
  if (filter.is(kQuantPerChannel)) {
    const uint32_t axis = filter.operand->type.symm_per_channel_params.channel_dim;
    if (axis != static_cast<uint32_t>(operands.channel_axis)) {
      return call.Invalid("%s: expected scales for axis %d, found them for axis %u", filter_name,
                          operands.channel_axis, axis);
    }
  }
  if (quantized && terms > INT32_MAX / (MaxMagnitude(x) * MaxMagnitude(filter))) {
    return FeatureNotSupported(filter_name, ": a sum of ", terms,
                               " products of 8 bits does not fit into 32 bits");
  }
  if (operands.bias == kNoOperand) return Status();
  const View& bias = call.in(operands.bias);
  if (bias.quantized() != quantized || (!quantized && bias.precision != x.precision)) {
    return call.Invalid("bias: the precision %s does not fit %s of input",
                        PrecisionName(bias.precision).c_str(), PrecisionName(x.precision).c_str());
  }
  if (bias.shape.rank != 1 ||
      (channels != kUnknown && bias.shape[0] != kUnknown && bias.shape[0] != channels)) {
    return call.Invalid("bias: expected %lld values, found shape %s",
                        static_cast<long long>(channels), bias.shape.ToString().c_str());
  }
  if (!quantized || !bias.shape.Known()) return Status();
  const double input_scale = QuantParamsOf(x).scale;
  for (int64_t c = 0; c < bias.shape[0]; ++c) {
    const double expected = input_scale * ScaleOf(filter, FilterChannel(filter, c));
    const double found = ScaleOf(bias, c);
    if (std::fabs(found - expected) > 1e-4 * expected) {
      return call.Invalid("bias: expected the scale %g of input and %s for channel %lld, found %g",
                          expected, filter_name, static_cast<long long>(c), found);
    }
  }
  return Status();
}

Status Rescale::Read(const Call& call, const FilterOperands& operands, int64_t channels) {
  const View& filter = call.in(operands.filter);
  const double input_scale = QuantParamsOf(call.in(0)).scale;
  bias_.assign(static_cast<size_t>(channels), 0.0);
  scale_.resize(static_cast<size_t>(channels));
  for (int64_t c = 0; c < channels; ++c) {
    scale_[static_cast<size_t>(c)] = input_scale * ScaleOf(filter, FilterChannel(filter, c));
    if (operands.bias == kNoOperand) continue;
    bias_[static_cast<size_t>(c)] = call.in(operands.bias).As<int32_t>()[c];
  }
  return Status();
}

}  // namespace nnadapter::operation
