// Programs on an OpenCL device by themselves; opencl_networks_test.cc has networks.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <memory>
#include <thread>

#include "lite/backends/opencl/device.h"
#include "lite/core/device.h"
#include "lite/runtime/executable.h"
#include "lite/runtime/profile_observer.h"
#include "tests/models/opencl_chain.h"

namespace paddle::lite::test {
namespace opencl_test {

// Times of the device reach the profile; other shapes are planned again.
TEST(OpenClPrograms, RunObservedAndWithOtherShapes) {
  const auto device = OpenDevice({TargetType::kOpenCL, 0});
  if (!device.ok()) GTEST_SKIP() << device.status().message();
  const auto model = MakeChain();
  ASSERT_TRUE(model.ok()) << model.status().ToString();
  auto executable = Executable::Create(*model, {});
  ASSERT_TRUE(executable.ok()) << executable.status().ToString();
  ProfileObserver profile;
  for (const bool observed : {false, true}) {
    (*executable)->set_observer(observed ? &profile : nullptr);
    for (const int64_t batch : {2, 3}) {
      const Status status = RunChain(executable->get(), batch, batch);
      ASSERT_TRUE(status.ok()) << status.ToString();
    }
  }
  EXPECT_EQ((*executable)->KernelCounts()[TargetType::kOpenCL], 6);
  ASSERT_EQ(profile.records().size(), 6u);
  for (const ProfileObserver::OpRecord& record : profile.records()) {
    EXPECT_EQ(record.device_count, 2) << record.key;
    EXPECT_GT(record.device_total_ns, 0) << record.key;
  }
}

TEST(OpenClPrograms, ClonesRunInThreads) {
  const auto device = OpenDevice({TargetType::kOpenCL, 0});
  if (!device.ok()) GTEST_SKIP() << device.status().message();
  const auto model = MakeChain();
  ASSERT_TRUE(model.ok()) << model.status().ToString();
  auto first = Executable::Create(*model, {});
  ASSERT_TRUE(first.ok()) << first.status().ToString();
  auto second = (*first)->Clone();
  ASSERT_TRUE(second.ok()) << second.status().ToString();
  const auto work = [](Executable* executable, Status* status) {
    for (int64_t i = 0; i < 20 && status->ok(); ++i) *status = RunChain(executable, 1 + i % 3, i);
  };
  Status found[2];
  std::thread other(work, second->get(), &found[1]);
  work(first->get(), &found[0]);
  other.join();
  EXPECT_TRUE(found[0].ok()) << found[0].ToString();
  EXPECT_TRUE(found[1].ok()) << found[1].ToString();

  first->reset();
  second->reset();
  const opencl::LiveObjects live = static_cast<const opencl::ClDevice*>(device->get())->live();
  EXPECT_EQ(live.blocks + live.functions + live.events + live.queues, 0);
}

// An image that the device cannot hold: the processor runs the program for that shape.
TEST(OpenClPrograms, ImagesBeyondTheDevice) {
  const auto device = OpenDevice({TargetType::kOpenCL, 0});
  if (!device.ok()) GTEST_SKIP() << device.status().message();
  const auto model = MakeChain();
  ASSERT_TRUE(model.ok()) << model.status().ToString();
  const int64_t too_many = (*device)->limits().max_image_height / 32 + 1;
  for (const bool leaves : {true, false}) {
    ExecutableOptions options;
    options.leave_devices = leaves;
    auto executable = Executable::Create(*model, options);
    ASSERT_TRUE(executable.ok()) << executable.status().ToString();
    const Status large = RunChain(executable->get(), too_many, 0);
    if (leaves) {
      EXPECT_TRUE(large.ok()) << large.ToString();
      EXPECT_EQ((*executable)->KernelCounts()[TargetType::kOpenCL], 0);
      EXPECT_THAT((*executable)->KernelReport()[2],
                  testing::HasSubstr("the device's images have at most"));
    } else {
      EXPECT_THAT(large.message(), testing::HasSubstr("the device's images have at most"));
    }
    const Status after = RunChain(executable->get(), 2, 0);
    EXPECT_TRUE(after.ok()) << after.ToString();
    EXPECT_EQ((*executable)->KernelCounts()[TargetType::kOpenCL], 6);
  }
}

// The driver's threads are not in a child process: its first run fails, the next one does without.
TEST(OpenClPrograms, ChildProcessesUseTheProcessor) {
  const auto device = OpenDevice({TargetType::kOpenCL, 0});
  if (!device.ok()) GTEST_SKIP() << device.status().message();
  const auto model = MakeChain();
  ASSERT_TRUE(model.ok()) << model.status().ToString();
  auto executable = Executable::Create(*model, {});
  ASSERT_TRUE(executable.ok()) << executable.status().ToString();
  ASSERT_TRUE(RunChain(executable->get(), 2, 0).ok());
  const pid_t child = fork();
  ASSERT_GE(child, 0);
  if (child == 0) {
    alarm(30);  // a call that waits for the driver
    const Status first = RunChain(executable->get(), 2, 1);
    const bool reported = first.message().find("was forked") != std::string::npos;
    const bool right = RunChain(executable->get(), 2, 2).ok();
    executable->reset();
    _exit(reported && right ? 0 : 1);
  }
  int status = -1;
  ASSERT_EQ(waitpid(child, &status, 0), child);
  EXPECT_EQ(status, 0);
  EXPECT_TRUE(RunChain(executable->get(), 2, 3).ok());
}

}  // namespace opencl_test
}  // namespace paddle::lite::test
