#include "lite/backends/nnadapter/optimizer/vendor_graph.h"

#include <cstring>
#include <sstream>
#include <utility>

#include "lite/backends/nnadapter/core/operands.h"
#include "lite/backends/nnadapter/operation/operation.h"

namespace nnadapter::optimizer {
namespace {

template <typename T>
std::vector<uint8_t> BytesOf(const std::vector<T>& values) {
  std::vector<uint8_t> bytes(values.size() * sizeof(T));
  if (!bytes.empty()) std::memcpy(bytes.data(), values.data(), bytes.size());
  return bytes;
}

VendorTensor TensorOf(const core::Operand& operand) {
  VendorTensor tensor;
  tensor.dims = DimsOf(&operand);
  tensor.precision = operand.type.precision;
  if (IsAsymmetric(tensor.precision)) {
    tensor.scale = operand.type.asymm_per_layer_params.scale;
    tensor.zero_point = operand.type.asymm_per_layer_params.zero_point;
  } else if (IsQuantized(tensor.precision) && !IsPerChannel(tensor.precision)) {
    tensor.scale = operand.type.symm_per_layer_params.scale;
  }
  tensor.data = operand.buffer;
  tensor.length = operand.length;
  return tensor;
}

const core::Operand* InputOf(const core::Operation& operation, size_t input) {
  return input < operation.input_operands.size() ? operation.input_operands[input] : nullptr;
}

}  // namespace

size_t VendorGraph::Of(const core::Operand* operand) {
  const auto [found, added] = known_.try_emplace(operand, tensors.size());
  if (added) tensors.push_back(TensorOf(*operand));
  return found->second;
}

size_t VendorGraph::Reshaped(const core::Operand* operand, const std::vector<int32_t>& dims) {
  tensors.push_back(TensorOf(*operand));
  tensors.back().dims = dims;
  return tensors.size() - 1;
}

size_t VendorGraph::Ints(const std::vector<int32_t>& values) {
  VendorTensor tensor;
  tensor.dims = {static_cast<int32_t>(values.size())};
  tensor.precision = NNADAPTER_INT32;
  owned_.push_back(BytesOf(values));
  tensor.data = owned_.back().data();
  tensor.length = static_cast<uint32_t>(owned_.back().size());
  tensors.push_back(std::move(tensor));
  return tensors.size() - 1;
}

size_t VendorGraph::Floats(const std::vector<int32_t>& dims, const std::vector<float>& values) {
  const size_t index = Ints({});
  owned_.back() = BytesOf(values);
  tensors[index].dims = dims;
  tensors[index].precision = NNADAPTER_FLOAT32;
  tensors[index].data = owned_.back().data();
  tensors[index].length = static_cast<uint32_t>(owned_.back().size());
  return index;
}

size_t VendorGraph::Value(size_t like, const std::vector<int32_t>& dims) {
  VendorTensor tensor = tensors[like];
  tensor.dims = dims;
  tensor.data = nullptr;
  tensor.length = 0;
  tensors.push_back(std::move(tensor));
  return tensors.size() - 1;
}

VendorNode& VendorGraph::Add(const char* type, std::initializer_list<size_t> from, size_t output) {
  VendorNode& node = nodes.emplace_back();
  node.type = type;
  node.inputs = from;
  node.outputs = {output};
  return node;
}

std::string VendorGraph::Describe() const {
  std::ostringstream text;
  std::map<size_t, size_t> numbers;  // in the order in which tensors are named
  const auto list = [&](const std::vector<size_t>& indices) {
    const char* separator = "";
    for (const size_t index : indices) {
      const size_t number = numbers.try_emplace(index, numbers.size()).first->second;
      text << separator << (tensors[index].data ? 'c' : 'v') << number;
      separator = ", ";
    }
  };
  for (const VendorNode& node : nodes) {
    list(node.inputs);
    text << " -> " << node.type << "{";
    const char* separator = "";
    for (const auto& [name, values] : node.ints) {
      text << separator << name << "=";
      for (size_t i = 0; i < values.size(); ++i) text << (i == 0 ? "" : " ") << values[i];
      separator = ", ";
    }
    for (const auto& [name, value] : node.reals) {
      text << separator << name << "=" << value;
      separator = ", ";
    }
    for (const auto& [name, value] : node.texts) {
      text << separator << name << "=" << value;
      separator = ", ";
    }
    text << "} -> ";
    list(node.outputs);
    text << "\n";
  }
  return text.str();
}

Status BuildGraph(const core::Model& model, Status (*add)(const core::Operation&, VendorGraph*),
                  VendorGraph* graph) {
  for (const core::Operand* input : model.input_operands) graph->inputs.push_back(graph->Of(input));
  for (const core::Operation& operation : model.operations) {
    NNADAPTER_RETURN_IF_ERROR(add(operation, graph));
  }
  for (const core::Operand* output : model.output_operands) {
    graph->outputs.push_back(graph->Of(output));
  }
  return Status();
}

std::vector<int32_t> DimsOf(const core::Operand* operand) {
  const NNAdapterOperandDimensionType& dimensions = operand->type.dimensions;
  return {dimensions.data, dimensions.data + dimensions.count};
}

Status IntsOf(const core::Operation& operation, size_t input, std::vector<int32_t>* values) {
  return operation::GetInts(InputOf(operation, input), OperationName(operation.type).c_str(),
                            values);
}

Status IntOf(const core::Operation& operation, size_t input, int32_t* value) {
  return operation::GetInt(InputOf(operation, input), OperationName(operation.type).c_str(), value);
}

Status BoolOf(const core::Operation& operation, size_t input, bool* value) {
  const core::Operand* operand = InputOf(operation, input);
  if (!operand || !operand->buffer || operand->length != 1) {
    return InvalidParameter(OperationName(operation.type), ": input ", input, " is not a boolean");
  }
  *value = *static_cast<const uint8_t*>(operand->buffer) != 0;
  return Status();
}

Status FloatOf(const core::Operation& operation, size_t input, float* value) {
  const core::Operand* operand = InputOf(operation, input);
  if (!operand || !operand->buffer || operand->length != sizeof(float) ||
      operand->type.precision != NNADAPTER_FLOAT32) {
    return InvalidParameter(OperationName(operation.type), ": input ", input, " is not a number");
  }
  std::memcpy(value, operand->buffer, sizeof(*value));
  return Status();
}

Status AxisOf(const core::Operation& operation, size_t input, int32_t rank, int32_t* axis) {
  NNADAPTER_RETURN_IF_ERROR(IntOf(operation, input, axis));
  if (*axis < 0) *axis += rank;
  if (*axis < 0 || *axis >= rank) {
    return InvalidParameter(OperationName(operation.type), ": axis ", *axis, " of rank ", rank);
  }
  return Status();
}

Status ConvWindow(const core::Operation& operation, WindowParameters* window) {
  NNADAPTER_RETURN_IF_ERROR(IntOf(operation, 3, &window->auto_pad));
  if (InputOf(operation, 4)) NNADAPTER_RETURN_IF_ERROR(IntsOf(operation, 4, &window->pads));
  NNADAPTER_RETURN_IF_ERROR(IntsOf(operation, 5, &window->strides));
  NNADAPTER_RETURN_IF_ERROR(IntOf(operation, 6, &window->group));
  NNADAPTER_RETURN_IF_ERROR(IntsOf(operation, 7, &window->dilations));
  const std::vector<int32_t> filter = DimsOf(operation.input_operands[1]);
  window->kernel = {filter.at(2), filter.at(3)};
  return Status();
}

Status PoolWindow(const core::Operation& operation, WindowParameters* window, bool* ceil_mode) {
  NNADAPTER_RETURN_IF_ERROR(IntOf(operation, 1, &window->auto_pad));
  if (InputOf(operation, 2)) NNADAPTER_RETURN_IF_ERROR(IntsOf(operation, 2, &window->pads));
  NNADAPTER_RETURN_IF_ERROR(IntsOf(operation, 3, &window->kernel));
  NNADAPTER_RETURN_IF_ERROR(IntsOf(operation, 4, &window->strides));
  return BoolOf(operation, 5, ceil_mode);
}

}  // namespace nnadapter::optimizer
