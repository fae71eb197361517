// Models, contexts and tensors of the tests, by the C interface.
#pragma once

#include <cstdint>
#include <cstring>
#include <string>
#include <utility>
#include <vector>

#include "gtest/gtest.h"
#include "nnadapter/nnadapter.h"

namespace nnadapter_test {

// A tensor of the application.
struct HostTensor {
  std::vector<int32_t> dims;
  std::vector<uint8_t> bytes;
  int32_t precision = NNADAPTER_FLOAT32;
  int32_t written_precision = -1;
  bool no_memory = false;

  HostTensor() = default;
  HostTensor(std::vector<int32_t> extents, const std::vector<float>& values);
  std::vector<float> Floats() const;

  static void* Read(void* memory, NNAdapterOperandType* type);
  static void* Write(void* memory, NNAdapterOperandType* type);
};

NNAdapterOperandType TypeOf(const std::vector<int32_t>& dims, int32_t precision = NNADAPTER_FLOAT32,
                            float scale = 1.0f);

// A model while it is built. Functions expect success.
class Net {
 public:
  Net() { EXPECT_EQ(NNAdapterModel_create(&model_), NNADAPTER_NO_ERROR); }
  Net(const Net&) = delete;
  Net& operator=(const Net&) = delete;
  ~Net() { NNAdapterModel_destroy(model_); }

  NNAdapterModel* model() const { return model_; }
  NNAdapterOperand* Operand(const NNAdapterOperandType& type);
  NNAdapterOperand* Tensor(const std::vector<int32_t>& dims, int32_t precision = NNADAPTER_FLOAT32);
  NNAdapterOperand* Dynamic(const std::vector<int32_t>& dims,
                            const std::vector<std::vector<int32_t>>& rows);
  NNAdapterOperand* Ints(const std::vector<int32_t>& values);
  NNAdapterOperand* Floats(const std::vector<int32_t>& dims, const std::vector<float>& values);
  // The code of an operation that may fail.
  int TryAdd(int32_t type, std::vector<NNAdapterOperand*> inputs,
             std::vector<NNAdapterOperand*> outputs);
  // The output of an operation.
  NNAdapterOperand* Add(int32_t type, std::vector<NNAdapterOperand*> inputs);
  NNAdapterOperand* Sum(NNAdapterOperand* a, NNAdapterOperand* b) {
    return Add(NNADAPTER_ADD, {a, b, Ints({NNADAPTER_FUSED_NONE})});
  }
  int Identify(std::vector<NNAdapterOperand*> inputs, std::vector<NNAdapterOperand*> outputs);
  int Finish(std::vector<NNAdapterOperand*> inputs, std::vector<NNAdapterOperand*> outputs);

 private:
  NNAdapterModel* model_ = nullptr;
};

// Folder of the drivers that the tests build, for NNADAPTER_DRIVER_PATH.
void FindTestDrivers();

// A context; its handle is null if it could not be made, and `code` says why.
class Devices {
 public:
  explicit Devices(const std::vector<std::string>& names, const std::string& properties = "",
                   int (*callback)(int, void*) = nullptr);
  Devices(const Devices&) = delete;
  Devices& operator=(const Devices&) = delete;
  ~Devices() { NNAdapterContext_destroy(context_); }
  NNAdapterContext* context() const { return context_; }
  int code() const { return code_; }

 private:
  NNAdapterContext* context_ = nullptr;
  int code_ = 0;
};

// A compilation with one execution. `finish_code` and Run() say what fails.
class Compiled {
 public:
  Compiled(const Net* net, const Devices& devices, const std::string& token = "",
           const std::string& dir = "", const std::vector<uint8_t>& buffer = {});
  Compiled(const Compiled&) = delete;
  Compiled& operator=(const Compiled&) = delete;
  ~Compiled();
  int finish_code() const { return finish_code_; }
  NNAdapterCompilation* compilation() const { return compilation_; }
  int Run(std::vector<HostTensor*> inputs, std::vector<HostTensor*> outputs);

 private:
  NNAdapterCompilation* compilation_ = nullptr;
  NNAdapterExecution* execution_ = nullptr;
  int finish_code_ = 0;
};

// Outputs square(relu(x)) + abs(x) and relu(x).
void BuildBranches(Net* net, const std::vector<int32_t>& dims);
std::vector<float> BranchesOf(const std::vector<float>& x);

}  // namespace nnadapter_test
