#include "lite/mir/graph.h"

#include <algorithm>
#include <functional>
#include <unordered_set>
#include <utility>

#include "lite/model/array_forms.h"
#include "lite/model/blocks.h"
#include "lite/model/writes.h"

namespace paddle::lite::mir {

using model::AttrValue;
using model::VarDesc;
using model::VarType;

// --- nodes

bool ArgNode::is_input() const { return producer_ != nullptr && producer_->type() == "feed"; }

const std::vector<ArgNode*>& OpNode::Find(const ArgSlots& slots, const std::string& slot) {
  static const std::vector<ArgNode*> none;
  const auto it = slots.find(slot);
  return it == slots.end() ? none : it->second;
}

int OpNode::position() const {
  block_->ops();
  return position_;
}

const std::vector<OpNode*>& Block::ops() const {
  if (listed_) return ops_;
  ops_.clear();
  ops_.reserve(count_);
  for (OpNode* op = first_; op != nullptr; op = op->next_) {
    op->position_ = static_cast<int>(ops_.size());
    ops_.push_back(op);
  }
  listed_ = true;
  return ops_;
}

void Block::Link(OpNode* op, OpNode* before) {
  OpNode* const previous = before == nullptr ? last_ : before->previous_;
  op->block_ = this;
  op->previous_ = previous;
  op->next_ = before;
  (previous == nullptr ? first_ : previous->next_) = op;
  (before == nullptr ? last_ : before->previous_) = op;
  ++count_;
  listed_ = false;
  // Half of the gap; a gap that is used up makes the whole block be numbered anew.
  constexpr int64_t kStep = int64_t{1} << 40;
  constexpr int64_t kLast = int64_t{1} << 62;
  const int64_t low = previous == nullptr ? 0 : previous->order_;
  const int64_t high = before == nullptr ? low + 2 * kStep : before->order_;
  op->order_ = low + (high - low) / 2;
  if (op->order_ == low || op->order_ >= kLast) Renumber();
}

void Block::Renumber() {
  const int64_t step = (int64_t{1} << 61) / (static_cast<int64_t>(count_) + 1);
  int64_t order = 0;
  for (OpNode* op = first_; op != nullptr; op = op->next_) op->order_ = order += step;
}

void Block::Unlink(OpNode* op) {
  (op->previous_ == nullptr ? first_ : op->previous_->next_) = op->next_;
  (op->next_ == nullptr ? last_ : op->next_->previous_) = op->previous_;
  op->previous_ = op->next_ = nullptr;
  op->block_ = nullptr;
  --count_;
  listed_ = false;
}

// --- import

namespace {

// A variable: what the program says of it and does with it.
struct Variable {
  const VarDesc* desc = nullptr;  // the first declaration
  int declared_in = -1;           // its block
  const Tensor* value = nullptr;  // of a weight
  int block = -1;                 // the first one that mentions it
  bool several = false;           // also in other blocks
  bool written = false;
  bool pinned = false;
  // While the blocks' uses are collected, in the block read last:
  int written_in = -1;
  int writes = 0;
  int fed_in = -1;
  // While nodes are made:
  ArgNode* constant = nullptr;
  ArgNode* current = nullptr;  // the latest value in block `current_in`
  int current_in = -1;
  int next_version = 0;  // in that block

  bool is_constant() const { return value != nullptr && !pinned; }
  bool mentioned() const { return block != -1; }
  void MentionedIn(int b) {
    if (block == -1) block = b;
    several |= block != b;
  }
};
using Variables = std::unordered_map<std::string_view, Variable>;

// Calls f(name) for every variable mentioned in attributes.
void ForEachNameInAttrs(const model::OpDesc& op, const std::function<void(const std::string&)>& f) {
  const bool has_blocks = !model::BlocksOf(op).empty();
  for (const auto& entry : op.attrs) {
    const AttrValue& value = entry.second;
    if (const auto* var = std::get_if<model::VarRef>(&value)) f(var->name);
    if (const auto* vars = std::get_if<std::vector<model::VarRef>>(&value)) {
      for (const auto& var : *vars) f(var.name);
    }
    // Operators with blocks name the block's variables in plain strings (recurrent, subgraph).
    if (!has_blocks) continue;
    if (const auto* text = std::get_if<std::string>(&value)) f(*text);
    if (const auto* texts = std::get_if<std::vector<std::string>>(&value)) {
      for (const auto& text : *texts) f(text);
    }
  }
}

void CollectUses(const model::Program& program, Variables* variables) {
  std::set<std::string> mentioned;
  for (size_t b = 0; b < program.blocks.size(); ++b) {
    const int index = static_cast<int>(b);
    for (const model::OpDesc& op : program.blocks[b].ops) {
      const bool has_blocks = !model::BlocksOf(op).empty();
      for (const auto& [slot, names] : op.inputs) {
        for (const std::string& name : names) {
          Variable& use = (*variables)[name];
          use.MentionedIn(index);
          // An inner block reads it at its entry, so another block has written it.
          if (b != 0 && use.written_in != index) use.pinned = true;
          if (op.type == "feed") use.pinned = true;
          // The name is input and output at once, with different values.
          if (op.type == "fetch" && use.fed_in == index && use.writes > 1) use.pinned = true;
        }
      }
      for (const auto& [slot, names] : op.outputs) {
        for (const std::string& name : names) {
          Variable& use = (*variables)[name];
          use.MentionedIn(index);
          // Blocks that do not write it, or do not run, keep what it was.
          if (has_blocks && use.written) use.pinned = true;
          use.written = true;
          use.writes = use.written_in == index ? use.writes + 1 : 1;
          use.written_in = index;
          if (op.type == "feed") use.fed_in = index;
          if (op.type == "fetch") use.pinned = true;
        }
      }
      ForEachNameInAttrs(op, [&](const std::string& name) { mentioned.insert(name); });
    }
  }
  for (const std::string& name : mentioned) {
    const auto it = variables->find(name);
    if (it != variables->end() && it->second.mentioned()) it->second.pinned = true;
  }
}

}  // namespace

Result<std::unique_ptr<Graph>> Graph::Import(model::Model model) {
  LITE_RETURN_IF_ERROR(model::ResolveBlocks(&model.program));
  model::ResolveWrites(&model.program);
  model::NameArrayForms(&model.program);

  auto graph = std::make_unique<Graph>();
  graph->program_header.version = model.program.version;
  graph->program_header.op_versions = model.program.op_versions;
  graph->source = model.source;
  graph->opt_version = model.opt_version;

  // The names belong to the model, which lives until the end of this function.
  Variables variables;
  for (size_t b = 0; b < model.program.blocks.size(); ++b) {
    for (const VarDesc& var : model.program.blocks[b].vars) {
      Variable& variable = variables[var.name];
      if (variable.desc != nullptr) continue;
      variable.desc = &var;
      variable.declared_in = static_cast<int>(b);
    }
  }
  for (const auto& [name, tensor] : model.params) variables[name].value = &tensor;
  CollectUses(model.program, &variables);
  graph->names_.reserve(variables.size());
  for (auto& [name, variable] : variables) {
    graph->names_[std::string(name)].declared_in = variable.declared_in;
    if (variable.several) variable.pinned = true;
    const VarDesc* desc = variable.desc;
    if (desc != nullptr &&
        (desc->type != VarType::kLoDTensor || (desc->persistable && variable.written))) {
      variable.pinned = true;
    }
    // A weight that the program itself changes is a variable with an initial value.
    if (variable.value != nullptr) variable.pinned = variable.written;
  }

  // A new value of the variable in the block.
  const auto new_arg = [&](const std::string& name, Variable* variable, Block* block) {
    if (variable->current_in != block->index_) {
      variable->next_version = 0;
    } else if (variable->current->is_tensor() && variable->current->producer() != nullptr &&
               !variable->current->is_input()) {
      // Paddle declares the shape that is written last.
      variable->current->desc.shape.clear();
      variable->current->dims.reset();
    }
    variable->current_in = block->index_;
    ArgNode* arg = graph->AddArg(name);
    variable->current = arg;
    arg->block_ = block;
    arg->version_ = variable->next_version++;
    arg->pinned_ = variable->pinned;
    if (variable->desc != nullptr) {
      arg->desc = *variable->desc;
      if (arg->desc.has_tensor_desc) {
        arg->precision = model::PrecisionOf(arg->desc.data_type);
        // In a program, an empty shape means either a scalar or an unspecified shape.
        if (!arg->desc.shape.empty()) {
          const Result<DDim> dims = DDim::FromVector(arg->desc.shape);
          if (dims.ok()) arg->dims = *dims;
        }
      }
    }
    arg->desc.name = name;
    if (variable->value != nullptr) {
      arg->desc.persistable = true;
      if (arg->pinned_) {
        graph->start_values_[name] = *variable->value;
      } else {
        arg->block_ = nullptr;
        arg->constant_ = std::make_shared<Tensor>(*variable->value);
        arg->dims = variable->value->dims();
        arg->precision = variable->value->precision();
      }
    }
    return arg;
  };

  for (size_t b = 0; b < model.program.blocks.size(); ++b) {
    model::BlockDesc& desc = model.program.blocks[b];
    graph->blocks_.push_back(std::make_unique<Block>());
    Block* block = graph->blocks_.back().get();
    block->index_ = static_cast<int>(b);
    block->parent_ = desc.parent;
    block->forward_block_ = desc.forward_block;
    for (size_t i = 0; i < desc.ops.size(); ++i) {
      model::OpDesc& source_op = desc.ops[i];
      OpNode* op = graph->InsertOp(source_op.type, block, nullptr);
      op->source_index_ = static_cast<int>(i);
      op->sub_blocks_ = model::BlocksOf(source_op);
      if (!op->sub_blocks_.empty()) block->with_blocks_.push_back(op);
      op->is_target = source_op.is_target;
      for (const auto& [slot, names] : source_op.inputs) {
        std::vector<ArgNode*> args;
        for (const std::string& name : names) {
          if (IsEmptyName(name)) continue;
          Variable& variable = variables.at(name);
          ArgNode* arg = variable.is_constant()                 ? variable.constant
                         : variable.current_in == block->index_ ? variable.current
                                                                : nullptr;
          if (arg == nullptr) arg = new_arg(name, &variable, block);
          if (variable.is_constant()) variable.constant = arg;
          args.push_back(arg);
        }
        graph->SetInput(op, slot, args);
      }
      for (const auto& [slot, names] : source_op.outputs) {
        std::vector<ArgNode*> args;
        for (const std::string& name : names) {
          if (IsEmptyName(name)) continue;
          args.push_back(new_arg(name, &variables.at(name), block));
        }
        graph->SetOutput(op, slot, args);
      }
      op->attrs = std::move(source_op.attrs);
    }
  }
  return graph;
}

void Graph::Pin(const std::set<std::string>& variables) {
  for (const std::string& name : variables) {
    for (ArgNode* arg : names_.at(name).args) arg->pinned_ = true;
  }
}

// --- export

std::vector<std::string> Graph::ExportNames() const {
  std::vector<std::string> names(arg_count());
  std::unordered_map<std::string_view, std::vector<const ArgNode*>> versions;
  std::vector<const ArgNode*> order;  // the first value of each variable
  for (const ArgNode* arg : LiveArgs()) {
    if (arg->pinned_ || arg->is_constant()) {
      names[arg->id_] = arg->name_;
      continue;
    }
    auto& group = versions[arg->name_];
    if (group.empty()) order.push_back(arg);
    group.push_back(arg);
  }
  std::unordered_set<std::string> made;
  for (const ArgNode* first : order) {
    const std::string& name = first->name_;
    const auto& group = versions[name];
    // The model's inputs and outputs come first; otherwise the variable's final value keeps the
    // name.
    const ArgNode* keeper = first;
    for (const ArgNode* arg : group) {
      const auto rank = [](const ArgNode* a) {
        return std::make_pair(a->is_input() ? 2 : a->is_output() ? 1 : 0, a->version());
      };
      if (rank(arg) > rank(keeper)) keeper = arg;
    }
    for (const ArgNode* arg : group) {
      std::string unique = name;
      if (arg != keeper) {
        for (int n = arg->version_;; ++n) {
          unique = StrCat(name, "__v", n);
          if (names_.count(unique) == 0 && made.insert(unique).second) break;
        }
      }
      names[arg->id_] = std::move(unique);
    }
  }
  return names;
}

model::Model Graph::Export() const {
  const std::vector<std::string> names = ExportNames();
  model::Model out;
  out.program.version = program_header.version;
  out.program.op_versions = program_header.op_versions;
  out.source = source;
  out.opt_version = opt_version;
  out.program.blocks.resize(blocks_.size());

  std::vector<bool> described(arg_count());
  std::unordered_set<std::string_view> shared;  // values of a pinned variable have one name
  const auto describe = [&](const ArgNode* arg, int block) {
    if (described[arg->id_]) return;
    described[arg->id_] = true;
    const std::string& name = names[arg->id_];
    if (arg->pinned_ && !shared.insert(name).second) return;
    VarDesc desc = arg->desc;
    desc.name = name;
    if (arg->precision != PrecisionType::kUnk && arg->precision != PrecisionType::kAny) {
      desc.data_type = model::VarTypeOf(arg->precision);
      desc.has_tensor_desc = true;
    }
    // Several values of a pinned variable may differ in shape: the declaration is not changed.
    if (arg->dims.has_value() && !arg->pinned_) {
      desc.shape = arg->dims->Vectorize();
      desc.has_tensor_desc = true;
    }
    const auto known = names_.find(name);
    const bool declared = known != names_.end() && known->second.declared_in >= 0;
    if (declared) block = known->second.declared_in;
    if (arg->is_constant()) {
      desc.persistable = true;
      out.params[name] = *arg->constant_;
      if (!declared) block = 0;
    }
    const auto start = start_values_.find(name);
    if (start != start_values_.end()) out.params[name] = start->second;
    out.program.blocks[block].vars.push_back(std::move(desc));
  };

  for (const auto& block : blocks_) {
    model::BlockDesc& desc = out.program.blocks[block->index_];
    desc.parent = block->parent_;
    desc.forward_block = block->forward_block_;
    for (const OpNode* op : block->ops()) {
      model::OpDesc op_desc;
      op_desc.type = op->type_;
      op_desc.attrs = op->attrs;
      op_desc.is_target = op->is_target;
      if (op->kernel != nullptr) op_desc.attrs[model::kKernelTypeAttr] = op->kernel->Key();
      model::UsePaddleName(&op_desc);
      for (const auto& [slot, args] : op->inputs_) {
        for (const ArgNode* arg : args) {
          op_desc.inputs[slot].push_back(names[arg->id_]);
          describe(arg, block->index_);
        }
      }
      for (const auto& [slot, args] : op->outputs_) {
        for (const ArgNode* arg : args) {
          op_desc.outputs[slot].push_back(names[arg->id_]);
          describe(arg, block->index_);
        }
      }
      desc.ops.push_back(std::move(op_desc));
    }
  }
  return out;
}

// --- views

std::vector<OpNode*> Graph::AllOps() const {
  std::vector<OpNode*> ops;
  ops.reserve(op_count());
  for (const auto& block : blocks_) {
    ops.insert(ops.end(), block->ops().begin(), block->ops().end());
  }
  return ops;
}

std::vector<ArgNode*> Graph::LiveArgs() const {
  std::vector<ArgNode*> args;
  std::vector<bool> seen(arg_count());
  for (const auto& block : blocks_) {
    for (const OpNode* op = block->first(); op != nullptr; op = op->next_) {
      for (const ArgSlots* slots : {&op->inputs_, &op->outputs_}) {
        for (const auto& entry : *slots) {
          for (ArgNode* arg : entry.second) {
            if (!seen[arg->id_]) args.push_back(arg);
            seen[arg->id_] = true;
          }
        }
      }
    }
  }
  return args;
}

std::vector<ArgNode*> Graph::Constants() const {
  std::vector<ArgNode*> constants;
  for (ArgNode* arg : LiveArgs()) {
    if (arg->is_constant()) constants.push_back(arg);
  }
  std::sort(constants.begin(), constants.end(),
            [](const ArgNode* a, const ArgNode* b) { return a->name_ < b->name_; });
  return constants;
}

// --- changes

OpNode* Graph::InsertOp(const std::string& type, Block* block, OpNode* before) {
  op_nodes_.push_back(std::make_unique<OpNode>());
  OpNode* op = op_nodes_.back().get();
  op->type_ = type;
  ++ops_of_type_[type];
  block->Link(op, before);
  return op;
}

OpNode* Graph::InsertOpAfter(const std::string& type, OpNode* after) {
  return InsertOp(type, after->block_, after->next_);
}

bool Graph::HasOpOf(const std::string& type) const {
  const auto it = ops_of_type_.find(type);
  return it != ops_of_type_.end() && it->second != 0;
}

size_t Graph::op_count() const {
  size_t count = 0;
  for (const auto& block : blocks_) count += block->count_;
  return count;
}

void Graph::AddUse(ArgNode* arg, OpNode* op) {
  arg->consumers_.push_back(op);
  arg->fetches_ += op->type_ == "fetch";
}

void Graph::DropUse(ArgNode* arg, OpNode* op) {
  const auto it = std::find(arg->consumers_.begin(), arg->consumers_.end(), op);
  if (it == arg->consumers_.end()) return;
  arg->consumers_.erase(it);
  arg->fetches_ -= op->type_ == "fetch";
}

void Graph::SetInput(OpNode* op, const std::string& slot, const std::vector<ArgNode*>& args) {
  for (ArgNode* arg : op->InputList(slot)) DropUse(arg, op);
  for (ArgNode* arg : args) AddUse(arg, op);
  if (args.empty()) {
    op->inputs_.erase(slot);
  } else {
    op->inputs_[slot] = args;
  }
}

void Graph::SetOutput(OpNode* op, const std::string& slot, const std::vector<ArgNode*>& args) {
  for (ArgNode* arg : op->OutputList(slot)) arg->producer_ = nullptr;
  for (ArgNode* arg : args) arg->producer_ = op;
  if (args.empty()) {
    op->outputs_.erase(slot);
  } else {
    op->outputs_[slot] = args;
  }
}

void Graph::ReplaceUse(OpNode* op, ArgNode* from, ArgNode* to) {
  for (auto& entry : op->inputs_) {
    for (ArgNode*& arg : entry.second) {
      if (arg != from) continue;
      DropUse(from, op);
      AddUse(to, op);
      arg = to;
    }
  }
}

void Graph::ReplaceAllUses(ArgNode* from, ArgNode* to) {
  if (from == to) return;
  std::set<const OpNode*> done;
  for (OpNode* op : from->consumers_) {
    if (!done.insert(op).second) continue;
    for (auto& entry : op->inputs_) {
      std::replace(entry.second.begin(), entry.second.end(), from, to);
    }
  }
  to->consumers_.insert(to->consumers_.end(), from->consumers_.begin(), from->consumers_.end());
  to->fetches_ += std::exchange(from->fetches_, 0);
  from->consumers_.clear();
}

void Graph::RemoveOp(OpNode* op) {
  for (const auto& entry : op->inputs_) {
    for (ArgNode* arg : entry.second) DropUse(arg, op);
  }
  for (const auto& entry : op->outputs_) {
    for (ArgNode* arg : entry.second) {
      if (arg->producer_ == op) arg->producer_ = nullptr;
    }
  }
  op->inputs_.clear();
  op->outputs_.clear();
  std::vector<OpNode*>& with_blocks = op->block_->with_blocks_;
  if (!op->sub_blocks_.empty()) {
    with_blocks.erase(std::find(with_blocks.begin(), with_blocks.end(), op));
  }
  --ops_of_type_[op->type_];
  op->block_->Unlink(op);
}

ArgNode* Graph::AddArg(const std::string& name) {
  arg_nodes_.push_back(std::make_unique<ArgNode>());
  ArgNode* arg = arg_nodes_.back().get();
  arg->id_ = arg_nodes_.size() - 1;
  arg->name_ = name;
  names_[name].args.push_back(arg);
  return arg;
}

ArgNode* Graph::NewArg(Block* block, const std::string& base, const ArgNode* like) {
  ArgNode* arg = AddArg(UniqueName(base));
  if (like != nullptr) {
    arg->dims = like->dims;
    arg->probes = like->probes;
    arg->has_invented_dims = like->has_invented_dims;
    arg->precision = like->precision;
    arg->target = like->target;
    arg->layout = like->layout;
    arg->desc.type = like->desc.type;
    arg->desc.data_type = like->desc.data_type;
    arg->desc.shape = like->desc.shape;
    arg->desc.lod_level = like->desc.lod_level;
    arg->desc.has_tensor_desc = like->desc.has_tensor_desc;
  }
  arg->desc.name = arg->name_;
  arg->block_ = block;
  return arg;
}

ArgNode* Graph::NewConstant(const std::string& base, Tensor value) {
  ArgNode* arg = AddArg(UniqueName(base));
  arg->desc.name = arg->name_;
  MakeConstant(arg, std::move(value));
  return arg;
}

void Graph::MakeConstant(ArgNode* arg, Tensor value) {
  // Constants are only found by name: another value of the same variable must not share it.
  std::vector<ArgNode*>& values = names_[arg->name_].args;
  const bool shared = std::any_of(values.begin(), values.end(), [&](const ArgNode* other) {
    return other != arg && (other->producer_ != nullptr || !other->consumers_.empty());
  });
  if (shared) {
    values.erase(std::find(values.begin(), values.end(), arg));
    arg->name_ = UniqueName(arg->name_);
    names_[arg->name_].args.push_back(arg);
  }
  arg->block_ = nullptr;
  arg->dims = value.dims();
  arg->probes.clear();
  arg->precision = value.precision();
  arg->target = TargetType::kHost;
  arg->layout = value.layout();
  arg->desc.persistable = true;
  arg->desc.has_tensor_desc = true;
  value.set_persistable(true);
  arg->constant_ = std::make_shared<Tensor>(std::move(value));
}

std::string Graph::UniqueName(const std::string& base) {
  if (names_.try_emplace(base).second) return base;
  // Numbers are never reused.
  for (int& n = last_number_[base];;) {
    std::string name = StrCat(base, "__", ++n);
    if (names_.try_emplace(name).second) return name;
  }
}

std::unique_ptr<OpNode> Graph::DraftOp(std::string type, ArgSlots inputs, ArgSlots outputs,
                                       std::map<std::string, model::AttrValue> attrs) {
  auto op = std::make_unique<OpNode>();
  op->type_ = std::move(type);
  op->inputs_ = std::move(inputs);
  op->outputs_ = std::move(outputs);
  op->attrs = std::move(attrs);
  return op;
}

std::unique_ptr<ArgNode> Graph::DraftArg(const std::string& name, const Tensor* constant) {
  auto arg = std::make_unique<ArgNode>();
  arg->name_ = name;
  if (constant == nullptr) return arg;
  arg->constant_ = std::make_shared<Tensor>(*constant);
  arg->dims = constant->dims();
  arg->precision = constant->precision();
  return arg;
}

Status Graph::CanMoveRead(const ArgNode* arg, const OpNode* from, const OpNode* to) const {
  if (!arg->pinned_) return OkStatus();
  const auto between = [&](const OpNode* op) {
    return op != nullptr && op->block_ == from->block_ && from->RunsBefore(*op) &&
           op->RunsBefore(*to);
  };
  for (const OpNode* op : from->block_->with_blocks_) {
    if (!between(op)) continue;
    return FailedPrecondition("%", arg->name_, " may be changed by the blocks of ", op->type_);
  }
  for (const ArgNode* written : names_.at(arg->name_).args) {
    if (!between(written->producer_)) continue;
    return FailedPrecondition("%", arg->name_, " is written by ", written->producer_->type_,
                              " in between");
  }
  return OkStatus();
}

}  // namespace paddle::lite::mir
