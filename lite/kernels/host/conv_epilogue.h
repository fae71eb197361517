// The epilogue of a convolution: bias, residual, activation, fused second input.
#pragma once

#include <cstdint>
#include <type_traits>

#include "lite/core/tensor.h"
#include "lite/kernels/host/apply_activation.h"
#include "lite/kernels/host/quantize.h"
#include "lite/operators/fused_activation.h"
#include "lite/operators/window.h"

namespace paddle::lite::kernels::host {

// The tensors of one run; null if the operator has none.
struct ConvTensors {
  const Tensor* bias = nullptr;
  const Tensor* residual = nullptr;
  const Tensor* prelu_alpha = nullptr;
  const Tensor* second_input = nullptr;
  bool relu_after_second = false;
};

// Type of the bias of a convolution whose inputs or sums have this type.
template <typename T>
using RealOf = std::conditional_t<std::is_same_v<T, double>, double, float>;

// Finishes segments of an output image. Sums are float, double, or int32 for a quantised
// convolution; Out is float, double or int8, and so is the residual. Activations are computed in
// float, so double convolutions have none.
template <typename Sum, typename Out, typename Residual = RealOf<Sum>>
class ConvEpilogue {
 public:
  static constexpr int64_t kMaxCount = 64;
  using Real = RealOf<Sum>;

  // OpType is a convolution, transposed or not.
  template <typename OpType>
  Status Prepare(const OpType& op, const operators::ConvGeometry& g) {
    const operators::FusedActivation& act = op.act;
    LITE_ASSIGN_OR_RETURN(activation_, act.Resolve());
    scale_ = act.activation_scale;
    bias_ = act.activation_bias;
    prelu_ = activation_.type != ActivationType::kPRelu ? Prelu::kNone
             : act.prelu_mode == "all"                  ? Prelu::kAll
             : act.prelu_mode == "channel"              ? Prelu::kChannel
                                                        : Prelu::kElement;
    channels_ = g.out_channels;
    area_ = g.h.out * g.w.out;
    channel_step_ = g.channels_last ? 1 : area_;
    position_step_ = g.channels_last ? channels_ : 1;
    if constexpr (std::is_same_v<Sum, int32_t>) {
      LITE_ASSIGN_OR_RETURN(scales_, ScalesOfProduct(op, "Input", "Filter", "Output",
                                                     std::is_same_v<Out, int8_t>, channels_));
    }
    if constexpr (std::is_same_v<Residual, int8_t>) {
      LITE_ASSIGN_OR_RETURN(const float scale, operators::ActivationScale(op, "ResidualData"));
      residual_factor_ = scale / scales_.unit;
    }
    return OkStatus();
  }

  // Writes `count` <= kMaxCount neighbouring positions, starting at `position`, of a channel of an
  // image.
  void Finish(const ConvTensors& t, int64_t image, int64_t channel, int64_t position, int64_t count,
              const Sum* sums, Out* output) const {
    Real values[kMaxCount];
    const int64_t in_image = channel * channel_step_ + position * position_step_;
    const int64_t first = image * channels_ * area_ + in_image;
    Real bias = t.bias != nullptr ? t.bias->data<Real>()[channel] : Real(0);
    if constexpr (std::is_same_v<Sum, int32_t>) {
      bias /= scales_.unit;
      for (int64_t i = 0; i < count; ++i) {
        values[i] = static_cast<float>(sums[i]) * scales_.factors[channel] + bias;
      }
    } else {
      for (int64_t i = 0; i < count; ++i) values[i] = sums[i] + bias;
    }
    if (t.residual != nullptr) AddResidual(t.residual->data<Residual>() + first, count, values);
    if constexpr (std::is_same_v<Real, float>) {
      Activate(t, channel, in_image, count, values);
    }
    if (t.second_input != nullptr) {
      Add(t.second_input->data<Real>() + first, count, values);
      if (t.relu_after_second) {
        for (int64_t i = 0; i < count; ++i) values[i] = values[i] > 0 ? values[i] : Real(0);
      }
    }
    Out* dst = output + first;
    for (int64_t i = 0; i < count; ++i) {
      if constexpr (std::is_same_v<Out, int8_t>) {
        dst[i * position_step_] = QuantizeToInt8(values[i]);
      } else {
        dst[i * position_step_] = values[i];
      }
    }
  }

 private:
  enum class Prelu { kNone, kAll, kChannel, kElement };

  void AddResidual(const Residual* residual, int64_t count, Real* values) const {
    if constexpr (std::is_same_v<Residual, int8_t>) {
      for (int64_t i = 0; i < count; ++i) {
        values[i] += static_cast<float>(residual[i * position_step_]) * residual_factor_;
      }
    } else {
      Add(residual, count, values);
    }
  }

  // The operand is in real units; the values are already divided by the output scale.
  void Add(const Real* operand, int64_t count, Real* values) const {
    const auto unit = static_cast<Real>(scales_.unit);
    for (int64_t i = 0; i < count; ++i) values[i] += operand[i * position_step_] / unit;
  }

  // With the scale and the bias that follow.
  void Activate(const ConvTensors& t, int64_t channel, int64_t in_image, int64_t count,
                float* values) const {
    if (std::is_same_v<Sum, int32_t> && prelu_ == Prelu::kNone) {
      return ApplyScaledActivation(activation_, scales_.unit, scale_, bias_, values, count);
    }
    if (prelu_ == Prelu::kNone) {
      ApplyActivation(activation_, values, count);
    } else {
      const float* slopes = t.prelu_alpha->data<float>();
      for (int64_t i = 0; i < count; ++i) {
        const int64_t at = prelu_ == Prelu::kAll       ? 0
                           : prelu_ == Prelu::kChannel ? channel
                                                       : in_image + i * position_step_;
        values[i] = LeakyRelu(values[i], slopes[at]);
      }
    }
    if (scale_ == 1.0f && bias_ == 0.0f) return;
    const float bias_in_units = bias_ / scales_.unit;
    for (int64_t i = 0; i < count; ++i) values[i] = values[i] * scale_ + bias_in_units;
  }

  Activation activation_;
  Prelu prelu_ = Prelu::kNone;
  float scale_ = 1;  // scale of the activation's result
  float bias_ = 0;
  int64_t channels_ = 0;
  int64_t area_ = 0;
  int64_t channel_step_ = 0;   // elements between two channels of a position
  int64_t position_step_ = 0;  // elements between two positions of a channel
  operators::ProductScales scales_;
  float residual_factor_ = 1;  // of int8
};

}  // namespace paddle::lite::kernels::host
