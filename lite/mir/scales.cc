#include "lite/mir/scales.h"

#include <algorithm>
#include <cmath>
#include <functional>

#include "lite/mir/bind.h"
#include "lite/model/op_fields.h"

namespace paddle::lite::mir {
namespace {

using Attrs = std::map<std::string, model::AttrValue>;
using EachValue = std::function<void(const std::string& slot, size_t index, ArgNode* arg)>;

void ForEachValue(const ArgSlots& slots, const EachValue& f) {
  for (const auto& [slot, args] : slots) {
    for (size_t i = 0; i < args.size(); ++i) f(slot, i, args[i]);
  }
}

void ForEachValue(const OpNode& op, const EachValue& f) {
  ForEachValue(op.inputs(), f);
  ForEachValue(op.outputs(), f);
}

// What the operators state for `arg` among the slots `of`; null if it is nothing.
const model::AttrValue* FindScale(const std::vector<const OpNode*>& ops,
                                  const ArgSlots& (OpNode::*of)() const, const ArgNode* arg) {
  const model::AttrValue* found = nullptr;
  for (const OpNode* op : ops) {
    ForEachValue((op->*of)(), [&](const std::string& slot, size_t index, const ArgNode* value) {
      if (value == arg && found == nullptr) found = op->FindAttr(model::ScaleAttr(slot, index));
    });
  }
  return found;
}

}  // namespace

std::vector<float> ScalesOf(const OpNode& op, const std::string& slot, size_t index) {
  const model::AttrValue* attr = op.FindAttr(model::ScaleAttr(slot, index));
  std::vector<float> scales;
  if (attr == nullptr || !model::ConvertAttr(*attr, &scales)) return {};
  return scales;
}

float ScaleOf(const OpNode& op, const std::string& slot, size_t index) {
  // A calib has one scale, that of its int8 side.
  const model::AttrValue* of_calib = op.type() == "calib" ? op.FindAttr("scale") : nullptr;
  std::vector<float> scales = ScalesOf(op, slot, index);
  if (of_calib != nullptr && !model::ConvertAttr(*of_calib, &scales)) return 0;
  const bool usable = scales.size() == 1 && std::isfinite(scales[0]) && scales[0] > 0;
  return usable ? scales[0] : 0;
}

void SetScale(OpNode* op, const std::string& slot, float scale, size_t index) {
  op->attrs[model::ScaleAttr(slot, index)] = std::vector<float>{scale};
}

void SetScales(OpNode* op, float scale) {
  ForEachValue(*op, [&](const std::string& slot, size_t index, const ArgNode* arg) {
    if (!arg->is_constant()) SetScale(op, slot, scale, index);
  });
}

bool HasScales(const OpNode& op) {
  bool found = false;
  ForEachValue(op, [&](const std::string& slot, size_t index, const ArgNode*) {
    found |= op.FindAttr(model::ScaleAttr(slot, index)) != nullptr;
  });
  return found;
}

void TakeScalesOfProducers(OpNode* reader) {
  ForEachValue(reader->inputs(), [&](const std::string& slot, size_t index, const ArgNode* arg) {
    const OpNode* producer = arg->producer();
    if (slot == "ResidualData") return;  // is rounded only if the program says so
    if (producer == nullptr || reader->FindAttr(model::ScaleAttr(slot, index)) != nullptr) return;
    ForEachValue(producer->outputs(), [&](const std::string& from, size_t i, const ArgNode* value) {
      const float scale = value == arg ? ScaleOf(*producer, from, i) : 0;
      if (scale > 0) SetScale(reader, slot, scale, index);
    });
  });
}

float QuantisedWeight::ScaleAt(int64_t element) const {
  if (scales.size() == 1) return scales[0];
  const DDim& dims = weight->constant()->dims();
  const int64_t inner = dims.Count(channel_dim + 1, dims.rank());
  return scales[static_cast<size_t>(element / inner % dims[channel_dim])];
}

std::optional<QuantisedWeight> FindQuantisedWeight(const OpNode& op) {
  for (const auto& [slot, args] : op.inputs()) {
    ArgNode* const arg = args[0];
    if (args.size() != 1 || !arg->is_constant()) continue;
    const Tensor& tensor = *arg->constant();
    QuantisedWeight weight = {slot, arg, ScalesOf(op, slot), 1};
    if (tensor.precision() != PrecisionType::kInt8 || weight.scales.empty()) continue;
    const bool rows_are_channels = op.type() == "conv2d" || op.type() == "depthwise_conv2d" ||
                                   AttrEquals(op, "trans_y", true) ||
                                   AttrEquals(op, "transpose_Y", true);
    if (rows_are_channels) weight.channel_dim = 0;
    const bool fits = weight.scales.size() == 1 || (tensor.dims().rank() > weight.channel_dim &&
                                                    tensor.dims()[weight.channel_dim] ==
                                                        static_cast<int64_t>(weight.scales.size()));
    if (fits && tensor.IsInitialized()) return weight;
  }
  return std::nullopt;
}

void InheritScales(const std::vector<const OpNode*>& from, const ArgSlots& inputs,
                   const ArgSlots& outputs, Attrs* attrs) {
  // Copied attributes may be those of other slots and values.
  for (const OpNode* op : from) {
    ForEachValue(*op, [&](const std::string& slot, size_t index, const ArgNode*) {
      attrs->erase(model::ScaleAttr(slot, index));
    });
  }
  const auto inherit = [&](const ArgSlots& slots, const ArgSlots& (OpNode::*of)() const) {
    ForEachValue(slots, [&](const std::string& slot, size_t index, const ArgNode* arg) {
      const model::AttrValue* scale = FindScale(from, of, arg);
      if (scale != nullptr) (*attrs)[model::ScaleAttr(slot, index)] = *scale;
    });
  };
  inherit(inputs, &OpNode::inputs);
  inherit(outputs, &OpNode::outputs);
}

std::string ScalesText(const OpNode& op) {
  std::string text;
  ForEachValue(op, [&](const std::string& slot, size_t index, const ArgNode*) {
    const std::vector<float> scales = ScalesOf(op, slot, index);
    if (scales.empty()) return;
    const auto [least, most] = std::minmax_element(scales.begin(), scales.end());
    AppendTo(&text, StrCat(text.empty() ? "" : ", ", slot,
                           index == 0 ? std::string() : StrCat("[", index, "]"), " ", *least));
    if (scales.size() > 1) {
      AppendTo(&text, StrCat(" to ", *most, " (", scales.size(), " channels)"));
    }
  });
  return text;
}

}  // namespace paddle::lite::mir
