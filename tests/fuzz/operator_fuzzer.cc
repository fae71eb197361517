#include <cstddef>
#include <cstdint>

#include "tests/support/random_operator.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace paddle::lite::test;  // NOLINT: a program of one function
  const OperatorProgram program = MakeOperatorProgram({reinterpret_cast<const char*>(data), size});
  (void)RunOperatorProgram(program).ok();
  return 0;
}
