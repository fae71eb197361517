// Quantisation as it is simulated in programs exported from training: the values are rounded to
// integers, or to multiples of a step, and stay real numbers. The formulas are those of Paddle 2.6,
// whose versions before 2.3 round halves differently.
#pragma once

#include "lite/operators/element_types.h"
#include "lite/operators/op.h"
#include "lite/operators/quantization_scale.h"
#include "lite/operators/shape_rules.h"

namespace paddle::lite::operators {

// With R the largest integer of `bit_length` bits and s the largest magnitude to be represented:
//   round_type 1: round(R / s * clip(X, -s, s)), halves away from zero
//   round_type 0: clip(rint(R / s * X), -R - 1, R), halves to even
// R / 1e-6 replaces R / s if s is 0. There is one s, or one for each index of an axis.
struct FakeQuantizeBase : Op {
  enum class ScaleSource {
    kGiven,     // the values of the input, whatever their signs; otherwise the input is not read
    kMeasured,  // the largest magnitudes of X
    kAverage,   // of the largest magnitude of X and those before it
    kWindow,    // the largest of the last `window_size` magnitudes
  };

  const Tensor* x = nullptr;
  const Tensor* in_scale = nullptr;
  const Tensor* in_accum = nullptr;   // sum of past magnitudes, weighted by their age
  const Tensor* in_state = nullptr;   // sum of the weights
  const Tensor* in_scales = nullptr;  // the last magnitudes, in a ring
  const Tensor* iter = nullptr;       // [1] of int64, the number of magnitudes so far
  int window_size = 10000;
  int bit_length = 8;
  int round_type = 1;
  int quant_axis = -1;  // -1: one scale
  float moving_rate = 0.9f;
  bool is_test = false;
  bool only_observer = false;  // X is copied: only the scale is of interest
  Tensor* out = nullptr;
  Tensor* out_scale = nullptr;
  Tensor* out_accum = nullptr;
  Tensor* out_state = nullptr;
  Tensor* out_scales = nullptr;

  virtual ScaleSource scale_source() const = 0;
  virtual const char* scale_slot() const { return "InScale"; }

  Status InferShape() override {
    LITE_RETURN_IF_ERROR(CheckBits("bit_length", bit_length));
    if (round_type != 0 && round_type != 1) {
      return InvalidArgument("attribute round_type: expected 0 or 1, found ", round_type);
    }
    LITE_ASSIGN_OR_RETURN(const ChannelLayout channels, Channels());
    if ((scale_source() == ScaleSource::kGiven && !only_observer) ||
        scale_source() == ScaleSource::kWindow) {
      LITE_RETURN_IF_ERROR(
          CheckElementType<ElementTypes<float>>(scale_slot(), in_scale->precision()));
      LITE_RETURN_IF_ERROR(
          CheckScaleCount(scale_slot(), *in_scale, channels.count, MoreScales::kIgnored));
    }
    if (scale_source() == ScaleSource::kAverage) {
      LITE_RETURN_IF_ERROR(CheckTraining("InAccum", in_accum, 1));
      LITE_RETURN_IF_ERROR(CheckTraining("InState", in_state, 1));
    }
    if (scale_source() == ScaleSource::kWindow) {
      if (window_size < 1) {
        return InvalidArgument("attribute window_size: expected at least 1, found ", window_size);
      }
      LITE_RETURN_IF_ERROR(CheckTraining("Iter", iter, 1));
      LITE_RETURN_IF_ERROR(CheckElementType<ElementTypes<int64_t>>("Iter", iter->precision()));
      LITE_RETURN_IF_ERROR(CheckTraining("InScales", in_scales, window_size));
      LITE_RETURN_IF_ERROR(
          CheckElementType<ElementTypes<float>>("InScales", in_scales->precision()));
    }
    if (out != nullptr) {
      out->Resize(x->dims());
      out->set_lod(x->lod());
    }
    if (out_scale != nullptr) out_scale->Resize(DDim{channels.count});
    for (Tensor* tensor : {out_accum, out_state}) {
      if (tensor != nullptr) tensor->Resize(DDim{1});
    }
    if (out_scales != nullptr) {
      out_scales->Resize(DDim{scale_source() == ScaleSource::kWindow ? window_size : 0});
    }
    return OkStatus();
  }
  Result<ChannelLayout> Channels() const {
    return ChannelLayout::Of(x->dims(), "quant_axis", quant_axis);
  }
  Status InferType() final {
    for (Tensor* tensor : {out, out_scale, out_accum, out_state, out_scales}) {
      if (tensor != nullptr) tensor->set_precision(x->precision());
    }
    return OkStatus();
  }
  Cost Estimate() const final {
    return {4.0 * static_cast<double>(x->numel()), 2.0 * static_cast<double>(x->memory_size())};
  }

 protected:
  void Rounding(FieldVisitor& v) {
    v.Attr("bit_length", &bit_length);
    v.Attr("round_type", &round_type);
  }
  void AverageInputs(FieldVisitor& v) {
    v.Input("InAccum", &in_accum, Need::kOptional);
    v.Input("InState", &in_state, Need::kOptional);
  }
  void AverageOutputs(FieldVisitor& v) {
    v.Output("OutState", &out_state, Need::kOptional);
    v.Output("OutAccum", &out_accum, Need::kOptional);
  }

 private:
  static Status CheckTraining(const char* slot, const Tensor* tensor, int64_t count) {
    if (tensor == nullptr) {
      return InvalidArgument(slot,
                             ": required while is_test is false; export the program for "
                             "inference");
    }
    return CheckScaleCount(slot, *tensor, count, MoreScales::kIgnored);
  }
};

// The scale is the largest magnitude of X.
struct FakeQuantizeAbsMax final : FakeQuantizeBase {
  ScaleSource scale_source() const override { return ScaleSource::kMeasured; }
  void Fields(FieldVisitor& v) override {
    v.Input("X", &x);
    Rounding(v);
    v.Output("Out", &out);
    v.Output("OutScale", &out_scale, Need::kOptional);
  }
};

// The same for each index of axis 0 or 1; with is_test, the scales that OutScale holds already,
// which model::ResolveWrites lists as InScale.
struct FakeChannelWiseQuantizeAbsMax final : FakeQuantizeBase {
  FakeChannelWiseQuantizeAbsMax() { quant_axis = 0; }
  ScaleSource scale_source() const override {
    return is_test ? ScaleSource::kGiven : ScaleSource::kMeasured;
  }
  void Fields(FieldVisitor& v) override {
    v.Input("X", &x);
    v.Input("InScale", &in_scale, Need::kOptional);
    Rounding(v);
    v.Attr("quant_axis", &quant_axis);
    v.Attr("is_test", &is_test);
    v.Output("Out", &out);
    v.Output("OutScale", &out_scale, Need::kOptional);
  }
  Status InferShape() override {
    if (quant_axis < 0) {
      return InvalidArgument("attribute quant_axis: expected 0 or 1, found ", quant_axis);
    }
    if (is_test && in_scale == nullptr) {
      return InvalidArgument(
          "attribute is_test: OutScale is expected to be a parameter that holds the scales");
    }
    return FakeQuantizeBase::InferShape();
  }
};

// The scale is stored in InScale, or the moving average while the program is trained.
struct FakeQuantizeMovingAverage final : FakeQuantizeBase {
  ScaleSource scale_source() const override {
    return is_test ? ScaleSource::kGiven : ScaleSource::kAverage;
  }
  void Fields(FieldVisitor& v) override {
    v.Input("X", &x);
    v.Input("InScale", &in_scale);
    AverageInputs(v);
    Rounding(v);
    v.Attr("moving_rate", &moving_rate);
    v.Attr("is_test", &is_test);
    v.Output("Out", &out);
    v.Output("OutScale", &out_scale, Need::kOptional);
    AverageOutputs(v);
  }
};

// The scale is stored in InScale. While the program is trained, it is the largest of a window of
// magnitudes in OutScales, which model::ResolveWrites lists as InScales.
struct FakeQuantizeRange final : FakeQuantizeBase {
  ScaleSource scale_source() const override {
    return is_test ? ScaleSource::kGiven : ScaleSource::kWindow;
  }
  void Fields(FieldVisitor& v) override {
    v.Input("X", &x);
    v.Input("InScale", &in_scale);
    v.Input("Iter", &iter, Need::kOptional);
    v.Input("InScales", &in_scales, Need::kOptional);
    Rounding(v);
    v.Attr("window_size", &window_size);
    v.Attr("is_test", &is_test);
    v.Output("Out", &out);
    v.Output("OutScale", &out_scale, Need::kOptional);
    v.Output("OutScales", &out_scales, Need::kOptional);
  }
};

// Copies X to Out and, while the program is trained, updates the moving average.
struct MovingAverageAbsMaxScale final : FakeQuantizeBase {
  MovingAverageAbsMaxScale() { only_observer = true; }
  ScaleSource scale_source() const override {
    return is_test ? ScaleSource::kGiven : ScaleSource::kAverage;
  }
  void Fields(FieldVisitor& v) override {
    v.Input("X", &x);
    AverageInputs(v);
    v.Attr("moving_rate", &moving_rate);
    v.Attr("is_test", &is_test);
    v.Output("Out", &out, Need::kOptional);
    v.Output("OutScale", &out_scale, Need::kOptional);
    AverageOutputs(v);
  }
};

// The current form: the scale is stored in Scale. ZeroPoint is not used, as in Paddle.
struct QuantizeLinear final : FakeQuantizeBase {
  const Tensor* zero_point = nullptr;

  QuantizeLinear() {
    round_type = 0;
    quant_axis = 0;
    is_test = true;
  }
  ScaleSource scale_source() const override {
    if (is_test) return ScaleSource::kGiven;
    return quant_axis < 0 ? ScaleSource::kAverage : ScaleSource::kMeasured;
  }
  const char* scale_slot() const override { return "Scale"; }
  void Fields(FieldVisitor& v) override {
    v.Input("X", &x);
    v.Input("Scale", &in_scale);
    v.Input("ZeroPoint", &zero_point, Need::kOptional);
    AverageInputs(v);
    Rounding(v);
    v.Attr("quant_axis", &quant_axis);
    v.Attr("moving_rate", &moving_rate);
    v.Attr("is_test", &is_test);
    v.Attr("only_observer", &only_observer);
    v.Output("Y", &out);
    AverageOutputs(v);
    v.Output("OutScale", &out_scale, Need::kOptional);
  }
};

LITE_OP(fake_quantize_abs_max, FakeQuantizeAbsMax);
LITE_OP(fake_quantize_dequantize_abs_max, FakeQuantizeAbsMax);
LITE_OP(fake_channel_wise_quantize_abs_max, FakeChannelWiseQuantizeAbsMax);
LITE_OP(fake_channel_wise_quantize_dequantize_abs_max, FakeChannelWiseQuantizeAbsMax);
LITE_OP(fake_quantize_moving_average_abs_max, FakeQuantizeMovingAverage);
LITE_OP(fake_quantize_dequantize_moving_average_abs_max, FakeQuantizeMovingAverage);
LITE_OP(fake_quantize_range_abs_max, FakeQuantizeRange);
LITE_OP(moving_average_abs_max_scale, MovingAverageAbsMaxScale);
LITE_OP(quantize_linear, QuantizeLinear);

}  // namespace paddle::lite::operators
