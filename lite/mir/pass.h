// The definition of a pass and of the pipeline.
//
// A pass is one file lite/mir/passes/<name>.cc with one definition of this form:
//
//   LITE_PASS(fuse_conv_bn) {
//     return Pass().Alias("lite_conv_bn_fuse_pass").After("fold_constants").Fuse({...});
//   }
//
// The build scans these definitions and generates the table; the order of the passes follows from
// their After edges, and otherwise from their names.
#pragma once

#include <functional>
#include <ostream>
#include <set>
#include <string>
#include <vector>

#include "lite/base/span.h"
#include "lite/base/status.h"
#include "lite/mir/graph.h"
#include "lite/mir/optimizer.h"

namespace paddle::lite::mir {

// Passed to a pass.
struct PassContext {
  Graph* graph = nullptr;
  const OptimizeOptions* options = nullptr;
  std::string pass;                       // name of the running pass
  std::set<std::string>* said = nullptr;  // lines of the explanation so far; may be null

  // Adds a line to --explain; a repeated line is dropped.
  void Explain(const std::string& line) const;
};

class Match;

// One rewriting rule: if `match` is found and `where` accepts it, `compute` creates the constants
// and attributes for `replace`. See fusion.h.
struct Fusion {
  std::string match;
  std::string replace;
  // OK, or the reason for not rewriting this match. May be null.
  Status (*where)(const Match&) = nullptr;
  // May still refuse. May be null.
  Status (*compute)(Match*) = nullptr;
};

class Pass {
 public:
  // Runs once over the graph; returns true if it changed something.
  using Function = Result<bool> (*)(const PassContext&);

  // The name of this pass in Paddle Lite.
  Pass& Alias(const char* alias) {
    aliases_.push_back(alias);
    return *this;
  }
  // Runs only once `pass` finds nothing left to do.
  Pass& After(const char* pass) {
    after_.push_back(pass);
    return *this;
  }
  Pass& Fuse(Fusion fusion) {
    fusions_.push_back(std::move(fusion));
    return *this;
  }
  Pass& Run(Function function) {
    function_ = function;
    return *this;
  }

  // Runs even if the user lists the passes: programs cannot run without it.
  Pass& Mandatory() {
    mandatory_ = true;
    return *this;
  }

  bool mandatory() const { return mandatory_; }
  const std::vector<std::string>& aliases() const { return aliases_; }
  const std::vector<std::string>& after() const { return after_; }
  const std::vector<Fusion>& fusions() const { return fusions_; }

  // Applies the pass until it finds nothing left to do. Returns true if it changed something.
  Result<bool> Apply(const PassContext& context) const;

 private:
  std::vector<std::string> aliases_;
  std::vector<std::string> after_;
  std::vector<Fusion> fusions_;
  Function function_ = nullptr;
  bool mandatory_ = false;
};

struct PassDef {
  const char* name;
  Pass (*make)();
};

// Every pass of the build, sorted by name. Generated.
Span<const PassDef> PassTable();

// The passes in execution order; an error if After edges form a cycle or name a pass that does not
// exist.
Result<std::vector<std::pair<std::string, Pass>>> OrderedPasses();

#define LITE_PASS(name) ::paddle::lite::mir::Pass LitePass_##name()

}  // namespace paddle::lite::mir
