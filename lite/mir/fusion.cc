#include "lite/mir/fusion.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

#include "lite/base/half.h"
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

struct Rule {
  TextModule match;
  TextModule replace;
  std::vector<std::string> labels;         // labels of the pattern's operators
  std::set<std::string> constants;         // values that must be constant
  std::map<std::string, size_t> producer;  // value -> position of the operator that writes it
  std::set<std::string> results;           // values that the replacement writes
};

Result<Rule> ParseRule(const Fusion& fusion) {
  Rule rule;
  for (const auto& [text, module] :
       {std::pair(&fusion.match, &rule.match), std::pair(&fusion.replace, &rule.replace)}) {
    Result<TextModule> parsed = ParseText(*text);
    if (!parsed.ok()) return Internal(parsed.status().message());
    *module = *std::move(parsed);
  }
  if (rule.match.blocks.size() != 1 || rule.replace.blocks.size() != 1 ||
      rule.match.blocks[0].ops.empty()) {
    return Internal("a pattern is a list of operators");
  }
  const TextBlock& pattern = rule.match.blocks[0];
  for (const TextDecl& decl : pattern.decls) rule.constants.insert(decl.value.name);
  std::set<std::string> labels;
  std::set<std::string> read;
  for (size_t i = 0; i < pattern.ops.size(); ++i) {
    const TextOp& op = pattern.ops[i];
    if (op.types.empty()) return Internal("an operator of a pattern has a type");
    rule.labels.push_back(op.label.empty() ? op.types[0] : op.label);
    if (!labels.insert(rule.labels.back()).second) {
      return Internal("label ", rule.labels.back(), " is used twice");
    }
    for (const TextSlot& slot : op.inputs) {
      for (const TextValue& value : slot.values) read.insert(value.name);
    }
    for (const TextSlot& slot : op.outputs) {
      for (const TextValue& value : slot.values) {
        if (!rule.producer.emplace(value.name, i).second || read.count(value.name) != 0) {
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
    if (!used) return Internal("operator ", rule.labels[i], " is not connected to the last one");
  }
  for (const TextOp& op : rule.replace.blocks[0].ops) {
    for (const TextSlot& slot : op.outputs) {
      for (const TextValue& value : slot.values) {
        if (rule.producer.count(value.name) != 0) rule.results.insert(value.name);
      }
    }
    for (const std::string& label : {op.type_of, op.inputs_of, op.attrs_of}) {
      if (!label.empty() && labels.count(label) == 0) return Internal("unknown label ", label);
    }
  }
  return rule;
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
    Status status = MatchOp(pattern.size() - 1, root, &match);
    if (status.ok() && match.ops_.size() != pattern.size()) status = Refuse("not all found");
    if (status.ok()) status = CheckSurroundings(match, root);
    if (status.ok() && fusion_.where != nullptr) status = fusion_.where(match);
    if (status.ok()) status = match.bad_attr_;
    if (status.ok() && fusion_.compute != nullptr) status = fusion_.compute(&match);
    if (status.ok()) status = match.bad_attr_;
    if (!status.ok()) {
      context_.Explain(StrCat("left ", Describe(*root), " alone: ", status.message()));
      return false;
    }
    LITE_RETURN_IF_ERROR(CheckReplacement(match));
    Replace(&match, root);
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
    LITE_RETURN_IF_ERROR(MatchOutputs(pattern, *node, match));
    return MatchInputs(pattern, *node, match);
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

  Status CheckSurroundings(const Match& match, const OpNode* root) {
    std::set<const OpNode*> inside;
    for (const auto& entry : match.ops_) inside.insert(entry.second);
    for (const auto& [name, index] : rule_.producer) {
      const ArgNode* arg = match.args_.at(name);
      const OpNode* producer = match.ops_.at(rule_.labels[index]);
      if (rule_.results.count(name) == 0) {
        if (arg->pinned()) return Refuse("%", arg->name(), " is visible to other blocks");
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
              made.count(value.name) == 0 && !IsOptional(value.name)) {
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

  // --- changing; cannot fail
  void Replace(Match* match, OpNode* root) {
    Block* block = root->block();
    std::vector<std::string> fused;
    for (const std::string& label : rule_.labels) fused.push_back(Describe(*match->ops_.at(label)));

    const std::string base_name =
        root->outputs().empty() ? root->type() : root->outputs().begin()->second[0]->name();

    // The targets of `..label` and `@label`, before the operators are removed.
    struct Source {
      std::string type;
      ArgSlots inputs;
      std::map<std::string, model::AttrValue> attrs;
    };
    std::map<std::string, Source> sources;
    std::vector<OpNode*> old_ops;
    for (const auto& [label, op] : match->ops_) {
      sources[label] = {op->type(), op->inputs(), op->attrs};
      old_ops.push_back(op);
    }
    for (auto& [name, constant] : match->constants_) {
      match->args_[name] = graph_->NewConstant(constant.first, std::move(constant.second));
    }
    OpNode* const before = root->next();
    for (OpNode* op : old_ops) graph_->RemoveOp(op);

    std::string made;
    for (const TextOp& text : rule_.replace.blocks[0].ops) {
      std::string type;
      if (!text.type_of.empty()) {
        type = sources.at(text.type_of).type;
      } else if (!text.computed_type.empty()) {
        type = std::get<std::string>(match->attrs_.at(text.computed_type));
      } else {
        type = text.types[0];
      }
      OpNode* op = graph_->InsertOp(type, block, before);
      if (!text.inputs_of.empty()) {
        for (const auto& [slot, args] : sources.at(text.inputs_of).inputs) {
          graph_->SetInput(op, slot, args);
        }
      }
      for (const TextSlot& slot : text.inputs) {
        std::vector<ArgNode*> args;
        for (const TextValue& value : slot.values) {
          const auto it = match->args_.find(value.name);
          if (it != match->args_.end()) args.push_back(it->second);
        }
        graph_->SetInput(op, slot.name, args);
      }
      for (const TextSlot& slot : text.outputs) {
        std::vector<ArgNode*> args;
        for (const TextValue& value : slot.values) {
          ArgNode*& arg = match->args_[value.name];
          if (arg == nullptr) {
            arg = graph_->NewArg(block, StrCat(base_name, ".", value.name));
          }
          args.push_back(arg);
        }
        graph_->SetOutput(op, slot.name, args);
      }
      if (!text.attrs_of.empty()) op->attrs = sources.at(text.attrs_of).attrs;
      for (const TextAttr& attr : text.attrs) {
        if (attr.computed.empty()) {
          op->attrs[attr.name] = attr.value;
          continue;
        }
        const auto it = match->attrs_.find(attr.computed);
        if (it != match->attrs_.end()) op->attrs[attr.name] = it->second;
      }
      op->notes.push_back(StrCat(context_.pass, ": made from ", ListToString(fused)));
      made += (made.empty() ? "" : ", ") + type;
    }
    context_.Explain(StrCat(ListToString(fused), " became ", made.empty() ? "nothing" : made));
  }

  bool IsOptional(const std::string& name) const {
    for (const TextOp& op : rule_.match.blocks[0].ops) {
      for (const TextSlot& slot : op.inputs) {
        for (const TextValue& value : slot.values) {
          if (value.name == name && value.optional) return true;
        }
      }
    }
    return false;
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
  Result<Rule> rule = ParseRule(fusion);
  if (!rule.ok()) return rule.status().WithContext("pass " + context.pass);
  if (!MayMatch(*context.graph, rule->match.blocks[0])) return false;
  Rewriter rewriter(context, fusion, *rule);
  bool changed = false;
  for (const auto& block : context.graph->blocks()) {
    // A rewrite removes operators up to this one, and adds others before the next.
    OpNode* next = nullptr;
    for (OpNode* op = block->first(); op != nullptr; op = next) {
      next = op->next();
      LITE_ASSIGN_OR_RETURN(const bool applied, rewriter.TryAt(op));
      changed |= applied;
    }
  }
  return changed;
}

// --- arithmetic

Result<std::vector<double>> ToDoubles(const Tensor& tensor) {
  if (!tensor.IsInitialized()) return Refuse("a constant has no data");
  LITE_ASSIGN_OR_RETURN(const int64_t count, CheckedElementCount(tensor.dims()));
  std::vector<double> values(static_cast<size_t>(count));
  const auto read = [&](auto sample) {
    const auto* data = tensor.data<decltype(sample)>();
    for (size_t i = 0; i < values.size(); ++i) values[i] = static_cast<double>(data[i]);
  };
  switch (tensor.precision()) {
    case PrecisionType::kFloat:
      read(float{});
      break;
    case PrecisionType::kFP64:
      read(double{});
      break;
    case PrecisionType::kInt8:
      read(int8_t{});
      break;
    case PrecisionType::kUInt8:
      read(uint8_t{});
      break;
    case PrecisionType::kInt16:
      read(int16_t{});
      break;
    case PrecisionType::kInt32:
      read(int32_t{});
      break;
    case PrecisionType::kInt64:
      read(int64_t{});
      break;
    case PrecisionType::kFP16:
      for (size_t i = 0; i < values.size(); ++i) {
        values[i] = HalfBitsToFloat(tensor.data<uint16_t>()[i]);
      }
      break;
    default:
      return Refuse("constants of type ", PrecisionToStr(tensor.precision()), " are not folded");
  }
  return values;
}

Result<Tensor> FromDoubles(const DDim& dims, PrecisionType precision,
                           const std::vector<double>& values) {
  Tensor tensor;
  tensor.Resize(dims);
  if (static_cast<int64_t>(values.size()) != dims.production()) {
    return Internal("expected ", dims.production(), " values, found ", values.size());
  }
  LITE_RETURN_IF_ERROR(tensor.Allocate(precision));
  // Rounds to nearest and refuses to wrap around.
  const auto write = [&](auto sample) -> Status {
    using T = decltype(sample);
    T* data = tensor.mutable_data<T>();
    for (size_t i = 0; i < values.size(); ++i) {
      if constexpr (std::is_integral_v<T>) {
        const double rounded = std::nearbyint(values[i]);
        if (!(rounded >= static_cast<double>(std::numeric_limits<T>::min()) &&
              rounded <= static_cast<double>(std::numeric_limits<T>::max()))) {
          return Refuse("the value ", values[i], " does not fit ", PrecisionToStr(precision));
        }
        data[i] = static_cast<T>(rounded);
      } else {
        data[i] = static_cast<T>(values[i]);
      }
    }
    return OkStatus();
  };
  switch (precision) {
    case PrecisionType::kFloat:
      LITE_RETURN_IF_ERROR(write(float{}));
      break;
    case PrecisionType::kFP64:
      LITE_RETURN_IF_ERROR(write(double{}));
      break;
    case PrecisionType::kInt8:
      LITE_RETURN_IF_ERROR(write(int8_t{}));
      break;
    case PrecisionType::kInt32:
      LITE_RETURN_IF_ERROR(write(int32_t{}));
      break;
    case PrecisionType::kFP16:
      for (size_t i = 0; i < values.size(); ++i) {
        tensor.mutable_data<uint16_t>()[i] = FloatToHalfBits(static_cast<float>(values[i]));
      }
      break;
    default:
      return Refuse("constants of type ", PrecisionToStr(precision), " are not folded");
  }
  return tensor;
}

}  // namespace paddle::lite::mir
