// Post-training quantisation: chooses scales from the values of a program on given inputs, and the
// operators that are worth it. See docs/design/quantisation.md.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "lite/base/status.h"
#include "lite/mir/optimizer.h"
#include "lite/model/program.h"
#include "lite/tools/progress.h"
#include "lite/tools/quantisation/calibration_inputs.h"
#include "lite/tools/quantisation/quantisers.h"
#include "lite/tools/quantisation/statistics.h"

namespace paddle::lite::tools {

struct QuantisationOptions {
  std::string data;    // folder of inputs, see CalibrationInputs
  int max_inputs = 0;  // 0 = all
  GivenShapes shapes;
  ImageScaling images;
  CalibrationAlgorithm algorithm = CalibrationAlgorithm::kMse;
  double percentile = 0.99999;
  bool per_channel = true;
  bool bias_correction = true;
  // An operator stays in float if its result differs by more than this (relative L2, on the
  // calibration inputs) ...
  double error_budget = 0.1;
  // ... or if the cost model does not expect it to be faster on the targets.
  bool only_if_faster = true;
  CandidateOptions candidates;
};

struct QuantisationResult {
  model::Model model;  // in Paddle's form, with quantize_linear and dequantize_linear
  int quantised = 0;
  int candidates = 0;
  std::string report;                // a table of all candidates, and a summary
  std::vector<std::string> skipped;  // calibration inputs, and why
  std::string accuracy;              // of the results on the calibration inputs, one line
};

// `target` is what the result will be optimised for. Fails if no calibration input can be used.
Result<QuantisationResult> Quantise(const model::Model& source, const QuantisationOptions& options,
                                    const mir::OptimizeOptions& target, Progress* progress);

}  // namespace paddle::lite::tools
