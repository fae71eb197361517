// Runs of a compilation, each with its own buffers.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "lite/backends/nnadapter/core/archive.h"
#include "lite/backends/nnadapter/core/status.h"
#include "lite/backends/nnadapter/runtime/compilation.h"

namespace nnadapter::runtime {

using AccessFunction = void* (*)(void* memory, NNAdapterOperandType* type);

// What the caller bound to an input or output.
struct Binding {
  void* memory = nullptr;
  AccessFunction access = nullptr;
};

// A value that passes from one program to another.
struct Slot {
  NNAdapterOperandDimensionType dimensions = {};
  Bytes data;
};

class Execution {
 public:
  explicit Execution(std::shared_ptr<Compilation> compilation);

  Status Bind(bool input, int32_t index, void* memory, AccessFunction access);
  Status Compute();

 private:
  Status CheckBindings();
  Status RunProgram(Program* program);

  std::shared_ptr<Compilation> compilation_;
  std::vector<Binding> inputs_, outputs_;
  std::vector<Slot> slots_;
  std::atomic<bool> busy_{false};  // a second thread gets an error
};

}  // namespace nnadapter::runtime
