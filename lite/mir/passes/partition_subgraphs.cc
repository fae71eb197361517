// Moves operators that an accelerator compiles together into the blocks of `subgraph` operators.
//
// A target takes part if it has a kernel of `subgraph` and is among the places. Its kernel is
// called for each operator of the main block; what is in other blocks stays there. Operators whose
// shapes depend on values, that run blocks or use sequences, lists, pinned variables, or half
// precision are never queried. If values only decide how many rows results have, the operator is
// queried, and those that read its results are not. Operators that compute in int8 are queried
// in that form (subgraph_int8.h).

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "lite/base/logging.h"
#include "lite/core/targets.h"
#include "lite/mir/bind.h"
#include "lite/mir/cost.h"
#include "lite/mir/kernel_query.h"
#include "lite/mir/partition.h"
#include "lite/mir/partition_config.h"
#include "lite/mir/pass.h"
#include "lite/mir/subgraph_int8.h"
#include "lite/mir/subgraph_listing.h"
#include "lite/operators/subgraph.h"

namespace paddle::lite::mir {
namespace {

// A block of one operator, to ask a kernel about it.
class OneOperator final : public operators::SubBlock {
 public:
  explicit OneOperator(const Op* op) : op_(op) {}
  std::vector<const Op*> Ops() const override { return {op_}; }
  bool is_candidate() const override { return true; }
  Status RunOnce() override { return Unsupported("not a program"); }
  Status RunWhile(const char*, const Tensor&) override { return RunOnce(); }
  Status Skip() override { return RunOnce(); }

 private:
  const Op* const op_;
};

template <typename F>
void ForEachArg(const OpNode& op, const F& f) {
  for (const ArgSlots* slots : {&op.inputs(), &op.outputs()}) {
    for (const auto& entry : *slots) {
      for (const ArgNode* arg : entry.second) f(*arg);
    }
  }
}

double BytesOf(const ArgNode& arg) {
  double bytes = static_cast<double>(PrecisionTypeLength(arg.precision));
  const DDim dims = arg.probes.empty() ? arg.dims.value_or(DDim()) : arg.probes.front();
  for (const int64_t d : dims) bytes *= static_cast<double>(std::max<int64_t>(d, 1));
  return bytes;
}

class Partitioner {
 public:
  Partitioner(const PassContext& context, const KernelDef* kernel, PartitionConfig* config)
      : context_(context),
        kernel_(*kernel),
        config_(config),
        int8_(context.graph, context.kernels),
        ops_(context.graph->root()->ops()),
        accepted_(ops_.size()) {}

  Result<bool> Run() {
    for (size_t i = 0; i < ops_.size(); ++i) {
      const OpNode& op = *ops_[i];
      if (op.type() == "feed" || op.type() == "fetch" || op.type() == "subgraph") continue;
      const Status accepted = Accepts(op);
      accepted_[i] = accepted.ok();
      if (!accepted.ok()) Explain(op, StrCat("outside: ", accepted.message()));
    }
    const std::vector<std::vector<int>> inputs = Dependencies();
    std::vector<std::vector<int>> made;
    for (std::vector<int>& cluster : FindClusters(inputs, accepted_)) {
      const Status worth = IsWorthIt(cluster);
      if (worth.ok()) {
        made.push_back(std::move(cluster));
      } else {
        for (const int i : cluster) Explain(*ops_[i], StrCat("outside: ", worth.message()));
      }
    }
    // The pass is run again after a change, and lists what it finds then.
    const bool divided = std::any_of(ops_.begin(), ops_.end(),
                                     [](const OpNode* op) { return op->type() == "subgraph"; });
    if (!made.empty() || !divided) LITE_VLOG(5, ListSubgraphs(ops_, inputs, made));
    for (const std::vector<int>& cluster : made) LITE_RETURN_IF_ERROR(Move(cluster));
    return !made.empty();
  }

 private:
  void Explain(const OpNode& op, const std::string& text) const {
    context_.Explain(StrCat(TargetToStr(kernel_.target), ": ", Describe(op), " ", text));
  }

  Status Accepts(const OpNode& op) {
    const std::string line = config_->LineFor(op);
    if (!line.empty()) return Unsupported("named by the partition configuration ('", line, "')");
    if (!op.sub_blocks().empty()) return Unsupported("it runs a block");
    if (op.is_target) return Unsupported("the program marks it as a target");
    if (op.outputs().empty()) return Unsupported("it has no results");
    LITE_ASSIGN_OR_RETURN(const bool decides_rows, DecidesRowsOnly(op));
    Status fits;
    ForEachArg(op, [&](const ArgNode& arg) {
      if (!fits.ok()) return;
      if (!arg.is_tensor()) fits = Unsupported("%", arg.name(), " is not a tensor");
      if (arg.pinned()) fits = Unsupported("%", arg.name(), " is visible to other blocks");
      const bool own = arg.producer() == &op;
      if (arg.desc.lod_level > 0 && !(own && decides_rows)) {
        fits = Unsupported("%", arg.name(), " holds sequences");
      }
      if (!own && without_rows_.count(&arg) != 0) {
        fits = Unsupported("values decide how many rows %", arg.name(), " has");
      }
      const bool int8 =
          arg.precision == PrecisionType::kInt8 && !arg.is_constant() && !IsCalib(op.type());
      if (int8 || arg.precision == PrecisionType::kFP16) {
        fits = Unsupported("%", arg.name(), " is ", PrecisionToStr(arg.precision));
      }
    });
    LITE_RETURN_IF_ERROR(fits);
    return AcceptsForm(op);
  }

  // Also notes the results without a known number of rows.
  Result<bool> DecidesRowsOnly(const OpNode& op) {
    LITE_ASSIGN_OR_RETURN(const MetaOp meta, MetaOp::Make(op));
    if (!meta.op().KernelDecidesRowsOnly()) return false;
    for (const auto& entry : op.outputs()) {
      without_rows_.insert(entry.second.begin(), entry.second.end());
    }
    return true;
  }

  // Asks for the operator in int8, if a form is exact, then with real numbers, unless the program
  // rounds its inputs, then in the other forms. Returns the first refusal.
  Status AcceptsForm(const OpNode& op) {
    const auto ask = [this](const MetaOp& meta) { return Supports(meta); };
    std::vector<Int8Form> forms = int8_.FormsOf(op);
    Status first;
    const auto refused = [&first](const Status& status) {
      if (first.ok()) first = status;
      return !status.ok();
    };
    for (const bool exact : {true, false}) {
      for (Int8Form& form : forms) {
        if (form.exact != exact || refused(int8_.AskFor(op, &form, ask))) continue;
        int8_.Choose(&op, form);
        return OkStatus();
      }
      if (!exact || IsQuantised(op)) continue;
      LITE_ASSIGN_OR_RETURN(const MetaOp meta, MetaOp::Make(op));
      if (!refused(Supports(meta))) return OkStatus();
    }
    return first.ok() ? Unsupported("it computes in int8, and the scale of its input is unknown")
                      : first;
  }

  Status Supports(const MetaOp& meta) const {
    const Op& bound = meta.op();
    const bool decides_shapes = bound.KernelAllocatesOutput() && !bound.KernelDecidesRowsOnly();
    if (meta.bound().uses_arrays || decides_shapes || bound.ShapeDependsOnData()) {
      return Unsupported("values decide the shapes of its results");
    }
    if (kernel_.supports == nullptr) return OkStatus();
    OneOperator block(&bound);
    operators::Subgraph query;
    query.set_type("subgraph");
    query.block = &block;
    query.device_names = context_.options->subgraph_devices;
    const Status supported = kernel_.supports(query);
    return supported.ok() ? supported : Unsupported("refused, ", supported.message());
  }

  // The operators that each one depends on. Those that access variables by name keep their order.
  std::vector<std::vector<int>> Dependencies() {
    std::map<const OpNode*, int> index;
    std::vector<std::vector<int>> inputs(ops_.size());
    int by_name = -1;
    for (size_t i = 0; i < ops_.size(); ++i) {
      const OpNode& op = *ops_[i];
      bool is_by_name = !op.sub_blocks().empty();
      std::set<int> sources;
      for (const auto& entry : op.inputs()) {
        for (const ArgNode* arg : entry.second) {
          const auto source = index.find(arg->producer());
          if (source != index.end()) sources.insert(source->second);
        }
      }
      ForEachArg(op, [&](const ArgNode& arg) { is_by_name |= arg.pinned() && !IsHolder(op, arg); });
      if (is_by_name && by_name >= 0) sources.insert(by_name);
      if (is_by_name) {
        by_name = static_cast<int>(i);
        by_name_.insert(&op);
      }
      inputs[i].assign(sources.begin(), sources.end());
      index[&op] = static_cast<int>(i);
    }
    return inputs;
  }
  // The lists that only feeds read and fetches write.
  static bool IsHolder(const OpNode& op, const ArgNode& arg) {
    return (op.type() == "feed" || op.type() == "fetch") && !arg.is_tensor();
  }

  Status IsWorthIt(const std::vector<int>& cluster) const {
    const int least = context_.options->min_subgraph_ops;
    if (static_cast<int>(cluster.size()) < least) {
      return Unsupported("its subgraph has ", cluster.size(), " operators, at least ", least,
                         " are required");
    }
    if (!context_.options->weigh_subgraphs) return OkStatus();
    std::set<const OpNode*> inside;
    for (const int i : cluster) inside.insert(ops_[i]);
    const auto is_inside = [&](const OpNode* op) { return inside.count(op) != 0; };
    double apart = 0, together = InfoOf(kernel_.target).overhead_ns, copies = 0;
    std::set<const ArgNode*> copied;
    for (const int i : cluster) {
      const OpNode& op = *ops_[i];
      apart += context_.kernels->PromiseFor(op).ns;
      LITE_ASSIGN_OR_RETURN(const MetaOp meta, MetaOp::Make(op));
      together += KernelTimeNs(kernel_, meta.op().Estimate()) - InfoOf(kernel_.target).overhead_ns;
      for (const auto& entry : op.inputs()) {
        for (const ArgNode* arg : entry.second) {
          if (!arg->is_constant() && !is_inside(arg->producer())) copied.insert(arg);
        }
      }
      for (const auto& entry : op.outputs()) {
        for (const ArgNode* arg : entry.second) {
          const auto& readers = arg->consumers();
          if (!std::all_of(readers.begin(), readers.end(), is_inside)) copied.insert(arg);
        }
      }
    }
    for (const ArgNode* arg : copied) copies += CopyNs(kernel_.target, BytesOf(*arg));
    if (together + copies < apart) return OkStatus();
    return Unsupported("its subgraph (", cluster.size(), " operators) would take ",
                       static_cast<int64_t>((together + copies) / 1000), " us, ",
                       static_cast<int64_t>(copies / 1000), " of them for copies, and takes ",
                       static_cast<int64_t>(apart / 1000), " us without it");
  }

  // Operators between the first and the last of the cluster run before it, or after it if they
  // depend on it.
  Status Move(const std::vector<int>& cluster) {
    std::vector<OpNode*> moved, after;
    std::set<const OpNode*> depend;
    for (const int i : cluster) depend.insert(ops_[i]);
    // In the order that the clusters before have left.
    for (OpNode* op : context_.graph->root()->ops()) {
      if (depend.count(op) != 0) moved.push_back(op);
    }
    for (const OpNode* op : moved) Explain(*op, "inside");
    LITE_ASSIGN_OR_RETURN(moved, int8_.Apply(moved));
    depend.insert(moved.begin(), moved.end());
    const std::set<const OpNode*> inside = depend;
    bool by_name_depends = false;
    for (OpNode* op = moved.front(); op != moved.back(); op = op->next()) {
      if (inside.count(op) != 0) continue;
      bool depends = false;
      for (const auto& entry : op->inputs()) {
        for (const ArgNode* arg : entry.second) depends |= depend.count(arg->producer()) != 0;
      }
      const bool by_name = by_name_.count(op) != 0;
      depends |= by_name && by_name_depends;
      if (!depends) continue;
      by_name_depends |= by_name;
      depend.insert(op);
      after.push_back(op);
    }
    OpNode* runner = context_.graph->MoveToBlock(moved, after, "subgraph");
    if (!context_.options->subgraph_devices.empty()) {
      runner->attrs["device_names"] = context_.options->subgraph_devices;
    }
    context_.Explain(StrCat(TargetToStr(kernel_.target), ": subgraph of ", moved.size(),
                            " operators, block ", runner->sub_blocks()[0]));
    return OkStatus();
  }

  const PassContext& context_;
  const KernelDef& kernel_;
  PartitionConfig* const config_;
  SubgraphInt8 int8_;
  const std::vector<OpNode*> ops_;
  std::vector<bool> accepted_;
  // Those that access variables by name in the program. Values that cross the border of a subgraph
  // have names of their own, and one writer.
  std::set<const OpNode*> by_name_;
  std::set<const ArgNode*> without_rows_;  // results whose rows the operator's kernel counts
};

// The kernel of `subgraph` for each target, in order of preference. A target has one; a kernel of
// the options replaces that of the build.
std::vector<const KernelDef*> SubgraphKernels(const PassContext& context) {
  std::vector<const KernelDef*> kernels;
  for (const Place& place : context.options->valid_places) {
    for (const KernelDef* kernel : context.kernels->KernelsOf("subgraph").allowed) {
      if (kernel->target != place.target || kernel->target == TargetType::kHost) continue;
      const bool known = std::any_of(kernels.begin(), kernels.end(), [&](const KernelDef* other) {
        return other->target == kernel->target;
      });
      if (!known) kernels.push_back(kernel);
    }
  }
  return kernels;
}

Result<bool> PartitionSubgraphs(const PassContext& context) {
  if (context.kernels == nullptr) return false;
  const std::vector<const KernelDef*> kernels = SubgraphKernels(context);
  if (kernels.empty()) return false;
  LITE_ASSIGN_OR_RETURN(PartitionConfig config, PartitionConfig::Load(*context.options));
  bool changed = false;
  for (const KernelDef* kernel : kernels) {
    LITE_ASSIGN_OR_RETURN(const bool made, Partitioner(context, kernel, &config).Run());
    changed |= made;
  }
  // After a change, the pass is run again, and all operators outside are looked at.
  if (!changed) config.WarnOfUnused(context.said);
  return changed;
}

}  // namespace

LITE_PASS(partition_subgraphs) {
  return Pass()
      .Stage(Stage::kPartition)
      .Alias("nnadapter_subgraph_pass")
      .Alias("npu_subgraph_pass")
      .Alias("xpu_subgraph_pass")
      .Alias("bm_subgraph_pass")
      .Alias("apu_subgraph_pass")
      .Alias("rknpu_subgraph_pass")
      .Alias("mlu_subgraph_pass")
      .Run(&PartitionSubgraphs);
}

}  // namespace paddle::lite::mir
