// Whether the tests run on an emulated processor.
#pragma once

#include <cstdlib>

namespace paddle::lite::test {

inline bool IsEmulated() {
  static const bool emulated = std::getenv("LITE_TEST_EMULATED") != nullptr;
  return emulated;
}

}  // namespace paddle::lite::test
