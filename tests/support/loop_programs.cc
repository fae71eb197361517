#include "tests/support/loop_programs.h"

#include <algorithm>
#include <random>
#include <set>

#include "lite/model/blocks.h"

namespace paddle::lite::test {

using model::BlockRef;
using model::VarType;

LoopBuilder::LoopBuilder() {
  model_.program.blocks.emplace_back();
  open_.push_back({0, "", ""});
}

void LoopBuilder::Feed(const std::string& name, PrecisionType precision,
                       const std::vector<int64_t>& shape) {
  model::VarDesc var;
  var.name = name;
  var.data_type = model::VarTypeOf(precision);
  var.shape = shape;
  var.has_tensor_desc = true;
  block().vars.push_back(var);
  Op("feed", {{"X", {"feed"}}}, {{"Out", {name}}}, {{"col", int32_t{feeds_++}}});
}

void LoopBuilder::Op(const std::string& type, model::SlotMap inputs, model::SlotMap outputs,
                     std::map<std::string, model::AttrValue> attrs) {
  block().ops.push_back(MakeOp(type, std::move(inputs), std::move(outputs), std::move(attrs)));
}

void LoopBuilder::Fill(const std::string& out, PrecisionType precision, float value) {
  Op("fill_constant", {}, {{"Out", {out}}},
     {{"shape", std::vector<int64_t>{1}},
      {"value", value},
      {"dtype", static_cast<int32_t>(model::VarTypeOf(precision))}});
}

void LoopBuilder::Scale(const std::string& x, float scale, float bias, const std::string& out) {
  Op("scale", {{"X", {x}}}, {{"Out", {out}}}, {{"scale", scale}, {"bias", bias}});
}

void LoopBuilder::Add(const std::string& x, const std::string& y, const std::string& out) {
  Op("elementwise_add", {{"X", {x}}, {"Y", {y}}}, {{"Out", {out}}}, {{"axis", int32_t{-1}}});
}

void LoopBuilder::Assign(const std::string& x, const std::string& out) {
  Op("assign", {{"X", {x}}}, {{"Out", {out}}});
}

void LoopBuilder::Increment(const std::string& x) {
  Op("increment", {{"X", {x}}}, {{"Out", {x}}}, {{"step", 1.0f}});
}

void LoopBuilder::Less(const std::string& x, const std::string& y, const std::string& out) {
  Op("less_than", {{"X", {x}}, {"Y", {y}}}, {{"Out", {out}}}, {{"axis", int32_t{-1}}});
}

void LoopBuilder::BeginWhile(const std::string& condition) {
  const int parent = open_.back().block;
  open_.push_back({static_cast<int>(model_.program.blocks.size()), "while", condition});
  model_.program.blocks.emplace_back();
  model_.program.blocks.back().parent = parent;
}

void LoopBuilder::BeginIf(const std::string& condition) {
  BeginWhile(condition);
  open_.back().type = "conditional_block";
}

void LoopBuilder::End() {
  const Open inner = open_.back();
  open_.pop_back();
  // What the block reads before it writes it, and what it writes.
  std::vector<std::string> read, written;
  const auto add = [](const std::string& name, std::vector<std::string>* names) {
    if (std::find(names->begin(), names->end(), name) == names->end()) names->push_back(name);
  };
  for (const model::OpDesc& op : model_.program.blocks[static_cast<size_t>(inner.block)].ops) {
    for (const auto& slot : op.inputs) {
      for (const std::string& name : slot.second) {
        if (std::find(written.begin(), written.end(), name) == written.end()) add(name, &read);
      }
    }
    for (const auto& slot : op.outputs) {
      for (const std::string& name : slot.second) add(name, &written);
    }
  }
  const std::map<std::string, model::AttrValue> attrs = {{"sub_block", BlockRef{inner.block}},
                                                         {"is_scalar_condition", true}};
  const bool loop = inner.type == "while";
  Op(inner.type, {{loop ? "Condition" : "Cond", {inner.condition}}, {loop ? "X" : "Input", read}},
     {{"Out", written}, {loop ? "StepScopes" : "Scope", {StrCat("scope_", inner.block)}}}, attrs);
  model::VarDesc scope;
  scope.name = StrCat("scope_", inner.block);
  scope.type = VarType::kStepScopes;
  block().vars.push_back(scope);
}

void LoopBuilder::Array(const std::string& name) {
  model::VarDesc array;
  array.name = name;
  array.type = VarType::kLoDTensorArray;
  block().vars.push_back(array);
}

model::Model LoopBuilder::Finish(const std::vector<std::string>& fetches) {
  for (size_t i = 0; i < fetches.size(); ++i) {
    Op("fetch", {{"X", {fetches[i]}}}, {{"Out", {"fetch"}}}, {{"col", static_cast<int32_t>(i)}});
  }
  for (const auto& [name, type] :
       {std::pair("feed", VarType::kFeedMinibatch), std::pair("fetch", VarType::kFetchList)}) {
    model::VarDesc var;
    var.name = name;
    var.type = type;
    var.persistable = true;
    block().vars.push_back(var);
  }
  return std::move(model_);
}

bool LoopInterpreter::Run(std::map<std::string, std::vector<double>> inputs, int max_steps) {
  values_ = std::move(inputs);
  steps_left_ = max_steps;
  return RunBlock(0);
}

bool LoopInterpreter::RunBlock(int index) {
  for (const model::OpDesc& op : program_.blocks[static_cast<size_t>(index)].ops) {
    if (--steps_left_ < 0) return false;
    if (op.type == "feed" || op.type == "fetch") continue;
    const auto number = [&](const char* name) {
      return static_cast<double>(std::get<float>(*op.FindAttr(name)));
    };
    if (op.type == "while") {
      while (values_.at(op.Input("Condition")[0])[0] != 0) {
        if (!RunBlock(model::BlocksOf(op)[0])) return false;
      }
      continue;
    }
    if (op.type == "conditional_block") {
      if (values_.at(op.Input("Cond")[0])[0] != 0 && !RunBlock(model::BlocksOf(op)[0]))
        return false;
      continue;
    }
    std::vector<double> result;
    if (op.type == "fill_constant") {
      result = {number("value")};
    } else {
      result = values_.at(op.Input("X")[0]);
      for (size_t i = 0; i < result.size(); ++i) {
        if (op.type == "scale") result[i] = result[i] * number("scale") + number("bias");
        if (op.type == "increment") result[i] += number("step");
        if (op.type == "relu") result[i] = std::max(result[i], 0.0);
        if (op.type == "elementwise_add") result[i] += values_.at(op.Input("Y")[0])[i];
        if (op.type == "less_than") result[i] = result[i] < values_.at(op.Input("Y")[0])[i];
      }
    }
    values_[op.Output("Out")[0]] = std::move(result);
  }
  return true;
}

namespace {

class RandomLoopMaker {
 public:
  explicit RandomLoopMaker(uint32_t seed) : random_(seed) {}

  RandomLoops Make() {
    b_.Feed("a", PrecisionType::kFloat, {2, 3});
    b_.Feed("n", PrecisionType::kInt64, {1});
    for (size_t i = 1; i < variables_.size(); ++i) {
      b_.Scale("a", 0.5f, static_cast<float>(i), variables_[i]);
    }
    b_.Fill("t", PrecisionType::kInt64, 0);  // ticks in all blocks, decides conditions
    Statements(0);
    RandomLoops made;
    made.fetches = variables_;
    made.fetches.emplace_back("t");
    made.model = b_.Finish(made.fetches);
    return made;
  }

 private:
  uint32_t Below(uint32_t n) { return static_cast<uint32_t>(random_() % n); }
  const std::string& Variable() {
    return variables_[Below(static_cast<uint32_t>(variables_.size()))];
  }
  std::string Fresh(const char* base) { return StrCat(base, fresh_++); }

  void Statements(int depth) {
    const uint32_t count = 2 + Below(4);
    for (uint32_t i = 0; i < count; ++i) {
      const uint32_t kind = Below(depth < 3 ? 10 : 7);
      if (kind < 2) {
        b_.Add(Variable(), Variable(), "sum");
        b_.Scale("sum", 0.5f, 0.125f, Variable());
      } else if (kind < 4) {
        b_.Scale(Variable(), -0.75f, 0.25f, Variable());
      } else if (kind < 5) {
        b_.Op("relu", {{"X", {Variable()}}}, {{"Out", {Variable()}}});
      } else if (kind < 6) {
        b_.Assign(Variable(), Variable());
      } else if (kind < 7) {
        b_.Increment("t");
      } else if (kind < 8) {
        Condition(depth);
      } else {
        Loop(depth);
      }
    }
  }

  void Condition(int depth) {
    const std::string limit = Fresh("limit");
    const std::string taken = Fresh("taken");
    b_.Fill(limit, PrecisionType::kInt64, static_cast<float>(Below(6)));
    b_.Less("t", limit, taken);
    b_.BeginIf(taken);
    Statements(depth + 1);
    b_.End();
  }

  // Up to n - `less` rounds.
  void Loop(int depth) {
    const std::string counter = Fresh("i");
    const std::string go = Fresh("go");
    b_.Fill(counter, PrecisionType::kInt64, static_cast<float>(Below(3)));
    b_.Less(counter, "n", go);
    b_.BeginWhile(go);
    if (Below(2) == 0) b_.Increment("t");
    Statements(depth + 1);
    b_.Increment(counter);
    b_.Less(counter, "n", go);
    b_.End();
  }

  const std::vector<std::string> variables_ = {"a", "b", "c", "d"};
  std::mt19937 random_;
  LoopBuilder b_;
  int fresh_ = 0;
};

}  // namespace

RandomLoops MakeRandomLoops(uint32_t seed) { return RandomLoopMaker(seed).Make(); }

}  // namespace paddle::lite::test
