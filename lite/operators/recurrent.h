// What recurrent operators share.
#pragma once

#include <initializer_list>
#include <string>

#include "lite/core/activation.h"
#include "lite/core/element.h"
#include "lite/core/weight_bits.h"
#include "lite/operators/lod_items.h"
#include "lite/operators/op.h"
#include "lite/operators/shape_rules.h"

namespace paddle::lite::operators {

// The activations of gates, by name or by number.
inline Result<ActivationType> GateActivation(const char* attribute, const std::string& name) {
  if (name == "identity" || name == "linear" || name.empty()) return ActivationType::kIndentity;
  if (name == "sigmoid") return ActivationType::kSigmoid;
  if (name == "tanh") return ActivationType::kTanh;
  if (name == "relu") return ActivationType::kRelu;
  return InvalidArgument("attribute ", attribute,
                         ": expected identity, sigmoid, tanh or relu, found '", name, "'");
}
inline Result<ActivationType> GateActivation(const char* attribute, int number) {
  constexpr ActivationType kTypes[] = {ActivationType::kIndentity, ActivationType::kSigmoid,
                                       ActivationType::kTanh, ActivationType::kRelu};
  if (number >= 0 && number < 4) return kTypes[number];
  return InvalidArgument("attribute ", attribute,
                         ": expected 0 (identity), 1 (sigmoid), 2 (tanh) or 3 (relu), found ",
                         number);
}

// Columns of a matrix [rows, gates * D], as D.
inline Result<int64_t> HiddenSize(const char* slot, const Tensor& tensor, int64_t gates) {
  const DDim& dims = tensor.dims();
  if (dims.rank() == 2 && dims[1] % gates == 0 && dims[1] > 0) return dims[1] / gates;
  return InvalidArgument(slot, ": expected rank 2 with ", gates,
                         " columns per hidden unit, found shape ", dims);
}

// A tensor that may be absent, of the shape `expected`.
inline Status CheckShape(const char* slot, const Tensor* tensor, const DDim& expected) {
  if (tensor == nullptr || tensor->dims() == expected) return OkStatus();
  return InvalidArgument(slot, ": expected shape ", expected, ", found ", tensor->dims());
}
// A bias [1, count] or [count], which may be absent.
inline Status CheckBias(const Tensor* bias, int64_t count) {
  if (bias == nullptr || bias->numel() == count) return OkStatus();
  return InvalidArgument("Bias: expected ", count, " values, found shape ", bias->dims());
}

// How an operator states its weights (lite/core/weight_bits.h).
struct WeightForm {
  int bits = 0;
  bool dynamic_int8 = false;

  void Fields(FieldVisitor& v) {
    v.Attr(kWeightBitsAttr, &bits);
    v.Attr(kDynamicInt8Attr, &dynamic_int8);
  }
  // Whether the element type of a weight is int8 instead of that of the inputs.
  bool IsInt8(const Tensor& weight) const {
    return bits == 8 && weight.precision() == PrecisionType::kInt8;
  }
};

// All inputs are float, or all are double, except for integers: those for which `is_integer` is
// true.
template <typename IsInteger>
Status CheckRealInputs(const Op& op, const Tensor& first, const IsInteger& is_integer) {
  LITE_RETURN_IF_ERROR(CheckElementType<RealTypes>("Input", first.precision()));
  for (const auto& input : op.Bound().inputs) {
    if (is_integer(input.tensor) || input.tensor->precision() == first.precision()) continue;
    return InvalidArgument(input.slot, ": expected element type ",
                           PrecisionToStr(first.precision()), " of Input, found ",
                           PrecisionToStr(input.tensor->precision()));
  }
  return OkStatus();
}

// Outputs that only training uses: kernels do not touch them.
inline void LeaveEmpty(std::initializer_list<Tensor*> outputs) {
  for (Tensor* output : outputs) {
    if (output == nullptr) continue;
    output->Resize(DDim{0});
    output->set_lod(LoD());
  }
}

// The outputs have the element type of the first input.
inline void SetPrecision(std::initializer_list<Tensor*> outputs, PrecisionType precision) {
  for (Tensor* output : outputs) {
    if (output != nullptr) output->set_precision(precision);
  }
}

}  // namespace paddle::lite::operators
