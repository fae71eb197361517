// What this program takes from the system: counted, and refused where a test asks for that.
#pragma once

#include <cstdint>

namespace paddle::lite::test {

// How many times the calling thread has called operator new.
int64_t HeapAllocations();

// Requests of all threads, for memory (operator new, Buffer) and for threads, in one count.
int64_t Requests();
// Refuses the request after the next `granted` ones; a negative number refuses none.
void RefuseRequest(int64_t granted);
// Refuses every new thread, or none.
void RefuseThreads(bool refuse);

}  // namespace paddle::lite::test
