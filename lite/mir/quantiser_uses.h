// How a quantised program uses its variables, which decides whether an operator that describes
// quantisation can be removed.
#pragma once

#include <initializer_list>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "lite/model/program.h"

namespace paddle::lite::mir {

// Operators with int8 kernels, and their slots.
struct WeightedOp {
  const char* type;
  const char* activation;
  const char* weight;
  const char* output;
};

// Null if the type has no int8 kernels, or no weights.
const WeightedOp* FindWeighted(const std::string& type);

bool OneOf(const std::string& type, std::initializer_list<const char*> types);

// The output of a quantiser that is not a scale.
const std::string* ValuesOf(const model::OpDesc& op);

// The width of the integers of a weight, as its de-quantiser says.
int WeightBits(const model::OpDesc& dequantiser);

// Whether the widths that a quantiser states can be imported.
bool HasWidths(const model::OpDesc& op);

// Whether a quantiser takes its scale from the values of every run, as in training, and keeps what
// it needs for that in variables of the program.
bool FollowsValues(const model::OpDesc& op);

// The operators of a model are taken one after the other, in the order of the program, and do not
// move in memory.
class QuantiserUses {
 public:
  explicit QuantiserUses(const model::Model& model);

  // The operator has been taken.
  void Pass(const model::OpDesc& op);

  // True if something other than a quantiser reads an output that is not the values, or, where
  // these outputs change in every run, anything else than the operator itself.
  bool ScaleIsRead(const model::OpDesc& op) const;

  // True if an input that decides the type of the result is float64.
  bool ComputesDoubles(const model::OpDesc& op) const;

  // False if X is a parameter that holds a value which is not finite.
  bool IsFinite(const model::OpDesc& op) const;

  // True if a stored scale is negative or not finite, or a range not positive. Paddle computes with
  // it, so this is an error only in a network of convolutions and products on integers.
  bool HasOddScale(const model::OpDesc& op) const;

  // True if a convolution or product reads the values, or those of another quantiser that reads
  // them.
  bool IsMultiplied(const model::OpDesc& op, int depth = 0) const;

  // False if the program computes the scale of a de-quantiser.
  bool StoresScale(const model::OpDesc& dequantiser) const;

  // False, with a warning, if a parameter holds another number than integers of that width.
  bool HoldsIntegers(const std::string& name, int bits) const;

  // True if the values are integers, and something reads them that is not replaced with them: then
  // the operator computes them.
  bool IntegersAreRead(const model::OpDesc& op) const;

  // True if the input can be read instead of the output by all readers of the output: both keep
  // their values from the operator on. In loops, an earlier operator may read a later output.
  bool IsReplaceable(const model::OpDesc& op) const;

  // The only reader of an operator's result, if it turns sums of integers into real numbers.
  const model::OpDesc* DequantiserBehind(const WeightedOp& slots, const model::OpDesc& op) const;

  // False where it is not obvious.
  bool NeverNegative(const std::string& name, int depth = 0) const;

 private:
  // Null if the variable is not a parameter, or has no elements in memory.
  const Tensor* Stored(const std::string& name) const;
  // Whether both are one variable, or parameters with the same numbers.
  bool AreEqual(const std::string& first, const std::string& second) const;
  // Whether the scale of the first operator is that of the second one.
  bool Reverses(const model::OpDesc& dequantiser, const model::OpDesc& quantiser) const;
  // Whether a de-quantiser after an operator has one scale, or stored ones for its output channels.
  bool ScalesChannels(const model::OpDesc& dequantiser, const model::OpDesc& op) const;
  bool IsParam(const std::string& name) const { return model_.params.count(name) != 0; }

  const model::Model& model_;
  std::map<std::string, std::vector<const model::OpDesc*>> readers_;
  std::map<std::string, const model::OpDesc*> producers_;
  struct Declared {
    model::VarType type;
    int rank;
  };
  std::map<std::string, Declared> declared_;
  std::map<std::string, int> writes_;  // number of outputs with that name
  std::set<std::string> read_;         // by the operators up to now
  std::set<std::string> written_;      // likewise
};

}  // namespace paddle::lite::mir
