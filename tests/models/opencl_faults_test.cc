// What goes wrong with OpenCL devices: each test runs a process of its own with a library that lets
// something fail (opencl_library/library.cc).
#include <dlfcn.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include "lite/api/paddle_api.h"
#include "lite/backends/opencl/device.h"
#include "lite/base/strings.h"
#include "lite/core/device.h"
#include "lite/mir/text.h"
#include "lite/model/paddle_pb/paddle_pb.h"
#include "tests/models/opencl_chain.h"
#include "tests/models/opencl_library/counts.h"
#include "tests/support/subprocess.h"
#include "tests/support/zoo.h"

namespace paddle::lite::test {
namespace opencl_faults_test {

using ::testing::AllOf;
using ::testing::ContainsRegex;
using ::testing::HasSubstr;
using ::testing::Not;

// The process. Prints the result of each run, the operators on the device, and at the end the
// objects of the driver that exist.
TEST(OpenClFaultsProcess, DISABLED_RunThreeTimes) {
  const auto model = MakeChain();
  ASSERT_TRUE(model.ok()) << model.status().ToString();
  auto executable = Executable::Create(*model, {});
  ASSERT_TRUE(executable.ok()) << executable.status().ToString();
  for (const int64_t batch : {2, 3, 2}) {
    const Status status = RunChain(executable->get(), batch, 0);
    std::printf("batch %d: %s, %d on the device\n", static_cast<int>(batch),
                status.ToString().c_str(), (*executable)->KernelCounts()[TargetType::kOpenCL]);
  }
  executable->reset();
  void* const library = dlopen(std::getenv("LITE_OPENCL_LIBRARY"), RTLD_NOW | RTLD_NOLOAD);
  ASSERT_NE(library, nullptr);
  const auto counts_of = reinterpret_cast<OpenClCounts* (*)()>(dlsym(library, kOpenClCounts));
  ASSERT_NE(counts_of, nullptr);
  const OpenClCounts& counts = *counts_of();
  std::printf("blocks %d, functions %d, events %d, queues %d\n", static_cast<int>(counts.blocks),
              static_cast<int>(counts.functions), static_cast<int>(counts.events),
              static_cast<int>(counts.queues));
  if (auto device = OpenDevice({TargetType::kOpenCL, 0}); device.ok()) {
    const opencl::LiveObjects live = static_cast<opencl::ClDevice*>(device->get())->live();
    EXPECT_EQ(live.blocks + live.functions + live.events + live.queues, 0);
  }
}

// The same for copies as of weights: where the device shares the host's memory, they are made in a
// mapped block.
TEST(OpenClFaultsProcess, DISABLED_CopyABlock) {
  const auto device = OpenDevice({TargetType::kOpenCL, 0});
  ASSERT_TRUE(device.ok()) << device.status().message();
  void* const library = dlopen(std::getenv("LITE_OPENCL_LIBRARY"), RTLD_NOW | RTLD_NOLOAD);
  const OpenClCounts& counts =
      *reinterpret_cast<OpenClCounts* (*)()>(dlsym(library, kOpenClCounts))();
  const float numbers[5] = {1, 2, 3, 4, 5};
  float found[5] = {};
  void* const block = (*device)->Allocate(MemoryDesc::Of((*device)->id(), 64));
  ASSERT_NE(block, nullptr);
  Status status = (*device)->CopyFromHost(block, 8, numbers, sizeof(numbers));
  if (status.ok()) status = (*device)->CopyToHost(found, block, 8, sizeof(found));
  std::printf("%s, %s, uploads %d, downloads %d, maps %d, mapped %d, events %d\n",
              status.ToString().c_str(),
              std::equal(numbers, numbers + 5, found) ? "right" : "wrong",
              static_cast<int>(counts.uploads), static_cast<int>(counts.downloads),
              static_cast<int>(counts.maps), static_cast<int>(counts.mapped),
              static_cast<int>(counts.events));
  (*device)->Free(block);
}

// A predictor that optimises the program, for images where the device has them. Prints the
// functions that a run queued.
TEST(OpenClFaultsProcess, DISABLED_OptimiseForTheDevice) {
  const auto model = mir::ParseModel(R"(
      const %f: float[48,3,3,3] = random(1, -0.2, 0.2)
      const %g: float[3,48,3,3] = random(2, -0.04, 0.04)
      input %x: float[1,3,96,96]
      conv2d(Input=%x, Filter=%f) -> (Output=%a) {paddings=[1, 1]}
      relu(X=%a) -> (Out=%b)
      conv2d(Input=%b, Filter=%g) -> (Output=%y) {paddings=[1, 1]}
      output %y)");
  ASSERT_TRUE(model.ok()) << model.status().ToString();
  const auto program = model::EncodePaddleProgram(model->program);
  const auto params = model::EncodePaddleParams(*model);
  ASSERT_TRUE(program.ok() && params.ok());
  const auto run = [&](const std::vector<Place>& places, std::vector<float>* found) {
    lite_api::CxxConfig config;
    config.set_model_buffer(program->data(), program->size(), params->data(), params->size());
    config.set_valid_places(places);
    const auto predictor = lite_api::CreatePaddlePredictor(config);
    const auto x = predictor->GetInput(0);
    x->Resize({1, 3, 96, 96});
    float* const numbers = x->mutable_data<float>();
    for (int i = 0; i < 3 * 96 * 96; ++i) numbers[i] = static_cast<float>(i % 23 - 11);
    predictor->Run();
    const auto y = predictor->GetOutput(0);
    found->assign(y->data<float>(), y->data<float>() + 3 * 96 * 96);
  };
  std::vector<float> expected, found;
  run({Place(TargetType::kHost)}, &expected);
  run({Place(TargetType::kOpenCL, PrecisionType::kFP16, DataLayoutType::kImageDefault),
       Place(TargetType::kOpenCL), Place(TargetType::kHost)},
      &found);
  EXPECT_LT(Compare(found, expected).rel_l2, 1e-5);
  void* const library = dlopen(std::getenv("LITE_OPENCL_LIBRARY"), RTLD_NOW | RTLD_NOLOAD);
  const OpenClCounts& counts =
      *reinterpret_cast<OpenClCounts* (*)()>(dlsym(library, kOpenClCounts))();
  std::printf("launches %d\n", static_cast<int>(counts.launches));
}

class OpenClFaults : public testing::Test {
 protected:
  void SetUp() override {
    const auto device = OpenDevice({TargetType::kOpenCL, 0});
    if (!device.ok()) GTEST_SKIP() << device.status().message();
  }

  static ProgramResult RunWith(const std::string& fault,
                               const std::string& process = "RunThreeTimes") {
    char self[4096] = {};
    EXPECT_GT(readlink("/proc/self/exe", self, sizeof(self) - 1), 0);
    // The process runs one test, whatever share of the suite this one has.
    ProgramResult result =
        RunProgram({"/usr/bin/env", "-u", "GTEST_TOTAL_SHARDS", "-u", "GTEST_SHARD_INDEX",
                    StrCat("LITE_OPENCL_LIBRARY=", LITE_OPENCL_TEST_LIBRARY),
                    StrCat("LITE_OPENCL_FAULT=", fault), "LITE_OPENCL_TIMEOUT=1", self,
                    "--gtest_also_run_disabled_tests",
                    StrCat("--gtest_filter=OpenClFaultsProcess.DISABLED_", process)});
    EXPECT_EQ(result.exit_code, 0) << result.out << result.err;
    return result;
  }
};

int CountOf(const std::string& part, const std::string& text) {
  int count = 0;
  for (size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++count;
  return count;
}

constexpr char kAllOnDevice[] =
    "batch 2: OK, 6 on the device\nbatch 3: OK, 6 on the device\nbatch 2: OK, 6 on the device\n";
constexpr char kNoneOnDevice[] =
    "batch 2: OK, 0 on the device\nbatch 3: OK, 0 on the device\nbatch 2: OK, 0 on the device\n";
// The queue of blocking copies belongs to the device, which stays open.
constexpr char kNoObjects[] = "blocks 0, functions 0, events 0, queues 1\n";

TEST_F(OpenClFaults, NoFault) {
  const auto found = RunWith("none");
  EXPECT_THAT(found.out, AllOf(HasSubstr(kAllOnDevice), HasSubstr(kNoObjects)));
  EXPECT_EQ(found.err, "");
}

TEST_F(OpenClFaults, MemoryIsSharedOrNot) {
  if (*opencl::Property(0, "shared_memory") == "1") {
    EXPECT_THAT(RunWith("none", "CopyABlock").out,
                HasSubstr("OK, right, uploads 0, downloads 0, maps 2, mapped 0, events 0\n"));
    EXPECT_THAT(RunWith("map", "CopyABlock").out,
                HasSubstr("clEnqueueMapBuffer failed: CL_MAP_FAILURE (-12)"));
  }
  EXPECT_THAT(RunWith("discrete", "CopyABlock").out,
              HasSubstr("OK, right, uploads 1, downloads 1, maps 0, mapped 0, events 0\n"));
}

TEST_F(OpenClFaults, DriverIsTooOld) {
  const auto found = RunWith("version");
  EXPECT_THAT(found.out, HasSubstr(kNoneOnDevice));
  EXPECT_THAT(found.err, HasSubstr("(OpenCL 1.1 of a test, expected 1.2)"));
}

TEST_F(OpenClFaults, PlatformsHaveNoDevices) {
  const auto found = RunWith("nodevices");
  EXPECT_THAT(found.out, AllOf(HasSubstr(kNoneOnDevice),
                               HasSubstr("blocks 0, functions 0, events 0, queues 0\n")));
  EXPECT_THAT(found.err,
              ContainsRegex("the OpenCL drivers \\([0-9]+ platforms\\) offer no device"));
}

TEST_F(OpenClFaults, ImagesAreTooLargeForTheDevice) {
  const auto found = RunWith("side=64");
  EXPECT_THAT(found.out, HasSubstr("batch 2: OK, 6 on the device\nbatch 3: OK, 0 on the device\n"
                                   "batch 2: OK, 6 on the device\n"));
  EXPECT_THAT(found.out, HasSubstr(kNoObjects));
  EXPECT_EQ(CountOf("the device's images have at most", found.err), 1) << found.err;
}

// The values between the convolutions are 1152 texels wide, input and output 96.
TEST_F(OpenClFaults, ProgramsAreOptimisedForTheDevicesImages) {
  // In images, with a change of layout at each end.
  const auto large = RunWith("side=1152", "OptimiseForTheDevice");
  EXPECT_THAT(large.out, HasSubstr("launches 4\n"));
  EXPECT_EQ(large.err, "");
  // In buffers.
  for (const char* side : {"side=1151", "side=0"}) {
    const auto small = RunWith(side, "OptimiseForTheDevice");
    EXPECT_THAT(small.out, HasSubstr("launches 2\n")) << side;
    EXPECT_EQ(small.err, "") << side;
  }
}

TEST_F(OpenClFaults, ProgramsDoNotCompile) {
  const auto found = RunWith("build");
  EXPECT_THAT(found.out, AllOf(HasSubstr(kNoneOnDevice), HasSubstr(kNoObjects)));
  EXPECT_THAT(found.err, HasSubstr("layout.cl does not compile on"));
  EXPECT_EQ(CountOf("line 7: the compiler of a test", found.err), 1) << found.err;
}

TEST_F(OpenClFaults, DeviceHasNoMemory) {
  const auto found = RunWith("blocks=1");
  EXPECT_THAT(found.out, AllOf(HasSubstr(kNoneOnDevice), HasSubstr(kNoObjects)));
  EXPECT_EQ(CountOf("cannot allocate", found.err), 1) << found.err;
}

TEST_F(OpenClFaults, LaunchFails) {
  const auto found = RunWith("launch=3");
  EXPECT_THAT(found.out, HasSubstr("failed: CL_OUT_OF_RESOURCES (-5)"));
  EXPECT_THAT(found.out, HasSubstr("batch 3: OK, 6 on the device\nbatch 2: OK, 6 on the device\n"));
  EXPECT_THAT(found.out, HasSubstr(kNoObjects));
}

TEST_F(OpenClFaults, WorkFailsInTheQueue) {
  const auto found = RunWith("work=3");
  EXPECT_EQ(CountOf("work in the OpenCL queue failed: CL_OUT_OF_RESOURCES (-5)", found.out), 3)
      << found.out;
  EXPECT_THAT(found.out, HasSubstr(kNoObjects));
}

TEST_F(OpenClFaults, DeviceIsLost) {
  const auto found = RunWith("lost=3");
  EXPECT_THAT(found.out, HasSubstr("failed: CL_DEVICE_NOT_AVAILABLE (-2)"));
  EXPECT_THAT(found.out, HasSubstr("batch 3: OK, 0 on the device\nbatch 2: OK, 0 on the device\n"));
  EXPECT_THAT(found.out, HasSubstr(kNoObjects));
  EXPECT_EQ(CountOf("opencl:0 was lost and is not used any more", found.err), 1) << found.err;
}

TEST_F(OpenClFaults, DeviceDoesNotAnswer) {
  const auto found = RunWith("silence=2");
  EXPECT_THAT(found.out, HasSubstr("opencl:0 did not answer within 1 s (LITE_OPENCL_TIMEOUT)"));
  EXPECT_THAT(found.out, HasSubstr("batch 3: OK, 0 on the device\nbatch 2: OK, 0 on the device\n"));
  EXPECT_EQ(CountOf("did not answer", found.err), 1) << found.err;
}

}  // namespace opencl_faults_test
}  // namespace paddle::lite::test
