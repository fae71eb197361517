#pragma once

#include "lite/base/status.h"
#include "lite/model/program.h"

namespace paddle::lite::model {

// Converts weights stored as INT8 or INT16 with scales ("weight-only" or "post dynamic"
// quantisation: the operator carries quantize_weight_bits and `<weight>_quant_scale`) to FP32: real
// = stored * scale, with one scale or one per output channel. A weight shared by several operators
// is converted once. The attributes are removed, because nothing is quantised afterwards. Fails if
// scales and shape do not match.
Status DequantizeWeights(Model* model);

}  // namespace paddle::lite::model
