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

constexpr Int8Tables kInt8Neon = {"neon", kDepthwiseS8Neon, kGemmS8Neon};

}  // namespace
}  // namespace arm

namespace cpu {

KernelLevels AllLevels() { return {&arm::kNeon, 1, 1}; }

const KernelTables& ActiveTables() { return arm::kNeon; }

Int8Levels AllInt8Levels() { return {{&arm::kInt8Neon}, {true}, 1}; }

const Int8Tables& ActiveInt8Tables() { return arm::kInt8Neon; }

size_t L2CacheBytes() { return arm::L2CacheBytes(); }

}  // namespace cpu
}  // namespace paddle::lite
