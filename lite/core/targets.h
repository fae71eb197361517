// What is known of every target: one row each. CMake's counterpart is LITE_CPU_TARGETS in
// cmake/options.cmake.
#pragma once

#include "lite/base/span.h"
#include "lite/core/types.h"

namespace paddle::lite {

// Element type and layout of a place, without the target.
struct PlaceType {
  PrecisionType precision = PrecisionType::kUnk;
  DataLayoutType layout = DataLayoutType::kNCHW;
};

struct TargetInfo {
  TargetType target;
  // Where its tensors are: kHost for ordinary process memory, the target itself for memory of its
  // own.
  TargetType memory;
  bool is_cpu;  // its kernels are functions that run on the caller's processor
  // Orders of magnitude, by which kernels are chosen.
  double flops_per_ns;      // of one thread (CPU) or of the device, in float
  double bytes_per_ns;      // read and written by a kernel
  double overhead_ns;       // of one operator
  double copy_overhead_ns;  // of one copy from or to the host's memory
  double copy_bytes_per_ns;
  PlaceType places[5];  // what a user asks for who names the target only, most specific first
  int place_count;
  // Images in NHWC of two bytes per element have rows [W * C] padded to a multiple of this many
  // elements. If it is more than 1, every value has a block of its own.
  int row_elements = 1;

  Span<const PlaceType> default_places() const {
    return Span<const PlaceType>(places, static_cast<size_t>(place_count));
  }
};

// All targets, CPUs first, the faster ones before kHost.
Span<const TargetInfo> TargetTable();

// The row of a target; kUnk and kAny have that of kHost.
const TargetInfo& InfoOf(TargetType target);

// Where the tensors of a target are. Kernels of targets with the same memory mix without copies.
inline TargetType MemoryOf(TargetType target) { return InfoOf(target).memory; }
inline bool IsHostMemory(TargetType target) { return MemoryOf(target) == TargetType::kHost; }

}  // namespace paddle::lite
