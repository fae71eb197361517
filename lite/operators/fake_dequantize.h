#pragma once

#include <cmath>
#include <limits>
#include <vector>

#include "lite/operators/op.h"
#include "lite/operators/quantization_scale.h"
#include "lite/operators/shape_rules.h"

namespace paddle::lite::operators {

// Integers, stored as such or as real numbers, become real values again: X * scale / range, with
// one scale or one for each index of an axis. Paddle 2.6 defines the forms.
struct FakeDequantizeBase : Op {
  const Tensor* x = nullptr;
  Tensor* out = nullptr;

  struct Factors {
    const Tensor* scale = nullptr;
    const Tensor* second = nullptr;  // one value for all elements; may be null
    ChannelLayout channels;
    float range = 1;
  };
  virtual Result<Factors> ReadFactors() const = 0;
  virtual bool copies() const { return false; }

  Status InferShape() final {
    LITE_RETURN_IF_ERROR(ReadFactors().status());
    out->Resize(x->dims());
    out->set_lod(x->lod());
    return OkStatus();
  }
  Cost Estimate() const final {
    return {2.0 * static_cast<double>(x->numel()),
            static_cast<double>(x->memory_size() + out->memory_size())};
  }
};

struct FakeDequantizeMaxAbs final : FakeDequantizeBase {
  const Tensor* scale = nullptr;
  float max_range = 0;

  void Fields(FieldVisitor& v) override {
    v.Input("X", &x);
    v.Input("Scale", &scale);
    v.Attr("max_range", &max_range);
    v.Output("Out", &out);
  }
  Result<Factors> ReadFactors() const override {
    LITE_RETURN_IF_ERROR(CheckScaleCount("Scale", *scale, 1, MoreScales::kIgnored));
    return Factors{scale, nullptr, {1, x->numel()}, max_range};
  }
};

// One tensor of scales is that of a weight, for the indices of `quant_axis`. Two are those of a
// weight and of an activation, after the operator that multiplied them.
struct FakeChannelWiseDequantizeMaxAbs final : FakeDequantizeBase {
  std::vector<const Tensor*> scales;
  std::vector<int> quant_bits = {8};
  int quant_axis = 0;
  int x_num_col_dims = 1;  // axis of the channels of a result

  void Fields(FieldVisitor& v) override {
    v.Input("X", &x);
    v.Inputs("Scales", &scales);
    v.Attr("quant_bits", &quant_bits);
    v.Attr("quant_axis", &quant_axis);
    v.Attr("x_num_col_dims", &x_num_col_dims);
    v.Output("Out", &out);
  }
  Result<Factors> ReadFactors() const override {
    const size_t count = scales.size();
    if (count != 1 && count != 2) {
      return InvalidArgument("Scales: expected 1 or 2 tensors, found ", count);
    }
    if (quant_bits.size() < count) {
      return InvalidArgument("attribute quant_bits: expected ", count, " values, found ",
                             ListToString(quant_bits));
    }
    Factors factors;
    factors.scale = scales[0];
    double range = 1;
    for (size_t i = 0; i < count; ++i) range *= std::exp2(quant_bits[i] - 1.0) - 1;
    if (!(std::fabs(range) <= std::numeric_limits<int>::max())) {
      return InvalidArgument("attribute quant_bits: ", ListToString(quant_bits),
                             " have a range that exceeds 32 bits");
    }
    // As in Paddle, which does not ask for a sensible number of bits.
    factors.range = static_cast<float>(static_cast<int>(range));
    const char* attribute = count == 1 ? "quant_axis" : "x_num_col_dims";
    const int axis = count == 1 ? quant_axis : x_num_col_dims;
    if (axis < 0) {
      return InvalidArgument("attribute ", attribute, ": expected an axis of X, found ", axis);
    }
    LITE_ASSIGN_OR_RETURN(factors.channels, ChannelLayout::Of(x->dims(), attribute, axis));
    LITE_RETURN_IF_ERROR(
        CheckScaleCount("Scales[0]", *scales[0], factors.channels.count, MoreScales::kRefused));
    if (count == 2) {
      LITE_RETURN_IF_ERROR(CheckScaleCount("Scales[1]", *scales[1], 1, MoreScales::kRefused));
      factors.second = scales[1];
    }
    return factors;
  }
};

// The result has the element type of Scale. ZeroPoint is not used, as in Paddle.
struct DequantizeLinear final : FakeDequantizeBase {
  const Tensor* scale = nullptr;
  const Tensor* zero_point = nullptr;
  int quant_axis = 0;
  int bit_length = 8;
  bool only_observer = false;  // X is copied

  void Fields(FieldVisitor& v) override {
    v.Input("X", &x);
    v.Input("Scale", &scale);
    v.Input("ZeroPoint", &zero_point, Need::kOptional);
    v.Attr("quant_axis", &quant_axis);
    v.Attr("bit_length", &bit_length);
    v.Attr("only_observer", &only_observer);
    v.Output("Y", &out);
  }
  bool copies() const override { return only_observer; }
  Result<Factors> ReadFactors() const override {
    LITE_RETURN_IF_ERROR(CheckBits("bit_length", bit_length));
    Factors factors;
    factors.scale = scale;
    factors.range = LargestInteger(bit_length);
    LITE_ASSIGN_OR_RETURN(factors.channels, ChannelLayout::Of(x->dims(), "quant_axis", quant_axis));
    // As in Paddle, one scale for all elements is the first number of Scale.
    if (!only_observer && (quant_axis >= 0 || scale->numel() == 0)) {
      LITE_RETURN_IF_ERROR(
          CheckScaleCount("Scale", *scale, factors.channels.count, MoreScales::kRefused));
    }
    return factors;
  }
  Status InferType() override {
    out->set_precision(only_observer ? x->precision() : scale->precision());
    return OkStatus();
  }
};

// The logarithmic code of 8 bits: Dict[X], with the sign of X. Dict has at least 128 values.
struct DequantizeLog final : Op {
  const Tensor* x = nullptr;
  const Tensor* dict = nullptr;
  Tensor* out = nullptr;

  void Fields(FieldVisitor& v) override {
    v.Input("X", &x);
    v.Input("Dict", &dict);
    v.Output("Out", &out);
  }
  Status InferShape() override {
    if (x->precision() != PrecisionType::kInt8) {
      return InvalidArgument("X: expected int8, found ", PrecisionToStr(x->precision()));
    }
    LITE_RETURN_IF_ERROR(CheckScaleCount("Dict", *dict, 128, MoreScales::kIgnored));
    out->Resize(x->dims());
    out->set_lod(x->lod());
    return OkStatus();
  }
  Status InferType() override {
    out->set_precision(PrecisionType::kFloat);
    return OkStatus();
  }
  Cost Estimate() const override {
    return {0, static_cast<double>(x->memory_size() + out->memory_size())};
  }
};

LITE_OP(fake_dequantize_max_abs, FakeDequantizeMaxAbs);
LITE_OP(fake_channel_wise_dequantize_max_abs, FakeChannelWiseDequantizeMaxAbs);
LITE_OP(dequantize_linear, DequantizeLinear);
LITE_OP(dequantize_log, DequantizeLog);

}  // namespace paddle::lite::operators
