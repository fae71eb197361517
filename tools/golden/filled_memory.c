// Preloaded into Paddle by filled_memory.py. The memory of a tensor, and what is around it, is filled with the byte
// FILLED_MEMORY and never used again, so that numbers which the program has not computed change with the byte. The process
// fails if something was written around a tensor, or is accessed further outside.
#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#define ARENA ((size_t)64 << 30)  // addresses; pages are only taken when they are written
#define PAGE ((size_t)4096)
#define AROUND ((size_t)16 * PAGE)

// The C library's own names of the functions that this file replaces.
extern void __libc_free(void* memory);
extern void* __libc_memalign(size_t alignment, size_t size);

static char* arena;
static size_t used;

#define TENSORS 65536
static struct {
  size_t begin, size;  // in the arena
} tensors[TENSORS];
static size_t count;

__attribute__((constructor)) static void reserve(void) {
  void* const all = mmap(NULL, ARENA, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (all != MAP_FAILED) arena = all;
}

static char filling(void) {
  const char* const fill = getenv("FILLED_MEMORY");
  return (char)(fill == NULL ? 0 : atoi(fill));
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
  memset(arena + begin, filling(), pages);
  *result = arena + begin + AROUND;
  const size_t tensor = __atomic_fetch_add(&count, 1, __ATOMIC_RELAXED);
  if (tensor >= TENSORS) return ENOMEM;
  tensors[tensor].begin = begin + AROUND;
  tensors[tensor].size = size;
  return 0;
}

static int is_filled(size_t begin, size_t end) {
  const char byte = filling();
  for (size_t i = begin; i < end; ++i) {
    if (arena[i] != byte) return 0;
  }
  return 1;
}

__attribute__((destructor)) static void check(void) {
  for (size_t i = 0; i < count; ++i) {
    const size_t begin = tensors[i].begin;
    const size_t end = begin + tensors[i].size;
    const size_t last = (end + PAGE - 1) / PAGE * PAGE + AROUND;
    if (!is_filled(begin - AROUND, begin) || !is_filled(end, last)) _exit(1);
  }
}

void free(void* memory) {
  if (arena != NULL && (uintptr_t)memory - (uintptr_t)arena < ARENA) return;
  __libc_free(memory);
}
