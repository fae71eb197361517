// Converts values to the memory, layout and element type that their readers require.
#pragma once

#include <map>
#include <string>
#include <tuple>
#include <vector>

#include "lite/mir/choice.h"

namespace paddle::lite::mir {

// Memory, layout and element type of a value.
struct Form {
  TargetType memory = TargetType::kHost;
  DataLayoutType layout = DataLayoutType::kNCHW;
  PrecisionType precision = PrecisionType::kUnk;
  float scale = 0;  // scale of int8, if known

  auto Key() const { return std::make_tuple(memory, layout, precision, scale); }
  bool operator==(const Form& other) const { return Key() == other.Key(); }
  bool operator!=(const Form& other) const { return Key() != other.Key(); }
  bool operator<(const Form& other) const { return Key() < other.Key(); }
};

class Conversions {
 public:
  Conversions(Graph* graph, const KernelQuery& kernels) : graph_(graph), kernels_(kernels) {}

  // A program that was legalised before (an optimised model) contains conversions that may no
  // longer be needed: removes them. A calib is removed if the choice of kernels determines again
  // whether it is needed, or if it reverts another one; others belong to the program.
  void StripOld();

  // The current form of `arg`.
  Form FormOf(const ArgNode& arg) const;
  // Changes the type of a value; Meant is its type in the program.
  void SetType(ArgNode* arg, PrecisionType precision);
  PrecisionType Meant(const ArgNode* arg) const;
  // Sets the scale of a value that an operator produces as int8.
  void SetScale(const ArgNode* arg, float scale) { scales_[arg] = scale; }
  // `arg` in the requested form: itself, the value created for an earlier reader, or a new one
  // created before `reader`. A copy of a copy is the original. A constant is converted once. int8
  // of unknown scale is used unchanged.
  Result<ArgNode*> Deliver(ArgNode* arg, OpNode* reader, Form wanted);
  // Makes a fetched value plain, of type `precision` and in the host's memory; it keeps its name,
  // and its producer writes a new value if a conversion is needed.
  Status DeliverFetched(ArgNode* arg, OpNode* fetch, PrecisionType precision);

  // One line per conversion: from which form to which, for which operator.
  const std::vector<std::string>& layouts() const { return layouts_; }
  // Changes of layout that do not move any bytes.
  const std::vector<std::string>& layout_views() const { return layout_views_; }
  const std::vector<std::string>& copies() const { return copies_; }
  const std::vector<std::string>& casts() const { return casts_; }
  // Weights that are stored in the type in which they are read.
  const std::vector<std::string>& stored() const { return stored_; }

 private:
  // Whether legalisation decides again about a calib of the program.
  static bool IsOurs(const OpNode& calib);
  // Removes a conversion whose result is not visible elsewhere; true on success.
  bool Strip(OpNode* op);
  // Makes readers of int8 -> float -> int8 with one scale read the first value; true if it is such
  // a pair.
  bool CancelPair(OpNode* calib);

  // The value in another form. Writes `to` if it is given, otherwise a new value.
  Result<ArgNode*> Copied(ArgNode* arg, OpNode* reader, TargetType memory, ArgNode* to = nullptr);
  Result<ArgNode*> Converted(ArgNode* arg, OpNode* reader, DataLayoutType layout,
                             ArgNode* to = nullptr);
  // The operator that converts layouts: of a constant, it runs once.
  const char* LayoutType(const ArgNode& arg) const {
    return Origin(&arg)->is_constant() ? "layout_once" : "layout";
  }
  Result<ArgNode*> Cast(ArgNode* arg, OpNode* reader, PrecisionType precision, float scale,
                        ArgNode* to = nullptr);
  // The one of the three that converts the value to `next`.
  Result<ArgNode*> Step(ArgNode* arg, OpNode* reader, const Form& next, ArgNode* to = nullptr);
  // The first step from one form to the other.
  Form NextForm(const ArgNode& arg, const Form& wanted) const;
  ArgNode* Insert(const std::string& type, const KernelDef* kernel, ArgNode* arg, OpNode* reader,
                  const std::string& suffix, ArgNode* to);
  // The original source of a value; the block (constants are read by several); its form.
  using Place = std::tuple<const ArgNode*, const Block*, Form>;
  const ArgNode* Origin(const ArgNode* arg) const;

  Graph* const graph_;
  const KernelQuery& kernels_;
  std::map<const ArgNode*, const ArgNode*> origin_;
  std::map<Place, ArgNode*> made_;
  std::map<const ArgNode*, float> scales_;
  std::map<const ArgNode*, PrecisionType> meant_;  // if another type was chosen
  std::vector<std::string> layouts_;
  std::vector<std::string> layout_views_;
  std::vector<std::string> copies_;
  std::vector<std::string> casts_;
  std::vector<std::string> stored_;
};

}  // namespace paddle::lite::mir
