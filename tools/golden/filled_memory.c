// Preloaded into Paddle by filled_memory.py. The memory of a tensor, and what is around it, is filled with the byte
// FILLED_MEMORY and never used again, so that numbers which the program has not computed change with the byte. An access
// further outside of a tensor ends the process.
#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#define ARENA ((size_t)64 << 30)  // addresses; pages are only taken when they are written
#define PAGE ((size_t)4096)
#define AROUND ((size_t)16 * PAGE)

// The C library's own names of the functions that this file replaces.
extern void __libc_free(void* memory);
extern void* __libc_memalign(size_t alignment, size_t size);

static char* arena;
static size_t used;

__attribute__((constructor)) static void reserve(void) {
  void* const all = mmap(NULL, ARENA, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (all != MAP_FAILED) arena = all;
}

// With FLAGS_use_system_allocator, Paddle takes the memory of tensors from this function.
int posix_memalign(void** result, size_t alignment, size_t size) {
  if (arena == NULL) {  // before reserve()
    *result = __libc_memalign(alignment, size);
    return *result == NULL ? ENOMEM : 0;
  }
  if (size > ARENA / 2) return ENOMEM;
  const size_t pages = AROUND + (size + PAGE - 1) / PAGE * PAGE + AROUND;
  const size_t begin = __atomic_fetch_add(&used, pages + PAGE, __ATOMIC_RELAXED);
  if (begin + pages + PAGE > ARENA || mprotect(arena + begin, pages, PROT_READ | PROT_WRITE) != 0) return ENOMEM;
  const char* const fill = getenv("FILLED_MEMORY");
  memset(arena + begin, fill == NULL ? 0 : atoi(fill), pages);
  *result = arena + begin + AROUND;
  return 0;
}

void free(void* memory) {
  if (arena != NULL && (uintptr_t)memory - (uintptr_t)arena < ARENA) return;
  __libc_free(memory);
}
