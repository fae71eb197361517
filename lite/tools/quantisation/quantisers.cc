#include "lite/tools/quantisation/quantisers.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "lite/core/element.h"
#include "lite/model/op_fields.h"

namespace paddle::lite::tools {
namespace {

using model::AttrValue;
using model::OpDesc;

constexpr double kLargestInt8 = 127;
constexpr double kSmallestThreshold = 1e-30;

struct WeightedType {
  const char* type;
  const char* activation;
  const char* weight;
  const char* output;
  bool convolution;
};
constexpr WeightedType kWeightedTypes[] = {
    {"conv2d", "Input", "Filter", "Output", true},
    {"depthwise_conv2d", "Input", "Filter", "Output", true},
    {"conv2d_transpose", "Input", "Filter", "Output", true},
    {"depthwise_conv2d_transpose", "Input", "Filter", "Output", true},
    {"mul", "X", "Y", "Out", false},
    {"matmul", "X", "Y", "Out", false},
    {"matmul_v2", "X", "Y", "Out", false}};

// Activations are left out: after a layer with weights they are part of its epilogue.
constexpr const char* kTypesWithoutWeights[] = {"elementwise_add", "elementwise_mul",
                                                "elementwise_sub", "pool2d"};

template <typename T>
T AttributeOr(const OpDesc& op, const char* name, T otherwise) {
  const AttrValue* attr = op.FindAttr(name);
  T value = otherwise;
  return attr != nullptr && model::ConvertAttr(*attr, &value) ? value : otherwise;
}

const std::string* OnlyName(const model::SlotMap& slots, const char* slot) {
  const auto it = slots.find(slot);
  return it == slots.end() || it->second.size() != 1 ? nullptr : &it->second[0];
}

// How often each variable is written, and which ones operators of inner blocks access.
struct Accesses {
  std::map<std::string, int> writes;
  std::map<std::string, size_t> writers;               // the last ones, in the main block
  std::map<std::string, std::vector<size_t>> readers;  // in the main block
  std::set<std::string> inner;
};

Accesses FindAccesses(const model::Program& program) {
  Accesses accesses;
  for (size_t b = 0; b < program.blocks.size(); ++b) {
    const std::vector<OpDesc>& ops = program.blocks[b].ops;
    for (size_t i = 0; i < ops.size(); ++i) {
      for (const auto& [slot, names] : ops[i].outputs) {
        for (const std::string& name : names) {
          ++accesses.writes[name];
          if (b == 0) accesses.writers[name] = i;
        }
        if (b > 0) accesses.inner.insert(names.begin(), names.end());
      }
      for (const auto& [slot, names] : ops[i].inputs) {
        if (b > 0) accesses.inner.insert(names.begin(), names.end());
        for (const std::string& name : names) {
          if (b == 0) accesses.readers[name].push_back(i);
        }
      }
    }
  }
  return accesses;
}

class CandidateFinder {
 public:
  CandidateFinder(const model::Program& program, const CandidateOptions& options)
      : program_(program), options_(options), accesses_(FindAccesses(program)) {}

  std::vector<QuantisationCandidate> Run() {
    std::vector<QuantisationCandidate> found;
    for (size_t b = 0; b < program_.blocks.size(); ++b) {
      const std::vector<OpDesc>& ops = program_.blocks[b].ops;
      for (size_t i = 0; i < ops.size(); ++i) {
        QuantisationCandidate candidate;
        candidate.op = i;
        candidate.type = ops[i].type;
        if (!Fill(ops[i], &candidate)) continue;
        if (b > 0 && candidate.refusal.empty()) candidate.refusal = "in a loop or a condition";
        found.push_back(std::move(candidate));
      }
    }
    return found;
  }

 private:
  bool Fill(const OpDesc& op, QuantisationCandidate* candidate) const {
    for (const WeightedType& row : kWeightedTypes) {
      if (op.type != row.type) continue;
      candidate->refusal = options_.full && MultipliesActivations(op)
                               ? FillRounded(op, candidate)
                               : FillWeighted(op, row, candidate);
      return true;
    }
    if (!options_.full) {
      if (op.type != "elementwise_add" || !FillResidual(op, candidate)) return false;
      candidate->refusal = CommonRefusal(op, *candidate);
      return true;
    }
    for (const char* type : kTypesWithoutWeights) {
      if (op.type != type) continue;
      candidate->refusal = FillRounded(op, candidate);
      return true;
    }
    return false;
  }

  bool IsParameter(const std::string& name) const {
    const model::VarDesc* var = program_.blocks[0].FindVar(name);
    return var != nullptr && var->persistable;
  }

  // A product of two computed matrices, as in attention, whose rows and columns are then rounded in
  // the same steps.
  bool MultipliesActivations(const OpDesc& op) const {
    if (op.type != "matmul" && op.type != "matmul_v2") return false;
    const std::string* y = OnlyName(op.inputs, "Y");
    return y != nullptr && !IsParameter(*y);
  }

  std::string FillWeighted(const OpDesc& op, const WeightedType& row,
                           QuantisationCandidate* candidate) const {
    const std::string* out = OnlyName(op.outputs, row.output);
    if (out != nullptr) candidate->output = *out;
    const std::string* x = OnlyName(op.inputs, row.activation);
    const std::string* w = OnlyName(op.inputs, row.weight);
    if (x == nullptr || w == nullptr || out == nullptr) return "it lacks an operand";
    candidate->activations = {{row.activation, 0, *x}};
    candidate->weight_slot = row.weight;
    candidate->weight = *w;
    candidate->output_axis = row.convolution ? 1 : -1;
    if (!IsParameter(*w)) return "both operands are computed, there is no constant weight";
    if (accesses_.writes.count(*w) != 0) return "the program changes its weight";
    const model::VarDesc* weight = program_.blocks[0].FindVar(*w);
    if (weight->data_type != model::VarType::kFP32) return "its weight is not float32";
    if (weight->shape.size() != (row.convolution ? 4u : 2u)) {
      return StrCat("its weight has rank ", weight->shape.size());
    }
    if (row.convolution) {
      const std::string layout = AttributeOr(op, "data_format", std::string("NCHW"));
      if (layout != "NCHW" && layout != "AnyLayout") return "its data_format is " + layout;
      const bool transposed = op.type.find("transpose") != std::string::npos;
      candidate->weight_axis = transposed ? 1 : 0;
    } else {
      const bool transposed_x =
          AttributeOr(op, "trans_x", false) || AttributeOr(op, "transpose_X", false);
      const bool transposed =
          AttributeOr(op, "trans_y", false) || AttributeOr(op, "transpose_Y", false);
      if (transposed_x) return "its activation is transposed";
      if (AttributeOr(op, "y_num_col_dims", 1) != 1) return "y_num_col_dims is not 1";
      candidate->weight_axis = transposed ? 0 : 1;
    }
    return CommonRefusal(op, *candidate);
  }

  std::string FillRounded(const OpDesc& op, QuantisationCandidate* candidate) const {
    const std::string* out = OnlyName(op.outputs, "Out");
    if (out == nullptr) return "it has no single result";
    candidate->output = *out;
    candidate->output_axis = 1;
    for (const auto& [slot, names] : op.inputs) {
      for (size_t i = 0; i < names.size(); ++i) {
        if (IsParameter(names[i])) return "it has a constant operand";
        candidate->activations.push_back({slot, i, names[i]});
      }
    }
    return CommonRefusal(op, *candidate);
  }

  // The sum of the result of a convolution and another value of its shape, which is rounded. The
  // result is not: the sum becomes part of the convolution, which adds real numbers.
  bool FillResidual(const OpDesc& op, QuantisationCandidate* candidate) const {
    const std::string* operands[2] = {OnlyName(op.inputs, "X"), OnlyName(op.inputs, "Y")};
    const std::string* out = OnlyName(op.outputs, "Out");
    if (operands[0] == nullptr || operands[1] == nullptr || out == nullptr) return false;
    const model::VarDesc* x = program_.blocks[0].FindVar(*operands[0]);
    const model::VarDesc* y = program_.blocks[0].FindVar(*operands[1]);
    if (x == nullptr || y == nullptr || x->shape.size() != 4 || x->shape != y->shape) return false;
    if (IsParameter(*operands[0]) || IsParameter(*operands[1])) return false;
    // Of two convolutions, the later one adds: the other result exists by then.
    const int64_t at[2] = {ConvolutionOf(*operands[0]), ConvolutionOf(*operands[1])};
    if (at[0] < 0 && at[1] < 0) return false;
    const int rounded = at[0] > at[1] ? 1 : 0;
    candidate->activations = {{rounded == 0 ? "X" : "Y", 0, *operands[rounded]}};
    candidate->output = *out;
    candidate->output_axis = 1;
    return true;
  }

  // The position of the convolution that computes `name`, whose result only goes through what is
  // folded into it; -1 if there is none.
  int64_t ConvolutionOf(std::string name) const {
    const std::vector<OpDesc>& ops = program_.blocks[0].ops;
    constexpr int kMaxFolded = 4;
    for (int folded = 0; folded <= kMaxFolded; ++folded) {
      const auto readers = accesses_.readers.find(name);
      const auto writer = accesses_.writers.find(name);
      if (readers == accesses_.readers.end() || readers->second.size() != 1) return -1;
      if (writer == accesses_.writers.end()) return -1;
      const OpDesc& op = ops[writer->second];
      if (op.type == "conv2d" || op.type == "depthwise_conv2d") {
        return static_cast<int64_t>(writer->second);
      }
      const std::string* x = OnlyName(op.inputs, "X");
      const std::string* y = OnlyName(op.inputs, "Y");
      const bool adds = op.type == "elementwise_add" && y != nullptr && IsParameter(*y);
      if ((op.type != "batch_norm" && !adds) || x == nullptr) return -1;
      name = *x;
    }
    return -1;
  }

  std::string CommonRefusal(const OpDesc& op, const QuantisationCandidate& candidate) const {
    if (!options_.types.empty() && options_.types.count(op.type) == 0) {
      return "its type is not among --quantizable_op_type";
    }
    std::vector<std::string> names{candidate.output};
    if (!candidate.weight.empty()) names.push_back(candidate.weight);
    for (const auto& activation : candidate.activations) names.push_back(activation.name);
    for (const std::string& name : names) {
      if (options_.skip_tensors.count(name) != 0) return "'" + name + "' is in --skip_tensor_list";
    }
    for (const auto& activation : candidate.activations) {
      const std::string& name = activation.name;
      const auto writes = accesses_.writes.find(name);
      if (accesses_.inner.count(name) != 0)
        return "'" + name + "' is used by a loop or a condition";
      if (writes == accesses_.writes.end()) return "'" + name + "' is constant";
      if (writes->second != 1) return "'" + name + "' is written more than once";
      const model::VarDesc* var = program_.blocks[0].FindVar(name);
      if (var != nullptr && var->has_tensor_desc && var->data_type != model::VarType::kFP32) {
        return "'" + name + "' is not float32";
      }
      if (var != nullptr && var->type != model::VarType::kLoDTensor) {
        return "'" + name + "' is not a tensor";
      }
    }
    const auto writes = accesses_.writes.find(candidate.output);
    if (writes == accesses_.writes.end() || writes->second != 1) {
      return "'" + candidate.output + "' is written more than once";
    }
    return "";
  }

  const model::Program& program_;
  const CandidateOptions& options_;
  const Accesses accesses_;
};

}  // namespace

std::vector<std::string> QuantisableTypes(bool full) {
  std::vector<std::string> types;
  for (const WeightedType& row : kWeightedTypes) types.emplace_back(row.type);
  if (full) {
    types.insert(types.end(), std::begin(kTypesWithoutWeights), std::end(kTypesWithoutWeights));
  }
  return types;
}

std::vector<QuantisationCandidate> FindQuantisationCandidates(const model::Program& program,
                                                              const CandidateOptions& options) {
  return CandidateFinder(program, options).Run();
}

Result<std::vector<double>> QuantiserBuilder::WeightThresholds(const Tensor& weight, int axis,
                                                               bool per_channel) {
  if (weight.raw_data() == nullptr) return DataLoss("it has no data");
  const DDim& dims = weight.dims();
  if (axis < 0 || axis >= dims.rank()) return DataLoss("shape ", dims, " has no axis ", axis);
  std::vector<double> largest(per_channel ? static_cast<size_t>(dims[axis]) : 1, 0.0);
  const int64_t inner = dims.Count(axis + 1, dims.rank());
  const float* values = weight.data<float>();
  for (int64_t i = 0; i < weight.numel(); ++i) {
    const double magnitude = std::fabs(static_cast<double>(values[i]));
    if (!std::isfinite(magnitude)) return DataLoss("element ", i, " is ", values[i]);
    double& channel = largest[per_channel ? static_cast<size_t>(i / inner % dims[axis]) : 0];
    channel = std::max(channel, magnitude);
  }
  return largest;
}

Status QuantiserBuilder::Quantise(const std::vector<QuantisationCandidate>& candidates,
                                  const std::string& twin_suffix) {
  std::map<size_t, const QuantisationCandidate*> at;
  for (const QuantisationCandidate& candidate : candidates) at[candidate.op] = &candidate;
  std::vector<OpDesc> ops = std::move(model_->program.blocks[0].ops);
  std::vector<OpDesc> made;
  for (size_t i = 0; i < ops.size(); ++i) {
    const auto found = at.find(i);
    if (found == at.end()) {
      made.push_back(std::move(ops[i]));
      continue;
    }
    const QuantisationCandidate& candidate = *found->second;
    OpDesc op = ops[i];
    for (const auto& activation : candidate.activations) {
      LITE_ASSIGN_OR_RETURN(op.inputs[activation.slot][activation.index],
                            RoundActivation(activation.name, &made));
    }
    if (!candidate.weight.empty()) {
      auto weight = RoundWeight(candidate, &made);
      if (!weight.ok()) {
        return weight.status().WithContext(
            StrCat("op ", op.type, " (#", i, "), weight '", candidate.weight, "'"));
      }
      op.inputs[candidate.weight_slot] = {*std::move(weight)};
    }
    if (!twin_suffix.empty()) {
      made.push_back(std::move(ops[i]));
      for (auto& [slot, names] : op.outputs) {
        for (std::string& name : names) {
          const model::VarDesc* declared = model_->program.blocks[0].FindVar(name);
          AddVariable(name + twin_suffix, PrecisionType::kFloat,
                      declared == nullptr ? std::vector<int64_t>() : declared->shape, false);
          name += twin_suffix;
        }
      }
    }
    made.push_back(std::move(op));
  }
  model_->program.blocks[0].ops = std::move(made);
  return OkStatus();
}

std::string QuantiserBuilder::Unused(const std::string& name) const {
  std::string unused = name;
  while (model_->program.blocks[0].FindVar(unused) != nullptr) unused += "_";
  return unused;
}

void QuantiserBuilder::AddVariable(const std::string& name, PrecisionType precision,
                                   const std::vector<int64_t>& shape, bool persistable) {
  model::VarDesc var;
  var.name = name;
  var.data_type = model::VarTypeOf(precision);
  var.shape = shape;
  var.persistable = persistable;
  var.has_tensor_desc = true;
  model_->program.blocks[0].vars.push_back(std::move(var));
}

Status QuantiserBuilder::AddParameter(const std::string& name, PrecisionType precision,
                                      const std::vector<int64_t>& shape,
                                      const std::vector<double>& values) {
  Tensor tensor;
  tensor.Resize(shape);
  tensor.set_persistable(true);
  LITE_RETURN_IF_ERROR(tensor.Allocate(precision));
  for (size_t i = 0; i < values.size(); ++i) {
    StoreElement(tensor.mutable_raw_data(), precision, static_cast<int64_t>(i), values[i]);
  }
  AddVariable(name, precision, shape, true);
  model_->params[name] = std::move(tensor);
  return OkStatus();
}

OpDesc QuantiserBuilder::Linear(const char* type, const std::string& x, const std::string& scale,
                                const std::string& y, int axis) {
  OpDesc op;
  op.type = type;
  op.inputs = {{"X", {x}}, {"Scale", {scale}}, {"ZeroPoint", {scale + "@zero_point"}}};
  op.outputs = {{"Y", {y}}};
  // Halves are rounded away from zero and -128 does not occur, as in int8 kernels.
  op.attrs = {{"quant_axis", axis}, {"bit_length", 8}, {"round_type", 1}};
  return op;
}

Result<std::string> QuantiserBuilder::RoundActivation(const std::string& name,
                                                      std::vector<OpDesc>* ops) {
  const auto done = rounded_.find(name);
  if (done != rounded_.end()) return done->second;
  const auto threshold = thresholds_.find(name);
  if (threshold == thresholds_.end()) return Internal("'", name, "' has no threshold");
  const std::string scale = Unused(name + "@scale"), quantised = Unused(name + ".quantized"),
                    real = Unused(name + ".quantized.dequantized");
  const model::VarDesc* declared = model_->program.blocks[0].FindVar(name);
  const std::vector<int64_t> shape = declared == nullptr ? std::vector<int64_t>() : declared->shape;
  LITE_RETURN_IF_ERROR(AddParameter(scale, PrecisionType::kFloat, {1}, {threshold->second}));
  LITE_RETURN_IF_ERROR(AddParameter(scale + "@zero_point", PrecisionType::kInt32, {1}, {0}));
  AddVariable(quantised, PrecisionType::kFloat, shape, false);
  AddVariable(real, PrecisionType::kFloat, shape, false);
  ops->push_back(Linear("quantize_linear", name, scale, quantised, -1));
  ops->push_back(Linear("dequantize_linear", quantised, scale, real, -1));
  rounded_[name] = real;
  return real;
}

Result<std::string> QuantiserBuilder::RoundWeight(const QuantisationCandidate& candidate,
                                                  std::vector<OpDesc>* ops) {
  const std::string key = StrCat(candidate.weight, " by axis ", candidate.weight_axis);
  const auto done = rounded_.find(key);
  if (done != rounded_.end()) return done->second;
  const auto param = model_->params.find(candidate.weight);
  if (param == model_->params.end()) return NotFound("it is not a parameter");
  const Tensor weight = param->second;
  LITE_ASSIGN_OR_RETURN(std::vector<double> thresholds,
                        WeightThresholds(weight, candidate.weight_axis, per_channel_));
  for (double& t : thresholds) {
    // Any scale fits a channel of zeros, or of numbers too small to matter. Scales are stored in
    // float32.
    t = t > kSmallestThreshold ? static_cast<double>(static_cast<float>(t)) : 1;
  }
  const DDim& dims = weight.dims();
  const int64_t inner = dims.Count(candidate.weight_axis + 1, dims.rank());
  std::vector<double> integers(static_cast<size_t>(weight.numel()));
  for (int64_t i = 0; i < weight.numel(); ++i) {
    const size_t channel =
        per_channel_ ? static_cast<size_t>(i / inner % dims[candidate.weight_axis]) : 0;
    const double steps = std::round(static_cast<double>(weight.data<float>()[i]) * kLargestInt8 /
                                    thresholds[channel]);
    integers[static_cast<size_t>(i)] = std::clamp(steps, -kLargestInt8, kLargestInt8);
  }
  const std::string int8 = Unused(candidate.weight + ".quantized"),
                    scale = Unused(candidate.weight + "@scale"),
                    real = Unused(candidate.weight + ".quantized.dequantized");
  const auto count = static_cast<int64_t>(thresholds.size());
  LITE_RETURN_IF_ERROR(AddParameter(int8, PrecisionType::kInt8, dims.Vectorize(), integers));
  LITE_RETURN_IF_ERROR(AddParameter(scale, PrecisionType::kFloat, {count}, thresholds));
  LITE_RETURN_IF_ERROR(AddParameter(scale + "@zero_point", PrecisionType::kInt32, {count},
                                    std::vector<double>(thresholds.size(), 0.0)));
  AddVariable(real, PrecisionType::kFloat, dims.Vectorize(), false);
  ops->push_back(
      Linear("dequantize_linear", int8, scale, real, per_channel_ ? candidate.weight_axis : -1));
  rounded_[key] = real;
  return real;
}

namespace {

// A constant that one operator reads, as a copy that may be changed.
Result<Tensor*> OwnCopy(model::Model* model, OpDesc* op, const std::string& slot) {
  std::string& name = op->inputs[slot][0];
  const Tensor source = model->params.at(name);
  std::string copy = name + ".corrected";
  while (model->program.blocks[0].FindVar(copy) != nullptr) copy += "_";
  model::VarDesc var = *model->program.blocks[0].FindVar(name);
  var.name = copy;
  model->program.blocks[0].vars.push_back(std::move(var));
  Tensor& tensor = model->params[copy];
  LITE_RETURN_IF_ERROR(tensor.CopyFrom(source));
  tensor.set_persistable(true);
  if (op->type == "batch_norm" && slot == "Mean" && !op->Output("MeanOut").empty()) {
    op->outputs["MeanOut"] = {copy};
  }
  name = copy;
  return &tensor;
}

}  // namespace

Result<bool> AddToChannels(model::Model* model, const QuantisationCandidate& candidate,
                           const std::vector<double>& addends) {
  model::BlockDesc& block = model->program.blocks[0];
  const auto count = static_cast<int64_t>(addends.size());
  const auto vector_of = [&](const OpDesc& op, const char* slot) {
    const std::string* name = OnlyName(op.inputs, slot);
    const auto param = name == nullptr ? model->params.end() : model->params.find(*name);
    return param != model->params.end() && param->second.numel() == count &&
           param->second.precision() == PrecisionType::kFloat &&
           param->second.raw_data() != nullptr;
  };
  OpDesc* to = nullptr;
  std::string slot;
  double sign = 1;
  for (OpDesc& op : block.ops) {
    for (const auto& [out_slot, names] : op.outputs) {
      const bool own = std::find(names.begin(), names.end(), candidate.output) != names.end();
      if (own && op.type == candidate.type && vector_of(op, "Bias")) {
        to = &op;
        slot = "Bias";
      }
    }
  }
  if (to == nullptr) {
    const std::vector<size_t> readers = [&] {
      const Accesses accesses = FindAccesses(model->program);
      const auto found = accesses.readers.find(candidate.output);
      return found == accesses.readers.end() ? std::vector<size_t>() : found->second;
    }();
    if (readers.size() != 1) return false;
    OpDesc& next = block.ops[readers[0]];
    const std::string* x = OnlyName(next.inputs, "X");
    if (x == nullptr || *x != candidate.output) return false;
    if (next.type == "batch_norm" && candidate.output_axis == 1 && vector_of(next, "Mean")) {
      to = &next;
      slot = "Mean";
      sign = -1;
    }
    if (next.type == "elementwise_add" && vector_of(next, "Y")) {
      const Tensor& y = model->params.at(next.Input("Y")[0]);
      const int axis = AttributeOr(next, "axis", -1);
      const model::VarDesc* result = block.FindVar(candidate.output);
      const int rank = result == nullptr ? 0 : static_cast<int>(result->shape.size());
      // Paddle's axis is where the dimensions of Y begin.
      const int begin = axis < 0 ? rank - y.dims().rank() : axis;
      const int wanted = candidate.output_axis < 0 ? rank - 1 : candidate.output_axis;
      const int at = wanted - begin;
      if (at >= 0 && at < y.dims().rank() && y.dims()[at] == count) {
        to = &next;
        slot = "Y";
      }
    }
  }
  if (to == nullptr) return false;
  LITE_ASSIGN_OR_RETURN(Tensor * tensor, OwnCopy(model, to, slot));
  for (int64_t c = 0; c < count; ++c) {
    tensor->mutable_data<float>()[c] += static_cast<float>(sign * addends[static_cast<size_t>(c)]);
  }
  return true;
}

void DropUnusedParams(model::Model* model) {
  std::set<std::string> named;
  for (const model::BlockDesc& block : model->program.blocks) {
    for (const OpDesc& op : block.ops) {
      for (const model::SlotMap* slots : {&op.inputs, &op.outputs}) {
        for (const auto& slot : *slots) named.insert(slot.second.begin(), slot.second.end());
      }
    }
  }
  for (auto it = model->params.begin(); it != model->params.end();) {
    it = named.count(it->first) != 0 ? std::next(it) : model->params.erase(it);
  }
  for (model::BlockDesc& block : model->program.blocks) {
    const auto unused = [&](const model::VarDesc& var) {
      return var.persistable && named.count(var.name) == 0;
    };
    block.vars.erase(std::remove_if(block.vars.begin(), block.vars.end(), unused),
                     block.vars.end());
  }
}

}  // namespace paddle::lite::tools
