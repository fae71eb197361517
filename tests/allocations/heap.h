// Counts what this program takes from the heap with operator new.
#pragma once

#include <cstdint>

namespace paddle::lite::test {

// Of the calling thread, so far.
int64_t HeapAllocations();

}  // namespace paddle::lite::test
