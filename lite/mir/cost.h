// Estimated times in nanoseconds, by which kernels, memories and layouts are chosen. The order of
// magnitude decides, not the value. Every estimate is between 0 and kMaxNs, however large the
// shapes in a file are: sums of a whole program stay exact enough to compare, and that something
// cannot be done is never expressed as a time (see BinaryLabels::Forbid).
#pragma once

#include "lite/kernels/kernel.h"
#include "lite/operators/op.h"

namespace paddle::lite::mir {

constexpr double kMaxNs = 1e15;

// Operations in one nanosecond, in the kernel's type.
double FlopsPerNs(const KernelDef& kernel);
// `cost` is that of float operands, except for weights stored in fewer bits.
double KernelTimeNs(const KernelDef& kernel, const Cost& cost);
// A copy between the host's memory and that of `device`.
double CopyNs(TargetType device, double bytes);
// A change of the element type, which goes through float where neither side is.
double CastNs(double elements, PrecisionType from, PrecisionType to);
// A change of the layout in the memory of `target`.
double LayoutNs(TargetType target, double bytes);
// An operator without work.
double ViewNs();

}  // namespace paddle::lite::mir
