// Transposed convolution, channels-last, as ordinary convolutions: output pixels at the same
// position modulo the stride (a phase) use the same taps of the filter: every stride-th one,
// reversed. Example: kernel 4, stride 2, padding 1. Output row 0 is in[0] * w[1] + in[-1] * w[3],
// row 1 is in[1] * w[0] + in[0] * w[2], row 2 is in[1] * w[1] + in[0] * w[3]: two convolutions of
// two taps.
//
// If windows neither overlap nor leave gaps, an output line is a matrix product without scattering:
// line y * kh + i holds kw adjacent pixels for each input pixel of line y.

#include "lite/operators/conv2d_transpose.h"

#include <algorithm>
#include <memory>
#include <vector>

#include "lite/kernels/cpu/activation_map.h"
#include "lite/kernels/cpu/cpu_kernel.h"

namespace paddle::lite::kernels::LITE_CPU {
namespace {

// One dimension of a phase.
struct PhaseAxis {
  int64_t residue = 0;  // first tap; the others follow at steps of the stride
  int64_t taps = 0;     // at least one, a zero tap if the filter has none
  int64_t first = 0;    // first output position
  int64_t count = 0;    // output positions, `stride` apart; 0: the phase is empty
  int64_t pad = 0;  // padding of the ordinary convolution; negative if it starts inside the input
  int64_t dilation = 1;
};

PhaseAxis MakeAxis(const operators::WindowAxis& axis, int64_t residue) {
  PhaseAxis phase;
  phase.residue = residue;
  phase.taps = std::max<int64_t>((axis.kernel - residue + axis.stride - 1) / axis.stride, 1);
  // Output position p reads in[(p + pad - residue) / stride - tap] in this phase.
  const int64_t shift = residue - axis.pad_begin;
  phase.first = (shift % axis.stride + axis.stride) % axis.stride;
  phase.count = std::max<int64_t>((axis.out - phase.first + axis.stride - 1) / axis.stride, 0);
  phase.dilation = axis.stride == 1 ? axis.dilation : 1;
  phase.pad = phase.dilation * (phase.taps - 1) - (phase.first - shift) / axis.stride;
  return phase;
}

}  // namespace

class Conv2dTransposeKernel final : public CpuKernelFor<operators::Conv2dTranspose> {
 public:
  static constexpr double kGflops = 100;

  static Status Supports(const operators::Conv2dTranspose& op) {
    if (op.data_format == "NHWC") return Unsupported("data_format NHWC");
    if (!op.filter->persistable()) return Unsupported("Filter must be a constant weight");
    for (size_t i = 0; i < std::min(op.strides.size(), op.dilations.size()); ++i) {
      if (op.strides[i] > 1 && op.dilations[i] > 1) return Unsupported("stride and dilation");
      // Every phase has a plan and weights of its own.
      constexpr int kMaxStride = 16;
      if (op.strides[i] > kMaxStride) return Unsupported("strides above ", kMaxStride);
    }
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
    for (int64_t y = 0; y < g_.h.stride; ++y) {
      for (int64_t x = 0; x < g_.w.stride; ++x) {
        Phase phase;
        phase.h = MakeAxis(g_.h, y);
        phase.w = MakeAxis(g_.w, x);
        if (phase.h.count == 0 || phase.w.count == 0) continue;
        LITE_RETURN_IF_ERROR(PlanPhase(op, options, context, &phase));
        plan_bytes = std::max(plan_bytes, phase.plan->scratch_bytes());
        largest = std::max(largest, phase.h.count * phase.w.count);
        phases_.push_back(std::move(phase));
      }
    }
    plan_scratch_ = context->BookScratch(plan_bytes);
    direct_ = g_.h.stride == 1 && g_.w.stride == 1;
    if (!direct_) {
      sums_scratch_ = context->BookScratch(static_cast<size_t>(g_.batch * largest) *
                                           static_cast<size_t>(g_.out_channels) * sizeof(float));
    }
    return OkStatus();
  }

  Status RunOp(const operators::Conv2dTranspose& op, const RunContext& context) override {
    float* const output = op.output->mutable_data<float>();
    if (line_plan_ != nullptr) {
      RunLines(op.input->data<float>(), output, context.pool);
      return OkStatus();
    }
    float* const sums = reinterpret_cast<float*>(context.scratch + sums_scratch_);
    for (const Phase& phase : phases_) {
      backend::ConvBuffers buffers;
      buffers.src = op.input->data<float>();
      buffers.weights = phase.weights;
      buffers.bias = op.bias == nullptr ? nullptr : op.bias->data<float>();
      if (op.prelu_alpha != nullptr) buffers.slopes = op.prelu_alpha->data<float>();
      buffers.dst = direct_ ? output : sums;
      buffers.scratch = context.scratch + plan_scratch_;
      buffers.pool = context.pool;
      phase.plan->Run(buffers);
      if (!direct_) Spread(phase, sums, output, context.pool);
    }
    return OkStatus();
  }

 private:
  struct Phase {
    PhaseAxis h;
    PhaseAxis w;
    std::unique_ptr<backend::ConvPlan> plan;
    const void* weights = nullptr;
  };

  Status PlanPhase(const operators::Conv2dTranspose& op, backend::ConvOptions options,
                   PrepareContext* context, Phase* phase) const {
    backend::ConvShape shape;
    shape.batch = g_.batch;
    shape.in_c = g_.in_channels;
    shape.in_h = g_.h.in;
    shape.in_w = g_.w.in;
    shape.out_c = g_.out_channels;
    shape.out_h = phase->h.count;
    shape.out_w = phase->w.count;
    shape.kernel_h = phase->h.taps;
    shape.kernel_w = phase->w.taps;
    shape.pad_top = phase->h.pad;
    shape.pad_left = phase->w.pad;
    shape.dilation_h = phase->h.dilation;
    shape.dilation_w = phase->w.dilation;
    shape.groups = g_.groups;
    // Only these plans support negative padding.
    if (!shape.depthwise() && (shape.pad_top < 0 || shape.pad_left < 0)) {
      options.algorithm = backend::ConvAlgorithm::kGemm;
    }
    phase->plan = backend::PlanConv(shape, tables_, options);
    if (phase->plan == nullptr) return Internal("no convolution plan for this shape");
    const std::string form =
        StrCat("transposed/", g_.h.stride, "x", g_.w.stride, "/", phase->h.residue, ",",
               phase->w.residue, "/g", g_.groups, "/", phase->plan->form());
    LITE_ASSIGN_OR_RETURN(
        phase->weights,
        context->packed->Get(*op.filter, form, phase->plan->packed_bytes(), [&](void* to) {
          const std::vector<float> filter = FilterOf(*phase, op.filter->data<float>());
          backend::PackFlushed(*phase->plan, filter.data(),
                               {shape.group_in_c() * shape.taps(), shape.taps(), 1}, context->pool,
                               to);
        }));
    return OkStatus();
  }

  // [Cout][Cin / groups][taps] of the phase's convolution, from [Cin][Cout / groups][kh][kw].
  std::vector<float> FilterOf(const Phase& phase, const float* filter) const {
    const int64_t in_c = g_.in_channels_per_group();
    const int64_t out_c = g_.out_channels_per_group();
    std::vector<float> result;
    result.reserve(static_cast<size_t>(g_.out_channels * in_c * phase.h.taps * phase.w.taps));
    for (int64_t n = 0; n < g_.out_channels; ++n) {
      for (int64_t k = 0; k < in_c; ++k) {
        const float* from =
            filter + ((n / out_c * in_c + k) * out_c + n % out_c) * (g_.h.kernel * g_.w.kernel);
        for (int64_t y = phase.h.taps - 1; y >= 0; --y) {
          for (int64_t x = phase.w.taps - 1; x >= 0; --x) {
            const int64_t row = phase.h.residue + y * g_.h.stride;
            const int64_t column = phase.w.residue + x * g_.w.stride;
            const bool exists = row < g_.h.kernel && column < g_.w.kernel;
            result.push_back(exists ? from[row * g_.w.kernel + column] : 0.0f);
          }
        }
      }
    }
    return result;
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
    line_plan_ = backend::PlanConv(shape, tables_, options);
    if (line_plan_ == nullptr) return Internal("no convolution plan for this shape");
    line_weights_.clear();
    for (int64_t row = 0; row < g_.h.kernel; ++row) {
      const std::string form = StrCat("transposed_line", row, "/", line_plan_->form());
      LITE_ASSIGN_OR_RETURN(
          const void* weights,
          context->packed->Get(*op.filter, form, line_plan_->packed_bytes(), [&](void* to) {
            const std::vector<float> filter = LineFilter(row, op.filter->data<float>());
            backend::PackFlushed(*line_plan_, filter.data(), {shape.in_c, 1, 1}, context->pool, to);
          }));
      line_weights_.push_back(weights);
    }
    line_bias_ = nullptr;
    if (op.bias != nullptr) {
      const auto bytes = static_cast<size_t>(shape.out_c) * sizeof(float);
      LITE_ASSIGN_OR_RETURN(
          const void* bias,
          context->packed->Get(*op.bias, StrCat("repeated", g_.w.kernel), bytes, [&](void* to) {
            float* out = static_cast<float*>(to);
            for (int64_t x = 0; x < g_.w.kernel; ++x, out += g_.out_channels) {
              std::copy_n(op.bias->data<float>(), g_.out_channels, out);
            }
          }));
      line_bias_ = static_cast<const float*>(bias);
    }
    return OkStatus();
  }

  // [kw][Cout][Cin] of one window row, from [Cin][Cout][kh][kw].
  std::vector<float> LineFilter(int64_t row, const float* filter) const {
    std::vector<float> result;
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

  void RunLines(const float* input, float* output, ThreadPool* pool) const {
    constexpr int64_t kGrain = 8192;  // elements that justify a thread
    const int64_t row = g_.w.out * g_.out_channels;
    pool->ParallelFor(g_.batch * g_.h.out, kGrain / row + 1, [&](int64_t begin, int64_t end, int) {
      for (int64_t i = begin; i < end; ++i) {
        backend::ConvBuffers buffers;
        buffers.src = input + i / g_.h.kernel * g_.w.in * g_.in_channels;
        buffers.weights = line_weights_[static_cast<size_t>(i % g_.h.kernel)];
        buffers.bias = line_bias_;
        buffers.dst = output + i * row;
        line_plan_->Run(buffers);
        if (activation_.has_function) {
          tables_.vector.unary[static_cast<int>(activation_.function)](buffers.dst, buffers.dst,
                                                                       row, activation_.params);
        }
      }
    });
  }

  // Scatters the pixels of a phase to their positions.
  void Spread(const Phase& phase, const float* sums, float* output, ThreadPool* pool) const {
    constexpr int64_t kGrain = 8192;  // elements that justify a thread
    const int64_t channels = g_.out_channels;
    const int64_t row = phase.w.count * channels;
    pool->ParallelFor(
        g_.batch * phase.h.count, kGrain / row + 1, [&](int64_t begin, int64_t end, int) {
          for (int64_t i = begin; i < end; ++i) {
            const int64_t y = phase.h.first + i % phase.h.count * g_.h.stride;
            const int64_t at = (i / phase.h.count * g_.h.out + y) * g_.w.out + phase.w.first;
            tables_.vector.copy(sums + i * row, channels, output + at * channels,
                                g_.w.stride * channels, phase.w.count, channels);
          }
        });
  }

  operators::ConvGeometry g_;
  std::vector<Phase> phases_;
  bool direct_ = false;
  size_t plan_scratch_ = 0;
  size_t sums_scratch_ = 0;
  // The alternative for windows that tile the output: one product per window row.
  std::unique_ptr<backend::ConvPlan> line_plan_;
  std::vector<const void*> line_weights_;
  const float* line_bias_ = nullptr;
  backend::ActivationF32 activation_;
};

LITE_KERNELS(LITE_CPU_TARGET, kFloat, kNHWC, def, Conv2dTransposeKernel, conv2d_transpose,
             depthwise_conv2d_transpose)
    .In({"Filter", "Bias", "Prelu_alpha"}, PRECISION(kFloat), DATALAYOUT(kNCHW));

}  // namespace paddle::lite::kernels::LITE_CPU
