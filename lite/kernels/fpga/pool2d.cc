#include "lite/operators/pool2d.h"

#include <cfloat>

#include "lite/kernels/fpga/values.h"

namespace paddle::lite::kernels::fpga {
namespace {

// Whether the device, whose averages count padding and whose windows are inside of it, computes the
// same.
bool FitsDevice(const operators::PoolGeometry& g, bool is_max) {
  if (g.adaptive) return false;
  constexpr int64_t kMaxOutput = 0xffff, kMaxWindow = 255;
  const bool one = g.h.out == 1 && g.w.out == 1;
  bool padding = false;
  for (const operators::WindowAxis* axis : {&g.h, &g.w}) {
    const int64_t last = (axis->out - 1) * axis->stride - axis->pad_begin + axis->kernel;
    // An average divides by elements that are beyond the padding; a maximum ignores them.
    if (!is_max && last > axis->in + axis->pad_begin) return false;
    padding |= axis->pad_begin > 0 || last > axis->in;
    if (axis->out > kMaxOutput || (one && axis->kernel > kMaxWindow)) return false;
  }
  return is_max || !padding || !g.exclusive;
}

}  // namespace

class FpgaPool2dKernel final : public FpgaKernel<operators::Pool2d> {
 public:
  static Status Supports(const operators::Pool2d& op) {
    if (op.data_format == "NHWC") return Unsupported("data_format NHWC");
    return operators::RequireNoCrop(op.paddings);
  }

  Status PrepareOp(const operators::Pool2d& op, PrepareContext*) override {
    LITE_ASSIGN_OR_RETURN(geometry_, op.Geometry());
    on_device_ = FitsDevice(geometry_, op.is_max());
    values_.resize(on_device_ ? 0 : static_cast<size_t>(op.x->numel()));
    results_.resize(on_device_ ? 0 : static_cast<size_t>(op.out->numel()));
    return OkStatus();
  }

 protected:
  Status Work(const operators::Pool2d& op, FpgaDevice* device) override {
    if (op.out->numel() == 0) return OkStatus();
    return on_device_ ? OnDevice(op, device) : OnProcessor(op, device);
  }

 private:
  Status OnDevice(const operators::Pool2d& op, FpgaDevice* device) const {
    const operators::PoolGeometry& g = geometry_;
    FpgaBlock* const from = BlockOf(*op.x);
    FpgaBlock* const to = BlockOf(*op.out);
    LITE_RETURN_IF_ERROR(device->ForDevice(from));
    const Rows rows{g.h.in, g.w.in, g.channels};
    lite::fpga::PoolArgs args;
    args.mode = op.is_max() ? lite::fpga::PoolMode::kMax : lite::fpga::PoolMode::kAverage;
    args.kernel_reciprocal = FloatToHalfBits(1.0f / static_cast<float>(g.h.kernel * g.w.kernel));
    args.kernel = {static_cast<uint32_t>(g.w.kernel), static_cast<uint32_t>(g.h.kernel),
                   static_cast<uint32_t>(g.w.stride), static_cast<uint32_t>(g.h.stride)};
    args.image = rows.Image(from);
    args.image.pad_height = static_cast<uint32_t>(g.h.pad_begin);
    args.image.pad_width = static_cast<uint32_t>(g.w.pad_begin);
    args.out_width = static_cast<uint16_t>(g.w.out);
    args.out_height = static_cast<uint16_t>(g.h.out);
    to->scale = ScalePair();
    for (int64_t n = 0; n < g.batch; ++n) {
      ScalePair scale;
      args.image.address = from->address + n * g.h.in * rows.pitch() * 2;
      args.output = {to->address + n * g.h.out * Padded(g.w.out * g.channels) * 2, &scale};
      LITE_RETURN_IF_ERROR(
          device->Run(InplaceArgs(), [&](FpgaDriver* driver) { return driver->Pool(args); }));
      if (scale.step > to->scale.step) to->scale = scale;
    }
    device->WrittenByDevice(to);
    return OkStatus();
  }

  Status OnProcessor(const operators::Pool2d& op, FpgaDevice* device) {
    const operators::PoolGeometry& g = geometry_;
    LITE_RETURN_IF_ERROR(Load(device, *op.x, &values_));
    float* to = results_.data();
    for (int64_t plane = 0; plane < g.batch * g.channels; ++plane) {
      const float* const from = values_.data() + plane * g.h.in * g.w.in;
      for (int64_t oy = 0; oy < g.h.out; ++oy) {
        const operators::PoolGeometry::Range y = g.WindowOf(g.h, oy);
        for (int64_t ox = 0; ox < g.w.out; ++ox) {
          const operators::PoolGeometry::Range x = g.WindowOf(g.w, ox);
          float largest = -FLT_MAX, sum = 0;
          for (int64_t i = y.begin; i < y.end; ++i) {
            for (int64_t j = x.begin; j < x.end; ++j) {
              largest = std::max(largest, from[i * g.w.in + j]);
              sum += from[i * g.w.in + j];
            }
          }
          *to++ = op.is_max() ? largest : sum / static_cast<float>(g.Divisor(y, x));
        }
      }
    }
    Store(device, results_, *op.out);
    return OkStatus();
  }

  operators::PoolGeometry geometry_;
  bool on_device_ = false;
  std::vector<float> values_, results_;
};

LITE_KERNELS(kFPGA, kFP16, kNHWC, def, FpgaPool2dKernel, pool2d);

}  // namespace paddle::lite::kernels::fpga
