// XPUs: what needs no suite of operators.
#include "lite/backends/xpu/device.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "lite/api/paddle_api.h"
#include "lite/core/device_settings.h"
#include "tests/xpu/emulation.h"

namespace paddle::lite::xpu {
namespace {

using ::testing::HasSubstr;

constexpr DeviceId kFirst{TargetType::kXPU, 0};

std::shared_ptr<XpuDevice> TheDevice() {
  const auto device = OpenDevice(kFirst);
  EXPECT_TRUE(device.ok()) << device.status().ToString();
  return std::static_pointer_cast<XpuDevice>(*device);
}

// Runs a test in a process of its own, in which no device is open yet.
template <typename Check>
void InNewProcess(Check check) {
  EXPECT_EXIT(
      {
        check();
        std::exit(::testing::Test::HasFailure() ? 1 : 0);
      },
      ::testing::ExitedWithCode(0), "");
}

TEST(XpuDevice, CopiesArrive) {
  const auto device = TheDevice();
  const std::vector<float> numbers = {1, 2, 3, 4};
  void* const block = device->Allocate(MemoryDesc::Of(kFirst, 16));
  ASSERT_TRUE(device->CopyFromHost(block, 0, numbers.data(), 16).ok());
  std::vector<float> found(2);
  ASSERT_TRUE(device->CopyToHost(found.data(), block, 8, 8).ok());
  EXPECT_EQ(found, (std::vector<float>{3, 4}));
  const size_t blocks = emulation::Blocks();
  device->Free(block);
  device->Free(nullptr);
  EXPECT_EQ(emulation::Blocks(), blocks - 1);
  void* const empty = device->Allocate(MemoryDesc::Of(kFirst, 0));
  EXPECT_NE(empty, nullptr);
  device->Free(empty);
}

TEST(XpuDevice, FailuresAreStatuses) {
  const auto device = TheDevice();
  emulation::FailNext("Malloc");
  EXPECT_EQ(device->Allocate(MemoryDesc::Of(kFirst, 16)), nullptr);
  void* const block = device->Allocate(MemoryDesc::Of(kFirst, 16));
  char bytes[16] = {};
  emulation::FailNext("CopyToDevice");
  EXPECT_THAT(device->CopyFromHost(block, 0, bytes, 16).message(),
              HasSubstr("xpu_memcpy failed: a failure of the emulation (77)"));
  emulation::FailNext("SetDevice");
  EXPECT_THAT(device->CopyToHost(bytes, block, 0, 16).message(), HasSubstr("xpu_set_device"));
  device->Free(block);
  auto context = device->CreateContext();
  ASSERT_TRUE(context.ok());
  emulation::FailNext("Wait");
  EXPECT_THAT((*context)->Finish().message(), HasSubstr("xpu_wait"));
  EXPECT_TRUE((*context)->Finish().ok());
}

TEST(XpuDevice, EachThreadHasAContext) {
  const auto device = TheDevice();
  const auto first = device->ContextOfThread();
  ASSERT_TRUE(first.ok());
  EXPECT_EQ(*device->ContextOfThread(), *first);
  std::thread([&] {
    emulation::FailNext("CreateContext");
    EXPECT_THAT(device->ContextOfThread().status().message(), HasSubstr("bytes of L3"));
    const auto second = device->ContextOfThread();
    ASSERT_TRUE(second.ok());
    EXPECT_NE(*second, *first);
    EXPECT_EQ(emulation::WorkspaceBytes(), kDefaultL3Bytes);
  }).join();
}

TEST(XpuDevice, SettingsHoldForNewContexts) {
  const DeviceSettings* const settings = FindDeviceSettings(TargetType::kXPU);
  ASSERT_NE(settings, nullptr);
  EXPECT_EQ(*settings->property(0, "l3 bytes"), "16776192");
  ASSERT_TRUE(settings->configure(0, "l3 bytes", "4096").ok());
  std::thread([] {
    EXPECT_TRUE(TheDevice()->ContextOfThread().ok());
    EXPECT_EQ(emulation::WorkspaceBytes(), 4096u);
  }).join();
  ASSERT_TRUE(settings->configure(0, "l3 bytes", "16776192").ok());
  EXPECT_THAT(settings->configure(0, "l3 bytes", "-1").message(), HasSubstr("found '-1'"));
  EXPECT_THAT(settings->configure(0, "speed", "1").message(), HasSubstr("no setting 'speed'"));
  TheDevice();
  EXPECT_THAT(settings->configure(0, "device", "3").message(),
              HasSubstr("already uses XPU 0, found 3"));
  EXPECT_TRUE(settings->configure(0, "device", "0").ok());
}

TEST(XpuDevice, ConfigurationsChooseThem) {
  const DeviceSettings* const settings = FindDeviceSettings(TargetType::kXPU);
  lite_api::CxxConfig config;
  config.set_xpu_workspace_l3_size_per_thread(8192);
  EXPECT_EQ(*settings->property(0, "l3 bytes"), "8192");
  config.set_xpu_workspace_l3_size_per_thread(kDefaultL3Bytes);
  TheDevice();
  config.set_xpu_dev_per_thread(0);
  EXPECT_THROW(config.set_xpu_dev_per_thread(5), std::exception);
}

TEST(XpuDeviceDeathTest, TheEnvironmentSelectsTheDevice) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  const auto why_not = [](const char* value, int index = 0) {
    setenv("LITE_XPU_DEV", value, 1);
    const auto device = OpenDevice({TargetType::kXPU, index});
    return device.ok() ? std::string() : device.status().message();
  };
  InNewProcess([&] {
    emulation::SetDevices(2);
    EXPECT_THAT(why_not("2"), HasSubstr("XPU 2 of a machine with 2"));
    EXPECT_THAT(why_not("one"), HasSubstr("LITE_XPU_DEV: expected a number"));
    EXPECT_THAT(why_not("1", 1), HasSubstr("a process uses one XPU"));
    emulation::FailNext("CountDevices");
    EXPECT_THAT(why_not("1"), HasSubstr("xpu_device_count failed"));
    EXPECT_EQ(why_not("1"), "");
    EXPECT_EQ(TheDevice()->number(), 1);
  });
}

TEST(XpuDeviceDeathTest, ASettingSelectsTheDevice) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  InNewProcess([] {
    emulation::SetDevices(2);
    ASSERT_TRUE(FindDeviceSettings(TargetType::kXPU)->configure(0, "device", "1").ok());
    EXPECT_EQ(TheDevice()->number(), 1);
  });
}

}  // namespace
}  // namespace paddle::lite::xpu
