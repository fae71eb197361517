#include "tests/support/tiny_models.h"

#include <cstdlib>
#include <cstring>
#include <utility>

#include "tests/support/zoo.h"

namespace paddle::lite::test {

using Ints = std::vector<int32_t>;

model::OpDesc MakeOp(const std::string& type, model::SlotMap inputs, model::SlotMap outputs,
                     std::map<std::string, model::AttrValue> attrs) {
  model::OpDesc op;
  op.type = type;
  op.inputs = std::move(inputs);
  op.outputs = std::move(outputs);
  op.attrs = std::move(attrs);
  return op;
}

model::VarDesc& Var(model::Model* model, const std::string& name) {
  model::VarDesc* var = model->program.blocks[0].FindVar(name);
  if (var == nullptr) std::abort();
  return *var;
}

void AddVar(model::Model* model, const std::string& name, const std::vector<int64_t>& shape) {
  model::VarDesc var;
  var.name = name;
  var.shape = shape;
  var.has_tensor_desc = true;
  model->program.blocks[0].vars.push_back(var);
}

void AddParam(model::Model* model, const std::string& name, const std::vector<int64_t>& shape,
              float bound, float center) {
  AddVar(model, name, shape);
  Var(model, name).persistable = true;
  Tensor& tensor = model->params[name];
  tensor.Resize(shape);
  if (!tensor.Allocate(PrecisionType::kFloat).ok()) std::abort();
  const std::vector<float> values =
      FormulaFloats(name, static_cast<size_t>(tensor.numel()), bound, center);
  std::memcpy(tensor.mutable_raw_data(), values.data(), values.size() * sizeof(float));
}

namespace {

// A program with nothing but the variables of feed and fetch.
model::Model EmptyNet() {
  model::Model model;
  model.source = "tiny";
  model.program.version = 1008005;
  model.program.blocks.emplace_back();
  for (const auto& [name, type] : {std::pair("feed", model::VarType::kFeedMinibatch),
                                   std::pair("fetch", model::VarType::kFetchList)}) {
    model::VarDesc var;
    var.name = name;
    var.type = type;
    var.persistable = true;
    model.program.blocks[0].vars.push_back(var);
  }
  return model;
}

}  // namespace

model::Model ChainNet(int ops) {
  model::Model model = EmptyNet();
  AddVar(&model, "image", {1, 8});
  auto& block_ops = model.program.blocks[0].ops;
  block_ops.push_back(
      MakeOp("feed", {{"X", {"feed"}}}, {{"Out", {"image"}}}, {{"col", int32_t{0}}}));
  std::string last = "image";
  for (int i = 0; i < ops; ++i) {
    const std::string next = "link" + std::to_string(i);
    AddVar(&model, next, {1, 8});
    block_ops.push_back(MakeOp(i % 2 == 0 ? "abs" : "tanh", {{"X", {last}}}, {{"Out", {next}}}));
    last = next;
  }
  block_ops.push_back(
      MakeOp("fetch", {{"X", {last}}}, {{"Out", {"fetch"}}}, {{"col", int32_t{0}}}));
  return model;
}

model::Model TinyConvNet() {
  model::Model model = EmptyNet();
  AddVar(&model, "image", {-1, 3, 8, 8});
  AddVar(&model, "conv", {-1, 4, 8, 8});
  AddVar(&model, "norm", {-1, 4, 8, 8});
  AddVar(&model, "relu", {-1, 4, 8, 8});
  AddVar(&model, "depthwise", {-1, 4, 8, 8});
  AddVar(&model, "pool", {-1, 4, 4, 4});
  AddVar(&model, "mul", {-1, 5});
  AddVar(&model, "add", {-1, 5});
  AddVar(&model, "prob", {-1, 5});
  AddParam(&model, "conv_w", {4, 3, 3, 3}, 0.4f);
  AddParam(&model, "depthwise_w", {4, 1, 3, 3}, 0.8f);
  AddParam(&model, "norm_scale", {4}, 0.25f, 1);
  AddParam(&model, "norm_bias", {4}, 0.25f);
  AddParam(&model, "norm_mean", {4}, 0.25f);
  AddParam(&model, "norm_variance", {4}, 0.25f, 1);
  AddParam(&model, "fc_w", {64, 5}, 0.3f);
  AddParam(&model, "fc_b", {5}, 0.1f);

  const std::map<std::string, model::AttrValue> conv = {
      {"strides", Ints{1, 1}},
      {"paddings", Ints{1, 1}},
      {"dilations", Ints{1, 1}},
      {"groups", int32_t{1}},
      {"data_format", std::string("NCHW")},
      {"padding_algorithm", std::string("EXPLICIT")}};
  auto depthwise = conv;
  depthwise["groups"] = int32_t{4};
  auto& ops = model.program.blocks[0].ops;
  ops.push_back(MakeOp("feed", {{"X", {"feed"}}}, {{"Out", {"image"}}}, {{"col", int32_t{0}}}));
  ops.push_back(MakeOp("conv2d", {{"Input", {"image"}}, {"Filter", {"conv_w"}}},
                       {{"Output", {"conv"}}}, conv));
  ops.push_back(MakeOp("batch_norm",
                       {{"X", {"conv"}},
                        {"Scale", {"norm_scale"}},
                        {"Bias", {"norm_bias"}},
                        {"Mean", {"norm_mean"}},
                        {"Variance", {"norm_variance"}}},
                       {{"Y", {"norm"}}},
                       {{"epsilon", 1e-5f},
                        {"momentum", 0.9f},
                        {"is_test", true},
                        {"data_layout", std::string("NCHW")},
                        {"use_global_stats", false}}));
  ops.push_back(MakeOp("relu", {{"X", {"norm"}}}, {{"Out", {"relu"}}}));
  ops.push_back(MakeOp("depthwise_conv2d", {{"Input", {"relu"}}, {"Filter", {"depthwise_w"}}},
                       {{"Output", {"depthwise"}}}, depthwise));
  ops.push_back(MakeOp("pool2d", {{"X", {"depthwise"}}}, {{"Out", {"pool"}}},
                       {{"pooling_type", std::string("max")},
                        {"ksize", Ints{2, 2}},
                        {"strides", Ints{2, 2}},
                        {"paddings", Ints{0, 0}},
                        {"global_pooling", false},
                        {"ceil_mode", false},
                        {"exclusive", true},
                        {"adaptive", false},
                        {"data_format", std::string("NCHW")},
                        {"padding_algorithm", std::string("EXPLICIT")}}));
  ops.push_back(MakeOp("mul", {{"X", {"pool"}}, {"Y", {"fc_w"}}}, {{"Out", {"mul"}}},
                       {{"x_num_col_dims", int32_t{1}}, {"y_num_col_dims", int32_t{1}}}));
  ops.push_back(MakeOp("elementwise_add", {{"X", {"mul"}}, {"Y", {"fc_b"}}}, {{"Out", {"add"}}},
                       {{"axis", int32_t{1}}}));
  ops.push_back(MakeOp("softmax", {{"X", {"add"}}}, {{"Out", {"prob"}}}, {{"axis", int32_t{-1}}}));
  ops.push_back(MakeOp("fetch", {{"X", {"prob"}}}, {{"Out", {"fetch"}}}, {{"col", int32_t{0}}}));
  return model;
}

}  // namespace paddle::lite::test
