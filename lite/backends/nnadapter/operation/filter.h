// What convolutions, fully connected layers and products of matrices share: sums of products of an
// input and a filter, in float or, for quantised operands, in int32.
#pragma once

#include <cstdint>
#include <vector>

#include "lite/backends/nnadapter/operation/definition.h"

namespace nnadapter::operation {

// The precisions of a filter: float, int8 per layer or per channel, uint8.
constexpr uint64_t kFilter = kReal | Bit(NNADAPTER_QUANT_INT8_SYMM_PER_CHANNEL);
constexpr uint64_t kBias = kFloat | Bit(NNADAPTER_QUANT_INT32_SYMM_PER_LAYER) |
                           Bit(NNADAPTER_QUANT_INT32_SYMM_PER_CHANNEL);
constexpr int kNoOperand = -1;

// Input 0 and two further inputs by their indices.
struct FilterOperands {
  int filter;
  int bias;          // may be kNoOperand
  int channel_axis;  // of the filter, if it is quantised per channel
};

// Checks that filter and bias have the precision that the input requires, that `bias` has
// `channels` values, whose scale is the product of those of input and filter, and that a sum of
// `terms` products fits into int32. Both counts may be kUnknown.
Status CheckFilter(const Call& call, const FilterOperands& operands, int64_t channels,
                   int64_t terms);

// The real number of an integer sum: (sum + bias) * input scale * filter scale.
class Rescale {
 public:
  Status Read(const Call& call, const FilterOperands& operands, int64_t channels);
  float Of(int32_t sum, int64_t channel) const {
    const auto c = static_cast<size_t>(channel);
    return static_cast<float>((static_cast<double>(sum) + bias_[c]) * scale_[c]);
  }

 private:
  std::vector<double> scale_;
  std::vector<double> bias_;  // integers
};

// Calls compute(input, filter, emit) with float or int32_t elements, less the zero points. It calls
// emit(sum, channel, index) for each element of output 0, which adds the bias, applies the
// activation and stores.
template <typename Compute>
Status RunFilter(Call& call, const FilterOperands& operands, int64_t channels,
                 const FuseRange& range, Compute&& compute) {
  RealOutput y;
  NNADAPTER_RETURN_IF_ERROR(call.Open(0, &y));
  const auto store = [&](float value, int64_t index) {
    y[index] = value < range.low ? range.low : value > range.high ? range.high : value;
  };
  if (call.in(0).quantized()) {
    Array<int32_t> x, w;
    Rescale rescale;
    NNADAPTER_RETURN_IF_ERROR(call.LoadIntegers(call.in(0), &x));
    NNADAPTER_RETURN_IF_ERROR(call.LoadIntegers(call.in(operands.filter), &w));
    NNADAPTER_RETURN_IF_ERROR(rescale.Read(call, operands, channels));
    NNADAPTER_RETURN_IF_ERROR(compute(static_cast<const int32_t*>(x.data()),
                                      static_cast<const int32_t*>(w.data()),
                                      [&](int32_t sum, int64_t channel, int64_t index) {
                                        store(rescale.Of(sum, channel), index);
                                      }));
  } else {
    Reals x, w, bias;
    NNADAPTER_RETURN_IF_ERROR(call.Load(0, &x));
    NNADAPTER_RETURN_IF_ERROR(call.Load(operands.filter, &w));
    if (operands.bias != kNoOperand) NNADAPTER_RETURN_IF_ERROR(call.Load(operands.bias, &bias));
    NNADAPTER_RETURN_IF_ERROR(
        compute(x.data(), w.data(), [&](float sum, int64_t channel, int64_t index) {
          store(operands.bias == kNoOperand ? sum : sum + bias[channel], index);
        }));
  }
  return y.Close();
}

}  // namespace nnadapter::operation
