#include "lite/backends/nnadapter/driver/huawei_kirin_npu/graph.h"

#include <algorithm>
#include <functional>
#include <iterator>
#include <numeric>

#include "lite/backends/nnadapter/core/operands.h"
#include "lite/backends/nnadapter/operation/operation.h"
#include "lite/backends/nnadapter/optimizer/rewrite.h"
#include "nnadapter/utility/operation_lists.h"

namespace nnadapter::huawei_kirin_npu {
namespace {

using optimizer::AxisOf;
using optimizer::BoolOf;
using optimizer::DimsOf;
using optimizer::FloatOf;
using optimizer::IntOf;
using optimizer::IntsOf;
using optimizer::VendorGraph;
using optimizer::VendorNode;
using optimizer::WindowParameters;
using Dims = std::vector<int32_t>;

constexpr int32_t kMaxRank = 4;
// Modes of hiai::op::Activation.
enum ActivationMode : int64_t {
  kSigmoid = 0,
  kRelu = 1,
  kTanh = 2,
  kLeakyRelu = 5,
  kAbs = 6,
  kRelu1 = 7,
  kSoftplus = 9,
  kRelu6 = 14,
  kGelu = 15,
};
// DataType of the DDK.
enum HiAiType : int64_t {
  kFloatType = 0,
  kInt32Type = 3,
  kUInt8Type = 4,
  kInt64Type = 9,
  kBoolType = 12
};

struct Plain {
  NNAdapterOperationType type;
  const char* name;
  size_t inputs;
};
constexpr Plain kPlain[] = {
    {NNADAPTER_ADD, "Add", 2},       {NNADAPTER_SUB, "Sub", 2},
    {NNADAPTER_MUL, "Mul", 2},       {NNADAPTER_DIV, "RealDiv", 2},
    {NNADAPTER_MAX, "Maximum", 2},   {NNADAPTER_MIN, "Minimum", 2},
    {NNADAPTER_POW, "Pow", 2},       {NNADAPTER_EXP, "Exp", 1},
    {NNADAPTER_LOG, "Log", 1},       {NNADAPTER_FLOOR, "Floor", 1},
    {NNADAPTER_SQUARE, "Square", 1}, {NNADAPTER_CLIP, "ClipByValue", 3},
};

struct PlainActivation {
  NNAdapterOperationType type;
  ActivationMode mode;
};
constexpr PlainActivation kActivations[] = {
    {NNADAPTER_RELU, kRelu},       {NNADAPTER_RELU6, kRelu6}, {NNADAPTER_TANH, kTanh},
    {NNADAPTER_SIGMOID, kSigmoid}, {NNADAPTER_ABS, kAbs},     {NNADAPTER_GELU, kGelu},
};

std::vector<int64_t> Wide(const Dims& values) { return {values.begin(), values.end()}; }

Status Refuse(const core::Operation& operation, const char* reason) {
  return FeatureNotSupported(OperationName(operation.type), ": ", reason);
}

VendorNode& Activate(ActivationMode mode, size_t x, size_t y, VendorGraph* graph) {
  VendorNode& node = graph->Add("Activation", {x}, y);
  node.ints["mode"] = {mode};
  return node;
}

size_t Number(float value, VendorGraph* graph) { return graph->Floats({1}, {value}); }

const char* PadModeOf(const WindowParameters& window) {
  return window.auto_pad == NNADAPTER_AUTO_PAD_SAME    ? "SAME"
         : window.auto_pad == NNADAPTER_AUTO_PAD_VALID ? "VALID"
                                                       : "SPECIFIC";
}

// clamp(alpha * x + beta, 0, 1), for any alpha and beta.
void HardSigmoid(float alpha, float beta, size_t x, size_t y, VendorGraph* graph) {
  const size_t scaled = graph->Value(x), shifted = graph->Value(x);
  graph->Add("Mul", {x, Number(alpha, graph)}, scaled);
  graph->Add("Add", {scaled, Number(beta, graph)}, shifted);
  graph->Add("ClipByValue", {shifted, Number(0.0f, graph), Number(1.0f, graph)}, y);
}

void SetWindow(const WindowParameters& window, VendorNode* node) {
  node->ints["strides"] = Wide(window.strides);
  node->ints["dilations"] = Wide(window.dilations);
  node->ints["pads"] = Wide(window.pads);
  node->texts["pad_mode"] = PadModeOf(window);
}

Status AddConv(const core::Operation& operation, VendorGraph* graph) {
  const core::Operand* filter = operation.input_operands[1];
  WindowParameters window;
  NNADAPTER_RETURN_IF_ERROR(optimizer::ConvWindow(operation, &window));
  const Dims x = DimsOf(operation.input_operands[0]);
  const bool depthwise = window.group == x[1] && DimsOf(filter)[1] == 1;
  // Convolution is faster, but does not take all depthwise forms.
  const bool plain = (window.group == 1 || window.group >= 5) && window.dilations[0] == 1 &&
                     window.dilations[1] == 1;
  const bool as_depthwise = depthwise && !plain;
  VendorNode& node = graph->Add(as_depthwise ? "ConvolutionDepthwise" : "Convolution",
                                {graph->Of(operation.input_operands[0]), graph->Of(filter),
                                 graph->Of(operation.input_operands[2])},
                                graph->Of(operation.output_operands[0]));
  SetWindow(window, &node);
  if (!as_depthwise) node.ints["groups"] = {window.group};
  return Status();
}

Status AddConvTranspose(const core::Operation& operation, VendorGraph* graph) {
  WindowParameters window;
  NNADAPTER_RETURN_IF_ERROR(optimizer::ConvWindow(operation, &window));
  VendorNode& node = graph->Add(
      "ConvTranspose",
      {graph->Ints(DimsOf(operation.output_operands[0])), graph->Of(operation.input_operands[1]),
       graph->Of(operation.input_operands[0]), graph->Of(operation.input_operands[2])},
      graph->Of(operation.output_operands[0]));
  SetWindow(window, &node);
  node.ints["groups"] = {window.group};
  return Status();
}

VendorNode& Pool(const core::Operation& operation, bool max, VendorGraph* graph) {
  VendorNode& node = graph->Add("PoolingD", {graph->Of(operation.input_operands[0])},
                                graph->Of(operation.output_operands[0]));
  node.ints["mode"] = {max ? 0 : 1};
  node.ints["pad_mode"] = {0};
  node.ints["global_pooling"] = {0};
  node.ints["ceil_mode"] = {0};
  node.ints["pad"] = {0, 0, 0, 0};
  // Results are counted downwards, or upwards with ceil_mode.
  node.ints["data_mode"] = {1};
  return node;
}

Status AddPool(const core::Operation& operation, VendorGraph* graph) {
  WindowParameters window;
  bool ceil_mode = false;
  NNADAPTER_RETURN_IF_ERROR(optimizer::PoolWindow(operation, &window, &ceil_mode));
  const bool max = operation.type == NNADAPTER_MAX_POOL_2D;
  if (max && operation.output_operands.size() > 1 && operation.output_operands[1]) {
    return Refuse(operation, "indices");
  }
  bool counts_padding = false;
  if (!max) NNADAPTER_RETURN_IF_ERROR(BoolOf(operation, 6, &counts_padding));
  const bool pads =
      std::any_of(window.pads.begin(), window.pads.end(), [](int p) { return p != 0; });
  if (counts_padding && pads) return Refuse(operation, "padding that counts");
  const Dims x = DimsOf(operation.input_operands[0]);
  VendorNode& node = Pool(operation, max, graph);
  node.ints["pad_mode"] = {window.auto_pad == NNADAPTER_AUTO_PAD_VALID  ? 5
                           : window.auto_pad == NNADAPTER_AUTO_PAD_SAME ? 6
                                                                        : 0};
  node.ints["window"] = Wide(window.kernel);
  node.ints["stride"] = Wide(window.strides);
  node.ints["pad"] = Wide(window.pads);
  node.ints["ceil_mode"] = {ceil_mode};
  node.ints["data_mode"] = {ceil_mode ? 0 : 1};
  node.ints["global_pooling"] = {!pads && window.kernel[0] == x[2] && window.kernel[1] == x[3]};
  return Status();
}

// As pooling with equal windows.
Status AddAdaptivePool(const core::Operation& operation, VendorGraph* graph) {
  const bool max = operation.type == NNADAPTER_ADAPTIVE_MAX_POOL_2D;
  if (max && operation.output_operands.size() > 1 && operation.output_operands[1]) {
    return Refuse(operation, "indices");
  }
  const Dims x = DimsOf(operation.input_operands[0]), y = DimsOf(operation.output_operands[0]);
  if (x[2] % y[2] != 0 || x[3] % y[3] != 0) return Refuse(operation, "windows of several sizes");
  VendorNode& node = Pool(operation, max, graph);
  node.ints["window"] = {x[2] / y[2], x[3] / y[3]};
  node.ints["stride"] = node.ints["window"];
  node.ints["global_pooling"] = {y[2] == 1 && y[3] == 1};
  return Status();
}

Status AddFullyConnected(const core::Operation& operation, VendorGraph* graph) {
  const core::Operand* weight = operation.input_operands[1];
  const Dims w = DimsOf(weight), y = DimsOf(operation.output_operands[0]);
  const size_t x = graph->Of(operation.input_operands[0]);
  const size_t rows = graph->Value(x, {y[0], w[1], 1, 1});
  const size_t products = graph->Value(x, {y[0], w[0], 1, 1});
  graph->Add("Reshape", {x, graph->Ints({y[0], w[1], 1, 1})}, rows);
  graph
      ->Add("FullyConnection",
            {rows, graph->Reshaped(weight, {w[0], w[1], 1, 1}),
             graph->Reshaped(operation.input_operands[2], {1, w[0], 1, 1})},
            products)
      .ints["num_output"] = {w[0]};
  graph->Add("Reshape", {products, graph->Ints(y)}, graph->Of(operation.output_operands[0]));
  return Status();
}

// A normalisation with a parameter of [1, C, 1, 1] for each of `parameters`.
Status AddNormalization(const char* type, const core::Operation& operation,
                        std::initializer_list<size_t> parameters, size_t epsilon,
                        VendorGraph* graph) {
  VendorNode& node = graph->Add(type, {graph->Of(operation.input_operands[0])},
                                graph->Of(operation.output_operands[0]));
  for (const size_t parameter : parameters) {
    const core::Operand* operand = operation.input_operands[parameter];
    node.inputs.push_back(graph->Reshaped(operand, {1, DimsOf(operand)[0], 1, 1}));
  }
  return FloatOf(operation, epsilon, &node.reals["epsilon"]);
}

Status AddLayerNorm(const core::Operation& operation, VendorGraph* graph) {
  const Dims x = DimsOf(operation.input_operands[0]);
  int32_t axis = 0;
  NNADAPTER_RETURN_IF_ERROR(AxisOf(operation, 3, static_cast<int32_t>(x.size()), &axis));
  if (axis == 0) return Refuse(operation, "begin_norm_axis 0");
  // The library normalises all dimensions but the first.
  const auto product = [](auto begin, auto end) {
    return std::accumulate(begin, end, 1, std::multiplies<>());
  };
  const Dims rows = {product(x.begin(), x.begin() + axis), product(x.begin() + axis, x.end()), 1,
                     1};
  const size_t input = graph->Of(operation.input_operands[0]);
  const size_t flat = graph->Value(input, rows), normal = graph->Value(input, rows);
  graph->Add("Reshape", {input, graph->Ints(rows)}, flat);
  const Dims parameter = {1, rows[1], 1, 1};
  VendorNode& node = graph->Add("LayerNorm",
                                {flat, graph->Reshaped(operation.input_operands[1], parameter),
                                 graph->Reshaped(operation.input_operands[2], parameter)},
                                normal);
  NNADAPTER_RETURN_IF_ERROR(FloatOf(operation, 4, &node.reals["epsilon"]));
  graph->Add("Reshape", {normal, graph->Ints(x)}, graph->Of(operation.output_operands[0]));
  return Status();
}

Status AddConcat(const core::Operation& operation, VendorGraph* graph) {
  const size_t count = operation.input_operands.size() - 1;
  int32_t axis = 0;
  const auto rank = static_cast<int32_t>(DimsOf(operation.output_operands[0]).size());
  NNADAPTER_RETURN_IF_ERROR(AxisOf(operation, count, rank, &axis));
  VendorNode& node = graph->Add("ConcatD", {}, graph->Of(operation.output_operands[0]));
  for (size_t i = 0; i < count; ++i) {
    node.inputs.push_back(graph->Of(operation.input_operands[i]));
  }
  node.ints["concat_dim"] = {axis};
  node.ints["N"] = {static_cast<int64_t>(count)};
  return Status();
}

Status AddSplit(const core::Operation& operation, VendorGraph* graph) {
  const core::Operand* x = operation.input_operands[0];
  int32_t axis = 0;
  Dims sizes;
  NNADAPTER_RETURN_IF_ERROR(AxisOf(operation, 1, static_cast<int32_t>(DimsOf(x).size()), &axis));
  NNADAPTER_RETURN_IF_ERROR(IntsOf(operation, 2, &sizes));
  VendorNode& node = graph->Add("SplitV", {graph->Of(x), graph->Ints(sizes), graph->Ints({axis})},
                                graph->Of(operation.output_operands[0]));
  for (size_t i = 1; i < operation.output_operands.size(); ++i) {
    node.outputs.push_back(graph->Of(operation.output_operands[i]));
  }
  node.ints["num_split"] = {static_cast<int64_t>(sizes.size())};
  return Status();
}

Status AddSlice(const core::Operation& operation, VendorGraph* graph) {
  const core::Operand* x = operation.input_operands[0];
  const Dims dims = DimsOf(x), sizes = DimsOf(operation.output_operands[0]);
  Dims axes, starts, steps;
  if (operation.input_operands[1]) {
    NNADAPTER_RETURN_IF_ERROR(IntsOf(operation, 1, &axes));
  } else {
    axes.resize(dims.size());
    std::iota(axes.begin(), axes.end(), 0);
  }
  NNADAPTER_RETURN_IF_ERROR(IntsOf(operation, 2, &starts));
  NNADAPTER_RETURN_IF_ERROR(IntsOf(operation, 4, &steps));
  Dims offsets(dims.size(), 0);
  for (size_t i = 0; i < axes.size(); ++i) {
    if (steps.at(i) != 1) return Refuse(operation, "steps other than 1");
    const int32_t axis = axes[i] < 0 ? axes[i] + static_cast<int32_t>(dims.size()) : axes[i];
    const int32_t extent = dims.at(static_cast<size_t>(axis));
    const int32_t start = starts.at(i) < 0 ? starts[i] + extent : starts[i];
    offsets[static_cast<size_t>(axis)] = std::clamp(start, 0, extent);
  }
  graph->Add("Slice", {graph->Of(x), graph->Ints(offsets), graph->Ints(sizes)},
             graph->Of(operation.output_operands[0]));
  return Status();
}

Status AddPad(const core::Operation& operation, VendorGraph* graph) {
  Dims pads;
  int32_t mode = 0;
  NNADAPTER_RETURN_IF_ERROR(IntsOf(operation, 1, &pads));
  NNADAPTER_RETURN_IF_ERROR(IntOf(operation, 2, &mode));
  const size_t x = graph->Of(operation.input_operands[0]);
  const size_t y = graph->Of(operation.output_operands[0]);
  const size_t paddings = graph->Ints(pads);
  graph->tensors[paddings].dims = {static_cast<int32_t>(pads.size() / 2), 2};
  if (mode == NNADAPTER_PAD_MODE_CONSTANT) {
    graph->Add("PadV2", {x, paddings, graph->Of(operation.input_operands[3])}, y);
  } else if (mode == NNADAPTER_PAD_MODE_REFLECT) {
    graph->Add("MirrorPad", {x, paddings}, y).texts["mode"] = "REFLECT";
  } else {
    return Refuse(operation, "a mode other than constant and reflect");
  }
  return Status();
}

Status AddResize(const core::Operation& operation, VendorGraph* graph) {
  const bool linear = operation.type == NNADAPTER_RESIZE_LINEAR;
  bool align_corners = false;
  NNADAPTER_RETURN_IF_ERROR(BoolOf(operation, 3, &align_corners));
  int32_t align_mode = 1;
  if (linear && operation.input_operands.size() > 4 && operation.input_operands[4]) {
    NNADAPTER_RETURN_IF_ERROR(IntOf(operation, 4, &align_mode));
  }
  const Dims x = DimsOf(operation.input_operands[0]), y = DimsOf(operation.output_operands[0]);
  VendorNode& node = graph->Add(linear ? "ResizeBilinearV2" : "ResizeNearestNeighborV2",
                                {graph->Of(operation.input_operands[0]), graph->Ints({y[2], y[3]})},
                                graph->Of(operation.output_operands[0]));
  node.ints["align_corners"] = {align_corners};
  node.ints["half_pixel_centers"] = {linear && align_mode == 0 && !align_corners};
  return Status();
}

Status AddReduction(const core::Operation& operation, VendorGraph* graph) {
  Dims axes;
  bool keeps = true;
  NNADAPTER_RETURN_IF_ERROR(IntsOf(operation, 1, &axes));
  NNADAPTER_RETURN_IF_ERROR(BoolOf(operation, 2, &keeps));
  graph
      ->Add(operation.type == NNADAPTER_REDUCE_SUM ? "ReduceSum" : "ReduceMean",
            {graph->Of(operation.input_operands[0]), graph->Ints(axes)},
            graph->Of(operation.output_operands[0]))
      .ints["keep_dims"] = {keeps};
  return Status();
}

Status HiAiTypeOf(const core::Operation& operation, int32_t precision, int64_t* type) {
  switch (precision) {
    case NNADAPTER_FLOAT32:
      *type = kFloatType;
      return Status();
    case NNADAPTER_INT32:
      *type = kInt32Type;
      return Status();
    case NNADAPTER_INT64:
      *type = kInt64Type;
      return Status();
    case NNADAPTER_UINT8:
      *type = kUInt8Type;
      return Status();
    case NNADAPTER_BOOL8:
      *type = kBoolType;
      return Status();
    default:
      return Refuse(operation, "a precision that the DDK has not");
  }
}

Status AddCast(const core::Operation& operation, VendorGraph* graph) {
  const core::Operand* x = operation.input_operands[0];
  const core::Operand* y = operation.output_operands[0];
  VendorNode& node = graph->Add("CastT", {graph->Of(x)}, graph->Of(y));
  int64_t from = 0, to = 0;
  NNADAPTER_RETURN_IF_ERROR(HiAiTypeOf(operation, x->type.precision, &from));
  NNADAPTER_RETURN_IF_ERROR(HiAiTypeOf(operation, y->type.precision, &to));
  node.ints["src_dtype"] = {from};
  node.ints["dst_dtype"] = {to};
  return Status();
}

Status AddArgMax(const core::Operation& operation, VendorGraph* graph) {
  const core::Operand* x = operation.input_operands[0];
  const core::Operand* y = operation.output_operands[0];
  int32_t axis = 0;
  bool keeps = false;
  int64_t type = 0;
  NNADAPTER_RETURN_IF_ERROR(AxisOf(operation, 1, static_cast<int32_t>(DimsOf(x).size()), &axis));
  NNADAPTER_RETURN_IF_ERROR(BoolOf(operation, 2, &keeps));
  NNADAPTER_RETURN_IF_ERROR(HiAiTypeOf(operation, y->type.precision, &type));
  VendorNode& node = graph->Add("ArgMaxExt2", {graph->Of(x), graph->Ints({axis})}, graph->Of(y));
  node.ints["keep_dims"] = {keeps};
  node.ints["output_type"] = {type};
  return Status();
}

Status AddMatMul(const core::Operation& operation, VendorGraph* graph) {
  const Dims a = DimsOf(operation.input_operands[0]), b = DimsOf(operation.input_operands[1]);
  bool transpose_a = false, transpose_b = false;
  NNADAPTER_RETURN_IF_ERROR(BoolOf(operation, 2, &transpose_a));
  NNADAPTER_RETURN_IF_ERROR(BoolOf(operation, 3, &transpose_b));
  const bool batches = a.size() > 2 || b.size() > 2;
  if (batches && transpose_a) return Refuse(operation, "a transposed first operand with batches");
  if (a.size() != b.size() || a.size() < 2) return Refuse(operation, "operands of other ranks");
  VendorNode& node =
      graph->Add(batches ? "BatchMatMul" : "MatMul",
                 {graph->Of(operation.input_operands[0]), graph->Of(operation.input_operands[1])},
                 graph->Of(operation.output_operands[0]));
  node.ints[batches ? "adj_x1" : "transpose_x1"] = {transpose_a};
  node.ints[batches ? "adj_x2" : "transpose_x2"] = {transpose_b};
  return Status();
}

Status AddLpNormalization(const core::Operation& operation, VendorGraph* graph) {
  const core::Operand* x = operation.input_operands[0];
  Dims axes;
  int32_t p = 2;
  NNADAPTER_RETURN_IF_ERROR(IntsOf(operation, 1, &axes));
  NNADAPTER_RETURN_IF_ERROR(IntOf(operation, 2, &p));
  if (axes != Dims{1} || p != 2) return Refuse(operation, "an axis other than 1 or a norm but 2");
  VendorNode& node =
      graph->Add("L2Normalize", {graph->Of(x)}, graph->Of(operation.output_operands[0]));
  node.ints["axis"] = Wide(axes);
  return FloatOf(operation, 3, &node.reals["eps"]);
}

// Operations with a parameter or two.
Status AddActivation(const core::Operation& operation, VendorGraph* graph) {
  const size_t x = graph->Of(operation.input_operands[0]);
  const size_t y = graph->Of(operation.output_operands[0]);
  float alpha = 0.0f, beta = 0.0f;
  if (operation.type == NNADAPTER_SWISH) {
    const size_t factor = graph->Value(x);
    Activate(kSigmoid, x, factor, graph);
    graph->Add("Mul", {x, factor}, y);
    return Status();
  }
  NNADAPTER_RETURN_IF_ERROR(FloatOf(operation, 1, &alpha));
  if (operation.type == NNADAPTER_LEAKY_RELU) {
    Activate(kLeakyRelu, x, y, graph).reals["negative_slope"] = alpha;
    return Status();
  }
  NNADAPTER_RETURN_IF_ERROR(FloatOf(operation, 2, &beta));
  if (operation.type == NNADAPTER_SOFTPLUS) {
    if (alpha != 1.0f) return Refuse(operation, "beta other than 1");
    Activate(kSoftplus, x, y, graph);
    return Status();
  }
  if (operation.type == NNADAPTER_HARD_SIGMOID) {
    HardSigmoid(alpha, beta, x, y, graph);
    return Status();
  }
  const size_t factor = graph->Value(x);
  HardSigmoid(alpha, beta, x, factor, graph);
  graph->Add("Mul", {x, factor}, y);
  return Status();
}

Status AddOperation(const core::Operation& operation, VendorGraph* graph) {
  const core::Operand* x = operation.input_operands[0];
  const core::Operand* y = operation.output_operands[0];
  for (const Plain& plain : kPlain) {
    if (plain.type != operation.type) continue;
    VendorNode& node = graph->Add(plain.name, {}, graph->Of(y));
    for (size_t i = 0; i < plain.inputs; ++i) {
      node.inputs.push_back(graph->Of(operation.input_operands[i]));
    }
    return Status();
  }
  for (const PlainActivation& activation : kActivations) {
    if (activation.type != operation.type) continue;
    Activate(activation.mode, graph->Of(x), graph->Of(y), graph);
    return Status();
  }
  const auto rank = static_cast<int32_t>(DimsOf(x).size());
  int32_t axis = 0;
  switch (operation.type) {
    case NNADAPTER_CONV_2D:
      return AddConv(operation, graph);
    case NNADAPTER_CONV_2D_TRANSPOSE:
      return AddConvTranspose(operation, graph);
    case NNADAPTER_AVERAGE_POOL_2D:
    case NNADAPTER_MAX_POOL_2D:
      return AddPool(operation, graph);
    case NNADAPTER_ADAPTIVE_AVERAGE_POOL_2D:
    case NNADAPTER_ADAPTIVE_MAX_POOL_2D:
      return AddAdaptivePool(operation, graph);
    case NNADAPTER_FULLY_CONNECTED:
      return AddFullyConnected(operation, graph);
    case NNADAPTER_MAT_MUL:
      return AddMatMul(operation, graph);
    case NNADAPTER_HARD_SIGMOID:
    case NNADAPTER_HARD_SWISH:
    case NNADAPTER_LEAKY_RELU:
    case NNADAPTER_SOFTPLUS:
    case NNADAPTER_SWISH:
      return AddActivation(operation, graph);
    case NNADAPTER_BATCH_NORMALIZATION:
      return AddNormalization("BNInference", operation, {3, 4, 1, 2}, 5, graph);
    case NNADAPTER_INSTANCE_NORMALIZATION:
      return AddNormalization("InstanceNorm", operation, {1, 2}, 3, graph);
    case NNADAPTER_LAYER_NORMALIZATION:
      return AddLayerNorm(operation, graph);
    case NNADAPTER_LP_NORMALIZATION:
      return AddLpNormalization(operation, graph);
    case NNADAPTER_CONCAT:
      return AddConcat(operation, graph);
    case NNADAPTER_SPLIT:
      return AddSplit(operation, graph);
    case NNADAPTER_SLICE:
      return AddSlice(operation, graph);
    case NNADAPTER_PAD:
      return AddPad(operation, graph);
    case NNADAPTER_RESIZE_LINEAR:
    case NNADAPTER_RESIZE_NEAREST:
      return AddResize(operation, graph);
    case NNADAPTER_REDUCE_MEAN:
    case NNADAPTER_REDUCE_SUM:
      return AddReduction(operation, graph);
    case NNADAPTER_CAST:
      return AddCast(operation, graph);
    case NNADAPTER_ARG_MAX:
      return AddArgMax(operation, graph);
    case NNADAPTER_RESHAPE:
    case NNADAPTER_UNSQUEEZE:
      graph->Add("Reshape", {graph->Of(x), graph->Ints(DimsOf(y))}, graph->Of(y));
      return Status();
    case NNADAPTER_TRANSPOSE: {
      Dims perm;
      NNADAPTER_RETURN_IF_ERROR(IntsOf(operation, 1, &perm));
      graph->Add("Permute", {graph->Of(x)}, graph->Of(y)).ints["order"] = Wide(perm);
      return Status();
    }
    case NNADAPTER_SOFTMAX:
      NNADAPTER_RETURN_IF_ERROR(AxisOf(operation, 1, rank, &axis));
      graph->Add("Softmax", {graph->Of(x)}, graph->Of(y)).ints["axis"] = {axis};
      return Status();
    case NNADAPTER_TILE: {
      Dims repeats;
      NNADAPTER_RETURN_IF_ERROR(IntsOf(operation, 1, &repeats));
      graph->Add("Tile", {graph->Of(x), graph->Ints(repeats)}, graph->Of(y));
      return Status();
    }
    case NNADAPTER_GATHER:
      NNADAPTER_RETURN_IF_ERROR(AxisOf(operation, 2, rank, &axis));
      graph->Add("GatherV2D", {graph->Of(x), graph->Of(operation.input_operands[1])}, graph->Of(y))
          .ints["axis"] = {axis};
      return Status();
    case NNADAPTER_CHANNEL_SHUFFLE: {
      int32_t group = 0;
      NNADAPTER_RETURN_IF_ERROR(IntOf(operation, 1, &group));
      graph->Add("ShuffleChannel", {graph->Of(x)}, graph->Of(y)).ints["group"] = {group};
      return Status();
    }
    case NNADAPTER_PRELU: {
      const core::Operand* slope = operation.input_operands[1];
      if (DimsOf(slope)[0] != DimsOf(x)[1]) return Refuse(operation, "one slope for all channels");
      graph->Add("PRelu", {graph->Of(x), graph->Reshaped(slope, {1, DimsOf(slope)[0], 1, 1})},
                 graph->Of(y));
      return Status();
    }
    default:
      return Refuse(operation, "the DDK has no operator for it");
  }
}

bool KeepsNoActivation(NNAdapterOperationType, NNAdapterFuseCode) { return false; }

}  // namespace

Status Supports(const core::Operation& operation) {
  const auto* end = std::end(kKirinOperations);
  if (std::find(std::begin(kKirinOperations), end, operation.type) == end) {
    return FeatureNotSupported(OperationName(operation.type),
                               " is not an operation of huawei_kirin_npu");
  }
  for (const auto* operands : {&operation.input_operands, &operation.output_operands}) {
    for (const core::Operand* operand : *operands) {
      if (!operand) continue;
      const NNAdapterOperandDimensionType& dimensions = operand->type.dimensions;
      if (IsDynamic(dimensions)) return Refuse(operation, "the device has no dynamic shapes");
      if (dimensions.count > kMaxRank) return Refuse(operation, "more than four dimensions");
      if (IsQuantized(operand->type.precision)) {
        return Refuse(operation, "the device only computes with real numbers");
      }
    }
  }
  NNADAPTER_RETURN_IF_ERROR(operation::Validate(operation));
  VendorGraph graph;
  return AddOperation(operation, &graph);
}

Status Prepare(core::Model* model) {
  NNADAPTER_RETURN_IF_ERROR(optimizer::UnpackActivations(&KeepsNoActivation, model));
  return optimizer::SeparateOutputs(model);
}

Status BuildGraph(const core::Model& model, VendorGraph* graph) {
  return optimizer::BuildGraph(model, &AddOperation, graph);
}

}  // namespace nnadapter::huawei_kirin_npu
