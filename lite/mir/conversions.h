// Puts values into the memory and the layout in which their readers want them.
#pragma once

#include <map>
#include <string>
#include <tuple>
#include <vector>

#include "lite/mir/choice.h"

namespace paddle::lite::mir {

class Conversions {
 public:
  Conversions(Graph* graph, const OptimizeOptions& options) : graph_(graph), options_(options) {}

  // A program that was legalised before (an optimised model) carries conversions that may not be
  // needed now: takes them out.
  void StripOld();

  // Whether values can be copied to `memory` and back.
  bool CanCopy(TargetType memory) const;

  // `arg` in `memory` and `layout`: itself, the value that an earlier reader got, or a new one made
  // in front of `reader`. A copy of a copy is the original. A constant is converted once.
  Result<ArgNode*> Deliver(ArgNode* arg, OpNode* reader, TargetType memory, DataLayoutType layout);
  // Makes a fetched value plain and in the host's memory; it keeps its name, and its producer
  // writes a new value where a conversion is needed.
  Status DeliverFetched(ArgNode* arg, OpNode* fetch);

  // One line each: what became what, for which operator.
  const std::vector<std::string>& layouts() const { return layouts_; }
  const std::vector<std::string>& copies() const { return copies_; }

 private:
  // The value in another place. `to` is written when it is given, else a new value.
  Result<ArgNode*> Copied(ArgNode* arg, OpNode* reader, TargetType memory, ArgNode* to = nullptr);
  Result<ArgNode*> Converted(ArgNode* arg, OpNode* reader, DataLayoutType layout,
                             ArgNode* to = nullptr);
  ArgNode* Insert(const std::string& type, const KernelDef* kernel, ArgNode* arg, OpNode* reader,
                  const std::string& suffix, ArgNode* to);
  const KernelDef* FindCopy(const std::string& type, TargetType from, TargetType to) const;
  // The fastest kernel that changes layouts within `memory`; null when there is none.
  const KernelDef* FindLayout(const std::string& type, TargetType memory, const ArgNode& arg,
                              DataLayoutType layout) const;

  // What a value was made from, in the end; the block (constants are read by several); where it is.
  using Place = std::tuple<const ArgNode*, const Block*, TargetType, DataLayoutType>;
  const ArgNode* Origin(const ArgNode* arg) const;

  Graph* const graph_;
  const OptimizeOptions& options_;
  std::map<const ArgNode*, const ArgNode*> origin_;
  std::map<Place, ArgNode*> made_;
  std::vector<std::string> layouts_;
  std::vector<std::string> copies_;
};

// Whether the target may be used at all: the host always, others when they are asked for.
bool TargetAllowed(const OptimizeOptions& options, TargetType target);

}  // namespace paddle::lite::mir
