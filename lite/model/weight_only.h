#pragma once

#include <functional>

#include "lite/base/status.h"
#include "lite/model/program.h"

namespace paddle::lite::model {

// Whether an operator can compute from int8 or int16 weights with scales, as its attributes say.
using KeepsIntegerWeight = std::function<bool(const OpDesc& op)>;

// Weights stored as INT8 or INT16 with scales ("weight-only" or "post dynamic" quantisation: the
// operator carries quantize_weight_bits and `<weight>_quant_scale`) become what kernels read.
//
// Weights of matrix products and embeddings stay as they are if `keeps` is true for all their
// readers; the scales become those of the slot (`<Slot>0_scale`). A null `keeps` is never true. All
// others become FP32: real = stored * scale, with one scale or one per output channel. A weight
// shared by several operators is converted once. Their attributes are removed, because nothing is
// quantised afterwards. Fails if scales and weight do not match, and for scales that are negative
// or not finite.
Status ConvertStoredWeights(const KeepsIntegerWeight& keeps, Model* model);
inline Status DequantizeWeights(Model* model) { return ConvertStoredWeights(nullptr, model); }

// The inverse: stores the float weights of matrix products, convolutions, embeddings and recurrent
// layers in 8 or 16 bits with a scale for each output channel, the largest magnitude of a channel
// divided by the largest integer. Operators that compute in int8, weights that differently aligned
// operators or other slots share, and weights with NaN or infinite values stay as they are.
Status QuantizeWeights(int bits, Model* model);

// The width of the widest weights that a program stores as integers with scales, 0 without any.
int StoredWeightBits(const Program& program);

// Like QuantizeWeights, but only stores weights whose channels are multiples of a step, up to the
// rounding of floats: those of a program that stored them so before it was optimised. Results do
// not change.
Status StoreExactWeights(int bits, Model* model);

// Stores the float weights of recurrent layers that request kDynamicInt8Attr in 8 bits, with the
// one scale that the program states for the slot; their values are multiples of it. A weight that
// another operator reads as float stays as it is, and its operators compute in float.
Status StoreDynamicWeights(Model* model);

// Products with weights that QuantizeWeights(8) has stored round their other operand to int8 too,
// if that makes them faster (kDynamicInt8Attr).
void RequestDynamicInt8(Model* model);

// Stores the float weights of matrix products, convolutions, embeddings and recurrent layers in
// bfloat16, rounded to nearest even. Biases, weights that other slots also read, and weights with
// finite values beyond the largest bfloat16 stay as they are. Requests products in bfloat16 of the
// operators that multiply by such weights (lite/core/bfloat16_use.h).
Status StoreWeightsInBFloat16(Model* model);
// Whether that would store any weight.
bool CanStoreInBFloat16(const Model& model);

// Requests products in bfloat16 of all operators that multiply by float weights.
void RequestBFloat16(Model* model);
// Those that are requested are computed on every processor from now on.
void RequireBFloat16(Model* model);

// Converts all BF16 weights to FP32, as the readers of files do.
Status ExpandBFloat16Weights(Model* model);

}  // namespace paddle::lite::model
