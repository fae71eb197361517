// Programs that run on the host and on test devices at the same time.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstring>
#include <thread>

#include "lite/core/image_layout.h"
#include "lite/runtime/executable.h"
#include "lite/runtime/kernel_choice.h"
#include "lite/runtime/profile_observer.h"
#include "lite/runtime/trace_observer.h"
#include "tests/support/partition.h"
#include "tests/support/test_device.h"
#include "tests/support/tiny_models.h"
#include "tests/support/zoo.h"

namespace paddle::lite::test {
namespace {

using ::testing::AnyOf;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

constexpr TargetType kDevice = TargetType::kMLU;
constexpr TargetType kOther = TargetType::kNPU;

std::shared_ptr<TestDevice> MakeDevice(TestDeviceOptions options = {}) {
  return std::make_shared<TestDevice>(options);
}

using Outputs = std::vector<std::vector<char>>;

Status SetInput(Executable* executable, const std::vector<int64_t>& shape) {
  Tensor* input = executable->input(0);
  input->Resize(shape);
  LITE_RETURN_IF_ERROR(input->Allocate(PrecisionType::kFloat));
  const std::vector<float> values =
      FormulaFloats("input", static_cast<size_t>(input->numel()), 1, 0);
  std::copy(values.begin(), values.end(), input->mutable_data<float>());
  return OkStatus();
}

Result<Outputs> RunIt(Executable* executable, const std::vector<int64_t>& shape) {
  LITE_RETURN_IF_ERROR(SetInput(executable, shape));
  LITE_RETURN_IF_ERROR(executable->Run());
  Outputs outputs;
  for (size_t i = 0; i < executable->output_names().size(); ++i) {
    const Tensor& tensor = *executable->output(i);
    const char* data = tensor.data<char>();
    if (data == nullptr) return Internal("the host cannot read an output");
    outputs.emplace_back(data, data + tensor.memory_size());
  }
  return outputs;
}

ExecutableOptions HostOnly() {
  ExecutableOptions options;
  options.targets = {TargetType::kHost};
  return options;
}

Result<Outputs> OnHost(const model::Model& model, const std::vector<int64_t>& shape) {
  LITE_ASSIGN_OR_RETURN(const auto executable, Executable::Create(model, HostOnly()));
  return RunIt(executable.get(), shape);
}

const std::vector<int64_t> kImage{1, 3, 8, 8};

class QueuesTest : public testing::Test {
 protected:
  void Place(uint64_t seed, double share, const TestDeviceOptions& options = {},
             RaceChecker* races = nullptr, bool leave_devices = false) {
    device_ = MakeDevice(options);
    const auto model = Partition(TinyConvNet(), {kDevice}, seed, share);
    ASSERT_TRUE(model.ok()) << model.status().ToString();
    ExecutableOptions run = OptionsFor({device_}, races);
    run.leave_devices = leave_devices;
    run.streams = streams_;
    auto executable = Executable::Create(*model, run);
    ASSERT_TRUE(executable.ok()) << executable.status().ToString();
    executable_ = *std::move(executable);
  }
  void ExpectHostsBits(const std::vector<int64_t>& shape = kImage) {
    const auto expected = OnHost(TinyConvNet(), shape);
    ASSERT_TRUE(expected.ok()) << expected.status().ToString();
    const auto found = RunIt(executable_.get(), shape);
    ASSERT_TRUE(found.ok()) << found.status().ToString();
    EXPECT_EQ(*found, *expected);
  }

  int streams_ = 1;
  std::shared_ptr<TestDevice> device_;
  std::unique_ptr<Executable> executable_;
};

TEST_F(QueuesTest, AWholeProgramRunsOnADevice) {
  Place(1, 1.0);
  ExpectHostsBits();
  EXPECT_EQ(executable_->KernelCounts()[TargetType::kHost], 0);
  EXPECT_GT(device_->operations()["conv2d"], 0);
  // Only the copy at the end is waited for.
  int waits = 0;
  for (const std::string& line : executable_->QueueReport()) {
    waits += line.find("waits for") != std::string::npos;
  }
  EXPECT_EQ(waits, 1) << testing::PrintToString(executable_->QueueReport());
}

TEST_F(QueuesTest, RandomPartitionsHaveTheHostsBits) {
  for (uint64_t seed = 1; seed <= 20; ++seed) {
    SCOPED_TRACE(seed);
    TestDeviceOptions options;
    options.seed = seed;
    options.lazy = seed % 2 == 0;
    options.queue_waits = seed % 5 != 0;
    streams_ = seed % 3 == 0 ? 1 : 3;
    Place(seed, seed % 4 == 0 ? 1.0 : 0.5, options);
    ExpectHostsBits();
    ExpectHostsBits({2, 3, 8, 8});
    executable_->ReleaseMemory();
    ExpectHostsBits();
  }
}

TEST_F(QueuesTest, TheHostCannotReadADevicesMemory) {
  Place(1, 1.0);
  ExpectHostsBits();
  int on_device = 0;
  for (const std::string& name : executable_->variable_names()) {
    const auto tensor = executable_->FindTensor(name);
    ASSERT_TRUE(tensor.ok());
    if ((*tensor)->target() != kDevice) continue;
    ++on_device;
    EXPECT_EQ((*tensor)->raw_data(), nullptr) << name;
    EXPECT_NE((*tensor)->handle(), nullptr) << name;
    Tensor copy;
    EXPECT_EQ(copy.CopyFrom(**tensor).code(), StatusCode::kUnsupported);
  }
  EXPECT_GT(on_device, 5);
}

TEST_F(QueuesTest, ParametersAreUploadedOnceForAllClones) {
  Place(1, 1.0);
  ExpectHostsBits();
  const int uploads = device_->operations()["copy from the host"];
  ExpectHostsBits();
  ExpectHostsBits({3, 3, 8, 8});
  EXPECT_EQ(device_->operations()["copy from the host"], uploads + 2);  // the input of each run
  const auto expected = OnHost(TinyConvNet(), kImage);
  ASSERT_TRUE(expected.ok());
  std::vector<std::thread> threads;
  std::vector<Result<Outputs>> found(4, Internal("did not run"));
  std::vector<std::unique_ptr<Executable>> clones;
  for (size_t i = 0; i < found.size(); ++i) {
    auto clone = executable_->Clone();
    ASSERT_TRUE(clone.ok());
    clones.push_back(*std::move(clone));
  }
  for (size_t i = 0; i < found.size(); ++i) {
    threads.emplace_back([&, i] {
      for (int run = 0; run < 3; ++run) found[i] = RunIt(clones[i].get(), kImage);
    });
  }
  for (std::thread& thread : threads) thread.join();
  for (const auto& outputs : found) {
    ASSERT_TRUE(outputs.ok()) << outputs.status().ToString();
    EXPECT_EQ(*outputs, *expected);
  }
  EXPECT_EQ(device_->operations()["copy from the host"], uploads + 2 + 12);
}

TEST_F(QueuesTest, AClonesOwnParametersAreItsOwnOnTheDevice) {
  Place(1, 1.0);
  ExpectHostsBits();
  const std::string name = executable_->param_names().front();
  auto clone = executable_->Clone({name});
  ASSERT_TRUE(clone.ok()) << clone.status().ToString();
  const auto parameter = (*clone)->FindTensor(name);
  ASSERT_TRUE(parameter.ok());
  std::memset((*parameter)->mutable_raw_data(), 0, (*parameter)->memory_size());
  const auto expected = OnHost(TinyConvNet(), kImage);
  const auto found = RunIt(clone->get(), kImage);
  ASSERT_TRUE(found.ok()) << found.status().ToString();
  EXPECT_NE(*found, *expected);
  ExpectHostsBits();
}

TEST_F(QueuesTest, CallersShareTheirQueues) {
  Place(3, 1.0);
  const auto expected = RunIt(executable_.get(), kImage);
  ASSERT_TRUE(expected.ok()) << expected.status().ToString();
  TestStream stream;
  ASSERT_TRUE(executable_->SetStream(kDevice, &stream).ok());
  ASSERT_TRUE(executable_->SetStream(TargetType::kHost, &stream).ok());
  EXPECT_EQ(*RunIt(executable_.get(), kImage), *expected);
  const int of_a_run = stream.operations;
  EXPECT_GT(of_a_run, 0);
  // A context after a failure uses it as well.
  device_->FailAt(0);
  EXPECT_FALSE(RunIt(executable_.get(), kImage).ok());
  device_->FailAt(-1);
  stream.operations = 0;
  EXPECT_EQ(*RunIt(executable_.get(), kImage), *expected);
  EXPECT_EQ(stream.operations, of_a_run);
  ASSERT_TRUE(executable_->SetStream(kDevice, nullptr).ok());
  EXPECT_EQ(*RunIt(executable_.get(), kImage), *expected);
  EXPECT_EQ(stream.operations, of_a_run);
  EXPECT_FALSE(executable_->SetStream(kOther, &stream).ok());
  // All work, however many streams there could be.
  streams_ = 3;
  Place(3, 1.0);
  EXPECT_EQ(*RunIt(executable_.get(), kImage), *expected);
  ASSERT_TRUE(executable_->SetStream(kDevice, &stream).ok());
  stream.operations = 0;
  EXPECT_EQ(*RunIt(executable_.get(), kImage), *expected);
  EXPECT_EQ(*RunIt(executable_.get(), kImage), *expected);
  EXPECT_EQ(stream.operations, 2 * of_a_run);
}

TEST_F(QueuesTest, EverythingIsFreed) {
  Place(3, 0.7);
  ExpectHostsBits();
  EXPECT_GT(device_->blocks(), 0u);
  executable_.reset();
  EXPECT_EQ(device_->blocks(), 0u);
}

TEST_F(QueuesTest, EveryWaitIsNeeded) {
  int waits = 0;
  for (uint64_t seed = 1; seed <= 12; ++seed) {
    streams_ = seed % 2 == 0 ? 1 : 2;
    TestDeviceOptions options;
    options.lazy = true;
    options.races = std::make_shared<RaceChecker>();
    Place(seed, 0.5, options, options.races.get());
    ExpectHostsBits();
    EXPECT_THAT(options.races->races(), IsEmpty()) << "seed " << seed;
    const int first = device_->waits();
    ExpectHostsBits();
    const int per_run = device_->waits() - first;
    for (int lost = 0; lost < per_run; ++lost) {
      // The wait at the end protects what the caller reads, which the checker does not see.
      const bool at_end = lost == per_run - 1;
      options.races = std::make_shared<RaceChecker>();
      Place(seed, 0.5, options, options.races.get());
      ExpectHostsBits();
      device_->LoseWait(lost);
      const auto found = RunIt(executable_.get(), {2, 3, 8, 8});
      device_->LoseWait(-1);
      const bool same = found.ok() && *found == *OnHost(TinyConvNet(), {2, 3, 8, 8});
      EXPECT_TRUE(!options.races->races().empty() || (at_end && !same))
          << "seed " << seed << ", wait " << lost << " of " << per_run << ": "
          << testing::PrintToString(executable_->QueueReport());
      ++waits;
    }
  }
  RecordProperty("waits", waits);
  EXPECT_GT(waits, 12);
}

TEST_F(QueuesTest, TwoDevicesExchangeValues) {
  for (const bool queue_waits : {true, false}) {
    for (uint64_t seed = 1; seed <= 12; ++seed) {
      SCOPED_TRACE(StrCat(queue_waits, " ", seed));
      TestDeviceOptions options;
      options.seed = seed;
      options.lazy = seed % 2 == 0;
      options.queue_waits = queue_waits;
      options.races = std::make_shared<RaceChecker>();
      TestDeviceOptions other = options;
      other.id = {kOther, 3};
      const std::vector<std::shared_ptr<TestDevice>> devices{MakeDevice(options),
                                                             MakeDevice(other)};
      const auto model = Partition(TinyConvNet(), {kDevice, kOther}, seed, 0.8);
      ASSERT_TRUE(model.ok()) << model.status().ToString();
      ExecutableOptions run = OptionsFor(devices, options.races.get());
      run.device_ids = {{kOther, 3}};
      auto executable = Executable::Create(*model, run);
      ASSERT_TRUE(executable.ok()) << executable.status().ToString();
      executable_ = *std::move(executable);
      ExpectHostsBits();
      ExpectHostsBits({2, 3, 8, 8});
      EXPECT_THAT(options.races->races(), IsEmpty());
      executable_.reset();
    }
  }
}

TEST_F(QueuesTest, EveryCallMayFailOnce) {
  const auto expected = OnHost(TinyConvNet(), kImage);
  ASSERT_TRUE(expected.ok());
  int failures = 0;
  for (int call = 0;; ++call) {
    SCOPED_TRACE(call);
    Place(5, 0.6);
    device_->FailAt(call);
    const int before = device_->calls();
    const auto first = RunIt(executable_.get(), kImage);
    const bool reached = device_->calls() - before > call;
    device_->FailAt(-1);
    if (reached) {
      // A Finish after a failure, or one whose failure cannot matter, may also be the call.
      if (!first.ok()) {
        ++failures;
        EXPECT_THAT(first.status().message(), AnyOf(HasSubstr("injected"), HasSubstr("allocate")));
      }
    } else {
      EXPECT_TRUE(first.ok()) << first.status().ToString();
    }
    const auto second = RunIt(executable_.get(), kImage);
    ASSERT_TRUE(second.ok()) << second.status().ToString();
    EXPECT_EQ(*second, *expected);
    executable_.reset();
    EXPECT_EQ(device_->blocks(), 0u);
    if (!reached) break;
  }
  RecordProperty("failures", failures);
  EXPECT_GT(failures, 40);
}

// The host runs the program if a call fails while the plan is made; what fails in a run is an
// error.
TEST_F(QueuesTest, EveryCallMayFailOnceAndTheHostIsThere) {
  const auto expected = OnHost(TinyConvNet(), kImage);
  ASSERT_TRUE(expected.ok());
  int on_host = 0, failures = 0;
  for (int call = 0;; ++call) {
    SCOPED_TRACE(call);
    Place(5, 0.6, {}, nullptr, true);
    device_->FailAt(call);
    const int before = device_->calls();
    const auto first = RunIt(executable_.get(), kImage);
    const bool reached = device_->calls() - before > call;
    device_->FailAt(-1);
    on_host += executable_->KernelCounts()[kDevice] == 0;
    failures += !first.ok();
    if (first.ok()) {
      EXPECT_EQ(*first, *expected);
    }
    for (const std::vector<int64_t>& shape : {kImage, std::vector<int64_t>{2, 3, 8, 8}, kImage}) {
      ExpectHostsBits(shape);
    }
    EXPECT_GT(executable_->KernelCounts()[kDevice], 0);  // other shapes: the device is tried again
    executable_.reset();
    EXPECT_EQ(device_->blocks(), 0u);
    if (!reached) break;
  }
  EXPECT_GT(on_host, 20);
  EXPECT_GT(failures, 5);
}

TEST_F(QueuesTest, AFailureInTheQueueNamesOperatorAndTensor) {
  Place(1, 1.0);
  ExpectHostsBits();
  // Calls of a run: per operation one for the call and one for its work.
  device_->FailAt(3);
  const auto failed = RunIt(executable_.get(), kImage);
  ASSERT_FALSE(failed.ok());
  EXPECT_THAT(failed.status().message(), HasSubstr("mlu:0 failed at op io_copy"));
  EXPECT_THAT(failed.status().message(), HasSubstr("tensor '"));
  EXPECT_THAT(failed.status().message(), HasSubstr("injected failure of conv2d in the queue"));
  ExpectHostsBits();
}

TEST_F(QueuesTest, ALostDeviceIsAnErrorUntilItIsBack) {
  Place(1, 0.8);
  ExpectHostsBits();
  device_->Lose();
  const auto failed = RunIt(executable_.get(), kImage);
  EXPECT_THAT(failed.status().message(), HasSubstr("the device was lost"));
  ExpectHostsBits();  // with new contexts, new memory and parameters uploaded again
}

TEST_F(QueuesTest, TooLittleMemoryIsAnError) {
  TestDeviceOptions options;
  options.limits.max_bytes = 700;
  Place(1, 1.0, options);
  const auto failed = RunIt(executable_.get(), kImage);
  ASSERT_FALSE(failed.ok());
  EXPECT_EQ(failed.status().code(), StatusCode::kResourceExhausted);
  EXPECT_THAT(failed.status().message(), HasSubstr("blocks have at most 700 bytes"));
}

TEST_F(QueuesTest, ADeviceThatIsNotThereLeavesTheHost) {
  const auto model = Partition(TinyConvNet(), {kDevice}, 1, 1.0);
  ASSERT_TRUE(model.ok());
  ExecutableOptions options = HostOnly();
  options.more_kernels = TestDeviceKernels(kDevice);
  auto executable = Executable::Create(*model, options);
  ASSERT_TRUE(executable.ok()) << executable.status().ToString();
  executable_ = *std::move(executable);
  ExpectHostsBits();
  EXPECT_EQ(executable_->KernelCounts()[kDevice], 0);
  EXPECT_THAT(executable_->QueueReport(), IsEmpty());
}

TEST_F(QueuesTest, ProfilesAndTracesHaveTheDevicesTime) {
  Place(1, 1.0);
  ProfileObserver profile;
  executable_->set_observer(&profile);
  ExpectHostsBits();
  int on_device = 0;
  for (const auto& record : profile.records()) {
    if (record.device_count == 0) continue;
    ++on_device;
    EXPECT_GT(record.device_total_ns, 0) << record.type;
    EXPECT_LE(record.device_total_ns, record.total_ns) << record.type;
  }
  EXPECT_GT(on_device, 5);
  EXPECT_THAT(profile.Report(ProfileFormat::kJson), HasSubstr("\"device_average_ns\": "));
  TraceObserver trace;
  executable_->set_observer(&trace);
  ExpectHostsBits();
  EXPECT_THAT(trace.ToJson(), HasSubstr("\"tid\": 3, \"name\": \"conv2d\""));
  executable_->set_observer(nullptr);
  ExpectHostsBits();
}

// --- images

model::OpDesc On(model::OpDesc op, const char* alias, DataLayoutType layout,
                 PrecisionType precision = PrecisionType::kFloat) {
  op.attrs[model::kKernelTypeAttr] =
      StrCat(op.type, "/", alias, "/", static_cast<int>(kDevice), "/", static_cast<int>(precision),
             "/", static_cast<int>(layout));
  return op;
}

// x -> copy -> image -> relu, relu, x + -> buffer -> copy -> y, in images of this layout.
model::Model ImageNet(DataLayoutType layout) {
  const auto any = DataLayoutType::kAny;
  const auto free = PrecisionType::kAny;
  model::Model model;
  auto& block = model.program.blocks.emplace_back();
  model::VarDesc x;
  x.name = "x";
  block.vars.push_back(x);
  block.ops = {
      MakeOp("feed", {{"X", {"feed"}}}, {{"Out", {"x"}}}, {{"col", int32_t{0}}}),
      On(MakeOp("io_copy", {{"Input", {"x"}}}, {{"Out", {"a"}}}), "host_to_device", any, free),
      On(MakeOp("layout", {{"Input", {"a"}}}, {{"Out", {"b"}}}), "to_image", layout, free),
      On(MakeOp("relu", {{"X", {"b"}}}, {{"Out", {"c"}}}), "def", layout),
      On(MakeOp("relu", {{"X", {"c"}}}, {{"Out", {"d"}}}), "def", layout),
      On(MakeOp("elementwise_add", {{"X", {"d"}}, {"Y", {"b"}}}, {{"Out", {"e"}}}), "def", layout),
      On(MakeOp("layout", {{"Input", {"e"}}}, {{"Out", {"f"}}}), "from_image", layout, free),
      On(MakeOp("io_copy", {{"Input", {"f"}}}, {{"Out", {"y"}}}), "device_to_host", any, free),
      MakeOp("fetch", {{"X", {"y"}}}, {{"Out", {"fetch"}}}, {{"col", int32_t{0}}}),
  };
  return model;
}

TEST(Images, HoldTensorsOfEveryRank) {
  for (const DataLayoutType layout :
       {DataLayoutType::kImageDefault, DataLayoutType::kImageFolder, DataLayoutType::kImageNW}) {
    const auto device = MakeDevice();
    auto executable = Executable::Create(ImageNet(layout), OptionsFor({device}));
    ASSERT_TRUE(executable.ok()) << executable.status().ToString();
    for (const std::vector<int64_t>& shape :
         {std::vector<int64_t>{5}, {3, 7}, {2, 5, 3}, {2, 5, 3, 7}, {6, 3, 2, 5}, {1, 8, 4, 4}}) {
      const auto outputs = RunIt(executable->get(), shape);
      ASSERT_TRUE(outputs.ok()) << outputs.status().ToString();
      const Tensor& x = *(*executable)->input(0);
      const float* y = (*executable)->output(0)->data<float>();
      for (int64_t i = 0; i < x.numel(); ++i) {
        const float in = x.data<float>()[i];
        ASSERT_EQ(y[i], std::max(in, 0.0f) + in) << DDim(shape).ToString() << " element " << i;
      }
      const auto middle = (*executable)->FindTensor("c");
      ASSERT_TRUE(middle.ok());
      EXPECT_EQ((*middle)->buffer()->desc().kind, MemoryKind::kImage2D);
    }
    // b, c and d cannot share; e may take the memory of c.
    const auto block_of = [&](const char* name) {
      return (*(*executable)->FindTensor(name))->buffer();
    };
    EXPECT_EQ(block_of("e"), block_of("c"));
    EXPECT_NE(block_of("d"), block_of("c"));
    EXPECT_NE(block_of("d"), block_of("b"));
  }
}

TEST(Images, LimitsAreChecked) {
  TestDeviceOptions options;
  options.limits.max_image_width = options.limits.max_image_height = 64;
  auto executable = Executable::Create(ImageNet(DataLayoutType::kImageDefault),
                                       OptionsFor({MakeDevice(options)}));
  ASSERT_TRUE(executable.ok()) << executable.status().ToString();
  const auto failed = RunIt(executable->get(), {1, 8, 2, 40});
  EXPECT_EQ(failed.status().code(), StatusCode::kResourceExhausted);
  EXPECT_THAT(failed.status().message(),
              HasSubstr("an image of 80 x 2 texels of float on mlu:0: the device's images have "
                        "at most 64 x 64 texels"));
  EXPECT_TRUE(RunIt(executable->get(), {1, 8, 2, 20}).ok());
}

// Without the device, changes of layout are copies; the device is back with other shapes.
TEST(Images, OtherTargetsRunWhatDoesNotFit) {
  TestDeviceOptions options;
  options.limits.max_image_width = options.limits.max_image_height = 64;
  const auto device = MakeDevice(options);
  ExecutableOptions run = OptionsFor({device});
  run.leave_devices = true;
  auto executable = Executable::Create(ImageNet(DataLayoutType::kImageDefault), run);
  ASSERT_TRUE(executable.ok()) << executable.status().ToString();
  auto clone = (*executable)->Clone();
  ASSERT_TRUE(clone.ok());
  testing::internal::CaptureStderr();
  for (Executable* one : {executable->get(), clone->get()}) {
    for (const int64_t width : {20, 40, 21, 41}) {
      const auto outputs = RunIt(one, {1, 8, 2, width});
      ASSERT_TRUE(outputs.ok()) << outputs.status().ToString();
      const Tensor& x = *one->input(0);
      const float* y = one->output(0)->data<float>();
      for (int64_t i = 0; i < x.numel(); ++i) {
        const float in = x.data<float>()[i];
        ASSERT_EQ(y[i], std::max(in, 0.0f) + in) << "width " << width << ", element " << i;
      }
      EXPECT_EQ(one->KernelCounts()[kDevice], width < 32 ? 7 : 0);
      EXPECT_EQ(one->KernelReport()[2].find("at most 64 x 64 texels") == std::string::npos,
                width < 32);
    }
  }
  const std::string log = testing::internal::GetCapturedStderr();
  EXPECT_THAT(log, HasSubstr("mlu cannot run the program for these shapes: "));
  EXPECT_EQ(log.find("cannot run"), log.rfind("cannot run")) << log;  // once for all clones
  executable->reset();
  clone->reset();
  EXPECT_EQ(device->blocks(), 0u);
}

}  // namespace
}  // namespace paddle::lite::test
