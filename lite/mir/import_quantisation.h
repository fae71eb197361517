// Programs that training or calibration tools quantised, in the form that the kernels compute in.
#pragma once

#include <string>
#include <vector>

#include "lite/base/status.h"
#include "lite/model/program.h"

namespace paddle::lite::mir {

// The operators that ImportQuantisation takes out; they need no kernel.
std::vector<std::string> ImportedQuantisers();

// Takes fake_quantize*, fake_dequantize*, fake_quantize_dequantize*, quantize_linear and
// dequantize_linear out of the program. A convolution or product whose operands they quantise to 8
// bits becomes one with `enable_int8`, an int8 weight and scales (`<Slot>0_scale`); every other
// operator reads the real values, as it would without quantisation. docs/design/quantisation.md has
// the forms.
Status ImportQuantisation(model::Model* model);

}  // namespace paddle::lite::mir
