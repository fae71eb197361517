#include "lite/model/weight_only.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "lite/base/half.h"
#include "lite/core/bfloat16_use.h"
#include "lite/core/element.h"
#include "lite/model/op_fields.h"

namespace paddle::lite::model {
namespace {

constexpr char kBits[] = "quantize_weight_bits";
constexpr char kWeightScaleSuffix[] = "_quant_scale";

// Axis of the output channels: last for products, first for convolutions. Vectors are scaled per
// element.
int ChannelAxis(const std::string& op_type, int rank) {
  static constexpr const char* kProducts[] = {"fc", "mul", "matmul", "matmul_v2", "lookup_table"};
  for (const char* product : kProducts) {
    if (op_type == product && rank >= 2) return 1;
  }
  return 0;
}

template <typename T>
void Scale(const Tensor& stored, const std::vector<float>& scales, int axis, float* real) {
  const int64_t inner = stored.dims().Count(axis + 1, stored.dims().rank());
  const int64_t channels = static_cast<int64_t>(scales.size());
  const T* values = stored.data<T>();
  for (int64_t i = 0; i < stored.numel(); ++i) {
    const int64_t channel = channels == 1 ? 0 : i / inner % channels;
    real[i] = static_cast<float>(values[i]) * scales[channel];
  }
}

Result<Tensor> Dequantize(const Tensor& stored, const std::vector<float>& scales, int axis) {
  const DDim& dims = stored.dims();
  const bool one_for_all = scales.size() == 1;
  if (!one_for_all && (dims.rank() <= axis || dims[axis] != static_cast<int64_t>(scales.size()))) {
    return DataLoss(scales.size(), " scales for a weight of shape ", dims,
                    ", expected 1 or dimension ", axis);
  }
  Tensor real;
  real.Resize(dims);
  LITE_RETURN_IF_ERROR(real.Allocate(PrecisionType::kFloat));
  if (stored.precision() == PrecisionType::kInt8) {
    Scale<int8_t>(stored, scales, axis, real.mutable_data<float>());
  } else {
    Scale<int16_t>(stored, scales, axis, real.mutable_data<float>());
  }
  return real;
}

Status DequantizeInputs(OpDesc* op, Model* model, std::set<std::string>* done) {
  for (const auto& slot : op->inputs) {
    for (const std::string& name : slot.second) {
      const auto attr = op->attrs.find(name + kWeightScaleSuffix);
      const auto param = model->params.find(name);
      if (attr == op->attrs.end() || param == model->params.end()) continue;
      std::vector<float> scales;
      if (!ConvertAttr(attr->second, &scales) || scales.empty()) {
        return DataLoss("attribute '", attr->first, "': expected FLOATS, found ",
                        AttrTypeName(attr->second), " ", AttrToString(attr->second));
      }
      op->attrs.erase(attr);
      if (!param->second.IsInitialized()) {
        return DataLoss("weight '", name, "' has scales but no data");
      }
      const PrecisionType precision = param->second.precision();
      const bool stored = precision == PrecisionType::kInt8 || precision == PrecisionType::kInt16;
      if (!stored || !done->insert(name).second) continue;
      auto real =
          Dequantize(param->second, scales, ChannelAxis(op->type, param->second.dims().rank()));
      if (!real.ok()) return real.status().WithContext(StrCat("weight '", name, "'"));
      param->second = *std::move(real);
      model->stored.places.erase(name);
    }
  }
  op->attrs.erase(kBits);
  return OkStatus();
}

// Operators whose float weights are stored in fewer bits. Depthwise filters are small, and their
// channels have too few values to hide the rounding.
constexpr const char* kStoredTypes[] = {"fc",     "conv2d",    "mul",
                                        "matmul", "matmul_v2", "lookup_table"};

template <typename T>
Status StoreRounded(int axis, Tensor* weight, std::vector<float>* scales) {
  const DDim dims = weight->dims();
  const int64_t inner = dims.Count(axis + 1, dims.rank());
  const int64_t channels = dims[axis];
  const float* values = weight->data<float>();
  constexpr float kLargest = std::numeric_limits<T>::max();
  scales->assign(static_cast<size_t>(channels), 0.0f);
  for (int64_t i = 0; i < weight->numel(); ++i) {
    float& scale = (*scales)[static_cast<size_t>(i / inner % channels)];
    scale = std::max(scale, std::fabs(values[i]));
  }
  // A channel of zeros, or of numbers too small for a scale, is stored as zeros.
  for (float& scale : *scales) scale = scale > 1e-30f ? scale / kLargest : 1.0f;
  Tensor stored;
  stored.Resize(dims);
  stored.set_persistable(true);
  LITE_RETURN_IF_ERROR(stored.Allocate(PrecisionTypeTrait<T>::Type()));
  for (int64_t i = 0; i < weight->numel(); ++i) {
    const float scale = (*scales)[static_cast<size_t>(i / inner % channels)];
    const float steps = std::round(values[i] / scale);
    stored.mutable_data<T>()[i] = static_cast<T>(std::clamp(steps, -kLargest, kLargest));
  }
  *weight = std::move(stored);
  return OkStatus();
}

// Slots of weights that bfloat16 halves. Their products are added in float.
struct WeightSlot {
  const char* type;
  const char* slot;
};
constexpr WeightSlot kBFloat16Slots[] = {{"conv2d", "Filter"},
                                         {"conv2d_transpose", "Filter"},
                                         {"conv3d", "Filter"},
                                         {"depthwise_conv2d", "Filter"},
                                         {"depthwise_conv2d_transpose", "Filter"},
                                         {"fc", "W"},
                                         {"gru", "Weight"},
                                         {"lookup_table", "W"},
                                         {"lookup_table_v2", "W"},
                                         {"lstm", "Weight"},
                                         {"matmul", "X"},
                                         {"matmul", "Y"},
                                         {"matmul_v2", "X"},
                                         {"matmul_v2", "Y"},
                                         {"mul", "Y"},
                                         {"rnn", "WeightList"}};

bool IsBFloat16Slot(const std::string& type, const std::string& slot) {
  return std::any_of(
      std::begin(kBFloat16Slots), std::end(kBFloat16Slots),
      [&](const WeightSlot& known) { return type == known.type && slot == known.slot; });
}

// The parameters that every reader reads as weights, and that no operator writes.
std::set<std::string> NamesForBFloat16(const Model& model) {
  std::set<std::string> weights, others;
  for (const BlockDesc& block : model.program.blocks) {
    for (const OpDesc& op : block.ops) {
      for (const auto& [slot, names] : op.inputs) {
        (IsBFloat16Slot(op.type, slot) ? weights : others).insert(names.begin(), names.end());
      }
      for (const auto& [slot, names] : op.outputs) others.insert(names.begin(), names.end());
    }
  }
  for (const std::string& name : others) weights.erase(name);
  return weights;
}

// A bias in a list of weights has rank 1.
bool FitsBFloat16(const Tensor& weight) {
  if (weight.precision() != PrecisionType::kFloat || weight.raw_data() == nullptr) return false;
  if (weight.dims().rank() < 2) return false;
  const float* values = weight.data<float>();
  return std::all_of(values, values + weight.numel(), [](float value) {
    return !std::isfinite(value) || std::isfinite(static_cast<float>(BFloat16(value)));
  });
}

template <typename From, typename To>
Result<Tensor> Converted(const Tensor& from) {
  Tensor to;
  to.Resize(from.dims());
  to.set_lod(from.lod());
  to.set_persistable(true);
  LITE_RETURN_IF_ERROR(to.Allocate(PrecisionOfType<To>()));
  std::transform(from.data<From>(), from.data<From>() + from.numel(), to.mutable_data<To>(),
                 [](From value) { return static_cast<To>(value); });
  return to;
}

void SetVarTypes(const std::set<std::string>& names, VarType type, Program* program) {
  for (BlockDesc& block : program->blocks) {
    for (VarDesc& var : block.vars) {
      if (names.count(var.name) != 0) var.data_type = type;
    }
  }
}

// Slots of weights that kernels in bfloat16 multiply by.
constexpr WeightSlot kBFloat16Products[] = {
    {"conv2d", "Filter"}, {"fc", "W"}, {"matmul", "Y"}, {"matmul_v2", "Y"}, {"mul", "Y"}};

void RequestBFloat16Of(PrecisionType weights, Model* model) {
  for (BlockDesc& block : model->program.blocks) {
    for (OpDesc& op : block.ops) {
      for (const WeightSlot& product : kBFloat16Products) {
        if (op.type != product.type || op.Input(product.slot).size() != 1) continue;
        const auto param = model->params.find(op.Input(product.slot)[0]);
        if (param != model->params.end() && param->second.precision() == weights) {
          op.attrs[kBFloat16Attr] = static_cast<int>(kBFloat16WhereFaster);
        }
      }
    }
  }
}

bool CanBeStored(const Tensor& weight, int axis) {
  const int rank = weight.dims().rank();
  if (weight.precision() != PrecisionType::kFloat || weight.raw_data() == nullptr) return false;
  if ((rank != 2 && rank != 4) || axis >= rank || weight.numel() == 0) return false;
  const float* values = weight.data<float>();
  return std::all_of(values, values + weight.numel(), [](float v) { return std::isfinite(v); });
}

}  // namespace

Status DequantizeWeights(Model* model) {
  std::set<std::string> done;
  for (BlockDesc& block : model->program.blocks) {
    for (OpDesc& op : block.ops) {
      if (!op.HasAttr(kBits)) continue;
      LITE_RETURN_IF_ERROR(DequantizeInputs(&op, model, &done).WithContext(StrCat("op ", op.type)));
    }
  }
  SetVarTypes(done, VarType::kFP32, &model->program);
  return OkStatus();
}

Status QuantizeWeights(int bits, Model* model) {
  if (bits != 8 && bits != 16) {
    return InvalidArgument("weights are stored in 8 or 16 bits, found ", bits);
  }
  // The operators that read each weight; every one of them states the scales.
  std::map<std::string, std::vector<OpDesc*>> readers;
  for (BlockDesc& block : model->program.blocks) {
    for (OpDesc& op : block.ops) {
      for (const auto& slot : op.inputs) {
        for (const std::string& name : slot.second) {
          if (model->params.count(name) != 0) readers[name].push_back(&op);
        }
      }
    }
  }
  std::set<std::string> stored;
  for (auto& [name, ops] : readers) {
    Tensor& weight = model->params.at(name);
    const int axis = ChannelAxis(ops[0]->type, weight.dims().rank());
    const bool usable = std::all_of(ops.begin(), ops.end(), [&](const OpDesc* op) {
      const bool known = std::any_of(std::begin(kStoredTypes), std::end(kStoredTypes),
                                     [&](const char* type) { return op->type == type; });
      return known && !op->HasAttr("enable_int8") &&
             ChannelAxis(op->type, weight.dims().rank()) == axis;
    });
    if (!usable || !CanBeStored(weight, axis)) continue;
    std::vector<float> scales;
    LITE_RETURN_IF_ERROR(bits == 8 ? StoreRounded<int8_t>(axis, &weight, &scales)
                                   : StoreRounded<int16_t>(axis, &weight, &scales));
    for (OpDesc* op : ops) {
      op->attrs[kBits] = bits;
      op->attrs["quantization_type"] = std::string("post_weight_channel_wise_abs_max");
      op->attrs[name + kWeightScaleSuffix] = scales;
    }
    stored.insert(name);
  }
  SetVarTypes(stored, bits == 8 ? VarType::kInt8 : VarType::kInt16, &model->program);
  return OkStatus();
}

void RequestBFloat16(Model* model) { RequestBFloat16Of(PrecisionType::kFloat, model); }

void RequireBFloat16(Model* model) {
  for (BlockDesc& block : model->program.blocks) {
    for (OpDesc& op : block.ops) {
      if (op.HasAttr(kBFloat16Attr))
        op.attrs[kBFloat16Attr] = static_cast<int>(kBFloat16Everywhere);
    }
  }
}

Status StoreWeightsInBFloat16(Model* model) {
  std::set<std::string> stored;
  for (const std::string& name : NamesForBFloat16(*model)) {
    const auto param = model->params.find(name);
    if (param == model->params.end() || !FitsBFloat16(param->second)) continue;
    LITE_ASSIGN_OR_RETURN(param->second, (Converted<float, BFloat16>(param->second)));
    model->stored.places.erase(name);
    stored.insert(name);
  }
  SetVarTypes(stored, VarType::kBF16, &model->program);
  RequestBFloat16Of(PrecisionType::kBF16, model);
  return OkStatus();
}

Status ExpandBFloat16Weights(Model* model) {
  std::set<std::string> expanded;
  for (auto& [name, weight] : model->params) {
    if (weight.precision() != PrecisionType::kBF16) continue;
    expanded.insert(name);
    if (!weight.IsInitialized()) {
      weight.set_precision(PrecisionType::kFloat);
      continue;
    }
    LITE_ASSIGN_OR_RETURN(weight, (Converted<BFloat16, float>(weight)));
  }
  SetVarTypes(expanded, VarType::kFP32, &model->program);
  return OkStatus();
}

}  // namespace paddle::lite::model
