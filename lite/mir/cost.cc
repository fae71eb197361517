#include "lite/mir/cost.h"

#include <algorithm>

#include "lite/core/image_layout.h"
#include "lite/core/targets.h"

namespace paddle::lite::mir {

namespace {

// Calibs and changes of layout run on a processor, whichever target it is built for.
constexpr double kConversionBytesPerNs = 6;
constexpr double kViewNs = 50;
// Kernels of images against those of buffers: texels are cached in two dimensions, and each has
// four channels for four multiplications.
constexpr double kImageGain = 1.5;

// Sizes that were never checked may overflow on the way here, so a time may be anything.
double Saturate(double ns) {
  if (!(ns < kMaxNs)) return kMaxNs;  // NaN as well
  return std::max(ns, 0.0);
}

// Elements of the kernel's type in the space of a float.
double ElementsPerFloat(const KernelDef& kernel) {
  if (kernel.precision == PrecisionType::kFP16) return 2;
  return kernel.precision == PrecisionType::kInt8 ? 4 : 1;
}

}  // namespace

double FlopsPerNs(const KernelDef& kernel) {
  if (kernel.gflops > 0) return kernel.gflops;
  const double rate = InfoOf(kernel.target).flops_per_ns;
  return kernel.target == TargetType::kHost ? rate : rate * ElementsPerFloat(kernel);
}

double KernelTimeNs(const KernelDef& kernel, const Cost& cost) {
  const TargetInfo& target = InfoOf(kernel.target);
  const double computing = Saturate(cost.flops / FlopsPerNs(kernel));
  const double moving = Saturate(cost.bytes / ElementsPerFloat(kernel) / target.bytes_per_ns);
  const double gain = IsImageLayout(kernel.layout) ? kImageGain : 1;
  return Saturate(std::max(computing, moving) / gain + target.overhead_ns);
}

double CopyNs(TargetType device, double bytes) {
  const TargetInfo& target = InfoOf(device);
  return Saturate(bytes / target.copy_bytes_per_ns + target.copy_overhead_ns);
}

double CastNs(double elements, PrecisionType from, PrecisionType to) {
  if (from == to) return 0;
  constexpr PrecisionType kFloat = PrecisionType::kFloat;
  if (from != kFloat && to != kFloat) {
    return Saturate(CastNs(elements, from, kFloat) + CastNs(elements, kFloat, to));
  }
  const double bytes =
      elements * static_cast<double>(PrecisionTypeLength(from) + PrecisionTypeLength(to));
  return Saturate(bytes / kConversionBytesPerNs + InfoOf(TargetType::kHost).overhead_ns);
}

double LayoutNs(TargetType target, double bytes) {
  const TargetInfo& info = InfoOf(target);
  const double rate = IsHostMemory(target) ? kConversionBytesPerNs : info.bytes_per_ns;
  return Saturate(2 * bytes / rate + info.overhead_ns);
}

double ViewNs() { return kViewNs; }

}  // namespace paddle::lite::mir
