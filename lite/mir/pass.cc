#include "lite/mir/pass.h"

#include <algorithm>

#include "lite/core/targets.h"
#include "lite/mir/fusion.h"
#include "lite/mir/kernel_query.h"

namespace paddle::lite::mir {

void PassContext::Explain(const std::string& line) const {
  if (said == nullptr || options->explain == nullptr) return;
  const std::string full = StrCat(pass, ": ", line);
  if (said->insert(full).second) *options->explain << full << "\n";
}

Result<bool> Pass::Apply(const PassContext& context) const {
  // Every rewrite shrinks the graph or advances it along a chain of forms; the limit only stops a
  // defective rule from running forever.
  const size_t limit = 16 + 4 * context.graph->op_count();
  bool changed = false;
  for (size_t round = 0;; ++round) {
    bool again = false;
    if (function_ != nullptr) {
      LITE_ASSIGN_OR_RETURN(again, function_(context));
    }
    for (const Fusion& fusion : fusions_) {
      LITE_ASSIGN_OR_RETURN(const bool fused, ApplyFusion(context, fusion));
      again |= fused;
    }
    if (!again) return changed;
    changed = true;
    if (round > limit) return Internal("pass ", context.pass, " does not terminate");
  }
}

bool Pass::IsFor(const OptimizeOptions& options) const {
  const auto is_allowed = [this](const Place& place) {
    return InfoOf(place.target).is_cpu ||
           std::find(beside_cpu_.begin(), beside_cpu_.end(), place.target) != beside_cpu_.end();
  };
  const std::vector<Place>& places = options.valid_places;
  if (only_cpu_ && !std::all_of(places.begin(), places.end(), is_allowed)) return false;
  return targets_.empty() || std::any_of(targets_.begin(), targets_.end(), [&](TargetType target) {
           return TargetAllowed(options, target);
         });
}

PassList OrderedPasses() {
  PassList passes;
  for (const PassDef& def : PassTable()) passes.emplace_back(def.name, def.make());
  std::stable_sort(passes.begin(), passes.end(), [](const auto& a, const auto& b) {
    return a.second.stage() < b.second.stage();
  });
  return passes;
}

}  // namespace paddle::lite::mir
