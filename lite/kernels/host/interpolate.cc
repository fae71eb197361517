#include "lite/operators/interpolate.h"

#include <algorithm>

#include "lite/kernels/kernel.h"

namespace paddle::lite::kernels::host {
namespace {

// Positions are decided in double, weights in float, as Paddle does.
int64_t NearestIndex(int64_t i, float step, bool align_corners, int64_t size) {
  const float position = step * static_cast<float>(i);
  const int64_t index =
      static_cast<int64_t>(align_corners ? static_cast<double>(position) + 0.5 : position);
  return std::min(index, size - 1);
}

// The two source elements between which an output element lies, and the weight of the second.
struct Pair {
  int64_t low;
  int64_t high;
  float weight;
};
Pair LinearPair(int64_t i, float step, bool half_pixel, int64_t size) {
  const double at = half_pixel ? static_cast<double>(step) * (static_cast<double>(i) + 0.5) - 0.5
                               : static_cast<double>(step * static_cast<float>(i));
  const double position = std::max(at, 0.0);
  const int64_t low = std::min(static_cast<int64_t>(position), size - 1);
  return {low, std::min(low + 1, size - 1),
          static_cast<float>(position - static_cast<double>(low))};
}

}  // namespace

template <bool kLinear>
class InterpolateKernel final : public KernelFor<operators::InterpolateBase> {
 public:
  Status RunOp(const operators::InterpolateBase& op, const RunContext& context) override {
    LITE_ASSIGN_OR_RETURN(const auto geometry, op.ResolveGeometry());
    const DDim& dims = op.x->dims();
    const bool last = op.channels_last();
    const int64_t channels = last ? dims[3] : dims[1];
    const int64_t in_h = dims[op.height_axis()];
    const int64_t in_w = dims[op.height_axis() + 1];
    // One plane per image and channel, or one of `channels` interleaved values per image.
    const int64_t planes = last ? dims[0] : dims[0] * channels;
    const int64_t depth = last ? channels : 1;
    const bool half_pixel = op.align_mode == 0 && !op.align_corners;
    const float* src = op.x->data<float>();
    float* dst = op.out->mutable_data<float>();
    constexpr int64_t kGrain = 2048;  // elements worth a thread
    const int64_t row_values = geometry.width * depth;
    context.pool->ParallelFor(
        planes * geometry.height, kGrain / (row_values + 1) + 1,
        [&](int64_t begin, int64_t end, int) {
          for (int64_t row = begin; row < end; ++row) {
            const float* image = src + row / geometry.height * in_h * in_w * depth;
            const int64_t y = row % geometry.height;
            float* to = dst + row * row_values;
            if constexpr (kLinear) {
              const Pair v = LinearPair(y, geometry.step_y, half_pixel, in_h);
              const float* top = image + v.low * in_w * depth;
              const float* bottom = image + v.high * in_w * depth;
              for (int64_t x = 0; x < geometry.width; ++x) {
                const Pair h = LinearPair(x, geometry.step_x, half_pixel, in_w);
                for (int64_t c = 0; c < depth; ++c) {
                  const float upper =
                      top[h.low * depth + c] * (1 - h.weight) + top[h.high * depth + c] * h.weight;
                  const float lower = bottom[h.low * depth + c] * (1 - h.weight) +
                                      bottom[h.high * depth + c] * h.weight;
                  *to++ = upper * (1 - v.weight) + lower * v.weight;
                }
              }
            } else {
              const float* line =
                  image + NearestIndex(y, geometry.step_y, op.align_corners, in_h) * in_w * depth;
              for (int64_t x = 0; x < geometry.width; ++x) {
                const float* from =
                    line + NearestIndex(x, geometry.step_x, op.align_corners, in_w) * depth;
                for (int64_t c = 0; c < depth; ++c) *to++ = from[c];
              }
            }
          }
        });
    return OkStatus();
  }
};

using NearestInterpKernel = InterpolateKernel<false>;
using BilinearInterpKernel = InterpolateKernel<true>;

}  // namespace paddle::lite::kernels::host

REGISTER_LITE_KERNEL(nearest_interp, kHost, kFloat, kNCHW,
                     paddle::lite::kernels::host::NearestInterpKernel, def)
    .BindInput("X", {LiteType::GetTensorTy(TARGET(kHost), PRECISION(kFloat), DATALAYOUT(kNCHW))})
    .BindInput("OutSize", {LiteType::GetTensorTy(TARGET(kHost), PRECISION(kAny), DATALAYOUT(kAny))})
    .BindInput("SizeTensor",
               {LiteType::GetTensorTy(TARGET(kHost), PRECISION(kAny), DATALAYOUT(kAny))})
    .BindInput("Scale", {LiteType::GetTensorTy(TARGET(kHost), PRECISION(kAny), DATALAYOUT(kAny))})
    .BindOutput("Out", {LiteType::GetTensorTy(TARGET(kHost), PRECISION(kFloat), DATALAYOUT(kNCHW))})
    .Finalize();

REGISTER_LITE_KERNEL(nearest_interp_v2, kHost, kFloat, kNCHW,
                     paddle::lite::kernels::host::NearestInterpKernel, def)
    .BindInput("X", {LiteType::GetTensorTy(TARGET(kHost), PRECISION(kFloat), DATALAYOUT(kNCHW))})
    .BindInput("OutSize", {LiteType::GetTensorTy(TARGET(kHost), PRECISION(kAny), DATALAYOUT(kAny))})
    .BindInput("SizeTensor",
               {LiteType::GetTensorTy(TARGET(kHost), PRECISION(kAny), DATALAYOUT(kAny))})
    .BindInput("Scale", {LiteType::GetTensorTy(TARGET(kHost), PRECISION(kAny), DATALAYOUT(kAny))})
    .BindOutput("Out", {LiteType::GetTensorTy(TARGET(kHost), PRECISION(kFloat), DATALAYOUT(kNCHW))})
    .Finalize();

REGISTER_LITE_KERNEL(bilinear_interp, kHost, kFloat, kNCHW,
                     paddle::lite::kernels::host::BilinearInterpKernel, def)
    .BindInput("X", {LiteType::GetTensorTy(TARGET(kHost), PRECISION(kFloat), DATALAYOUT(kNCHW))})
    .BindInput("OutSize", {LiteType::GetTensorTy(TARGET(kHost), PRECISION(kAny), DATALAYOUT(kAny))})
    .BindInput("SizeTensor",
               {LiteType::GetTensorTy(TARGET(kHost), PRECISION(kAny), DATALAYOUT(kAny))})
    .BindInput("Scale", {LiteType::GetTensorTy(TARGET(kHost), PRECISION(kAny), DATALAYOUT(kAny))})
    .BindOutput("Out", {LiteType::GetTensorTy(TARGET(kHost), PRECISION(kFloat), DATALAYOUT(kNCHW))})
    .Finalize();

REGISTER_LITE_KERNEL(bilinear_interp_v2, kHost, kFloat, kNCHW,
                     paddle::lite::kernels::host::BilinearInterpKernel, def)
    .BindInput("X", {LiteType::GetTensorTy(TARGET(kHost), PRECISION(kFloat), DATALAYOUT(kNCHW))})
    .BindInput("OutSize", {LiteType::GetTensorTy(TARGET(kHost), PRECISION(kAny), DATALAYOUT(kAny))})
    .BindInput("SizeTensor",
               {LiteType::GetTensorTy(TARGET(kHost), PRECISION(kAny), DATALAYOUT(kAny))})
    .BindInput("Scale", {LiteType::GetTensorTy(TARGET(kHost), PRECISION(kAny), DATALAYOUT(kAny))})
    .BindOutput("Out", {LiteType::GetTensorTy(TARGET(kHost), PRECISION(kFloat), DATALAYOUT(kNCHW))})
    .Finalize();
