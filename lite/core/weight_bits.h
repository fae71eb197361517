// Whether an operator reads a weight as integers and computes with float32 values: "weight-only"
// quantisation. The scales of the weight are those of its slot.
#pragma once

namespace paddle::lite {

// 8: the weight is int8 in memory. 0: it has the type that the operator computes with.
constexpr const char* kWeightBitsAttr = "quantize_weight_bits";

}  // namespace paddle::lite
