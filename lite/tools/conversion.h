// Converts one model from Paddle's form to the optimised form.
#pragma once

#include <optional>
#include <sstream>
#include <string>
#include <vector>

#include "lite/api/full/tailoring.h"
#include "lite/base/status.h"
#include "lite/mir/optimizer.h"
#include "lite/model/paddle_pb/paddle_pb.h"
#include "lite/tools/progress.h"
#include "lite/tools/quantisation/quantise.h"

namespace paddle::lite::tools {

struct ConversionOptions {
  model::PaddleModelSource source;

  std::string output;  // without ".nb"; empty = nothing is written
  bool write_naive_buffer = true;
  bool write_protobuf = false;
  bool record_tailoring = false;

  mir::OptimizeOptions optimize;
  std::string explain_path;  // the file for what optimize.explain collects; empty = standard error
  // What was collected, to be written with the model; null = the caller writes the file.
  const std::ostringstream* explanation = nullptr;

  // Quantise first, from the values on calibration inputs.
  std::optional<QuantisationOptions> quantise;
  std::string quantised_path;  // folder for the quantised program in Paddle's form; empty = none
  std::string report_path;     // file for the report of the quantiser; empty = none
  // Store weights in 8 or 16 bits and compute in float; 0 = as they are.
  int weight_bits = 0;
  bool dynamic_int8 = false;  // with 8 bits: products of int8 where they are faster
  bool bf16_weights = false;  // store weights in bfloat16, and request products in it

  // Folder for the compiled programs of subgraphs; empty = they are compiled on the device.
  std::string program_cache;
  // Shapes of subgraphs' inputs that share a program.
  std::vector<GivenShapes> program_rows;

  // Compare with the original program before anything is written.
  bool verify = false;
  GivenShapes verify_shapes;               // also of the program that compiles subgraphs
  std::optional<double> verify_threshold;  // relative L2; absent = DefaultThreshold
};

// Bound of the relative L2 difference: rounding of float32 or float16 for programs on reals, the
// steps of rounded weights or values otherwise.
double DefaultThreshold(bool rounded, bool half);

// "dir/o" for "dir/o", "dir/o.nb" and "dir/o/".
std::string OutputBase(const std::string& optimize_out);

// Checks the destination of the results before any work is done.
Status CheckOutput(const ConversionOptions& options);

// Loads, optimises, verifies and writes; the documented lines go to stdout. On failure, nothing is
// written. `used` (may be null) receives the operators and kernels of the optimised program.
Status Convert(const ConversionOptions& options, Progress* progress, TailoringInfo* used);

}  // namespace paddle::lite::tools
