// Every operation against PaddlePaddle's results (tests/data/nnadapter/operations.json, written by
// tools/golden/make_nnadapter.py): values, shapes, dynamic shapes, quantised and half-precision
// forms, and wrong use. operations.txt beside this file is the table of what was run.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <list>
#include <map>
#include <string>
#include <vector>

#include "gtest/gtest.h"
#include "lite/backends/nnadapter/operation/definition.h"
#include "nlohmann/json.hpp"

namespace {

namespace operation = nnadapter::operation;
using nnadapter::Status;

// An operand with its values as real numbers (of quantised precisions: as stored).
struct Item {
  bool present = false;
  int precision = NNADAPTER_FLOAT32;
  std::vector<int32_t> shape;
  std::vector<double> values;
  bool constant = false;
  std::vector<float> scales;
  int32_t zero_point = 0;
};

struct Case {
  std::string name;
  int type = -1;
  std::vector<Item> inputs;
  std::vector<Item> outputs;
  std::string error;
};

int CodeOf(const std::string& name) {
  for (int code = 0; code < 40; ++code) {
    if (nnadapter::PrecisionName(code) == name) return code;
  }
  ADD_FAILURE() << "no precision " << name;
  return NNADAPTER_FLOAT32;
}

Item ItemOf(const nlohmann::json& json) {
  Item item;
  if (json.is_null()) return item;
  item.present = true;
  item.precision = CodeOf(json[0].get<std::string>());
  item.shape = json[1].get<std::vector<int32_t>>();
  item.values = json[2].get<std::vector<double>>();
  item.constant = json.size() > 3 && json[3].get<int>() != 0;
  if (json.size() > 4 && json[4].is_array()) {
    item.scales = json[4].get<std::vector<float>>();
  } else if (json.size() > 4) {
    item.scales = {json[4].get<float>()};
  }
  if (json.size() > 5) item.zero_point = json[5].get<int32_t>();
  return item;
}

const std::vector<Case>& Cases() {
  static const std::vector<Case>* cases = [] {
    auto* list = new std::vector<Case>;
    std::ifstream file(LITE_TEST_DATA_DIR "/data/nnadapter/operations.json");
    const nlohmann::json json = nlohmann::json::parse(file);
    std::map<std::string, int> codes, numbers;
    for (int code = 0; operation::FindEntry(code) != nullptr; ++code) {
      codes[operation::FindEntry(code)->name] = code;
    }
    for (const nlohmann::json& entry : json) {
      Case c;
      c.name = entry["operation"].get<std::string>();
      c.type = codes.at(c.name);
      for (const nlohmann::json& item : entry["inputs"]) c.inputs.push_back(ItemOf(item));
      for (const nlohmann::json& item : entry["outputs"]) c.outputs.push_back(ItemOf(item));
      if (entry.contains("error")) c.error = entry["error"].get<std::string>();
      list->push_back(c);
    }
    return list;
  }();
  return *cases;
}

// An operation on operands of its own.
class Built {
 public:
  Built(int type, const std::vector<Item>& inputs, const std::vector<Item>& outputs) {
    op.type = type;
    for (const Item& item : inputs) op.input_operands.push_back(Add(item, true));
    for (const Item& item : outputs) op.output_operands.push_back(Add(item, false));
  }
  Built(const Built&) = delete;
  ~Built() {
    for (nnadapter::core::Operand& operand : operands_) {
      nnadapter::FreeBuffer(&operand);
      nnadapter::FreeHints(&operand);
    }
  }

  // Validates, infers and computes.
  Status Run() {
    NNADAPTER_RETURN_IF_ERROR(operation::Validate(op));
    NNADAPTER_RETURN_IF_ERROR(operation::Prepare(&op, false));
    return operation::Execute(&op);
  }

  nnadapter::core::Operation op;

 private:
  template <typename T>
  static void Write(const std::vector<double>& values, void* buffer) {
    std::transform(values.begin(), values.end(), static_cast<T*>(buffer),
                   [](double value) { return static_cast<T>(value); });
  }

  nnadapter::core::Operand* Add(const Item& item, bool is_input) {
    if (!item.present) return nullptr;
    nnadapter::core::Operand& operand = operands_.emplace_back();
    NNAdapterOperandType& type = operand.type;
    type.precision = item.precision;
    type.dimensions.count = static_cast<uint32_t>(item.shape.size());
    std::copy(item.shape.begin(), item.shape.end(), type.dimensions.data);
    if (item.scales.size() > 1) {
      scales_.push_back(item.scales);
      type.symm_per_channel_params.channel_dim = static_cast<uint32_t>(item.zero_point);
      type.symm_per_channel_params.scale_count = static_cast<uint32_t>(item.scales.size());
      type.symm_per_channel_params.scales = scales_.back().data();
    } else if (item.scales.size() == 1) {
      type.asymm_per_layer_params.scale = item.scales[0];
      if (nnadapter::IsAsymmetric(item.precision)) {
        type.asymm_per_layer_params.zero_point = item.zero_point;
      }
    }
    if (!is_input) {
      type.dimensions = {};
      return &operand;
    }
    EXPECT_TRUE(nnadapter::AllocateBuffer(&operand).ok());
    if (item.constant) type.lifetime = NNADAPTER_CONSTANT_COPY;
    switch (item.precision) {
      case NNADAPTER_FLOAT32:
        Write<float>(item.values, operand.buffer);
        break;
      case NNADAPTER_INT32:
      case NNADAPTER_QUANT_INT32_SYMM_PER_LAYER:
      case NNADAPTER_QUANT_INT32_SYMM_PER_CHANNEL:
        Write<int32_t>(item.values, operand.buffer);
        break;
      case NNADAPTER_INT64:
        Write<int64_t>(item.values, operand.buffer);
        break;
      case NNADAPTER_FLOAT16:
        std::transform(
            item.values.begin(), item.values.end(), static_cast<uint16_t*>(operand.buffer),
            [](double value) { return operation::FloatToHalf(static_cast<float>(value)); });
        break;
      case NNADAPTER_QUANT_INT8_SYMM_PER_LAYER:
      case NNADAPTER_QUANT_INT8_SYMM_PER_CHANNEL:
        Write<int8_t>(item.values, operand.buffer);
        break;
      default:
        Write<uint8_t>(item.values, operand.buffer);
    }
    return &operand;
  }

  std::list<nnadapter::core::Operand> operands_;
  std::list<std::vector<float>> scales_;
};

template <typename T>
std::vector<double> Elements(const nnadapter::core::Operand& operand) {
  const T* begin = static_cast<const T*>(operand.buffer);
  return {begin, begin + operand.length / sizeof(T)};
}

// The stored values, or the real ones of a quantised or half-precision result.
std::vector<double> ValuesOf(const nnadapter::core::Operand& operand, bool real) {
  std::vector<float> floats;
  switch (operand.type.precision) {
    case NNADAPTER_INT32:
      return Elements<int32_t>(operand);
    case NNADAPTER_INT64:
      return Elements<int64_t>(operand);
    case NNADAPTER_FLOAT32:
      return Elements<float>(operand);
    case NNADAPTER_BOOL8:
      return Elements<uint8_t>(operand);
    default:
      break;
  }
  if (!real && nnadapter::IsAsymmetric(operand.type.precision)) return Elements<uint8_t>(operand);
  if (!real) return Elements<int8_t>(operand);
  EXPECT_TRUE(operation::ReadFloats(operand, &floats).ok());
  return {floats.begin(), floats.end()};
}

std::vector<int32_t> ShapeOf(const nnadapter::core::Operand& operand) {
  return {operand.type.dimensions.data,
          operand.type.dimensions.data + operand.type.dimensions.count};
}

double MaxMagnitude(const std::vector<double>& values) {
  double max = 0;
  for (double value : values) max = std::max(max, std::fabs(value));
  return max;
}

// The description of input i.
const operation::Operand& InputOf(const Case& c, size_t i) {
  const operation::Definition& definition = *operation::FindEntry(c.type)->definition;
  const int extra = static_cast<int>(c.inputs.size()) - definition.input_count;
  int k = 0;
  while (k < definition.input_count && !definition.inputs[k].repeated) ++k;
  const int index = static_cast<int>(i);
  return definition.inputs[index <= k ? index : std::max(k, index - extra)];
}

std::string Describe(const Case& c) {
  std::string text = c.name + "(";
  for (const Item& item : c.inputs) {
    text += item.present ? nnadapter::PrecisionName(item.precision) : "null";
    for (int32_t extent : item.shape) text += " " + std::to_string(extent);
    text += ", ";
  }
  return text + ")";
}

// --- the table
struct Row {
  int cases = 0;
  int wrong = 0;
  int quantized = 0;
  double error = 0;   // relative to the largest magnitude of an output, or absolute below one
  double quanta = 0;  // of quantised results from float results
  double half = 0;    // of half-precision results, relative
};

std::map<std::string, Row>& Table() {
  static auto* table = new std::map<std::string, Row>;
  return *table;
}

constexpr double kFloatTolerance = 3e-6;
constexpr double kHalfTolerance = 2e-3;

// Largest difference, over the largest magnitude of the expected values or one.
double Difference(const std::vector<double>& found, const std::vector<double>& expected) {
  double difference = 0;
  for (size_t i = 0; i < found.size() && i < expected.size(); ++i) {
    difference = std::max(difference, std::fabs(found[i] - expected[i]));
  }
  return difference / std::max(MaxMagnitude(expected), 1.0);
}

void CheckValues(const Case& c) {
  SCOPED_TRACE(Describe(c));
  Built built(c.type, c.inputs, c.outputs);
  const Status status = built.Run();
  ASSERT_TRUE(status.ok()) << status.message();
  for (size_t i = 0; i < c.outputs.size(); ++i) {
    if (!c.outputs[i].present) continue;
    const nnadapter::core::Operand& found = *built.op.output_operands[i];
    EXPECT_EQ(found.type.precision, c.outputs[i].precision) << "output " << i;
    ASSERT_EQ(ShapeOf(found), c.outputs[i].shape) << "output " << i;
    const std::vector<double> values = ValuesOf(found, false);
    ASSERT_EQ(values.size(), c.outputs[i].values.size());
    if (found.type.precision == NNADAPTER_FLOAT32) {
      const double difference = Difference(values, c.outputs[i].values);
      EXPECT_LE(difference, kFloatTolerance) << "output " << i;
      Table()[c.name].error = std::max(Table()[c.name].error, difference);
    } else {
      EXPECT_EQ(values, c.outputs[i].values) << "output " << i;
    }
  }
  ++Table()[c.name].cases;
}

TEST(OperationsGolden, Values) {
  for (const Case& c : Cases()) {
    if (c.error.empty()) CheckValues(c);
  }
}

// --- dynamic shapes: every tensor has unknown extents, and two rows that are the case's shape.
TEST(OperationsGolden, DynamicRows) {
  for (const Case& c : Cases()) {
    if (!c.error.empty()) continue;
    SCOPED_TRACE(Describe(c));
    Built built(c.type, c.inputs, c.outputs);
    bool dynamic = false;
    for (size_t i = 0; i < c.inputs.size(); ++i) {
      const operation::Role role = InputOf(c, i).role;
      if (!c.inputs[i].present || c.inputs[i].constant ||
          (role != operation::Role::kTensor && role != operation::Role::kExtents)) {
        continue;
      }
      nnadapter::core::Operand* operand = built.op.input_operands[i];
      nnadapter::FreeBuffer(operand);
      NNAdapterOperandDimensionType& dimensions = operand->type.dimensions;
      dimensions.dynamic_count = 2;
      for (uint32_t axis = 0; axis < dimensions.count; ++axis) {
        dimensions.dynamic_data[0][axis] = dimensions.dynamic_data[1][axis] = dimensions.data[axis];
        dimensions.data[axis] = NNADAPTER_UNKNOWN;
      }
      dynamic = true;
    }
    if (!dynamic) continue;
    // Without rows, extents that follow from parameters are known and right.
    Built unknown(c.type, c.inputs, c.outputs);
    for (size_t i = 0; i < c.inputs.size(); ++i) {
      if (!c.inputs[i].present || built.op.input_operands[i]->buffer != nullptr) continue;
      nnadapter::FreeBuffer(unknown.op.input_operands[i]);
      unknown.op.input_operands[i]->type.dimensions = built.op.input_operands[i]->type.dimensions;
      unknown.op.input_operands[i]->type.dimensions.dynamic_count = 0;
    }
    Status open = operation::Prepare(&unknown.op, false);
    EXPECT_TRUE(open.ok() || open.code() == NNADAPTER_INVALID_PARAMETER) << open.message();
    // SQUEEZE takes a named axis of unknown extent for one.
    if (c.name == "SQUEEZE") open = Status(NNADAPTER_INVALID_PARAMETER, "");
    const Status status = operation::Prepare(&built.op, false);
    ASSERT_TRUE(status.ok()) << status.message();
    for (size_t i = 0; i < c.outputs.size(); ++i) {
      if (!c.outputs[i].present) continue;
      const NNAdapterOperandDimensionType& found = built.op.output_operands[i]->type.dimensions;
      ASSERT_EQ(found.dynamic_count, 2u);
      ASSERT_EQ(found.count, c.outputs[i].shape.size());
      const NNAdapterOperandDimensionType& partly = unknown.op.output_operands[i]->type.dimensions;
      EXPECT_TRUE(!open.ok() || partly.count == found.count) << "output " << i;
      for (uint32_t axis = 0; axis < found.count; ++axis) {
        const int32_t expected = c.outputs[i].shape[axis];
        // The number of boxes, or of values of a tensor that has none yet, depends on data.
        if (found.dynamic_data[1][axis] != NNADAPTER_UNKNOWN) {
          EXPECT_EQ(found.dynamic_data[1][axis], expected) << "output " << i << " axis " << axis;
        } else {
          EXPECT_TRUE(c.name == "NON_MAX_SUPPRESSION" || c.name == "RANGE") << c.name;
        }
        if (open.ok() && partly.data[axis] != NNADAPTER_UNKNOWN) {
          EXPECT_EQ(partly.data[axis], expected) << "output " << i << " axis " << axis;
        }
      }
    }
  }
}

// --- other precisions: the same operation on float values that the precision represents.
enum class Form { kInt8, kInt8PerChannel, kUint8, kHalf };

// Stores the item in another precision, and replaces its values by the real ones of that.
Item Store(Form form, int channel_axis, Item* item) {
  Item stored = *item;
  NNAdapterOperandType type = {};
  double low = 0, high = 0;
  for (double value : item->values) {
    low = std::min(low, value);
    high = std::max(high, value);
  }
  const double magnitude = std::max(std::max(-low, high), 1e-3);
  if (form == Form::kHalf) {
    stored.precision = NNADAPTER_FLOAT16;
    for (double& value : item->values) {
      value = operation::HalfToFloat(operation::FloatToHalf(static_cast<float>(value)));
    }
    stored.values = item->values;
    return stored;
  }
  stored.precision = NNADAPTER_QUANT_INT8_SYMM_PER_LAYER;
  stored.scales = {static_cast<float>(magnitude / 127)};
  if (form == Form::kUint8) {
    stored.precision = NNADAPTER_QUANT_UINT8_ASYMM_PER_LAYER;
    stored.scales = {static_cast<float>(std::max(high - low, 1e-3) / 255)};
    stored.zero_point = static_cast<int32_t>(std::round(-low / stored.scales[0]));
  }
  if (form == Form::kInt8PerChannel) {
    stored.precision = NNADAPTER_QUANT_INT8_SYMM_PER_CHANNEL;
    stored.zero_point = channel_axis;  // where an item with several scales has its axis
    const int32_t channels = item->shape[static_cast<size_t>(channel_axis)];
    for (int32_t i = 1; i < channels; ++i) {
      stored.scales.push_back(stored.scales[0] * (1 + 0.125f * static_cast<float>(i)));
    }
  }
  size_t inner = 1;
  for (size_t axis = static_cast<size_t>(channel_axis) + 1; axis < item->shape.size(); ++axis) {
    inner *= static_cast<size_t>(item->shape[axis]);
  }
  type.precision = stored.precision;
  type.asymm_per_layer_params.zero_point = stored.zero_point;
  for (size_t i = 0; i < stored.values.size(); ++i) {
    NNAdapterOperandType layer = type;
    layer.precision = form == Form::kUint8 ? type.precision : NNADAPTER_QUANT_INT8_SYMM_PER_LAYER;
    layer.asymm_per_layer_params.scale = stored.scales[i / inner % stored.scales.size()];
    const int64_t q = operation::Quantize(layer, static_cast<float>(item->values[i]));
    stored.values[i] = static_cast<double>(q);
    item->values[i] = operation::Dequantize(layer, q);
  }
  return stored;
}

// The bias of a quantised operation has the scale of input times filter.
Item StoreBias(const Item& input, const Item& filter, Item* item) {
  Item stored = *item;
  const size_t channels = item->values.size();
  const bool per_channel = filter.scales.size() > 1;
  stored.precision =
      per_channel ? NNADAPTER_QUANT_INT32_SYMM_PER_CHANNEL : NNADAPTER_QUANT_INT32_SYMM_PER_LAYER;
  stored.scales.clear();
  for (size_t i = 0; i < (per_channel ? channels : 1); ++i) {
    stored.scales.push_back(input.scales[0] * filter.scales[i % filter.scales.size()]);
  }
  for (size_t i = 0; i < channels; ++i) {
    const double scale = stored.scales[i % stored.scales.size()];
    stored.values[i] = std::round(item->values[i] / scale);
    item->values[i] = stored.values[i] * scale;
  }
  return stored;
}

// Makes the case in another form and the float case with the same values; false if the operation
// has no such form.
bool MakeForm(Form form, const Case& c, Case* stored, Case* real) {
  *stored = *real = c;
  bool changed = false;
  const int precision = form == Form::kHalf    ? NNADAPTER_FLOAT16
                        : form == Form::kUint8 ? NNADAPTER_QUANT_UINT8_ASYMM_PER_LAYER
                                               : NNADAPTER_QUANT_INT8_SYMM_PER_LAYER;
  size_t filter = 0;
  for (size_t i = 0; i < c.inputs.size(); ++i) {
    const operation::Operand& operand = InputOf(c, i);
    const bool is_filter =
        operation::IsIn(NNADAPTER_QUANT_INT8_SYMM_PER_CHANNEL, operand.precisions);
    const bool is_bias = operation::IsIn(NNADAPTER_QUANT_INT32_SYMM_PER_LAYER, operand.precisions);
    if (!c.inputs[i].present || c.inputs[i].precision != NNADAPTER_FLOAT32 ||
        operand.role != operation::Role::kTensor) {
      continue;
    }
    if (is_bias && form != Form::kHalf) {
      stored->inputs[i] = StoreBias(stored->inputs[0], stored->inputs[filter], &real->inputs[i]);
    } else if (operation::IsIn(precision, operand.precisions)) {
      const Form own = form == Form::kInt8PerChannel && !is_filter ? Form::kInt8 : form;
      stored->inputs[i] = Store(own, c.name == "CONV_2D_TRANSPOSE" ? 1 : 0, &real->inputs[i]);
      changed = changed || form != Form::kInt8PerChannel || is_filter;
    }
    if (is_filter) filter = i;
  }
  return changed;
}

void CheckForm(Form form, const Case& c) {
  Case stored, real;
  if (!MakeForm(form, c, &stored, &real)) return;
  SCOPED_TRACE(Describe(stored));
  Built reference(real.type, real.inputs, real.outputs);
  ASSERT_TRUE(reference.Run().ok());
  for (size_t i = 0; i < stored.outputs.size(); ++i) {
    Item& output = stored.outputs[i];
    if (!output.present || output.precision != NNADAPTER_FLOAT32) continue;
    output.values = ValuesOf(*reference.op.output_operands[i], true);
    output.shape = {static_cast<int32_t>(output.values.size())};
    output = Store(form == Form::kInt8PerChannel ? Form::kInt8 : form, 0, &output);
  }
  Built built(stored.type, stored.inputs, stored.outputs);
  const Status status = built.Run();
  ASSERT_TRUE(status.ok()) << status.message();
  Row& row = Table()[c.name];
  for (size_t i = 0; i < stored.outputs.size(); ++i) {
    if (!stored.outputs[i].present) continue;
    const nnadapter::core::Operand& found = *built.op.output_operands[i];
    const std::vector<double> values = ValuesOf(found, true);
    const std::vector<double> expected = ValuesOf(*reference.op.output_operands[i], true);
    ASSERT_EQ(values.size(), expected.size());
    if (form == Form::kHalf || found.type.precision == NNADAPTER_FLOAT32) {
      const double difference = Difference(values, expected);
      EXPECT_LE(difference, kHalfTolerance);
      row.half = std::max(row.half, difference);
    } else if (nnadapter::IsQuantized(found.type.precision)) {
      double quanta = 0;
      for (size_t k = 0; k < values.size(); ++k) {
        quanta = std::max(quanta, std::fabs(values[k] - expected[k]) / stored.outputs[i].scales[0]);
      }
      EXPECT_LE(quanta, 1.0);
      row.quanta = std::max(row.quanta, quanta);
    } else {
      EXPECT_EQ(values, expected);
    }
  }
  if (form != Form::kHalf) ++row.quantized;
}

TEST(OperationsGolden, QuantizedForms) {
  for (const Case& c : Cases()) {
    if (!c.error.empty()) continue;
    for (Form form : {Form::kInt8, Form::kInt8PerChannel, Form::kUint8}) CheckForm(form, c);
  }
}

TEST(OperationsGolden, HalfPrecision) {
  for (const Case& c : Cases()) {
    if (c.error.empty()) CheckForm(Form::kHalf, c);
  }
}

// --- wrong use
void ExpectRefused(const Built& built, const std::string& part) {
  Built& mutable_built = const_cast<Built&>(built);
  const Status status = mutable_built.Run();
  EXPECT_EQ(status.code(), NNADAPTER_INVALID_PARAMETER) << status.message();
  EXPECT_NE(status.message().find(part), std::string::npos)
      << "expected \"" << part << "\" in: " << status.message();
}

TEST(OperationsGolden, WrongParameters) {
  for (const Case& c : Cases()) {
    if (c.error.empty()) continue;
    SCOPED_TRACE(Describe(c));
    std::vector<Item> outputs(c.outputs.size());
    for (Item& output : outputs) output.present = true;
    ExpectRefused(Built(c.type, c.inputs, outputs), c.error);
    ++Table()[c.name].wrong;
  }
}

// Operands that are missing, of another precision, too short, negative, or without a value.
TEST(OperationsGolden, WrongOperands) {
  std::map<std::string, bool> done;
  for (const Case& c : Cases()) {
    if (!c.error.empty() || done[c.name]) continue;
    done[c.name] = true;
    SCOPED_TRACE(Describe(c));
    const auto run = [&](const char* what, const std::string& part, auto&& change) {
      SCOPED_TRACE(what);
      Built built(c.type, c.inputs, c.outputs);
      change(&built.op);
      ExpectRefused(built, part);
      ++Table()[c.name].wrong;
    };
    using Op = nnadapter::core::Operation;
    run("no inputs", "inputs", [](Op* op) { op->input_operands.clear(); });
    run("no outputs", "outputs", [](Op* op) { op->output_operands.clear(); });
    run("null output", "null", [](Op* op) { op->output_operands[0] = nullptr; });
    for (size_t i = 0; i < c.inputs.size(); ++i) {
      const operation::Operand& operand = InputOf(c, i);
      SCOPED_TRACE(operand.name);
      if (!c.inputs[i].present) continue;
      if (!operand.optional) {
        run("null", operand.name, [i](Op* op) { op->input_operands[i] = nullptr; });
      }
      run("precision", operand.name, [i](Op* op) { op->input_operands[i]->type.precision = 17; });
      run("extent", operand.name, [i](Op* op) {
        op->input_operands[i]->type.dimensions.count = 1;
        op->input_operands[i]->type.dimensions.data[0] = -3;
      });
      run("size", operand.name, [i](Op* op) {
        op->input_operands[i]->type.dimensions.count = 3;
        std::fill_n(op->input_operands[i]->type.dimensions.data, 3, 1 << 20);
      });
      if (!c.inputs[i].values.empty()) {
        run("short", operand.name, [i](Op* op) { op->input_operands[i]->length = 0; });
      }
      if (operand.role == operation::Role::kScalar || operand.role == operation::Role::kList) {
        run("no value", operand.name,
            [i](Op* op) { nnadapter::FreeBuffer(op->input_operands[i]); });
      }
    }
  }
}

TEST(OperationsGolden, WrongQuantization) {
  for (const Case& c : Cases()) {
    Case stored, real;
    if (!c.error.empty() || !MakeForm(Form::kUint8, c, &stored, &real)) continue;
    SCOPED_TRACE(Describe(stored));
    for (int wrong = 0; wrong < 3; ++wrong) {
      Case bad = stored;
      if (wrong == 0) bad.inputs[0].scales = {0.0f};
      if (wrong == 1) bad.inputs[0].scales = {INFINITY};
      if (wrong == 2) bad.inputs[0].zero_point = 256;
      // The first operand of some operations is not quantised.
      if (bad.inputs[0].precision != NNADAPTER_QUANT_UINT8_ASYMM_PER_LAYER) continue;
      ExpectRefused(Built(bad.type, bad.inputs, bad.outputs), wrong == 2 ? "zero point" : "scale");
    }
  }
}

// Runs a call for its checks; results do not matter.
void RunAnyway(Case c) {
  for (Item& output : c.outputs) output.present = true;
  Built built(c.type, c.inputs, c.outputs);
  if (!operation::Prepare(&built.op, false).ok()) return;
  uint32_t bytes = 0;
  const bool small =
      !nnadapter::ByteSize(built.op.output_operands[0]->type, &bytes).ok() || bytes < (1u << 16);
  if (small) (void)operation::Execute(&built.op).ok();
}

// Extreme values of parameters, indices and elements, and empty tensors, end in results or in a
// result code.
TEST(OperationsGolden, ExtremeValues) {
  for (const Case& c : Cases()) {
    for (size_t i = 0; i < c.inputs.size(); ++i) {
      const Item& input = c.inputs[i];
      if (!input.present) continue;
      std::vector<double> extremes = {-2147483648.0, -65535.0, -1.0, 0.0, 1.0, 9.0, 2147483647.0};
      if (input.precision == NNADAPTER_FLOAT32)
        extremes = {NAN, INFINITY, -INFINITY, 1e30, -1.0, 0.0};
      if (input.precision == NNADAPTER_BOOL8) extremes = {0.0, 1.0};
      if (nnadapter::IsQuantized(input.precision)) extremes.clear();
      for (size_t k = 0; k < std::min<size_t>(input.values.size(), 4); ++k) {
        for (double value : extremes) {
          Case changed = c;
          changed.inputs[i].values[k] = value;
          RunAnyway(changed);
        }
      }
      for (size_t axis = 0; axis < input.shape.size(); ++axis) {
        Case changed = c;
        changed.inputs[i].shape[axis] = 0;
        changed.inputs[i].values.clear();
        RunAnyway(changed);
        // All tensors together, as a batch of no images.
        for (Item& item : changed.inputs) {
          if (!item.present || item.constant || axis >= item.shape.size()) continue;
          item.shape[axis] = 0;
          item.values.clear();
        }
        RunAnyway(changed);
      }
    }
  }
}

// --- the table of the cases above: a row for each operation. LITE_UPDATE_SUPPORT=1 rewrites it.
std::string Bound(double error) {
  if (error == 0) return "0";
  const double step = std::pow(10.0, std::floor(std::log10(error)));
  char text[32];
  std::snprintf(text, sizeof(text), "%.0e", std::ceil(error / step) * step);
  return text;
}

TEST(OperationsGolden, ZTable) {
  if (Table().empty() || ::testing::GTEST_FLAG(filter) != "*") {
    GTEST_SKIP() << "the table needs all tests of the suite";
  }
  const std::string path = LITE_TEST_DATA_DIR "/nnadapter/operations.txt";
  std::ofstream update;
  if (std::getenv("LITE_UPDATE_SUPPORT") != nullptr) {
    update.open(path);
    update << "# operation, cases, wrong uses, quantised cases; bounds of the errors: float "
              "(relative), quantised (quanta), half (relative)\n";
    for (int code = 0; operation::FindEntry(code) != nullptr; ++code) {
      const std::string name = operation::FindEntry(code)->name;
      const Row& row = Table()[name];
      update << name << ' ' << row.cases << ' ' << row.wrong << ' ' << row.quantized << ' '
             << Bound(row.error) << ' ' << Bound(row.quanta) << ' ' << Bound(row.half) << '\n';
    }
    return;
  }
  std::map<std::string, std::vector<std::string>> rows;
  std::ifstream file(path);
  std::string line;
  while (std::getline(file, line)) {
    if (line.empty() || line[0] == '#') continue;
    std::vector<std::string> words;
    for (size_t begin = 0, end = 0; end != std::string::npos; begin = end + 1) {
      end = line.find(' ', begin);
      words.push_back(line.substr(begin, end - begin));
    }
    if (words.size() == 7) rows[words[0]] = words;
  }
  for (int code = 0; operation::FindEntry(code) != nullptr; ++code) {
    const std::string name = operation::FindEntry(code)->name;
    const Row& row = Table()[name];
    EXPECT_GT(row.cases, 0) << name << " has no case";
    EXPECT_GT(row.wrong, 0) << name << " has no wrong use";
    ASSERT_EQ(rows.count(name), 1u) << name << " is not in operations.txt";
    const std::vector<std::string>& words = rows[name];
    EXPECT_EQ(words[1], std::to_string(row.cases)) << name;
    EXPECT_EQ(words[2], std::to_string(row.wrong)) << name;
    EXPECT_EQ(words[3], std::to_string(row.quantized)) << name;
    // Libraries of functions differ in the last bits.
    EXPECT_LE(row.error, 2 * std::stod(words[4]) + 1e-7) << name;
    EXPECT_LE(row.quanta, 2 * std::stod(words[5]) + 1e-3) << name;
    EXPECT_LE(row.half, 2 * std::stod(words[6]) + 1e-4) << name;
  }
}

}  // namespace
