#include "lite/mir/import_quantisation.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "lite/base/logging.h"
#include "lite/core/element.h"
#include "lite/core/weight_bits.h"
#include "lite/mir/pass.h"
#include "lite/mir/quantiser_uses.h"
#include "lite/mir/stored_quantisation.h"
#include "lite/model/op_fields.h"

namespace paddle::lite::mir {
namespace {

using model::AttrValue;
using model::OpDesc;

// Operators without weights that have int8 kernels for all their forms.
constexpr const char* kRoundedOps[] = {"elementwise_add",
                                       "elementwise_mul",
                                       "elementwise_sub",
                                       "elu",
                                       "gelu",
                                       "hard_sigmoid",
                                       "hard_swish",
                                       "leaky_relu",
                                       "mish",
                                       "pool2d",
                                       "relu",
                                       "relu6",
                                       "sigmoid",
                                       "silu",
                                       "swish",
                                       "tanh"};

// Recurrent layers whose weight is to be rounded to integers, with a largest magnitude in an
// attribute, and multiplied by states that are rounded in every run. The weight is stored as float.
constexpr char kRecurrentThreshold[] = "Weight0_threshold";

bool IsDynamicRecurrent(const OpDesc& op) {
  return (op.type == "lstm" || op.type == "gru") && op.HasAttr("quantization_type") &&
         op.HasAttr(kRecurrentThreshold);
}

class Importer {
 public:
  explicit Importer(model::Model* model) : model_(*model), uses_(*model) {}

  Status Run() {
    for (model::BlockDesc& block : model_.program.blocks) {
      block_ = &block;
      for (size_t i = 0; i < block.ops.size(); ++i) {
        const OpDesc& op = block.ops[i];
        const Status status = IsQuantiser(op.type) ? TakeOut(op) : Keep(op);
        if (!status.ok()) return status.WithContext(StrCat("op ", op.type, " (#", i, ")"));
        uses_.Pass(op);
      }
      blocks_.push_back(std::move(kept_));
      kept_.clear();
    }
    for (size_t b = 0; b < blocks_.size(); ++b) {
      model_.program.blocks[b].ops = std::move(blocks_[b]);
    }
    DropUnused();
    return OkStatus();
  }

 private:
  // The replacement for an activation that is no longer computed.
  struct Activation {
    std::string source;       // the values before they were quantised
    std::string real;         // the real values that other operators read: rounded if quantised
    double step = 0;          // real value of one integer step; 0 = not quantised
    bool integers = false;    // the variable held the integers
    bool full_range = false;  // rounded as Calib::full_range
    std::string int8;         // the rounded integers, if any
  };
  bool IsParam(const std::string& name) const { return model_.params.count(name) != 0; }

  // The variable that holds the real values of an activation.
  std::string RealOf(const std::string& name) const {
    const auto it = activations_.find(name);
    return it == activations_.end() ? name : it->second.real;
  }

  // --- operators that are removed

  Status TakeOut(const OpDesc& op) {
    if (absorbed_.count(&op) != 0) return OkStatus();
    LITE_RETURN_IF_ERROR(CheckQuantiser(op));
    // Replacements compute floats, from integers of usual widths, and have no integer for NaN.
    if (uses_.ComputesDoubles(op) || !HasWidths(op) || !uses_.IsFinite(op)) return Keep(op);
    if (uses_.IsMultiplied(op)) {
      LITE_RETURN_IF_ERROR(CheckZeroPoints(model_.params, op));
    } else if (uses_.HasOddScale(op)) {
      return Keep(op);
    }
    if (op.type == "dequantize_linear") return DequantiseLinear(op);
    if (uses_.ScaleIsRead(op) || !uses_.IsReplaceable(op) || uses_.IntegersAreRead(op)) {
      return Keep(op);
    }
    if (op.type == "moving_average_abs_max_scale") return PassOn(op, "Out");
    if (op.type == "quantize_linear") return QuantiseLinear(op);
    if (OneOf(op.type, {"fake_quantize_range_abs_max", "fake_quantize_moving_average_abs_max",
                        "fake_quantize_dequantize_moving_average_abs_max"})) {
      return QuantiseStored(op);
    }
    if (OneOf(op.type, {"fake_quantize_dequantize_abs_max",
                        "fake_channel_wise_quantize_dequantize_abs_max"})) {
      return QuantiseMeasured(op);
    }
    if (OneOf(op.type, {"fake_dequantize_max_abs", "fake_channel_wise_dequantize_max_abs"})) {
      return DequantiseWeight(op);
    }
    return Keep(op);  // the scale is that of the data: the operator runs as it is
  }

  Status KeepTraining(const OpDesc& op) {
    LITE_LOG_WARNING("op ", op.type,
                     ": is_test is false: its scale follows the values of every run",
                     ", so it stays an operator; export the program for inference");
    return Keep(op);
  }

  Result<std::string> InputOf(const OpDesc& op) const {
    const std::string* x = FirstName(op.inputs, "X");
    if (x == nullptr) return DataLoss("no input X");
    return *x;
  }

  // The variable represents its input, unchanged.
  Status PassOn(const OpDesc& op, const char* slot) {
    LITE_ASSIGN_OR_RETURN(const std::string x, InputOf(op));
    const std::string* out = FirstName(op.outputs, slot);
    if (out == nullptr) return OkStatus();
    const auto weight = weights_.find(x);
    const auto activation = activations_.find(x);
    if (weight != weights_.end()) {
      weights_[*out] = ImportedWeight(weight->second);
    } else if (activation != activations_.end()) {
      activations_[*out] = Activation(activation->second);
    } else {
      activations_[*out].source = x;
      activations_[*out].real = x;
    }
    return OkStatus();
  }

  // An activation has one threshold.
  Status Quantised(const OpDesc& op, const char* out_slot, const std::vector<double>& thresholds,
                   bool integers) {
    const int bits = model::AttrOr(op, "bit_length", 8);
    const double largest = LargestOf(bits);
    LITE_ASSIGN_OR_RETURN(const std::string x, InputOf(op));
    const std::string* out = FirstName(op.outputs, out_slot);
    if (out == nullptr) return DataLoss("no output ", out_slot);
    if (IsParam(x)) {
      LITE_ASSIGN_OR_RETURN(std::vector<double> steps, StepsOf(x, thresholds, largest));
      weights_[*out] = {x, std::move(steps), std::max(model::AttrOr(op, "quant_axis", 0), 0), false,
                        bits};
      return OkStatus();
    }
    if (bits != kKernelBits) {
      LITE_LOG_WARNING("op ", op.type, ": '", x, "' is quantised to ", bits,
                       " bits, in which no kernel computes: it stays an operator");
      return Keep(op);
    }
    const std::string source = RealOf(x);
    Activation activation;
    activation.source = source;
    activation.real = source;
    activation.integers = integers;
    if (!std::isfinite(thresholds[0]) || thresholds[0] < 0) {
      return DataLoss("the scale of '", x, "' is ", thresholds[0], ", expected a positive number");
    }
    if (thresholds[0] == 0) {
      LITE_LOG_WARNING("op ", op.type, ": the scale of '", x,
                       "' is 0: every value becomes 0, as in Paddle");
      return Keep(op);
    }
    activation.step = thresholds[0] / largest;
    if (!integers) Round(*out, &activation);
    activations_[*out] = std::move(activation);
    return OkStatus();
  }

  // The scale is stored; OutScale and InScale are one variable.
  Status QuantiseStored(const OpDesc& op) {
    const std::string* scale = FirstName(op.inputs, "InScale");
    if (scale != nullptr && !IsParam(*scale)) return Keep(op);  // computed by the program
    if (FollowsValues(op)) return KeepTraining(op);
    LITE_ASSIGN_OR_RETURN(const std::vector<double> threshold,
                          StoredNumbers(model_.params, op, "InScale"));
    const bool integers = op.type.rfind("fake_quantize_dequantize", 0) != 0;
    return Quantised(op, "Out", {threshold[0]}, integers);
  }

  Status QuantiseLinear(const OpDesc& op) {
    if (model::AttrOr(op, "only_observer", false)) return PassOn(op, "Y");
    const std::string* scale = FirstName(op.inputs, "Scale");
    if (scale != nullptr && !IsParam(*scale)) return Keep(op);  // computed by the program
    if (FollowsValues(op)) return KeepTraining(op);
    LITE_ASSIGN_OR_RETURN(const std::vector<double> thresholds, LinearScales(op));
    LITE_ASSIGN_OR_RETURN(const std::string x, InputOf(op));
    // No int8 kernel takes activations with a step for each channel.
    if (thresholds.size() != 1 && !IsParam(x)) return Keep(op);
    LITE_RETURN_IF_ERROR(Quantised(op, "Y", thresholds, true));
    const std::string& y = *FirstName(op.outputs, "Y");
    const auto activation = activations_.find(y);
    if (activation == activations_.end()) return OkStatus();
    // Kernels and casts between them stop at -127, and this operator at -128 unless it clips to
    // +-T first and rounds halves away from zero.
    constexpr int kClipsFirst = 1;
    activation->second.full_range = model::AttrOr(op, "round_type", 0) != kClipsFirst &&
                                    !uses_.NeverNegative(activation->second.source);
    return OkStatus();
  }

  // One for each channel, or one. Without an axis, Paddle reads the first number.
  Result<std::vector<double>> LinearScales(const OpDesc& op) const {
    LITE_ASSIGN_OR_RETURN(std::vector<double> scales, StoredNumbers(model_.params, op, "Scale"));
    if (model::AttrOr(op, "quant_axis", 0) < 0) scales.resize(1);
    return scales;
  }

  Status DequantiseLinear(const OpDesc& op) {
    LITE_ASSIGN_OR_RETURN(const std::string x, InputOf(op));
    const bool replaceable = uses_.IsReplaceable(op);
    if (model::AttrOr(op, "only_observer", false)) {
      return replaceable ? PassOn(op, "Y") : Keep(op);
    }
    const std::string* y = FirstName(op.outputs, "Y");
    if (y == nullptr) return DataLoss("no output Y");
    if (weights_.count(x) != 0) {
      if (replaceable) return PassOn(op, "Y");
      LITE_ASSIGN_OR_RETURN(const std::string real, RealWeight(weights_.at(x)));
      Copy(real, *y);
      return OkStatus();
    }
    const auto activation = activations_.find(x);
    if (activation != activations_.end() && activation->second.integers) {
      Activation values = activation->second;
      values.integers = false;
      if (values.step > 0) Round(*y, &values);
      if (replaceable) {
        activations_[*y] = std::move(values);
      } else if (values.real != *y) {
        Copy(values.real, *y);
      }
      return OkStatus();
    }
    if (!replaceable) return Keep(op);
    const std::string* scale = FirstName(op.inputs, "Scale");
    // Integers that no quantiser of this program has made, or a computed scale.
    if (!IsParam(x) || (scale != nullptr && !IsParam(*scale))) return Keep(op);
    const int bits = WeightBits(op);
    const double largest = LargestOf(bits);
    LITE_ASSIGN_OR_RETURN(std::vector<double> thresholds, LinearScales(op));
    if (!uses_.HoldsIntegers(x, bits)) return Keep(op);
    LITE_ASSIGN_OR_RETURN(std::vector<double> steps, StepsOf(x, std::move(thresholds), largest));
    weights_[*y] = {x, std::move(steps), std::max(model::AttrOr(op, "quant_axis", 0), 0), true,
                    bits};
    return OkStatus();
  }

  // The scale is that of the current weight.
  Status QuantiseMeasured(const OpDesc& op) {
    LITE_ASSIGN_OR_RETURN(const std::string x, InputOf(op));
    if (!IsParam(x)) return Keep(op);  // measured in every run
    const Tensor& weight = model_.params.at(x);
    const bool by_channel = op.type == "fake_channel_wise_quantize_dequantize_abs_max";
    const int axis = by_channel ? model::AttrOr(op, "quant_axis", 0) : 0;
    if (axis < 0 || axis >= weight.dims().rank())
      return DataLoss("quant_axis is ", axis, " for a weight of shape ", weight.dims());
    std::vector<double> thresholds(by_channel ? static_cast<size_t>(weight.dims()[axis]) : 1, 0.0);
    const int64_t inner = weight.dims().Count(axis + 1, weight.dims().rank());
    for (int64_t i = 0; i < weight.numel(); ++i) {
      double& threshold = thresholds[by_channel ? i / inner % weight.dims()[axis] : 0];
      threshold =
          std::max(threshold, std::fabs(ElementAt(weight.raw_data(), weight.precision(), i)));
    }
    const double largest = LargestOf(model::AttrOr(op, "bit_length", 8));
    std::replace(thresholds.begin(), thresholds.end(), 0.0, largest);  // no warning for zeros
    LITE_RETURN_IF_ERROR(Quantised(op, "Out", thresholds, false));
    weights_[*FirstName(op.outputs, "Out")].axis = axis;
    return OkStatus();
  }

  // A weight that is stored as integers. After an operator, that operator absorbs it.
  Status DequantiseWeight(const OpDesc& op) {
    LITE_ASSIGN_OR_RETURN(const std::string x, InputOf(op));
    // What is not a stored weight may be a result computed on integers that stay real numbers, with
    // the scales of both operands.
    if (op.Input("Scales").size() > 1 || !uses_.StoresScale(op) ||
        !uses_.HoldsIntegers(x, WeightBits(op))) {
      return Keep(op);
    }
    LITE_ASSIGN_OR_RETURN(const ImportedWeight steps, StepsBehind(op));
    const std::string* out = FirstName(op.outputs, "Out");
    if (out == nullptr) return DataLoss("no output Out");
    weights_[*out] = steps;
    weights_[*out].source = x;
    return OkStatus();
  }

  // The weight's steps from a de-quantiser after its operator.
  Result<ImportedWeight> StepsBehind(const OpDesc& op) const {
    LITE_RETURN_IF_ERROR(CheckQuantiser(op));
    ImportedWeight weight;
    weight.integers = true;
    if (op.type == "fake_dequantize_max_abs") {
      const double max_range = model::AttrOr(op, "max_range", 0.0f);
      if (!(max_range > 0) || !std::isfinite(max_range)) {
        return DataLoss("max_range is ", max_range, ", expected a positive number");
      }
      if (IsParam(op.Input("X").empty() ? "" : op.Input("X")[0])) {
        LITE_ASSIGN_OR_RETURN(const std::vector<double> scale,
                              StoredNumbers(model_.params, op, "Scale"));
        LITE_ASSIGN_OR_RETURN(weight.steps, StepsOf(op.Input("Scale")[0], {scale[0]}, max_range));
        return weight;
      }
      // Both operands were multiplied by their largest integers, and the activation is scaled by
      // its own step.
      weight.steps = {LargestOf(kKernelBits) / max_range};
      return weight;
    }
    weight.bits = WeightBits(op);
    weight.axis = std::max(model::AttrOr(op, "quant_axis", 0), 0);
    const double largest = LargestOf(weight.bits);
    LITE_ASSIGN_OR_RETURN(std::vector<double> thresholds,
                          StoredNumbers(model_.params, op, "Scales"));
    LITE_ASSIGN_OR_RETURN(weight.steps,
                          StepsOf(op.Input("Scales")[0], std::move(thresholds), largest));
    return weight;
  }

  // --- operators that are kept

  Status Keep(const OpDesc& op) {
    OpDesc copy = op;
    settled_.clear();
    const WeightedOp* weighted = FindWeighted(op.type);
    if (weighted != nullptr) LITE_RETURN_IF_ERROR(KeepWeighted(*weighted, &copy));
    if (IsDynamicRecurrent(op)) LITE_RETURN_IF_ERROR(KeepRecurrent(&copy));
    const bool rounded =
        std::find(std::begin(kRoundedOps), std::end(kRoundedOps), op.type) != std::end(kRoundedOps);
    if (rounded || (settled_.empty() && IsLargeProduct(op))) KeepRounded(&copy);
    for (auto& slot : copy.inputs) {
      if (settled_.count(slot.first) != 0) continue;
      for (std::string& name : slot.second) {
        LITE_ASSIGN_OR_RETURN(const std::string real, RealValue(name));
        if (name == std::string_view(real)) continue;
        if (op.type == "fetch") {
          Copy(real, name);  // a result of the program keeps its name
        } else {
          name = real;
        }
      }
    }
    kept_.push_back(std::move(copy));
    return OkStatus();
  }

  void Copy(const std::string& from, const std::string& to) {
    OpDesc op;
    op.type = "scale";
    op.inputs["X"] = {from};
    op.outputs["Out"] = {to};
    op.attrs = {{"scale", 1.0f}, {"bias", 0.0f}, {"bias_after_scale", true}};
    kept_.push_back(std::move(op));
  }

  // A product of two activations that int8 makes faster: its right operand is packed in every run,
  // which is only repaid by many rows.
  bool IsLargeProduct(const OpDesc& op) const {
    constexpr int64_t kMinRows = 192;  // measured: docs/measurements/quantisation.md
    if (op.type != "matmul_v2" &&
        (op.type != "matmul" || model::AttrOr(op, "head_number", 1) != 1)) {
      return false;
    }
    const std::string* out = FirstName(op.outputs, "Out");
    const model::VarDesc* var = out == nullptr ? nullptr : block_->FindVar(*out);
    return var != nullptr && var->shape.size() >= 2 && var->shape.end()[-2] >= kMinRows;
  }

  // The variable that holds the real values of `name`.
  Result<std::string> RealValue(const std::string& name) {
    const auto weight = weights_.find(name);
    if (weight != weights_.end()) return RealWeight(weight->second);
    const auto activation = activations_.find(name);
    if (activation == activations_.end()) return name;
    if (activation->second.integers) {
      return Unsupported("it reads the integers '", name,
                         "', which only convolutions and products can");
    }
    return activation->second.real;
  }

  // Adds an operator that rounds, for readers that compute on real numbers. Without readers, it is
  // removed as a dead operator.
  void Round(const std::string& out, Activation* activation) {
    model::VarDesc var;
    var.name = out + ".int8";
    while (block_->FindVar(var.name) != nullptr) var.name += "_";
    var.data_type = model::VarType::kInt8;
    const model::VarDesc* declared = block_->FindVar(activation->source);
    if (declared != nullptr) var.shape = declared->shape;
    var.has_tensor_desc = true;
    const auto calib = [&](const std::string& from, const std::string& to) {
      OpDesc op;
      op.type = "calib";
      op.inputs["Input"] = {from};
      op.outputs["Out"] = {to};
      op.attrs["scale"] = static_cast<float>(activation->step);
      if (activation->full_range) op.attrs["full_range"] = true;
      kept_.push_back(std::move(op));
    };
    const std::string int8 = var.name;
    block_->vars.push_back(std::move(var));
    calib(activation->source, int8);
    calib(int8, out);
    activation->real = out;
    activation->int8 = int8;
  }

  // An operator all of whose inputs are rounded to int8 computes on the integers.
  void KeepRounded(OpDesc* op) {
    model::SlotMap inputs = op->inputs;
    std::map<std::string, AttrValue> scales;
    for (auto& [slot, names] : inputs) {
      for (size_t i = 0; i < names.size(); ++i) {
        const auto found = activations_.find(names[i]);
        if (found == activations_.end()) return;
        const Activation& values = found->second;
        if (!(values.step > 0) || values.full_range || values.integers) return;
        scales[model::ScaleAttr(slot, i)] = std::vector<float>{static_cast<float>(values.step)};
        names[i] = values.source;
      }
    }
    for (const auto& slot : inputs) settled_.insert(slot.first);
    op->inputs = std::move(inputs);
    op->attrs.merge(scales);
    op->attrs["enable_int8"] = true;
    op->attrs["bit_length"] = 8;
  }

  Status KeepWeighted(const WeightedOp& slots, OpDesc* op) {
    const std::string* x = FirstName(op->inputs, slots.activation);
    const std::string* w = FirstName(op->inputs, slots.weight);
    if (x == nullptr || w == nullptr) return OkStatus();
    const auto activation = activations_.find(*x);
    const bool quantised = activation != activations_.end() && activation->second.step > 0;
    ImportedWeight weight;
    if (quantised && activation->second.integers) {
      LITE_ASSIGN_OR_RETURN(weight, Absorb(slots, op));
      weight.source = *w;
    } else if (weights_.count(*w) != 0) {
      weight = weights_.at(*w);
    } else {
      return OkStatus();
    }
    settled_ = {slots.activation, slots.weight};
    LITE_ASSIGN_OR_RETURN(const std::vector<float> scales, ChannelScales(*op, weight));
    if (!quantised || weight.bits != kKernelBits || scales.empty()) {
      // No kernel computes on these integers: rounded values and real weights are equivalent.
      const bool rounded = !quantised || activation->second.real != activation->second.source;
      if (!rounded) Round(*x, &activation->second);
      op->inputs[slots.activation] = {RealOf(*x)};
      LITE_ASSIGN_OR_RETURN(op->inputs[slots.weight][0], RealWeight(weight));
      return OkStatus();
    }
    // Ordinary rounding is left to the casts inserted for kernels, which pass integers on if
    // possible.
    const Activation& values = activation->second;
    op->inputs[slots.activation] = {values.full_range ? values.int8 : values.source};
    LITE_ASSIGN_OR_RETURN(op->inputs[slots.weight][0], Int8Weight(weight));
    op->attrs["enable_int8"] = true;
    op->attrs["bit_length"] = 8;
    op->attrs[model::ScaleAttr(slots.activation)] =
        std::vector<float>{static_cast<float>(activation->second.step)};
    op->attrs[model::ScaleAttr(slots.weight)] = scales;
    return OkStatus();
  }

  // Rounds the weight; StoreDynamicWeights stores its integers after the last pass, which until
  // then are a constant like any other.
  Status KeepRecurrent(OpDesc* op) {
    const auto refuse = [op](const char* name, const char* expected) {
      return DataLoss("Weight: attribute ", name, ": expected ", expected, ", found ",
                      model::AttrToString(*op->FindAttr(name)).substr(0, 200));
    };
    int bits = 8;
    const AttrValue* length = op->FindAttr("bit_length");
    if (length != nullptr && (!model::ConvertAttr(*length, &bits) || bits != 8)) {
      return refuse("bit_length", "8");
    }
    double threshold = 0;
    if (!model::ConvertAttr(*op->FindAttr(kRecurrentThreshold), &threshold) || !(threshold > 0) ||
        !std::isfinite(threshold)) {
      return refuse(kRecurrentThreshold, "a positive number");
    }
    const std::string* name = FirstName(op->inputs, "Weight");
    if (name == nullptr || !IsParam(*name)) {
      LITE_LOG_WARNING("op ", op->type, ": the weight is computed: it stays real");
      return OkStatus();
    }
    const double largest = LargestOf(bits);
    ImportedWeight weight;
    weight.source = *name;
    weight.steps = {threshold / largest};
    LITE_ASSIGN_OR_RETURN(op->inputs["Weight"][0], RealWeight(weight));
    settled_.insert("Weight");
    for (const char* read : {"quantization_type", "bit_length", kRecurrentThreshold}) {
      op->attrs.erase(read);
    }
    op->attrs[model::ScaleAttr("Weight")] = std::vector<float>{static_cast<float>(weight.steps[0])};
    op->attrs[kDynamicInt8Attr] = true;
    return OkStatus();
  }

  // Absorbs the de-quantiser after an operator on integers.
  Result<ImportedWeight> Absorb(const WeightedOp& slots, OpDesc* op) {
    const OpDesc* dequantiser = uses_.DequantiserBehind(slots, *op);
    if (dequantiser == nullptr) {
      return Unsupported(
          "it computes on integers, but its result is not read by exactly one "
          "de-quantising operator");
    }
    auto weight = StepsBehind(*dequantiser);
    if (!weight.ok()) return weight.status().WithContext(dequantiser->type);
    weight->axis = ChannelAxis(*op);
    op->outputs[slots.output] = {*ValuesOf(*dequantiser)};
    absorbed_.insert(dequantiser);
    return weight;
  }

  // --- weights

  static int ChannelAxis(const OpDesc& op) {
    if (op.type == "conv2d" || op.type == "depthwise_conv2d") return 0;
    const bool transposed =
        model::AttrOr(op, "trans_y", false) || model::AttrOr(op, "transpose_Y", false);
    return transposed ? 0 : 1;
  }

  // One scale, or one per output channel; empty if the operator cannot use the steps.
  Result<std::vector<float>> ChannelScales(const OpDesc& op, const ImportedWeight& weight) const {
    const auto param = model_.params.find(weight.source);
    if (param == model_.params.end()) {
      return Unsupported("its weight '", weight.source, "' is not a parameter");
    }
    const DDim& dims = param->second.dims();
    const int axis = ChannelAxis(op);
    const bool convolution = op.type.find("conv2d") != std::string::npos;
    const bool usable_rank = dims.rank() == (convolution ? 4 : 2);
    const size_t count = weight.steps.size();
    LITE_RETURN_IF_ERROR(weight.CheckSteps(dims));
    if (!usable_rank || (count != 1 && weight.axis != axis)) return std::vector<float>();
    std::vector<float> scales(weight.steps.begin(), weight.steps.end());
    if (op.type.find("conv2d_transpose") != std::string::npos && count != 1) {
      // Every group has the same number of output channels.
      const int groups = model::AttrOr(op, "groups", 1);
      for (int g = 1; g < groups; ++g) {
        scales.insert(scales.end(), weight.steps.begin(), weight.steps.end());
      }
    }
    std::replace(scales.begin(), scales.end(), 0.0f, 1.0f);  // of integers that are 0
    return scales;
  }

  // The parameter created from `weight` in that type; each is created once.
  Result<std::string> Made(const ImportedWeight& weight, PrecisionType precision) {
    const Tensor& stored = model_.params.at(weight.source);
    if (stored.raw_data() == nullptr) return DataLoss("weight '", weight.source, "' has no data");
    LITE_RETURN_IF_ERROR(weight.CheckSteps(stored.dims()).WithContext(weight.source));
    const bool real = precision == PrecisionType::kFloat;
    const bool zeroed = std::count(weight.steps.begin(), weight.steps.end(), 0.0) != 0;
    if (!real && weight.integers && !zeroed && stored.precision() == precision) {
      return weight.source;
    }
    std::string& name = made_[{weight.source, weight.steps, precision}];
    if (!name.empty()) return name;
    Tensor tensor;
    tensor.Resize(stored.dims());
    tensor.set_persistable(true);
    LITE_RETURN_IF_ERROR(tensor.Allocate(precision));
    for (int64_t i = 0; i < stored.numel(); ++i) {
      double value = weight.IntegerAt(stored, i);
      if (real) value *= weight.StepAt(stored.dims(), i);
      StoreElement(tensor.mutable_raw_data(), precision, i, value);
    }
    std::string unused = StrCat(weight.source, real ? ".real" : ".int8");
    while (IsParam(unused) || block_->FindVar(unused) != nullptr) unused += "_";
    name = unused;
    model::VarDesc var;
    var.name = name;
    var.data_type = model::VarTypeOf(precision);
    var.shape = tensor.dims().Vectorize();
    var.persistable = true;
    var.has_tensor_desc = true;
    model_.program.blocks.front().vars.push_back(std::move(var));
    model_.params[name] = std::move(tensor);
    return name;
  }
  Result<std::string> Int8Weight(const ImportedWeight& weight) {
    return Made(weight, PrecisionType::kInt8);
  }
  Result<std::string> RealWeight(const ImportedWeight& weight) {
    return Made(weight, PrecisionType::kFloat);
  }

  // Drops scales and weights that are no longer read, and the variables in between.
  void DropUnused() {
    std::set<std::string> named;
    for (const model::BlockDesc& block : model_.program.blocks) {
      for (const OpDesc& op : block.ops) {
        for (const model::SlotMap* slots : {&op.inputs, &op.outputs}) {
          for (const auto& slot : *slots) named.insert(slot.second.begin(), slot.second.end());
        }
      }
    }
    for (auto it = model_.params.begin(); it != model_.params.end();) {
      it = named.count(it->first) != 0 ? std::next(it) : model_.params.erase(it);
    }
    for (model::BlockDesc& block : model_.program.blocks) {
      const auto unused = [&](const model::VarDesc& var) { return named.count(var.name) == 0; };
      block.vars.erase(std::remove_if(block.vars.begin(), block.vars.end(), unused),
                       block.vars.end());
    }
  }

  model::Model& model_;
  model::BlockDesc* block_ = nullptr;
  std::vector<std::vector<OpDesc>> blocks_;  // finished blocks
  std::vector<OpDesc> kept_;                 // of the block at hand
  QuantiserUses uses_;
  std::set<const OpDesc*> absorbed_;
  std::map<std::string, Activation> activations_;
  std::map<std::string, ImportedWeight> weights_;
  std::map<std::tuple<std::string, std::vector<double>, PrecisionType>, std::string> made_;
  std::set<std::string> settled_;  // slots of the current operator whose variables are final
};

}  // namespace

std::vector<std::string> ImportedQuantisers() {
  return {"dequantize_linear",
          "fake_channel_wise_dequantize_max_abs",
          "fake_channel_wise_quantize_dequantize_abs_max",
          "fake_dequantize_max_abs",
          "fake_quantize_dequantize_abs_max",
          "fake_quantize_dequantize_moving_average_abs_max",
          "fake_quantize_moving_average_abs_max",
          "fake_quantize_range_abs_max",
          "moving_average_abs_max_scale",
          "quantize_linear"};
}

Status ImportQuantisation(model::Model* model) {
  for (const model::BlockDesc& block : model->program.blocks) {
    for (const OpDesc& op : block.ops) {
      if (IsQuantiser(op.type) || IsDynamicRecurrent(op)) {
        return Importer(model).Run().WithContext("quantised program");
      }
    }
  }
  return OkStatus();
}

LITE_PASS(import_quantisation) {
  return Pass()
      .Stage(Stage::kImport)
      .Alias("lite_quant_dequant_fuse_pass")
      .Alias("weight_quantization_preprocess_pass")
      .Mandatory()
      .RunOnModel(&ImportQuantisation);
}

}  // namespace paddle::lite::mir
