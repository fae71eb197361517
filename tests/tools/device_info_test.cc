#include "lite/tools/device_info.h"

#include <gtest/gtest.h>

#include <map>

namespace paddle::lite::tools {
namespace {

TEST(DeviceInfoTest, AndroidTellsTheProduct) {
  const std::map<std::string, std::string> phone = {{"ro.product.brand", "Acme"},
                                                    {"ro.product.device", "rocket"},
                                                    {"ro.product.model", "Acme Rocket 5"},
                                                    {"ro.build.version.release", "10"},
                                                    {"ro.build.version.sdk", "29"}};
  EXPECT_EQ(AndroidLines([&](const char* name) { return phone.at(name); }),
            "Brand: Acme\nDevice: rocket\nModel: Acme Rocket 5\nAndroid Version: 10\n"
            "Android API Level: 29\n");
  EXPECT_EQ(AndroidLines([](const char*) { return std::string(); }), "");
}

TEST(DeviceInfoTest, ProcessorOfAPc) {
  constexpr char kText[] =
      "processor\t: 0\nmodel name\t: Some CPU @ 2.10GHz\n"
      "flags\t\t: fpu sse4_2 fma avx avx2 avx512fancy\n\n"
      "processor\t: 1\nmodel name\t: Some CPU @ 2.10GHz\nflags\t\t: fpu fma\n";
  EXPECT_EQ(ProcessorLines(kText, ""),
            "Processor: Some CPU @ 2.10GHz\nInstruction sets: sse4_2 avx avx2 fma\n");
}

TEST(DeviceInfoTest, ProcessorOfABoard) {
  constexpr char kText[] =
      "processor\t: 0\nFeatures\t: fp asimd\nprocessor\t: 4\nFeatures\t: fp asimd asimddp\n"
      "Hardware\t: BCM2835\n";
  const std::string board("Raspberry Pi 4 Model B\0", 23);
  EXPECT_EQ(ProcessorLines(kText, board),
            "Board: Raspberry Pi 4 Model B\nInstruction sets: asimd asimddp\n");
  EXPECT_EQ(ProcessorLines(kText, ""), "Board: BCM2835\nInstruction sets: asimd asimddp\n");
  EXPECT_EQ(ProcessorLines("", ""), "");
}

TEST(DeviceInfoTest, CoresOfAPhone) {
  CpuTopology topology;
  for (const int number : {0, 1, 2, 3, 4, 7}) {
    CpuCore core;
    core.number = number;
    core.big = number >= 4;
    core.implementer = 0x41;
    core.part = core.big ? 0xd0b : 0xd05;
    core.max_khz = number == 7 ? 2841600 : core.big ? 2419200 : 1785600;
    topology.cores.push_back(core);
  }
  EXPECT_EQ(CoreLines(topology),
            "Big cores: 4 (Cortex-A76, out of order, 2419 MHz); 7 (Cortex-A76, out of order, 2841 "
            "MHz)\nLittle cores: 0-3 (Cortex-A55, in order, 1785 MHz)\n");
  // Neither types nor differences: the number of cores says everything.
  topology.cores.assign(2, CpuCore());
  EXPECT_EQ(CoreLines(topology), "");
}

TEST(DeviceInfoTest, ThisMachine) {
  const std::string text = DeviceInfo();
  EXPECT_EQ(text.find("System: "), 0u) << text;
  EXPECT_NE(text.find("\nCores: "), std::string::npos) << text;
  EXPECT_NE(text.find("\nMemory(unit: MB): "), std::string::npos) << text;
}

}  // namespace
}  // namespace paddle::lite::tools
