#include "lite/backends/cpu/kernel_tables.h"

#include "lite/backends/arm/cpu.h"
#include "lite/backends/arm/micro_kernels.h"

namespace paddle::lite {
namespace arm {
namespace {

// The sixteen registers of ARMv7 do not hold a Winograd tile.
constexpr bool kManyRegisters = sizeof(void*) == 8;

constexpr KernelTables kNeon = {
    "neon",
    kDepthwiseF32Neon,
    kGemmF32Neon,
    kPoolF32Neon,
    kVectorF32Neon,
    &kGroupedF32Neon,
    kManyRegisters ? &kWinogradF32Neon : nullptr,
};

}  // namespace
}  // namespace arm

namespace cpu {

KernelLevels AllLevels() { return {&arm::kNeon, 1, 1}; }

const KernelTables& ActiveTables() { return arm::kNeon; }

size_t L2CacheBytes() { return arm::L2CacheBytes(); }

}  // namespace cpu
}  // namespace paddle::lite
