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
#include "lite/core/weight_bits.h"
#include "lite/model/op_fields.h"

namespace paddle::lite::model {
namespace {

constexpr const char* kBits = kWeightBitsAttr;
constexpr char kWeightScaleSuffix[] = "_quant_scale";

// Axis of the output channels: last for products, first for convolutions. Vectors are scaled per
// element.
int ChannelAxis(const std::string& op_type, int rank) {
  static constexpr const char* kProducts[] = {"fc",        "mul",          "matmul",
                                              "matmul_v2", "lookup_table", "lookup_table_v2"};
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

Status CheckCount(const Tensor& stored, size_t scales, int axis) {
  const DDim& dims = stored.dims();
  if (scales == 1 || (dims.rank() > axis && dims[axis] == static_cast<int64_t>(scales))) {
    return OkStatus();
  }
  return DataLoss(scales, " scales for a weight of shape ", dims, ", expected 1 or dimension ",
                  axis);
}

Result<Tensor> Dequantize(const Tensor& stored, const std::vector<float>& scales, int axis) {
  const DDim& dims = stored.dims();
  LITE_RETURN_IF_ERROR(CheckCount(stored, scales.size(), axis));
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

Result<int> BitsOf(const OpDesc& op) {
  const AttrValue& attr = *op.FindAttr(kBits);
  int bits = 0;
  if (!ConvertAttr(attr, &bits) || (bits != 8 && bits != 16)) {
    return DataLoss("attribute '", kBits, "': expected 8 or 16, found ", AttrToString(attr));
  }
  return bits;
}

Result<std::vector<float>> ReadScales(const std::string& name, const AttrValue& attr) {
  std::vector<float> scales;
  if (!ConvertAttr(attr, &scales) || scales.empty()) {
    return DataLoss("attribute '", name, "': expected FLOATS, found ", AttrTypeName(attr), " ",
                    AttrToString(attr));
  }
  for (size_t i = 0; i < scales.size(); ++i) {
    if (std::isfinite(scales[i]) && scales[i] >= 0) continue;
    return DataLoss("attribute '", name, "': expected finite values that are not negative, found ",
                    scales[i], " at position ", i);
  }
  return scales;
}

// The slot of the weight, if an operator's kernels may compute from int8.
const char* Int8Slot(const OpDesc& op) {
  const auto is_set = [&op](const char* name, int64_t expected) {
    const AttrValue* attr = op.FindAttr(name);
    int64_t value = expected;
    return attr != nullptr && !(ConvertAttr(*attr, &value) && value == expected);
  };
  if (op.type == "fc" || op.type == "lookup_table" || op.type == "lookup_table_v2") return "W";
  if (op.type == "mul") return is_set("y_num_col_dims", 1) ? nullptr : "Y";
  if (op.type == "matmul") {
    return is_set("transpose_X", 0) || is_set("head_number", 1) ? nullptr : "Y";
  }
  if (op.type == "matmul_v2") return is_set("trans_x", 0) ? nullptr : "Y";
  return nullptr;
}

// The weights that stay int8.
std::set<std::string> KeptWeights(const KeepsInt8Weight& keeps, const Model& model) {
  std::set<std::string> kept, others;
  for (const BlockDesc& block : model.program.blocks) {
    for (const OpDesc& op : block.ops) {
      const Result<int> bits = op.HasAttr(kBits) ? BitsOf(op) : Result<int>(0);
      const char* slot = Int8Slot(op);
      const bool takes = slot != nullptr && bits.ok() && *bits == 8 && keeps(op);
      for (const auto& [name_of_slot, names] : op.inputs) {
        for (const std::string& name : names) {
          const auto param = model.params.find(name);
          if (param == model.params.end()) continue;
          const bool fits = takes && name_of_slot == slot && names.size() == 1 &&
                            op.HasAttr(name + kWeightScaleSuffix) &&
                            param->second.precision() == PrecisionType::kInt8 &&
                            param->second.dims().rank() == 2 && param->second.numel() != 0;
          (fits ? kept : others).insert(name);
        }
      }
      for (const auto& [name_of_slot, names] : op.outputs) {
        others.insert(names.begin(), names.end());
      }
    }
  }
  for (const std::string& name : others) kept.erase(name);
  return kept;
}

Status ConvertInputs(const std::set<std::string>& kept, OpDesc* op, Model* model,
                     std::set<std::string>* done) {
  LITE_ASSIGN_OR_RETURN(const int bits, BitsOf(*op));
  bool keeps_one = false;
  for (const auto& slot : op->inputs) {
    for (const std::string& name : slot.second) {
      const auto attr = op->attrs.find(name + kWeightScaleSuffix);
      const auto param = model->params.find(name);
      if (attr == op->attrs.end() || param == model->params.end()) continue;
      LITE_ASSIGN_OR_RETURN(std::vector<float> scales, ReadScales(attr->first, attr->second));
      op->attrs.erase(attr);
      const auto context = [&](const Status& status) {
        return status.WithContext(StrCat("input ", slot.first, ": weight '", name, "'"));
      };
      if (!param->second.IsInitialized()) {
        return DataLoss("weight '", name, "' has scales but no data");
      }
      const PrecisionType precision = param->second.precision();
      const int axis = ChannelAxis(op->type, param->second.dims().rank());
      if (kept.count(name) != 0) {
        const Status fits = CheckCount(param->second, scales.size(), axis);
        if (!fits.ok()) return context(fits);
        op->attrs[ScaleAttr(slot.first)] = std::move(scales);
        keeps_one = true;
        continue;
      }
      // A weight in float32 is already what it should become.
      if (precision == PrecisionType::kFloat || done->count(name) != 0) continue;
      const PrecisionType expected = bits == 8 ? PrecisionType::kInt8 : PrecisionType::kInt16;
      if (precision != expected) {
        return context(DataLoss("expected ", PrecisionToStr(expected), " for '", kBits, "' ", bits,
                                ", found ", PrecisionToStr(precision)));
      }
      done->insert(name);
      auto real = Dequantize(param->second, scales, axis);
      if (!real.ok()) return context(real.status());
      param->second = *std::move(real);
      model->stored.places.erase(name);
    }
  }
  if (!keeps_one) {
    op->attrs.erase(kBits);
    op->attrs.erase(kDynamicInt8Attr);
  }
  return OkStatus();
}

// Operators whose float weights are stored in fewer bits. Depthwise filters are small, and their
// channels have too few values to hide the rounding.
constexpr const char* kStoredTypes[] = {
    "fc", "conv2d", "mul", "matmul", "matmul_v2", "lookup_table", "lookup_table_v2"};

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

Status ConvertStoredWeights(const KeepsInt8Weight& keeps, Model* model) {
  const std::set<std::string> kept =
      keeps == nullptr ? std::set<std::string>() : KeptWeights(keeps, *model);
  std::set<std::string> done;
  for (BlockDesc& block : model->program.blocks) {
    for (OpDesc& op : block.ops) {
      if (!op.HasAttr(kBits)) continue;
      LITE_RETURN_IF_ERROR(
          ConvertInputs(kept, &op, model, &done).WithContext(StrCat("op ", op.type)));
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

// Products that were measured to be faster in int8 than with float32 inputs.
constexpr int64_t kMinDynamicSize = 64;  // of inputs and of outputs

void RequestDynamicInt8(Model* model) {
  for (BlockDesc& block : model->program.blocks) {
    for (OpDesc& op : block.ops) {
      const char* slot =
          op.HasAttr(kBits) && op.type.rfind("lookup_table", 0) != 0 ? Int8Slot(op) : nullptr;
      if (slot == nullptr || op.Input(slot).size() != 1) continue;
      const auto param = model->params.find(op.Input(slot)[0]);
      if (param == model->params.end()) continue;
      const Tensor& weight = param->second;
      if (weight.precision() == PrecisionType::kInt8 && weight.dims().rank() == 2 &&
          std::min(weight.dims()[0], weight.dims()[1]) >= kMinDynamicSize) {
        op.attrs[kDynamicInt8Attr] = true;
      }
    }
  }
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

bool CanStoreInBFloat16(const Model& model) {
  const std::set<std::string> names = NamesForBFloat16(model);
  return std::any_of(names.begin(), names.end(), [&](const std::string& name) {
    const auto param = model.params.find(name);
    return param != model.params.end() && FitsBFloat16(param->second);
  });
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
