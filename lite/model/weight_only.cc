#include "lite/model/weight_only.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "lite/base/half.h"
#include "lite/core/bfloat16_use.h"
#include "lite/core/element.h"
#include "lite/core/weight_bits.h"
#include "lite/model/op_fields.h"
#include "lite/model/weight_channels.h"

namespace paddle::lite::model {
namespace {

constexpr const char* kBits = kWeightBitsAttr;
constexpr char kWeightScaleSuffix[] = "_quant_scale";

// Slots of weights that are stored in fewer bits.
struct WeightSlot {
  const char* type;
  const char* slot;
  bool integers;           // in integers as well as in bfloat16
  bool bfloat16_products;  // some kernels multiply by them in bfloat16
};
// Depthwise filters are small, and their channels have too few values to hide the rounding to
// integers.
constexpr WeightSlot kWeightSlots[] = {{"conv2d", "Filter", true, true},
                                       {"conv2d_transpose", "Filter", false, false},
                                       {"conv3d", "Filter", false, false},
                                       {"depthwise_conv2d", "Filter", false, false},
                                       {"depthwise_conv2d_transpose", "Filter", false, false},
                                       {"fc", "W", true, true},
                                       {"gru", "Weight", true, false},
                                       {"lookup_table", "W", true, false},
                                       {"lookup_table_v2", "W", true, false},
                                       {"lstm", "Weight", true, false},
                                       {"matmul", "X", true, false},
                                       {"matmul", "Y", true, true},
                                       {"matmul_v2", "X", true, false},
                                       {"matmul_v2", "Y", true, true},
                                       {"mul", "Y", true, true},
                                       {"rnn", "WeightList", true, false}};

const WeightSlot* FindWeightSlot(const std::string& type, const std::string& slot) {
  const auto found = std::find_if(
      std::begin(kWeightSlots), std::end(kWeightSlots),
      [&](const WeightSlot& known) { return type == known.type && slot == known.slot; });
  return found == std::end(kWeightSlots) ? nullptr : found;
}

// A loop or a branch lists what its block reads. The readers are in the block.
bool ListsReads(const OpDesc& op, const std::string& slot) {
  return (op.type == "while" && slot == "X") ||
         ((op.type == "conditional_block" || op.type == "conditional_block_infer") &&
          slot == "Input");
}

Result<Tensor> Dequantize(const Tensor& stored, const ScaledChannels& scaled) {
  Tensor real;
  real.Resize(stored.dims());
  LITE_RETURN_IF_ERROR(real.Allocate(PrecisionType::kFloat));
  scaled.channels.Expand(stored.precision(), static_cast<const char*>(stored.raw_data()),
                         scaled.scales, real.mutable_data<float>());
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

PrecisionType PrecisionOfBits(int bits) {
  return bits == 8 ? PrecisionType::kInt8 : PrecisionType::kInt16;
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

// The slot of the weights, if an operator's kernels may compute from int8.
const char* Int8Slot(const OpDesc& op) {
  const auto is_set = [&op](const char* name, int64_t expected) {
    const AttrValue* attr = op.FindAttr(name);
    int64_t value = expected;
    return attr != nullptr && !(ConvertAttr(*attr, &value) && value == expected);
  };
  if (op.type == "fc" || op.type == "lookup_table" || op.type == "lookup_table_v2") return "W";
  if (op.type == "gru" || op.type == "lstm") return "Weight";
  if (op.type == "rnn") return "WeightList";
  if (op.type == "mul") return is_set("y_num_col_dims", 1) ? nullptr : "Y";
  if (op.type == "matmul") {
    return is_set("transpose_X", 0) || is_set("head_number", 1) ? nullptr : "Y";
  }
  if (op.type == "matmul_v2") return is_set("trans_x", 0) ? nullptr : "Y";
  return nullptr;
}

// The weights that stay integers.
std::set<std::string> KeptWeights(const KeepsIntegerWeight& keeps, const Model& model) {
  std::set<std::string> kept, others;
  for (const BlockDesc& block : model.program.blocks) {
    for (const OpDesc& op : block.ops) {
      const Result<int> bits = op.HasAttr(kBits) ? BitsOf(op) : Result<int>(0);
      const char* slot = Int8Slot(op);
      const bool takes = slot != nullptr && bits.ok() && *bits != 0 && keeps(op);
      for (const auto& [name_of_slot, names] : op.inputs) {
        if (ListsReads(op, name_of_slot)) continue;
        for (const std::string& name : names) {
          const auto param = model.params.find(name);
          if (param == model.params.end()) continue;
          const bool fits = takes && name_of_slot == slot &&
                            op.HasAttr(name + kWeightScaleSuffix) &&
                            param->second.precision() == PrecisionOfBits(*bits) &&
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
  std::set<std::string> read;  // attributes
  for (const auto& slot : op->inputs) {
    for (size_t i = 0; i < slot.second.size(); ++i) {
      const std::string& name = slot.second[i];
      const auto attr = op->attrs.find(name + kWeightScaleSuffix);
      const auto param = model->params.find(name);
      if (attr == op->attrs.end() || param == model->params.end()) continue;
      Result<std::vector<float>> stated = ReadScales(attr->first, attr->second);
      if (!stated.ok()) return stated.status().WithContext(StrCat("input ", slot.first));
      std::vector<float> scales = *std::move(stated);
      read.insert(attr->first);
      const auto context = [&](const Status& status) {
        return status.WithContext(StrCat("input ", slot.first, ": weight '", name, "'"));
      };
      Tensor& weight = param->second;
      const auto place = model->stored.places.find(name);
      const bool in_file = place != model->stored.places.end();
      if (!weight.IsInitialized() && !in_file) {
        return DataLoss("weight '", name, "' has scales but no data");
      }
      const PrecisionType precision = weight.precision();
      const WeightChannels channels(op->type, weight.dims());
      if (kept.count(name) != 0) {
        const Status fits = channels.Check(scales.size());
        if (!fits.ok()) return context(fits);
        op->attrs[ScaleAttr(slot.first, i)] = std::move(scales);
        keeps_one = true;
        continue;
      }
      // A weight in float32 is already what it should become.
      if (precision == PrecisionType::kFloat || done->count(name) != 0) continue;
      const PrecisionType expected = PrecisionOfBits(bits);
      if (precision != expected) {
        return context(DataLoss("expected ", PrecisionToStr(expected), " for '", kBits, "' ", bits,
                                ", found ", PrecisionToStr(precision)));
      }
      done->insert(name);
      const Status fits = channels.Check(scales.size());
      if (!fits.ok()) return context(fits);
      const auto scaled =
          std::make_shared<const ScaledChannels>(ScaledChannels{channels, std::move(scales)});
      if (weight.IsInitialized()) {
        LITE_ASSIGN_OR_RETURN(weight, Dequantize(weight, *scaled));
      } else {
        weight.set_precision(PrecisionType::kFloat);
      }
      if (in_file) place->second.scaled = scaled;
    }
  }
  for (const std::string& name : read) op->attrs.erase(name);
  if (!keeps_one) {
    op->attrs.erase(kBits);
    op->attrs.erase(kDynamicInt8Attr);
  }
  return OkStatus();
}

// The largest magnitude of every channel divided by the largest integer.
template <typename T>
std::vector<float> ScalesOf(const WeightChannels& channels, const Tensor& weight) {
  const float* values = weight.data<float>();
  std::vector<float> scales(static_cast<size_t>(channels.count()), 0.0f);
  for (int64_t i = 0; i < weight.numel(); ++i) {
    float& scale = scales[static_cast<size_t>(channels.Of(i))];
    scale = std::max(scale, std::fabs(values[i]));
  }
  // A channel of zeros, or of numbers too small for a scale, is stored as zeros.
  for (float& scale : scales) {
    scale = scale > 1e-30f ? scale / static_cast<float>(std::numeric_limits<T>::max()) : 1.0f;
  }
  return scales;
}

// The step of which all values of a channel are multiples of at most `largest`; 0 if there is none.
// A scale, and the factors of folded operators, round three times.
float StepOf(const std::vector<float>& values, int largest) {
  constexpr float kRounding = 5e-7f;
  float magnitude = 0;
  for (const float value : values) magnitude = std::max(magnitude, std::fabs(value));
  if (!(magnitude > 1e-30f)) return magnitude == 0 ? 1.0f : 0.0f;
  for (int steps = largest; steps > 0; --steps) {
    const float step = magnitude / static_cast<float>(steps);
    if (std::all_of(values.begin(), values.end(), [step](float value) {
          return std::fabs(std::round(value / step) * step - value) <= kRounding * std::fabs(value);
        })) {
      return step;
    }
  }
  return 0;
}

// Empty if a channel has no such step.
template <typename T>
std::vector<float> ExactScalesOf(const WeightChannels& channels, const Tensor& weight) {
  std::vector<std::vector<float>> values(static_cast<size_t>(channels.count()));
  for (int64_t i = 0; i < weight.numel(); ++i) {
    values[static_cast<size_t>(channels.Of(i))].push_back(weight.data<float>()[i]);
  }
  std::vector<float> scales;
  for (const std::vector<float>& channel : values) {
    scales.push_back(StepOf(channel, std::numeric_limits<T>::max()));
    if (scales.back() == 0) return {};
  }
  return scales;
}

template <typename T>
Status StoreRounded(const WeightChannels& channels, const std::vector<float>& scales,
                    Tensor* weight) {
  const float* values = weight->data<float>();
  constexpr float kLargest = std::numeric_limits<T>::max();
  Tensor stored;
  stored.Resize(weight->dims());
  stored.set_persistable(true);
  LITE_RETURN_IF_ERROR(stored.Allocate(PrecisionTypeTrait<T>::Type()));
  for (int64_t i = 0; i < weight->numel(); ++i) {
    const int64_t channel = scales.size() == 1 ? 0 : channels.Of(i);
    const float steps = std::round(values[i] / scales[static_cast<size_t>(channel)]);
    stored.mutable_data<T>()[i] = static_cast<T>(std::clamp(steps, -kLargest, kLargest));
  }
  *weight = std::move(stored);
  return OkStatus();
}

void StateScales(int bits, const std::string& weight, const std::vector<float>& scales,
                 OpDesc* op) {
  op->attrs[kBits] = bits;
  op->attrs[weight + kWeightScaleSuffix] = scales;
}

// An operator that reads a parameter.
struct Reader {
  OpDesc* op;
  const WeightSlot* slot;  // null if the slot is not one of weights
};

// The readers of each parameter; every one of them states the scales.
std::map<std::string, std::vector<Reader>> ReadersOfWeights(Model* model) {
  std::map<std::string, std::vector<Reader>> readers;
  for (BlockDesc& block : model->program.blocks) {
    for (OpDesc& op : block.ops) {
      for (const auto& [slot, names] : op.inputs) {
        if (ListsReads(op, slot)) continue;
        for (const std::string& name : names) {
          if (model->params.count(name) != 0) {
            readers[name].push_back({&op, FindWeightSlot(op.type, slot)});
          }
        }
      }
    }
  }
  return readers;
}

// The parameters that every reader reads as weights, and that no operator writes.
std::set<std::string> NamesForBFloat16(const Model& model) {
  std::set<std::string> weights, others;
  for (const BlockDesc& block : model.program.blocks) {
    for (const OpDesc& op : block.ops) {
      for (const auto& [slot, names] : op.inputs) {
        if (ListsReads(op, slot)) continue;
        (FindWeightSlot(op.type, slot) != nullptr ? weights : others)
            .insert(names.begin(), names.end());
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

void RequestBFloat16Of(PrecisionType weights, Model* model) {
  for (BlockDesc& block : model->program.blocks) {
    for (OpDesc& op : block.ops) {
      for (const auto& [slot, names] : op.inputs) {
        const WeightSlot* product = FindWeightSlot(op.type, slot);
        if (product == nullptr || !product->bfloat16_products || names.size() != 1) continue;
        const auto param = model->params.find(names[0]);
        if (param != model->params.end() && param->second.precision() == weights) {
          op.attrs[kBFloat16Attr] = static_cast<int>(kBFloat16WhereFaster);
        }
      }
    }
  }
}

bool CanBeStored(const Tensor& weight) {
  const int rank = weight.dims().rank();
  if (weight.precision() != PrecisionType::kFloat || weight.raw_data() == nullptr) return false;
  if ((rank != 2 && rank != 4) || weight.numel() == 0) return false;
  const float* values = weight.data<float>();
  return std::all_of(values, values + weight.numel(), [](float v) { return std::isfinite(v); });
}

using FindScales = std::vector<float> (*)(const WeightChannels& channels, const Tensor& weight);

// Weights without scales stay as they are.
Status StoreIntegers(int bits, FindScales find_scales, Model* model) {
  if (bits != 8 && bits != 16) {
    return InvalidArgument("weights are stored in 8 or 16 bits, found ", bits);
  }
  std::set<std::string> stored;
  for (auto& [name, read_by] : ReadersOfWeights(model)) {
    Tensor& weight = model->params.at(name);
    const WeightChannels channels(read_by[0].op->type, weight.dims());
    const bool usable = std::all_of(read_by.begin(), read_by.end(), [&](const Reader& reader) {
      return reader.slot != nullptr && reader.slot->integers &&
             !reader.op->HasAttr("enable_int8") &&
             WeightChannels(reader.op->type, weight.dims()) == channels;
    });
    if (!usable || !CanBeStored(weight)) continue;
    const std::vector<float> scales = find_scales(channels, weight);
    if (scales.empty()) continue;
    model->stored.places.erase(name);
    LITE_RETURN_IF_ERROR(bits == 8 ? StoreRounded<int8_t>(channels, scales, &weight)
                                   : StoreRounded<int16_t>(channels, scales, &weight));
    for (const Reader& reader : read_by) {
      reader.op->attrs["quantization_type"] = std::string("post_weight_channel_wise_abs_max");
      StateScales(bits, name, scales, reader.op);
    }
    stored.insert(name);
  }
  SetVarTypes(stored, bits == 8 ? VarType::kInt8 : VarType::kInt16, &model->program);
  return OkStatus();
}

}  // namespace

Status ConvertStoredWeights(const KeepsIntegerWeight& keeps, Model* model) {
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
  return StoreIntegers(bits, bits == 8 ? &ScalesOf<int8_t> : &ScalesOf<int16_t>, model);
}

Status StoreExactWeights(int bits, Model* model) {
  return StoreIntegers(bits, bits == 8 ? &ExactScalesOf<int8_t> : &ExactScalesOf<int16_t>, model);
}

int StoredWeightBits(const Program& program) {
  int widest = 0;
  for (const BlockDesc& block : program.blocks) {
    for (const OpDesc& op : block.ops) {
      int bits = 0;
      const AttrValue* attr = op.FindAttr(kBits);
      if (attr != nullptr && ConvertAttr(*attr, &bits)) widest = std::max(widest, bits);
    }
  }
  return widest;
}

Status StoreDynamicWeights(Model* model) {
  std::set<std::string> stored;
  for (auto& [name, read_by] : ReadersOfWeights(model)) {
    Tensor& weight = model->params.at(name);
    const WeightChannels channels(read_by[0].op->type, weight.dims());
    const auto scales_of = [](const Reader& reader) {
      std::vector<float> scales;
      const AttrValue* attr =
          reader.slot == nullptr ? nullptr : reader.op->FindAttr(ScaleAttr(reader.slot->slot));
      if (attr != nullptr && reader.op->HasAttr(kDynamicInt8Attr)) ConvertAttr(*attr, &scales);
      return scales;
    };
    const std::vector<float> scales = scales_of(read_by[0]);
    const bool usable = scales.size() == 1 && scales[0] > 0 &&
                        std::all_of(read_by.begin(), read_by.end(), [&](const Reader& reader) {
                          return scales_of(reader) == scales && reader.slot->integers;
                        });
    if (!usable || !CanBeStored(weight)) continue;
    LITE_RETURN_IF_ERROR(StoreRounded<int8_t>(channels, scales, &weight));
    for (const Reader& reader : read_by) {
      reader.op->attrs.erase(ScaleAttr(reader.slot->slot));
      StateScales(8, name, scales, reader.op);
    }
    stored.insert(name);
  }
  SetVarTypes(stored, VarType::kInt8, &model->program);
  for (BlockDesc& block : model->program.blocks) {
    for (OpDesc& op : block.ops) {
      if (!op.HasAttr(kBits)) op.attrs.erase(kDynamicInt8Attr);
    }
  }
  return OkStatus();
}

// Products that were measured to be faster in int8 than with float32 inputs.
constexpr int64_t kMinDynamicSize = 64;  // of inputs and of outputs

void RequestDynamicInt8(Model* model) {
  for (BlockDesc& block : model->program.blocks) {
    for (OpDesc& op : block.ops) {
      const char* slot =
          op.HasAttr(kBits) && op.type.rfind("lookup_table", 0) != 0 ? Int8Slot(op) : nullptr;
      if (slot == nullptr) continue;
      int64_t smallest = 0;  // of all sizes
      for (const std::string& name : op.Input(slot)) {
        const auto param = model->params.find(name);
        if (param == model->params.end() || param->second.precision() != PrecisionType::kInt8 ||
            param->second.dims().rank() != 2) {
          continue;
        }
        const int64_t size = std::min(param->second.dims()[0], param->second.dims()[1]);
        smallest = smallest == 0 ? size : std::min(smallest, size);
      }
      if (smallest >= kMinDynamicSize) op.attrs[kDynamicInt8Attr] = true;
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
