#include "lite/backends/nnadapter/driver/rockchip_npu/graph.h"

#include <algorithm>
#include <iterator>

#include "lite/backends/nnadapter/operation/operation.h"
#include "lite/backends/nnadapter/optimizer/rewrite.h"
#include "nnadapter/utility/operation_lists.h"

namespace nnadapter::rockchip_npu {
namespace {

using optimizer::AxisOf;
using optimizer::DimsOf;
using optimizer::IntsOf;
using optimizer::VendorGraph;
using optimizer::VendorNode;
using optimizer::WindowParameters;

// Operations without attributes.
struct Plain {
  NNAdapterOperationType type;
  const char* name;
  size_t inputs;
};
constexpr Plain kPlain[] = {
    {NNADAPTER_ADD, "ADD", 2},         {NNADAPTER_SUB, "SUBTRACT", 2},
    {NNADAPTER_MUL, "MULTIPLY", 2},    {NNADAPTER_DIV, "DIVIDE", 2},
    {NNADAPTER_RELU, "RELU", 1},       {NNADAPTER_RELU6, "RELU6", 1},
    {NNADAPTER_SIGMOID, "SIGMOID", 1}, {NNADAPTER_TANH, "TANH", 1},
};

// The only activation that the device fuses.
bool KeepsActivation(NNAdapterOperationType type, NNAdapterFuseCode code) {
  return code == NNADAPTER_FUSED_RELU &&
         (type == NNADAPTER_CONV_2D || type == NNADAPTER_FULLY_CONNECTED);
}

std::vector<int64_t> Wide(const std::vector<int32_t>& values) {
  return {values.begin(), values.end()};
}

// Left, right, top, bottom; windows are width before height.
void SetWindow(const WindowParameters& window, VendorNode* node) {
  node->ints["ksize"] = {window.kernel[1], window.kernel[0]};
  node->ints["stride"] = {window.strides[1], window.strides[0]};
  const std::vector<int32_t>& pads = window.pads;
  node->ints["pad"] = {pads[2], pads[3], pads[0], pads[1]};
  node->texts["pad_type"] = window.auto_pad == NNADAPTER_AUTO_PAD_SAME    ? "SAME"
                            : window.auto_pad == NNADAPTER_AUTO_PAD_VALID ? "VALID"
                                                                          : "AUTO";
}

Status AddConv(const core::Operation& operation, VendorGraph* graph) {
  WindowParameters window;
  NNADAPTER_RETURN_IF_ERROR(optimizer::ConvWindow(operation, &window));
  const std::vector<int32_t> filter = DimsOf(operation.input_operands[1]);
  NNAdapterFuseCode fuse = NNADAPTER_FUSED_NONE;
  NNADAPTER_RETURN_IF_ERROR(operation::GetFuse(operation.input_operands[8], &fuse));
  // A multiplier marks depthwise convolutions: results for each channel of the input.
  const bool depthwise = window.group > 1 && filter[1] == 1;
  VendorNode& node =
      graph->Add("CONV2D",
                 {graph->Of(operation.input_operands[0]), graph->Of(operation.input_operands[1]),
                  graph->Of(operation.input_operands[2])},
                 graph->Of(operation.output_operands[0]));
  SetWindow(window, &node);
  node.ints["weights"] = {filter[0]};
  node.ints["group"] = {window.group};
  node.ints["dilation"] = {window.dilations[1], window.dilations[0]};
  node.ints["multiplier"] = {depthwise ? filter[0] / window.group : 0};
  node.ints["has_relu"] = {fuse == NNADAPTER_FUSED_RELU};
  return Status();
}

Status AddFullyConnected(const core::Operation& operation, VendorGraph* graph) {
  NNAdapterFuseCode fuse = NNADAPTER_FUSED_NONE;
  NNADAPTER_RETURN_IF_ERROR(operation::GetFuse(operation.input_operands[3], &fuse));
  VendorNode& node =
      graph->Add("FULLCONNECT",
                 {graph->Of(operation.input_operands[0]), graph->Of(operation.input_operands[1]),
                  graph->Of(operation.input_operands[2])},
                 graph->Of(operation.output_operands[0]));
  node.ints["weights"] = {DimsOf(operation.input_operands[1])[0]};
  node.ints["has_relu"] = {fuse == NNADAPTER_FUSED_RELU};
  return Status();
}

Status AddPool(const core::Operation& operation, VendorGraph* graph) {
  WindowParameters window;
  bool ceil_mode = false;
  NNADAPTER_RETURN_IF_ERROR(optimizer::PoolWindow(operation, &window, &ceil_mode));
  const std::vector<int32_t> x = DimsOf(operation.input_operands[0]);
  VendorNode& node = graph->Add("POOL", {graph->Of(operation.input_operands[0])},
                                graph->Of(operation.output_operands[0]));
  SetWindow(window, &node);
  node.texts["pool_type"] = operation.type == NNADAPTER_MAX_POOL_2D ? "POOLING_MAX" : "POOLING_AVG";
  node.texts["round_type"] = ceil_mode ? "ROUND_CEIL" : "ROUND_FLOOR";
  node.ints["global_pooling"] = {window.kernel[0] == x[2] && window.kernel[1] == x[3]};
  return Status();
}

Status AddConcat(const core::Operation& operation, VendorGraph* graph) {
  const size_t count = operation.input_operands.size() - 1;
  int32_t axis = 0;
  const auto rank = static_cast<int32_t>(DimsOf(operation.output_operands[0]).size());
  NNADAPTER_RETURN_IF_ERROR(AxisOf(operation, count, rank, &axis));
  VendorNode& node = graph->Add("CONCAT", {}, graph->Of(operation.output_operands[0]));
  for (size_t i = 0; i < count; ++i) {
    node.inputs.push_back(graph->Of(operation.input_operands[i]));
  }
  node.ints["axis"] = {axis};
  return Status();
}

Status AddOperation(const core::Operation& operation, VendorGraph* graph) {
  const core::Operand* x = operation.input_operands[0];
  const core::Operand* y = operation.output_operands[0];
  for (const Plain& plain : kPlain) {
    if (plain.type != operation.type) continue;
    VendorNode& node = graph->Add(plain.name, {graph->Of(x)}, graph->Of(y));
    if (plain.inputs == 2) node.inputs.push_back(graph->Of(operation.input_operands[1]));
    return Status();
  }
  switch (operation.type) {
    case NNADAPTER_CONV_2D:
      return AddConv(operation, graph);
    case NNADAPTER_FULLY_CONNECTED:
      return AddFullyConnected(operation, graph);
    case NNADAPTER_AVERAGE_POOL_2D:
    case NNADAPTER_MAX_POOL_2D:
      return AddPool(operation, graph);
    case NNADAPTER_CONCAT:
      return AddConcat(operation, graph);
    case NNADAPTER_RESHAPE:
    case NNADAPTER_FLATTEN:
    case NNADAPTER_UNSQUEEZE:
      graph->Add("RESHAPE", {graph->Of(x)}, graph->Of(y)).ints["shapes"] = Wide(DimsOf(y));
      return Status();
    case NNADAPTER_SOFTMAX: {
      int32_t axis = 0;
      const auto rank = static_cast<int32_t>(DimsOf(x).size());
      NNADAPTER_RETURN_IF_ERROR(AxisOf(operation, 1, rank, &axis));
      VendorNode& node = graph->Add("SOFTMAX", {graph->Of(x)}, graph->Of(y));
      node.ints["axis"] = {axis};
      node.reals["beta"] = 1.0f;
      return Status();
    }
    case NNADAPTER_TRANSPOSE: {
      std::vector<int32_t> perm;
      NNADAPTER_RETURN_IF_ERROR(IntsOf(operation, 1, &perm));
      graph->Add("PERMUTE", {graph->Of(x)}, graph->Of(y)).ints["perm"] = Wide(perm);
      return Status();
    }
    // From real numbers and back.
    case NNADAPTER_QUANTIZE:
    case NNADAPTER_DEQUANTIZE:
      graph->Add("DATACONVERT", {graph->Of(x)}, graph->Of(y));
      return Status();
    default:
      return FeatureNotSupported("rknpu_ddk has no operator for ", OperationName(operation.type));
  }
}

}  // namespace

Status Supports(const core::Operation& operation) {
  const auto* end = std::end(kRockchipOperations);
  const NNAdapterOperationType type = operation.type;
  if (std::find(std::begin(kRockchipOperations), end, type) == end) {
    return FeatureNotSupported(OperationName(type), " is not an operation of rockchip_npu");
  }
  const bool converts = type == NNADAPTER_QUANTIZE || type == NNADAPTER_DEQUANTIZE;
  for (const auto* operands : {&operation.input_operands, &operation.output_operands}) {
    for (const core::Operand* operand : *operands) {
      if (!operand) continue;
      if (IsDynamic(operand->type.dimensions)) {
        return FeatureNotSupported(OperationName(type), ": the device has no dynamic shapes");
      }
      if (IsPerChannel(operand->type.precision)) {
        return FeatureNotSupported(OperationName(type),
                                   ": the device has one scale for each tensor, found one for "
                                   "each channel");
      }
      const bool real = operand->type.precision == NNADAPTER_FLOAT32 && !operand->buffer;
      if (real && !converts) {
        return FeatureNotSupported(OperationName(type), ": the device only computes in int8");
      }
    }
  }
  return operation::Validate(operation);
}

Status Prepare(core::Model* model) {
  NNADAPTER_RETURN_IF_ERROR(optimizer::UnpackActivations(&KeepsActivation, model));
  NNADAPTER_RETURN_IF_ERROR(optimizer::UnifyScales(model));
  optimizer::ToAsymmetric(model);
  return Status();
}

Status BuildGraph(const core::Model& model, VendorGraph* graph) {
  return optimizer::BuildGraph(model, &AddOperation, graph);
}

}  // namespace nnadapter::rockchip_npu
