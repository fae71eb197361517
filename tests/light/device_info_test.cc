#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <thread>

#include "lite/api/paddle_api.h"
#include "lite/api/paddle_device_info.h"
#include "lite/runtime/power_mode.h"

namespace paddle::lite {
namespace device_info_test {

using namespace lite_api;  // NOLINT: the power modes

void ExpectCaches(int l1, int l2, int l3, int last) {
  const DeviceInfo& info = DeviceInfo::Global();
  EXPECT_EQ(info.l1_cache_size(), l1);
  EXPECT_EQ(info.l2_cache_size(), l2);
  EXPECT_EQ(info.l3_cache_size(), l3);
  EXPECT_EQ(info.llc_size(), last);
}

TEST(DeviceInfo, TheModeOfTheCallingThread) {
  DeviceInfo& info = DeviceInfo::Global();
  EXPECT_EQ(DeviceInfo::Init(), 0);
  EXPECT_EQ(&info, &DeviceInfo::Global());
  EXPECT_EQ(info.mode(), LITE_POWER_NO_BIND);
  EXPECT_EQ(info.threads(), 1);

  const std::vector<int> before = CurrentThreadCores();
  const CpuTopology& machine = SystemCpuTopology();
  int cores = static_cast<int>(machine.cores.size());
  if (machine.quota > 0) cores = std::min(cores, machine.quota);
  info.SetRunMode(LITE_POWER_NO_BIND, 1 << 20);
  EXPECT_EQ(info.threads(), cores);
  info.SetRunMode(LITE_POWER_NO_BIND, -3);
  EXPECT_EQ(info.threads(), 1);

  for (const PowerMode mode : {LITE_POWER_HIGH, LITE_POWER_LOW, LITE_POWER_FULL,
                               LITE_POWER_RAND_HIGH, LITE_POWER_RAND_LOW}) {
    info.SetRunMode(mode, 1);
    const CoreChoice choice = ChooseCores(mode, 1, 0, SystemCpuTopology());
    EXPECT_EQ(info.mode(), choice.mode);
    EXPECT_EQ(info.threads(), choice.threads);
    EXPECT_EQ(CurrentThreadCores().size(), choice.cores.empty() ? before.size() : 1u);
    std::thread([&info] { EXPECT_EQ(info.mode(), LITE_POWER_NO_BIND); }).join();
  }
  EXPECT_THROW(info.SetRunMode(static_cast<PowerMode>(6), 1), Error);
  EXPECT_THROW(info.SetRunMode(static_cast<PowerMode>(-1), 1), Error);
  info.SetRunMode(LITE_POWER_NO_BIND, 1);
  EXPECT_EQ(CurrentThreadCores(), before);
}

TEST(DeviceInfo, Caches) {
  DeviceInfo& info = DeviceInfo::Global();
  const int l2 = info.l2_cache_size();
  const int l3 = info.l3_cache_size();
  info.SetCache(1 << 15, 1 << 18, 0);
  ExpectCaches(1 << 15, 1 << 18, 0, 1 << 18);
  info.SetCache(1 << 15, 0, 0);
  ExpectCaches(1 << 15, 0, 0, 512 << 10);
  info.SetArmL3CacheSize(L3CacheSetMethod::kAbsolute, 1 << 20);
  ExpectCaches(1 << 15, 0, 1 << 20, 1 << 20);
  info.SetArmL3CacheSize(L3CacheSetMethod::kDeviceL2Cache);
  EXPECT_EQ(info.l3_cache_size(), l2);
  EXPECT_THROW(info.SetArmL3CacheSize(L3CacheSetMethod::kAbsolute, -5), Error);
  EXPECT_THROW(info.SetArmL3CacheSize(static_cast<L3CacheSetMethod>(9), 1), Error);
  EXPECT_THROW(info.SetCache(-1, 0, 0), Error);
  EXPECT_EQ(info.Setup(), 0);
  EXPECT_EQ(info.l2_cache_size(), l2);
  EXPECT_EQ(info.l3_cache_size(), l3);
}

TEST(DeviceInfo, KindOfCore) {
  DeviceInfo& info = DeviceInfo::Global();
  const ARMArch reported = info.arch();
  info.SetArch(kA76);
  EXPECT_EQ(info.arch(), kA76);
  std::thread([&] { EXPECT_EQ(info.arch(), reported); }).join();
  info.Setup();
  EXPECT_EQ(info.arch(), reported);
}

TEST(DeviceInfo, WorkspaceOfAThread) {
  DeviceInfo& info = DeviceInfo::Global();
  std::thread([&info] {
    EXPECT_EQ(info.workspace_data<float>(), nullptr);
    ASSERT_TRUE(info.ExtendWorkspace(1000));
    uint8_t* memory = info.workspace_data<uint8_t>();
    ASSERT_NE(memory, nullptr);
    EXPECT_EQ(reinterpret_cast<uintptr_t>(memory) % 64, 0u);
    std::memset(memory, 7, 1000);
    ASSERT_TRUE(info.ExtendWorkspace(10));
    EXPECT_EQ(info.workspace_data<uint8_t>(), memory);
    EXPECT_FALSE(info.ExtendWorkspace(SIZE_MAX));
    EXPECT_EQ(info.workspace_data<uint8_t>(), memory);
    ASSERT_TRUE(info.ExtendWorkspace(1 << 20));
    std::memset(info.workspace_data<char>(), 1, 1 << 20);
  }).join();
}

}  // namespace device_info_test
}  // namespace paddle::lite
