#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <utility>

#include "lite/runtime/executable.h"

namespace paddle::lite::test {

// The executable of a valid model; null, and a failure of the test, if the model is refused.
inline std::unique_ptr<Executable> CreateExecutable(model::Model model,
                                                    const ExecutableOptions& options = {}) {
  auto executable = Executable::Create(std::move(model), options);
  EXPECT_TRUE(executable.ok()) << executable.status().ToString();
  return executable.ok() ? std::move(*executable) : nullptr;
}

}  // namespace paddle::lite::test
