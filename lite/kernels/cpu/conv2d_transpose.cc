// Transposed convolution by phases (transposed_phases.h).
//
// If windows neither overlap nor leave gaps, an output line is a matrix product without scattering:
// line y * kh + i holds kw adjacent pixels for each input pixel of line y.

#include <algorithm>
#include <memory>
#include <vector>

#include "lite/kernels/cpu/activation_map.h"
#include "lite/kernels/cpu/cpu_kernel.h"
#include "lite/kernels/cpu/transposed_phases.h"

namespace paddle::lite::kernels::LITE_CPU {

template <typename Types>
class Conv2dTransposeKernel final : public CpuKernelFor<operators::Conv2dTranspose, Types> {
 public:
  using Element = typename Types::Element;
  using Real = typename Types::Real;
  using Plan = backend::ConvPlanOf<PlanTypes<Types>>;

  static constexpr double kGflops = 100 * (sizeof(float) / sizeof(Element));

  static Status Supports(const operators::Conv2dTranspose& op) {
    LITE_RETURN_IF_ERROR(SupportsPhases(op));
    return MapActivation(op.act).status();
  }

  Status PrepareOp(const operators::Conv2dTranspose& op, PrepareContext* context) override {
    phases_.clear();
    line_plan_.reset();
    if (op.output->numel() == 0) return OkStatus();
    LITE_ASSIGN_OR_RETURN(g_, op.Geometry());
    backend::ConvOptions options;
    options.threads = context->pool->threads();
    LITE_ASSIGN_OR_RETURN(options.activation, MapActivation(op.act));
    // Every line reads all weights of its window row.
    constexpr int64_t kMaxLineWeights = 32 << 10;
    if (!options.activation.slopes && g_.groups == 1 && g_.h.stride * g_.w.stride > 1 &&
        IsTiled(g_.h) && IsTiled(g_.w) &&
        g_.in_channels * g_.out_channels * g_.w.kernel <= kMaxLineWeights) {
      return PrepareLines(op, options, context);
    }
    size_t plan_bytes = 0;
    int64_t largest = 0;
    for (const TransposedPhase& part : PhasesOf(g_)) {
      Phase phase{part, nullptr, nullptr};
      LITE_RETURN_IF_ERROR(PlanPhase(op, options, context, &phase));
      plan_bytes = std::max(plan_bytes, phase.plan->scratch_bytes());
      largest = std::max(largest, part.pixels());
      phases_.push_back(std::move(phase));
    }
    plan_scratch_ = context->BookScratch(plan_bytes);
    direct_ = g_.h.stride == 1 && g_.w.stride == 1;
    if (!direct_) {
      sums_scratch_ = context->BookScratch(static_cast<size_t>(g_.batch * largest) *
                                           static_cast<size_t>(g_.out_channels) * sizeof(Element));
    }
    return OkStatus();
  }

  Status RunOp(const operators::Conv2dTranspose& op, const RunContext& context) override {
    Real* const output = op.output->mutable_data<Element>();
    if (line_plan_ != nullptr) {
      RunLines(op.input->data<Element>(), output, context.pool);
      return OkStatus();
    }
    Real* const sums = reinterpret_cast<Real*>(context.scratch + sums_scratch_);
    for (const Phase& phase : phases_) {
      backend::ConvBuffersOf<PlanTypes<Types>> buffers;
      buffers.src = op.input->data<Element>();
      buffers.weights = phase.weights;
      buffers.bias = op.bias == nullptr ? nullptr : op.bias->data<Element>();
      if (op.prelu_alpha != nullptr) buffers.slopes = op.prelu_alpha->data<Element>();
      buffers.dst = direct_ ? output : sums;
      buffers.scratch = context.scratch + plan_scratch_;
      buffers.pool = context.pool;
      phase.plan->Run(buffers);
      if (!direct_) Spread(phase.part, sums, output, context.pool);
    }
    return OkStatus();
  }

 private:
  struct Phase {
    TransposedPhase part;
    std::unique_ptr<Plan> plan;
    const void* weights = nullptr;
  };

  Status PlanPhase(const operators::Conv2dTranspose& op, backend::ConvOptions options,
                   PrepareContext* context, Phase* phase) const {
    const backend::ConvShape shape = PhaseShape(g_, phase->part);
    // Only these plans support negative padding.
    if (!shape.depthwise() && (shape.pad_top < 0 || shape.pad_left < 0)) {
      options.algorithm = backend::ConvAlgorithm::kGemm;
    }
    phase->plan = backend::PlanConv(shape, this->tables_, options);
    if (phase->plan == nullptr) return Internal("no convolution plan for this shape");
    const std::string form = PhaseForm(g_, phase->part) + phase->plan->form();
    LITE_ASSIGN_OR_RETURN(
        phase->weights,
        context->packed->Get(*op.filter, form, phase->plan->packed_bytes(), [&](void* to) {
          const std::vector<Element> filter =
              PhaseFilter(g_, phase->part, op.filter->data<Element>());
          backend::PackFlushed<PlanTypes<Types>>(
              *phase->plan, filter.data(), {shape.group_in_c() * shape.taps(), shape.taps(), 1},
              context->pool, to);
        }));
    return OkStatus();
  }

  static bool IsTiled(const operators::WindowAxis& axis) {
    return axis.kernel == axis.stride && axis.pad_begin == 0 && axis.dilation == 1 &&
           axis.out == axis.in * axis.stride;
  }

  Status PrepareLines(const operators::Conv2dTranspose& op, backend::ConvOptions options,
                      PrepareContext* context) {
    // For narrow results, applying the activation to whole lines is faster than per tile.
    activation_ = options.activation;
    options.activation.has_function = false;
    options.algorithm = backend::ConvAlgorithm::kGemm;
    options.threads = 1;  // lines are distributed over threads
    backend::ConvShape shape;
    shape.in_c = g_.in_channels;
    shape.in_h = shape.out_h = 1;
    shape.in_w = shape.out_w = g_.w.in;
    shape.out_c = g_.w.kernel * g_.out_channels;
    line_plan_ = backend::PlanConv(shape, this->tables_, options);
    if (line_plan_ == nullptr) return Internal("no convolution plan for this shape");
    line_weights_.clear();
    for (int64_t row = 0; row < g_.h.kernel; ++row) {
      const std::string form = StrCat("transposed_line", row, "/", line_plan_->form());
      LITE_ASSIGN_OR_RETURN(
          const void* weights,
          context->packed->Get(*op.filter, form, line_plan_->packed_bytes(), [&](void* to) {
            const std::vector<Element> filter = LineFilter(row, op.filter->data<Element>());
            backend::PackFlushed<PlanTypes<Types>>(*line_plan_, filter.data(), {shape.in_c, 1, 1},
                                                   context->pool, to);
          }));
      line_weights_.push_back(weights);
    }
    line_bias_ = nullptr;
    if (op.bias != nullptr) {
      const auto bytes = static_cast<size_t>(shape.out_c) * sizeof(Element);
      LITE_ASSIGN_OR_RETURN(
          const void* bias,
          context->packed->Get(*op.bias, StrCat("repeated", g_.w.kernel), bytes, [&](void* to) {
            Element* out = static_cast<Element*>(to);
            for (int64_t x = 0; x < g_.w.kernel; ++x, out += g_.out_channels) {
              std::copy_n(op.bias->data<Element>(), g_.out_channels, out);
            }
          }));
      line_bias_ = static_cast<const Element*>(bias);
    }
    return OkStatus();
  }

  // [kw][Cout][Cin] of one window row, from [Cin][Cout][kh][kw].
  std::vector<Element> LineFilter(int64_t row, const Element* filter) const {
    std::vector<Element> result;
    result.reserve(static_cast<size_t>(g_.w.kernel * g_.out_channels * g_.in_channels));
    for (int64_t x = 0; x < g_.w.kernel; ++x) {
      for (int64_t n = 0; n < g_.out_channels; ++n) {
        for (int64_t k = 0; k < g_.in_channels; ++k) {
          const int64_t window = (k * g_.out_channels + n) * g_.h.kernel + row;
          result.push_back(filter[window * g_.w.kernel + x]);
        }
      }
    }
    return result;
  }

  void RunLines(const Real* input, Real* output, ThreadPool* pool) const {
    constexpr int64_t kGrain = 8192;  // elements that justify a thread
    const int64_t row = g_.w.out * g_.out_channels;
    pool->ParallelFor(g_.batch * g_.h.out, kGrain / row + 1, [&](int64_t begin, int64_t end, int) {
      for (int64_t i = begin; i < end; ++i) {
        backend::ConvBuffersOf<PlanTypes<Types>> buffers;
        buffers.src = input + i / g_.h.kernel * g_.w.in * g_.in_channels;
        buffers.weights = line_weights_[static_cast<size_t>(i % g_.h.kernel)];
        buffers.bias = line_bias_;
        buffers.dst = output + i * row;
        line_plan_->Run(buffers);
        if (activation_.has_function) {
          this->tables_.vector.unary[static_cast<int>(activation_.function)](
              buffers.dst, buffers.dst, row, activation_.params);
        }
      }
    });
  }

  // Scatters the pixels of a phase to their positions.
  void Spread(const TransposedPhase& phase, const Real* sums, Real* output,
              ThreadPool* pool) const {
    const int64_t channels = g_.out_channels;
    ForEachPhaseLine(g_, phase, pool, [&](int64_t from, int64_t to) {
      this->tables_.vector.copy(sums + from * phase.w.count * channels, channels,
                                output + to * channels, g_.w.stride * channels, phase.w.count,
                                channels);
    });
  }

  operators::ConvGeometry g_;
  std::vector<Phase> phases_;
  bool direct_ = false;
  size_t plan_scratch_ = 0;
  size_t sums_scratch_ = 0;
  // The alternative for windows that tile the output: one product per window row.
  std::unique_ptr<Plan> line_plan_;
  std::vector<const void*> line_weights_;
  const Element* line_bias_ = nullptr;
  backend::ActivationF32 activation_;
};

LITE_KERNELS(LITE_CPU_TARGET, kFloat, kNHWC, def, Conv2dTransposeKernel<F32>, conv2d_transpose,
             depthwise_conv2d_transpose)
    .In({"Filter", "Bias", "Prelu_alpha"}, PRECISION(kFloat), DATALAYOUT(kNCHW));
LITE_KERNELS(LITE_CPU_TARGET, kFP16, kNHWC, def, Conv2dTransposeKernel<F16>, conv2d_transpose,
             depthwise_conv2d_transpose)
    .In({"Filter", "Bias", "Prelu_alpha"}, PRECISION(kFP16), DATALAYOUT(kNCHW));

}  // namespace paddle::lite::kernels::LITE_CPU
