// Counts the allocations of this program with operator new.
#pragma once

#include <cstdint>

namespace paddle::lite::test {

// Allocations of the calling thread so far.
int64_t HeapAllocations();

}  // namespace paddle::lite::test
