#include "lite/mir/optimizer.h"

#include <algorithm>
#include <iostream>
#include <map>
#include <set>
#include <sstream>

#include "lite/base/logging.h"
#include "lite/core/device.h"
#include "lite/core/image_layout.h"
#include "lite/core/targets.h"
#include "lite/mir/bind.h"
#include "lite/mir/infer.h"
#include "lite/mir/kernel_query.h"
#include "lite/mir/pass_names.h"
#include "lite/mir/text.h"
#include "lite/mir/verify.h"
#include "lite/model/blocks.h"
#include "lite/model/checks.h"
#include "lite/model/op_fields.h"
#include "lite/model/quantised.h"
#include "lite/model/weight_only.h"

namespace paddle::lite::mir {

namespace {

bool Contains(const std::vector<std::string>& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

// Maps user-supplied names to passes, and warns at the end about names without a counterpart.
class NameReader {
 public:
  explicit NameReader(const PassList& passes) : passes_(passes) {}
  ~NameReader() {
    if (ignored_.empty()) return;
    const std::vector<std::string> names(ignored_.begin(), ignored_.end());
    LITE_LOG_WARNING("passes of Paddle Lite that have no counterpart here are ignored: ",
                     ListToString(names));
  }

  // Empty for a name that needs no pass.
  Result<std::string> Read(const std::string& name) {
    LITE_ASSIGN_OR_RETURN(NamedPass pass, ResolvePassName(passes_, name));
    if (pass.without_counterpart) ignored_.insert(name);
    return std::move(pass.own);
  }

 private:
  const PassList& passes_;
  std::set<std::string> ignored_;
};

// Replaces every name in the options by that of a pass; names that need no pass are dropped.
Status ReadNames(const PassList& all, OptimizeOptions* options) {
  NameReader names(all);
  for (std::string& name : options->print_ir_after) {
    if (name == "all") continue;
    LITE_ASSIGN_OR_RETURN(name, names.Read(name));
  }
  if (!options->stop_after.empty()) {
    LITE_ASSIGN_OR_RETURN(NamedPass last, ResolvePassName(all, options->stop_after));
    if (last.own.empty()) {
      LITE_LOG_WARNING("stop_after: ", options->stop_after,
                       last.without_counterpart ? " of Paddle Lite has no counterpart here"
                                                : " of Paddle Lite needs no pass here",
                       ", so all passes run");
    }
    options->stop_after = std::move(last.own);
  }
  const auto is_model_pass = [&](const std::string& name) {
    return std::any_of(options->model_passes.begin(), options->model_passes.end(),
                       [&](const ModelPass& pass) { return pass.name == name; });
  };
  for (std::string& name : options->passes_internal) {
    Result<std::string> own = names.Read(name);
    if (!own.ok() && !is_model_pass(name)) return own.status();
    name = own.ok() ? *std::move(own) : std::string();
  }
  for (std::string& name : options->discarded_passes) {
    Result<std::string> own = names.Read(name);
    if (!own.ok() && !is_model_pass(name))
      LITE_LOG_WARNING("discarded pass '", name, "' does not exist");
    name = own.ok() ? *std::move(own) : std::string();
  }
  return OkStatus();
}

// The passes that run: all; exactly the listed ones if the user lists two or more (a single name
// adds to the default list, which already contains it); minus the discarded ones. Mandatory passes
// always run.
PassList Select(PassList all, const OptimizeOptions& options) {
  PassList selected;
  for (auto& entry : all) {
    const bool wanted =
        options.passes_internal.size() < 2 || Contains(options.passes_internal, entry.first);
    const bool discarded = Contains(options.discarded_passes, entry.first);
    if (!entry.second.IsFor(options)) continue;
    if (entry.second.mandatory() || (wanted && !discarded)) selected.push_back(std::move(entry));
  }
  return selected;
}

// Runs the passes that do not belong to the library, as the user names them.
Status RunModelPasses(const OptimizeOptions& given, std::ostream* explain, model::Model* model) {
  for (const ModelPass& pass : given.model_passes) {
    const bool wanted =
        given.passes_internal.size() < 2 || Contains(given.passes_internal, pass.name);
    if (!wanted || Contains(given.discarded_passes, pass.name)) continue;
    if (!Pass().ForTargets(pass.targets).IsFor(given)) continue;
    const size_t before = model->program.blocks.empty() ? 0 : model->program.blocks[0].ops.size();
    LITE_RETURN_IF_ERROR(pass.apply(given.valid_places, model).WithContext("pass " + pass.name));
    if (explain != nullptr && !model->program.blocks.empty()) {
      *explain << pass.name << ": " << before << " operators before, "
               << model->program.blocks[0].ops.size() << " after\n";
    }
  }
  return OkStatus();
}

// Gradients and their consumers, which no inference program contains.
bool IsForTraining(const OpNode& op) {
  constexpr std::string_view kSuffix = "_grad";
  const std::string& type = op.type();
  return op.inputs().count("Grad") != 0 ||
         (type.size() > kSuffix.size() &&
          type.compare(type.size() - kSuffix.size(), kSuffix.size(), kSuffix) == 0);
}

// Lists every operator that is unknown to this build or has no kernel in it, for any places.
Status CheckOperators(const Graph& graph, const OptimizeOptions& options) {
  enum class Lack { kNothing, kKernel, kOperator };
  std::map<std::string, Lack> lacks;
  std::string missing;
  bool training = false;
  for (const OpNode* op : graph.AllOps()) {
    if (op->type() == "feed" || op->type() == "fetch") continue;
    const auto [lack, is_new] = lacks.try_emplace(op->type(), Lack::kNothing);
    if (is_new && CreateOp(op->type()) == nullptr) {
      lack->second = Lack::kOperator;
    } else if (is_new && DeclaredKernels(options, op->type()).empty()) {
      lack->second = Lack::kKernel;
    }
    if (lack->second == Lack::kNothing) continue;
    const int block = op->block()->index();
    missing += StrCat(missing.empty() ? "" : ", ", op->type(), " (#", op->source_index(),
                      block == 0 ? std::string() : StrCat(" of block ", block), ")",
                      lack->second == Lack::kKernel ? " has no kernel" : "");
    training = training || IsForTraining(*op);
  }
  if (missing.empty()) return OkStatus();
  return Unsupported("this build lacks operators of the program: ", missing,
                     training
                         ? "; this is a program for training, export it for inference"
                         : "; `opt --print_all_ops` lists what a build with all operators has");
}

// Compares shapes of values before and after a pass by the first two probes. (The third probe's
// numbers for open dimensions depend on the operators before.) The invented numbers of the first
// two follow the order of operators as well: one that stood for a dimension before may be replaced
// by another, which then stands for the same dimension everywhere, and for no other.
class OpenDimensions {
 public:
  // The numbers of this value are not invented, and stay.
  void Keep(const ArgNode& value) {
    for (int i = 0; i < Rank(value); ++i) {
      const Numbers numbers = NumbersOf(value, i);
      after_[numbers] = before_[numbers] = numbers;
    }
  }
  bool SameShape(const ArgNode& before, const ArgNode& after) {
    if (Rank(before) != Rank(after)) return false;
    const bool invented = before.has_invented_dims && after.has_invented_dims;
    for (int i = 0; i < Rank(before); ++i) {
      const Numbers old = NumbersOf(before, i), now = NumbersOf(after, i);
      const bool open = old.first != old.second && now.first != now.second;
      if (!invented || !open) {
        if (old != now) return false;
      } else if (after_.emplace(old, now).first->second != now ||
                 before_.emplace(now, old).first->second != old) {
        return false;
      }
    }
    return true;
  }

 private:
  using Numbers = std::pair<int64_t, int64_t>;  // of one dimension, in the two probes
  static int Rank(const ArgNode& value) {
    return value.probes.empty() ? 0 : value.probes[0].rank();
  }
  static Numbers NumbersOf(const ArgNode& value, int axis) {
    return {value.probes[0][axis], value.probes[1][axis]};
  }

  std::map<Numbers, Numbers> after_, before_;
};

Status AsStatus(const std::vector<std::string>& refusals) {
  if (refusals.empty()) return OkStatus();
  std::string text;
  for (const std::string& refusal : refusals) text += (text.empty() ? "" : "; ") + refusal;
  return InvalidArgument(text);
}

class Pipeline {
 public:
  // `refused`: operators that refuse every input (CertainRefusals).
  Pipeline(Graph* graph, const OptimizeOptions& options, const PassList& passes,
           std::ostream* result, std::vector<std::string> refused)
      : graph_(graph),
        options_(options),
        passes_(passes),
        result_(result),
        refused_(std::move(refused)),
        kernels_(options) {}

  // A pass runs once all passes before it have nothing left to do: after every change the list
  // starts over. So a bias after a batch norm is folded before an activation is fused into the
  // convolution.
  Status Run() {
    std::vector<bool> ran(passes_.size(), false);
    bool legalises = false;
    // The limit is only reached by a defect: two passes that undo each other.
    size_t changes_left = 64 + 4 * graph_->op_count();
    size_t i = 0;
    while (i < passes_.size()) {
      const auto& [name, pass] = passes_[i];
      if (pass.stage() == Stage::kLegalise) {
        LITE_RETURN_IF_ERROR(CheckOperators(*graph_, options_));
        // What the first legalisation gets is what the runtime will run, except for casts.
        if (!legalises) LITE_RETURN_IF_ERROR(AsStatus(refused_));
        legalises = true;
      }
      PassContext context;
      context.graph = graph_;
      context.options = &options_;
      context.kernels = &kernels_;
      context.result = result_;
      context.pass = name;
      context.said = &said_;
      const std::map<const ArgNode*, ArgNode> before = Snapshot();
      LITE_ASSIGN_OR_RETURN(const bool changed, pass.Apply(context));
      if (changed) {
        if (options_.fired != nullptr) options_.fired->insert(name);
        refused_ = InferShapes(graph_).operators;
        if (options_.verify_each) {
          LITE_RETURN_IF_ERROR(Verify(*graph_).WithContext("after pass " + name));
          LITE_RETURN_IF_ERROR(Compare(before).WithContext("after pass " + name));
        }
      }
      if (changed && changes_left-- == 0) return Internal("the passes do not terminate");
      if (changed || !ran[i]) Print(name);
      ran[i] = true;
      i = changed ? 0 : i + 1;
    }
    return OkStatus();
  }

  // Types and shapes of all values; only taken if they will be compared.
  std::map<const ArgNode*, ArgNode> Snapshot() const {
    std::map<const ArgNode*, ArgNode> values;
    if (!options_.verify_each) return values;
    for (const ArgNode* arg : graph_->LiveArgs()) values.emplace(arg, *arg);
    return values;
  }

  // A rewrite must keep the types and shapes of its results, and every value that is read.
  Status Compare(const std::map<const ArgNode*, ArgNode>& before) const {
    OpenDimensions open;
    for (const ArgNode* arg : graph_->LiveArgs()) {
      const auto old = before.find(arg);
      if (old == before.end() || arg->has_invented_dims || old->second.has_invented_dims) continue;
      open.Keep(old->second);
    }
    for (const ArgNode* arg : graph_->LiveArgs()) {
      const auto old = before.find(arg);
      if (old == before.end()) continue;
      if (old->second.producer() != nullptr && arg->producer() == nullptr && !arg->is_constant()) {
        return Internal("%", arg->name(), " is read, but no operator computes it any more");
      }
      const bool shapes_known = !arg->probes.empty() && !old->second.probes.empty();
      if (shapes_known && !open.SameShape(old->second, *arg)) {
        return Internal("the shape of %", arg->name(), " changed from ", *old->second.dims, " to ",
                        *arg->dims);
      }
      if (arg->precision != old->second.precision && old->second.precision != PrecisionType::kUnk) {
        return Internal("the type of %", arg->name(), " changed from ",
                        PrecisionToStr(old->second.precision), " to ",
                        PrecisionToStr(arg->precision));
      }
    }
    return OkStatus();
  }

  void Print(const std::string& pass) const {
    if (!Contains(options_.print_ir_after, pass) && !Contains(options_.print_ir_after, "all")) {
      return;
    }
    std::ostream& out = options_.out != nullptr ? *options_.out : std::cout;
    out << "# after " << pass << "\n" << PrintGraph(*graph_) << "\n";
  }

 private:
  Graph* graph_;
  const OptimizeOptions& options_;
  const PassList& passes_;
  std::ostream* const result_;
  std::vector<std::string> refused_;
  KernelQuery kernels_;
  std::set<std::string> said_;
};

// Attributes are of the types that the operators declare, or convert to them without loss. A pass
// that reads a wrong one would skip its operator, and one that removes the operator would accept
// the program.
Status CheckAttributes(const model::Program& program) {
  for (size_t b = 0; b < program.blocks.size(); ++b) {
    const std::vector<model::OpDesc>& ops = program.blocks[b].ops;
    for (size_t i = 0; i < ops.size(); ++i) {
      if (ops[i].type == "feed" || ops[i].type == "fetch") {
        LITE_RETURN_IF_ERROR(model::ColumnOf(ops[i]).status());
        LITE_RETURN_IF_ERROR(model::CheckFetched(program, ops[i]));
        continue;
      }
      const std::unique_ptr<Op> op = CreateOp(ops[i].type);
      if (op == nullptr) continue;  // reported later, all at once
      const Status loaded = model::LoadOp(ops[i], nullptr, op.get());
      if (loaded.ok()) continue;
      return loaded.WithContext(StrCat("op ", ops[i].type, " (#", i,
                                       b == 0 ? std::string() : StrCat(" of block ", b), ")"));
    }
  }
  return OkStatus();
}

// The operators of the main block and of blocks that these run.
std::vector<const OpNode*> OpsThatRun(const Graph& graph) {
  std::vector<const OpNode*> ops(graph.root()->ops().begin(), graph.root()->ops().end());
  std::set<int> blocks;
  for (size_t i = 0; i < ops.size(); ++i) {
    for (const int index : ops[i]->sub_blocks()) {
      if (!blocks.insert(index).second) continue;
      const std::vector<OpNode*>& inner = graph.blocks()[static_cast<size_t>(index)]->ops();
      ops.insert(ops.end(), inner.begin(), inner.end());
    }
  }
  return ops;
}

// Checks that every tensor that an operator reads has a source. What an inner block reads may be
// written by any block, also after the operator: by the iteration before.
Status CheckSources(const Graph& graph) {
  std::set<std::string> written;  // only filled if a value has no source that is easier to find
  for (const OpNode* op : OpsThatRun(graph)) {
    if (op->type() == "feed") continue;
    for (const auto& [slot, args] : op->inputs()) {
      for (const ArgNode* arg : args) {
        if (arg->is_constant() || !arg->is_tensor() || arg->producer() != nullptr) continue;
        if (written.empty()) {
          for (const ArgNode* value : graph.LiveArgs()) {
            if (value->producer() != nullptr) written.insert(value->name());
          }
        }
        if (written.count(arg->name()) != 0) continue;
        return InvalidArgument("op ", Describe(*op), ": input ", slot, ": no operator writes '",
                               arg->name(),
                               "', it is not a parameter and the program does not feed it");
      }
    }
  }
  return OkStatus();
}

// Before Paddle 2.5 there were no tensors of rank 0: a program that declares such an input says
// nothing about its shape, and no operator that reads it could be judged.
Status CheckInputs(const Graph& graph) {
  const std::set<std::string> reshaped = ReshapedInputs(graph);
  for (const OpNode* op : graph.root()->ops()) {
    const ArgNode* input = op->type() == "feed" ? op->Output("Out") : nullptr;
    if (input == nullptr || !input->is_tensor() || input->dims.has_value()) continue;
    if (reshaped.count(input->name()) != 0) continue;
    if (!input->desc.shape.empty()) {
      return InvalidArgument("input '", input->name(), "' is declared with shape ",
                             ListToString(input->desc.shape), "; expected at most ", DDim::kMaxRank,
                             " dimensions and a number of elements below 2^63");
    }
    return InvalidArgument(
        "input '", input->name(), "' is declared without a shape, and ",
        graph.program_header.version == 0
            ? std::string("the program does not state the version of Paddle")
            : StrCat("version ", graph.program_header.version, " of the program has no scalars"),
        "; expected a shape with -1 for each open dimension; export the model with it");
  }
  return OkStatus();
}

// The executor itself moves the program's inputs and outputs; other engines have kernels for that
// and look up these keys.
void MarkInputsAndOutputs(model::Program* program) {
  for (model::BlockDesc& block : program->blocks) {
    for (model::OpDesc& op : block.ops) {
      if (op.type != "feed" && op.type != "fetch") continue;
      op.attrs[model::kKernelTypeAttr] = op.type + "/def/1/4/2";  // host, any type, any layout
    }
  }
}

// Operators with int8 weights only have int8 kernels. Users name the processor; its int8 place is
// added implicitly.
void AddInt8Places(std::vector<Place>* places) {
  std::vector<Place> all;
  for (const Place& place : *places) {
    if (!InfoOf(place.target).is_cpu) continue;
    const Place int8{place.target, PrecisionType::kInt8, DataLayoutType::kNCHW};
    const bool listed = std::find(places->begin(), places->end(), int8) != places->end();
    if (!listed && std::find(all.begin(), all.end(), int8) == all.end()) all.push_back(int8);
  }
  if (all.empty()) all.emplace_back(TargetType::kHost, PrecisionType::kInt8);
  places->insert(places->begin(), all.begin(), all.end());
}

// The operators of the main block with their kernels, in the order in which they run.
void ListStatements(const Graph& graph) {
  for (const OpNode* op : graph.root()->ops()) {
    LITE_VLOG(4, "Statement ", op->type(), " ",
              op->kernel == nullptr ? std::string("host/any/any")
                                    : StrCat(TargetToStr(op->kernel->target), "/",
                                             PrecisionToStr(op->kernel->precision), "/",
                                             DataLayoutToStr(op->kernel->layout)));
  }
}

// What --explain shows: the result first, then how it came about. Passes speak before the result is
// known, so both parts are kept until the end, which may be a failure.
class Explanation {
 public:
  explicit Explanation(std::ostream* out) : out_(out) {}
  ~Explanation() {
    if (out_ == nullptr) return;
    *out_ << result_.str();
    if (!passes_.str().empty()) *out_ << "\nWhat the passes did and left alone:\n" << passes_.str();
  }
  Explanation(const Explanation&) = delete;
  Explanation& operator=(const Explanation&) = delete;

  std::ostream* passes() { return out_ == nullptr ? nullptr : &passes_; }
  std::ostream* result() { return out_ == nullptr ? nullptr : &result_; }

 private:
  std::ostream* const out_;
  std::ostringstream passes_, result_;
};

}  // namespace

void UseImageLimitsOfThisMachine(OptimizeOptions* options) {
  int64_t width = INT64_MAX, height = INT64_MAX;
  bool found = false;
  for (const Place& place : options->valid_places) {
    if (!IsImageLayout(place.layout)) continue;
    const auto device = OpenDevice({place.target, place.device});
    if (!device.ok()) continue;
    const DeviceLimits limits = (*device)->limits();
    width = std::min(width, limits.max_image_width);
    height = std::min(height, limits.max_image_height);
    found = true;
  }
  if (!found) return;
  options->max_image_width = width;
  options->max_image_height = height;
}

std::vector<std::string> PassNames() {
  std::vector<std::string> names;
  for (const auto& entry : OrderedPasses()) names.push_back(entry.first);
  return names;
}

Result<model::Model> Optimize(model::Model model, const OptimizeOptions& given) {
  OptimizeOptions options = given;
  Explanation explanation(given.explain);
  options.explain = explanation.passes();
  PassList all = OrderedPasses();
  LITE_RETURN_IF_ERROR(ReadNames(all, &options));
  PassList passes = Select(std::move(all), options);
  if (!options.stop_after.empty()) {
    const auto last = std::find_if(passes.begin(), passes.end(), [&](const auto& entry) {
      return entry.first == options.stop_after;
    });
    if (last == passes.end()) {
      return InvalidArgument("stop_after: pass ", options.stop_after,
                             " is not among those that run");
    }
    passes.erase(last + 1, passes.end());
  }
  const bool stops_early = passes.empty() || passes.back().second.stage() != Stage::kLegalise;

  LITE_RETURN_IF_ERROR(model::DequantizeWeights(&model));
  LITE_RETURN_IF_ERROR(RunModelPasses(given, options.explain, &model));
  for (const auto& [name, pass] : passes) {
    if (pass.model_function() != nullptr) LITE_RETURN_IF_ERROR(pass.model_function()(&model));
  }
  LITE_RETURN_IF_ERROR(CheckAttributes(model.program));
  LITE_RETURN_IF_ERROR(model::CheckQuantAttributes(model));
  model::WarnOfFloatWeights(model);
  if (model::IsQuantised(model.program)) AddInt8Places(&options.valid_places);
  LITE_ASSIGN_OR_RETURN(const std::unique_ptr<Graph> graph, Graph::Import(std::move(model)));
  // The names tell a later reader of the result that the declaration is not that of the input.
  graph->Pin(ReshapedInputs(*graph));
  CertainRefusals refusals = InferShapes(graph.get());
  LITE_RETURN_IF_ERROR(AsStatus(refusals.attributes));
  LITE_RETURN_IF_ERROR(CheckInputs(*graph));
  if (options.verify_each) {
    LITE_RETURN_IF_ERROR(Verify(*graph).WithContext("before the first pass"));
  }
  Pipeline pipeline(graph.get(), options, passes, explanation.result(),
                    std::move(refusals.operators));
  LITE_RETURN_IF_ERROR(pipeline.Run());
  if (stops_early) return graph->Export();
  LITE_RETURN_IF_ERROR(CheckSources(*graph));
  if (options.verify_each) {
    LITE_RETURN_IF_ERROR(Verify(*graph).WithContext("after the last pass"));
  }
  ListStatements(*graph);
  model::Model optimised = graph->Export();
  LITE_RETURN_IF_ERROR(model::CheckBlockOwners(optimised.program));
  MarkInputsAndOutputs(&optimised.program);
  LITE_RETURN_IF_ERROR(model::StoreDynamicWeights(&optimised));
  return optimised;
}

}  // namespace paddle::lite::mir
