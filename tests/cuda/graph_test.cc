// Consecutive launches as one CUDA graph, if the setting asks for it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "lite/core/device_settings.h"
#include "tests/models/device_networks.h"
#ifdef LITE_CUDA_EMULATION
#include "tests/cuda/emulation.h"
#endif

namespace paddle::lite::test {
namespace {

using ::testing::HasSubstr;

class CudaGraphTest : public ::testing::Test {
 protected:
  static Status Choose(const char* value) {
    return FindDeviceSettings(TargetType::kCUDA)->configure(0, "graphs", value);
  }
  static int64_t Count(const char* name) {
    return std::stoll(*FindDeviceSettings(TargetType::kCUDA)->property(0, name));
  }
  void SetUp() override {
    const auto device = OpenDevice({TargetType::kCUDA, 0});
    if (!device.ok()) GTEST_SKIP() << device.status().message();
    Result<ZooNet> net = LoadZooNet(kZoo, "bert_tiny_p");
    ASSERT_TRUE(net.ok()) << net.status().ToString();
    net_ = std::move(net).value();
    auto model = OptimisedFor(net_, {Place(TargetType::kCUDA), Place(TargetType::kHost)});
    ASSERT_TRUE(model.ok()) << model.status().ToString();
    model_ = std::move(model).value();
    ASSERT_TRUE(Choose("on").ok());
  }
  void TearDown() override { static_cast<void>(Choose("off")); }

  std::unique_ptr<Executable> Load() {
    auto executable = Executable::Create(model_, {});
    EXPECT_TRUE(executable.ok()) << executable.status().ToString();
    return executable.ok() ? std::move(executable).value() : nullptr;
  }
  std::vector<std::string> Outputs(Executable* executable, int at) {
    auto outputs = RunOutputs(executable, net_.cases[static_cast<size_t>(at)]);
    EXPECT_TRUE(outputs.ok()) << outputs.status().ToString();
    return outputs.ok() ? std::move(outputs).value() : std::vector<std::string>();
  }

  ZooNet net_;
  model::Model model_;
};

// The first run is plain, the second records, later ones only repeat. Other shapes are recorded
// anew.
TEST_F(CudaGraphTest, RunsAfterTheFirstRepeatARecording) {
  const std::unique_ptr<Executable> executable = Load();
  ASSERT_NE(executable, nullptr);
  const int64_t graphs = Count("graph launches");
  for (const int at : {0, 1, 0}) {
    const std::vector<std::string> first = Outputs(executable.get(), at);
    EXPECT_EQ(Outputs(executable.get(), at), first);
    const int64_t before = Count("graph launches");
    const int64_t launches = Count("launches");
    EXPECT_EQ(Outputs(executable.get(), at), first);
    EXPECT_EQ(Count("launches"), launches);
    EXPECT_GT(Count("graph launches"), before);
  }
  EXPECT_GT(Count("graph launches"), graphs);
  ASSERT_TRUE(Choose("off").ok());
  const std::unique_ptr<Executable> plain = Load();
  ASSERT_NE(plain, nullptr);
  const std::vector<std::string> expected = Outputs(executable.get(), 0);
  const int64_t before = Count("graph launches");
  for (int i = 0; i < 3; ++i) EXPECT_EQ(Outputs(plain.get(), 0), expected);
  EXPECT_EQ(Count("graph launches"), before);
}

#ifdef LITE_CUDA_EMULATION

// Every call of a run that records fails in turn: the run has a status, or its results are right;
// later runs are right in any case.
TEST_F(CudaGraphTest, AFailedRecordingIsAPlainRun) {
  std::unique_ptr<Executable> executable = Load();
  ASSERT_NE(executable, nullptr);
  const std::vector<std::string> expected = Outputs(executable.get(), 0);
  const int before = cuda::emulation::calls();
  EXPECT_EQ(Outputs(executable.get(), 0), expected);  // records
  const int count = cuda::emulation::calls() - before;
  int plain = 0;
  for (int call = 0; call < count; call += 3) {
    SCOPED_TRACE(call);
    executable = Load();
    ASSERT_NE(executable, nullptr);
    EXPECT_EQ(Outputs(executable.get(), 0), expected);
    ::testing::internal::CaptureStderr();
    cuda::emulation::FailAt(call, 719);
    const auto run = RunOutputs(executable.get(), net_.cases[0]);
    cuda::emulation::FailAt(-1, 0);
    const std::string log = ::testing::internal::GetCapturedStderr();
    if (run.ok()) {
      EXPECT_EQ(*run, expected);
      EXPECT_THAT(log, HasSubstr("is not recorded: "));
      ++plain;
    }
    EXPECT_EQ(Outputs(executable.get(), 0), expected);
    EXPECT_EQ(Outputs(executable.get(), 0), expected);
  }
  EXPECT_GT(plain, 0);
}

#endif

}  // namespace
}  // namespace paddle::lite::test
