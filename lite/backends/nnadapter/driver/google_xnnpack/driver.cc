// Floating-point networks on the processor by XNNPACK, a library of other authors: an independent
// reference for results, and an example of a driver with another layout.
//
// XNNPACK is channels-last. Tensors of rank 4 are NHWC in the subgraph, others as they are; so
// shapes only change where the order of elements is the same in both layouts.
#include <pthreadpool.h>
#include <xnnpack.h>

#include <algorithm>
#include <cstring>
#include <limits>
#include <list>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "lite/backends/nnadapter/core/operands.h"
#include "lite/backends/nnadapter/driver/entry_points.h"
#include "lite/backends/nnadapter/driver/static_program.h"
#include "lite/backends/nnadapter/operation/operation.h"
#include "lite/backends/nnadapter/optimizer/vendor_graph.h"
#include "nnadapter/driver/device.h"
#include "nnadapter/utility/micros.h"
#include "nnadapter/utility/modeling.h"
#include "nnadapter/utility/operation_lists.h"
#include "nnadapter/utility/string.h"

namespace nnadapter::google_xnnpack {
namespace {

using optimizer::BoolOf;
using optimizer::DimsOf;
using optimizer::FloatOf;
using optimizer::IntOf;
using optimizer::IntsOf;
using optimizer::WindowParameters;
using Dims = std::vector<int32_t>;

constexpr float kInfinity = std::numeric_limits<float>::infinity();

Status Check(xnn_status status, const char* call) {
  return status == xnn_status_success ? Status()
                                      : DeviceInternalError(call, " of XNNPACK returned ", status);
}

Status Refuse(const core::Operation& operation, const char* reason) {
  return FeatureNotSupported(OperationName(operation.type), ": ", reason);
}

// Whether the elements of a tensor of this shape are in the same order in NCHW and in NHWC.
bool HasOneOrder(const Dims& dims) {
  return dims.size() != 4 || dims[1] == 1 || (dims[2] == 1 && dims[3] == 1);
}

// NHWC extents of a tensor of rank 4.
std::vector<size_t> DeviceDims(const Dims& dims) {
  std::vector<size_t> to(dims.begin(), dims.end());
  if (dims.size() == 4) std::rotate(to.begin() + 1, to.begin() + 2, to.end());
  return to;
}

// [n][rows][columns] becomes [n][columns][rows].
void TransposePlanes(const float* from, int32_t n, int32_t rows, int32_t columns, float* to) {
  for (int32_t i = 0; i < n; ++i) {
    for (int32_t column = 0; column < columns; ++column) {
      for (int32_t row = 0; row < rows; ++row) *to++ = from[row * columns + column];
    }
    from += rows * columns;
  }
}

// A tensor of rank 4.
void ToDevice(const Dims& dims, const float* from, float* to) {
  TransposePlanes(from, dims[0], dims[1], dims[2] * dims[3], to);
}

struct Limits {
  float low = -kInfinity;
  float high = kInfinity;
};

Status LimitsOf(const core::Operand* fuse, Limits* limits) {
  NNAdapterFuseCode code = NNADAPTER_FUSED_NONE;
  NNADAPTER_RETURN_IF_ERROR(operation::GetFuse(fuse, &code));
  if (code == NNADAPTER_FUSED_RELU) *limits = {0.0f, kInfinity};
  if (code == NNADAPTER_FUSED_RELU1) *limits = {-1.0f, 1.0f};
  if (code == NNADAPTER_FUSED_RELU6) *limits = {0.0f, 6.0f};
  return Status();
}

// Explicit padding of one axis, so that rounding down counts `out` windows.
struct Padding {
  uint32_t before = 0;
  uint32_t after = 0;
};

Padding PaddingOf(const WindowParameters& window, size_t axis, int32_t in, int32_t out) {
  const int32_t reach = window.dilations[axis] * (window.kernel[axis] - 1) + 1;
  const int32_t total = std::max((out - 1) * window.strides[axis] + reach - in, 0);
  int32_t before = window.pads[2 * axis], after = window.pads[2 * axis + 1];
  if (window.auto_pad == NNADAPTER_AUTO_PAD_SAME) {
    before = total / 2;
    after = total - before;
  } else if (window.auto_pad == NNADAPTER_AUTO_PAD_VALID) {
    before = after = 0;
  }
  after = std::max(after, total - before);
  return {static_cast<uint32_t>(before), static_cast<uint32_t>(after)};
}

struct SubgraphDeleter {
  void operator()(xnn_subgraph* subgraph) const { xnn_delete_subgraph(subgraph); }
};
struct RuntimeDeleter {
  void operator()(xnn_runtime* runtime) const { xnn_delete_runtime(runtime); }
};

// Defines the values and nodes of a model. Without a subgraph, only checks.
class Converter {
 public:
  Converter(xnn_subgraph_t subgraph, std::list<std::vector<float>>* constants)
      : subgraph_(subgraph), constants_(constants) {}

  // A value that the application reads or writes.
  Status External(const core::Operand* operand, uint32_t id, uint32_t flag) {
    const std::vector<size_t> dims = DeviceDims(DimsOf(operand));
    uint32_t& value = values_[operand];
    return Check(xnn_define_tensor_value(subgraph_, xnn_datatype_fp32, dims.size(), dims.data(),
                                         nullptr, id, flag, &value),
                 "xnn_define_tensor_value");
  }

  Status Add(const core::Operation& operation);

 private:
  bool defines() const { return subgraph_ != nullptr; }
  Status Define(const std::vector<size_t>& dims, const float* data, uint32_t* id) {
    if (!defines()) return Status();
    return Check(xnn_define_tensor_value(subgraph_, xnn_datatype_fp32, dims.size(), dims.data(),
                                         data, XNN_INVALID_VALUE_ID, 0, id),
                 "xnn_define_tensor_value");
  }
  // A constant of `dims`, whose values `write` sets.
  template <typename Write>
  Status Constant(const std::vector<size_t>& dims, const Write& write, uint32_t* id) {
    size_t count = 1;
    for (const size_t d : dims) count *= d;
    constants_->emplace_back(count + XNN_EXTRA_BYTES / sizeof(float));
    write(constants_->back().data());
    return Define(dims, constants_->back().data(), id);
  }
  Status Value(const core::Operand* operand, uint32_t* id) {
    const auto known = values_.find(operand);
    if (known != values_.end()) {
      *id = known->second;
      return Status();
    }
    const Dims dims = DimsOf(operand);
    if (operand->buffer) {
      NNADAPTER_RETURN_IF_ERROR(Constant(
          DeviceDims(dims),
          [&](float* to) {
            const auto* from = static_cast<const float*>(operand->buffer);
            if (dims.size() == 4) {
              ToDevice(dims, from, to);
            } else {
              std::memcpy(to, from, operand->length);
            }
          },
          id));
    } else {
      NNADAPTER_RETURN_IF_ERROR(Define(DeviceDims(dims), nullptr, id));
    }
    values_[operand] = *id;
    return Status();
  }
  // An operand of an elementwise operation with a result of `rank`.
  Status Broadcast(const core::Operation& operation, const core::Operand* operand, size_t rank,
                   uint32_t* id) {
    Dims dims = DimsOf(operand);
    if (dims.size() == rank || rank != 4) return Value(operand, id);
    if (!operand->buffer) return Refuse(operation, "an operand of lower rank that is computed");
    dims.insert(dims.begin(), rank - dims.size(), 1);
    return Constant(
        DeviceDims(dims),
        [&](float* to) { ToDevice(dims, static_cast<const float*>(operand->buffer), to); }, id);
  }

  Status AddConv(const core::Operation& operation);
  Status AddPool(const core::Operation& operation);
  Status AddFullyConnected(const core::Operation& operation);
  Status AddBinary(const core::Operation& operation);
  Status AddView(const core::Operation& operation);
  Status AddUnary(const core::Operation& operation);

  xnn_subgraph_t subgraph_;
  std::list<std::vector<float>>* constants_;
  std::map<const core::Operand*, uint32_t> values_;
};

Status Converter::AddConv(const core::Operation& operation) {
  const core::Operand* x = operation.input_operands[0];
  const core::Operand* filter = operation.input_operands[1];
  const core::Operand* bias = operation.input_operands[2];
  const core::Operand* y = operation.output_operands[0];
  WindowParameters window;
  Limits limits;
  NNADAPTER_RETURN_IF_ERROR(optimizer::ConvWindow(operation, &window));
  NNADAPTER_RETURN_IF_ERROR(LimitsOf(operation.input_operands[8], &limits));
  if (!filter->buffer || !bias->buffer) return Refuse(operation, "a filter that is computed");
  const Dims in = DimsOf(x), out = DimsOf(y), f = DimsOf(filter);
  const Padding h = PaddingOf(window, 0, in[2], out[2]), w = PaddingOf(window, 1, in[3], out[3]);
  const bool depthwise = window.group == in[1] && f[1] == 1 && window.group > 1;
  const auto area = static_cast<size_t>(f[2]) * static_cast<size_t>(f[3]);
  const auto channels = static_cast<size_t>(f[0]), inner = static_cast<size_t>(f[1]);
  const auto kh = static_cast<size_t>(f[2]), kw = static_cast<size_t>(f[3]);
  const auto* weights = static_cast<const float*>(filter->buffer);
  uint32_t ids[4] = {};
  NNADAPTER_RETURN_IF_ERROR(Value(x, &ids[0]));
  // [out, kh, kw, in], and for depthwise ones [1, kh, kw, out].
  NNADAPTER_RETURN_IF_ERROR(Constant(
      depthwise ? std::vector<size_t>{1, kh, kw, channels}
                : std::vector<size_t>{channels, kh, kw, inner},
      [&](float* to) {
        for (size_t o = 0; o < channels; ++o) {
          for (size_t i = 0; i < inner; ++i) {
            for (size_t k = 0; k < area; ++k) {
              to[depthwise ? k * channels + o : (o * area + k) * inner + i] =
                  weights[(o * inner + i) * area + k];
            }
          }
        }
      },
      &ids[1]));
  NNADAPTER_RETURN_IF_ERROR(Value(bias, &ids[2]));
  NNADAPTER_RETURN_IF_ERROR(Value(y, &ids[3]));
  if (!defines()) return Status();
  const auto u = [](int32_t value) { return static_cast<uint32_t>(value); };
  if (depthwise) {
    return Check(
        xnn_define_depthwise_convolution_2d(
            subgraph_, h.before, w.after, h.after, w.before, u(f[2]), u(f[3]), u(window.strides[0]),
            u(window.strides[1]), u(window.dilations[0]), u(window.dilations[1]), u(f[0] / in[1]),
            static_cast<size_t>(in[1]), limits.low, limits.high, ids[0], ids[1], ids[2], ids[3], 0),
        "xnn_define_depthwise_convolution_2d");
  }
  return Check(
      xnn_define_convolution_2d(subgraph_, h.before, w.after, h.after, w.before, u(f[2]), u(f[3]),
                                u(window.strides[0]), u(window.strides[1]), u(window.dilations[0]),
                                u(window.dilations[1]), u(window.group), inner,
                                channels / static_cast<size_t>(window.group), limits.low,
                                limits.high, ids[0], ids[1], ids[2], ids[3], 0),
      "xnn_define_convolution_2d");
}

Status Converter::AddPool(const core::Operation& operation) {
  const core::Operand* x = operation.input_operands[0];
  const core::Operand* y = operation.output_operands[0];
  const bool max = operation.type == NNADAPTER_MAX_POOL_2D;
  WindowParameters window;
  Limits limits;
  bool ceil_mode = false, counts_padding = false;
  NNADAPTER_RETURN_IF_ERROR(optimizer::PoolWindow(operation, &window, &ceil_mode));
  NNADAPTER_RETURN_IF_ERROR(LimitsOf(operation.input_operands.back(), &limits));
  if (!max) NNADAPTER_RETURN_IF_ERROR(BoolOf(operation, 6, &counts_padding));
  if (operation.output_operands.size() > 1 && operation.output_operands[1]) {
    return Refuse(operation, "indices");
  }
  if (window.kernel[0] * window.kernel[1] == 1) return Refuse(operation, "windows of one element");
  const Dims in = DimsOf(x), out = DimsOf(y);
  const Padding h = PaddingOf(window, 0, in[2], out[2]), w = PaddingOf(window, 1, in[3], out[3]);
  const bool pads = h.before + h.after + w.before + w.after > 0;
  if (counts_padding && pads) return Refuse(operation, "padding that counts");
  uint32_t ids[2] = {};
  NNADAPTER_RETURN_IF_ERROR(Value(x, &ids[0]));
  NNADAPTER_RETURN_IF_ERROR(Value(y, &ids[1]));
  if (!defines()) return Status();
  const auto u = [](int32_t value) { return static_cast<uint32_t>(value); };
  if (max) {
    return Check(xnn_define_max_pooling_2d(subgraph_, h.before, w.after, h.after, w.before,
                                           u(window.kernel[0]), u(window.kernel[1]),
                                           u(window.strides[0]), u(window.strides[1]), 1, 1,
                                           limits.low, limits.high, ids[0], ids[1], 0),
                 "xnn_define_max_pooling_2d");
  }
  if (!pads && window.kernel[0] == in[2] && window.kernel[1] == in[3]) {
    return Check(
        xnn_define_global_average_pooling_2d(subgraph_, limits.low, limits.high, ids[0], ids[1], 0),
        "xnn_define_global_average_pooling_2d");
  }
  return Check(xnn_define_average_pooling_2d(subgraph_, h.before, w.after, h.after, w.before,
                                             u(window.kernel[0]), u(window.kernel[1]),
                                             u(window.strides[0]), u(window.strides[1]), limits.low,
                                             limits.high, ids[0], ids[1], 0),
               "xnn_define_average_pooling_2d");
}

Status Converter::AddFullyConnected(const core::Operation& operation) {
  const core::Operand* x = operation.input_operands[0];
  const core::Operand* weight = operation.input_operands[1];
  const core::Operand* bias = operation.input_operands[2];
  const core::Operand* y = operation.output_operands[0];
  Limits limits;
  NNADAPTER_RETURN_IF_ERROR(LimitsOf(operation.input_operands[3], &limits));
  if (!weight->buffer || !bias->buffer) return Refuse(operation, "a weight that is computed");
  if (!HasOneOrder(DimsOf(x))) return Refuse(operation, "an image as rows");
  const std::vector<size_t> rows = {static_cast<size_t>(DimsOf(y)[0]),
                                    static_cast<size_t>(DimsOf(weight)[1])};
  uint32_t ids[5] = {};
  NNADAPTER_RETURN_IF_ERROR(Value(x, &ids[0]));
  NNADAPTER_RETURN_IF_ERROR(Value(weight, &ids[1]));
  NNADAPTER_RETURN_IF_ERROR(Value(bias, &ids[2]));
  NNADAPTER_RETURN_IF_ERROR(Value(y, &ids[3]));
  NNADAPTER_RETURN_IF_ERROR(Define(rows, nullptr, &ids[4]));
  if (!defines()) return Status();
  NNADAPTER_RETURN_IF_ERROR(
      Check(xnn_define_static_reshape(subgraph_, 2, rows.data(), ids[0], ids[4], 0),
            "xnn_define_static_reshape"));
  return Check(xnn_define_fully_connected(subgraph_, limits.low, limits.high, ids[4], ids[1],
                                          ids[2], ids[3], 0),
               "xnn_define_fully_connected");
}

Status Converter::AddBinary(const core::Operation& operation) {
  const size_t rank = DimsOf(operation.output_operands[0]).size();
  Limits limits;
  NNADAPTER_RETURN_IF_ERROR(LimitsOf(operation.input_operands[2], &limits));
  uint32_t a = 0, b = 0, y = 0;
  NNADAPTER_RETURN_IF_ERROR(Broadcast(operation, operation.input_operands[0], rank, &a));
  NNADAPTER_RETURN_IF_ERROR(Broadcast(operation, operation.input_operands[1], rank, &b));
  NNADAPTER_RETURN_IF_ERROR(Value(operation.output_operands[0], &y));
  const bool limited = limits.low != -kInfinity || limits.high != kInfinity;
  const bool extreme = operation.type == NNADAPTER_MAX || operation.type == NNADAPTER_MIN;
  uint32_t result = y;  // of an operator of the library that has no limits
  if (extreme && limited) {
    const std::vector<size_t> dims = DeviceDims(DimsOf(operation.output_operands[0]));
    NNADAPTER_RETURN_IF_ERROR(Define(dims, nullptr, &result));
  }
  if (!defines()) return Status();
  switch (operation.type) {
    case NNADAPTER_ADD:
      return Check(xnn_define_add2(subgraph_, limits.low, limits.high, a, b, y, 0),
                   "xnn_define_add2");
    case NNADAPTER_SUB:
      return Check(xnn_define_subtract(subgraph_, limits.low, limits.high, a, b, y, 0),
                   "xnn_define_subtract");
    case NNADAPTER_MUL:
      return Check(xnn_define_multiply2(subgraph_, limits.low, limits.high, a, b, y, 0),
                   "xnn_define_multiply2");
    case NNADAPTER_DIV:
      return Check(xnn_define_divide(subgraph_, limits.low, limits.high, a, b, y, 0),
                   "xnn_define_divide");
    case NNADAPTER_MAX:
      NNADAPTER_RETURN_IF_ERROR(
          Check(xnn_define_maximum2(subgraph_, a, b, result, 0), "xnn_define_maximum2"));
      break;
    default:
      NNADAPTER_RETURN_IF_ERROR(
          Check(xnn_define_minimum2(subgraph_, a, b, result, 0), "xnn_define_minimum2"));
  }
  if (result == y) return Status();
  return Check(xnn_define_clamp(subgraph_, limits.low, limits.high, result, y, 0),
               "xnn_define_clamp");
}

Status Converter::AddView(const core::Operation& operation) {
  const core::Operand* x = operation.input_operands[0];
  const core::Operand* y = operation.output_operands[0];
  if (!HasOneOrder(DimsOf(x)) || !HasOneOrder(DimsOf(y))) {
    return Refuse(operation, "an image in another shape");
  }
  const std::vector<size_t> dims = DeviceDims(DimsOf(y));
  uint32_t from = 0, to = 0;
  NNADAPTER_RETURN_IF_ERROR(Value(x, &from));
  NNADAPTER_RETURN_IF_ERROR(Value(y, &to));
  if (!defines()) return Status();
  return Check(xnn_define_static_reshape(subgraph_, dims.size(), dims.data(), from, to, 0),
               "xnn_define_static_reshape");
}

Status Converter::AddUnary(const core::Operation& operation) {
  uint32_t x = 0, y = 0;
  NNADAPTER_RETURN_IF_ERROR(Value(operation.input_operands[0], &x));
  NNADAPTER_RETURN_IF_ERROR(Value(operation.output_operands[0], &y));
  const auto clamp = [&](float low, float high) {
    return defines() ? Check(xnn_define_clamp(subgraph_, low, high, x, y, 0), "xnn_define_clamp")
                     : Status();
  };
  float low = 0.0f, high = 0.0f;
  switch (operation.type) {
    case NNADAPTER_RELU:
      return clamp(0.0f, kInfinity);
    case NNADAPTER_RELU6:
      return clamp(0.0f, 6.0f);
    case NNADAPTER_CLIP:
      NNADAPTER_RETURN_IF_ERROR(FloatOf(operation, 1, &low));
      NNADAPTER_RETURN_IF_ERROR(FloatOf(operation, 2, &high));
      if (!(low < high)) return Refuse(operation, "limits without a value between them");
      return clamp(low, high);
    case NNADAPTER_HARD_SWISH:
      NNADAPTER_RETURN_IF_ERROR(FloatOf(operation, 1, &low));
      NNADAPTER_RETURN_IF_ERROR(FloatOf(operation, 2, &high));
      if (low != 1.0f / 6.0f || high != 0.5f) return Refuse(operation, "other parameters");
      return defines() ? Check(xnn_define_hardswish(subgraph_, x, y, 0), "xnn_define_hardswish")
                       : Status();
    case NNADAPTER_LEAKY_RELU:
      NNADAPTER_RETURN_IF_ERROR(FloatOf(operation, 1, &low));
      return defines()
                 ? Check(xnn_define_leaky_relu(subgraph_, low, x, y, 0), "xnn_define_leaky_relu")
                 : Status();
    case NNADAPTER_SOFTMAX: {
      const Dims dims = DimsOf(operation.input_operands[0]);
      int32_t axis = 0;
      NNADAPTER_RETURN_IF_ERROR(
          optimizer::AxisOf(operation, 1, static_cast<int32_t>(dims.size()), &axis));
      if (axis != (dims.size() == 4 ? 1 : static_cast<int32_t>(dims.size()) - 1)) {
        return Refuse(operation, "an axis that is not the last one of the library's layout");
      }
      return defines() ? Check(xnn_define_softmax(subgraph_, x, y, 0), "xnn_define_softmax")
                       : Status();
    }
    default:
      break;
  }
  if (!defines()) return Status();
  switch (operation.type) {
    case NNADAPTER_SIGMOID:
      return Check(xnn_define_sigmoid(subgraph_, x, y, 0), "xnn_define_sigmoid");
    case NNADAPTER_ABS:
      return Check(xnn_define_abs(subgraph_, x, y, 0), "xnn_define_abs");
    case NNADAPTER_FLOOR:
      return Check(xnn_define_floor(subgraph_, x, y, 0), "xnn_define_floor");
    default:
      return Check(xnn_define_square(subgraph_, x, y, 0), "xnn_define_square");
  }
}

Status Converter::Add(const core::Operation& operation) {
  switch (operation.type) {
    case NNADAPTER_CONV_2D:
      return AddConv(operation);
    case NNADAPTER_AVERAGE_POOL_2D:
    case NNADAPTER_MAX_POOL_2D:
      return AddPool(operation);
    case NNADAPTER_FULLY_CONNECTED:
      return AddFullyConnected(operation);
    case NNADAPTER_ADD:
    case NNADAPTER_SUB:
    case NNADAPTER_MUL:
    case NNADAPTER_DIV:
    case NNADAPTER_MAX:
    case NNADAPTER_MIN:
      return AddBinary(operation);
    case NNADAPTER_RESHAPE:
    case NNADAPTER_FLATTEN:
    case NNADAPTER_UNSQUEEZE:
    case NNADAPTER_SQUEEZE:
      return AddView(operation);
    case NNADAPTER_RELU:
    case NNADAPTER_RELU6:
    case NNADAPTER_CLIP:
    case NNADAPTER_HARD_SWISH:
    case NNADAPTER_LEAKY_RELU:
    case NNADAPTER_SOFTMAX:
    case NNADAPTER_SIGMOID:
    case NNADAPTER_ABS:
    case NNADAPTER_FLOOR:
    case NNADAPTER_SQUARE:
      return AddUnary(operation);
    default:
      return Refuse(operation, "the library has no operator for it");
  }
}

struct XnnpackDriver {
  // A pool of threads. GOOGLE_XNNPACK_NUM_THREADS of 0 or 1 means none.
  class Context {
   public:
    explicit Context(const char* properties) {
      constexpr char kThreads[] = "GOOGLE_XNNPACK_NUM_THREADS";
      const auto values = GetKeyValues(properties);
      const auto found = values.find(kThreads);
      const int threads =
          found != values.end() ? string_parse<int>(found->second) : GetIntFromEnv(kThreads, 0);
      if (threads > 1) pool_.reset(pthreadpool_create(static_cast<size_t>(threads)));
    }
    pthreadpool_t pool() const { return pool_.get(); }

   private:
    struct Deleter {
      void operator()(pthreadpool* pool) const { pthreadpool_destroy(pool); }
    };
    std::unique_ptr<pthreadpool, Deleter> pool_;
  };

  class Program {
   public:
    explicit Program(Context* context) : context_(context) {}

    Status Build(core::Model* model, core::Cache* cache) {
      NNADAPTER_RETURN_IF_ERROR(Check(xnn_initialize(nullptr), "xnn_initialize"));
      core::Model* restored = nullptr;
      if (!model && !DeserializeModel(cache->buffer.data(), cache->buffer.size(), &restored)) {
        return InvalidParameter("the buffer of the cache does not have a model");
      }
      const ModelPointer own(restored);
      const core::Model& from = model ? *model : *restored;
      NNADAPTER_RETURN_IF_ERROR(Convert(from));
      if (model && cache && cache->token && cache->dir && !SerializeModel(model, &cache->buffer)) {
        return DeviceInternalError("the model was not written");
      }
      return Status();
    }

    Status Execute(uint32_t input_count, core::Argument* inputs, uint32_t output_count,
                   core::Argument* outputs) {
      if (input_count != input_types_.size() || output_count != output_types_.size()) {
        return InvalidParameter(input_count, " inputs and ", output_count, " outputs");
      }
      for (uint32_t i = 0; i < input_count; ++i) {
        const void* data = nullptr;
        uint32_t bytes = 0;
        NNADAPTER_RETURN_IF_ERROR(ReadStaticInput(inputs[i], input_types_, &data, &bytes));
        const auto index = static_cast<size_t>(inputs[i].index);
        Move(input_types_[index], static_cast<const float*>(data), bytes, /*to_device=*/true,
             buffers_[index].data());
      }
      NNADAPTER_RETURN_IF_ERROR(Check(xnn_invoke_runtime(runtime_.get()), "xnn_invoke_runtime"));
      for (uint32_t i = 0; i < output_count; ++i) {
        void* data = nullptr;
        uint32_t bytes = 0;
        NNADAPTER_RETURN_IF_ERROR(OpenStaticOutput(outputs[i], output_types_, &data, &bytes));
        const auto index = static_cast<size_t>(outputs[i].index);
        Move(output_types_[index], buffers_[input_types_.size() + index].data(), bytes,
             /*to_device=*/false, static_cast<float*>(data));
      }
      return Status();
    }

   private:
    static void Move(const NNAdapterOperandType& type, const float* from, uint32_t bytes,
                     bool to_device, float* to) {
      const int32_t* d = type.dimensions.data;
      if (type.dimensions.count != 4) {
        std::memcpy(to, from, bytes);
      } else if (to_device) {
        TransposePlanes(from, d[0], d[1], d[2] * d[3], to);
      } else {
        TransposePlanes(from, d[0], d[2] * d[3], d[1], to);
      }
    }

    Status Convert(const core::Model& model) {
      input_types_ = TypesOf(model.input_operands);
      output_types_ = TypesOf(model.output_operands);
      const auto externals =
          static_cast<uint32_t>(model.input_operands.size() + model.output_operands.size());
      xnn_subgraph_t created = nullptr;
      NNADAPTER_RETURN_IF_ERROR(
          Check(xnn_create_subgraph(externals, 0, &created), "xnn_create_subgraph"));
      subgraph_.reset(created);
      Converter converter(created, &constants_);
      uint32_t id = 0;
      std::vector<xnn_external_value> values;
      const auto external = [&](const core::Operand* operand, uint32_t flag) {
        uint32_t bytes = 0;
        NNADAPTER_RETURN_IF_ERROR(ByteSize(operand->type, &bytes));
        buffers_.emplace_back((bytes + XNN_EXTRA_BYTES) / sizeof(float));
        values.push_back({id, buffers_.back().data()});
        return converter.External(operand, id++, flag);
      };
      for (const core::Operand* operand : model.input_operands) {
        NNADAPTER_RETURN_IF_ERROR(external(operand, XNN_VALUE_FLAG_EXTERNAL_INPUT));
      }
      for (const core::Operand* operand : model.output_operands) {
        NNADAPTER_RETURN_IF_ERROR(external(operand, XNN_VALUE_FLAG_EXTERNAL_OUTPUT));
      }
      for (const core::Operation& operation : model.operations) {
        NNADAPTER_RETURN_IF_ERROR(Supports(operation));
        NNADAPTER_RETURN_IF_ERROR(converter.Add(operation));
      }
      xnn_runtime_t runtime = nullptr;
      NNADAPTER_RETURN_IF_ERROR(Check(xnn_create_runtime_v2(created, context_->pool(), 0, &runtime),
                                      "xnn_create_runtime_v2"));
      runtime_.reset(runtime);
      return Check(xnn_setup_runtime(runtime, values.size(), values.data()), "xnn_setup_runtime");
    }

    Context* context_;
    std::list<std::vector<float>> constants_;  // the subgraph refers to them
    std::unique_ptr<xnn_subgraph, SubgraphDeleter> subgraph_;
    std::unique_ptr<xnn_runtime, RuntimeDeleter> runtime_;
    std::vector<std::vector<float>> buffers_;  // of inputs, then outputs
    std::vector<NNAdapterOperandType> input_types_, output_types_;
  };

  static Status Supports(const core::Operation& operation) {
    const auto* end = std::end(kXnnpackOperations);
    if (std::find(std::begin(kXnnpackOperations), end, operation.type) == end) {
      return FeatureNotSupported("google_xnnpack does not compute ", OperationName(operation.type));
    }
    for (const auto* operands : {&operation.input_operands, &operation.output_operands}) {
      for (const core::Operand* operand : *operands) {
        if (!operand) continue;
        if (IsDynamic(operand->type.dimensions)) return Refuse(operation, "a dynamic shape");
        if (operand->type.dimensions.count > XNN_MAX_TENSOR_DIMS) {
          return Refuse(operation, "more than 6 dimensions");
        }
        const int32_t precision = operand->type.precision;
        if (precision != NNADAPTER_FLOAT32 && !operand->buffer) {
          return Refuse(operation, "values that are not floats");
        }
      }
    }
    NNADAPTER_RETURN_IF_ERROR(operation::Validate(operation));
    std::list<std::vector<float>> constants;
    return Converter(nullptr, &constants).Add(operation);
  }
};

}  // namespace
}  // namespace nnadapter::google_xnnpack

NNADAPTER_DRIVER("Google", NNADAPTER_CPU, nnadapter::google_xnnpack::XnnpackDriver);
