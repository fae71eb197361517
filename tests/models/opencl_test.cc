// Programs on an OpenCL device by themselves; opencl_networks_test.cc has networks.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <string>
#include <thread>

#include "lite/backends/opencl/device.h"
#include "lite/core/device.h"
#include "lite/mir/text.h"
#include "lite/runtime/executable.h"
#include "lite/runtime/profile_observer.h"

namespace paddle::lite::test {
namespace opencl_test {

// Elementwise, in buffers and in an image.
Result<model::Model> MakeChain() {
  LITE_ASSIGN_OR_RETURN(model::Model model, mir::ParseModel(R"(
      input %x: float[-1,6,32,32]
      io_copy(Input=%x) -> (Out=%a)
      layout(Input=%a) -> (Out=%b)
      relu(X=%b) -> (Out=%c)
      layout(Input=%c) -> (Out=%d)
      relu(X=%d) -> (Out=%e)
      io_copy(Input=%e) -> (Out=%y)
      output %y)"));
  const char* const kernels[] = {"io_copy/host_to_device/5/4/2",
                                 "layout/NCHW_to_ImageDefault/5/1/1",
                                 "relu/def/5/1/4",
                                 "layout/ImageDefault_to_NCHW/5/1/4",
                                 "relu/def/5/1/1",
                                 "io_copy/device_to_host/5/4/2"};
  size_t next = 0;
  for (model::OpDesc& op : model.program.blocks[0].ops) {
    if (op.type == "feed" || op.type == "fetch") continue;
    op.attrs[model::kKernelTypeAttr] = std::string(kernels[next++]);
  }
  return model;
}

// Runs it with numbers that depend on `seed`.
Status RunChain(Executable* executable, int64_t batch, int64_t seed) {
  Tensor* x = executable->input(0);
  x->Resize(DDim{batch, 6, 32, 32});
  LITE_RETURN_IF_ERROR(x->Allocate(PrecisionType::kFloat));
  for (int64_t i = 0; i < x->numel(); ++i) {
    x->mutable_data<float>()[i] = static_cast<float>((i + seed) % 7 - 3);
  }
  LITE_RETURN_IF_ERROR(executable->Run());
  const Tensor* y = executable->output(0);
  for (int64_t i = 0; i < x->numel(); ++i) {
    if (y->data<float>()[i] != std::max(x->data<float>()[i], 0.0f)) {
      return Internal("element ", i, " is ", y->data<float>()[i]);
    }
  }
  return OkStatus();
}

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

// An image that the device cannot hold is an error that says so, and not the end of the program.
TEST(OpenClPrograms, ImagesBeyondTheDevice) {
  const auto device = OpenDevice({TargetType::kOpenCL, 0});
  if (!device.ok()) GTEST_SKIP() << device.status().message();
  const auto model = MakeChain();
  ASSERT_TRUE(model.ok()) << model.status().ToString();
  auto executable = Executable::Create(*model, {});
  ASSERT_TRUE(executable.ok()) << executable.status().ToString();
  const int64_t too_many = (*device)->limits().max_image_height / 32 + 1;
  const Status failed = RunChain(executable->get(), too_many, 0);
  EXPECT_THAT(failed.message(), testing::HasSubstr("the device's images have at most"));
  const Status after = RunChain(executable->get(), 2, 0);
  EXPECT_TRUE(after.ok()) << after.ToString();
}

}  // namespace opencl_test
}  // namespace paddle::lite::test
