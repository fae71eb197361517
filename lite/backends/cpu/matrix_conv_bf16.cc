// Convolutions and products of bfloat16 in matrix registers.

#include "lite/backends/cpu/conv_internal.h"
#include "lite/backends/cpu/matrix_conv.h"
#include "lite/base/half.h"

namespace paddle::lite::cpu {
namespace {

// The input is rounded and stored before the products; tensors and sums are float32.
class MatrixFormBf16 {
 public:
  using Types = TypesF32;
  using Kernels = MatrixBf16Kernels;
  using Options = ConvOptions;
  using End = MatrixEndF32;
  using Value = uint16_t;
  static constexpr bool kConverts = true;
  static constexpr const char* kName = "conv_bf16/matrix/";

  MatrixFormBf16(const ConvShape& shape, const ConvOptions& options)
      : out_c_(shape.out_c), activation_(options.activation) {}

  static uint16_t Round(float weight, bool flush) {
    if (flush) FlushSubnormals(&weight, 1);
    return FloatToBFloat16Bits(weight);
  }
  // The bias with whole vectors.
  size_t scratch_bytes() const {
    return RoundUp(static_cast<size_t>(out_c_ + kMatrixPanelLanes) * sizeof(float), 64);
  }
  MatrixEndF32 Make(const ConvBuffers& buffers) const {
    auto* const bias = reinterpret_cast<float*>(buffers.scratch);
    std::fill(bias, bias + out_c_ + kMatrixPanelLanes, 0.0f);
    if (buffers.bias != nullptr) std::copy_n(buffers.bias, out_c_, bias);
    return {EndOf(activation_), bias, buffers.residual};
  }
  void MoveTo(const ConvBuffers& buffers, int64_t channel, int64_t at, MatrixRunBf16* run) const {
    run->dst = buffers.dst + at;
    run->end.bias += channel;
    if (buffers.residual != nullptr) run->end.residual += at;
  }
  void Store(const MatrixBf16Kernels& kernels, const float* src, int64_t pixels, int64_t count,
             int64_t pitch, char* dst) const {
    kernels.round(src, pixels, count, pitch, dst);
  }
  void Finish(const MatrixBf16Kernels& kernels, const ConvBuffers& buffers,
              const FinishedPixels& pixels) const {
    if (!HasFunctionLeft(activation_)) return;
    const float* const slopes = activation_.slopes ? buffers.slopes + pixels.channel : nullptr;
    float* const dst = buffers.dst + pixels.first * out_c_ + pixels.channel;
    ApplyFunction(*kernels.vector, activation_, slopes,
                  {dst, out_c_, pixels.count, 1, pixels.channels});
  }

 private:
  int64_t out_c_;
  ActivationF32 activation_;
};

}  // namespace

std::unique_ptr<ConvPlan> PlanMatrixConvBf16(const ConvShape& shape,
                                             const MatrixBf16Kernels& kernels,
                                             const ConvOptions& options) {
  return PlanMatrixConv<MatrixFormBf16>(shape, kernels, options);
}

}  // namespace paddle::lite::cpu
