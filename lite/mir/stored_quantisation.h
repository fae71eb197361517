// What a program of a training or calibration tool stores about its quantisation. Everything is
// checked when it is read.
#pragma once

#include <string>
#include <vector>

#include "lite/base/status.h"
#include "lite/core/tensor.h"
#include "lite/model/program.h"

namespace paddle::lite::mir {

// Operators that describe quantisation.
bool IsQuantiser(const std::string& type);

// The first variable of a slot; null if there is none.
const std::string* FirstName(const model::SlotMap& slots, const char* slot);

constexpr int kKernelBits = 8;  // the width of integers that kernels compute on

// Widths of integers that can be imported.
inline bool IsWidth(int bits) { return bits >= 2 && bits <= 16; }

// The largest integer of a signed type of that width.
inline double LargestOf(int bits) { return static_cast<double>((1 << (bits - 1)) - 1); }

// Fails if an attribute that says how a quantiser computes cannot be read: its default is another
// value.
Status CheckQuantiser(const model::OpDesc& op);

// The numbers of a parameter. A computed variable is not supported.
Result<std::vector<double>> StoredNumbers(const model::Params& params, const model::OpDesc& op,
                                          const char* slot);

// Zero points are in the range of the integers, one or one for each scale. Those other than 0 cause
// a warning.
Status CheckZeroPoints(const model::Params& params, const model::OpDesc& op);

// Converts the largest magnitudes of a weight to integer steps; `name` is for messages. A magnitude
// of 0 causes a warning.
Result<std::vector<double>> StepsOf(const std::string& name, std::vector<double> thresholds,
                                    double largest);

// A weight that a program quantises.
struct ImportedWeight {
  std::string source;  // the parameter
  std::vector<double>
      steps;  // one, or one for each index of `axis`; where it is 0, so is the weight
  int axis = 0;
  bool integers = false;  // the parameter holds integers; otherwise real values, to be rounded
  int bits = 8;

  // Fails unless `dims` has a step for each index of `axis`, or there is one step.
  Status CheckSteps(const DDim& dims) const;
  double StepAt(const DDim& dims, int64_t i) const;
  // Element `i` as an integer.
  double IntegerAt(const Tensor& stored, int64_t i) const;
};

}  // namespace paddle::lite::mir
