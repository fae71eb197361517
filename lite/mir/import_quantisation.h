// Converts programs quantised by training or calibration tools to the form that the kernels
// support.
#pragma once

#include <string>
#include <vector>

#include "lite/base/status.h"
#include "lite/model/program.h"

namespace paddle::lite::mir {

// The operators removed by ImportQuantisation; they need no kernel.
std::vector<std::string> ImportedQuantisers();

// Removes fake_quantize*, fake_dequantize*, fake_quantize_dequantize*, quantize_linear and
// dequantize_linear from the program. A convolution or product whose operands they quantise to 8
// bits becomes one with `enable_int8`, an int8 weight and scales (`<Slot>0_scale`); every other
// operator reads the real values, as it would without quantisation. Operators whose scale is not
// stored are kept and run. docs/design/quantisation.md has the forms.
Status ImportQuantisation(model::Model* model);

}  // namespace paddle::lite::mir
