// Int8 convolutions and products in matrix registers.

#include "lite/backends/cpu/conv_s8_parts.h"
#include "lite/backends/cpu/matrix_conv.h"

namespace paddle::lite::cpu {
namespace {

class MatrixFormS8 {
 public:
  using Types = TypesS8;
  using Kernels = MatrixS8Kernels;
  using Options = ConvOptionsS8;
  using End = EndS8;
  using Value = int8_t;
  static constexpr bool kConverts = false;
  static constexpr const char* kName = "conv_s8/matrix/";

  MatrixFormS8(const ConvShape& shape, const ConvOptionsS8& options) : end_(shape, options) {}

  static int8_t Round(int8_t weight, bool) { return weight; }
  size_t scratch_bytes() const { return end_.scratch_bytes(); }
  EndS8 Make(const ConvBuffersS8& buffers) const { return end_.Make(buffers); }
  void MoveTo(const ConvBuffersS8& buffers, int64_t channel, int64_t at, MatrixRunS8* run) const {
    run->dst = end_.At(buffers.dst, at);
    run->end.factors += channel;
    run->end.bias += channel;
    MoveResidual(at, &run->end);
  }
  void Finish(const MatrixS8Kernels&, const ConvBuffersS8&, const FinishedPixels&) const {}

  void Store(const MatrixS8Kernels&, const int8_t* src, int64_t pixels, int64_t count,
             int64_t pitch, char* dst) const {
    if (count == pitch) {
      std::memcpy(dst, src, static_cast<size_t>(pixels * count));
      return;
    }
    for (; pixels > 0; --pixels, src += count, dst += pitch) {
      std::memcpy(dst, src, static_cast<size_t>(count));
      std::memset(dst + count, 0, static_cast<size_t>(pitch - count));
    }
  }

 private:
  EndPlanS8 end_;
};

}  // namespace

std::unique_ptr<ConvPlanS8> PlanMatrixConvS8(const ConvShape& shape, const MatrixS8Kernels& kernels,
                                             const ConvOptionsS8& options) {
  return PlanMatrixConv<MatrixFormS8>(shape, kernels, options);
}

}  // namespace paddle::lite::cpu
