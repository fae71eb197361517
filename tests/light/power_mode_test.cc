#include "lite/runtime/power_mode.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "lite/base/strings.h"
#include "tests/support/temp_dir.h"

namespace paddle::lite {
namespace power_mode_test {

using ::testing::Each;
using ::testing::ElementsAre;
using ::testing::IsEmpty;
using namespace lite_api;  // NOLINT: the power modes

// A folder with what Linux reports of a machine.
class FakeMachine {
 public:
  const std::string& root() const { return root_.str(); }
  void Write(const std::string& path, const std::string& text) const {
    const std::filesystem::path file = root_ / path;
    std::filesystem::create_directories(file.parent_path());
    std::ofstream(file, std::ios::binary) << text;
  }
  void WriteCore(int core, const std::string& path, const std::string& text) const {
    Write(StrCat("sys/devices/system/cpu/cpu", core, "/", path), text);
  }
  // Cores [first, last] that report a frequency and are in cpuinfo.
  void AddCores(int first, int last, const std::string& khz, const std::string& part) {
    for (int core = first; core <= last; ++core) {
      if (!khz.empty()) WriteCore(core, "cpufreq/cpuinfo_max_freq", khz + "\n");
      cpuinfo_ += StrCat("processor\t: ", core, "\nBogoMIPS\t: 3.84\n");
      if (!part.empty()) cpuinfo_ += "CPU implementer\t: 0x41\nCPU part\t: " + part + "\n";
      cpuinfo_ += "\n";
    }
    Write("proc/cpuinfo", cpuinfo_);
  }
  CpuTopology Read(const std::vector<int>& allowed = {}) const {
    return ReadCpuTopology(root(), allowed);
  }

 private:
  const test::TempDir root_;
  std::string cpuinfo_;
};

std::vector<double> Speeds(const CpuTopology& topology) {
  std::vector<double> speeds;
  for (const CpuCore& core : topology.cores) speeds.push_back(core.speed);
  return speeds;
}

std::vector<int> Cores(PowerMode mode, int threads, int64_t run, const CpuTopology& topology) {
  return ChooseCores(mode, threads, run, topology).cores;
}

CpuTopology Kirin970() {
  FakeMachine machine;
  machine.AddCores(0, 3, "1844000", "0xd03");
  machine.AddCores(4, 7, "2362000", "0xd09");
  return machine.Read();
}

// One prime core, three big ones and four little ones.
CpuTopology Snapdragon855() {
  FakeMachine machine;
  machine.AddCores(0, 3, "1785600", "0xd05");
  machine.AddCores(4, 6, "2419200", "0xd0b");
  machine.AddCores(7, 7, "2841600", "0xd0b");
  return machine.Read();
}

TEST(PowerMode, CoresOfKirin970) {
  const CpuTopology phone = Kirin970();
  EXPECT_TRUE(phone.bindable);
  EXPECT_THAT(phone.little(), ElementsAre(0, 1, 2, 3));
  EXPECT_THAT(phone.big(), ElementsAre(4, 5, 6, 7));
  EXPECT_THAT(Cores(LITE_POWER_HIGH, 2, 0, phone), ElementsAre(7, 6));
  EXPECT_THAT(Cores(LITE_POWER_LOW, 3, 0, phone), ElementsAre(0, 1, 2));
  EXPECT_THAT(Cores(LITE_POWER_FULL, 6, 0, phone), ElementsAre(4, 5, 6, 7, 0, 1));
  EXPECT_THAT(Cores(LITE_POWER_NO_BIND, 3, 0, phone), IsEmpty());
}

TEST(PowerMode, CoresOfSnapdragon855) {
  const CpuTopology phone = Snapdragon855();
  EXPECT_THAT(phone.little(), ElementsAre(0, 1, 2, 3));
  EXPECT_THAT(phone.big(), ElementsAre(4, 5, 6, 7));
  EXPECT_THAT(Cores(LITE_POWER_HIGH, 1, 0, phone), ElementsAre(7));  // the prime core first
  const CoreChoice two = ChooseCores(LITE_POWER_HIGH, 3, 0, phone);
  EXPECT_THAT(two.cores, ElementsAre(7, 6, 5));
  EXPECT_THAT(two.thread_cores, ElementsAre(ElementsAre(7), ElementsAre(6, 5), ElementsAre(6, 5)));
  EXPECT_EQ(two.thread_speeds[1], two.thread_speeds[2]);
  EXPECT_NEAR(two.thread_speeds[0] / two.thread_speeds[1], 2841600.0 / 2419200, 1e-9);
  // A little core executes in order: less than its frequency says.
  const CoreChoice full = ChooseCores(LITE_POWER_FULL, 8, 0, phone);
  EXPECT_NEAR(full.thread_speeds[3] / full.thread_speeds[4], 2 * 2841600.0 / 1785600, 1e-9);
}

TEST(PowerMode, TwoBigAndSixLittleCores) {
  FakeMachine machine;
  machine.AddCores(0, 5, "1708800", "0x803");
  machine.AddCores(6, 7, "2208000", "0x802");
  EXPECT_THAT(machine.Read().big(), ElementsAre(6, 7));
  // Capacities decide where frequencies mislead.
  for (int core = 0; core < 8; ++core) {
    machine.WriteCore(core, "cpu_capacity", core < 2 ? "1024\n" : "430\n");
  }
  const CpuTopology topology = machine.Read();
  EXPECT_THAT(topology.big(), ElementsAre(0, 1));
  EXPECT_THAT(topology.little(), ElementsAre(2, 3, 4, 5, 6, 7));
  EXPECT_THAT(Speeds(topology), ElementsAre(1024, 1024, 430, 430, 430, 430, 430, 430));
}

TEST(PowerMode, TheTypeOfCoresDecidesBeforeTheirFrequency) {
  // Exynos 9820: the middle cores are nearer to the little ones in frequency, but not in speed.
  FakeMachine machine;
  machine.AddCores(0, 3, "1950000", "0xd05");
  machine.AddCores(4, 5, "2314000", "0xd0a");
  machine.AddCores(6, 7, "2730000", "0xd41");
  EXPECT_THAT(machine.Read().little(), ElementsAre(0, 1, 2, 3));
  // MIDR is preferred to cpuinfo.
  for (int core = 0; core < 8; ++core) {
    machine.WriteCore(core, "regs/identification/midr_el1",
                      core < 2 ? "0x00000000410fd034\n" : "0x00000000411fd0b1\n");
  }
  const CpuTopology topology = machine.Read();
  EXPECT_THAT(topology.little(), ElementsAre(0, 1));
  EXPECT_EQ(topology.cores[0].part, 0xd03u);
  EXPECT_EQ(topology.cores[7].part, 0xd0bu);
  EXPECT_EQ(topology.cores[7].implementer, 0x41u);
}

TEST(PowerMode, CoresOfAServer) {
  FakeMachine machine;
  machine.AddCores(0, 63, "2600000", "0xd0c");
  const CpuTopology server = machine.Read();
  EXPECT_TRUE(server.bindable);
  EXPECT_EQ(server.big().size(), 64u);
  EXPECT_THAT(server.little(), IsEmpty());
  const CoreChoice high = ChooseCores(LITE_POWER_HIGH, 4, 0, server);
  EXPECT_THAT(high.cores, ElementsAre(63, 62, 61, 60));
  EXPECT_THAT(high.thread_cores, Each(ElementsAre(63, 62, 61, 60)));
}

TEST(PowerMode, RandomModesMoveOnEveryTenRuns) {
  const CpuTopology phone = Snapdragon855();
  EXPECT_THAT(Cores(LITE_POWER_RAND_HIGH, 1, 0, phone), ElementsAre(4));
  EXPECT_THAT(Cores(LITE_POWER_RAND_HIGH, 1, 9, phone), ElementsAre(4));
  EXPECT_THAT(Cores(LITE_POWER_RAND_HIGH, 1, 10, phone), ElementsAre(5));
  EXPECT_THAT(Cores(LITE_POWER_RAND_HIGH, 2, 30, phone), ElementsAre(7, 4));
  EXPECT_THAT(Cores(LITE_POWER_RAND_HIGH, 1, 40, phone), ElementsAre(4));
  EXPECT_THAT(Cores(LITE_POWER_RAND_LOW, 1, 30, phone), ElementsAre(3));
  EXPECT_THAT(Cores(LITE_POWER_RAND_LOW, 1, 40, phone), ElementsAre(0));
}

TEST(PowerMode, ThreadsAreLimitedToTheCluster) {
  FakeMachine machine;
  machine.AddCores(0, 4, "1844000", "0xd03");
  machine.AddCores(5, 7, "2362000", "0xd09");
  const CpuTopology phone = machine.Read();
  EXPECT_EQ(ChooseCores(LITE_POWER_HIGH, 8, 0, phone).threads, 3);
  EXPECT_EQ(ChooseCores(LITE_POWER_LOW, 8, 0, phone).threads, 5);
  EXPECT_EQ(ChooseCores(LITE_POWER_FULL, 9, 0, phone).threads, 8);
  EXPECT_EQ(ChooseCores(LITE_POWER_NO_BIND, 9, 0, phone).threads, 8);
  EXPECT_EQ(ChooseCores(LITE_POWER_NO_BIND, 0, 0, phone).threads, 1);
  EXPECT_NE(ChooseCores(LITE_POWER_HIGH, 8, 0, phone).note, "");
}

TEST(PowerMode, WithoutSuchCoresNothingIsBound) {
  FakeMachine machine;
  machine.AddCores(0, 3, "1500000", "0xd03");
  const CpuTopology alike = machine.Read();
  for (const PowerMode mode : {LITE_POWER_LOW, LITE_POWER_RAND_LOW}) {
    const CoreChoice choice = ChooseCores(mode, 2, 0, alike);
    EXPECT_EQ(choice.mode, LITE_POWER_NO_BIND);
    EXPECT_THAT(choice.cores, IsEmpty());
    EXPECT_EQ(choice.threads, 2);
  }
  CpuTopology unknown = alike;
  unknown.bindable = false;
  EXPECT_EQ(ChooseCores(LITE_POWER_HIGH, 2, 0, unknown).mode, LITE_POWER_NO_BIND);
}

TEST(PowerMode, ThreadsOfLowModesDoNotSpin) {
  for (const PowerMode mode : {LITE_POWER_LOW, LITE_POWER_RAND_LOW}) {
    EXPECT_EQ(WaitingOf(mode), ThreadPool::Waiting::kSleep);
  }
  for (const PowerMode mode :
       {LITE_POWER_HIGH, LITE_POWER_FULL, LITE_POWER_NO_BIND, LITE_POWER_RAND_HIGH}) {
    EXPECT_EQ(WaitingOf(mode), ThreadPool::Waiting::kSpin);
  }
}

TEST(CpuTopology, NothingIsReported) {
  FakeMachine machine;
  EXPECT_THAT(machine.Read().cores, IsEmpty());
  const CpuTopology topology = machine.Read({0, 5});
  EXPECT_FALSE(topology.bindable);
  EXPECT_THAT(topology.big(), ElementsAre(0, 5));
  EXPECT_EQ(topology.quota, 0);
  EXPECT_EQ(ReadCpuTopology("/no/such/folder", {}).cores.size(), 0u);
}

TEST(CpuTopology, MalformedValuesAreNotReported) {
  for (const char* bad :
       {"", "\n", "fast", "-1800000", "0", "1800000 kHz", "99999999999999999999", "<unknown>\n"}) {
    FakeMachine machine;
    machine.AddCores(0, 3, "1500000", "");
    machine.WriteCore(2, "cpufreq/cpuinfo_max_freq", bad);
    machine.WriteCore(3, "cpu_capacity", bad);
    machine.WriteCore(1, "regs/identification/midr_el1", bad);
    machine.WriteCore(1, "cache/index0/level", bad);
    machine.Write("sys/devices/system/cpu/online", StrCat(bad, "-x"));
    machine.Write("sys/fs/cgroup/cpu.max", bad);
    const CpuTopology topology = machine.Read();
    EXPECT_FALSE(topology.bindable) << bad;
    EXPECT_EQ(topology.cores.size(), 4u) << bad;
    EXPECT_EQ(topology.quota, 0) << bad;
  }
  FakeMachine machine;  // a folder instead of a file cannot be read
  machine.AddCores(0, 0, "", "");
  machine.WriteCore(0, "cpufreq/cpuinfo_max_freq/file", "1");
  EXPECT_FALSE(machine.Read().bindable);
}

TEST(CpuTopology, LeavesOfflineCoresOut) {
  FakeMachine machine;
  machine.AddCores(0, 3, "1844000", "0xd03");
  machine.AddCores(4, 7, "2362000", "0xd09");
  machine.Write("sys/devices/system/cpu/online", "0-3,6-7\n");
  EXPECT_THAT(machine.Read().big(), ElementsAre(6, 7));
  machine.WriteCore(7, "online", "0\n");
  EXPECT_THAT(machine.Read().big(), ElementsAre(6));
  machine.WriteCore(7, "online", "1\n");
  EXPECT_THAT(machine.Read().big(), ElementsAre(6, 7));
}

TEST(CpuTopology, CoresOutsideOfTheMaskAreNotUsed) {
  FakeMachine machine;
  machine.AddCores(0, 3, "1844000", "0xd03");
  machine.AddCores(4, 7, "2362000", "0xd09");
  machine.Write("proc/self/status", "Name:\ttest\nCpus_allowed:\tf3\nCpus_allowed_list:\t2-4\n");
  EXPECT_THAT(machine.Read().little(), ElementsAre(2, 3));
  EXPECT_THAT(machine.Read().big(), ElementsAre(4));
  // That of the thread is narrower than the process's.
  const CpuTopology little = machine.Read({2, 3});
  EXPECT_THAT(little.big(), ElementsAre(2, 3));
  EXPECT_THAT(little.little(), IsEmpty());
}

TEST(CpuTopology, QuotasLimitTheNumberOfThreads) {
  FakeMachine machine;
  machine.AddCores(0, 7, "2600000", "0xd0c");
  machine.Write("sys/fs/cgroup/cpu.max", "max 100000\n");
  EXPECT_EQ(machine.Read().quota, 0);
  machine.Write("sys/fs/cgroup/cpu.max", "400000 100000\n");
  EXPECT_EQ(machine.Read().quota, 4);
  machine.Write("proc/self/cgroup", "4:memory:/x\n0::/app/worker\n");
  machine.Write("sys/fs/cgroup/app/cpu.max", "150000 100000\n");
  const CpuTopology topology = machine.Read();
  EXPECT_EQ(topology.quota, 2);
  const CoreChoice choice = ChooseCores(LITE_POWER_HIGH, 8, 0, topology);
  EXPECT_EQ(choice.threads, 2);
  EXPECT_NE(choice.note, "");

  FakeMachine old;
  old.AddCores(0, 7, "2600000", "0xd0c");
  old.Write("sys/fs/cgroup/cpu/cpu.cfs_quota_us", "-1\n");
  old.Write("sys/fs/cgroup/cpu/cpu.cfs_period_us", "100000\n");
  EXPECT_EQ(old.Read().quota, 0);
  old.Write("sys/fs/cgroup/cpu/cpu.cfs_quota_us", "300000\n");
  EXPECT_EQ(old.Read().quota, 3);
}

TEST(CpuTopology, KernelsOf32BitsPrintThePartOnce) {
  FakeMachine machine;
  machine.Write("proc/cpuinfo",
                "Processor\t: ARMv7 Processor rev 4 (v7l)\nprocessor\t: 0\n\nprocessor\t: 1\n\n"
                "Features\t: half neon vfpv4 asimddp\nCPU implementer\t: 0x41\n"
                "CPU part\t: 0xc07\nHardware\t: board\n");
  const CpuTopology topology = machine.Read();
  ASSERT_EQ(topology.cores.size(), 2u);
  for (const CpuCore& core : topology.cores) {
    EXPECT_EQ(ClassOfCore(core.implementer, core.part), CoreClass::kInOrder);
    EXPECT_STREQ(NameOfCore(core.implementer, core.part), "Cortex-A7");
    EXPECT_EQ(CortexOfCore(core.implementer, core.part), 7);
    EXPECT_TRUE(core.dot);
  }
  EXPECT_EQ(ClassOfCore(0x41, 0xfff), CoreClass::kUnknown);
  EXPECT_STREQ(NameOfCore(0x7f, 0xd03), "");
  EXPECT_EQ(CortexOfCore(0x7f, 0xd03), -1);
  EXPECT_EQ(CortexOfCore(0x41, 0xd0c), -1);  // a Neoverse
}

TEST(CpuTopology, KindsAndInstructionsOfAPhone) {
  FakeMachine machine;
  machine.Write("proc/cpuinfo",
                "Processor\t: AArch64\n"
                "processor\t: 0\nFeatures\t: fp asimd asimdhp asimddp\nCPU implementer\t: 0x41\n"
                "CPU part\t: 0xd05\n\n"
                "processor\t: 4\nFeatures\t: fp asimd asimddp sve2\nCPU implementer\t: 0x51\n"
                "CPU part\t: 0x804\n\n"
                "processor\t: 7\nFeatures\t: fp asimd asimddpx\nCPU implementer\t: 0x41\n"
                "CPU part\t: 0xd44\n"
                "processor\t: 8\nflags\t: asimddp asimdhp\nno colon\n");
  const CpuTopology topology = machine.Read();
  ASSERT_EQ(topology.cores.size(), 4u);
  const struct {
    int cortex;
    bool dot, fp16, sve2;
  } expected[] = {{55, true, true, false},
                  {76, true, false, true},
                  {1, false, false, false},
                  {-1, false, false, false}};
  for (size_t i = 0; i < 4; ++i) {
    SCOPED_TRACE(i);
    const CpuCore& core = topology.cores[i];
    EXPECT_EQ(CortexOfCore(core.implementer, core.part), expected[i].cortex);
    EXPECT_EQ(core.dot, expected[i].dot);
    EXPECT_EQ(core.fp16, expected[i].fp16);
    EXPECT_EQ(core.sve2, expected[i].sve2);
  }
}

TEST(CpuTopology, AListOfLittleCoresReplacesTheReport) {
  FakeMachine machine;
  machine.AddCores(0, 3, "1500000", "0xfff");
  CpuTopology topology = machine.Read();
  EXPECT_THAT(topology.little(), IsEmpty());
  for (const char* bad : {"", "4-7", "little", "0-"}) {
    EXPECT_FALSE(SetLittleCores(bad, &topology)) << bad;
    EXPECT_THAT(topology.little(), IsEmpty());
  }
  EXPECT_TRUE(SetLittleCores("2-7", &topology));
  EXPECT_THAT(topology.little(), ElementsAre(2, 3));
  EXPECT_THAT(topology.big(), ElementsAre(0, 1));
  EXPECT_THAT(Speeds(topology), ElementsAre(1.5e6, 1.5e6, 0.75e6, 0.75e6));
  EXPECT_THAT(Cores(LITE_POWER_LOW, 2, 0, topology), ElementsAre(2, 3));
}

TEST(CpuTopology, ReadsCaches) {
  FakeMachine machine;
  machine.AddCores(0, 0, "1500000", "0xd03");
  const char* const kCaches[][3] = {{"1", "48K", "Data\n"},
                                    {"1", "32K", "Instruction\n"},
                                    {"2", "512K", "Unified\n"},
                                    {"3", "4096K", "Unified\n"}};
  for (int i = 0; i < 4; ++i) {
    machine.WriteCore(0, StrCat("cache/index", i, "/level"), kCaches[i][0]);
    machine.WriteCore(0, StrCat("cache/index", i, "/size"), kCaches[i][1]);
    machine.WriteCore(0, StrCat("cache/index", i, "/type"), kCaches[i][2]);
  }
  CpuTopology topology = machine.Read();
  EXPECT_EQ(topology.cores[0].l1_bytes, size_t{48} << 10);
  EXPECT_EQ(topology.cores[0].l2_bytes, size_t{512} << 10);
  EXPECT_EQ(topology.cores[0].l3_bytes, size_t{4} << 20);
  for (const char* bad : {"4 gross", "9999999999K", "-1K"}) {
    machine.WriteCore(0, "cache/index3/size", bad);
    EXPECT_EQ(machine.Read().cores[0].l3_bytes, 0u) << bad;
  }
}

TEST(CpuTopology, ListsOfCores) {
  EXPECT_THAT(ParseCoreList("0-3,6\n"), ElementsAre(0, 1, 2, 3, 6));
  EXPECT_THAT(ParseCoreList("5,0-1,1"), ElementsAre(0, 1, 5));
  for (const char* bad : {"", "\n", "a", "1-", "-1", "3-1", "1,,2", "0-99999999999", "1x", "0 1"}) {
    EXPECT_THAT(ParseCoreList(bad), IsEmpty()) << bad;
  }
  EXPECT_EQ(CoreListToString({0, 1, 2, 5, 7, 8}), "0-2,5,7-8");
  EXPECT_EQ(CoreListToString({}), "");
}

TEST(CpuTopology, ThreadsCanBeBoundAndReleased) {
  const std::vector<int> before = CurrentThreadCores();
  if (before.empty()) GTEST_SKIP() << "the system does not report allowed cores";
  ASSERT_TRUE(BindCurrentThread({before.front()}));
  EXPECT_THAT(CurrentThreadCores(), ElementsAre(before.front()));
  ASSERT_TRUE(BindCurrentThread(before));
  EXPECT_EQ(CurrentThreadCores(), before);
  EXPECT_FALSE(BindCurrentThread({-1}));
}

// Real threads on the cores of this machine, as if the first one were little.
TEST(PowerMode, ThreadsOfAPoolRunOnTheirCores) {
  const std::vector<int> before = CurrentThreadCores();
  if (before.size() < 2) GTEST_SKIP() << "one core, or the system does not report allowed cores";
  CpuTopology topology;
  for (const int number : {before[0], before[1]}) {
    CpuCore core;
    core.number = number;
    core.big = number == before[1];
    core.speed = core.big ? 3 : 1;
    topology.cores.push_back(core);
  }
  topology.bindable = true;
  const auto cores_of_threads = [](ThreadPool* pool) {
    std::vector<std::vector<int>> cores(static_cast<size_t>(pool->threads()));
    pool->OnEachThread([&](int64_t, int64_t, int thread) {
      cores[static_cast<size_t>(thread)] = CurrentThreadCores();
    });
    return cores;
  };
  ThreadPool pool(2);
  ASSERT_TRUE(BindTeam(ChooseCores(LITE_POWER_FULL, 2, 0, topology), &pool));
  EXPECT_THAT(cores_of_threads(&pool), ElementsAre(ElementsAre(before[1]), ElementsAre(before[0])));
  // Alike: both threads may run on both, and the system decides.
  for (CpuCore& core : topology.cores) core.speed = 1;
  ASSERT_TRUE(BindTeam(ChooseCores(LITE_POWER_FULL, 2, 0, topology), &pool));
  EXPECT_THAT(cores_of_threads(&pool), Each(ElementsAre(before[0], before[1])));
  CoreChoice offline = ChooseCores(LITE_POWER_FULL, 2, 0, topology);
  offline.thread_cores[1] = {-1};
  EXPECT_FALSE(BindTeam(offline, &pool));
  ASSERT_TRUE(BindCurrentThread(before));
}

}  // namespace power_mode_test
}  // namespace paddle::lite
