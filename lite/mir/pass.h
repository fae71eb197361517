// The definition of a pass and of the pipeline.
//
// A pass is one file lite/mir/passes/<name>.cc with one definition of this form:
//
//   LITE_PASS(fuse_conv_bn) {
//     return Pass().Stage(Stage::kBias).Alias("lite_conv_bn_fuse_pass").Fuse({...});
//   }
//
// The build scans these definitions and generates the table. Passes run by stage, and within a
// stage by name.
#pragma once

#include <functional>
#include <ostream>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "lite/base/span.h"
#include "lite/base/status.h"
#include "lite/mir/graph.h"
#include "lite/mir/optimizer.h"

namespace paddle::lite::mir {

// What the passes of a stage may assume about the program is what those of the earlier stages are
// for: a pass only runs once all passes of earlier stages have nothing left to do.
enum class Stage {
  kImport,      // the program in other terms, before there is a graph
  kFold,        // what is known already: constants, operators that only copy
  kClean,       // views of views, operators whose results are never read
  kBias,        // addends and normalisations go into the linear operators before them
  kScale,       // the remaining arithmetic with numbers, written as `scale`
  kFactor,      // scales go into the linear operators before them
  kJoin,        // linear operators join each other and what is added to their results
  kProduct,     // products with factors, gates and permutations of channels get their own form
  kActivation,  // activations go into the operators before them, which are then no longer linear
  kMove,        // movements of data are merged
  kView,        // movements of data go into the operators after them
  kSparse,      // convolutions with few weights get their own form
  kPartition,   // operators for accelerators are moved into subgraphs
  kLegalise,    // kernels and layouts
};

class KernelQuery;

// Passed to a pass.
struct PassContext {
  Graph* graph = nullptr;
  const OptimizeOptions* options = nullptr;
  // Answers which kernels take an operator; may be null: then nothing depends on kernels.
  KernelQuery* kernels = nullptr;
  std::ostream* result = nullptr;  // receives what --explain shows of the result; may be null
  std::string pass;                // name of the running pass
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
  Pass& Stage(mir::Stage stage) {
    stage_ = stage;
    return *this;
  }
  // Runs only if one of these targets is among the places; without it, the pass runs for any.
  Pass& ForTargets(std::vector<TargetType> targets) {
    targets_ = std::move(targets);
    return *this;
  }
  // Runs only if all places are CPUs, or targets in `also`: others may take the operators one by
  // one, but not the result of the pass.
  Pass& OnlyCpu(std::vector<TargetType> also = {}) {
    only_cpu_ = true;
    beside_cpu_ = std::move(also);
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
  // Runs once over the model; for stage kImport.
  using ModelFunction = Status (*)(model::Model*);
  Pass& RunOnModel(ModelFunction function) {
    model_function_ = function;
    return *this;
  }

  // Runs even if the user lists the passes: programs cannot run without it.
  Pass& Mandatory() {
    mandatory_ = true;
    return *this;
  }

  bool mandatory() const { return mandatory_; }
  const std::vector<std::string>& aliases() const { return aliases_; }
  mir::Stage stage() const { return stage_; }
  // Whether the pass is for the places.
  bool IsFor(const OptimizeOptions& options) const;
  ModelFunction model_function() const { return model_function_; }
  const std::vector<Fusion>& fusions() const { return fusions_; }

  // Applies the pass until it finds nothing left to do. Returns true if it changed something.
  Result<bool> Apply(const PassContext& context) const;

 private:
  std::vector<std::string> aliases_;
  mir::Stage stage_ = mir::Stage::kFold;
  std::vector<TargetType> targets_;
  std::vector<Fusion> fusions_;
  Function function_ = nullptr;
  ModelFunction model_function_ = nullptr;
  bool mandatory_ = false;
  bool only_cpu_ = false;
  std::vector<TargetType> beside_cpu_;
};

struct PassDef {
  const char* name;
  Pass (*make)();
};

// Every pass of the build, sorted by name. Generated.
Span<const PassDef> PassTable();

// The passes in execution order.
using PassList = std::vector<std::pair<std::string, Pass>>;
PassList OrderedPasses();

#define LITE_PASS(name) ::paddle::lite::mir::Pass LitePass_##name()

}  // namespace paddle::lite::mir
