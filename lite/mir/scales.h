// Scales of quantised values in a graph. A scale belongs to an edge, a value in a slot of an
// operator: the writer of a value and each of its readers may have their own until legalisation
// inserts conversions. The graph keeps them as the attributes of the program.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "lite/mir/graph.h"

namespace paddle::lite::mir {

// The scales that `op` states for a value; empty if there are none.
std::vector<float> ScalesOf(const OpNode& op, const std::string& slot, size_t index = 0);
// 0 if there is none, or not a single positive number.
float ScaleOf(const OpNode& op, const std::string& slot, size_t index = 0);
void SetScale(OpNode* op, const std::string& slot, float scale, size_t index = 0);
// One scale for all values that are not constant.
void SetScales(OpNode* op, float scale);

// The operator states a scale for any of its values.
bool HasScales(const OpNode& op);

// A reader without a scale uses the one that the previous operator states for its result, except
// for a residual, which is added as real numbers unless the reader states a scale.
void TakeScalesOfProducers(OpNode* reader);

// A weight in int8 of an operator, and the real value of its elements.
struct QuantisedWeight {
  std::string slot;
  ArgNode* weight;
  std::vector<float> scales;  // one, or one for each output channel
  int channel_dim;            // the dimension of output channels

  float ScaleAt(int64_t element) const;
};
// Nothing if the operator has no such weight, or one whose scales do not fit its shape.
std::optional<QuantisedWeight> FindQuantisedWeight(const OpNode& op);

// What a fusion does with scales: the attributes of an operator with the slots `inputs` and
// `outputs`, which replaces the operators `from`, state the same scales for the same values.
void InheritScales(const std::vector<const OpNode*>& from, const ArgSlots& inputs,
                   const ArgSlots& outputs, std::map<std::string, model::AttrValue>* attrs);

// "Input 0.02, Filter 0.001 to 0.004 (32 channels), Output 0.1"; empty if there are none.
std::string ScalesText(const OpNode& op);

}  // namespace paddle::lite::mir
