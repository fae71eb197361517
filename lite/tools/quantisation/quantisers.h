// Operators that can be quantised, and programs in which they are: in Paddle's form, where
// quantize_linear and dequantize_linear surround their operands.
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "lite/base/status.h"
#include "lite/model/program.h"

namespace paddle::lite::tools {

// An operator of the main block that may compute in int8.
struct QuantisationCandidate {
  size_t op = 0;  // position in the main block
  std::string type;
  struct Operand {
    std::string slot;
    size_t index = 0;
    std::string name;
  };
  std::vector<Operand> activations;  // rounded with one scale each
  std::string weight_slot;           // empty for an operator without weights
  std::string weight;
  int weight_axis = 0;  // of the output channels
  std::string output;
  int output_axis = 0;  // of the channels in the result; -1 = the last one
  std::string refusal;  // why it cannot be quantised; empty if it can
};

struct CandidateOptions {
  std::set<std::string> types;         // empty = all
  std::set<std::string> skip_tensors;  // operators that read or write them stay as they are
  bool full = false;                   // sums, products and pooling as well
};

// Operator types that can be quantised: those with weights, and with `full` the others.
std::vector<std::string> QuantisableTypes(bool full);

// In the order of the program. Without `full`, one operand of a sum that becomes part of a
// convolution is rounded as well.
std::vector<QuantisationCandidate> FindQuantisationCandidates(const model::Program& program,
                                                              const CandidateOptions& options);

// Adds quantisers to a program, which keeps its original parameters and operators.
class QuantiserBuilder {
 public:
  // `thresholds` are those of the activations, by name.
  QuantiserBuilder(model::Model* model, std::map<std::string, double> thresholds, bool per_channel)
      : model_(model), thresholds_(std::move(thresholds)), per_channel_(per_channel) {}

  // Rounds the operands of these candidates. With `twin_suffix`, the operators stay as they are,
  // and copies of them, whose results have that suffix, read the rounded operands.
  Status Quantise(const std::vector<QuantisationCandidate>& candidates,
                  const std::string& twin_suffix);

  // The thresholds of a weight: one, or one for each output channel.
  static Result<std::vector<double>> WeightThresholds(const Tensor& weight, int axis,
                                                      bool per_channel);

 private:
  Result<std::string> RoundActivation(const std::string& name, std::vector<model::OpDesc>* ops);
  Result<std::string> RoundWeight(const QuantisationCandidate& candidate,
                                  std::vector<model::OpDesc>* ops);
  model::OpDesc Linear(const char* type, const std::string& x, const std::string& scale,
                       const std::string& y, int axis);
  std::string Unused(const std::string& name) const;
  void AddVariable(const std::string& name, PrecisionType precision,
                   const std::vector<int64_t>& shape, bool persistable);
  Status AddParameter(const std::string& name, PrecisionType precision,
                      const std::vector<int64_t>& shape, const std::vector<double>& values);

  model::Model* const model_;
  const std::map<std::string, double> thresholds_;
  const bool per_channel_;
  std::map<std::string, std::string> rounded_;  // names of operands with rounded values
};

// Adds a number for each channel to the results of an operator, in what follows it: a bias of its
// own, an addition of a constant, or a batch norm. Returns false if there is none of them.
Result<bool> AddToChannels(model::Model* model, const QuantisationCandidate& candidate,
                           const std::vector<double>& addends);

// Removes parameters that no operator reads, and their variables.
void DropUnusedParams(model::Model* model);

}  // namespace paddle::lite::tools
