#include "lite/operators/pool2d.h"

#include <limits>

#include "lite/kernels/cpu/cpu_kernel.h"

namespace paddle::lite::kernels::LITE_CPU {

using Geometry = operators::PoolGeometry;

class PoolNhwc final : public CpuKernelFor<operators::Pool2d> {
 public:
  static Status Supports(const operators::Pool2d& op) {
    if (op.data_format == "NHWC") return Unsupported("data_format NHWC");
    return OkStatus();
  }

  Status PrepareOp(const operators::Pool2d& op, PrepareContext* context) override {
    LITE_ASSIGN_OR_RETURN(geometry_, op.Geometry());
    kernel_ = op.is_max() ? tables_.pool.max : tables_.pool.average;
    // With few output rows (global pooling has one), threads share the channels.
    const bool few_rows = geometry_.batch * geometry_.h.out < 2 * context->pool->threads();
    channel_block_ = few_rows ? kChannelBlock : std::max<int64_t>(geometry_.channels, 1);
    return OkStatus();
  }

  Status RunOp(const operators::Pool2d& op, const RunContext& context) override {
    if (op.out->numel() == 0) return OkStatus();
    const Geometry& g = geometry_;
    const int64_t blocks = (g.channels + channel_block_ - 1) / channel_block_;
    context.pool->ParallelFor(g.batch * g.h.out * blocks, 1, [&](int64_t begin, int64_t end, int) {
      for (int64_t i = begin; i < end; ++i) {
        const int64_t row = i / blocks;
        RunRow(op, row / g.h.out, row % g.h.out, i % blocks * channel_block_);
      }
    });
    return OkStatus();
  }

 private:
  static constexpr int64_t kChannelBlock = 64;

  void RunRow(const operators::Pool2d& op, int64_t image, int64_t y, int64_t channel) const {
    const Geometry& g = geometry_;
    const Geometry::Range rows = g.WindowOf(g.h, y);
    const float* src = op.x->data<float>() + image * g.h.in * g.w.in * g.channels + channel;
    float* dst =
        op.out->mutable_data<float>() + (image * g.h.out + y) * g.w.out * g.channels + channel;
    backend::PoolWindowF32 window = {};
    window.pixel_stride = g.channels;
    window.row_stride = g.w.in * g.channels;
    window.rows = rows.end - rows.begin;
    window.channels = std::min(channel_block_, g.channels - channel);
    for (int64_t x = 0; x < g.w.out; ++x, dst += g.channels) {
      const Geometry::Range columns = g.WindowOf(g.w, x);
      window.columns = columns.end - columns.begin;
      window.src = src + (rows.begin * g.w.in + columns.begin) * g.channels;
      window.dst = dst;
      const int64_t divisor = g.Divisor(rows, columns);
      window.scale = divisor == 0 ? 0.0f : 1.0f / static_cast<float>(divisor);
      kernel_(&window);
    }
  }

  Geometry geometry_;
  void (*kernel_)(const backend::PoolWindowF32*) = nullptr;
  int64_t channel_block_ = 1;
};

class PoolNchw final : public CpuKernelFor<operators::Pool2d> {
 public:
  static Status Supports(const operators::Pool2d& op) { return PoolNhwc::Supports(op); }

  Status PrepareOp(const operators::Pool2d& op, PrepareContext*) override {
    LITE_ASSIGN_OR_RETURN(geometry_, op.Geometry());
    const Geometry& g = geometry_;
    whole_image_ = false;
    if (g.h.out == 1 && g.w.out == 1) {
      const Geometry::Range rows = g.WindowOf(g.h, 0);
      const Geometry::Range columns = g.WindowOf(g.w, 0);
      const int64_t pixels = g.h.in * g.w.in;
      whole_image_ = (rows.end - rows.begin) * (columns.end - columns.begin) == pixels &&
                     g.Divisor(rows, columns) == pixels;
    }
    return OkStatus();
  }

  Status RunOp(const operators::Pool2d& op, const RunContext& context) override {
    if (op.out->numel() == 0) return OkStatus();
    const Geometry& g = geometry_;
    const int64_t in_plane = g.h.in * g.w.in;
    const int64_t out_plane = g.h.out * g.w.out;
    const int64_t grain = std::max<int64_t>(1, 4096 / in_plane);
    context.pool->ParallelFor(g.batch * g.channels, grain, [&](int64_t begin, int64_t end, int) {
      for (int64_t plane = begin; plane < end; ++plane) {
        const float* src = op.x->data<float>() + plane * in_plane;
        float* dst = op.out->mutable_data<float>() + plane * out_plane;
        if (whole_image_) {
          *dst = op.is_max() ? tables_.pool.max_row(src, in_plane)
                             : tables_.pool.sum_row(src, in_plane) / static_cast<float>(in_plane);
        } else if (op.is_max()) {
          RunPlane<true>(op, src, dst);
        } else {
          RunPlane<false>(op, src, dst);
        }
      }
    });
    return OkStatus();
  }

 private:
  template <bool kMax>
  void RunPlane(const operators::Pool2d& op, const float* src, float* dst) const {
    const Geometry& g = geometry_;
    for (int64_t y = 0; y < g.h.out; ++y) {
      const Geometry::Range rows = g.WindowOf(g.h, y);
      for (int64_t x = 0; x < g.w.out; ++x) {
        const Geometry::Range columns = g.WindowOf(g.w, x);
        float value = kMax ? std::numeric_limits<float>::lowest() : 0.0f;
        for (int64_t iy = rows.begin; iy < rows.end; ++iy) {
          for (int64_t ix = columns.begin; ix < columns.end; ++ix) {
            const float element = src[iy * g.w.in + ix];
            if (kMax) {
              if (element > value || element != element) value = element;
            } else {
              value += element;
            }
          }
        }
        const int64_t divisor = g.Divisor(rows, columns);
        *dst++ = kMax ? value : divisor == 0 ? 0.0f : value / static_cast<float>(divisor);
      }
    }
  }

  Geometry geometry_;
  bool whole_image_ = false;
};

LITE_KERNELS(LITE_CPU_TARGET, kFloat, kNHWC, def, PoolNhwc, pool2d);
LITE_KERNELS(LITE_CPU_TARGET, kFloat, kNCHW, def, PoolNchw, pool2d);

}  // namespace paddle::lite::kernels::LITE_CPU
