// Failures of a driver in every function, at every call: a result code, and the next call works.
#include <iostream>
#include <map>

#include "tests/nnadapter/net.h"

namespace nnadapter_test {
namespace {

struct Failure {
  const char* call;
  const char* way;
  int code;
};

constexpr Failure kFailures[] = {
    {"VALIDATE", "1", NNADAPTER_OUT_OF_MEMORY},
    {"VALIDATE", "2", NNADAPTER_DEVICE_INTERNAL_ERROR},  // not about shapes
    {"VALIDATE", "throw", NNADAPTER_DEVICE_INTERNAL_ERROR},
    {"VALIDATE", "77", NNADAPTER_DEVICE_INTERNAL_ERROR},
    {"BUILD", "6", NNADAPTER_FEATURE_NOT_SUPPORTED},
    {"BUILD", "-1", NNADAPTER_DEVICE_INTERNAL_ERROR},
    {"BUILD", "null", NNADAPTER_DEVICE_INTERNAL_ERROR},
    {"BUILD", "throw", NNADAPTER_DEVICE_INTERNAL_ERROR},
    {"EXECUTE", "2", NNADAPTER_INVALID_DIMENSIONS},
    {"EXECUTE", "5", NNADAPTER_DEVICE_INTERNAL_ERROR},
    {"EXECUTE", "1000", NNADAPTER_DEVICE_INTERNAL_ERROR},
    {"EXECUTE", "throw", NNADAPTER_DEVICE_INTERNAL_ERROR},
    {"EXECUTE", "skip", NNADAPTER_DEVICE_INTERNAL_ERROR},
    {"EXECUTE", "negative", NNADAPTER_DEVICE_INTERNAL_ERROR},
    {"EXECUTE", "rank", NNADAPTER_DEVICE_INTERNAL_ERROR},
    {"EXECUTE", "precision", NNADAPTER_DEVICE_INTERNAL_ERROR},
};

// fake_device builds and runs two programs, before and after the one of fake_device_2.
TEST(Failures, InEveryFunctionAtEveryCall) {
  Net net;
  BuildBranches(&net, {2});
  HostTensor x({2}, {-2.0f, 3.0f}), y, relu;
  std::map<std::string, std::pair<int, int>> counts;  // failures with their codes, right results
  for (const Failure& failure : kFailures) {
    const std::string call = failure.call;
    for (int at = 1; at <= 3; ++at) {
      SCOPED_TRACE(call + " " + failure.way + " at " + std::to_string(at));
      Devices devices({"fake_device", "fake_device_2"},
                      "FAKE_DEVICE_UNSUPPORTED_OPS=SQUARE;FAKE_DEVICE_2_UNSUPPORTED_OPS=RELU,ABS,"
                      "ADD;FAKE_DEVICE_FAIL_" +
                          call + "_AT=" + std::to_string(at) +
                          ";FAKE_DEVICE_FAILURE=" + failure.way);
      ASSERT_EQ(devices.code(), NNADAPTER_NO_ERROR);
      int failed = 0;
      for (int i = 0; i < 4; ++i) {
        Compiled compiled(&net, devices);
        const int code = compiled.Run({&x}, {&y, &relu});
        if (code) {
          EXPECT_EQ(code, failure.code);
          ++failed;
        } else {
          EXPECT_EQ(y.Floats(), BranchesOf({-2.0f, 3.0f}));
          ++counts[call].second;
        }
      }
      EXPECT_EQ(failed, 1);
      counts[call].first += failed;
    }
  }
  for (const auto& [call, count] : counts) {
    std::cout << "| " << call << " | " << count.first << " | " << count.second << " |\n";
  }
}

TEST(Failures, OfContexts) {
  // Contexts are counted in the process, which made fewer than 100 before.
  int made = 0;
  for (const auto& [way, at] : {std::pair{"5", 100}, {"throw", 150}, {"null", 200}}) {
    const std::string properties =
        "FAKE_DEVICE_2_FAIL_CONTEXT_AT=" + std::to_string(at) + ";FAKE_DEVICE_2_FAILURE=" + way;
    int code = NNADAPTER_NO_ERROR;
    while (!code && ++made < 250) code = Devices({"fake_device_2"}, properties).code();
    EXPECT_EQ(code, NNADAPTER_DEVICE_INTERNAL_ERROR) << way;
  }
  EXPECT_EQ(Devices({"fake_device_2"}).code(), NNADAPTER_NO_ERROR);
}

TEST(Failures, OfAccessFunctions) {
  Net net;
  BuildBranches(&net, {2});
  for (const char* name : {"builtin_device", "fake_device"}) {
    Devices devices({name});
    Compiled compiled(&net, devices);
    HostTensor x({2}, {1.0f, 2.0f}), y, relu;
    EXPECT_EQ(compiled.Run({nullptr}, {&y, &relu}), NNADAPTER_INVALID_PARAMETER);
    y.no_memory = true;
    EXPECT_EQ(compiled.Run({&x}, {&y, &relu}), NNADAPTER_OUT_OF_MEMORY);
    y.no_memory = false;
    x.dims = {-2};
    EXPECT_EQ(compiled.Run({&x}, {&y, &relu}), NNADAPTER_INVALID_PARAMETER);
    x.dims = {2};
    EXPECT_EQ(compiled.Run({&x}, {&y, &relu}), NNADAPTER_NO_ERROR);
    NNAdapterExecution* execution = nullptr;
    ASSERT_EQ(NNAdapterExecution_create(compiled.compilation(), &execution), NNADAPTER_NO_ERROR);
    EXPECT_EQ(NNAdapterExecution_compute(execution), NNADAPTER_INVALID_PARAMETER);
    const auto throws = [](void*, NNAdapterOperandType*) -> void* { throw 1; };
    EXPECT_EQ(NNAdapterExecution_setInput(execution, 0, nullptr, throws), NNADAPTER_NO_ERROR);
    EXPECT_EQ(NNAdapterExecution_setOutput(execution, 0, &y, HostTensor::Write),
              NNADAPTER_NO_ERROR);
    EXPECT_EQ(NNAdapterExecution_compute(execution), NNADAPTER_INVALID_PARAMETER);
    EXPECT_EQ(NNAdapterExecution_setOutput(execution, 1, &relu, HostTensor::Write),
              NNADAPTER_NO_ERROR);
    EXPECT_EQ(NNAdapterExecution_compute(execution), NNADAPTER_INVALID_PARAMETER);
    EXPECT_EQ(NNAdapterExecution_setInput(execution, 1, &x, HostTensor::Read),
              NNADAPTER_INVALID_PARAMETER);
    EXPECT_EQ(NNAdapterExecution_setInput(execution, -1, &x, HostTensor::Read),
              NNADAPTER_INVALID_PARAMETER);
    EXPECT_EQ(NNAdapterExecution_setOutput(execution, 0, &y, nullptr), NNADAPTER_INVALID_PARAMETER);
    NNAdapterExecution_destroy(execution);
  }
}

}  // namespace
}  // namespace nnadapter_test
