// Moving operators into blocks: values that cross the border become variables of both.
#include <algorithm>
#include <map>
#include <memory>
#include <utility>
#include <vector>

#include "lite/mir/graph.h"

namespace paddle::lite::mir {

void Graph::Rename(ArgNode* arg) {
  std::vector<ArgNode*>& values = names_[arg->name_].args;
  values.erase(std::find(values.begin(), values.end(), arg));
  arg->name_ = UniqueName(arg->name_);
  arg->version_ = 0;
  arg->desc.name = arg->name_;
  names_[arg->name_].args.push_back(arg);
}

void Graph::Isolate(ArgNode* arg) {
  const std::vector<ArgNode*> values = names_.at(arg->name_).args;
  for (ArgNode* other : values) {
    const bool live = other->producer_ != nullptr || !other->consumers_.empty();
    if (other == arg || !live) continue;
    if (!arg->is_input() && !arg->is_output()) return Rename(arg);
    Rename(other);
  }
}

ArgNode* Graph::ShareWith(Block* inner, ArgNode* arg) {
  if (!arg->pinned_) Isolate(arg);
  arg->pinned_ = true;
  // The declaration of a pinned variable is not changed later.
  if (arg->precision != PrecisionType::kUnk) arg->desc.data_type = model::VarTypeOf(arg->precision);
  if (arg->dims.has_value()) arg->desc.shape = arg->dims->Vectorize();
  arg->desc.has_tensor_desc |= arg->dims.has_value();
  ArgNode* shared = AddArg(arg->name_);
  shared->desc = arg->desc;
  shared->dims = arg->dims;
  shared->probes = arg->probes;
  shared->has_invented_dims = arg->has_invented_dims;
  shared->precision = arg->precision;
  shared->block_ = inner;
  shared->pinned_ = true;
  return shared;
}

OpNode* Graph::MoveToBlock(const std::vector<OpNode*>& ops, const std::vector<OpNode*>& after,
                           const std::string& type) {
  Block* const outer = ops.front()->block_;
  blocks_.push_back(std::make_unique<Block>());
  Block* const inner = blocks_.back().get();
  inner->index_ = static_cast<int>(blocks_.size()) - 1;
  inner->parent_ = outer->index_;
  OpNode* const runner = InsertOpAfter(type, ops.back());
  runner->sub_blocks_ = {inner->index_};
  runner->attrs["sub_block"] = model::BlockRef{inner->index_};
  outer->with_blocks_.push_back(runner);
  OpNode* const next = runner->next_;
  for (OpNode* op : after) {
    outer->Unlink(op);
    outer->Link(op, next);
  }
  for (OpNode* op : ops) {
    outer->Unlink(op);
    inner->Link(op, nullptr);
  }

  std::vector<ArgNode*> inputs, outputs;
  std::map<ArgNode*, ArgNode*> inside;
  for (OpNode* op : ops) {
    for (const auto& entry : ArgSlots(op->inputs_)) {
      for (ArgNode* arg : entry.second) {
        if (arg->is_constant() || arg->block_ == inner) continue;
        const auto [it, is_new] = inside.try_emplace(arg, nullptr);
        if (is_new) {
          inputs.push_back(arg);
          it->second = ShareWith(inner, arg);
        }
        ReplaceUse(op, arg, it->second);
      }
    }
    for (const auto& [slot, args] : ArgSlots(op->outputs_)) {
      std::vector<ArgNode*> results = args;
      for (ArgNode*& result : results) {
        ArgNode* const arg = result;
        const auto outside = [inner](const OpNode* reader) { return reader->block_ != inner; };
        if (std::none_of(arg->consumers_.begin(), arg->consumers_.end(), outside)) {
          arg->block_ = inner;
          continue;
        }
        outputs.push_back(arg);
        result = ShareWith(inner, arg);
        for (OpNode* reader : std::vector<OpNode*>(arg->consumers_)) {
          if (!outside(reader)) ReplaceUse(reader, arg, result);
        }
      }
      SetOutput(op, slot, results);
    }
  }
  const auto names = [](const std::vector<ArgNode*>& args) {
    std::vector<std::string> list;
    for (const ArgNode* arg : args) list.push_back(arg->name_);
    return list;
  };
  SetInput(runner, "Inputs", inputs);
  SetOutput(runner, "Outputs", outputs);
  runner->attrs["input_data_names"] = names(inputs);
  runner->attrs["output_data_names"] = names(outputs);
  return runner;
}

}  // namespace paddle::lite::mir
