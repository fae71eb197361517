// The flags of opt that quantise a model.
#pragma once

#include <string>
#include <vector>

#include "lite/base/status.h"
#include "lite/tools/conversion.h"

namespace paddle::lite::tools {

// The part of opt's help that describes them.
extern const char kQuantisationHelp[];

// An error if --quant_type is unknown, whatever the other flags are.
Status CheckQuantType();

// The flags that only have an effect with --calibration_data.
const std::vector<std::string>& CalibrationFlags();

// Whether the flags name files of their own, so that --optimize_out is not needed.
bool QuantisationWritesFiles();

// Fills in what these flags request; inputs have the shapes of `options->verify_shapes`. Fails if
// one of them is out of range, or has no effect without another one.
Status SetQuantisation(ConversionOptions* options);

}  // namespace paddle::lite::tools
