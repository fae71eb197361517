#include "lite/kernels/nnadapter/shape_rows.h"

#include <algorithm>
#include <cstring>
#include <limits>
#include <utility>

namespace paddle::lite::kernels::nnadapter {
namespace {

using lite::nnadapter::CheckCall;

// Lists of numbers that differ are short: they are about axes.
constexpr size_t kMaxNumbers = 2 * NNADAPTER_MAX_SIZE_OF_DIMENSIONS;

bool AsNumbers(const Recording::Value& value, std::vector<int32_t>* numbers) {
  if (value.form.precision != NNADAPTER_INT32 || value.bytes > kMaxNumbers * sizeof(int32_t)) {
    return false;
  }
  numbers->resize(value.bytes / sizeof(int32_t));
  if (value.bytes != 0) std::memcpy(numbers->data(), value.data(), value.bytes);
  return true;
}

bool SameForm(const OperandForm& a, const OperandForm& b) {
  return a.precision == b.precision && a.scales == b.scales && a.channel_dim == b.channel_dim;
}

// Positions of operands (nnadapter/types.h).
constexpr size_t kReshapeShape = 1;
constexpr size_t kSliceAxes = 1, kSliceStarts = 2, kSliceEnds = 3;
constexpr size_t kPoolPads = 2, kPoolKernel = 3, kPoolStrides = 4;
constexpr size_t kResizeShape = 1, kResizeScales = 2;

// Parameters that may differ between rows.
std::vector<size_t> JoinableInputs(NNAdapterOperationType type) {
  switch (type) {
    case NNADAPTER_RESHAPE:
      return {kReshapeShape};
    case NNADAPTER_SLICE:
      return {kSliceStarts, kSliceEnds};
    case NNADAPTER_AVERAGE_POOL_2D:
    case NNADAPTER_MAX_POOL_2D:
      return {kPoolPads, kPoolKernel, kPoolStrides};
    case NNADAPTER_RESIZE_NEAREST:
    case NNADAPTER_RESIZE_LINEAR:
      return {kResizeShape};
    default:
      return {};
  }
}

}  // namespace

std::string ShapeRows::Place(const Recording::Operation& operation) const {
  return StrCat(operation.made_for, ": ", OperationName(operation.type));
}

Status ShapeRows::AddValue(size_t row, Recording::Value* value, Value* known) const {
  if (value->kind != known->first.kind || !SameForm(value->form, known->first.form) ||
      value->dims.rank() != known->dims[0].rank()) {
    return Unsupported("a value of shape ", value->dims, " is one of shape ", known->dims[0],
                       " and of another form for other shapes of the inputs");
  }
  known->dims.push_back(value->dims);
  if (value->kind != Recording::Kind::kConstant) return OkStatus();
  const bool same =
      value->bytes == known->first.bytes &&
      (value->bytes == 0 || std::memcmp(value->data(), known->first.data(), value->bytes) == 0);
  if (same && !known->differs()) return OkStatus();
  std::vector<int32_t> first, numbers;
  if (!AsNumbers(known->first, &first) || !AsNumbers(*value, &numbers) ||
      first.size() != numbers.size()) {
    return Unsupported("a constant of shape ", value->dims,
                       " has other elements for other shapes of the inputs");
  }
  // The rows before were equal to the first.
  if (!known->differs()) known->numbers.assign(row, first);
  known->numbers.push_back(std::move(numbers));
  return OkStatus();
}

Status ShapeRows::Add(Recording recording, const Builder::Model& model) {
  digest_.AddText(model.digest);
  const size_t row = rows_++;
  if (row == 0) {
    for (Recording::Value& value : recording.values) {
      const DDim dims = value.dims;
      values_.push_back({std::move(value), {dims}, {}});
    }
    operations_ = std::move(recording.operations);
    results_ = std::move(recording.results);
    inputs_ = model.inputs;
    return OkStatus();
  }
  const size_t count = std::min(operations_.size(), recording.operations.size());
  for (size_t i = 0; i < count; ++i) {
    const Recording::Operation &known = operations_[i], &found = recording.operations[i];
    if (known.type == found.type && known.inputs == found.inputs &&
        known.outputs == found.outputs) {
      continue;
    }
    return Unsupported(Place(known), " is ", OperationName(found.type),
                       " for other shapes of the inputs");
  }
  if (operations_.size() != recording.operations.size() ||
      values_.size() != recording.values.size() || results_ != recording.results ||
      inputs_ != model.inputs) {
    return Unsupported(operations_.size(), " operations are ", recording.operations.size(),
                       " for other shapes of the inputs");
  }
  for (size_t i = 0; i < values_.size(); ++i) {
    LITE_RETURN_IF_ERROR(AddValue(row, &recording.values[i], &values_[i]));
  }
  return OkStatus();
}

// The model while it is built.
class ShapeRows::Joining {
 public:
  Joining(const ShapeRows& rows, const Api* api)
      : rows_(rows), api_(api), model_(nullptr, api->NNAdapterModel_destroy) {}

  Result<Builder::Model> Build();

 private:
  using Operation = Recording::Operation;
  Result<Operand> AddOperand(const NNAdapterOperandType& type) const;
  // The operand of a value, which is made when it is first needed.
  Result<Operand> Of(size_t number);
  Result<Operand> Constant(const OperandForm& form, const DDim& dims, const void* data,
                           size_t bytes);
  Result<Operand> Numbers(const std::vector<int32_t>& values);
  Status Apply(const Operation& operation);
  Status CheckRows(const Operation& operation, size_t number);
  // The operation gets parameters for all rows instead of those that differ.
  Status Join(const Operation& operation, NNAdapterOperationType* type,
              std::vector<Operand>* inputs);
  Status JoinReshape(const Operation& operation, std::vector<Operand>* inputs);
  Status JoinSlice(const Operation& operation, std::vector<Operand>* inputs);
  Status JoinPool(const Operation& operation, NNAdapterOperationType* type,
                  std::vector<Operand>* inputs);
  Status JoinResize(const Operation& operation, std::vector<Operand>* inputs);

  const Value& ValueOf(const Operation& operation, size_t input) const {
    return rows_.values_[operation.inputs[input]];
  }
  // Element `i` of a list in a row.
  static int32_t Number(const Value& value, size_t row, size_t i) {
    if (value.differs()) return value.numbers[row][i];
    int32_t number = 0;
    std::memcpy(&number, static_cast<const char*>(value.first.data()) + i * sizeof(number),
                sizeof(number));
    return number;
  }
  static size_t CountOf(const Value& value) { return value.first.bytes / sizeof(int32_t); }
  // Whether `f(row)` is true for all rows.
  template <typename F>
  bool All(const F& f) const {
    for (size_t row = 0; row < rows_.rows_; ++row) {
      if (!f(row)) return false;
    }
    return true;
  }
  bool Same(const Value& value, size_t i) const {
    return All([&](size_t row) { return Number(value, row, i) == Number(value, 0, i); });
  }
  Status CannotJoin(const Operation& operation, size_t input) const {
    const Value& value = ValueOf(operation, input);
    return Unsupported(
        rows_.Place(operation), ": input ", input, " is ", ListToString(value.numbers.front()),
        " or ", ListToString(value.numbers.back()), ", and does not follow from the shape ",
        ValueOf(operation, 0).dims.front(), " or ", ValueOf(operation, 0).dims.back());
  }

  const ShapeRows& rows_;
  const Api* const api_;
  Handle<NNAdapterModel> model_;
  std::vector<Operand> operands_;  // by the number of the value
  std::vector<NNAdapterOperationType> types_;
};

Result<Operand> ShapeRows::Joining::AddOperand(const NNAdapterOperandType& type) const {
  Operand operand = nullptr;
  LITE_RETURN_IF_ERROR(CheckCall(api_->NNAdapterModel_addOperand(model_.get(), &type, &operand),
                                 "NNAdapterModel_addOperand"));
  return operand;
}

Result<Operand> ShapeRows::Joining::Constant(const OperandForm& form, const DDim& dims,
                                             const void* data, size_t bytes) {
  NNAdapterOperandType type = TypeOf(form);
  type.dimensions.count = static_cast<uint32_t>(dims.rank());
  for (int i = 0; i < dims.rank(); ++i) type.dimensions.data[i] = static_cast<int32_t>(dims[i]);
  LITE_ASSIGN_OR_RETURN(const Operand operand, AddOperand(type));
  // The recordings outlive the model, other memory does not.
  const bool copy = bytes <= kMaxNumbers * sizeof(int32_t);
  LITE_RETURN_IF_ERROR(
      CheckCall(api_->NNAdapterModel_setOperandValue(operand, const_cast<void*>(data),
                                                     static_cast<uint32_t>(bytes), copy),
                "NNAdapterModel_setOperandValue"));
  return operand;
}

Result<Operand> ShapeRows::Joining::Numbers(const std::vector<int32_t>& values) {
  return Constant({NNADAPTER_INT32}, {static_cast<int64_t>(values.size())}, values.data(),
                  values.size() * sizeof(int32_t));
}

Result<Operand> ShapeRows::Joining::Of(size_t number) {
  if (number == Recording::kAbsentValue) return kAbsent;
  Operand& known = operands_[number];
  if (known != nullptr) return known;
  const Value& value = rows_.values_[number];
  const Recording::Value& first = value.first;
  if (first.kind == Recording::Kind::kConstant) {
    LITE_ASSIGN_OR_RETURN(known, Constant(first.form, first.dims, first.data(), first.bytes));
    return known;
  }
  NNAdapterOperandType type = TypeOf(first.form);
  if (first.kind == Recording::Kind::kInput) {
    NNAdapterOperandDimensionType& dims = type.dimensions;
    dims.count = static_cast<uint32_t>(first.dims.rank());
    dims.dynamic_count = static_cast<uint32_t>(rows_.rows_);
    for (uint32_t i = 0; i < dims.count; ++i) {
      const auto axis = static_cast<int>(i);
      dims.data[i] = static_cast<int32_t>(value.dims[0][axis]);
      for (size_t row = 0; row < rows_.rows_; ++row) {
        dims.dynamic_data[row][i] = static_cast<int32_t>(value.dims[row][axis]);
        if (value.dims[row][axis] != value.dims[0][axis]) dims.data[i] = NNADAPTER_UNKNOWN;
      }
    }
  }
  LITE_ASSIGN_OR_RETURN(known, AddOperand(type));
  return known;
}

// 0 keeps an extent of the input, and one extent follows from the number of elements.
Status ShapeRows::Joining::JoinReshape(const Operation& operation, std::vector<Operand>* inputs) {
  const Value& shape = ValueOf(operation, kReshapeShape);
  const std::vector<DDim>& dims = ValueOf(operation, 0).dims;
  std::vector<int32_t> joined;
  bool has_rest = false;
  for (size_t i = 0; i < CountOf(shape); ++i) {
    const auto axis = static_cast<int>(i);
    if (Same(shape, i)) {
      joined.push_back(Number(shape, 0, i));
    } else if (axis < dims[0].rank() &&
               All([&](size_t row) { return Number(shape, row, i) == dims[row][axis]; })) {
      joined.push_back(0);
    } else if (!has_rest) {
      joined.push_back(-1);
      has_rest = true;
    } else {
      return CannotJoin(operation, kReshapeShape);
    }
  }
  LITE_ASSIGN_OR_RETURN((*inputs)[kReshapeShape], Numbers(joined));
  return OkStatus();
}

// A position that is the same from the end of the axis in all rows.
Status ShapeRows::Joining::JoinSlice(const Operation& operation, std::vector<Operand>* inputs) {
  const Value& axes = ValueOf(operation, kSliceAxes);
  for (const size_t input : {kSliceStarts, kSliceEnds}) {
    const Value& positions = ValueOf(operation, input);
    if (!positions.differs()) continue;
    std::vector<int32_t> joined;
    for (size_t i = 0; i < CountOf(positions); ++i) {
      if (Same(positions, i)) {
        joined.push_back(Number(positions, 0, i));
        continue;
      }
      const auto from_end = [&](size_t row) {
        return Number(positions, row, i) - ValueOf(operation, 0).dims[row][Number(axes, 0, i)];
      };
      const int64_t distance = from_end(0);
      if (axes.differs() || distance > 0 ||
          !All([&](size_t row) { return from_end(row) == distance; })) {
        return CannotJoin(operation, input);
      }
      joined.push_back(distance == 0 ? std::numeric_limits<int32_t>::max()
                                     : static_cast<int32_t>(distance));
    }
    LITE_ASSIGN_OR_RETURN((*inputs)[input], Numbers(joined));
  }
  return OkStatus();
}

// A window over the whole image is a reduction. Paddings at the end that are wider than the windows
// reach have no effect, so the widest may be that of all rows. Those at the beginning move the
// windows.
Status ShapeRows::Joining::JoinPool(const Operation& operation, NNAdapterOperationType* type,
                                    std::vector<Operand>* inputs) {
  const Value& pads = ValueOf(operation, kPoolPads);
  const Value& kernel = ValueOf(operation, kPoolKernel);
  if (!kernel.differs()) {
    if (ValueOf(operation, kPoolStrides).differs()) return CannotJoin(operation, kPoolStrides);
    std::vector<int32_t> joined;
    for (size_t i = 0; i < CountOf(pads); ++i) {
      const bool is_end = i % 2 == 1;  // top, bottom, left, right
      if (!is_end && !Same(pads, i)) return CannotJoin(operation, kPoolPads);
      int32_t widest = 0;
      for (size_t row = 0; row < rows_.rows_; ++row)
        widest = std::max(widest, Number(pads, row, i));
      joined.push_back(widest);
    }
    LITE_ASSIGN_OR_RETURN((*inputs)[kPoolPads], Numbers(joined));
    return OkStatus();
  }
  const bool whole = All([&](size_t row) {
    const DDim& dims = ValueOf(operation, 0).dims[row];
    return dims.rank() == 4 && Number(kernel, row, 0) == dims[2] &&
           Number(kernel, row, 1) == dims[3] && Number(pads, row, 0) == 0 &&
           Number(pads, row, 1) == 0 && Number(pads, row, 2) == 0 && Number(pads, row, 3) == 0;
  });
  if (!whole) return CannotJoin(operation, kPoolKernel);
  *type = *type == NNADAPTER_AVERAGE_POOL_2D ? NNADAPTER_REDUCE_MEAN : NNADAPTER_REDUCE_MAX;
  constexpr uint8_t kKeepDimensions = 1;
  LITE_ASSIGN_OR_RETURN(const Operand axes, Numbers({2, 3}));
  LITE_ASSIGN_OR_RETURN(const Operand keep,
                        Constant({NNADAPTER_BOOL8}, {1}, &kKeepDimensions, sizeof(uint8_t)));
  *inputs = {(*inputs)[0], axes, keep};
  return OkStatus();
}

// A size that is the same multiple of the input's.
Status ShapeRows::Joining::JoinResize(const Operation& operation, std::vector<Operand>* inputs) {
  const Value& size = ValueOf(operation, kResizeShape);
  const std::vector<DDim>& dims = ValueOf(operation, 0).dims;
  float scales[2] = {};
  for (int i = 0; i < 2; ++i) {
    const auto at = static_cast<size_t>(i);
    const int64_t times = Number(size, 0, at) / std::max<int64_t>(1, dims[0][2 + i]);
    if (times < 1 ||
        !All([&](size_t row) { return Number(size, row, at) == dims[row][2 + i] * times; })) {
      return CannotJoin(operation, kResizeShape);
    }
    scales[i] = static_cast<float>(times);
  }
  (*inputs)[kResizeShape] = kAbsent;
  LITE_ASSIGN_OR_RETURN((*inputs)[kResizeScales], Constant({}, {2}, scales, sizeof(scales)));
  return OkStatus();
}

Status ShapeRows::Joining::Join(const Operation& operation, NNAdapterOperationType* type,
                                std::vector<Operand>* inputs) {
  const std::vector<size_t> joinable = JoinableInputs(operation.type);
  for (size_t i = 0; i < operation.inputs.size(); ++i) {
    if (operation.inputs[i] != Recording::kAbsentValue && ValueOf(operation, i).differs() &&
        std::find(joinable.begin(), joinable.end(), i) == joinable.end()) {
      return CannotJoin(operation, i);
    }
  }
  switch (operation.type) {
    case NNADAPTER_RESHAPE:
      return JoinReshape(operation, inputs);
    case NNADAPTER_SLICE:
      return JoinSlice(operation, inputs);
    case NNADAPTER_AVERAGE_POOL_2D:
    case NNADAPTER_MAX_POOL_2D:
      return JoinPool(operation, type, inputs);
    case NNADAPTER_RESIZE_NEAREST:
    case NNADAPTER_RESIZE_LINEAR:
      return JoinResize(operation, inputs);
    default:
      return OkStatus();
  }
}

Status ShapeRows::Joining::Apply(const Operation& operation) {
  NNAdapterOperationType type = operation.type;
  bool differs = false;
  std::vector<Operand> inputs, outputs;
  for (const size_t number : operation.inputs) {
    differs = differs || (number != Recording::kAbsentValue && rows_.values_[number].differs());
    LITE_ASSIGN_OR_RETURN(const Operand operand, Of(number));
    inputs.push_back(operand);
  }
  for (const size_t number : operation.outputs) {
    LITE_ASSIGN_OR_RETURN(const Operand operand, Of(number));
    outputs.push_back(operand);
  }
  if (differs) LITE_RETURN_IF_ERROR(Join(operation, &type, &inputs));
  // A reduction has no indices.
  if (type != operation.type) outputs.resize(1);
  types_.push_back(type);
  NNAdapterOperation* added = nullptr;
  LITE_RETURN_IF_ERROR(CheckCall(
      api_->NNAdapterModel_addOperation(model_.get(), type, static_cast<uint32_t>(inputs.size()),
                                        inputs.data(), static_cast<uint32_t>(outputs.size()),
                                        outputs.data(), &added),
      StrCat(operation.made_for, ": NNAdapterModel_addOperation(", OperationName(type), ")")));
  for (const size_t number : operation.outputs) {
    if (number != Recording::kAbsentValue) LITE_RETURN_IF_ERROR(CheckRows(operation, number));
  }
  return OkStatus();
}

Status ShapeRows::Joining::CheckRows(const Operation& operation, size_t number) {
  NNAdapterOperandType* type = nullptr;
  LITE_RETURN_IF_ERROR(CheckCall(api_->NNAdapterModel_getOperandType(operands_[number], &type),
                                 "NNAdapterModel_getOperandType"));
  const NNAdapterOperandDimensionType& found = type->dimensions;
  const std::vector<DDim>& expected = rows_.values_[number].dims;
  for (size_t row = 0; row < rows_.rows_; ++row) {
    const int32_t* const extents =
        found.dynamic_count == rows_.rows_ ? found.dynamic_data[row] : found.data;
    const std::vector<int32_t> dims(extents, extents + std::min<uint32_t>(found.count, 8));
    if (std::equal(dims.begin(), dims.end(), expected[row].begin(), expected[row].end())) continue;
    return Unsupported(rows_.Place(operation), ": the result has shape ", ListToString(dims),
                       " in one model for all shapes, expected ", expected[row]);
  }
  return OkStatus();
}

Result<Builder::Model> ShapeRows::Joining::Build() {
  NNAdapterModel* model = nullptr;
  LITE_RETURN_IF_ERROR(CheckCall(api_->NNAdapterModel_create(&model), "NNAdapterModel_create"));
  model_.reset(model);
  operands_.assign(rows_.values_.size(), nullptr);
  std::vector<Operand> inputs, outputs;
  for (size_t i = 0; i < rows_.values_.size(); ++i) {
    if (rows_.values_[i].first.kind != Recording::Kind::kInput) continue;
    LITE_ASSIGN_OR_RETURN(const Operand operand, Of(i));
    inputs.push_back(operand);
  }
  for (const Operation& operation : rows_.operations_) LITE_RETURN_IF_ERROR(Apply(operation));
  for (const size_t number : rows_.results_) outputs.push_back(operands_[number]);
  LITE_RETURN_IF_ERROR(CheckCall(api_->NNAdapterModel_identifyInputsAndOutputs(
                                     model, static_cast<uint32_t>(inputs.size()), inputs.data(),
                                     static_cast<uint32_t>(outputs.size()), outputs.data()),
                                 "NNAdapterModel_identifyInputsAndOutputs"));
  LITE_RETURN_IF_ERROR(CheckCall(api_->NNAdapterModel_finish(model), "NNAdapterModel_finish"));
  return Builder::Model{std::move(model_), rows_.inputs_, rows_.digest_.ToString(),
                        std::move(types_)};
}

Result<Builder::Model> ShapeRows::Build(const Api* api) const {
  return Joining(*this, api).Build();
}

}  // namespace paddle::lite::kernels::nnadapter
