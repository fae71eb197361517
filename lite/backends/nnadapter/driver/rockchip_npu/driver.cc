// The NPUs of RK1808, RK1806, RK1126 and RK1109, by rknpu_ddk. Never compiled with the DDK: the
// calls follow its documentation. What needs no DDK is in graph.cc.
#include <rknpu/rknpu_pub.h>
#include <unistd.h>

#include <cstdio>
#include <fstream>
#include <iterator>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "lite/backends/nnadapter/driver/entry_points.h"
#include "lite/backends/nnadapter/driver/rockchip_npu/graph.h"
#include "lite/backends/nnadapter/driver/static_program.h"
#include "lite/backends/nnadapter/optimizer/rewrite.h"
#include "nnadapter/driver/device.h"
#include "nnadapter/utility/micros.h"
#include "nnadapter/utility/string.h"

namespace nnadapter::rockchip_npu {
namespace {

using optimizer::VendorGraph;
using optimizer::VendorNode;
using optimizer::VendorTensor;
using RkTensor = std::shared_ptr<rk::nn::Tensor>;

Status Check(int code, const char* call) {
  return code == rk::nn::RK_SUCCESS ? Status()
                                    : DeviceInternalError(call, " of rknpu_ddk returned ", code);
}

rk::nn::PrecisionType PrecisionOf(int32_t precision) {
  switch (precision) {
    case NNADAPTER_QUANT_UINT8_ASYMM_PER_LAYER:
      return rk::nn::PrecisionType::UINT8;
    case NNADAPTER_QUANT_INT32_SYMM_PER_LAYER:
    case NNADAPTER_INT32:
      return rk::nn::PrecisionType::INT32;
    case NNADAPTER_FLOAT32:
      return rk::nn::PrecisionType::FLOAT32;
    default:
      return rk::nn::PrecisionType::UNKNOWN;
  }
}

std::shared_ptr<rk::nn::TensorAttr> AttributesOf(const VendorTensor& tensor, size_t index,
                                                 rk::nn::TensorRole role) {
  auto attributes = std::make_shared<rk::nn::TensorAttr>();
  attributes->name = "tensor_" + std::to_string(index);
  attributes->dims = tensor.dims;
  attributes->precision = PrecisionOf(tensor.precision);
  attributes->layout = rk::nn::DataLayoutType::NCHW;
  attributes->role = role;
  attributes->qntType = rk::nn::QuantizationType::NONE;
  attributes->qntBits = 0;
  if (tensor.precision == NNADAPTER_QUANT_UINT8_ASYMM_PER_LAYER) {
    attributes->qntType = rk::nn::QuantizationType::AFFINE_ASYMMETRIC;
    attributes->qntBits = 8;
    attributes->qntParamAffineAsymmetric.scale = {tensor.scale};
    attributes->qntParamAffineAsymmetric.zero_point = {static_cast<uint32_t>(tensor.zero_point)};
  } else if (tensor.precision == NNADAPTER_QUANT_INT32_SYMM_PER_LAYER) {
    attributes->qntType = rk::nn::QuantizationType::SYMMETRIC;
    attributes->qntBits = 32;
    attributes->qntParamSymmetric.scale = {tensor.scale};
  }
  return attributes;
}

void Copy(const std::vector<int64_t>& from, uint32_t* to) {
  for (const int64_t value : from) *to++ = static_cast<uint32_t>(value);
}

std::vector<uint32_t> Unsigned(const std::vector<int64_t>& values) {
  return {values.begin(), values.end()};
}

rk::nn::PadType PadTypeOf(const VendorNode& node) {
  const std::string& type = node.texts.at("pad_type");
  return type == "SAME"    ? rk::nn::PadType::SAME
         : type == "VALID" ? rk::nn::PadType::VALID
                           : rk::nn::PadType::AUTO;
}

// The graph in the vendor's library.
class Converter {
 public:
  Converter(const VendorGraph& from, rk::nn::Graph* to) : from_(from), to_(to) {}

  Status Convert() {
    // Inputs and outputs have a role of their own.
    for (const auto* list : {&from_.inputs, &from_.outputs}) {
      for (const size_t index : *list) roles_[index] = rk::nn::TensorRole::DATA;
    }
    for (const VendorNode& node : from_.nodes) NNADAPTER_RETURN_IF_ERROR(Add(node));
    return Check(to_->SetInputsOutputs(All(from_.inputs), All(from_.outputs)), "SetInputsOutputs");
  }

 private:
  RkTensor TensorOf(size_t index) {
    RkTensor& tensor = tensors_[index];
    if (tensor) return tensor;
    const VendorTensor& described = from_.tensors[index];
    const auto role = roles_.find(index);
    const rk::nn::TensorRole kind = role != roles_.end() ? role->second
                                    : described.data     ? rk::nn::TensorRole::CONST
                                                         : rk::nn::TensorRole::VAR;
    tensor =
        to_->CreateTensor(AttributesOf(described, index, kind), const_cast<void*>(described.data));
    return tensor;
  }

  std::vector<RkTensor> All(const std::vector<size_t>& indices) {
    std::vector<RkTensor> tensors;
    for (const size_t index : indices) tensors.push_back(TensorOf(index));
    return tensors;
  }

  Status Add(const VendorNode& node, rk::nn::OperatorType type, void* attributes) {
    const std::vector<RkTensor> inputs = All(node.inputs), outputs = All(node.outputs);
    for (const auto* list : {&inputs, &outputs}) {
      for (const RkTensor& tensor : *list) {
        if (!tensor) return DeviceInternalError("CreateTensor of rknpu_ddk failed");
      }
    }
    return to_->AddOperator(type, inputs, outputs, attributes)
               ? Status()
               : DeviceInternalError("AddOperator(", node.type, ") of rknpu_ddk failed");
  }

  Status Add(const VendorNode& node) {
    static const std::map<std::string, rk::nn::OperatorType> plain = {
        {"ADD", rk::nn::OperatorType::ADD},
        {"SUBTRACT", rk::nn::OperatorType::SUBTRACT},
        {"MULTIPLY", rk::nn::OperatorType::MULTIPLY},
        {"DIVIDE", rk::nn::OperatorType::DIVIDE},
        {"RELU", rk::nn::OperatorType::RELU},
        {"RELU6", rk::nn::OperatorType::RELU6},
        {"SIGMOID", rk::nn::OperatorType::SIGMOID},
        {"TANH", rk::nn::OperatorType::TANH},
        {"DATACONVERT", rk::nn::OperatorType::DATACONVERT}};
    const std::string type = node.type;
    const auto known = plain.find(type);
    if (known != plain.end()) return Add(node, known->second, nullptr);
    if (type == "CONV2D") {
      rk::nn::Conv2DAttr attributes = {};
      Copy(node.ints.at("ksize"), attributes.ksize);
      Copy(node.ints.at("stride"), attributes.stride);
      Copy(node.ints.at("pad"), attributes.pad);
      Copy(node.ints.at("dilation"), attributes.dilation);
      attributes.pad_type = PadTypeOf(node);
      attributes.weights = static_cast<uint32_t>(node.Int("weights"));
      attributes.group = static_cast<uint32_t>(node.Int("group"));
      attributes.multiplier = static_cast<int32_t>(node.Int("multiplier"));
      attributes.has_relu = node.Int("has_relu") != 0;
      return Add(node, rk::nn::OperatorType::CONV2D, &attributes);
    }
    if (type == "FULLCONNECT") {
      rk::nn::FCAttr attributes = {};
      attributes.weights = static_cast<uint32_t>(node.Int("weights"));
      attributes.has_relu = node.Int("has_relu") != 0;
      return Add(node, rk::nn::OperatorType::FULLCONNECT, &attributes);
    }
    if (type == "POOL") {
      rk::nn::PoolAttr attributes = {};
      Copy(node.ints.at("ksize"), attributes.ksize);
      Copy(node.ints.at("stride"), attributes.stride);
      Copy(node.ints.at("pad"), attributes.pad);
      attributes.pad_type = PadTypeOf(node);
      attributes.pool_type = node.texts.at("pool_type") == "POOLING_MAX"
                                 ? rk::nn::PoolType::POOLING_MAX
                                 : rk::nn::PoolType::POOLING_AVG;
      attributes.round_type = node.texts.at("round_type") == "ROUND_CEIL"
                                  ? rk::nn::RoundType::ROUND_CEIL
                                  : rk::nn::RoundType::ROUND_FLOOR;
      attributes.global_pooling = node.Int("global_pooling") != 0;
      return Add(node, rk::nn::OperatorType::POOL, &attributes);
    }
    if (type == "CONCAT") {
      rk::nn::ConcatAttr attributes = {static_cast<int>(node.Int("axis"))};
      return Add(node, rk::nn::OperatorType::CONCAT, &attributes);
    }
    if (type == "RESHAPE") {
      rk::nn::ReshapeAttr attributes = {Unsigned(node.ints.at("shapes"))};
      return Add(node, rk::nn::OperatorType::RESHAPE, &attributes);
    }
    if (type == "PERMUTE") {
      rk::nn::PermuteAttr attributes = {Unsigned(node.ints.at("perm"))};
      return Add(node, rk::nn::OperatorType::PERMUTE, &attributes);
    }
    if (type == "SOFTMAX") {
      rk::nn::SoftmaxAttr attributes = {node.reals.at("beta"),
                                        static_cast<uint32_t>(node.Int("axis"))};
      return Add(node, rk::nn::OperatorType::SOFTMAX, &attributes);
    }
    return FeatureNotSupported("rknpu_ddk has no operator ", type);
  }

  const VendorGraph& from_;
  rk::nn::Graph* to_;
  std::map<size_t, RkTensor> tensors_;
  std::map<size_t, rk::nn::TensorRole> roles_;
};

// A file that is removed at the end.
class TemporaryFile {
 public:
  TemporaryFile() {
    const int descriptor = mkstemp(path_);
    if (descriptor >= 0) close(descriptor);
  }
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;
  ~TemporaryFile() { std::remove(path_); }
  const char* path() const { return path_; }

 private:
  char path_[24] = "/tmp/rknpu_graph_XXXXXX";
};

struct RockchipDriver {
  class Context {
   public:
    explicit Context(const char* properties) { GetKeyValues(properties); }
  };

  class Program {
   public:
    explicit Program(Context*) {}

    Status Build(core::Model* model, core::Cache* cache) {
      graph_ = std::make_unique<rk::nn::Graph>();
      return model ? BuildModel(*model, cache) : Restore(*cache);
    }

    Status Execute(uint32_t input_count, core::Argument* inputs, uint32_t output_count,
                   core::Argument* outputs) {
      if (input_count != input_types_.size() || output_count != output_types_.size()) {
        return InvalidParameter(input_count, " inputs and ", output_count, " outputs");
      }
      optimizer::SignedArguments arguments;
      std::vector<rk::nn::InputInfo> from(input_count);
      for (const core::Argument& argument : arguments.Inputs(input_types_, input_count, inputs)) {
        const void* data = nullptr;
        uint32_t bytes = 0;
        NNADAPTER_RETURN_IF_ERROR(ReadStaticInput(argument, input_types_, &data, &bytes));
        const auto index = static_cast<size_t>(argument.index);
        from[index] = InputOf(index, data, bytes);
      }
      NNADAPTER_RETURN_IF_ERROR(Check(execution_->SetInputs(from), "SetInputs"));
      NNADAPTER_RETURN_IF_ERROR(Check(execution_->Run(), "Run"));
      std::vector<rk::nn::OutputInfo> to(output_count);
      for (const core::Argument& argument :
           arguments.Outputs(output_types_, output_count, outputs)) {
        void* data = nullptr;
        uint32_t bytes = 0;
        NNADAPTER_RETURN_IF_ERROR(OpenStaticOutput(argument, output_types_, &data, &bytes));
        const auto index = static_cast<uint32_t>(argument.index);
        rk::nn::OutputInfo& info = to[index];
        info.index = index;
        info.buf = data;
        info.size = bytes;
        info.type = PrecisionOf(output_types_[index].precision);
        info.layout = rk::nn::DataLayoutType::NCHW;
        info.want_float = output_types_[index].precision == NNADAPTER_FLOAT32;
      }
      NNADAPTER_RETURN_IF_ERROR(Check(execution_->GetOutputs(to), "GetOutputs"));
      arguments.Flush();
      return Status();
    }

   private:
    Status BuildModel(const core::Model& model, core::Cache* cache) {
      ModelPointer own;
      NNADAPTER_RETURN_IF_ERROR(CloneModel(model, OperationsOf(model), true, &own));
      NNADAPTER_RETURN_IF_ERROR(Prepare(own.get()));
      VendorGraph graph;
      NNADAPTER_RETURN_IF_ERROR(BuildGraph(*own, &graph));
      input_types_ = TypesOf(own->input_operands);
      output_types_ = TypesOf(own->output_operands);
      const bool caches = cache && cache->token && cache->dir;
      TemporaryFile compiled;
      if (caches) {
        NNADAPTER_RETURN_IF_ERROR(
            Check(graph_->EnableCreateCache(compiled.path()), "EnableCreateCache"));
      }
      NNADAPTER_RETURN_IF_ERROR(Converter(graph, graph_.get()).Convert());
      NNADAPTER_RETURN_IF_ERROR(Start());
      if (!caches) return Status();
      // The compiled graph is written by the first run. Without one, there is no cache.
      NNADAPTER_RETURN_IF_ERROR(RunOnZeros());
      std::ifstream file(compiled.path(), std::ios::binary);
      cache->buffer.assign(std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>());
      return Status();
    }

    Status Restore(const core::Cache& cache) {
      TemporaryFile compiled;
      std::ofstream(compiled.path(), std::ios::binary)
          .write(reinterpret_cast<const char*>(cache.buffer.data()),
                 static_cast<std::streamsize>(cache.buffer.size()));
      input_types_ = DeviceTypes(cache.input_types);
      output_types_ = DeviceTypes(cache.output_types);
      NNADAPTER_RETURN_IF_ERROR(
          Check(graph_->LoadCache(compiled.path(), Create(input_types_), Create(output_types_)),
                "LoadCache"));
      return Start();
    }

    // Types of the caller in the form that the device has after Prepare.
    static std::vector<NNAdapterOperandType> DeviceTypes(
        const std::vector<NNAdapterOperandType>& types) {
      std::vector<NNAdapterOperandType> changed = types;
      for (NNAdapterOperandType& type : changed) {
        if (type.precision != NNADAPTER_QUANT_INT8_SYMM_PER_LAYER) continue;
        const float scale = type.symm_per_layer_params.scale;
        type.precision = NNADAPTER_QUANT_UINT8_ASYMM_PER_LAYER;
        type.asymm_per_layer_params = {scale, optimizer::kAsymmetricZero};
      }
      return changed;
    }

    std::vector<RkTensor> Create(const std::vector<NNAdapterOperandType>& types) {
      std::vector<RkTensor> tensors;
      for (const NNAdapterOperandType& type : types) {
        core::Operand operand;
        operand.type = type;
        VendorGraph graph;
        const size_t index = graph.Of(&operand);
        tensors.push_back(graph_->CreateTensor(
            AttributesOf(graph.tensors[index], created_++, rk::nn::TensorRole::DATA), nullptr));
      }
      return tensors;
    }

    Status RunOnZeros() {
      std::vector<std::vector<uint8_t>> zeros(input_types_.size());
      std::vector<rk::nn::InputInfo> from(input_types_.size());
      for (size_t i = 0; i < from.size(); ++i) {
        uint32_t bytes = 0;
        NNADAPTER_RETURN_IF_ERROR(ByteSize(input_types_[i], &bytes));
        zeros[i].resize(bytes);
        from[i] = InputOf(i, zeros[i].data(), bytes);
      }
      NNADAPTER_RETURN_IF_ERROR(Check(execution_->SetInputs(from), "SetInputs"));
      return Check(execution_->Run(), "Run");
    }

    rk::nn::InputInfo InputOf(size_t index, const void* data, uint32_t bytes) const {
      rk::nn::InputInfo info = {};
      info.index = static_cast<uint32_t>(index);
      info.buf = const_cast<void*>(data);
      info.size = bytes;
      info.pass_through = 0;
      info.type = PrecisionOf(input_types_[index].precision);
      info.layout = rk::nn::DataLayoutType::NCHW;
      return info;
    }

    Status Start() {
      execution_ = std::make_unique<rk::nn::Exection>(graph_.get());
      return Check(execution_->Build(), "Build");
    }

    std::unique_ptr<rk::nn::Graph> graph_;
    std::unique_ptr<rk::nn::Exection> execution_;  // before the graph in destruction
    std::vector<NNAdapterOperandType> input_types_, output_types_;
    size_t created_ = 0;
  };

  static Status Supports(const core::Operation& operation) {
    return rockchip_npu::Supports(operation);
  }
};

}  // namespace
}  // namespace nnadapter::rockchip_npu

NNADAPTER_DRIVER("Rockchip", NNADAPTER_ACCELERATOR, nnadapter::rockchip_npu::RockchipDriver);
