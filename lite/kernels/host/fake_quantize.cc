#include "lite/operators/fake_quantize.h"

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <utility>
#include <vector>

#include "lite/base/checked_math.h"
#include "lite/kernels/host/scaled_elements.h"
#include "lite/kernels/kernel.h"

namespace paddle::lite::kernels::host {

// kBack: the integers become real values again.
template <bool kBack>
class FakeQuantizeKernel final : public KernelFor<operators::FakeQuantizeBase> {
  using Source = operators::FakeQuantizeBase::ScaleSource;

 public:
  Status PrepareOp(const operators::FakeQuantizeBase& op, PrepareContext* context) override {
    LITE_ASSIGN_OR_RETURN(channels_, op.Channels());
    // An empty tensor may declare any number of channels: the executor refuses what is too much.
    scales_at_ =
        context->BookScratch(SaturatingMul(static_cast<size_t>(channels_.count), sizeof(float)));
    const auto threads = static_cast<size_t>(context->pool->threads());
    maxima_.resize(channels_.count == 1 ? threads : 0);
    return OkStatus();
  }

  Status RunOp(const operators::FakeQuantizeBase& op, const RunContext& context) override {
    // As in Paddle, what is not measured keeps its stored value.
    auto* scales = reinterpret_cast<float*>(context.scratch + scales_at_);
    const bool observes = op.scale_source() == Source::kAverage;
    if (!observes) KeepStored({op.out_accum, op.out_state});
    if (op.only_observer && op.scale_source() == Source::kGiven) {
      KeepStored({op.out_scale});
    } else {
      LITE_RETURN_IF_ERROR(FindScales(op, context, scales));
      if (op.out_scale != nullptr) {
        std::copy_n(scales, channels_.count, op.out_scale->mutable_data<float>());
      }
    }
    if (op.out == nullptr) return OkStatus();
    const float* src = op.x->data<float>();
    float* dst = op.out->mutable_data<float>();
    const float range = operators::LargestInteger(op.bit_length);
    ForEachChannelPart(context.pool, op.x->numel(), channels_,
                       [&](int64_t begin, int64_t end, int64_t channel) {
                         if (op.only_observer) {
                           std::copy(src + begin, src + end, dst + begin);
                         } else {
                           Round(src + begin, end - begin, scales[channel], range,
                                 op.round_type == 0, dst + begin);
                         }
                       });
    return OkStatus();
  }

 private:
  // Without a stored value, Paddle leaves a variable without memory. It is 0 here.
  static void KeepStored(std::initializer_list<Tensor*> outputs) {
    for (Tensor* tensor : outputs) {
      if (tensor == nullptr || tensor->persistable()) continue;
      std::fill_n(tensor->mutable_data<float>(), tensor->numel(), 0.0f);
    }
  }

  Status FindScales(const operators::FakeQuantizeBase& op, const RunContext& context,
                    float* scales) {
    const Source source = op.scale_source();
    if (source == Source::kGiven) {
      std::copy_n(op.in_scale->data<float>(), channels_.count, scales);
      return OkStatus();
    }
    Measure(op, context, scales);
    if (source == Source::kWindow) {
      LITE_ASSIGN_OR_RETURN(scales[0], LargestOfWindow(op, scales[0]));
    }
    if (source == Source::kAverage) {
      const float state = op.moving_rate * *op.in_state->data<float>() + 1.0f;
      const float accum = op.moving_rate * *op.in_accum->data<float>() + scales[0];
      if (op.out_state != nullptr) *op.out_state->mutable_data<float>() = state;
      if (op.out_accum != nullptr) *op.out_accum->mutable_data<float>() = accum;
      scales[0] = accum / state;
    }
    return OkStatus();
  }

  // Stores the magnitude in the window. As in Paddle, the largest one is only looked for when the
  // one that leaves the window was it.
  static Result<float> LargestOfWindow(const operators::FakeQuantizeBase& op, float magnitude) {
    const int64_t step = *op.iter->data<int64_t>();
    if (step < 0) return InvalidArgument("Iter: expected a number of at least 0, found ", step);
    std::vector<float> window(op.in_scales->data<float>(),
                              op.in_scales->data<float>() + op.window_size);
    const float leaves =
        std::exchange(window[static_cast<size_t>(step % op.window_size)], magnitude);
    if (op.out_scales != nullptr) {
      std::copy(window.begin(), window.end(), op.out_scales->mutable_data<float>());
    }
    const float largest = *op.in_scale->data<float>();
    if (largest < magnitude) return magnitude;
    if (!(std::fabs(leaves - largest) < 1e-6)) return largest;
    return LargestOf(window.data(), std::clamp<int64_t>(step, 1, op.window_size));
  }

  // The largest magnitudes; NaN is skipped.
  void Measure(const operators::FakeQuantizeBase& op, const RunContext& context, float* scales) {
    const float* src = op.x->data<float>();
    const int64_t count = op.x->numel();
    if (channels_.count == 1) {
      std::fill(maxima_.begin(), maxima_.end(), 0.0f);
      constexpr int64_t kGrain = 4096;  // elements that justify a thread
      context.pool->ParallelFor(count, kGrain, [&](int64_t begin, int64_t end, int thread) {
        float& largest = maxima_[static_cast<size_t>(thread)];
        largest = std::max(largest, LargestOf(src + begin, end - begin));
      });
      scales[0] = *std::max_element(maxima_.begin(), maxima_.end());
      return;
    }
    const int64_t plane = channels_.count * channels_.inner;
    context.pool->ForEach(channels_.count, 1, [&](int64_t c) {
      float largest = 0;
      for (int64_t i = c * channels_.inner; i < count; i += plane) {
        largest = std::max(largest, LargestOf(src + i, channels_.inner));
      }
      scales[c] = largest;
    });
  }
  static float LargestOf(const float* src, int64_t count) {
    float largest = 0;
    for (int64_t i = 0; i < count; ++i) {
      const float magnitude = std::fabs(src[i]);
      if (magnitude > largest) largest = magnitude;
    }
    return largest;
  }

  static void Round(const float* src, int64_t count, float scale, float range, bool half_even,
                    float* dst) {
    constexpr float kSmallest = 1e-30f;  // of a divisor, as in Paddle
    const float steps = range * (1.0f / (scale <= kSmallest ? scale + 1e-6f : scale));
    for (int64_t i = 0; i < count; ++i) {
      const float x = src[i];
      // Comparisons in this order keep NaN, and find what Paddle does with a negative scale.
      if (half_even) {
        const float rounded = std::nearbyint(steps * x);
        dst[i] = rounded > range ? range : rounded < -range - 1.0f ? -range - 1.0f : rounded;
      } else {
        dst[i] = std::round(steps * (x < -scale ? -scale : x > scale ? scale : x));
      }
      if (kBack) dst[i] = dst[i] * scale / range;
    }
  }

  operators::ChannelLayout channels_;
  size_t scales_at_ = 0;       // offset in the scratch memory, a scale for each channel
  std::vector<float> maxima_;  // one for each thread
};

LITE_KERNELS(kHost, kFloat, kNCHW, def, FakeQuantizeKernel<false>, fake_quantize_abs_max,
             fake_channel_wise_quantize_abs_max, moving_average_abs_max_scale);
LITE_KERNELS(kHost, kFloat, kNCHW, def, FakeQuantizeKernel<false>,
             fake_quantize_moving_average_abs_max)
    .In({"InScale"}, PRECISION(kAny));
LITE_KERNELS(kHost, kFloat, kNCHW, def, FakeQuantizeKernel<false>, fake_quantize_range_abs_max)
    .In({"InScale", "Iter", "InScales"}, PRECISION(kAny));
LITE_KERNELS(kHost, kFloat, kNCHW, def, FakeQuantizeKernel<false>, quantize_linear)
    .In({"Scale", "ZeroPoint"}, PRECISION(kAny));
LITE_KERNELS(kHost, kFloat, kNCHW, def, FakeQuantizeKernel<true>, fake_quantize_dequantize_abs_max,
             fake_channel_wise_quantize_dequantize_abs_max);
LITE_KERNELS(kHost, kFloat, kNCHW, def, FakeQuantizeKernel<true>,
             fake_quantize_dequantize_moving_average_abs_max)
    .In({"InScale"}, PRECISION(kAny));

}  // namespace paddle::lite::kernels::host
