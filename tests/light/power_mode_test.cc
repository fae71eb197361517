#include "lite/runtime/power_mode.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <map>

#include "lite/model/file.h"

namespace paddle::lite {
namespace power_mode_test {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using namespace lite_api;  // NOLINT: the power modes

// Four little cores, two big ones, and one prime core, as in phones.
CpuTopology Phone() {
  CpuTopology topology;
  topology.little = {0, 1, 2, 3};
  topology.big = {4, 5, 6};
  topology.bindable = true;
  return topology;
}

std::vector<int> Cores(PowerMode mode, int threads, int64_t run, const CpuTopology& topology) {
  return ChooseCores(mode, threads, run, topology).cores;
}

TEST(PowerMode, PicksTheCoresOfTheDocuments) {
  EXPECT_THAT(Cores(LITE_POWER_HIGH, 2, 0, Phone()), ElementsAre(6, 5));
  EXPECT_THAT(Cores(LITE_POWER_LOW, 3, 0, Phone()), ElementsAre(0, 1, 2));
  EXPECT_THAT(Cores(LITE_POWER_FULL, 5, 0, Phone()), ElementsAre(4, 5, 6, 0, 1));
  EXPECT_THAT(Cores(LITE_POWER_NO_BIND, 3, 0, Phone()), IsEmpty());
}

TEST(PowerMode, RandomModesMoveOnEveryTenRuns) {
  EXPECT_THAT(Cores(LITE_POWER_RAND_HIGH, 1, 0, Phone()), ElementsAre(4));
  EXPECT_THAT(Cores(LITE_POWER_RAND_HIGH, 1, 9, Phone()), ElementsAre(4));
  EXPECT_THAT(Cores(LITE_POWER_RAND_HIGH, 1, 10, Phone()), ElementsAre(5));
  EXPECT_THAT(Cores(LITE_POWER_RAND_HIGH, 2, 20, Phone()), ElementsAre(6, 4));
  EXPECT_THAT(Cores(LITE_POWER_RAND_HIGH, 1, 30, Phone()), ElementsAre(4));
  EXPECT_THAT(Cores(LITE_POWER_RAND_LOW, 1, 30, Phone()), ElementsAre(3));
  EXPECT_THAT(Cores(LITE_POWER_RAND_LOW, 1, 40, Phone()), ElementsAre(0));
}

TEST(PowerMode, ThreadsAreLimitedToTheCluster) {
  EXPECT_EQ(ChooseCores(LITE_POWER_HIGH, 8, 0, Phone()).threads, 3);
  EXPECT_EQ(ChooseCores(LITE_POWER_LOW, 8, 0, Phone()).threads, 4);
  EXPECT_EQ(ChooseCores(LITE_POWER_FULL, 8, 0, Phone()).threads, 7);
  EXPECT_EQ(ChooseCores(LITE_POWER_NO_BIND, 8, 0, Phone()).threads, 7);
  EXPECT_EQ(ChooseCores(LITE_POWER_NO_BIND, 0, 0, Phone()).threads, 1);
  EXPECT_NE(ChooseCores(LITE_POWER_HIGH, 8, 0, Phone()).note, "");
}

TEST(PowerMode, WithoutSuchCoresNothingIsBound) {
  CpuTopology alike = Phone();
  alike.little.clear();
  for (const PowerMode mode : {LITE_POWER_LOW, LITE_POWER_RAND_LOW}) {
    const CoreChoice choice = ChooseCores(mode, 2, 0, alike);
    EXPECT_EQ(choice.mode, LITE_POWER_NO_BIND);
    EXPECT_THAT(choice.cores, IsEmpty());
    EXPECT_EQ(choice.threads, 2);
  }
  CpuTopology unknown = Phone();
  unknown.bindable = false;
  EXPECT_EQ(ChooseCores(LITE_POWER_HIGH, 2, 0, unknown).mode, LITE_POWER_NO_BIND);
}

TEST(CpuTopology, SplitsByFrequency) {
  const std::string root = ::testing::TempDir() + "/lite_cpu";
  const std::map<int, const char*> speeds = {
      {0, "1800000"}, {1, "1800000"}, {4, "2420000"}, {7, "2840000"}};
  for (const auto& entry : speeds) {
    const std::string dir = root + "/cpu" + std::to_string(entry.first) + "/cpufreq";
    ASSERT_TRUE(model::MakeDirectories(dir).ok());
    std::ofstream(dir + "/cpuinfo_max_freq") << entry.second << "\n";
  }
  const CpuTopology topology = ReadCpuTopology(root, {0, 1, 4, 7});
  EXPECT_TRUE(topology.bindable);
  EXPECT_THAT(topology.little, ElementsAre(0, 1));
  EXPECT_THAT(topology.big, ElementsAre(4, 7));
  // A core without the file: nothing is known.
  const CpuTopology partial = ReadCpuTopology(root, {0, 5});
  EXPECT_FALSE(partial.bindable);
  EXPECT_THAT(partial.big, ElementsAre(0, 5));
}

TEST(CpuTopology, ThreadsCanBeBoundAndReleased) {
  const std::vector<int> before = CurrentThreadCores();
  if (before.empty()) GTEST_SKIP() << "this system does not tell";
  ASSERT_TRUE(BindCurrentThread({before.front()}));
  EXPECT_THAT(CurrentThreadCores(), ElementsAre(before.front()));
  ASSERT_TRUE(BindCurrentThread(before));
  EXPECT_EQ(CurrentThreadCores(), before);
  EXPECT_FALSE(BindCurrentThread({-1}));
}

}  // namespace power_mode_test
}  // namespace paddle::lite
