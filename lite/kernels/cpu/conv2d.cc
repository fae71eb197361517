// conv2d and depthwise_conv2d. The micro-kernels work on NHWC. A first layer reads NCHW directly;
// in programs that stay in NCHW, tensors are converted inside the kernel.

#include "lite/operators/conv2d.h"

#include <memory>

#include "lite/base/checked_math.h"
#include "lite/kernels/cpu/activation_map.h"
#include "lite/kernels/cpu/bfloat16_rule.h"
#include "lite/kernels/cpu/conv_shape.h"
#include "lite/kernels/cpu/cpu_kernel.h"
#include "lite/kernels/cpu/transpose.h"
#include "lite/kernels/row_stage.h"

namespace paddle::lite::kernels::LITE_CPU {
namespace {

// Number of input channels up to which reading NCHW directly is faster than a conversion.
constexpr int64_t kMaxPlanarChannels = 8;
// The smallest window for which bfloat16 is faster, although the input becomes channels-last first:
// 3 channels and 7x7 take 0.66 instead of 1.6 ms, 3x3 take 0.33 instead of 0.23.
constexpr int64_t kMinNchwDepth = 64;

// Input sizes above which strips are faster, regardless of the second-level cache (measured; see
// docs/design/x86-convolution.md): for windows of several rows, which keep some rows for the next
// strip, and for single rows.
constexpr size_t kWorthBytesOfWindows = 1000000;
constexpr size_t kWorthBytesOfRows = 600000;
// Of second-level caches, most of which have 512 KB and more.
constexpr size_t kChainBufferBytes = 320 << 10;

}  // namespace

template <typename Types, DataLayoutType kInput, DataLayoutType kOutput>
class ConvKernel final : public CpuKernelFor<operators::Conv2d, Types>, public RowStage {
 public:
  using Element = typename Types::Element;
  using Real = typename Types::Real;
  using Buffers = backend::ConvBuffersOf<PlanTypes<Types>>;

  // A conversion costs about as much as half of a typical convolution.
  static constexpr double kGflops =
      (kOutput == DataLayoutType::kNHWC ? 120 : 40) * (sizeof(float) / sizeof(Element));

  static Status Supports(const operators::Conv2d& op) {
    LITE_RETURN_IF_ERROR(op.RequireCommonForm());
    if (!op.filter->persistable()) return Unsupported("Filter must be a constant weight");
    if (kInput != kOutput && !HasFewChannels(op)) {
      return Unsupported("reads NCHW directly for at most ", kMaxPlanarChannels,
                         " channels, one group, small dilations and no ResidualData");
    }
    LITE_RETURN_IF_ERROR(CheckProducts(op));
    return MapActivation(op.act).status();
  }

  Status PrepareOp(const operators::Conv2d& op, PrepareContext* context) override {
    empty_ = op.output->numel() == 0;
    if (empty_) return OkStatus();
    LITE_ASSIGN_OR_RETURN(const operators::ConvGeometry g, op.Geometry());
    shape_ = ToShape(g);

    backend::ConvOptions options;
    options.threads = context->pool->threads();
    options.residual = op.residual != nullptr;
    LITE_ASSIGN_OR_RETURN(options.activation, MapActivation(op.act));
    const bool planar = kInput == DataLayoutType::kNCHW && IsPlanar(op);
    if (planar) options.algorithm = backend::ConvAlgorithm::kPlanar;
    plan_ = backend::PlanConv(shape_, backend::TablesOfSums(shape_, this->tables_), options);
    if (plan_ == nullptr) return NoPlan();

    const backend::WeightStrides strides{shape_.group_in_c() * shape_.taps(), shape_.taps(), 1};
    LITE_ASSIGN_OR_RETURN(
        weights_,
        context->packed->Get(*op.filter, plan_->form(), plan_->packed_bytes(), [&](void* packed) {
          backend::PackFlushed<PlanTypes<Types>>(*plan_, op.filter->data<Element>(), strides,
                                                 context->pool, packed);
        }));
    plan_scratch_ = context->BookScratch(plan_->scratch_bytes());
    convert_input_ = kInput == DataLayoutType::kNCHW && !planar;
    convert_output_ = kOutput == DataLayoutType::kNCHW;
    stores_apart_ = !convert_output_ && op.residual == nullptr && plan_->stores_apart();
    if (convert_input_) input_scratch_ = context->BookScratch(op.input->memory_size());
    if (convert_output_) {
      output_scratch_ = context->BookScratch(op.output->memory_size());
      if (op.residual != nullptr)
        residual_scratch_ = context->BookScratch(op.output->memory_size());
    }
    return OkStatus();
  }

  Status RunOp(const operators::Conv2d& op, const RunContext& context) override {
    if (empty_) return OkStatus();
    const int64_t in_pixels = shape_.in_h * shape_.in_w;
    const int64_t out_pixels = shape_.out_h * shape_.out_w;
    Buffers buffers = WholeTensors(op);
    buffers.scratch = context.scratch + plan_scratch_;
    buffers.pool = context.pool;
    buffers.ahead = context.ahead;
    buffers.dst_pitch = context.out_pitch;
    if (convert_input_) {
      Real* converted = reinterpret_cast<Real*>(context.scratch + input_scratch_);
      ConvertLayout<Real>(this->tables_.vector, context.pool, buffers.src, converted, shape_.batch,
                          shape_.in_c, in_pixels, true);
      buffers.src = converted;
    }
    if (convert_output_) {
      buffers.dst = reinterpret_cast<Real*>(context.scratch + output_scratch_);
      if (buffers.residual != nullptr) {
        Real* converted = reinterpret_cast<Real*>(context.scratch + residual_scratch_);
        ConvertLayout<Real>(this->tables_.vector, context.pool, buffers.residual, converted,
                            shape_.batch, shape_.out_c, out_pixels, true);
        buffers.residual = converted;
      }
    }
    plan_->Run(buffers);
    if (convert_output_) {
      ConvertLayout<Real>(this->tables_.vector, context.pool, buffers.dst,
                          op.output->mutable_data<Element>(), shape_.batch, shape_.out_c,
                          out_pixels, false);
    }
    return OkStatus();
  }

  Span<const char> constants() const override { return ConstantsOf(plan_.get(), weights_); }

  bool stores_apart() const override { return stores_apart_; }

  // --- RowStage
  const RowStage* row_stage() const override {
    const bool possible = kInput == DataLayoutType::kNHWC && !empty_ && plan_->runs_by_rows();
    return possible ? this : nullptr;
  }

  RowGeometry Rows() const override {
    RowGeometry rows;
    rows.images = shape_.batch;
    rows.in_rows = shape_.in_h;
    rows.out_rows = shape_.out_h;
    rows.in_row_bytes = static_cast<size_t>(shape_.in_w * shape_.in_c) * sizeof(Element);
    rows.out_row_bytes = static_cast<size_t>(shape_.out_w * shape_.out_c) * sizeof(Element);
    rows.window = (shape_.kernel_h - 1) * shape_.dilation_h + 1;
    rows.stride = shape_.stride_h;
    rows.pad = shape_.pad_top;
    return rows;
  }

  size_t worth_bytes() const override {
    return shape_.kernel_h > 1 ? kWorthBytesOfWindows : kWorthBytesOfRows;
  }
  size_t buffer_bytes() const override { return kChainBufferBytes; }

  void RunRows(const Op& base, const RowStrip& strip) const override {
    const auto& op = static_cast<const operators::Conv2d&>(base);
    Buffers buffers = WholeTensors(op);
    backend::ConvRows rows{strip.begin, strip.end, strip.src_row};
    if (strip.src != nullptr) {
      buffers.src = reinterpret_cast<const Real*>(strip.src);
    } else {
      buffers.src += strip.image * shape_.in_h * shape_.in_w * shape_.in_c;
    }
    const int64_t at = (strip.image * shape_.out_h + strip.begin) * shape_.out_w * shape_.out_c;
    if (buffers.residual != nullptr) buffers.residual += at;
    if (strip.dst != nullptr) {
      buffers.dst = reinterpret_cast<Real*>(strip.dst);
    } else {
      buffers.dst += at;
    }
    plan_->RunRows(buffers, rows);
  }

 private:
  Buffers WholeTensors(const operators::Conv2d& op) const {
    Buffers buffers;
    buffers.src = op.input->data<Element>();
    buffers.weights = weights_;
    buffers.bias = op.bias == nullptr ? nullptr : op.bias->data<Element>();
    if (op.prelu_alpha != nullptr) buffers.slopes = op.prelu_alpha->data<Element>();
    buffers.residual = op.residual == nullptr ? nullptr : op.residual->data<Element>();
    buffers.dst = op.output->mutable_data<Element>();
    return buffers;
  }

  // Without shapes, the runtime asks again.
  static Status CheckProducts(const operators::Conv2d& op) {
    const DDim& filter = op.filter->dims();
    if (filter.rank() != 4) return OkStatus();
    if constexpr (std::is_same_v<Types, BF16>) {
      // In matrix registers a window is one product, however few channels it has.
      const bool matrices = BFloat16InMatrices(op.bfloat16_products);
      const int64_t depth = matrices ? filter.Count(1, 4) : filter[1];
      LITE_RETURN_IF_ERROR(CheckBFloat16<Types>(op.bfloat16_products, depth, filter[0]));
      if (op.groups != 1) return Unsupported("bfloat16 is for one group");
      if (kInput != kOutput && depth < kMinNchwDepth) {
        return Unsupported("bfloat16 is not faster than reading NCHW directly: ", depth,
                           " values in a window, expected ", kMinNchwDepth, " or more");
      }
      const auto g = op.Geometry();
      if (!matrices && g.ok() && backend::PrefersWinograd(ToShape(*g), backend::ActiveTables())) {
        return Unsupported("bfloat16 is not faster than Winograd's algorithm");
      }
    }
    return OkStatus();
  }

  // Whether the micro-kernel for few channels reads the input directly. There is none for bfloat16.
  static bool IsPlanar(const operators::Conv2d& op) {
    return !std::is_same_v<Types, BF16> && HasFewChannels(op);
  }
  // Every thread keeps the padded lines of a dilated window.
  static bool HasFewChannels(const operators::Conv2d& op) {
    constexpr int kMaxDilation = 16;
    for (const int dilation : op.dilations) {
      if (dilation > kMaxDilation) return false;
    }
    return op.groups == 1 && op.filter->dims()[1] <= kMaxPlanarChannels && op.residual == nullptr;
  }

  bool empty_ = false;
  bool convert_input_ = false;
  bool convert_output_ = false;
  bool stores_apart_ = false;
  backend::ConvShape shape_;
  std::unique_ptr<backend::ConvPlanOf<PlanTypes<Types>>> plan_;
  const void* weights_ = nullptr;
  size_t plan_scratch_ = 0;
  size_t input_scratch_ = 0;
  size_t output_scratch_ = 0;
  size_t residual_scratch_ = 0;
};

template <typename Types>
using ConvNhwc = ConvKernel<Types, DataLayoutType::kNHWC, DataLayoutType::kNHWC>;
template <typename Types>
using ConvFromNchw = ConvKernel<Types, DataLayoutType::kNCHW, DataLayoutType::kNHWC>;
template <typename Types>
using ConvNchw = ConvKernel<Types, DataLayoutType::kNCHW, DataLayoutType::kNCHW>;

LITE_KERNELS(LITE_CPU_TARGET, kFloat, kNHWC, def, ConvNhwc<F32>, conv2d, depthwise_conv2d)
    .In({"Filter", "Bias", "Prelu_alpha"}, PRECISION(kFloat), DATALAYOUT(kNCHW));
LITE_KERNELS(LITE_CPU_TARGET, kFloat, kNHWC, nchw_in, ConvFromNchw<F32>, conv2d, depthwise_conv2d)
    .In({"Input", "Filter", "Bias", "Prelu_alpha"}, PRECISION(kFloat), DATALAYOUT(kNCHW));
LITE_KERNELS(LITE_CPU_TARGET, kFloat, kNCHW, def, ConvNchw<F32>, conv2d, depthwise_conv2d);
LITE_KERNELS(LITE_CPU_TARGET, kFloat, kNHWC, bf16, ConvNhwc<BF16>, conv2d)
    .In({"Filter", "Bias", "Prelu_alpha"}, PRECISION(kFloat), DATALAYOUT(kNCHW));
LITE_KERNELS(LITE_CPU_TARGET, kFloat, kNHWC, nchw_in_bf16, ConvFromNchw<BF16>, conv2d)
    .In({"Input", "Filter", "Bias", "Prelu_alpha"}, PRECISION(kFloat), DATALAYOUT(kNCHW));
LITE_KERNELS(LITE_CPU_TARGET, kFloat, kNCHW, bf16, ConvNchw<BF16>, conv2d);
LITE_KERNELS(LITE_CPU_TARGET, kFP16, kNHWC, def, ConvNhwc<F16>, conv2d, depthwise_conv2d)
    .In({"Filter", "Bias", "Prelu_alpha"}, PRECISION(kFP16), DATALAYOUT(kNCHW));
LITE_KERNELS(LITE_CPU_TARGET, kFP16, kNHWC, nchw_in, ConvFromNchw<F16>, conv2d, depthwise_conv2d)
    .In({"Input", "Filter", "Bias", "Prelu_alpha"}, PRECISION(kFP16), DATALAYOUT(kNCHW));
LITE_KERNELS(LITE_CPU_TARGET, kFP16, kNCHW, def, ConvNchw<F16>, conv2d, depthwise_conv2d);

}  // namespace paddle::lite::kernels::LITE_CPU
