// What goes wrong while programs run on CUDA devices, and several programs and devices.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "lite/backends/cuda/device.h"
#include "lite/mir/text.h"
#include "lite/runtime/executable.h"
#ifdef LITE_CUDA_EMULATION
#include "tests/cuda/emulation.h"
#endif

namespace paddle::lite::cuda {
namespace {

using ::testing::HasSubstr;

constexpr int kWidth = 32;
// Operators on the device: two copies, a product and two elementwise ones.
constexpr int kOnDevice = 5;

Result<model::Model> MakeProgram() {
  LITE_ASSIGN_OR_RETURN(model::Model model, mir::ParseModel(R"(
      input %x: float[-1,32]
      io_copy(Input=%x) -> (Out=%a)
      relu(X=%a) -> (Out=%b)
      matmul_v2(X=%b, Y=%b) -> (Out=%c) {trans_x=false, trans_y=true}
      scale(X=%c) -> (Out=%d) {scale=0.5}
      io_copy(Input=%d) -> (Out=%y)
      output %y)"));
  const char* const kernels[] = {"io_copy/host_to_device/3/4/2", "relu/def/3/1/1",
                                 "matmul_v2/def/3/1/1", "scale/def/3/1/1",
                                 "io_copy/device_to_host/3/4/2"};
  size_t next = 0;
  for (model::OpDesc& op : model.program.blocks[0].ops) {
    if (op.type == "feed" || op.type == "fetch") continue;
    op.attrs[model::kKernelTypeAttr] = std::string(kernels[next++]);
  }
  return model;
}

// Runs it with small integers that depend on `seed`, for which the result is exact.
Status RunProgram(Executable* executable, int64_t rows, int64_t seed) {
  Tensor* x = executable->input(0);
  x->Resize(DDim{rows, kWidth});
  LITE_RETURN_IF_ERROR(x->Allocate(PrecisionType::kFloat));
  for (int64_t i = 0; i < x->numel(); ++i) {
    x->mutable_data<float>()[i] = static_cast<float>((i + seed) % 7 - 3);
  }
  const std::vector<float> given(x->data<float>(), x->data<float>() + x->numel());
  LITE_RETURN_IF_ERROR(executable->Run());
  const float* const y = executable->output(0)->data<float>();
  for (int64_t i = 0; i < rows * rows; ++i) {
    float sum = 0;
    for (int64_t k = 0; k < kWidth; ++k) {
      sum += std::max(given[static_cast<size_t>(i / rows * kWidth + k)], 0.0f) *
             std::max(given[static_cast<size_t>(i % rows * kWidth + k)], 0.0f);
    }
    if (y[i] != sum / 2) return Internal("element ", i, " is ", y[i], ", expected ", sum / 2);
  }
  return OkStatus();
}

class CudaFaultsTest : public ::testing::Test {
 protected:
  void SetUp() override {
    auto opened = OpenDevice({TargetType::kCUDA, 0});
    if (!opened.ok()) GTEST_SKIP() << opened.status().message();
    device_ = *opened;
    auto model = MakeProgram();
    ASSERT_TRUE(model.ok()) << model.status().ToString();
    model_ = *std::move(model);
  }
  void TearDown() override {
#ifdef LITE_CUDA_EMULATION
    emulation::LoseDevices(false);
    emulation::SetMemory(SIZE_MAX);
    emulation::SetDevices(0, 1);
#endif
    if (device_ != nullptr) ExpectNoObjects(*device_);
  }
  static void ExpectNoObjects(const Device& device) {
    const LiveObjects live = static_cast<const CudaDevice&>(device).live();
    EXPECT_EQ(live.blocks, 0);
    EXPECT_EQ(live.contexts, 0);
    EXPECT_EQ(live.events, 0);
  }
  std::unique_ptr<Executable> Load(int device = 0) {
    ExecutableOptions options;
    options.device_id = device;
    auto executable = Executable::Create(model_, options);
    EXPECT_TRUE(executable.ok()) << executable.status().ToString();
    return executable.ok() ? *std::move(executable) : nullptr;
  }
  static int OnDevice(Executable* executable) {
    return executable->KernelCounts()[TargetType::kCUDA];
  }

  std::shared_ptr<Device> device_;
  model::Model model_;
};

// Two programs in two threads share the device, and have streams of their own.
TEST_F(CudaFaultsTest, ProgramsRunInThreads) {
  std::unique_ptr<Executable> first = Load(), second = Load();
  ASSERT_NE(first, nullptr);
  ASSERT_NE(second, nullptr);
  const auto work = [](Executable* executable, Status* status) {
    for (int64_t i = 0; i < 30 && status->ok(); ++i) {
      *status = RunProgram(executable, 3 + i % 3 * 8, i);
    }
  };
  Status found[2];
  std::thread other(work, second.get(), &found[1]);
  work(first.get(), &found[0]);
  other.join();
  EXPECT_TRUE(found[0].ok()) << found[0].ToString();
  EXPECT_TRUE(found[1].ok()) << found[1].ToString();
  EXPECT_EQ(OnDevice(first.get()), kOnDevice);
}

// The driver does not work in a child process, which runs without it.
TEST_F(CudaFaultsTest, ChildProcessesUseTheProcessor) {
  std::unique_ptr<Executable> executable = Load();
  ASSERT_NE(executable, nullptr);
  ASSERT_TRUE(RunProgram(executable.get(), 4, 0).ok());
  const pid_t child = fork();
  ASSERT_GE(child, 0);
  if (child == 0) {
    alarm(30);  // a call that waits for the driver
    const Status first = RunProgram(executable.get(), 4, 1);
    const bool reported = first.message().find("was forked") != std::string::npos;
    const bool right = RunProgram(executable.get(), 4, 2).ok() && OnDevice(executable.get()) == 0;
    executable.reset();
    _exit(reported && right ? 0 : 1);
  }
  int status = -1;
  ASSERT_EQ(waitpid(child, &status, 0), child);
  EXPECT_EQ(status, 0);
  EXPECT_TRUE(RunProgram(executable.get(), 4, 3).ok());
  EXPECT_EQ(OnDevice(executable.get()), kOnDevice);
}

#ifdef LITE_CUDA_EMULATION

int CountOf(const std::string& part, const std::string& text) {
  int count = 0;
  for (size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++count;
  return count;
}

// A kernel that reads beyond its memory ends the use of the device in the process: every call fails
// from then on.
TEST_F(CudaFaultsTest, DeviceIsLost) {
  std::unique_ptr<Executable> executable = Load();
  ASSERT_NE(executable, nullptr);
  ASSERT_TRUE(RunProgram(executable.get(), 4, 0).ok());
  ::testing::internal::CaptureStderr();
  emulation::LoseDevices(true);
  EXPECT_THAT(RunProgram(executable.get(), 4, 1).message(), HasSubstr("719"));
  for (const int64_t rows : {4, 5, 4}) {
    const Status status = RunProgram(executable.get(), rows, 2);
    EXPECT_TRUE(status.ok()) << status.ToString();
    EXPECT_EQ(OnDevice(executable.get()), 0);
  }
  const std::string log = ::testing::internal::GetCapturedStderr();
  EXPECT_EQ(CountOf("cannot run the program for these shapes", log), 1) << log;
}

// A stream that never ends its work: the wait ends, and so do later runs and what frees memory. In
// a process of its own, because the device is not used any more.
TEST_F(CudaFaultsTest, DeviceDoesNotAnswer) {
  const pid_t child = fork();
  ASSERT_GE(child, 0);
  if (child == 0) {
    alarm(60);
    setenv("LITE_CUDA_TIMEOUT", "1", 1);
    emulation::SetDevices(0, 2);
    const auto silent = OpenDevice({TargetType::kCUDA, 1});
    std::unique_ptr<Executable> executable = Load(1);
    bool right = silent.ok() && RunProgram(executable.get(), 4, 0).ok() &&
                 OnDevice(executable.get()) == kOnDevice;
    emulation::Silence(true);
    const auto begin = std::chrono::steady_clock::now();
    const Status first = RunProgram(executable.get(), 4, 1);
    const auto waited = std::chrono::steady_clock::now() - begin;
    right = right && waited >= std::chrono::seconds(1) && waited < std::chrono::seconds(20);
    right = right && first.message().find("cuda:1 did not answer within 1 s (LITE_CUDA_TIMEOUT)") !=
                         std::string::npos;
    const int calls = emulation::calls();
    for (const int64_t rows : {4, 5}) {
      right =
          right && RunProgram(executable.get(), rows, 2).ok() && OnDevice(executable.get()) == 0;
    }
    executable.reset();
    float value = 0;
    right = right && !(*silent)->CopyFromHost(&value, 0, &value, sizeof(value)).ok();
    right = right && emulation::calls() == calls;
    if (!right) std::fprintf(stderr, "the first run: %s\n", first.ToString().c_str());
    _exit(right ? 0 : 1);
  }
  int status = -1;
  ASSERT_EQ(waitpid(child, &status, 0), child);
  EXPECT_EQ(status, 0);
}

TEST_F(CudaFaultsTest, DeviceHasNoMemory) {
  std::unique_ptr<Executable> executable = Load();
  ASSERT_NE(executable, nullptr);
  ::testing::internal::CaptureStderr();
  emulation::SetMemory(4096);
  ASSERT_TRUE(RunProgram(executable.get(), 4, 0).ok());
  EXPECT_EQ(OnDevice(executable.get()), kOnDevice);
  for (const int64_t rows : {64, 96}) {
    const Status status = RunProgram(executable.get(), rows, 1);
    EXPECT_TRUE(status.ok()) << status.ToString();
    EXPECT_EQ(OnDevice(executable.get()), 0);
  }
  // Smaller shapes fit.
  ASSERT_TRUE(RunProgram(executable.get(), 4, 2).ok());
  EXPECT_EQ(OnDevice(executable.get()), kOnDevice);
  const std::string log = ::testing::internal::GetCapturedStderr();
  EXPECT_EQ(CountOf("cannot allocate", log), 1) << log;
}

// Memory, streams and the thread's device are those of the program.
TEST_F(CudaFaultsTest, ProgramsRunOnSeveralDevices) {
  emulation::SetDevices(0, 3);
  const auto other = OpenDevice({TargetType::kCUDA, 2});
  ASSERT_TRUE(other.ok()) << other.status().ToString();
  std::unique_ptr<Executable> first = Load(), last = Load(2);
  ASSERT_NE(first, nullptr);
  ASSERT_NE(last, nullptr);
  for (int64_t i = 0; i < 6; ++i) {
    for (Executable* executable : {first.get(), last.get()}) {
      const Status status = RunProgram(executable, 3 + i % 2 * 6, i);
      EXPECT_TRUE(status.ok()) << status.ToString();
      EXPECT_EQ(OnDevice(executable), kOnDevice);
    }
  }
  EXPECT_GT(static_cast<CudaDevice*>(other->get())->live().blocks, 0);
  last.reset();
  ExpectNoObjects(**other);
}

#endif

}  // namespace
}  // namespace paddle::lite::cuda
