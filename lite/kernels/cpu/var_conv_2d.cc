#include "lite/operators/var_conv_2d.h"

#include <algorithm>

#include "lite/kernels/cpu/column_panel.h"

namespace paddle::lite::kernels::LITE_CPU {

// The filters times panels of neighbouring windows of each map. The filters are the rows of the
// product, so that they need no other form and its result is in the order of Out.
class VarConv2dKernel final : public CpuKernelFor<operators::VarConv2d> {
 public:
  Status PrepareOp(const operators::VarConv2d& op, PrepareContext* context) override {
    return panels_.Prepare(tables_.gemm, op.w->dims()[1], context);
  }
  Status RunOp(const operators::VarConv2d& op, const RunContext& context) override {
    LITE_ASSIGN_OR_RETURN(const std::vector<uint64_t>* heights, op.Heights());
    LITE_ASSIGN_OR_RETURN(const std::vector<uint64_t>* widths, op.Widths());
    const size_t maps = heights->size() - 1;
    int64_t longest = 0;
    for (size_t b = 0; b < maps; ++b) {
      longest = std::max(longest, MapOf(op, *heights, *widths, b).positions());
    }
    const int64_t taps = op.w->dims()[1];
    const int64_t most = ColumnPanel::MaxColumns(tables_.gemm);
    const int64_t panels = (longest + most - 1) / most;
    const auto run = [&](int64_t unit, float* windows) {
      const auto b = static_cast<size_t>(unit / panels);
      const Map map = MapOf(op, *heights, *widths, b);
      const int64_t first = unit % panels * most;
      if (first >= map.positions()) return;
      const ColumnPanel panel{taps, std::min(most, map.positions() - first)};
      WriteWindows(op, map, op.x->data<float>() + op.x->lod()[0][b], first, panel.columns,
                   panel.Width(tables_.gemm), windows);
      PanelEnd end;
      end.relu = op.fuse_relu;
      const auto row_at = [&](int64_t channel) { return op.w->data<float>() + channel * taps; };
      MultiplyPanel(tables_.gemm, panel, windows, op.output_channel, row_at, end,
                    op.out->mutable_data<float>() + op.out->lod()[0][b] + first, map.positions());
    };
    panels_.ForEach(context, static_cast<int64_t>(maps) * panels, op.output_channel,
                    {taps, std::min(most, longest)}, run);
    return OkStatus();
  }

 private:
  struct Map {
    int64_t height, width, out_h, out_w;
    int64_t positions() const { return out_h * out_w; }
  };
  static Map MapOf(const operators::VarConv2d& op, const std::vector<uint64_t>& heights,
                   const std::vector<uint64_t>& widths, size_t b) {
    const int64_t height = operators::LengthOf(heights, b);
    const int64_t width = operators::LengthOf(widths, b);
    return {height, width, operators::VarConv2d::Strided(height, op.stride_h),
            operators::VarConv2d::Strided(width, op.stride_w)};
  }

  // The windows of `count` positions from `first` on: a row of `stride` values for each tap.
  static void WriteWindows(const operators::VarConv2d& op, const Map& map, const float* src,
                           int64_t first, int64_t count, int64_t stride, float* dst) {
    for (int64_t c = 0; c < op.input_channel; ++c, src += map.height * map.width) {
      for (int64_t ky = 0; ky < op.kernel_h; ++ky) {
        for (int64_t kx = 0; kx < op.kernel_w; ++kx, dst += stride) {
          WriteTap(op, map, src, ky - op.kernel_h / 2, kx - op.kernel_w / 2, first, count, dst);
          std::fill(dst + count, dst + stride, 0.0f);
        }
      }
    }
  }
  // The values of a channel (dy, dx) away from the positions.
  static void WriteTap(const operators::VarConv2d& op, const Map& map, const float* src, int64_t dy,
                       int64_t dx, int64_t first, int64_t count, float* dst) {
    int64_t oy = first / map.out_w;
    int64_t ox = first % map.out_w;
    for (const float* const end = dst + count; dst < end; ++oy, ox = 0) {
      const int64_t run = std::min<int64_t>(end - dst, map.out_w - ox);
      const int64_t y = oy * op.stride_h + dy;
      const int64_t x = ox * op.stride_w + dx;
      // Positions [inside, outside) of the run are in the map.
      const int64_t step = op.stride_w;
      int64_t inside = std::clamp<int64_t>((step - 1 - x) / step, 0, run);
      int64_t outside = std::clamp<int64_t>((map.width - x + step - 1) / step, inside, run);
      if (y < 0 || y >= map.height) inside = outside = run;
      std::fill(dst, dst + inside, 0.0f);
      const float* from = src + (y * map.width + x + inside * step);
      for (int64_t i = inside; i < outside; ++i, from += step) dst[i] = *from;
      std::fill(dst + outside, dst + run, 0.0f);
      dst += run;
    }
  }

  WorkerPanels panels_;
};

LITE_KERNELS(LITE_CPU_TARGET, kFloat, kNCHW, def, VarConv2dKernel, var_conv_2d)
    .In({"ROW", "COLUMN"}, PRECISION(kAny));

}  // namespace paddle::lite::kernels::LITE_CPU
