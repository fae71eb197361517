#include "lite/backends/cpu/cache_size.h"

#include <algorithm>
#include <atomic>

#include "lite/backends/cpu/kernel_tables.h"

namespace paddle::lite::cpu {
namespace {

constexpr size_t kMaxUseful = size_t{1} << 20;
std::atomic<size_t> set_bytes{0};

}  // namespace

size_t PlanCacheBytes() {
  const size_t set = set_bytes.load(std::memory_order_relaxed);
  return set != 0 ? set : std::min(L2CacheBytes(), kMaxUseful);
}

void SetPlanCacheBytes(size_t bytes) { set_bytes.store(bytes, std::memory_order_relaxed); }

}  // namespace paddle::lite::cpu
