#pragma once

#include "lite/base/status.h"
#include "lite/model/program.h"

namespace paddle::lite::model {

// Turns weights that are stored as INT8 or INT16 with scales ("weight-only" or "post dynamic"
// quantisation: the operator carries quantize_weight_bits and `<weight>_quant_scale`) into FP32:
// real = stored * scale, one scale or one per output channel. A weight that several operators share
// is converted once. The attributes go away, since nothing is quantised afterwards. Fails when
// scales and shape do not fit.
Status DequantizeWeights(Model* model);

}  // namespace paddle::lite::model
