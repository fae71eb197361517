#include "lite/mir/cost.h"

#include <algorithm>

namespace paddle::lite::mir {

namespace {

// Calibs and changes of layout run on a processor, whichever target it is built for.
constexpr double kConversionBytesPerNs = 6;
constexpr double kViewNs = 50;

// Sizes that were never checked may overflow on the way here, so a time may be anything.
double Saturate(double ns) {
  if (!(ns < kLongestNs)) return kLongestNs;  // NaN as well
  return std::max(ns, 0.0);
}

// Elements of the kernel's type in the space of a float.
double ElementsPerFloat(const KernelDef& kernel) {
  if (kernel.precision == PrecisionType::kFP16) return 2;
  return kernel.precision == PrecisionType::kInt8 ? 4 : 1;
}

}  // namespace

const TargetCost& CostOf(TargetType target) {
  // A copy within the host's memory is never made.
  static constexpr TargetCost kHost{1, 3, 200, 6, 5000};
  static constexpr TargetCost kProcessor{40, 12, 200, 6, 5000};
  static constexpr TargetCost kDevice{400, 12, 200, 6, 5000};
  switch (target) {
    case TargetType::kHost:
      return kHost;
    case TargetType::kX86:
    case TargetType::kARM:
      return kProcessor;
    default:
      return kDevice;
  }
}

double FlopsPerNs(const KernelDef& kernel) {
  if (kernel.gflops > 0) return kernel.gflops;
  const double rate = CostOf(kernel.target).flops_per_ns;
  return kernel.target == TargetType::kHost ? rate : rate * ElementsPerFloat(kernel);
}

double KernelTimeNs(const KernelDef& kernel, const Cost& cost) {
  const TargetCost& target = CostOf(kernel.target);
  const double computing = Saturate(cost.flops / FlopsPerNs(kernel));
  const double moving = Saturate(cost.bytes / ElementsPerFloat(kernel) / target.bytes_per_ns);
  return Saturate(std::max(computing, moving) + target.overhead_ns);
}

double CopyNs(TargetType device, double bytes) {
  const TargetCost& target = CostOf(device);
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
  return Saturate(bytes / kConversionBytesPerNs + CostOf(TargetType::kHost).overhead_ns);
}

double LayoutNs(double bytes) {
  return Saturate(2 * bytes / kConversionBytesPerNs + CostOf(TargetType::kHost).overhead_ns);
}

double ViewNs() { return kViewNs; }

}  // namespace paddle::lite::mir
