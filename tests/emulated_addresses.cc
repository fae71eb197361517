// Linked into tests of 32 bits with the address sanitizer. For it, the last gigabyte of addresses
// is the kernel's: it neither has shadow memory for them nor ends in order when it finds one. qemu
// gives addresses upwards and begins again after the last one, so a program that has mapped two
// gigabytes in its life gets them. Whatever is mapped there is not given to anyone else.
#include <sys/mman.h>

#include <cstddef>
#include <cstdint>

namespace {

void* Reserve() {
  // A little below, because the sanitizer also looks at the address after what is unmapped. qemu
  // itself uses a page after these.
  void* const kernel = reinterpret_cast<void*>(uintptr_t{0xbfff0000});
  constexpr size_t kBytes = size_t{0x3fff0000};
  void* const mapped =
      mmap(kernel, kBytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  // A kernel has no such addresses and chooses others.
  if (mapped != MAP_FAILED && mapped != kernel) munmap(mapped, kBytes);
  return mapped;
}

[[maybe_unused]] void* const reserved = Reserve();

}  // namespace
