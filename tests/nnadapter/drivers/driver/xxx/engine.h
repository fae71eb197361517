// The engine of the template: a device that computes RELU.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "driver/device.h"
#include "utility/modeling.h"
#include "utility/string.h"

namespace nnadapter {
namespace xxx {

class Device {
 public:
  Device() {}
  ~Device() {}
};

class Context {
 public:
  explicit Context(void* device, const char* properties);
  ~Context() {}

 private:
  void* device_{nullptr};
  int num_threads_{0};
};

class Program {
 public:
  explicit Program(Context* context) : context_(context) {}
  ~Program() { Clear(); }

  int Build(core::Model* model, core::Cache* cache);
  int Execute(uint32_t input_count, core::Argument* input_arguments, uint32_t output_count,
              core::Argument* output_arguments);

 private:
  void Clear();
  int CheckInputsAndOutputs(uint32_t input_count, core::Argument* input_arguments,
                            uint32_t output_count, core::Argument* output_arguments);

 private:
  Context* context_{nullptr};
  std::vector<NNAdapterOperandType> input_types_;
  std::vector<NNAdapterOperandType> output_types_;
};

}  // namespace xxx
}  // namespace nnadapter
