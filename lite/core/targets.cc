#include "lite/core/targets.h"

#include <algorithm>

namespace paddle::lite {
namespace {

using T = TargetType;
using P = PrecisionType;
using L = DataLayoutType;

constexpr TargetInfo Cpu(TargetType target, double flops_per_ns, double bytes_per_ns) {
  return {
      target,
      T::kHost,
      true,
      flops_per_ns,
      bytes_per_ns,
      200,
      0,
      6,
      {{P::kFloat, L::kNCHW}, {P::kInt32, L::kNCHW}, {P::kInt64, L::kNCHW}, {P::kAny, L::kNCHW}},
      4};
}

// A bus and a queue connect the host and the device.
constexpr TargetInfo DeviceTarget(TargetType target) {
  return {target, target, false, 400, 12, 200, 5000, 6, {{P::kFloat, L::kNCHW}}, 1};
}

constexpr TargetInfo WithPlaces(TargetInfo info, std::initializer_list<PlaceType> places) {
  info.place_count = 0;
  for (const PlaceType& place : places) info.places[info.place_count++] = place;
  return info;
}

// A card with memory of its own.
constexpr TargetInfo Card(TargetType target) {
  TargetInfo info = DeviceTarget(target);
  info.flops_per_ns = 10000;
  info.bytes_per_ns = 1000;
  info.overhead_ns = 3000;
  info.copy_overhead_ns = 15000;
  info.copy_bytes_per_ns = 12;
  return info;
}

constexpr TargetInfo WithRows(TargetInfo info, int row_elements) {
  info.row_elements = row_elements;
  return info;
}

// Its drivers take and return the host's memory, and copy it themselves.
constexpr TargetInfo InHostMemory(TargetInfo info) {
  info.memory = T::kHost;
  return info;
}

constexpr TargetInfo kTargets[] = {
    Cpu(T::kX86, 40, 12),
    Cpu(T::kARM, 40, 12),
    WithPlaces(Cpu(T::kHost, 1, 3), {{P::kFloat, L::kNCHW}}),
    WithPlaces(Card(T::kCUDA), {{P::kFloat, L::kNCHW}, {P::kAny, L::kNCHW}}),
    WithPlaces(DeviceTarget(T::kOpenCL), {{P::kFP16, L::kImageDefault},
                                          {P::kFP16, L::kImageFolder},
                                          {P::kFloat, L::kNCHW},
                                          {P::kAny, L::kImageDefault},
                                          {P::kAny, L::kNCHW}}),
    WithPlaces(DeviceTarget(T::kMetal),
               {{P::kFloat, L::kMetalTexture2DArray}, {P::kFP16, L::kMetalTexture2DArray}}),
    WithRows(WithPlaces(DeviceTarget(T::kFPGA), {{P::kFP16, L::kNHWC}}), 16),
    DeviceTarget(T::kNPU),
    DeviceTarget(T::kXPU),
    DeviceTarget(T::kBM),
    DeviceTarget(T::kMLU),
    DeviceTarget(T::kRKNPU),
    DeviceTarget(T::kAPU),
    DeviceTarget(T::kHuaweiAscendNPU),
    DeviceTarget(T::kImaginationNNA),
    DeviceTarget(T::kIntelFPGA),
    WithPlaces(InHostMemory(DeviceTarget(T::kNNAdapter)),
               {{P::kInt8, L::kNCHW}, {P::kFloat, L::kNCHW}}),
};

constexpr const TargetInfo* Find(TargetType target) {
  for (const TargetInfo& info : kTargets) {
    if (info.target == target) return &info;
  }
  return nullptr;
}

constexpr bool AllTargetsHaveARow() {
  for (int i = 1; i < static_cast<int>(T::NUM); ++i) {
    const T target = static_cast<T>(i);
    if (target != T::kAny && Find(target) == nullptr) return false;
  }
  return true;
}
static_assert(AllTargetsHaveARow(), "a target without a row in kTargets");

}  // namespace

Span<const TargetInfo> TargetTable() { return kTargets; }

const TargetInfo& InfoOf(TargetType target) {
  const TargetInfo* info = Find(target);
  return info == nullptr ? *Find(TargetType::kHost) : *info;
}

}  // namespace paddle::lite
