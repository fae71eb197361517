#include "tests/support/large_programs.h"

#include <algorithm>
#include <cstdlib>

#include "tests/support/tiny_models.h"

namespace paddle::lite::test {

namespace {

using Ints = std::vector<int32_t>;

// A program with the input "x" of the given shape, and no operator that uses it.
model::Model WithInput(const std::vector<int64_t>& shape) {
  model::Model model;
  model.source = "large";
  model.program.version = 2006002;
  model.program.blocks.emplace_back();
  for (const auto& [name, type] : {std::pair("feed", model::VarType::kFeedMinibatch),
                                   std::pair("fetch", model::VarType::kFetchList)}) {
    model::VarDesc var;
    var.name = name;
    var.type = type;
    var.persistable = true;
    model.program.blocks[0].vars.push_back(var);
  }
  AddVar(&model, "x", shape);
  model.program.blocks[0].ops.push_back(
      MakeOp("feed", {{"X", {"feed"}}}, {{"Out", {"x"}}}, {{"col", int32_t{0}}}));
  return model;
}

void Fetch(model::Model* model, const std::string& name) {
  model->program.blocks[0].ops.push_back(
      MakeOp("fetch", {{"X", {name}}}, {{"Out", {"fetch"}}}, {{"col", int32_t{0}}}));
}

void AddWeight(model::Model* model, const std::string& name, const std::vector<int64_t>& shape) {
  AddVar(model, name, shape);
  model->program.blocks[0].vars.back().persistable = true;
  Tensor& tensor = model->params[name];
  tensor.Resize(shape);
  if (!tensor.Allocate(PrecisionType::kFloat).ok()) std::abort();
  std::fill_n(tensor.mutable_data<float>(), tensor.numel(), 0.5f);
}

// `types` in turn, each with one input and one output.
model::Model ChainOf(int count, const std::vector<model::OpDesc>& types) {
  model::Model model = WithInput({1, 8});
  for (int i = 0; i < count; ++i) {
    model::OpDesc op = types[static_cast<size_t>(i) % types.size()];
    const std::string out = StrCat("v", i);
    op.inputs["X"] = {i == 0 ? std::string("x") : StrCat("v", i - 1)};
    op.outputs["Out"] = {out};
    AddVar(&model, out, {1, 8});
    model.program.blocks[0].ops.push_back(std::move(op));
  }
  Fetch(&model, StrCat("v", count - 1));
  return model;
}

model::Model Chain(int count) {
  return ChainOf(count, {MakeOp("abs", {}, {}), MakeOp("tanh", {}, {})});
}

model::Model FoldingChain(int count) {
  return ChainOf(count, {MakeOp("scale", {}, {}, {{"scale", 1.0f}, {"bias", 0.25f}}),
                         MakeOp("scale", {}, {}, {{"scale", 1.0f}, {"bias", 0.0f}}),
                         MakeOp("assign", {}, {})});
}

model::Model Readers(int count) {
  model::Model model = WithInput({1, 8});
  std::vector<std::string> results;
  for (int i = 0; i < count; ++i) {
    results.push_back(StrCat("v", i));
    AddVar(&model, results.back(), {1, 8});
    model.program.blocks[0].ops.push_back(
        MakeOp("tanh", {{"X", {"x"}}}, {{"Out", {results.back()}}}));
  }
  AddVar(&model, "y", {1, 8});
  model.program.blocks[0].ops.push_back(MakeOp("sum", {{"X", results}}, {{"Out", {"y"}}}));
  Fetch(&model, "y");
  return model;
}

model::Model Layouts(int count) {
  model::Model model = WithInput({1, 8, 4, 4});
  AddWeight(&model, "w", {8, 8, 3, 3});
  std::vector<std::string> results;
  for (int i = 0; i < count; ++i) {
    results.push_back(StrCat("v", i));
    AddVar(&model, results.back(), {1, 8, 4, 4});
    model.program.blocks[0].ops.push_back(
        MakeOp("conv2d", {{"Input", {"x"}}, {"Filter", {"w"}}}, {{"Output", {results.back()}}},
               {{"strides", Ints{1, 1}}, {"paddings", Ints{1, 1}}, {"dilations", Ints{1, 1}}}));
  }
  AddVar(&model, "y", {count, 8, 4, 4});
  model.program.blocks[0].ops.push_back(
      MakeOp("concat", {{"X", results}}, {{"Out", {"y"}}}, {{"axis", int32_t{0}}}));
  Fetch(&model, "y");
  return model;
}

model::Model Weights(int count) {
  model::Model model = WithInput({1, 8});
  std::string last = "x";
  for (int i = 0; i < count; ++i) {
    const std::string weight = StrCat("w", i);
    const std::string out = StrCat("v", i);
    AddWeight(&model, weight, {8});
    AddVar(&model, out, {1, 8});
    model.program.blocks[0].ops.push_back(MakeOp(
        "elementwise_add", {{"X", {last}}, {"Y", {weight}}}, {{"Out", {out}}}, {{"axis", -1}}));
    last = out;
  }
  Fetch(&model, last);
  return model;
}

model::Model WithBlocks(int count, bool run) {
  model::Model model = WithInput({1, 8});
  AddVar(&model, "y", {1, 8});
  for (int i = 0; i < count; ++i) {
    model.program.blocks.emplace_back();
    model::BlockDesc& block = model.program.blocks.back();
    block.parent = 0;
    model::VarDesc var;
    var.name = StrCat("inner", i);
    var.shape = {1, 8};
    var.has_tensor_desc = true;
    block.vars.push_back(var);
    block.ops.push_back(MakeOp("tanh", {{"X", {"x"}}}, {{"Out", {var.name}}}));
    if (!run) continue;
    model.program.blocks[0].ops.push_back(MakeOp("conditional_block", {{"Input", {"x"}}},
                                                 {{"Out", {"y"}}},
                                                 {{"sub_block", model::BlockRef{i + 1}}}));
  }
  model.program.blocks[0].ops.push_back(MakeOp("abs", {{"X", {"x"}}}, {{"Out", {"y"}}}));
  Fetch(&model, "y");
  return model;
}

}  // namespace

const std::vector<LargeProgram>& LargePrograms() {
  static const auto* const programs = new std::vector<LargeProgram>{
      {"chain", 100000, &Chain},
      {"folding_chain", 100000, &FoldingChain},
      {"readers", 20000, &Readers},
      {"layouts", 20000, &Layouts},
      {"weights", 70000, &Weights},
      {"blocks", 5000, [](int count) { return WithBlocks(count, false); }},
      {"nested_blocks", 5000, [](int count) { return WithBlocks(count, true); }},
  };
  return *programs;
}

}  // namespace paddle::lite::test
