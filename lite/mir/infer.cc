#include "lite/mir/infer.h"

#include <algorithm>
#include <functional>
#include <iterator>
#include <map>
#include <numeric>
#include <set>
#include <string>

#include "lite/core/slot_visitor.h"
#include "lite/kernels/binding.h"
#include "lite/mir/bind.h"
#include "lite/mir/certain_refusals.h"
#include "lite/mir/evaluate.h"
#include "lite/operators/settled_values.h"
#include "lite/operators/type_conversion.h"

namespace paddle::lite::mir {

namespace {

// Tensors up to this size are evaluated while inferring: shapes, indices, pads.
constexpr int64_t kMaxValueElements = 256;
constexpr char kNotePrefix[] = "shape: ";

// Stand-ins for an open dimension of an input, by axis, in the first two probes. The same axis of
// two inputs gets the same number, because their sizes usually agree. Multiples of 64, because
// networks that downsample and upsample images refuse sizes that are not divisible; the batch
// differs from 1, which would broadcast.
constexpr int64_t kBatch[2] = {2, 3};
constexpr int64_t kExtent[2] = {192, 256};
// In the third probe, all open dimensions are distinct.
constexpr int kDistinct = 2;
constexpr int64_t DistinctExtent(int64_t n) { return 64 * (n + 5); }

// The kernel that was chosen for the operator, or that the program names, identified only by its
// alias because the target may differ; null without one.
const KernelDef* NamedKernel(const OpNode& op) {
  if (op.kernel != nullptr) return op.kernel;
  const model::AttrValue* attr = op.FindAttr(model::kKernelTypeAttr);
  const std::string* key = attr == nullptr ? nullptr : std::get_if<std::string>(attr);
  const std::vector<std::string> parts =
      key == nullptr ? std::vector<std::string>() : SplitString(*key, '/');
  for (const KernelDef* kernel : KernelsOf(op.type())) {
    if (parts.size() > 1 && parts[1] == kernel->alias) return kernel;
  }
  return nullptr;
}

// Rank 0 is a shape like any other since Paddle 2.5; before, it meant that none was declared.
bool HasScalars(const Graph& graph) { return graph.program_header.version >= 2005000; }

// An operator, bound once for all probes to tensors that hold the values of one of them at a time.
class Binding {
 public:
  explicit Binding(const Graph& graph) : tensors_(graph.arg_count()) {}

  void Bind(const OpNode& op) {
    bound_ = BoundOp::Make(op, [this](const ArgNode* arg) { return TensorOf(arg); });
  }
  // The operator bound last, or why it cannot be bound.
  const Result<std::unique_ptr<BoundOp>>& bound() const { return bound_; }
  Tensor* TensorOf(const ArgNode* arg) { return &tensors_[arg->id()]; }

 private:
  std::vector<Tensor> tensors_;
  Result<std::unique_ptr<BoundOp>> bound_ = Unsupported("");
};

// Variables that several blocks mention: their shapes may change between iterations of a loop. The
// block of a subgraph runs once and counts as the block of its operator.
std::set<std::string> SharedVariables(const Graph& graph) {
  std::vector<int> runs_in(graph.blocks().size());
  std::iota(runs_in.begin(), runs_in.end(), 0);
  const std::vector<OpNode*> ops = graph.AllOps();
  for (const OpNode* op : ops) {
    if (op->type() != "subgraph") continue;
    for (const int block : op->sub_blocks()) {
      runs_in[static_cast<size_t>(block)] = op->block()->index();
    }
  }
  std::map<std::string, int> found_in;
  std::set<std::string> shared;
  for (const OpNode* op : ops) {
    int block = op->block()->index();
    while (runs_in[static_cast<size_t>(block)] != block) {
      block = runs_in[static_cast<size_t>(block)];
    }
    for (const ArgSlots* slots : {&op->inputs(), &op->outputs()}) {
      for (const auto& entry : *slots) {
        for (const ArgNode* arg : entry.second) {
          if (!arg->pinned()) continue;
          const auto [first, is_new] = found_in.emplace(arg->name(), block);
          if (!is_new && first->second != block) shared.insert(arg->name());
        }
      }
    }
  }
  return shared;
}

class Probe {
 public:
  // See SharedVariables and ReshapedInputs.
  Probe(const Graph* graph, int index, const std::set<std::string>* shared,
        const std::set<std::string>* reshaped, Binding* binding)
      : graph_(graph),
        index_(index),
        shared_(*shared),
        reshaped_(*reshaped),
        binding_(binding),
        values_(graph->arg_count()) {}

  // The shape in the third probe; distinct from all others if the probe found none of the expected
  // rank.
  DDim DistinctShape(const ArgNode* arg) {
    const Tensor* found = Find(arg);
    const bool fits = found != nullptr && found->dims().rank() == arg->dims->rank();
    return fits ? found->dims() : Distinct(*arg->dims);
  }

  // Null if the rank is unknown.
  const Tensor* Find(const ArgNode* arg) const {
    const Value& value = values_[arg->id()];
    return value.known ? &value.tensor : nullptr;
  }
  // kUnk if the type is that of the declaration.
  PrecisionType TypeOf(const ArgNode* arg) const { return values_[arg->id()].tensor.precision(); }
  // Whether the shape depends on numbers for open dimensions of declarations.
  bool IsInvented(const ArgNode* arg) const { return values_[arg->id()].invented; }
  // Whether the operators that follow are in a block that a driver compiles.
  void EnterSubgraph(bool inside) { in_subgraph_ = inside; }
  const std::map<const OpNode*, std::string>& problems() const { return problems_; }
  // Operators whose problem proves that an attribute is wrong, or that they refuse every input.
  const std::set<const OpNode*>& bad_attributes() const { return bad_attributes_; }
  const std::set<const OpNode*>& refused() const { return refused_; }

  // Values that a block reads or writes are those of the operator that runs it once.
  void Copy(const ArgNode* from, const ArgNode* to) {
    if (IsKnown(from)) Set(to, ValueOf(from).tensor);
    ValueOf(to).declared = ValueOf(from).declared;
    ValueOf(to).other_type = ValueOf(from).other_type;
    ValueOf(to).invented = ValueOf(from).invented;
  }

  // Finds the results of the operator, which is the one of the binding.
  void Visit(OpNode* op) {
    types_settled_ = false;
    const Status status = op->type() == "feed" ? Unsupported("") : Infer(op);
    if (status.ok()) return;
    if (!status.message().empty()) problems_[op] = status.message();
    for (const auto& entry : op->outputs()) {
      for (const ArgNode* arg : entry.second) {
        Value& value = ValueOf(arg);
        value.known = false;
        value.tensor = Tensor();
        if (op->type() != "feed") value.declared = true;
        Declare(arg, op->type() == "feed");
        // Element types follow from those of the inputs, whatever is declared.
        if (types_settled_) {
          value.tensor.set_precision(binding_->TensorOf(arg)->precision());
          RememberType(arg);
        }
      }
    }
  }

 private:
  struct Value {
    Tensor tensor;
    bool known = false;
    // Its rank depends on a declaration of the program, which may be wrong.
    bool declared = false;
    // It may get another element type when kernels are chosen.
    bool other_type = false;
    // Its shape depends on numbers that stand for open dimensions of declarations.
    bool invented = false;
  };

  Value& ValueOf(const ArgNode* arg) { return values_[arg->id()]; }
  void Set(const ArgNode* arg, Tensor tensor) {
    Value& value = ValueOf(arg);
    value.tensor = std::move(tensor);
    value.known = true;
  }

  bool IsKnown(const ArgNode* arg) {
    Value& value = ValueOf(arg);
    if (value.known) return true;
    if (arg->is_constant()) {
      Set(arg, *arg->constant());
    } else if (arg->producer() == nullptr) {
      Declare(arg, /*is_input=*/false);
      value.declared = true;
    }
    return value.known;
  }

  // Operators of other blocks read the variable with the type that was computed, which need not be
  // the declared one.
  void RememberType(const ArgNode* arg) {
    if (arg->pinned()) types_[arg->name()] = TypeOf(arg);
  }
  // kUnk if the type is that of the declaration.
  PrecisionType RememberedType(const ArgNode* arg) const {
    const auto known = arg->pinned() ? types_.find(arg->name()) : types_.end();
    return known == types_.end() ? PrecisionType::kUnk : known->second;
  }

  // Uses the program's declaration of the value. An open dimension gets a unique number, unless it
  // belongs to an input. The third probe uses the results of the first two.
  void Declare(const ArgNode* arg, bool is_input) {
    const PrecisionType remembered = RememberedType(arg);
    if (reshaped_.count(arg->name()) != 0) {
      // The runtime takes an input of the declared type only, and the file has a value of it.
      const bool begins = is_input || (arg->producer() == nullptr && arg->desc.persistable &&
                                       remembered == PrecisionType::kUnk);
      const bool declared = begins && arg->desc.has_tensor_desc;
      ValueOf(arg).tensor.set_precision(declared ? model::PrecisionOf(arg->desc.data_type)
                                                 : remembered);
      return;
    }
    if (index_ == kDistinct) return DeclareDistinct(arg);
    ValueOf(arg).tensor.set_precision(remembered);
    const model::VarDesc& desc = arg->desc;
    if (!arg->is_tensor() || !desc.has_tensor_desc) return;
    if (desc.shape.empty() && !(is_input && HasScalars(*graph_))) return;
    const bool all_open = !is_input && arg->pinned() && shared_.count(arg->name()) != 0;
    DDim dims;
    if (desc.shape.size() > DDim::kMaxRank) return;
    for (size_t i = 0; i < desc.shape.size(); ++i) {
      int64_t d = desc.shape[i];
      if (d < 0 || all_open) {
        d = is_input ? (i == 0 ? kBatch : kExtent)[index_] : 1009 + 2 * fresh_++ + 500 * index_;
        ValueOf(arg).invented |= !is_input;
      }
      dims.push_back(d);
    }
    if (!CheckedElementCount(dims).ok()) return;
    Tensor tensor;
    tensor.Resize(dims);
    const bool is_known = remembered != PrecisionType::kUnk;
    tensor.set_precision(is_known ? remembered : model::PrecisionOf(desc.data_type));
    Set(arg, std::move(tensor));
  }

  void DeclareDistinct(const ArgNode* arg) {
    if (!arg->dims.has_value()) return;
    const DDim dims = Distinct(*arg->dims);
    if (!CheckedElementCount(dims).ok()) return;
    Tensor tensor;
    tensor.Resize(dims);
    tensor.set_precision(arg->precision);
    Set(arg, std::move(tensor));
  }

  DDim Distinct(DDim dims) {
    for (int i = 0; i < dims.rank(); ++i) {
      if (dims[i] < 0) dims[i] = DistinctExtent(fresh_++);
    }
    return dims;
  }

  Status Infer(OpNode* op) {
    if (op->type() == "fetch") return OkStatus();
    if (!op->sub_blocks().empty()) return Unsupported("results come from a block");
    const ArgNode* unknown = nullptr;
    bool types_known = true;
    for (const auto& entry : op->inputs()) {
      for (const ArgNode* arg : entry.second) {
        if (!arg->is_tensor()) return Unsupported("%", arg->name(), " is not a tensor");
        if (!IsKnown(arg)) unknown = arg;
        if (TypeOf(arg) == PrecisionType::kUnk) types_known = false;
        *binding_->TensorOf(arg) = ValueOf(arg).tensor;
      }
    }
    const Status no_rank =
        unknown == nullptr ? OkStatus() : Unsupported("%", unknown->name(), " has an unknown rank");
    if (!types_known) LITE_RETURN_IF_ERROR(no_rank);
    for (const auto& entry : op->outputs()) {
      for (const ArgNode* arg : entry.second) {
        if (!arg->is_tensor()) return Unsupported("%", arg->name(), " is not a tensor");
        Tensor* result = binding_->TensorOf(arg);
        *result = Tensor();
        model::PresetFluidResult(graph_->program_header, arg->desc, result);
      }
    }
    LITE_RETURN_IF_ERROR(binding_->bound().status());
    Op* const instance = &(*binding_->bound())->op();
    if (unknown != nullptr) {
      // Types follow from types; what a rule says of a rank that is not known does not count.
      if (instance->InferType().ok()) {
        SettleTypes(*op);
        types_settled_ = true;
      }
      return no_rank;
    }
    LITE_RETURN_IF_ERROR(InferBound(op, instance));
    bool invented = false;
    for (const auto& entry : op->inputs()) {
      for (const ArgNode* arg : entry.second) invented |= ValueOf(arg).invented;
    }
    for (const auto& entry : op->outputs()) {
      for (const ArgNode* arg : entry.second) {
        Set(arg, std::move(*binding_->TensorOf(arg)));
        ValueOf(arg).invented = invented;
        RememberType(arg);
      }
    }
    return OkStatus();
  }

  Status InferBound(const OpNode* op, Op* instance) {
    LITE_RETURN_IF_ERROR(Judge(op, instance->InferType()));
    SettleTypes(*op);
    types_settled_ = true;
    if (instance->KernelAllocatesOutput())
      return Unsupported("only the kernel can compute the shape");
    if (instance->ShapeDependsOnData()) LITE_RETURN_IF_ERROR(CheckData(*instance));
    LITE_RETURN_IF_ERROR(Judge(op, instance->InferShape()));
    for (const auto& entry : op->outputs()) {
      for (const ArgNode* arg : entry.second) {
        LITE_RETURN_IF_ERROR(CheckedElementCount(binding_->TensorOf(arg)->dims()).status());
      }
    }
    if (CanEvaluate(*op, *instance)) {
      // If a kernel refuses, the value stays unknown; that is not a shape error.
      const Status evaluated = RunOnHost(instance, kMaxValueElements);
      if (!evaluated.ok()) {
        for (const auto& entry : op->outputs()) {
          for (const ArgNode* arg : entry.second) binding_->TensorOf(arg)->ReleaseBuffer();
        }
      }
    }
    return OkStatus();
  }

  // Types that a rule leaves open are as declared. Files declare only one type for a variable that
  // is reused, so that the kernel of a calib is queried first. Whether a quantised operator returns
  // int8 is decided with its kernel, which has been done in subgraphs; until then its results are
  // real numbers.
  void SettleTypes(const OpNode& op) {
    const bool quantised = IsQuantised(op);
    const bool calib = operators::IsCalib(op.type());
    const KernelDef* kernel = calib || in_subgraph_ ? NamedKernel(op) : nullptr;
    for (const auto& entry : op.outputs()) {
      for (const ArgNode* arg : entry.second) {
        Tensor& tensor = *binding_->TensorOf(arg);
        if (calib || quantised) ValueOf(arg).other_type = true;
        if (calib) tensor.set_precision(arg->precision);
        if (kernel != nullptr) {
          tensor.set_precision(ResultPrecision(*kernel, entry.first.c_str(), tensor.precision()));
        }
        if (tensor.precision() == PrecisionType::kUnk) tensor.set_precision(arg->precision);
        if (kernel == nullptr && quantised && tensor.precision() == PrecisionType::kInt8) {
          tensor.set_precision(PrecisionType::kFloat);
        }
      }
    }
  }

  // Records the result of an operator's rule. Results inherit the uncertainty of declared inputs.
  const Status& Judge(const OpNode* op, const Status& said) {
    bool doubtful = false;
    bool other_types = false;
    for (const auto& entry : op->inputs()) {
      for (const ArgNode* arg : entry.second) {
        const PrecisionType type = binding_->TensorOf(arg)->precision();
        doubtful |= ValueOf(arg).declared;
        // Kernels of half types read casts of other real numbers.
        other_types |= ValueOf(arg).other_type || type == PrecisionType::kUnk ||
                       type == PrecisionType::kFP16 || type == PrecisionType::kBF16;
      }
    }
    for (const auto& entry : op->outputs()) {
      for (const ArgNode* arg : entry.second) {
        ValueOf(arg).declared |= doubtful;
        ValueOf(arg).other_type |= other_types;
      }
    }
    if (said.ok() || doubtful) return said;
    const TensorOfArg tensor_of = [this](const ArgNode* arg) { return binding_->TensorOf(arg); };
    if (ProvesBadAttribute(*op, tensor_of, said)) {
      bad_attributes_.insert(op);
    } else if (!other_types && RefusesAllShapes(*op, tensor_of, said)) {
      refused_.insert(op);
    }
    return said;
  }

  // The data that determines the shape is in the secondary inputs (ShapeTensor, OutSize, ...).
  static Status CheckData(Op& op) {
    const BoundTensors tensors = op.Bound();
    for (const auto& input : tensors.inputs) {
      const std::string slot = input.slot;
      if ((slot == "X" || slot == "Input") && tensors.inputs.size() > 1) continue;
      if (!input.tensor->IsInitialized()) {
        return Unsupported("depends on the data of input ", slot);
      }
    }
    return OkStatus();
  }

  bool CanEvaluate(const OpNode& node, Op& op) const {
    const BoundTensors tensors = op.Bound();
    if (tensors.uses_arrays) return false;
    for (const auto& input : tensors.inputs) {
      if (!op.ReadsData()) continue;
      if (!input.tensor->IsInitialized() || input.tensor->numel() > kMaxValueElements) return false;
    }
    int64_t elements = 0;
    for (const auto& output : tensors.outputs) elements += output.tensor->numel();
    // Random numbers have no inputs; other sources (fill_constant) are evaluated if they are small.
    return elements <= kMaxValueElements && !tensors.outputs.empty() &&
           !DrawsRandomNumbers(node.type()) && !HasSideEffects(node.type());
  }

  const Graph* graph_;
  const int index_;
  const std::set<std::string>& shared_;
  const std::set<std::string>& reshaped_;
  std::map<std::string, PrecisionType> types_;  // of variables whose value an operator computed
  Binding* const binding_;
  int64_t fresh_ = 0;
  std::vector<Value> values_;  // by ArgNode::id
  std::map<const OpNode*, std::string> problems_;
  std::set<const OpNode*> bad_attributes_, refused_;
  bool in_subgraph_ = false;
  bool types_settled_ = false;  // of the results of the operator visited last
};

// What the first two probes say of a value.
void Settle(ArgNode* arg, const Probe& first, const Probe& second) {
  if (arg->is_constant() || !arg->is_tensor()) return;
  const Tensor* a = first.Find(arg);
  const Tensor* b = second.Find(arg);
  arg->probes.clear();
  arg->has_invented_dims = false;
  arg->dims.reset();
  if (first.TypeOf(arg) != PrecisionType::kUnk) arg->precision = first.TypeOf(arg);
  if (a == nullptr || b == nullptr || a->dims().rank() != b->dims().rank()) return;
  DDim dims = a->dims();
  for (int i = 0; i < dims.rank(); ++i) {
    if (dims[i] != b->dims()[i]) dims[i] = -1;
  }
  arg->dims = dims;
  arg->probes = {a->dims(), b->dims()};
  arg->has_invented_dims = first.IsInvented(arg);
}

}  // namespace

// The values of a block by name: those that it reads first, and those that it wrote last.
struct BlockValues {
  explicit BlockValues(const Block& block) {
    for (const OpNode* op : block.ops()) {
      for (const auto& entry : op->inputs()) {
        for (const ArgNode* arg : entry.second) {
          if (arg->producer() == nullptr && !arg->is_constant()) first.emplace(arg->name(), arg);
        }
      }
      for (const auto& entry : op->outputs()) {
        for (const ArgNode* arg : entry.second) last[arg->name()] = arg;
      }
    }
  }
  std::map<std::string, const ArgNode*> first, last;
};

namespace {

// Whether the operator computes the variable from itself, element by element.
bool KeepsShape(const OpNode& node, const std::string& variable) {
  Tensor same, other;
  const auto bound = BoundOp::Make(
      node, [&](const ArgNode* arg) { return arg->name() == variable ? &same : &other; });
  if (!bound.ok()) return false;
  const Op& op = (*bound)->op();
  if (op.output_reuse() != OutputReuse::kInplace || op.reused_slot() != nullptr) return false;
  const BoundTensors tensors = op.Bound();
  return !tensors.inputs.empty() && tensors.inputs[0].tensor == &same;
}

}  // namespace

std::set<std::string> ReshapedInputs(const Graph& graph) {
  std::set<std::string> inputs, reshaped;
  for (const OpNode* op : graph.root()->ops()) {
    const ArgNode* input = op->type() == "feed" ? op->Output("Out") : nullptr;
    if (input != nullptr) inputs.insert(input->name());
    for (const auto& entry : op->inputs()) {
      for (const ArgNode* arg : entry.second) {
        const bool begins = arg->producer() == nullptr && !arg->is_constant();
        if (begins && arg->desc.persistable) inputs.insert(arg->name());
      }
    }
  }
  for (const OpNode* op : graph.AllOps()) {
    if (op->type() == "feed") continue;
    for (const auto& entry : op->outputs()) {
      for (const ArgNode* arg : entry.second) {
        const std::string& name = arg->name();
        if (inputs.count(name) != 0 && !KeepsShape(*op, name)) reshaped.insert(name);
      }
    }
  }
  return reshaped;
}

CertainRefusals InferShapes(Graph* graph) {
  Binding binding(*graph);
  const std::set<std::string> shared = SharedVariables(*graph);
  const std::set<std::string> reshaped = ReshapedInputs(*graph);
  Probe first(graph, 0, &shared, &reshaped, &binding);
  Probe second(graph, 1, &shared, &reshaped, &binding);
  Probe third(graph, kDistinct, &shared, &reshaped, &binding);
  std::vector<bool> settled(graph->arg_count());
  CertainRefusals refusals;
  std::vector<bool> visited(graph->blocks().size());
  std::function<void(OpNode*)> visit;
  const auto visit_block = [&](const Block& block) {
    if (visited[static_cast<size_t>(block.index())]) return;
    visited[static_cast<size_t>(block.index())] = true;
    for (OpNode* op = block.first(); op != nullptr; op = op->next()) visit(op);
  };
  // A subgraph runs its block once, so that the results are what the block computes.
  const auto visit_subgraph = [&](const OpNode& op) {
    const Block& block = *graph->blocks()[static_cast<size_t>(op.sub_blocks()[0])];
    const BlockValues values(block);
    for (Probe* probe : {&first, &second, &third}) {
      for (const ArgNode* outer : op.InputList("Inputs")) {
        const auto inner = values.first.find(outer->name());
        if (inner != values.first.end()) probe->Copy(outer, inner->second);
      }
    }
    for (Probe* probe : {&first, &second, &third}) probe->EnterSubgraph(true);
    visit_block(block);
    for (Probe* probe : {&first, &second, &third}) probe->EnterSubgraph(false);
    for (ArgNode* outer : op.OutputList("Outputs")) {
      const auto inner = values.last.find(outer->name());
      if (inner == values.last.end()) continue;
      for (Probe* probe : {&first, &second, &third}) probe->Copy(inner->second, outer);
      Settle(outer, first, second);
      settled[outer->id()] = true;
    }
  };
  visit = [&](OpNode* op) {
    if (op->type() == "subgraph" && op->sub_blocks().size() == 1) return visit_subgraph(*op);
    for (const int block : op->sub_blocks())
      visit_block(*graph->blocks()[static_cast<size_t>(block)]);
    if (op->type() != "feed" && op->type() != "fetch") binding.Bind(*op);
    first.Visit(op);
    second.Visit(op);
    for (const ArgSlots* slots : {&op->inputs(), &op->outputs()}) {
      for (const auto& entry : *slots) {
        for (ArgNode* arg : entry.second) {
          if (settled[arg->id()]) continue;
          Settle(arg, first, second);
          // A value without a producer is declared by the first reader whose other inputs are
          // known.
          settled[arg->id()] = arg->producer() != nullptr || arg->dims.has_value();
        }
      }
    }
    third.Visit(op);

    auto& notes = op->notes;
    notes.erase(std::remove_if(notes.begin(), notes.end(),
                               [](const std::string& n) { return n.rfind(kNotePrefix, 0) == 0; }),
                notes.end());
    for (const Probe* probe : {&first, &second}) {
      const auto problem = probe->problems().find(op);
      if (problem == probe->problems().end()) continue;
      notes.push_back(kNotePrefix + problem->second);
      break;
    }
    const auto both = [op](const std::set<const OpNode*>& a, const std::set<const OpNode*>& b) {
      return a.count(op) != 0 && b.count(op) != 0;
    };
    const bool attribute = both(first.bad_attributes(), second.bad_attributes());
    const bool refused = both(first.refused(), second.refused());
    op->refused = (attribute || refused) && first.problems().at(op) == second.problems().at(op);
    if (op->refused) {
      (attribute ? refusals.attributes : refusals.operators)
          .push_back(StrCat("op ", Describe(*op), ": ", first.problems().at(op)));
    }
  };
  for (const auto& block : graph->blocks()) visit_block(*block);
  for (ArgNode* arg : graph->LiveArgs()) {
    if (!arg->probes.empty() && !arg->is_constant()) {
      arg->probes.push_back(third.DistinctShape(arg));
    }
  }
  return refusals;
}

bool UsuallySameShape(const ArgNode& a, const ArgNode& b) {
  if (&a == &b) return true;
  if (a.is_constant() || b.is_constant()) {
    return a.dims.has_value() && b.dims.has_value() && *a.dims == *b.dims && !a.dims->HasUnknown();
  }
  return !a.probes.empty() && !b.probes.empty() &&
         std::equal(a.probes.begin(), a.probes.begin() + kDistinct, b.probes.begin());
}

bool SameShape(const ArgNode& a, const ArgNode& b) {
  return UsuallySameShape(a, b) && (a.is_constant() || b.is_constant() || a.probes == b.probes);
}

}  // namespace paddle::lite::mir
