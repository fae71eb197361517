// Whether an operator reads a weight as integers and computes with float32 values: "weight-only"
// quantisation. The scales of the weight are those of its slot.
#pragma once

namespace paddle::lite {

// 8, 16: the weight is int8 or int16 in memory. 0: it has the type that the operator computes with.
constexpr const char* kWeightBitsAttr = "quantize_weight_bits";

// Whether the other operand is rounded to int8 as well, with a scale for each row that is found in
// every run ("dynamic" quantisation). Only with 8 bits.
constexpr const char* kDynamicInt8Attr = "dynamic_int8";

}  // namespace paddle::lite
