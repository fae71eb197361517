#include "lite/mir/fusion.h"

#include <algorithm>
#include <iterator>
#include <memory>
#include <set>
#include <utility>

#include "lite/mir/kernel_query.h"
#include "lite/mir/meta_op.h"
#include "lite/mir/scales.h"
#include "lite/mir/text.h"

namespace paddle::lite::mir {

// --- the match, as used by predicates

ArgNode* Match::arg(const std::string& name) const {
  const auto it = args_.find(name);
  return it == args_.end() ? nullptr : it->second;
}

const Tensor* Match::constant(const std::string& name) const {
  const ArgNode* value = arg(name);
  return value == nullptr ? nullptr : value->constant();
}

void Match::SetConstant(const std::string& name, const std::string& base, Tensor value) {
  constants_[name] = {base, std::move(value)};
}

void Match::SetAttr(const std::string& name, model::AttrValue value) {
  attrs_[name] = std::move(value);
}

// --- rules

namespace {

// One reading of a fusion: its operands in one order.
struct Rule {
  TextModule match;
  TextModule replace;
  std::vector<std::string> labels;         // labels of the pattern's operators
  std::set<std::string> constants;         // values that must be constant
  std::set<std::string> optional;          // values that may be absent
  std::map<std::string, size_t> producer;  // value -> position of the operator that writes it
  std::set<std::string> results;           // values that the replacement writes
  std::set<std::string> named;             // computed attributes that the replacement names
  std::set<size_t> exchanged;              // operators whose operands are in the other order
};

Status Analyse(Rule* rule) {
  if (rule->match.blocks.size() != 1 || rule->replace.blocks.size() != 1 ||
      rule->match.blocks[0].ops.empty()) {
    return Internal("a pattern is a list of operators");
  }
  const TextBlock& pattern = rule->match.blocks[0];
  for (const TextDecl& decl : pattern.decls) rule->constants.insert(decl.value.name);
  std::set<std::string> labels;
  std::set<std::string> read;
  for (size_t i = 0; i < pattern.ops.size(); ++i) {
    const TextOp& op = pattern.ops[i];
    if (op.types.empty()) return Internal("an operator of a pattern has a type");
    rule->labels.push_back(op.label.empty() ? op.types[0] : op.label);
    if (!labels.insert(rule->labels.back()).second) {
      return Internal("label ", rule->labels.back(), " is used twice");
    }
    for (const TextSlot& slot : op.inputs) {
      for (const TextValue& value : slot.values) {
        read.insert(value.name);
        if (value.optional) rule->optional.insert(value.name);
      }
    }
    for (const TextSlot& slot : op.outputs) {
      for (const TextValue& value : slot.values) {
        if (!rule->producer.emplace(value.name, i).second || read.count(value.name) != 0) {
          return Internal("%", value.name, " has two producers or is read before it is made");
        }
      }
    }
  }
  for (size_t i = 0; i + 1 < pattern.ops.size(); ++i) {
    bool used = false;
    for (const TextSlot& slot : pattern.ops[i].outputs) {
      for (const TextValue& value : slot.values) used |= read.count(value.name) != 0;
    }
    if (!used) return Internal("operator ", rule->labels[i], " is not connected to the last one");
  }
  for (const TextOp& op : rule->replace.blocks[0].ops) {
    for (const TextSlot& slot : op.outputs) {
      for (const TextValue& value : slot.values) {
        if (rule->producer.count(value.name) != 0) rule->results.insert(value.name);
      }
    }
    for (const std::string& label : {op.type_of, op.inputs_of, op.attrs_of}) {
      if (!label.empty() && labels.count(label) == 0) return Internal("unknown label ", label);
    }
    if (!op.computed_type.empty()) rule->named.insert(op.computed_type);
    for (const TextAttr& attr : op.attrs) {
      if (!attr.computed.empty()) rule->named.insert(attr.computed);
    }
  }
  return OkStatus();
}

// Operators whose operands X and Y may be exchanged.
bool IsCommutative(const std::string& type) {
  return type == "elementwise_add" || type == "elementwise_mul";
}

// Adds to `rules` those of them with the operands of operator `index` in the other order, if its
// types allow that.
void AddExchanged(size_t index, std::vector<Rule>* rules) {
  const size_t count = rules->size();
  for (size_t i = 0; i < count; ++i) {
    Rule other = (*rules)[i];
    TextOp& op = other.match.blocks[0].ops[index];
    const std::string label = op.label.empty() ? op.types[0] : op.label;
    op.types.erase(std::remove_if(op.types.begin(), op.types.end(),
                                  [](const std::string& type) { return !IsCommutative(type); }),
                   op.types.end());
    if (op.types.empty()) continue;
    op.label = label;
    std::swap(op.inputs[0].name, op.inputs[1].name);
    other.exchanged.insert(index);
    rules->push_back(std::move(other));
  }
}

// The readings of a fusion; the one with all operands as written comes first.
Result<std::vector<Rule>> ParseRules(const Fusion& fusion) {
  std::vector<Rule> rules(1);
  for (const auto& [text, module] :
       {std::pair(&fusion.match, &rules[0].match), std::pair(&fusion.replace, &rules[0].replace)}) {
    Result<TextModule> parsed = ParseText(*text);
    if (!parsed.ok()) return Internal(parsed.status().message());
    *module = *std::move(parsed);
  }
  if (!rules[0].match.blocks.empty()) {
    const std::vector<TextOp> ops = rules[0].match.blocks[0].ops;
    for (size_t i = 0; i < ops.size(); ++i) {
      if (ops[i].exchangeable) AddExchanged(i, &rules);
    }
  }
  for (Rule& rule : rules) LITE_RETURN_IF_ERROR(Analyse(&rule));
  return rules;
}

bool HasType(const OpNode& node, const TextOp& pattern) {
  return std::find(pattern.types.begin(), pattern.types.end(), node.type()) != pattern.types.end();
}

const TextSlot* FindSlot(const std::vector<TextSlot>& slots, const std::string& name) {
  for (const TextSlot& slot : slots) {
    if (slot.name == name) return &slot;
  }
  return nullptr;
}

}  // namespace

// Finds the matches of one rule; the only place where patterns change the graph.
class Rewriter {
 public:
  Rewriter(const PassContext& context, const Fusion& fusion, const Rule& rule)
      : context_(context), graph_(context.graph), fusion_(fusion), rule_(rule) {}

  Result<bool> TryAt(OpNode* root) {
    const std::vector<TextOp>& pattern = rule_.match.blocks[0].ops;
    // Most places end here, without a reason put into words.
    if (!TypesFit(pattern.size() - 1, *root)) return false;
    Match match;
    Draft draft;
    Status status = MatchOp(pattern.size() - 1, root, &match);
    if (status.ok() && match.ops_.size() != pattern.size()) status = Refuse("not all found");
    if (status.ok()) status = CheckRounding(match);
    if (status.ok()) status = CheckSurroundings(match, root);
    if (status.ok() && fusion_.where != nullptr) status = fusion_.where(match);
    if (status.ok()) status = match.bad_attr_;
    if (status.ok() && fusion_.compute != nullptr) status = fusion_.compute(&match);
    if (status.ok()) status = match.bad_attr_;
    if (status.ok()) {
      LITE_RETURN_IF_ERROR(CheckReplacement(match));
      draft = MakeDraft(match, *root);
      status = CheckKernels(match, &draft);
    }
    if (!status.ok()) {
      context_.Explain(StrCat("left ", Describe(*root), " alone: ", status.message()));
      return false;
    }
    Replace(match, std::move(draft), root);
    return true;
  }

 private:
  // Whether `node` and the operators before it have the pattern's types.
  bool TypesFit(size_t index, const OpNode& node) const {
    const TextOp& pattern = rule_.match.blocks[0].ops[index];
    if (!HasType(node, pattern)) return false;
    for (const TextSlot& slot : pattern.inputs) {
      const std::vector<ArgNode*>& args = node.InputList(slot.name);
      for (size_t i = 0; i < slot.values.size(); ++i) {
        const auto producer = rule_.producer.find(slot.values[i].name);
        if (producer == rule_.producer.end()) continue;
        if (i >= args.size() || args[i]->producer() == nullptr ||
            !TypesFit(producer->second, *args[i]->producer())) {
          return false;
        }
      }
    }
    return true;
  }

  // --- matching: changes nothing but `match`
  Status MatchOp(size_t index, OpNode* node, Match* match) {
    const TextOp& pattern = rule_.match.blocks[0].ops[index];
    const std::string& label = rule_.labels[index];
    const auto known = match->ops_.find(label);
    if (known != match->ops_.end()) {
      return known->second == node ? OkStatus() : Refuse(label, " is two different operators");
    }
    if (!HasType(*node, pattern)) {
      return Refuse("expected ", pattern.types[0], ", found ", Describe(*node));
    }
    for (const auto& entry : match->ops_) {
      if (entry.second == node) return Refuse(Describe(*node), " would match two operators");
    }
    match->ops_[label] = node;
    for (const TextAttr& attr : pattern.attrs) {
      if (!AttrEquals(*node, attr.name, attr.value)) {
        const auto have = FindAttrOrDefault(*node, attr.name);
        return Refuse(attr.name, " of ", Describe(*node), " is ",
                      have.has_value() ? model::AttrToString(*have) : "absent", ", expected ",
                      model::AttrToString(attr.value));
      }
    }
    if (rule_.exchanged.count(index) != 0) LITE_RETURN_IF_ERROR(CheckExchange(*node));
    LITE_RETURN_IF_ERROR(MatchOutputs(pattern, *node, match));
    return MatchInputs(pattern, *node, match);
  }

  // Operands are aligned by `axis`, the position of Y's dimensions in those of X.
  static Status CheckExchange(const OpNode& node) {
    LITE_ASSIGN_OR_RETURN(const int axis, GetAttr<int>(node, "axis"));
    const ArgNode* x = node.Input("X");
    const ArgNode* y = node.Input("Y");
    const bool one_rank = x != nullptr && y != nullptr && x->dims.has_value() &&
                          y->dims.has_value() && x->dims->rank() == y->dims->rank();
    if (axis == -1 || one_rank) return OkStatus();
    return Refuse("the operands are shifted by axis ", axis);
  }

  Status MatchOutputs(const TextOp& pattern, const OpNode& node, Match* match) {
    for (const auto& [slot, args] : node.outputs()) {
      const TextSlot* wanted = FindSlot(pattern.outputs, slot);
      if (wanted == nullptr) {
        for (const ArgNode* arg : args) {
          if (!arg->unread()) return Refuse("%", arg->name(), " (", slot, ") is needed elsewhere");
        }
        continue;
      }
      if (args.size() != wanted->values.size()) {
        return Refuse("slot ", slot, " of ", Describe(node), " has ", args.size(), " values");
      }
      for (size_t i = 0; i < args.size(); ++i) {
        LITE_RETURN_IF_ERROR(BindArg(wanted->values[i].name, args[i], match));
      }
    }
    for (const TextSlot& slot : pattern.outputs) {
      if (node.Output(slot.name) == nullptr) {
        return Refuse(Describe(node), " has no result ", slot.name);
      }
    }
    return OkStatus();
  }

  Status MatchInputs(const TextOp& pattern, const OpNode& node, Match* match) {
    if (!pattern.open_inputs) {
      for (const auto& [slot, args] : node.inputs()) {
        if (FindSlot(pattern.inputs, slot) == nullptr) {
          return Refuse(Describe(node), " has an input ", slot);
        }
      }
    }
    for (const TextSlot& slot : pattern.inputs) {
      const std::vector<ArgNode*>& args = node.InputList(slot.name);
      if (args.empty() && slot.values.size() == 1 && slot.values[0].optional) continue;
      if (args.size() != slot.values.size()) {
        return Refuse("slot ", slot.name, " of ", Describe(node), " has ", args.size(), " values");
      }
      for (size_t i = 0; i < args.size(); ++i) {
        const std::string& name = slot.values[i].name;
        const auto producer = rule_.producer.find(name);
        if (producer != rule_.producer.end()) {
          if (args[i]->producer() == nullptr) {
            return Refuse("%", args[i]->name(), " is not a result of an operator");
          }
          if (args[i]->block() != node.block()) return Refuse("the operators are in two blocks");
          LITE_RETURN_IF_ERROR(MatchOp(producer->second, args[i]->producer(), match));
        }
        LITE_RETURN_IF_ERROR(BindArg(name, args[i], match));
        if (rule_.constants.count(name) != 0 && !args[i]->is_constant()) {
          return Refuse("%", args[i]->name(), " (", slot.name, ") is not a constant");
        }
      }
    }
    return OkStatus();
  }

  static Status BindArg(const std::string& name, ArgNode* arg, Match* match) {
    const auto [it, is_new] = match->args_.emplace(name, arg);
    if (is_new || it->second == arg) return OkStatus();
    return Refuse("%", arg->name(), " and %", it->second->name(), " would have to be the same");
  }

  // Of operators that round their inputs to int8, rules only know products with int8 weights.
  static Status CheckRounding(const Match& match) {
    static constexpr const char* kProducts[] = {
        "conv2d", "conv2d_transpose", "depthwise_conv2d", "depthwise_conv2d_transpose",
        "fc",     "matmul",           "matmul_v2",        "mul"};
    for (const auto& entry : match.ops_) {
      const OpNode& op = *entry.second;
      if (IsQuantised(op) &&
          std::find(std::begin(kProducts), std::end(kProducts), op.type()) == std::end(kProducts)) {
        return Refuse(op.type(), " is quantised");
      }
    }
    return OkStatus();
  }

  Status CheckSurroundings(const Match& match, const OpNode* root) {
    std::set<const OpNode*> inside;
    for (const auto& entry : match.ops_) inside.insert(entry.second);
    for (const auto& [name, index] : rule_.producer) {
      const ArgNode* arg = match.args_.at(name);
      const OpNode* producer = match.ops_.at(rule_.labels[index]);
      if (rule_.results.count(name) == 0) {
        if (arg->pinned()) return Refuse("%", arg->name(), " is visible to other blocks");
        for (const auto& [other, value] : match.args_) {
          if (value == arg && other != name) {
            return Refuse("%", arg->name(), " is also %", other, " of the pattern");
          }
        }
        for (const OpNode* consumer : arg->consumers()) {
          if (inside.count(consumer) == 0) {
            return Refuse("%", arg->name(), " is also read by ", Describe(*consumer));
          }
        }
        continue;
      }
      // The replacement takes the position of the last operator.
      if (producer == root) continue;
      if (arg->pinned()) return Refuse("%", arg->name(), " would be written later than before");
      for (const OpNode* consumer : arg->consumers()) {
        if (consumer->RunsBefore(*root) && inside.count(consumer) == 0) {
          return Refuse("%", arg->name(), " is read before ", Describe(*root));
        }
      }
    }
    LITE_RETURN_IF_ERROR(CheckOtherInputs(match));
    for (const OpNode* op : inside) {
      if (op == root) continue;
      for (const auto& entry : op->inputs()) {
        for (const ArgNode* arg : entry.second) {
          LITE_RETURN_IF_ERROR(graph_->CanMoveRead(arg, op, root));
        }
      }
    }
    return OkStatus();
  }

  // Inputs that the pattern only allows (`..`) are kept, so they must not be values that are
  // removed.
  Status CheckOtherInputs(const Match& match) const {
    for (size_t i = 0; i < rule_.labels.size(); ++i) {
      for (const auto& [slot, args] : match.ops_.at(rule_.labels[i])->inputs()) {
        if (FindSlot(rule_.match.blocks[0].ops[i].inputs, slot) != nullptr) continue;
        for (const auto& [name, index] : rule_.producer) {
          const ArgNode* value = match.args_.at(name);
          if (rule_.results.count(name) == 0 &&
              std::find(args.begin(), args.end(), value) != args.end()) {
            return Refuse("%", value->name(), " is also read as ", slot);
          }
        }
      }
    }
    return OkStatus();
  }

  // Every value that the replacement reads is bound, optional, computed, or written by the
  // replacement.
  Status CheckReplacement(const Match& match) const {
    std::set<std::string> made;
    for (const TextOp& op : rule_.replace.blocks[0].ops) {
      for (const TextSlot& slot : op.inputs) {
        for (const TextValue& value : slot.values) {
          if (match.args_.count(value.name) == 0 && match.constants_.count(value.name) == 0 &&
              made.count(value.name) == 0 && rule_.optional.count(value.name) == 0) {
            return Internal("pass ", context_.pass, ": %", value.name,
                            " of the replacement is not bound");
          }
        }
      }
      for (const TextSlot& slot : op.outputs) {
        for (const TextValue& value : slot.values) made.insert(value.name);
      }
      const auto type = match.attrs_.find(op.computed_type);
      if (!op.computed_type.empty() &&
          (type == match.attrs_.end() || !std::holds_alternative<std::string>(type->second))) {
        return Internal("pass ", context_.pass, ": $", op.computed_type, " is not a type");
      }
    }
    return OkStatus();
  }

  // --- the replacement, before the graph changes
  struct Draft {
    std::vector<std::unique_ptr<OpNode>> ops;
    // Values that do not exist yet, by their names in the replacement.
    std::map<std::string, std::unique_ptr<ArgNode>> args;
  };

  Draft MakeDraft(const Match& match, const OpNode& root) const {
    Draft draft;
    // Null for an optional value that is absent.
    const auto find = [&](const std::string& name) -> ArgNode* {
      const auto constant = match.constants_.find(name);
      const auto known = match.args_.find(name);
      if (constant == match.constants_.end() && known != match.args_.end()) return known->second;
      const auto made = draft.args.find(name);
      if (made != draft.args.end()) return made->second.get();
      if (constant == match.constants_.end()) return nullptr;
      draft.args[name] = Graph::DraftArg(name, &constant->second.second);
      return draft.args[name].get();
    };
    for (const TextOp& text : rule_.replace.blocks[0].ops) {
      std::string type;
      if (!text.type_of.empty()) {
        type = match.op(text.type_of).type();
      } else if (!text.computed_type.empty()) {
        type = std::get<std::string>(match.attrs_.at(text.computed_type));
      } else {
        type = text.types[0];
      }
      ArgSlots inputs;
      if (!text.inputs_of.empty()) inputs = match.op(text.inputs_of).inputs();
      for (const TextSlot& slot : text.inputs) {
        std::vector<ArgNode*> args;
        for (const TextValue& value : slot.values) {
          if (ArgNode* arg = find(value.name)) args.push_back(arg);
        }
        inputs[slot.name] = std::move(args);
        if (inputs[slot.name].empty()) inputs.erase(slot.name);
      }
      ArgSlots outputs;
      for (const TextSlot& slot : text.outputs) {
        for (const TextValue& value : slot.values) {
          ArgNode* arg = find(value.name);
          if (arg == nullptr) {
            draft.args[value.name] = Graph::DraftArg(value.name, nullptr);
            arg = draft.args[value.name].get();
          }
          outputs[slot.name].push_back(arg);
        }
      }
      std::map<std::string, model::AttrValue> attrs = AttrsOf(text, match, root, inputs, outputs);
      draft.ops.push_back(
          Graph::DraftOp(std::move(type), std::move(inputs), std::move(outputs), std::move(attrs)));
    }
    return draft;
  }

  // What was said of a value holds for it in the replacement; the rule may set another scale.
  std::map<std::string, model::AttrValue> AttrsOf(const TextOp& text, const Match& match,
                                                  const OpNode& root, const ArgSlots& inputs,
                                                  const ArgSlots& outputs) const {
    std::map<std::string, model::AttrValue> attrs;
    if (!text.attrs_of.empty()) attrs = match.op(text.attrs_of).attrs;
    std::vector<const OpNode*> matched;
    for (const auto& entry : match.ops_) matched.push_back(entry.second);
    InheritScales(matched, inputs, outputs, &attrs);
    if (const auto* threshold = root.FindAttr("out_threshold")) {
      if (WritesResult(root, outputs)) attrs["out_threshold"] = *threshold;
    }
    for (const TextAttr& attr : text.attrs) {
      if (attr.computed.empty()) {
        attrs[attr.name] = attr.value;
        continue;
      }
      const auto it = match.attrs_.find(attr.computed);
      if (it != match.attrs_.end()) attrs[attr.name] = it->second;
    }
    if (!text.all_computed) return attrs;
    for (const auto& [name, value] : match.attrs_) {
      if (rule_.named.count(name) == 0) attrs[name] = value;
    }
    return attrs;
  }

  // Whether an operator with these outputs writes a result of the last operator of the match.
  static bool WritesResult(const OpNode& root, const ArgSlots& outputs) {
    return std::any_of(outputs.begin(), outputs.end(), [&](const auto& now) {
      return std::any_of(root.outputs().begin(), root.outputs().end(),
                         [&](const auto& before) { return before.second[0] == now.second[0]; });
    });
  }

  // A fused operator does not pay if only a kernel of the host takes it.
  Status CheckKernels(const Match& match, Draft* draft) const {
    if (context_.kernels == nullptr) return OkStatus();
    double ns = 0;
    Status refusal;
    for (const std::unique_ptr<OpNode>& op : draft->ops) {
      if (DeclaredKernels(*context_.options, op->type()).empty()) {
        return Refuse("there is no kernel for ", op->type());
      }
      if (!context_.kernels->prefers_targets()) continue;
      const KernelQuery::Promise promise = context_.kernels->PromiseFor(*op);
      ns += promise.ns;
      if (!promise.preferred && refusal.ok()) {
        refusal = Refuse("no kernel of a preferred target takes ", op->type(), ": ",
                         promise.refusal.message());
      }
      if (draft->ops.size() > 1) SetShapes(*op, *draft);
    }
    if (refusal.ok()) return OkStatus();
    double ns_before = 0;
    bool all_preferred = true;
    for (const auto& entry : match.ops_) {
      const KernelQuery::Promise promise = context_.kernels->PromiseFor(*entry.second);
      ns_before += promise.ns;
      all_preferred &= promise.preferred;
    }
    return all_preferred || ns > ns_before ? refusal : OkStatus();
  }

  // Shapes and types of the new values that `op` writes, for the operators after it.
  static void SetShapes(const OpNode& op, const Draft& draft) {
    Result<MetaOp> meta = MetaOp::Make(op);
    if (!meta.ok() || !meta->InferType().ok() || !meta->InferShape().ok()) return;
    for (const auto& entry : draft.args) {
      const Tensor* tensor = meta->TensorOf(entry.second.get());
      if (tensor == nullptr || entry.second->is_constant()) continue;
      entry.second->dims = tensor->dims();
      entry.second->precision = tensor->precision();
    }
  }

  // --- changing; cannot fail
  void Replace(const Match& match, Draft draft, OpNode* root) {
    Block* block = root->block();
    std::vector<std::string> fused;
    for (const std::string& label : rule_.labels) fused.push_back(Describe(match.op(label)));

    const std::string base_name =
        root->outputs().empty() ? root->type() : root->outputs().begin()->second[0]->name();
    std::map<const ArgNode*, ArgNode*> real;
    for (const auto& [name, constant] : match.constants_) {
      ArgNode* made = graph_->NewConstant(constant.first, constant.second);
      const auto drafted = draft.args.find(name);
      if (drafted != draft.args.end()) real[drafted->second.get()] = made;
    }
    OpNode* const before = root->next();
    for (const auto& entry : match.ops_) graph_->RemoveOp(entry.second);

    const auto realise = [&](std::vector<ArgNode*> args) {
      for (ArgNode*& arg : args) {
        const auto it = real.find(arg);
        if (it != real.end()) arg = it->second;
      }
      return args;
    };
    std::string made;
    for (size_t i = 0; i < draft.ops.size(); ++i) {
      const OpNode& planned = *draft.ops[i];
      OpNode* op = graph_->InsertOp(planned.type(), block, before);
      for (const auto& [slot, args] : planned.inputs()) graph_->SetInput(op, slot, realise(args));
      // New values get their names in the order of the replacement.
      for (const TextSlot& slot : rule_.replace.blocks[0].ops[i].outputs) {
        for (const TextValue& value : slot.values) {
          const auto drafted = draft.args.find(value.name);
          if (drafted == draft.args.end() || drafted->second->is_constant()) continue;
          ArgNode*& arg = real[drafted->second.get()];
          if (arg == nullptr) arg = graph_->NewArg(block, StrCat(base_name, ".", value.name));
        }
        graph_->SetOutput(op, slot.name, realise(planned.OutputList(slot.name)));
      }
      op->attrs = planned.attrs;
      op->notes.push_back(StrCat(context_.pass, ": made from ", ListToString(fused)));
      made += (made.empty() ? "" : ", ") + planned.type();
    }
    context_.Explain(StrCat(ListToString(fused), " became ", made.empty() ? "nothing" : made));
  }

  const PassContext& context_;
  Graph* const graph_;
  const Fusion& fusion_;
  const Rule& rule_;
};

namespace {

// Whether the graph has an operator for each one of the pattern.
bool MayMatch(const Graph& graph, const TextBlock& pattern) {
  return std::all_of(pattern.ops.begin(), pattern.ops.end(), [&](const TextOp& op) {
    return std::any_of(op.types.begin(), op.types.end(),
                       [&](const std::string& type) { return graph.HasOpOf(type); });
  });
}

}  // namespace

Result<bool> ApplyFusion(const PassContext& context, const Fusion& fusion) {
  const Result<std::vector<Rule>> rules = ParseRules(fusion);
  if (!rules.ok()) return rules.status().WithContext("pass " + context.pass);
  bool changed = false;
  for (const Rule& rule : *rules) {
    if (!MayMatch(*context.graph, rule.match.blocks[0])) continue;
    Rewriter rewriter(context, fusion, rule);
    for (const auto& block : context.graph->blocks()) {
      // A rewrite removes operators up to this one, and adds others before the next.
      OpNode* next = nullptr;
      for (OpNode* op = block->first(); op != nullptr; op = next) {
        next = op->next();
        LITE_ASSIGN_OR_RETURN(const bool applied, rewriter.TryAt(op));
        changed |= applied;
      }
    }
  }
  return changed;
}

}  // namespace paddle::lite::mir
