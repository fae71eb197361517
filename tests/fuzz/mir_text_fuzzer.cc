#include <cstddef>
#include <cstdint>

#include "tests/fuzz/bodies.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  paddle::lite::test::FuzzMirText({reinterpret_cast<const char*>(data), size});
  return 0;
}
