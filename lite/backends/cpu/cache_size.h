// The size of the cache for which plans choose their blocks.
#pragma once

#include <cstddef>

namespace paddle::lite::cpu {

// The second-level cache of one core, at most 1 MiB: larger ones make no difference (measured), but
// smaller ones do. Or what SetPlanCacheBytes has set.
size_t PlanCacheBytes();

// For plans made from now on, in the whole process; 0 returns to the processor's.
void SetPlanCacheBytes(size_t bytes);

}  // namespace paddle::lite::cpu
