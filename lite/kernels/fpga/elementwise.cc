// Functions of the elements of one or two values.
#include "lite/operators/elementwise.h"

#include "lite/kernels/fpga/values.h"
#include "lite/operators/activation.h"
#include "lite/operators/dropout.h"
#include "lite/operators/scale.h"

namespace paddle::lite::kernels::fpga {
namespace {

bool ScaleFitsDevice(const Rows& rows) {
  return rows.height <= 2047 && rows.width <= 1023 && rows.row() <= 65536;
}

}  // namespace

// X + Y of the same shape.
class FpgaAddKernel final : public FpgaKernel<operators::ElementwiseBase> {
 public:
  static Status Supports(const operators::ElementwiseBase& op) {
    const DDim& x = op.x->dims();
    const DDim& y = op.y->dims();
    const bool unknown = x.rank() == 0 || y.rank() == 0;
    if (op.x->persistable() || op.y->persistable() || (!unknown && x != y)) {
      return Unsupported("X ", x, " and Y ", y, ", expected two results of one shape");
    }
    LITE_ASSIGN_OR_RETURN(const operators::Epilogue epilogue, op.ResolveEpilogue());
    if (epilogue.scale != 1.0f || epilogue.bias != 0.0f) return Unsupported("a fused scale");
    return InplaceOf(epilogue.activation).status();
  }

  Status PrepareOp(const operators::ElementwiseBase& op, PrepareContext*) override {
    LITE_ASSIGN_OR_RETURN(const operators::Epilogue epilogue, op.ResolveEpilogue());
    LITE_ASSIGN_OR_RETURN(activation_, InplaceOf(epilogue.activation));
    return OkStatus();
  }

 protected:
  Status Work(const operators::ElementwiseBase& op, FpgaDevice* device) override {
    if (op.out->numel() == 0) return OkStatus();
    LITE_RETURN_IF_ERROR(device->ForDevice(BlockOf(*op.x)));
    LITE_RETURN_IF_ERROR(device->ForDevice(BlockOf(*op.y)));
    const Rows rows = RowsOf(*op.x);
    lite::fpga::ElementwiseAddArgs args;
    args.relu = activation_.relu;
    args.image0 = rows.Image(BlockOf(*op.x));
    args.image1 = rows.Image(BlockOf(*op.y));
    args.output = OutputTo(BlockOf(*op.out));
    InplaceArgs switches = activation_;
    switches.relu = false;
    LITE_RETURN_IF_ERROR(
        device->Run(switches, [&](FpgaDriver* driver) { return driver->ElementwiseAdd(args); }));
    device->WrittenByDevice(BlockOf(*op.out));
    return OkStatus();
  }

 private:
  InplaceArgs activation_;
};

// An activation is a copy with a switch.
template <typename OpType>
class FpgaActivationKernel : public FpgaKernel<OpType> {
 protected:
  virtual Result<InplaceArgs> Switches(const OpType& op) const = 0;

  Status Work(const OpType& op, FpgaDevice* device) override {
    if (op.out->numel() == 0) return OkStatus();
    LITE_ASSIGN_OR_RETURN(const InplaceArgs switches, Switches(op));
    LITE_RETURN_IF_ERROR(device->ForDevice(BlockOf(*op.x)));
    lite::fpga::BypassArgs args;
    args.image = RowsOf(*op.x).Image(BlockOf(*op.x));
    args.output = OutputTo(BlockOf(*op.out));
    LITE_RETURN_IF_ERROR(
        device->Run(switches, [&](FpgaDriver* driver) { return driver->Bypass(args); }));
    device->WrittenByDevice(BlockOf(*op.out));
    return OkStatus();
  }
};

template <ActivationType kType>
class FpgaUnaryKernel final : public FpgaActivationKernel<operators::Unary> {
  Result<InplaceArgs> Switches(const operators::Unary&) const override {
    return InplaceOf({kType});
  }
};

class FpgaRelu6Kernel final : public FpgaActivationKernel<operators::Relu6> {
 public:
  static Status Supports(const operators::Relu6& op) {
    return InplaceOf({ActivationType::kRelu6, op.threshold}).status();
  }

 private:
  Result<InplaceArgs> Switches(const operators::Relu6& op) const override {
    return InplaceOf({ActivationType::kRelu6, op.threshold});
  }
};

class FpgaLeakyReluKernel final : public FpgaActivationKernel<operators::LeakyRelu> {
  Result<InplaceArgs> Switches(const operators::LeakyRelu& op) const override {
    return InplaceOf({ActivationType::kLeakyRelu, op.alpha});
  }
};

// X * scale + bias, with one value or one per channel. The device multiplies halves, the processor
// what is too large for it.
class ChannelScale {
 public:
  Status Prepare(PrepareContext* context, const Tensor& x, std::vector<float> scale, float bias,
                 const InplaceArgs& activation) {
    const int64_t channels = RowsOf(x).channels;
    activation_ = activation;
    if (scale.size() == 1) scale.resize(static_cast<size_t>(channels), scale[0]);
    scale_ = std::move(scale);
    bias_ = bias;
    on_device_ = ScaleFitsDevice(RowsOf(x));
    values_.resize(on_device_ ? 0 : static_cast<size_t>(x.numel()));
    if (!on_device_) return OkStatus();
    const std::vector<float> biases(static_cast<size_t>(channels), bias);
    std::vector<uint16_t> halves = lite::fpga::FormatBias(scale_.data(), channels, 1);
    const std::vector<uint16_t> more = lite::fpga::FormatBias(biases.data(), channels, 0);
    bias_at_ = halves.size() * sizeof(uint16_t);
    halves.insert(halves.end(), more.begin(), more.end());
    const size_t bytes = halves.size() * sizeof(uint16_t);
    LITE_ASSIGN_OR_RETURN(block_, AllocateBlock(*context, static_cast<int64_t>(bytes)));
    return DeviceOf(context->device)->CopyFromHost(block_->handle(), 0, halves.data(), bytes);
  }

  Status Run(FpgaDevice* device, const Tensor& x, const Tensor& out) {
    if (out.numel() == 0) return OkStatus();
    if (!on_device_) return OnProcessor(device, x, out);
    LITE_RETURN_IF_ERROR(device->ForDevice(BlockOf(x)));
    LITE_RETURN_IF_ERROR(device->ForDevice(BlockOf(block_)));
    lite::fpga::ScaleArgs args;
    args.scale = BlockOf(block_)->address;
    args.bias = BlockOf(block_)->address + bias_at_;
    args.image = RowsOf(x).Image(BlockOf(x));
    args.output = OutputTo(BlockOf(out));
    LITE_RETURN_IF_ERROR(
        device->Run(activation_, [&](FpgaDriver* driver) { return driver->Scale(args); }));
    device->WrittenByDevice(BlockOf(out));
    return OkStatus();
  }

 private:
  Status OnProcessor(FpgaDevice* device, const Tensor& x, const Tensor& out) {
    LITE_RETURN_IF_ERROR(Load(device, x, &values_));
    const int64_t inner = HasRows(x) ? x.dims()[2] * x.dims()[3] : 1;
    const auto channels = static_cast<int64_t>(scale_.size());
    for (int64_t i = 0; i < x.numel(); ++i) {
      float& value = values_[static_cast<size_t>(i)];
      value =
          Activated(value * scale_[static_cast<size_t>(i / inner % channels)] + bias_, activation_);
    }
    Store(device, values_, out);
    return OkStatus();
  }

  bool on_device_ = false;
  InplaceArgs activation_;
  std::vector<float> scale_, values_;
  float bias_ = 0;
  Block block_;
  size_t bias_at_ = 0;
};

class FpgaScaleKernel final : public FpgaKernel<operators::Scale> {
 public:
  static Status Supports(const operators::Scale& op) {
    if (op.scale_tensor != nullptr) return Unsupported("slot ScaleTensor");
    if (op.fuse_scaleact) return Unsupported("a second scale");
    LITE_ASSIGN_OR_RETURN(const Activation activation, op.activation.Resolve());
    return InplaceOf(activation).status();
  }

  Status PrepareOp(const operators::Scale& op, PrepareContext* context) override {
    LITE_ASSIGN_OR_RETURN(const Activation activation, op.activation.Resolve());
    LITE_ASSIGN_OR_RETURN(const InplaceArgs inplace, InplaceOf(activation));
    const float bias = op.bias_after_scale ? op.bias : op.bias * op.scale;
    return scale_.Prepare(context, *op.x, {op.scale}, bias, inplace);
  }

 protected:
  Status Work(const operators::Scale& op, FpgaDevice* device) override {
    return scale_.Run(device, *op.x, *op.out);
  }

 private:
  ChannelScale scale_;
};

class FpgaDropoutKernel final : public FpgaKernel<operators::Dropout> {
 public:
  static Status Supports(const operators::Dropout& op) {
    return op.mask == nullptr ? OkStatus() : Unsupported("slot Mask");
  }

  Status PrepareOp(const operators::Dropout& op, PrepareContext* context) override {
    const bool copies = op.dropout_implementation == "upscale_in_train";
    return scale_.Prepare(context, *op.x, {copies ? 1.0f : 1.0f - op.dropout_prob}, 0,
                          InplaceArgs());
  }

 protected:
  Status Work(const operators::Dropout& op, FpgaDevice* device) override {
    return scale_.Run(device, *op.x, *op.out);
  }

 private:
  ChannelScale scale_;
};

// X multiplied by a constant, one value or one per channel.
class FpgaMulByChannelKernel final : public FpgaKernel<operators::ElementwiseBase> {
 public:
  static Status Supports(const operators::ElementwiseBase& op) {
    const DDim& x = op.x->dims();
    if (!op.y->persistable() || op.x->persistable()) return Unsupported("Y must be a constant");
    if (op.y->numel() != 1) {
      if (x.rank() != 4) return Unsupported("X ", x, ", expected four dimensions");
      LITE_ASSIGN_OR_RETURN(const operators::Broadcast shapes,
                            operators::BroadcastShapes(x, op.y->dims(), op.axis));
      if (shapes.y.rank() != 4 || op.y->numel() != x[1] || shapes.y[1] != x[1]) {
        return Unsupported("Y ", op.y->dims(), " at axis ", op.axis, ", expected one value or ",
                           "one per channel of X ", x);
      }
    }
    LITE_ASSIGN_OR_RETURN(const operators::Epilogue epilogue, op.ResolveEpilogue());
    if (epilogue.scale != 1.0f || epilogue.bias != 0.0f) return Unsupported("a fused scale");
    return InplaceOf(epilogue.activation).status();
  }

  Status PrepareOp(const operators::ElementwiseBase& op, PrepareContext* context) override {
    LITE_ASSIGN_OR_RETURN(const operators::Epilogue epilogue, op.ResolveEpilogue());
    LITE_ASSIGN_OR_RETURN(const InplaceArgs inplace, InplaceOf(epilogue.activation));
    const auto* const halves = op.y->data<uint16_t>();
    std::vector<float> values(static_cast<size_t>(op.y->numel()));
    std::transform(halves, halves + op.y->numel(), values.begin(), HalfBitsToFloat);
    return scale_.Prepare(context, *op.x, std::move(values), 0, inplace);
  }

 protected:
  Status Work(const operators::ElementwiseBase& op, FpgaDevice* device) override {
    return scale_.Run(device, *op.x, *op.out);
  }

 private:
  ChannelScale scale_;
};

LITE_KERNELS(kFPGA, kFP16, kNHWC, def, FpgaAddKernel, elementwise_add,
             fusion_elementwise_add_activation);
LITE_KERNELS(kFPGA, kFP16, kNHWC, def, FpgaUnaryKernel<ActivationType::kRelu>, relu);
LITE_KERNELS(kFPGA, kFP16, kNHWC, def, FpgaUnaryKernel<ActivationType::kSigmoid>, sigmoid);
LITE_KERNELS(kFPGA, kFP16, kNHWC, def, FpgaRelu6Kernel, relu6);
LITE_KERNELS(kFPGA, kFP16, kNHWC, def, FpgaLeakyReluKernel, leaky_relu);
LITE_KERNELS(kFPGA, kFP16, kNHWC, def, FpgaScaleKernel, scale);
LITE_KERNELS(kFPGA, kFP16, kNHWC, def, FpgaDropoutKernel, dropout);

}  // namespace paddle::lite::kernels::fpga

REGISTER_LITE_KERNEL(elementwise_mul, kFPGA, kFP16, kNHWC,
                     paddle::lite::kernels::fpga::FpgaMulByChannelKernel, def)
    .BindInput("Y", {LiteType::GetTensorTy(TARGET(kHost), PRECISION(kFP16))})
    .Finalize();
REGISTER_LITE_KERNEL(fusion_elementwise_mul_activation, kFPGA, kFP16, kNHWC,
                     paddle::lite::kernels::fpga::FpgaMulByChannelKernel, def)
    .BindInput("Y", {LiteType::GetTensorTy(TARGET(kHost), PRECISION(kFP16))})
    .Finalize();
