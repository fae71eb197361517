#include "lite/mir/quantiser_uses.h"

#include <algorithm>
#include <cmath>
#include <iterator>

#include "lite/base/logging.h"
#include "lite/core/element.h"
#include "lite/mir/stored_quantisation.h"
#include "lite/model/op_fields.h"

namespace paddle::lite::mir {

using model::OpDesc;

namespace {

constexpr WeightedOp kWeightedOps[] = {{"conv2d", "Input", "Filter", "Output"},
                                       {"depthwise_conv2d", "Input", "Filter", "Output"},
                                       {"conv2d_transpose", "Input", "Filter", "Output"},
                                       {"depthwise_conv2d_transpose", "Input", "Filter", "Output"},
                                       {"mul", "X", "Y", "Out"},
                                       {"matmul", "X", "Y", "Out"},
                                       {"matmul_v2", "X", "Y", "Out"}};

// Whether test(i, element i) is true for all elements, up to the first for which it is not.
template <typename Test>
bool AllElements(const Tensor& tensor, const Test& test) {
  for (int64_t i = 0; i < tensor.numel(); ++i) {
    if (!test(i, ElementAt(tensor.raw_data(), tensor.precision(), i))) return false;
  }
  return true;
}

}  // namespace

const WeightedOp* FindWeighted(const std::string& type) {
  const auto found =
      std::find_if(std::begin(kWeightedOps), std::end(kWeightedOps),
                   [&](const WeightedOp& candidate) { return type == candidate.type; });
  return found == std::end(kWeightedOps) ? nullptr : found;
}

bool OneOf(const std::string& type, std::initializer_list<const char*> types) {
  return std::any_of(types.begin(), types.end(), [&](const char* t) { return type == t; });
}

const std::string* ValuesOf(const OpDesc& op) {
  const std::string* out = FirstName(op.outputs, "Out");
  return out == nullptr ? FirstName(op.outputs, "Y") : out;
}

int WeightBits(const OpDesc& dequantiser) {
  if (dequantiser.type == "dequantize_linear") return model::AttrOr(dequantiser, "bit_length", 8);
  const std::vector<int> bits = model::AttrOr(dequantiser, "quant_bits", std::vector<int>());
  return bits.empty() ? 8 : bits[0];
}

bool HasWidths(const OpDesc& op) {
  const std::vector<int> bits = model::AttrOr(op, "quant_bits", std::vector<int>());
  return IsWidth(model::AttrOr(op, "bit_length", 8)) &&
         std::all_of(bits.begin(), bits.end(), &IsWidth);
}

bool FollowsValues(const OpDesc& op) {
  const bool linear = op.type == "quantize_linear";
  if (model::AttrOr(op, "is_test", linear)) return false;
  if (linear && model::AttrOr(op, "quant_axis", 0) >= 0) return true;
  const char* const state = op.type == "fake_quantize_range_abs_max" ? "Iter" : "InState";
  return FirstName(op.inputs, state) != nullptr;
}

QuantiserUses::QuantiserUses(const model::Model& model) : model_(model) {
  for (const model::BlockDesc& block : model.program.blocks) {
    for (const model::VarDesc& var : block.vars) {
      declared_[var.name] = {var.data_type, static_cast<int>(var.shape.size())};
    }
    for (const OpDesc& op : block.ops) {
      for (const auto& slot : op.inputs) {
        for (const std::string& name : slot.second) readers_[name].push_back(&op);
      }
      for (const auto& slot : op.outputs) {
        for (const std::string& name : slot.second) {
          producers_[name] = &op;
          ++writes_[name];
        }
      }
    }
  }
}

void QuantiserUses::Pass(const OpDesc& op) {
  for (const auto& slot : op.inputs) read_.insert(slot.second.begin(), slot.second.end());
  for (const auto& slot : op.outputs) written_.insert(slot.second.begin(), slot.second.end());
}

bool QuantiserUses::ScaleIsRead(const OpDesc& op) const {
  for (const auto& [slot, names] : op.outputs) {
    if (slot == "Out" || slot == "Y") continue;
    for (const std::string& name : names) {
      const auto readers = readers_.find(name);
      if (readers == readers_.end()) continue;
      for (const OpDesc* reader : readers->second) {
        if (reader != &op && (!IsQuantiser(reader->type) || FollowsValues(op))) return true;
      }
    }
  }
  return false;
}

const Tensor* QuantiserUses::Stored(const std::string& name) const {
  const auto param = model_.params.find(name);
  const bool stored = param != model_.params.end() && param->second.raw_data() != nullptr;
  return stored ? &param->second : nullptr;
}

bool QuantiserUses::ComputesDoubles(const OpDesc& op) const {
  for (const auto& slot : op.inputs) {
    if (slot.first == "ZeroPoint") continue;  // is not used
    for (const std::string& name : slot.second) {
      const auto param = model_.params.find(name);
      const bool computed = param == model_.params.end();
      const auto var = declared_.find(name);
      if (computed ? var != declared_.end() && var->second.type == model::VarType::kFP64
                   : param->second.precision() == PrecisionType::kFP64) {
        return true;
      }
    }
  }
  return false;
}

bool QuantiserUses::IsFinite(const OpDesc& op) const {
  const std::string* x = FirstName(op.inputs, "X");
  const Tensor* values = x == nullptr ? nullptr : Stored(*x);
  return values == nullptr ||
         AllElements(*values, [](int64_t, double value) { return std::isfinite(value); });
}

bool QuantiserUses::HasOddScale(const OpDesc& op) const {
  if (op.type == "fake_dequantize_max_abs") {
    const float range = model::AttrOr(op, "max_range", 0.0f);
    if (!std::isfinite(range) || !(range > 0)) return true;
  }
  for (const char* slot : {"InScale", "Scale", "Scales"}) {
    for (const std::string& name : op.Input(slot)) {
      const Tensor* scales = Stored(name);
      const auto usual = [](int64_t, double scale) { return std::isfinite(scale) && scale >= 0; };
      if (scales != nullptr && !AllElements(*scales, usual)) return true;
    }
  }
  return false;
}

bool QuantiserUses::IsMultiplied(const OpDesc& op, int depth) const {
  constexpr int kMaxDepth = 16;
  const std::string* values = ValuesOf(op);
  const auto readers = values == nullptr ? readers_.end() : readers_.find(*values);
  if (readers == readers_.end() || depth > kMaxDepth) return false;
  return std::any_of(readers->second.begin(), readers->second.end(), [&](const OpDesc* reader) {
    return FindWeighted(reader->type) != nullptr ||
           (reader != &op && IsQuantiser(reader->type) && IsMultiplied(*reader, depth + 1));
  });
}

bool QuantiserUses::StoresScale(const OpDesc& dequantiser) const {
  const std::string* scale = FirstName(dequantiser.inputs, "Scales");
  if (scale == nullptr) scale = FirstName(dequantiser.inputs, "Scale");
  return scale == nullptr || IsParam(*scale);  // without one, an error is reported later
}

bool QuantiserUses::HoldsIntegers(const std::string& name, int bits) const {
  const Tensor* values = Stored(name);
  const double largest = std::exp2(bits - 1) - 1;
  return values != nullptr && AllElements(*values, [&](int64_t i, double value) {
           if (value == std::nearbyint(value) && value <= largest && value >= -largest - 1) {
             return true;
           }
           LITE_LOG_WARNING("'", name, "': element ", i, " is ", value,
                            ", which is not an integer of ", bits, " bits: it stays real");
           return false;
         });
}

bool QuantiserUses::AreEqual(const std::string& first, const std::string& second) const {
  if (first == second) return true;
  const Tensor *one = Stored(first), *other = Stored(second);
  if (one == nullptr || other == nullptr || one->precision() != other->precision() ||
      one->numel() != other->numel()) {
    return false;
  }
  return AllElements(*one, [other](int64_t i, double value) {
    return value == ElementAt(other->raw_data(), other->precision(), i);
  });
}

bool QuantiserUses::Reverses(const OpDesc& dequantiser, const OpDesc& quantiser) const {
  const char* const slot = quantiser.type == "quantize_linear" ? "Scale" : "InScale";
  const std::string* scale = nullptr;  // of the integers at hand
  if (dequantiser.type == "fake_channel_wise_dequantize_max_abs") {
    const std::vector<std::string>& scales = dequantiser.Input("Scales");  // weight, activation
    if (scales.size() == 2) scale = &scales[1];
  } else {
    scale = FirstName(dequantiser.inputs, "Scale");
  }
  if (scale == nullptr) return false;
  const std::string* in = FirstName(quantiser.inputs, slot);
  const std::string* out = FirstName(quantiser.outputs, "OutScale");
  if ((in == nullptr || !AreEqual(*scale, *in)) && (out == nullptr || *scale != *out)) return false;
  const std::vector<int> bits = model::AttrOr(dequantiser, "quant_bits", std::vector<int>());
  if (bits.size() > 1 && bits[1] != model::AttrOr(quantiser, "bit_length", 8)) return false;
  if (dequantiser.type != "dequantize_linear") return true;
  const auto same = [&](const char* attribute, int value) {
    return model::AttrOr(quantiser, attribute, value) ==
           model::AttrOr(dequantiser, attribute, value);
  };
  const auto param = model_.params.find(*scale);
  return same("bit_length", 8) &&
         (param == model_.params.end() || param->second.numel() == 1 || same("quant_axis", 0));
}

bool QuantiserUses::ScalesChannels(const OpDesc& dequantiser, const OpDesc& op) const {
  if (dequantiser.type != "fake_channel_wise_dequantize_max_abs") return true;
  if (!StoresScale(dequantiser)) return false;
  const int axis = model::AttrOr(dequantiser, "x_num_col_dims", 1);
  if (op.type.find("conv2d") != std::string::npos) {
    return axis == (model::AttrOr(op, "data_format", std::string("NCHW")) == "NHWC" ? 3 : 1);
  }
  if (op.type == "mul") return axis == model::AttrOr(op, "x_num_col_dims", 1);
  const std::string* x = FirstName(dequantiser.inputs, "X");
  const auto var = x == nullptr ? declared_.end() : declared_.find(*x);
  return var == declared_.end() || axis + 1 == var->second.rank;
}

bool QuantiserUses::IntegersAreRead(const OpDesc& op) const {
  if (!OneOf(op.type, {"fake_quantize_range_abs_max", "fake_quantize_moving_average_abs_max",
                       "quantize_linear"}) ||
      model::AttrOr(op, "only_observer", false)) {
    return false;
  }
  const std::string* x = FirstName(op.inputs, "X");
  const std::string* out = ValuesOf(op);
  if (x == nullptr || out == nullptr) return false;  // an error that is reported later
  // An activation of another width stays an operator.
  if (!IsParam(*x) && model::AttrOr(op, "bit_length", 8) != kKernelBits) return true;
  const auto readers = readers_.find(*out);
  if (readers == readers_.end()) return true;
  return !std::all_of(readers->second.begin(), readers->second.end(), [&](const OpDesc* reader) {
    if (reader == &op) return true;  // it writes its result over its input
    if (reader->type == "dequantize_linear") {
      return !model::AttrOr(*reader, "only_observer", false) && Reverses(*reader, op) &&
             !ComputesDoubles(*reader);
    }
    // Integers of a weight are stored, not computed, where an operator multiplies them.
    const WeightedOp* weighted = FindWeighted(reader->type);
    if (weighted == nullptr || IsParam(*x)) return false;
    const std::string* activation = FirstName(reader->inputs, weighted->activation);
    const std::string* weight = FirstName(reader->inputs, weighted->weight);
    const OpDesc* dequantiser = DequantiserBehind(*weighted, *reader);
    return activation != nullptr && *activation == *out && weight != nullptr &&
           dequantiser != nullptr && HasWidths(*dequantiser) && Reverses(*dequantiser, op) &&
           ScalesChannels(*dequantiser, *reader) &&
           HoldsIntegers(*weight, WeightBits(*dequantiser));
  });
}

const OpDesc* QuantiserUses::DequantiserBehind(const WeightedOp& slots, const OpDesc& op) const {
  const std::string* result = FirstName(op.outputs, slots.output);
  const auto readers = result == nullptr ? readers_.end() : readers_.find(*result);
  if (readers == readers_.end() || readers->second.size() != 1) return nullptr;
  const OpDesc* dequantiser = readers->second[0];
  const bool turns =
      OneOf(dequantiser->type, {"fake_dequantize_max_abs", "fake_channel_wise_dequantize_max_abs"});
  return turns && ValuesOf(*dequantiser) != nullptr ? dequantiser : nullptr;
}

bool QuantiserUses::IsReplaceable(const OpDesc& op) const {
  const std::string* x = FirstName(op.inputs, "X");
  const std::string* out = ValuesOf(op);
  if (x == nullptr || out == nullptr) return true;  // an error that is reported later
  const auto writes = [this](const std::string& name) {
    const auto it = writes_.find(name);
    return it == writes_.end() ? 0 : it->second;
  };
  const bool in_place = *x == *out;
  const int other_writes = writes(*x) - (in_place ? 1 : 0);
  if (other_writes > (IsParam(*x) ? 0 : 1)) return false;
  if (other_writes == 1 && written_.count(*x) == 0) return false;
  if (!in_place && (writes(*out) > 1 || read_.count(*out) != 0)) return false;
  // An operator on the integers writes what its de-quantiser would.
  const auto readers = readers_.find(*out);
  if (readers == readers_.end()) return true;
  for (const OpDesc* reader : readers->second) {
    const WeightedOp* weighted = FindWeighted(reader->type);
    if (weighted == nullptr) continue;
    const OpDesc* dequantiser = DequantiserBehind(*weighted, *reader);
    if (dequantiser != nullptr && writes(*ValuesOf(*dequantiser)) > 1) return false;
  }
  return true;
}

bool QuantiserUses::NeverNegative(const std::string& name, int depth) const {
  constexpr int kMaxDepth = 16;
  const auto producer = producers_.find(name);
  if (producer == producers_.end() || depth > kMaxDepth) return false;
  const OpDesc& op = *producer->second;
  if (OneOf(op.type, {"relu", "relu6", "sigmoid", "hard_sigmoid", "softmax"})) return true;
  if (!OneOf(op.type, {"pool2d", "reshape", "reshape2", "flatten", "flatten2",
                       "flatten_contiguous_range", "transpose", "transpose2", "concat"}) &&
      !IsQuantiser(op.type)) {
    return false;
  }
  const std::vector<std::string>& inputs = op.Input("X");
  return !inputs.empty() && std::all_of(inputs.begin(), inputs.end(), [&](const auto& input) {
    return NeverNegative(input, depth + 1);
  });
}

}  // namespace paddle::lite::mir
