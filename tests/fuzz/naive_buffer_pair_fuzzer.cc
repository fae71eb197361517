#include <cstddef>
#include <cstdint>

#include "tests/fuzz/light_bodies.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  paddle::lite::test::FuzzNaiveBufferPair({reinterpret_cast<const char*>(data), size});
  return 0;
}
