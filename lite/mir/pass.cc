#include "lite/mir/pass.h"

#include <algorithm>

#include "lite/mir/fusion.h"

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

Result<std::vector<std::pair<std::string, Pass>>> OrderedPasses() {
  std::vector<std::pair<std::string, Pass>> waiting;
  for (const PassDef& def : PassTable()) waiting.emplace_back(def.name, def.make());
  for (const auto& [name, pass] : waiting) {
    for (const std::string& before : pass.after()) {
      const bool known = std::any_of(waiting.begin(), waiting.end(),
                                     [&](const auto& other) { return other.first == before; });
      if (!known) return Internal("pass ", name, " runs after ", before, ", which does not exist");
    }
  }
  std::vector<std::pair<std::string, Pass>> ordered;
  std::set<std::string> done;
  while (!waiting.empty()) {
    const auto ready = std::find_if(waiting.begin(), waiting.end(), [&](const auto& entry) {
      const auto& after = entry.second.after();
      return std::all_of(after.begin(), after.end(),
                         [&](const std::string& name) { return done.count(name) != 0; });
    });
    if (ready == waiting.end()) {
      return Internal("the After edges of pass ", waiting[0].first, " form a cycle");
    }
    done.insert(ready->first);
    ordered.push_back(std::move(*ready));
    waiting.erase(ready);
  }
  return ordered;
}

}  // namespace paddle::lite::mir
