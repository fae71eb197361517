#include "lite/mir/stored_quantisation.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "lite/base/logging.h"
#include "lite/core/element.h"
#include "lite/model/op_fields.h"

namespace paddle::lite::mir {

using model::AttrValue;
using model::OpDesc;

bool IsQuantiser(const std::string& type) {
  return type.rfind("fake_", 0) == 0 || type == "quantize_linear" || type == "dequantize_linear" ||
         type == "moving_average_abs_max_scale";
}

const std::string* FirstName(const model::SlotMap& slots, const char* slot) {
  const auto it = slots.find(slot);
  return it == slots.end() || it->second.empty() ? nullptr : &it->second[0];
}

Status CheckQuantiser(const OpDesc& op) {
  const auto check = [&op](const char* name, auto type) {
    const AttrValue* attr = op.FindAttr(name);
    if (attr == nullptr || model::ConvertAttr(*attr, &type)) return OkStatus();
    return DataLoss("attribute ", name, ": expected ", model::AttrTypeName(AttrValue(type)),
                    ", found ", model::AttrTypeName(*attr), " ",
                    model::AttrToString(*attr).substr(0, 200));
  };
  for (const char* name : {"bit_length", "quant_axis", "round_type"}) {
    LITE_RETURN_IF_ERROR(check(name, int32_t{0}));
  }
  LITE_RETURN_IF_ERROR(check("only_observer", false));
  LITE_RETURN_IF_ERROR(check("max_range", 0.0f));
  return check("quant_bits", std::vector<int>());
}

Result<std::vector<double>> StoredNumbers(const model::Params& params, const OpDesc& op,
                                          const char* slot) {
  const std::string* name = FirstName(op.inputs, slot);
  if (name == nullptr) return DataLoss("no input ", slot);
  const auto param = params.find(*name);
  if (param == params.end() || param->second.raw_data() == nullptr || param->second.numel() == 0) {
    return Unsupported(slot, " '", *name, "' is computed: only stored scales can be converted");
  }
  const Tensor& tensor = param->second;
  std::vector<double> numbers;
  for (int64_t i = 0; i < tensor.numel(); ++i) {
    numbers.push_back(ElementAt(tensor.raw_data(), tensor.precision(), i));
  }
  return numbers;
}

// Paddle ignores stored zero points, so results are its results for any of them.
Status CheckZeroPoints(const model::Params& params, const OpDesc& op) {
  const std::string* zero_point = FirstName(op.inputs, "ZeroPoint");
  if (zero_point == nullptr || params.count(*zero_point) == 0) return OkStatus();
  LITE_ASSIGN_OR_RETURN(const std::vector<double> values, StoredNumbers(params, op, "ZeroPoint"));
  const std::string* scale = FirstName(op.inputs, "Scale");
  if (scale != nullptr && params.count(*scale) != 0) {
    LITE_ASSIGN_OR_RETURN(const std::vector<double> scales, StoredNumbers(params, op, "Scale"));
    if (values.size() != scales.size() && values.size() != 1) {
      return DataLoss("ZeroPoint '", *zero_point, "': expected 1 value or ", scales.size(),
                      ", as many as Scale, found ", values.size());
    }
  }
  const double largest = LargestOf(model::AttrOr(op, "bit_length", 8));
  for (size_t i = 0; i < values.size(); ++i) {
    if (values[i] >= -largest - 1 && values[i] <= largest) continue;
    return DataLoss("ZeroPoint '", *zero_point, "': expected values from ", -largest - 1, " to ",
                    largest, ", found ", values[i], " at position ", i);
  }
  const auto other = std::find_if(values.begin(), values.end(), [](double z) { return z != 0; });
  if (other != values.end()) {
    LITE_LOG_WARNING("op ", op.type, ": ZeroPoint '", *zero_point, "' is ", *other, " at position ",
                     other - values.begin(), ", and is ignored as in Paddle");
  }
  return OkStatus();
}

Result<std::vector<double>> StepsOf(const std::string& name, std::vector<double> thresholds,
                                    double largest) {
  size_t zeros = 0;
  for (size_t i = 0; i < thresholds.size(); ++i) {
    double& t = thresholds[i];
    if (!std::isfinite(t) || t < 0) {
      return DataLoss("scale ", i, " of '", name, "' is ", t,
                      ", expected a finite value that is not negative");
    }
    if (t == 0) ++zeros;
    t /= largest;
  }
  if (zeros != 0) {
    LITE_LOG_WARNING("of ", thresholds.size(), " scales of '", name, "', ", zeros,
                     " are 0: the weight is 0 there, as in Paddle");
  }
  return thresholds;
}

Status ImportedWeight::CheckSteps(const DDim& dims) const {
  const size_t count = steps.size();
  if (count == 1 || (axis < dims.rank() && dims[axis] == static_cast<int64_t>(count))) {
    return OkStatus();
  }
  return DataLoss(count, " scales for a weight of shape ", dims, ", expected 1 or dimension ",
                  axis);
}

double ImportedWeight::StepAt(const DDim& dims, int64_t i) const {
  if (steps.size() == 1) return steps[0];
  const int64_t inner = dims.Count(axis + 1, dims.rank());
  return steps[static_cast<size_t>(i / inner % dims[axis])];
}

double ImportedWeight::IntegerAt(const Tensor& stored, int64_t i) const {
  const double step = StepAt(stored.dims(), i);
  if (step == 0) return 0;
  const double value = ElementAt(stored.raw_data(), stored.precision(), i);
  if (integers) return value;
  const double largest = LargestOf(bits);
  return std::max(-largest, std::min(largest, std::round(value / step)));
}

}  // namespace paddle::lite::mir
