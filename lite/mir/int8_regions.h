// Which operators take and return int8.
//
// Which operators round what they read to int8 is the program's decision: `enable_int8`, and a
// scale for every such input. Such an operator returns int8 if all readers of its result take int8
// with one scale. Other operators pass int8 on from such a result to such readers if rounding
// before them is the same as after them, so results never depend on how far int8 reaches.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "lite/mir/choice.h"
#include "lite/mir/conversions.h"

namespace paddle::lite::mir {

// Whether rounding to int8 before or after the operator is the same: its results are values of its
// inputs, or the larger of two, or values clamped to bounds that are rounded as well.
bool CommutesWithRounding(const OpNode& node);

class Int8Regions {
 public:
  // `find_candidates` fills in the candidates for the meta operator of a choice.
  using FindCandidates = std::function<void(Choice*)>;
  Int8Regions(Conversions* conversions, FindCandidates find_candidates)
      : conversions_(conversions), find_candidates_(std::move(find_candidates)) {}

  // Decides for a block: removes the candidates that do not fit, with reasons, and sets the scales
  // and types of int8 values.
  Status Choose(std::vector<Choice>* choices);
  // The scale with which an operator passes int8 on; 0 if it does not.
  float PassedScale(const OpNode* op) const;

 private:
  // Empty if all readers take `arg` as int8 with one scale, which is stored in *scale; otherwise
  // the reason.
  std::string WhyNotInt8(const ArgNode& arg, float* scale) const;
  // The same for all results of an operator, of which at least one is read.
  std::string WhyNotRead(const Choice& choice, float* scale) const;
  // Empty if `input` is given as int8 with this scale.
  std::string WhyNotGiven(const SlotArg& input, float scale) const;
  // Finds the operators that pass int8 on.
  Status PassInt8On();
  // The operator with int8 of this scale in place of real numbers; no candidates if no kernel takes
  // it. Sets the scales of the operator.
  Result<Choice> AsInt8(const Choice& choice, float scale) const;
  Status ChooseInt8Results() const;

  Conversions* const conversions_;
  const FindCandidates find_candidates_;
  // The block that is decided about.
  std::vector<Choice>* choices_ = nullptr;
  ChoiceIndex index_of_;
  std::map<const OpNode*, float> passing_;
};

}  // namespace paddle::lite::mir
