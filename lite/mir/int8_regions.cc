#include "lite/mir/int8_regions.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "lite/mir/scales.h"

namespace paddle::lite::mir {
namespace {

bool GivesInt8(const Choice& choice, const KernelDef& kernel) {
  return std::any_of(choice.results.begin(), choice.results.end(), [&](const SlotArg& result) {
    return kernel.OutputType(result.slot).precision == PrecisionType::kInt8;
  });
}

bool TakesInt8(const KernelDef& kernel, const char* slot) {
  return kernel.InputType(slot).precision == PrecisionType::kInt8;
}

// Where the program rounds all that an operator reads, kernels for real numbers do not compute what
// it says.
void KeepInt8(Choice* choice) {
  const auto rounds = [&](const Candidate& candidate) {
    return std::all_of(choice->activations.begin(), choice->activations.end(),
                       [&](const SlotArg& input) {
                         return ScaleOf(*choice->node, input.slot) == 0 ||
                                TakesInt8(*candidate.kernel, input.slot);
                       });
  };
  if (std::none_of(choice->candidates.begin(), choice->candidates.end(), rounds)) return;
  const auto others =
      std::stable_partition(choice->candidates.begin(), choice->candidates.end(), rounds);
  for (auto it = others; it != choice->candidates.end(); ++it) {
    choice->AddRefusal(*it->kernel, "the program rounds its inputs to int8");
  }
  choice->candidates.erase(others, choice->candidates.end());
}

}  // namespace

bool CommutesWithRounding(const OpNode& node) {
  static constexpr const char* kTypes[] = {"concat",        "expand",    "expand_v2",
                                           "flatten",       "flatten2",  "flatten_contiguous_range",
                                           "pixel_shuffle", "relu",      "relu6",
                                           "reshape",       "reshape2",  "shuffle_channel",
                                           "slice",         "split",     "squeeze",
                                           "squeeze2",      "stack",     "strided_slice",
                                           "tile",          "transpose", "transpose2",
                                           "unsqueeze",     "unsqueeze2"};
  const std::string& type = node.type();
  if (type == "pool2d") return AttrEquals(node, "pooling_type", std::string("max"));
  if (type == "nearest_interp" || type == "nearest_interp_v2")
    return AttrEquals(node, "interp_method", std::string("nearest"));
  if (type == "pad2d") return AttrEquals(node, "pad_value", 0.0f);
  if (type == "pad3d") return AttrEquals(node, "value", 0.0f);
  return std::find(std::begin(kTypes), std::end(kTypes), type) != std::end(kTypes);
}

Status Int8Regions::Choose(std::vector<Choice>* choices) {
  choices_ = choices;
  const auto quantised = [](const Choice& choice) {
    return !choice.boundary && IsQuantised(*choice.node);
  };
  if (std::none_of(choices->begin(), choices->end(), quantised)) return OkStatus();
  index_of_ = IndexOf(*choices);
  for (Choice& choice : *choices) {
    if (quantised(choice)) KeepInt8(&choice);
  }
  LITE_RETURN_IF_ERROR(PassInt8On());
  return ChooseInt8Results();
}

float Int8Regions::PassedScale(const OpNode* op) const {
  const auto it = passing_.find(op);
  return it == passing_.end() ? 0 : it->second;
}

std::string Int8Regions::WhyNotInt8(const ArgNode& arg, float* scale) const {
  if (arg.pinned()) return "its result is visible to other blocks";
  if (arg.consumers().empty()) return "its result is never read";
  for (const OpNode* reader : arg.consumers()) {
    const Choice& choice = (*choices_)[index_of_.at(reader)];
    if (choice.boundary) return "its result is fetched";
    for (const SlotArg& input : choice.activations) {
      if (input.arg != &arg) continue;
      const bool takes_int8 = std::all_of(
          choice.candidates.begin(), choice.candidates.end(),
          [&](const Candidate& candidate) { return TakesInt8(*candidate.kernel, input.slot); });
      const float passed = PassedScale(reader);
      const float wanted = passed > 0 ? passed : takes_int8 ? ScaleOf(*reader, input.slot) : 0;
      if (wanted == 0) return StrCat(reader->type(), " does not read its result as int8");
      if (*scale != 0 && !SameScale(*scale, wanted)) {
        return StrCat("its readers need different scales, ", *scale, " and ", wanted);
      }
      if (*scale == 0) *scale = wanted;
    }
  }
  return "";
}

std::string Int8Regions::WhyNotRead(const Choice& choice, float* scale) const {
  for (const SlotArg& result : choice.results) {
    if (result.arg->unread()) continue;
    std::string why_not = WhyNotInt8(*result.arg, scale);
    if (!why_not.empty()) return why_not;
  }
  return *scale == 0 ? "its results are never read" : "";
}

std::string Int8Regions::WhyNotGiven(const SlotArg& input, float scale) const {
  const OpNode* producer = input.arg->producer();
  const auto at = index_of_.find(producer);
  if (producer == nullptr || at == index_of_.end() || input.arg->pinned()) {
    return StrCat("%", input.arg->name(), " is not computed in this block");
  }
  const Choice& from = (*choices_)[at->second];
  const auto gives = [&](const Candidate& candidate) { return GivesInt8(from, *candidate.kernel); };
  const bool may_give = passing_.count(producer) != 0 ||
                        (!from.boundary && IsQuantised(*producer) &&
                         std::any_of(from.candidates.begin(), from.candidates.end(), gives));
  float given = 0;
  if (!may_give || !WhyNotRead(from, &given).empty() || !SameScale(given, scale)) {
    return StrCat(Describe(*producer), " does not return int8 with its scale");
  }
  return "";
}

Result<Choice> Int8Regions::AsInt8(const Choice& choice, float scale) const {
  Choice as_int8;
  as_int8.node = choice.node;
  as_int8.activations = choice.activations;
  as_int8.results = choice.results;
  as_int8.memory = choice.memory;
  as_int8.precision = choice.precision;
  std::vector<std::pair<ArgNode*, PrecisionType>> before;
  for (const auto* values : {&choice.activations, &choice.results}) {
    for (const SlotArg& value : *values) {
      if (!IsReal(choice.Found(value.arg))) continue;
      before.emplace_back(value.arg, value.arg->precision);
      value.arg->precision = PrecisionType::kInt8;
    }
  }
  SetScales(choice.node, scale);
  Result<MetaOp> meta = MetaOp::Make(*choice.node);
  for (auto it = before.rbegin(); it != before.rend(); ++it) it->first->precision = it->second;
  if (!meta.ok()) return meta.status();
  as_int8.meta = *std::move(meta);
  find_candidates_(&as_int8);
  const auto unfit = [&](const Candidate& candidate) {
    const KernelDef& kernel = *candidate.kernel;
    return MemoryOf(kernel.target) != choice.memory ||
           (kernel.precision == PrecisionType::kInt8 && !GivesInt8(as_int8, kernel));
  };
  as_int8.candidates.erase(
      std::remove_if(as_int8.candidates.begin(), as_int8.candidates.end(), unfit),
      as_int8.candidates.end());
  return as_int8;
}

Status Int8Regions::PassInt8On() {
  struct Passing {
    Choice as_int8;
    std::map<std::string, model::AttrValue> attrs;  // as before
  };
  std::map<OpNode*, Passing> candidates;
  const auto leave = [](const Choice& choice, const std::string& why) {
    choice.node->notes.push_back(StrCat("does not pass int8 on: ", why));
  };
  for (auto choice = choices_->rbegin(); choice != choices_->rend(); ++choice) {
    if (choice->boundary || choice->memory != TargetType::kHost || IsQuantised(*choice->node) ||
        !CommutesWithRounding(*choice->node)) {
      continue;
    }
    float scale = 0;
    const std::string why_not = WhyNotRead(*choice, &scale);
    if (!why_not.empty()) {
      leave(*choice, why_not);
      continue;
    }
    Passing& made = candidates[choice->node];
    made.attrs = choice->node->attrs;
    LITE_ASSIGN_OR_RETURN(made.as_int8, AsInt8(*choice, scale));
    if (made.as_int8.candidates.empty()) {
      leave(*choice, made.as_int8.refusals);
    } else {
      passing_[choice->node] = scale;
    }
  }
  // An operator that is removed changes what those before and after it can do.
  for (bool changed = true; changed;) {
    changed = false;
    for (const Choice& choice : *choices_) {
      const auto found = passing_.find(choice.node);
      if (found == passing_.end()) continue;
      float scale = 0;
      std::string why_not = WhyNotRead(choice, &scale);
      if (why_not.empty() && !SameScale(scale, found->second)) why_not = "its readers changed";
      for (const SlotArg& input : choice.activations) {
        if (why_not.empty()) why_not = WhyNotGiven(input, found->second);
      }
      if (why_not.empty()) continue;
      leave(choice, why_not);
      passing_.erase(found);
      changed = true;
    }
  }
  for (auto& [node, made] : candidates) {
    Choice& as_int8 = made.as_int8;
    // Only kernels that compute need scales.
    const bool computes =
        std::any_of(as_int8.candidates.begin(), as_int8.candidates.end(),
                    [](const Candidate& c) { return c.kernel->precision == PrecisionType::kInt8; });
    if (passing_.count(node) == 0 || !computes) node->attrs = std::move(made.attrs);
    if (passing_.count(node) == 0) continue;
    for (const auto* values : {&as_int8.activations, &as_int8.results}) {
      for (const SlotArg& value : *values) conversions_->SetType(value.arg, PrecisionType::kInt8);
    }
    (*choices_)[index_of_.at(node)] = std::move(as_int8);
  }
  return OkStatus();
}

Status Int8Regions::ChooseInt8Results() const {
  for (Choice& choice : *choices_) {
    if (choice.boundary || !IsQuantised(*choice.node)) continue;
    const auto gives_int8 = [&](const Candidate& candidate) {
      return GivesInt8(choice, *candidate.kernel);
    };
    if (std::none_of(choice.candidates.begin(), choice.candidates.end(), gives_int8)) continue;
    float scale = 0;
    std::string why_not;
    for (const SlotArg& result : choice.results) {
      if (why_not.empty()) why_not = WhyNotInt8(*result.arg, &scale);
    }
    for (const SlotArg& result : choice.results) {
      if (why_not.empty()) SetScale(choice.node, result.slot, scale);
    }
    const bool forced = std::all_of(choice.candidates.begin(), choice.candidates.end(), gives_int8);
    if (forced && ScaleOf(*choice.node, choice.results[0].slot) == 0) {
      return Unsupported(Describe(*choice.node), " produces int8 of unknown scale");
    }
    std::vector<Candidate> kept;
    for (const Candidate& candidate : choice.candidates) {
      if (forced || gives_int8(candidate) == why_not.empty()) {
        kept.push_back(candidate);
      } else {
        choice.AddRefusal(*candidate.kernel,
                          why_not.empty() ? "all readers take int8 with one scale" : why_not);
      }
    }
    if (!kept.empty()) choice.candidates = std::move(kept);
  }
  return OkStatus();
}

}  // namespace paddle::lite::mir
