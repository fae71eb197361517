// NPUs of Kirin processors with the Da Vinci architecture, by the HiAI DDK. Never compiled with the
// DDK: the calls follow its documentation. What needs no DDK is in graph.cc.
#include <HiAiModelManagerService.h>
#include <graph/graph.h>
#include <graph/model.h>
#include <graph/op/all_ops.h>
#include <hiai_ir_build.h>

#include <atomic>
#include <cstring>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "lite/backends/nnadapter/driver/entry_points.h"
#include "lite/backends/nnadapter/driver/huawei_kirin_npu/graph.h"
#include "lite/backends/nnadapter/driver/static_program.h"
#include "nnadapter/driver/device.h"
#include "nnadapter/utility/micros.h"
#include "nnadapter/utility/string.h"

namespace nnadapter::huawei_kirin_npu {
namespace {

using optimizer::VendorGraph;
using optimizer::VendorNode;
using optimizer::VendorTensor;

ge::DataType DataTypeOf(int32_t precision) {
  switch (precision) {
    case NNADAPTER_INT32:
      return ge::DT_INT32;
    case NNADAPTER_INT64:
      return ge::DT_INT64;
    case NNADAPTER_UINT8:
      return ge::DT_UINT8;
    case NNADAPTER_BOOL8:
      return ge::DT_BOOL;
    default:
      return ge::DT_FLOAT;
  }
}

// The graph in the vendor's library.
class Converter {
 public:
  explicit Converter(const VendorGraph& from) : from_(from) {}

  Status Convert(std::vector<ge::Operator>* inputs, std::vector<ge::Operator>* outputs) {
    for (const size_t index : from_.inputs) {
      const auto data = Make<hiai::op::Data>();
      data->update_input_desc_x(DescriptionOf(index));
      sources_[index] = {data, ""};
      inputs->push_back(*data);
    }
    for (const VendorNode& node : from_.nodes) NNADAPTER_RETURN_IF_ERROR(Add(node));
    for (const size_t index : from_.outputs) {
      const auto source = sources_.find(index);
      if (source == sources_.end()) return DeviceInternalError("an output is not computed");
      outputs->push_back(*source->second.op);
    }
    return Status();
  }

 private:
  // An operator and the name of one of its results; empty for the only one.
  struct Source {
    std::shared_ptr<ge::Operator> op;
    std::string result;
  };

  template <typename Op>
  std::shared_ptr<Op> Make() {
    auto op = std::make_shared<Op>("operator_" + std::to_string(made_++));
    operators_.push_back(op);
    return op;
  }

  ge::TensorDesc DescriptionOf(size_t index) const {
    const VendorTensor& tensor = from_.tensors[index];
    const std::vector<int64_t> dims(tensor.dims.begin(), tensor.dims.end());
    return ge::TensorDesc(ge::Shape(dims), ge::FORMAT_NCHW, DataTypeOf(tensor.precision));
  }

  const Source& SourceOf(size_t index) {
    Source& source = sources_[index];
    if (source.op) return source;
    const VendorTensor& tensor = from_.tensors[index];
    const auto constant = Make<hiai::op::Const>();
    const auto value = std::make_shared<ge::Tensor>();
    value->SetTensorDesc(DescriptionOf(index));
    value->SetData(static_cast<const uint8_t*>(tensor.data), tensor.length);
    constant->set_attr_value(value);
    source = {constant, ""};
    return source;
  }

  // Calls set(operator) or set(operator, result) for an input.
  template <typename One, typename OfSeveral>
  void Connect(const VendorNode& node, size_t input, One one, OfSeveral of_several) {
    const Source& source = SourceOf(node.inputs.at(input));
    if (source.result.empty()) {
      one(*source.op);
    } else {
      of_several(*source.op, source.result);
    }
  }

  Status Result(const VendorNode& node, const std::shared_ptr<ge::Operator>& op) {
    sources_[node.outputs.at(0)] = {op, ""};
    return Status();
  }

  Status Add(const VendorNode& node);
  template <typename Op>
  Status AddUnary(const VendorNode& node);
  template <typename Op>
  Status AddBinary(const VendorNode& node);
  template <typename Op>
  void SetWindow(const VendorNode& node, Op* op);

  const VendorGraph& from_;
  std::map<size_t, Source> sources_;
  std::vector<std::shared_ptr<ge::Operator>> operators_;  // the graph refers to them
  size_t made_ = 0;
};

#define LITE_HIAI_INPUT(op, slot, node, index)                                \
  Connect(                                                                    \
      node, index, [&](ge::Operator& from) { (op)->set_input_##slot(from); }, \
      [&](ge::Operator& from, const std::string& result) {                    \
        (op)->set_input_##slot(from, result);                                 \
      })

template <typename Op>
Status Converter::AddUnary(const VendorNode& node) {
  const auto op = Make<Op>();
  LITE_HIAI_INPUT(op, x, node, 0);
  return Result(node, op);
}

template <typename Op>
Status Converter::AddBinary(const VendorNode& node) {
  const auto op = Make<Op>();
  LITE_HIAI_INPUT(op, x1, node, 0);
  LITE_HIAI_INPUT(op, x2, node, 1);
  return Result(node, op);
}

template <typename Op>
void Converter::SetWindow(const VendorNode& node, Op* op) {
  op->set_attr_strides(node.ints.at("strides"));
  op->set_attr_dilations(node.ints.at("dilations"));
  op->set_attr_pads(node.ints.at("pads"));
  op->set_attr_pad_mode(node.texts.at("pad_mode"));
}

Status Converter::Add(const VendorNode& node) {
  const std::string type = node.type;
  if (type == "Add") return AddBinary<hiai::op::Add>(node);
  if (type == "Sub") return AddBinary<hiai::op::Sub>(node);
  if (type == "Mul") return AddBinary<hiai::op::Mul>(node);
  if (type == "RealDiv") return AddBinary<hiai::op::RealDiv>(node);
  if (type == "Maximum") return AddBinary<hiai::op::Maximum>(node);
  if (type == "Minimum") return AddBinary<hiai::op::Minimum>(node);
  if (type == "Pow") return AddBinary<hiai::op::Pow>(node);
  if (type == "Exp") return AddUnary<hiai::op::Exp>(node);
  if (type == "Log") return AddUnary<hiai::op::Log>(node);
  if (type == "Floor") return AddUnary<hiai::op::Floor>(node);
  if (type == "Square") return AddUnary<hiai::op::Square>(node);
  if (type == "ClipByValue") {
    const auto op = Make<hiai::op::ClipByValue>();
    LITE_HIAI_INPUT(op, x, node, 0);
    LITE_HIAI_INPUT(op, clip_value_min, node, 1);
    LITE_HIAI_INPUT(op, clip_value_max, node, 2);
    return Result(node, op);
  }
  if (type == "Activation") {
    const auto op = Make<hiai::op::Activation>();
    LITE_HIAI_INPUT(op, x, node, 0);
    op->set_attr_mode(node.Int("mode"));
    const auto slope = node.reals.find("negative_slope");
    if (slope != node.reals.end()) op->set_attr_negative_slope(slope->second);
    return Result(node, op);
  }
  if (type == "Convolution") {
    const auto op = Make<hiai::op::Convolution>();
    LITE_HIAI_INPUT(op, x, node, 0);
    LITE_HIAI_INPUT(op, filter, node, 1);
    LITE_HIAI_INPUT(op, bias, node, 2);
    SetWindow(node, op.get());
    op->set_attr_groups(node.Int("groups"));
    return Result(node, op);
  }
  if (type == "ConvolutionDepthwise") {
    const auto op = Make<hiai::op::ConvolutionDepthwise>();
    LITE_HIAI_INPUT(op, x, node, 0);
    LITE_HIAI_INPUT(op, filter, node, 1);
    LITE_HIAI_INPUT(op, bias, node, 2);
    SetWindow(node, op.get());
    return Result(node, op);
  }
  if (type == "ConvTranspose") {
    const auto op = Make<hiai::op::ConvTranspose>();
    LITE_HIAI_INPUT(op, output_shape, node, 0);
    LITE_HIAI_INPUT(op, filter, node, 1);
    LITE_HIAI_INPUT(op, x, node, 2);
    LITE_HIAI_INPUT(op, bias, node, 3);
    SetWindow(node, op.get());
    op->set_attr_groups(node.Int("groups"));
    return Result(node, op);
  }
  if (type == "PoolingD") {
    const auto op = Make<hiai::op::PoolingD>();
    LITE_HIAI_INPUT(op, x, node, 0);
    op->set_attr_mode(node.Int("mode"));
    op->set_attr_pad_mode(node.Int("pad_mode"));
    op->set_attr_global_pooling(node.Int("global_pooling") != 0);
    op->set_attr_window(node.ints.at("window"));
    op->set_attr_pad(node.ints.at("pad"));
    op->set_attr_stride(node.ints.at("stride"));
    op->set_attr_ceil_mode(node.Int("ceil_mode"));
    op->set_attr_data_mode(node.Int("data_mode"));
    return Result(node, op);
  }
  if (type == "FullyConnection") {
    const auto op = Make<hiai::op::FullyConnection>();
    LITE_HIAI_INPUT(op, x, node, 0);
    LITE_HIAI_INPUT(op, w, node, 1);
    LITE_HIAI_INPUT(op, b, node, 2);
    op->set_attr_num_output(node.Int("num_output"));
    return Result(node, op);
  }
  if (type == "MatMul") {
    const auto op = Make<hiai::op::MatMul>();
    LITE_HIAI_INPUT(op, x1, node, 0);
    LITE_HIAI_INPUT(op, x2, node, 1);
    op->set_attr_transpose_x1(node.Int("transpose_x1") != 0);
    op->set_attr_transpose_x2(node.Int("transpose_x2") != 0);
    return Result(node, op);
  }
  if (type == "BatchMatMul") {
    const auto op = Make<hiai::op::BatchMatMul>();
    LITE_HIAI_INPUT(op, x1, node, 0);
    LITE_HIAI_INPUT(op, x2, node, 1);
    op->set_attr_adj_x1(node.Int("adj_x1") != 0);
    op->set_attr_adj_x2(node.Int("adj_x2") != 0);
    return Result(node, op);
  }
  if (type == "BNInference") {
    const auto op = Make<hiai::op::BNInference>();
    LITE_HIAI_INPUT(op, x, node, 0);
    LITE_HIAI_INPUT(op, mean, node, 1);
    LITE_HIAI_INPUT(op, variance, node, 2);
    LITE_HIAI_INPUT(op, scale, node, 3);
    LITE_HIAI_INPUT(op, offset, node, 4);
    op->set_attr_epsilon(node.reals.at("epsilon"));
    return Result(node, op);
  }
  if (type == "InstanceNorm") {
    const auto op = Make<hiai::op::InstanceNorm>();
    LITE_HIAI_INPUT(op, x, node, 0);
    LITE_HIAI_INPUT(op, gamma, node, 1);
    LITE_HIAI_INPUT(op, beta, node, 2);
    op->set_attr_epsilon(node.reals.at("epsilon"));
    return Result(node, op);
  }
  if (type == "LayerNorm") {
    const auto op = Make<hiai::op::LayerNorm>();
    LITE_HIAI_INPUT(op, x, node, 0);
    LITE_HIAI_INPUT(op, gamma, node, 1);
    LITE_HIAI_INPUT(op, beta, node, 2);
    op->set_attr_epsilon(node.reals.at("epsilon"));
    return Result(node, op);
  }
  if (type == "L2Normalize") {
    const auto op = Make<hiai::op::L2Normalize>();
    LITE_HIAI_INPUT(op, x, node, 0);
    op->set_attr_axis(node.ints.at("axis"));
    op->set_attr_eps(node.reals.at("eps"));
    return Result(node, op);
  }
  if (type == "ConcatD") {
    const auto op = Make<hiai::op::ConcatD>();
    op->create_dynamic_input_x(static_cast<unsigned int>(node.inputs.size()));
    for (size_t i = 0; i < node.inputs.size(); ++i) {
      const auto position = static_cast<unsigned int>(i + 1);
      Connect(
          node, i, [&](ge::Operator& from) { op->set_dynamic_input_x(position, from); },
          [&](ge::Operator& from, const std::string& result) {
            op->set_dynamic_input_x(position, from, result);
          });
    }
    op->set_attr_concat_dim(node.Int("concat_dim"));
    op->set_attr_N(node.Int("N"));
    return Result(node, op);
  }
  if (type == "SplitV") {
    const auto op = Make<hiai::op::SplitV>();
    LITE_HIAI_INPUT(op, x, node, 0);
    LITE_HIAI_INPUT(op, size_splits, node, 1);
    LITE_HIAI_INPUT(op, split_dim, node, 2);
    op->set_attr_num_split(node.Int("num_split"));
    op->create_dynamic_output_y(static_cast<unsigned int>(node.outputs.size()));
    for (size_t i = 0; i < node.outputs.size(); ++i) {
      sources_[node.outputs[i]] = {op, "y" + std::to_string(i + 1)};
    }
    return Status();
  }
  if (type == "Slice") {
    const auto op = Make<hiai::op::Slice>();
    LITE_HIAI_INPUT(op, x, node, 0);
    LITE_HIAI_INPUT(op, offsets, node, 1);
    LITE_HIAI_INPUT(op, size, node, 2);
    return Result(node, op);
  }
  if (type == "PadV2") {
    const auto op = Make<hiai::op::PadV2>();
    LITE_HIAI_INPUT(op, x, node, 0);
    LITE_HIAI_INPUT(op, paddings, node, 1);
    LITE_HIAI_INPUT(op, constant_values, node, 2);
    return Result(node, op);
  }
  if (type == "MirrorPad") {
    const auto op = Make<hiai::op::MirrorPad>();
    LITE_HIAI_INPUT(op, x, node, 0);
    LITE_HIAI_INPUT(op, paddings, node, 1);
    op->set_attr_mode(node.texts.at("mode"));
    return Result(node, op);
  }
  if (type == "ResizeBilinearV2") {
    const auto op = Make<hiai::op::ResizeBilinearV2>();
    LITE_HIAI_INPUT(op, x, node, 0);
    LITE_HIAI_INPUT(op, size, node, 1);
    op->set_attr_align_corners(node.Int("align_corners") != 0);
    op->set_attr_half_pixel_centers(node.Int("half_pixel_centers") != 0);
    return Result(node, op);
  }
  if (type == "ResizeNearestNeighborV2") {
    const auto op = Make<hiai::op::ResizeNearestNeighborV2>();
    LITE_HIAI_INPUT(op, x, node, 0);
    LITE_HIAI_INPUT(op, size, node, 1);
    op->set_attr_align_corners(node.Int("align_corners") != 0);
    op->set_attr_half_pixel_centers(node.Int("half_pixel_centers") != 0);
    return Result(node, op);
  }
  if (type == "ReduceMean") {
    const auto op = Make<hiai::op::ReduceMean>();
    LITE_HIAI_INPUT(op, x, node, 0);
    LITE_HIAI_INPUT(op, axes, node, 1);
    op->set_attr_keep_dims(node.Int("keep_dims") != 0);
    return Result(node, op);
  }
  if (type == "ReduceSum") {
    const auto op = Make<hiai::op::ReduceSum>();
    LITE_HIAI_INPUT(op, x, node, 0);
    LITE_HIAI_INPUT(op, axes, node, 1);
    op->set_attr_keep_dims(node.Int("keep_dims") != 0);
    return Result(node, op);
  }
  if (type == "CastT") {
    const auto op = Make<hiai::op::CastT>();
    LITE_HIAI_INPUT(op, x, node, 0);
    op->set_attr_src_dtype(node.Int("src_dtype"));
    op->set_attr_dst_dtype(node.Int("dst_dtype"));
    return Result(node, op);
  }
  if (type == "ArgMaxExt2") {
    const auto op = Make<hiai::op::ArgMaxExt2>();
    LITE_HIAI_INPUT(op, x, node, 0);
    LITE_HIAI_INPUT(op, axis, node, 1);
    op->set_attr_keep_dims(node.Int("keep_dims") != 0);
    op->set_attr_output_type(node.Int("output_type"));
    return Result(node, op);
  }
  if (type == "Reshape") {
    const auto op = Make<hiai::op::Reshape>();
    LITE_HIAI_INPUT(op, x, node, 0);
    LITE_HIAI_INPUT(op, shape, node, 1);
    return Result(node, op);
  }
  if (type == "Permute") {
    const auto op = Make<hiai::op::Permute>();
    LITE_HIAI_INPUT(op, x, node, 0);
    op->set_attr_order(node.ints.at("order"));
    return Result(node, op);
  }
  if (type == "Softmax") {
    const auto op = Make<hiai::op::Softmax>();
    LITE_HIAI_INPUT(op, x, node, 0);
    op->set_attr_axis(node.Int("axis"));
    return Result(node, op);
  }
  if (type == "Tile") {
    const auto op = Make<hiai::op::Tile>();
    LITE_HIAI_INPUT(op, x, node, 0);
    LITE_HIAI_INPUT(op, multiples, node, 1);
    return Result(node, op);
  }
  if (type == "GatherV2D") {
    const auto op = Make<hiai::op::GatherV2D>();
    LITE_HIAI_INPUT(op, x, node, 0);
    LITE_HIAI_INPUT(op, indices, node, 1);
    op->set_attr_axis(node.Int("axis"));
    return Result(node, op);
  }
  if (type == "ShuffleChannel") {
    const auto op = Make<hiai::op::ShuffleChannel>();
    LITE_HIAI_INPUT(op, x, node, 0);
    op->set_attr_group(node.Int("group"));
    return Result(node, op);
  }
  if (type == "PRelu") {
    const auto op = Make<hiai::op::PRelu>();
    LITE_HIAI_INPUT(op, x, node, 0);
    LITE_HIAI_INPUT(op, weight, node, 1);
    return Result(node, op);
  }
  return FeatureNotSupported("the DDK has no operator ", type);
}

#undef LITE_HIAI_INPUT

// The compiled graph: an OM model.
Status BuildOm(std::vector<ge::Operator> inputs, std::vector<ge::Operator> outputs,
               std::vector<uint8_t>* om) {
  ge::Graph graph("graph");
  graph.SetInputs(inputs).SetOutputs(outputs);
  ge::Model model("model", "model");
  model.SetGraph(graph);
  domi::HiaiIrBuild builder;
  domi::ModelBufferData buffer;
  if (!builder.CreateModelBuff(model, buffer)) {
    return DeviceInternalError("CreateModelBuff of the HiAI DDK failed");
  }
  const bool built = builder.BuildIRModel(model, buffer);
  if (built) {
    const auto* bytes = static_cast<const uint8_t*>(buffer.data);
    om->assign(bytes, bytes + buffer.length);
  }
  builder.ReleaseModelBuff(buffer);
  return built ? Status() : DeviceInternalError("BuildIRModel of the HiAI DDK failed");
}

struct KirinDriver {
  class Context {
   public:
    explicit Context(const char* properties) { GetKeyValues(properties); }
  };

  class Program {
   public:
    explicit Program(Context*) {}

    Status Build(core::Model* model, core::Cache* cache) {
      std::vector<uint8_t> om;
      if (model) {
        ModelPointer own;
        NNADAPTER_RETURN_IF_ERROR(CloneModel(*model, OperationsOf(*model), true, &own));
        NNADAPTER_RETURN_IF_ERROR(Prepare(own.get()));
        VendorGraph graph;
        NNADAPTER_RETURN_IF_ERROR(BuildGraph(*own, &graph));
        input_types_ = TypesOf(own->input_operands);
        output_types_ = TypesOf(own->output_operands);
        std::vector<ge::Operator> inputs, outputs;
        Converter converter(graph);
        NNADAPTER_RETURN_IF_ERROR(converter.Convert(&inputs, &outputs));
        NNADAPTER_RETURN_IF_ERROR(BuildOm(std::move(inputs), std::move(outputs), &om));
        if (cache && cache->token && cache->dir) cache->buffer = om;
      } else {
        om = cache->buffer;
        input_types_ = cache->input_types;
        output_types_ = cache->output_types;
      }
      return Load(std::move(om));
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
        std::memcpy(input_tensors_[static_cast<size_t>(inputs[i].index)]->GetBuffer(), data, bytes);
      }
      hiai::AiContext context;
      context.AddPara("model_name", name_);
      constexpr uint32_t kTimeoutMs = 1000;
      int32_t stamp = 0;
      if (client_->Process(context, input_tensors_, output_tensors_, kTimeoutMs, stamp) !=
          hiai::AI_SUCCESS) {
        return DeviceInternalError("Process of the HiAI DDK failed");
      }
      for (uint32_t i = 0; i < output_count; ++i) {
        void* data = nullptr;
        uint32_t bytes = 0;
        NNADAPTER_RETURN_IF_ERROR(OpenStaticOutput(outputs[i], output_types_, &data, &bytes));
        std::memcpy(data, output_tensors_[static_cast<size_t>(outputs[i].index)]->GetBuffer(),
                    bytes);
      }
      return Status();
    }

   private:
    Status Load(std::vector<uint8_t> om) {
      static std::atomic<unsigned> loaded{0};
      constexpr int32_t kHighFrequency = 3, kAnyFramework = 0, kOnlineModel = 0, kNpu = 0;
      om_ = std::move(om);
      name_ = "nnadapter_" + std::to_string(++loaded) + ".om";
      auto description = std::make_shared<hiai::AiModelDescription>(
          name_, kHighFrequency, kAnyFramework, kOnlineModel, kNpu);
      if (description->SetModelBuffer(om_.data(), static_cast<uint32_t>(om_.size())) !=
          hiai::AI_SUCCESS) {
        return DeviceInternalError("SetModelBuffer of the HiAI DDK failed");
      }
      client_ = std::make_shared<hiai::AiModelMngerClient>();
      if (client_->Init(nullptr) != hiai::AI_SUCCESS) {
        return DeviceInternalError("the HiAI service does not start");
      }
      std::vector<std::shared_ptr<hiai::AiModelDescription>> descriptions = {description};
      if (client_->Load(descriptions) != hiai::AI_SUCCESS) {
        return DeviceInternalError("the HiAI service does not load the model");
      }
      std::vector<hiai::TensorDimension> inputs, outputs;
      if (client_->GetModelIOTensorDim(name_, inputs, outputs) != hiai::AI_SUCCESS) {
        return DeviceInternalError("GetModelIOTensorDim of the HiAI DDK failed");
      }
      NNADAPTER_RETURN_IF_ERROR(Allocate(inputs, input_types_, &input_tensors_));
      return Allocate(outputs, output_types_, &output_tensors_);
    }

    // Tensors are four-dimensional and have as many elements as the model's.
    static Status Allocate(std::vector<hiai::TensorDimension>& dimensions,
                           const std::vector<NNAdapterOperandType>& types,
                           std::vector<std::shared_ptr<hiai::AiTensor>>* tensors) {
      if (dimensions.size() != types.size()) {
        return DeviceInternalError("the compiled model has ", dimensions.size(),
                                   " inputs or outputs, expected ", types.size());
      }
      for (size_t i = 0; i < types.size(); ++i) {
        auto tensor = std::make_shared<hiai::AiTensor>();
        uint32_t bytes = 0;
        NNADAPTER_RETURN_IF_ERROR(ByteSize(types[i], &bytes));
        if (tensor->Init(&dimensions[i]) != hiai::AI_SUCCESS || tensor->GetSize() != bytes) {
          return DeviceInternalError("tensor ", i, " of the compiled model has ", tensor->GetSize(),
                                     " bytes, expected ", bytes);
        }
        tensors->push_back(std::move(tensor));
      }
      return Status();
    }

    std::vector<uint8_t> om_;
    std::string name_;
    std::shared_ptr<hiai::AiModelMngerClient> client_;
    std::vector<std::shared_ptr<hiai::AiTensor>> input_tensors_, output_tensors_;
    std::vector<NNAdapterOperandType> input_types_, output_types_;
  };

  static Status Supports(const core::Operation& operation) {
    return huawei_kirin_npu::Supports(operation);
  }
};

}  // namespace
}  // namespace nnadapter::huawei_kirin_npu

NNADAPTER_DRIVER("Huawei", NNADAPTER_ACCELERATOR, nnadapter::huawei_kirin_npu::KirinDriver);
