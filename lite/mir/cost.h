// Estimated times in nanoseconds, by which kernels, memories and layouts are chosen. The order of
// magnitude decides, not the value. Every estimate is between 0 and kLongestNs, however large the
// shapes in a file are: sums of a whole program stay exact enough to compare, and that something
// cannot be done is never expressed as a time (see BinaryLabels::Forbid).
#pragma once

#include "lite/kernels/kernel.h"
#include "lite/operators/op.h"

namespace paddle::lite::mir {

constexpr double kLongestNs = 1e15;

// What is known of a target before any of its kernels runs.
struct TargetCost {
  double flops_per_ns;  // of one thread in float, for kernels that do not state their rate
  double bytes_per_ns;  // read and written by a kernel
  double overhead_ns;   // of one operator
  // Between the host's memory and that of the target.
  double copy_bytes_per_ns;
  double copy_overhead_ns;
};
const TargetCost& CostOf(TargetType target);

// Operations in one nanosecond, in the kernel's type.
double FlopsPerNs(const KernelDef& kernel);
// `cost` is that of float operands, except for weights stored in fewer bits.
double KernelTimeNs(const KernelDef& kernel, const Cost& cost);
// A copy between the host's memory and that of `device`.
double CopyNs(TargetType device, double bytes);
// A change of the element type, which goes through float where neither side is.
double CastNs(double elements, PrecisionType from, PrecisionType to);
// A change of the layout.
double LayoutNs(double bytes);
// An operator without work.
double ViewNs();

}  // namespace paddle::lite::mir
