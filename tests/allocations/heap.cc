#include "tests/allocations/heap.h"

#include <dlfcn.h>
#include <pthread.h>

#include <atomic>
#include <cerrno>
#include <cstddef>
#include <cstdlib>
#include <new>

#include "lite/core/device.h"

namespace {

thread_local int64_t allocations = 0;
std::atomic<int64_t> requests{0};
std::atomic<int64_t> refused_request{-1};
std::atomic<bool> refuse_threads{false};

bool IsRefused() { return requests.fetch_add(1) == refused_request.load(); }

void* Take(std::size_t bytes, std::size_t alignment) {
  void* memory = nullptr;
  if (IsRefused() || posix_memalign(&memory, alignment, bytes == 0 ? 1 : bytes) != 0) {
    return nullptr;
  }
  return memory;
}

void* TakeOrThrow(std::size_t bytes, std::size_t alignment) {
  ++allocations;
  void* memory = Take(bytes, alignment);
  if (memory == nullptr) throw std::bad_alloc();
  return memory;
}

}  // namespace

// The other forms call these.
void* operator new(std::size_t bytes) { return TakeOrThrow(bytes, alignof(std::max_align_t)); }
void* operator new(std::size_t bytes, std::align_val_t alignment) {
  return TakeOrThrow(bytes, static_cast<std::size_t>(alignment));
}
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }
void operator delete(void* memory, std::align_val_t) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t, std::align_val_t) noexcept { std::free(memory); }

// In the place of the system's own, which it calls.
extern "C" int pthread_create(pthread_t* thread, const pthread_attr_t* attributes,
                              void* (*body)(void*), void* argument) {
  using Create = int(pthread_t*, const pthread_attr_t*, void* (*)(void*), void*);
  static Create* const create = reinterpret_cast<Create*>(dlsym(RTLD_NEXT, "pthread_create"));
  if (IsRefused() || refuse_threads.load()) return EAGAIN;
  return create(thread, attributes, body, argument);
}

namespace paddle::lite::test {

int64_t HeapAllocations() { return allocations; }

int64_t Requests() { return requests.load(); }

void RefuseRequest(int64_t granted) {
  // Memory of buffers does not come from operator new.
  SetHostAllocator({[](size_t bytes, size_t alignment) { return Take(bytes, alignment); },
                    [](void* memory) { std::free(memory); }});
  refused_request.store(granted < 0 ? -1 : requests.load() + granted);
}

void RefuseThreads(bool refuse) { refuse_threads.store(refuse); }

}  // namespace paddle::lite::test
