// Drivers: how they are found and refused, contexts and their properties, the order of calls.
#include <thread>

#include "gmock/gmock.h"
#include "nnadapter/utility/string.h"
#include "tests/nnadapter/drivers/checking_device.h"
#include "tests/nnadapter/net.h"

namespace nnadapter_test {
namespace {

using nnadapter::checking_device::Counters;
using testing::HasSubstr;

// The code of a function, and what it logs.
template <typename Function>
std::pair<int, std::string> Logged(Function function) {
  testing::internal::CaptureStderr();
  const int code = function();
  return {code, testing::internal::GetCapturedStderr()};
}

std::pair<int, std::string> Acquire(const char* name) {
  FindTestDrivers();
  NNAdapterDevice* device = reinterpret_cast<NNAdapterDevice*>(1);
  auto result = Logged([&] { return NNAdapterDevice_acquire(name, &device); });
  EXPECT_EQ(device == nullptr, result.first != NNADAPTER_NO_ERROR);
  NNAdapterDevice_release(device);
  return result;
}

TEST(Devices, AreRefusedWithAReason) {
  const std::pair<const char*, const char*> cases[] = {
      {"nowhere_npu", "cannot be loaded"},
      {"no_symbol", "does not export __nnadapter_device__no_symbol"},
      {"other_name", "calls itself another"},
      {"newer_version", "is for version 2 of the HAL, expected 1"},
      {"older_version", "is for version 0 of the HAL, expected 1"},
      {"no_function", "has no destroy_program"},
      {"not_opening", "open_device"},
  };
  for (const auto& [name, reason] : cases) {
    for (int i = 0; i < 2; ++i) {
      const auto [code, text] = Acquire(name);
      EXPECT_EQ(code, NNADAPTER_DEVICE_NOT_FOUND) << name;
      EXPECT_THAT(text, HasSubstr(reason));
      EXPECT_THAT(text, HasSubstr(name));
    }
  }
}

TEST(Devices, NamesAreNotPaths) {
  for (const char* name : {"", "../fake_device", "/tmp/x", "a.b", "fake device", "x\n"}) {
    const auto [code, text] = Acquire(name);
    EXPECT_EQ(code, NNADAPTER_INVALID_PARAMETER) << name;
    EXPECT_THAT(text, HasSubstr("is not the name of a device"));
  }
  EXPECT_EQ(Acquire(std::string(1000, 'a').c_str()).first, NNADAPTER_INVALID_PARAMETER);
}

TEST(Devices, HavePropertiesAndMayBeAcquiredTwice) {
  FindTestDrivers();
  NNAdapterDevice* devices[2] = {};
  ASSERT_EQ(NNAdapterDevice_acquire("fake_device", &devices[0]), NNADAPTER_NO_ERROR);
  ASSERT_EQ(NNAdapterDevice_acquire("fake_device", &devices[1]), NNADAPTER_NO_ERROR);
  NNAdapterDevice_release(devices[0]);
  const char* text = nullptr;
  EXPECT_EQ(NNAdapterDevice_getName(devices[1], &text), NNADAPTER_NO_ERROR);
  EXPECT_STREQ(text, "fake_device");
  EXPECT_EQ(NNAdapterDevice_getVendor(devices[1], &text), NNADAPTER_NO_ERROR);
  EXPECT_STREQ(text, "Lite");
  NNAdapterDeviceType type = -1;
  int32_t version = 0;
  EXPECT_EQ(NNAdapterDevice_getType(devices[1], &type), NNADAPTER_NO_ERROR);
  EXPECT_EQ(type, NNADAPTER_ACCELERATOR);
  EXPECT_EQ(NNAdapterDevice_getVersion(devices[1], &version), NNADAPTER_NO_ERROR);
  EXPECT_EQ(version, 1);
  NNAdapterDevice_release(devices[1]);
}

TEST(Devices, ContextsCheckProperties) {
  EXPECT_EQ(Devices({"builtin_device"}, " A = b=c ;; \n KEY=value;").code(), NNADAPTER_NO_ERROR);
  EXPECT_EQ(Devices({"builtin_device"}, "KEY").code(), NNADAPTER_INVALID_PARAMETER);
  EXPECT_EQ(Devices({"builtin_device"}, "=value").code(), NNADAPTER_INVALID_PARAMETER);
  EXPECT_EQ(Devices({"fake_device"}, "FAKE_DEVICE_PRECISION=fp8").code(),
            NNADAPTER_INVALID_PARAMETER);
  EXPECT_EQ(Devices({"fake_device"}, "FAKE_DEVICE_LATENCY_US=soon").code(),
            NNADAPTER_INVALID_PARAMETER);
  EXPECT_EQ(Devices({"fake_device", "fake_device"}).code(), NNADAPTER_INVALID_PARAMETER);
  EXPECT_EQ(Devices({}).code(), NNADAPTER_INVALID_PARAMETER);
}

TEST(Devices, KeysAndValues) {
  const auto values = nnadapter::GetKeyValues(" A = b=c ;;X=;\tY=1;");
  EXPECT_EQ(values, (std::map<std::string, std::string>{{"A", "b=c"}, {"X", ""}, {"Y", "1"}}));
  EXPECT_TRUE(nnadapter::GetKeyValues(nullptr).empty());
  EXPECT_THROW(nnadapter::GetKeyValues("A=1;B"), std::invalid_argument);
  EXPECT_EQ(nnadapter::string_parse<int>(" 12 "), 12);
  EXPECT_THROW(nnadapter::string_parse<int>("12x"), std::invalid_argument);
  EXPECT_THROW(nnadapter::string_parse<int>("99999999999"), std::invalid_argument);
  EXPECT_EQ(nnadapter::GetIntFromEnv("NNADAPTER_NO_SUCH_VARIABLE", 7), 7);
}

Counters* counters = nullptr;
int TakeCounters(int, void* user_data) {
  counters = static_cast<Counters*>(user_data);
  return 0;
}

TEST(Devices, AreCalledInOrder) {
  {
    Net net;
    NNAdapterOperand* x = net.Tensor({2});
    ASSERT_EQ(net.Finish({x}, {net.Add(NNADAPTER_RELU, {x})}), NNADAPTER_NO_ERROR);
    Devices first({"checking_device"}, "A=1", TakeCounters), second({"checking_device"});
    ASSERT_NE(counters, nullptr);
    EXPECT_EQ(counters->contexts, 2);
    const int executed = counters->executed;
    Compiled a(&net, first), b(&net, first), c(&net, second);
    EXPECT_EQ(counters->programs, 3);
    std::vector<std::thread> threads;
    for (Compiled* compiled : {&a, &a, &b}) {
      threads.emplace_back([compiled] {
        NNAdapterExecution* execution = nullptr;
        NNAdapterExecution_create(compiled->compilation(), &execution);
        HostTensor input({2}, {-1.0f, 2.0f}), output;
        NNAdapterExecution_setInput(execution, 0, &input, HostTensor::Read);
        NNAdapterExecution_setOutput(execution, 0, &output, HostTensor::Write);
        for (int i = 0; i < 50; ++i) {
          ASSERT_EQ(NNAdapterExecution_compute(execution), NNADAPTER_NO_ERROR);
        }
        EXPECT_EQ(output.Floats(), (std::vector<float>{0.0f, 2.0f}));
        NNAdapterExecution_destroy(execution);
      });
    }
    for (std::thread& thread : threads) thread.join();
    EXPECT_EQ(counters->executed, executed + 150);
  }
  EXPECT_EQ(counters->violations, 0);
  EXPECT_EQ(counters->opened, 1);
  EXPECT_EQ(counters->closed, 0);
  EXPECT_EQ(counters->contexts, 0);
  EXPECT_EQ(counters->programs, 0);
}

// A program that was built is destroyed if another device then fails.
TEST(Devices, NothingIsLeftAfterAFailure) {
  Net net;
  NNAdapterOperand* x = net.Tensor({2});
  NNAdapterOperand* y = net.Add(NNADAPTER_ABS, {net.Add(NNADAPTER_RELU, {x})});
  ASSERT_EQ(net.Finish({x}, {y}), NNADAPTER_NO_ERROR);
  for (const char* call : {"BUILD", "EXECUTE", "CONTEXT"}) {
    {
      Devices devices({"checking_device", "fake_device"},
                      std::string("FAKE_DEVICE_FAIL_") + call + "_AT=1", TakeCounters);
      if (!devices.context()) continue;  // contexts count in the process
      const int built = counters->built;
      Compiled compiled(&net, devices);
      EXPECT_EQ(counters->built, built + 1);
      HostTensor input({2}, {1.0f, 2.0f}), output;
      const int code = compiled.Run({&input}, {&output});
      EXPECT_EQ(code != 0, std::string(call) != "CONTEXT") << call;
    }
    EXPECT_EQ(counters->programs, 0);
    EXPECT_EQ(counters->contexts, 0);
    EXPECT_EQ(counters->violations, 0);
  }
}

// The driver of the guide's template.
TEST(Devices, TheTemplateRuns) {
  Net net;
  NNAdapterOperand* x = net.Tensor({2});
  ASSERT_EQ(net.Finish({x}, {net.Add(NNADAPTER_RELU, {x})}), NNADAPTER_NO_ERROR);
  Devices devices({"xxx"}, "XXX_NUM_THREADS=2");
  HostTensor input({2}, {-1.0f, 2.0f}), other({1, 2}, {1.0f, 2.0f}), output;
  const std::string dir = testing::TempDir();
  std::remove((dir + "/template.nnc").c_str());
  for (int i = 0; i < 2; ++i) {  // built, then restored
    Compiled compiled(i ? nullptr : &net, devices, "template", dir);
    ASSERT_EQ(compiled.Run({&input}, {&output}), NNADAPTER_NO_ERROR);
    EXPECT_EQ(output.Floats(), (std::vector<float>{0.0f, 2.0f}));
    EXPECT_EQ(compiled.Run({&other}, {&output}), NNADAPTER_INVALID_DIMENSIONS);
  }
  EXPECT_EQ(Devices({"xxx"}, "XXX_NUM_THREADS=many").code(), NNADAPTER_DEVICE_INTERNAL_ERROR);
}

TEST(Devices, AProgramIsExpectedOfSuccess) {
  Net net;
  BuildBranches(&net, {2});
  Devices devices({"no_program"});
  EXPECT_EQ(devices.code(), NNADAPTER_NO_ERROR);
  EXPECT_EQ(Compiled(&net, devices).finish_code(), NNADAPTER_DEVICE_INTERNAL_ERROR);
  bool supported[4] = {};
  EXPECT_EQ(NNAdapterModel_getSupportedOperations(net.model(), devices.context(), supported),
            NNADAPTER_FEATURE_NOT_SUPPORTED);
  Devices two({"no_program", "fake_device"});
  EXPECT_EQ(Compiled(&net, two).finish_code(), NNADAPTER_FEATURE_NOT_SUPPORTED);
}

}  // namespace
}  // namespace nnadapter_test
