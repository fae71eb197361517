// Int8 transposed convolution by phases (transposed_phases.h), each an ordinary int8 convolution.

#include <algorithm>
#include <cstring>
#include <type_traits>
#include <vector>

#include "lite/kernels/cpu/int8_plan.h"
#include "lite/kernels/cpu/transposed_phases.h"
#include "lite/operators/conv2d_transpose.h"

namespace paddle::lite::kernels::LITE_CPU {

// Out is float or int8_t.
template <typename Out>
class ConvTransposeInt8Kernel final : public KernelFor<operators::Conv2dTranspose> {
 public:
  static constexpr double kGflops = 150;

  static Status Supports(const operators::Conv2dTranspose& op) {
    LITE_RETURN_IF_ERROR(SupportsPhases(op));
    if (op.act.has_affine()) return Unsupported("a scale or a bias after the activation");
    LITE_ASSIGN_OR_RETURN(const Activation activation, op.act.Resolve());
    return MapActivationS8(activation, 1).status();
  }

  Status PrepareOp(const operators::Conv2dTranspose& op, PrepareContext* context) override {
    phases_.clear();
    if (op.output->numel() == 0) return OkStatus();
    LITE_ASSIGN_OR_RETURN(g_, op.Geometry());
    LITE_ASSIGN_OR_RETURN(const Activation activation, op.act.Resolve());
    constexpr bool kToInt8 = std::is_same_v<Out, int8_t>;
    LITE_ASSIGN_OR_RETURN(
        const operators::ProductScales scales,
        ScalesOfProduct(op, "Input", "Filter", "Output", kToInt8, g_.out_channels));
    size_t plan_bytes = 0;
    int64_t largest = 0;
    for (const TransposedPhase& part : PhasesOf(g_)) {
      Phase phase{part, Int8Plan()};
      const backend::ConvShape shape = PhaseShape(g_, part);
      const auto arrange = [&] { return PhaseFilter(g_, part, op.filter->data<int8_t>()); };
      LITE_RETURN_IF_ERROR(phase.plan.Plan(shape, scales, {activation}, kToInt8, {}, *op.filter,
                                           {{shape.group_in_c() * shape.taps(), shape.taps(), 1},
                                            "/" + PhaseForm(g_, part),
                                            arrange},
                                           context));
      plan_bytes = std::max(plan_bytes, phase.plan.scratch_bytes());
      largest = std::max(largest, part.pixels());
      phases_.push_back(std::move(phase));
    }
    const size_t plan_scratch = context->BookScratch(plan_bytes);
    for (Phase& phase : phases_) phase.plan.set_scratch(plan_scratch);
    direct_ = g_.h.stride == 1 && g_.w.stride == 1;
    if (!direct_) {
      results_scratch_ = context->BookScratch(static_cast<size_t>(g_.batch * largest) *
                                              static_cast<size_t>(g_.out_channels) * sizeof(Out));
    }
    return OkStatus();
  }

  Status RunOp(const operators::Conv2dTranspose& op, const RunContext& context) override {
    const int8_t* const input = op.input->data<int8_t>();
    Out* const output = op.output->mutable_data<Out>();
    Out* const results = reinterpret_cast<Out*>(context.scratch + results_scratch_);
    RunContext of_phase = context;
    for (const Phase& phase : phases_) {
      phase.plan.Run(input, op.bias, nullptr, direct_ ? output : results, of_phase);
      of_phase.ahead = {};  // has been fetched
      if (!direct_) Spread(phase.part, results, output, context.pool);
    }
    return OkStatus();
  }

 private:
  struct Phase {
    TransposedPhase part;
    Int8Plan plan;
  };

  // Scatters the pixels of a phase to their positions.
  void Spread(const TransposedPhase& phase, const Out* results, Out* output,
              ThreadPool* pool) const {
    const int64_t channels = g_.out_channels;
    const size_t pixel_bytes = static_cast<size_t>(channels) * sizeof(Out);
    ForEachPhaseLine(g_, phase, pool, [&](int64_t from, int64_t to) {
      const Out* src = results + from * phase.w.count * channels;
      Out* dst = output + to * channels;
      for (int64_t x = 0; x < phase.w.count; ++x) {
        std::memcpy(dst, src, pixel_bytes);
        src += channels;
        dst += g_.w.stride * channels;
      }
    });
  }

  operators::ConvGeometry g_;
  std::vector<Phase> phases_;
  bool direct_ = false;
  size_t results_scratch_ = 0;
};

using ConvTransposeInt8 = ConvTransposeInt8Kernel<int8_t>;
using ConvTransposeInt8ToFloat = ConvTransposeInt8Kernel<float>;

LITE_KERNELS(LITE_CPU_TARGET, kInt8, kNHWC, int8_out, ConvTransposeInt8, conv2d_transpose,
             depthwise_conv2d_transpose)
    .In({"Filter"}, PRECISION(kInt8), DATALAYOUT(kNCHW))
    .In({"Bias"}, PRECISION(kFloat), DATALAYOUT(kNCHW));
LITE_KERNELS(LITE_CPU_TARGET, kInt8, kNHWC, fp32_out, ConvTransposeInt8ToFloat, conv2d_transpose,
             depthwise_conv2d_transpose)
    .In({"Filter"}, PRECISION(kInt8), DATALAYOUT(kNCHW))
    .In({"Bias"}, PRECISION(kFloat), DATALAYOUT(kNCHW))
    .Out({"Output"}, PRECISION(kFloat));

}  // namespace paddle::lite::kernels::LITE_CPU
