// CUDA devices: what needs no operator suite. Skipped, with the reason, where there is no device.
#include "lite/backends/cuda/device.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstring>
#include <memory>
#include <numeric>
#include <string>
#include <vector>

#include "lite/backends/cuda/elementwise_body.h"
#include "lite/core/device_settings.h"
#include "lite/core/tensor.h"
#include "lite/kernels/kernel.h"
#include "lite/operators/activation.h"
#ifdef LITE_CUDA_EMULATION
#include "tests/cuda/emulation.h"
#endif

namespace paddle::lite::cuda {
namespace {

using ::testing::HasSubstr;

class CudaDeviceTest : public ::testing::Test {
 protected:
  void SetUp() override {
    auto opened = OpenDevice({TargetType::kCUDA, 0});
    if (!opened.ok()) GTEST_SKIP() << opened.status().message();
    device_ = *opened;
    context_ = *device_->CreateContext();
  }
  void TearDown() override {
#ifdef LITE_CUDA_EMULATION
    emulation::FailAt(-1, 0);
    emulation::SetDevices(0, 1);
    emulation::SetKernelsFit(true);
#endif
  }
  CudaDevice* device() { return static_cast<CudaDevice*>(device_.get()); }

  std::shared_ptr<Device> device_;
  std::unique_ptr<DeviceContext> context_;
};

std::vector<float> Numbers(size_t count) {
  std::vector<float> numbers(count);
  std::iota(numbers.begin(), numbers.end(), 1.0f);
  return numbers;
}

// Copies of all sizes around a staging block, at an offset, blocking and queued.
TEST_F(CudaDeviceTest, CopiesArriveWhole) {
  for (const size_t count : {1u, 1000u, (1u << 18) - 1, 1u << 18, (1u << 18) + 1, 5u << 18}) {
    SCOPED_TRACE(count);
    const size_t bytes = count * sizeof(float);
    const std::vector<float> numbers = Numbers(count);
    void* const block = device_->Allocate(MemoryDesc::Of(device_->id(), bytes + 64));
    ASSERT_NE(block, nullptr);
    std::vector<float> back(count), queued(count);
    ASSERT_TRUE(device_->CopyFromHost(block, 64, numbers.data(), bytes).ok());
    ASSERT_TRUE(device_->CopyToHost(back.data(), block, 64, bytes).ok());
    EXPECT_TRUE(back == numbers);
    // The source of a queued copy may change once it is queued.
    std::vector<float> source = numbers;
    ASSERT_TRUE(context_->CopyFromHost(block, 0, source.data(), bytes).ok());
    ASSERT_TRUE(context_->CopyToHost(queued.data(), block, 0, bytes).ok());
    const auto event = context_->CreateEvent();
    ASSERT_TRUE(event.ok());
    ASSERT_TRUE(context_->Record(event->get()).ok());
    ASSERT_TRUE(context_->Wait(event->get()).ok());
    EXPECT_TRUE(queued == numbers);
    device_->Free(block);
  }
  EXPECT_EQ(device()->live().blocks, 0);
  EXPECT_EQ(device()->live().events, 0);
}

TEST_F(CudaDeviceTest, EventsHaveTimesAndMustBeRecorded) {
  const auto first = *context_->CreateEvent();
  const auto second = *context_->CreateEvent();
  EXPECT_EQ(context_->TimeOf(*first), -1);
  EXPECT_FALSE(context_->Wait(first.get()).ok());
  ASSERT_TRUE(context_->Record(first.get()).ok());
  const std::vector<float> numbers = Numbers(100);
  void* const block = device_->Allocate(MemoryDesc::Of(device_->id(), 400));
  ASSERT_TRUE(context_->CopyFromHost(block, 0, numbers.data(), 400).ok());
  ASSERT_TRUE(context_->Record(second.get()).ok());
  ASSERT_TRUE(context_->Finish().ok());
  device_->Free(block);
  EXPECT_GE(context_->TimeOf(*first), 0);
  EXPECT_GT(context_->TimeOf(*second), context_->TimeOf(*first));
}

TEST_F(CudaDeviceTest, WorkGoesIntoTheStreamOfACaller) {
  void* stream = nullptr;
  ASSERT_EQ(runtime::CreateStream(&stream), 0);
  ASSERT_TRUE(context_->UseStream(stream).ok());
  EXPECT_EQ(static_cast<CudaContext*>(context_.get())->stream(), stream);
  ASSERT_TRUE(context_->UseStream(nullptr).ok());
  EXPECT_NE(static_cast<CudaContext*>(context_.get())->stream(), stream);
  runtime::DestroyStream(stream);
}

TEST_F(CudaDeviceTest, FactsHaveNames) {
  for (const char* name :
       {"name", "capability", "memory", "multiprocessors", "driver", "runtime"}) {
    EXPECT_NE(*Property(0, name), "") << name;
  }
  EXPECT_EQ(*Property(0, "colour"), "");
  EXPECT_EQ(*Property(0, "products"), "own");
  EXPECT_THAT(Configure(0, "colour", "red").message(), HasSubstr("colour"));
  EXPECT_THAT(Configure(0, "products", "red").message(), HasSubstr("red"));
}

TEST_F(CudaDeviceTest, UnknownIndicesHaveAReason) {
  EXPECT_THAT(OpenDevice({TargetType::kCUDA, 77}).status().message(),
              HasSubstr("CUDA devices, counted from 0"));
}

TEST_F(CudaDeviceTest, ALaunchOfTooManyItemsIsRefused) {
  const Status status = static_cast<CudaContext*>(context_.get())
                            ->Launch("probe", UnaryBody<float>(), int64_t{INT32_MAX} + 1);
  EXPECT_THAT(status.message(), HasSubstr("CUDA kernel probe"));
}

#ifdef LITE_CUDA_EMULATION

TEST_F(CudaDeviceTest, AMachineWithoutADriverHasNoDevice) {
  for (const int code : {runtime::kDriverTooOld, runtime::kNoDriver, runtime::kNoDevice}) {
    emulation::SetDevices(code, 0);
    const auto opened = OpenDevice({TargetType::kCUDA, 3});
    ASSERT_FALSE(opened.ok());
    EXPECT_THAT(opened.status().message(), HasSubstr("no device cuda:3: "));
    EXPECT_THAT(opened.status().message(), HasSubstr("NVIDIA driver"));
  }
  emulation::SetDevices(999, 0);
  EXPECT_THAT(OpenDevice({TargetType::kCUDA, 3}).status().message(),
              HasSubstr("cudaGetDeviceCount failed"));
}

TEST_F(CudaDeviceTest, ADeviceThatTheBuildHasNoCodeForIsRefused) {
  emulation::SetDevices(0, 4);
  emulation::SetKernelsFit(false);
  const std::string message = OpenDevice({TargetType::kCUDA, 3}).status().message();
  EXPECT_THAT(message, HasSubstr("compute capability 8.0"));
  EXPECT_THAT(message, HasSubstr("-DLITE_CUDA_ARCHITECTURES=80"));
}

TEST_F(CudaDeviceTest, MissingMemoryIsNull) {
  emulation::FailAt(0, runtime::kOutOfMemory);
  EXPECT_EQ(device_->Allocate(MemoryDesc::Of(device_->id(), 64)), nullptr);
  EXPECT_EQ(runtime::TakeLastError(), 0);  // a later launch does not report it
  EXPECT_EQ(device()->live().blocks, 0);
}

// Every call of an operator's life fails in turn: the status names the call, and nothing stays.
TEST_F(CudaDeviceTest, EveryFailureHasTheNameOfItsCall) {
  const KernelDef* relu = nullptr;
  for (const KernelDef* def : KernelsOf("relu")) {
    if (def->target == TargetType::kCUDA) relu = def;
  }
  ASSERT_NE(relu, nullptr);
  context_.reset();
  const auto run = [&]() -> Status {
    // What the queue uses lives longer than the queue.
    const std::vector<float> numbers = {-1, 2, -3, 4, -5};
    std::vector<float> found(5);
    Tensor x, out;
    for (Tensor* tensor : {&x, &out}) {
      tensor->Resize(DDim{5});
      LITE_RETURN_IF_ERROR(tensor->AllocateOn(device_, PrecisionType::kFloat));
    }
    LITE_ASSIGN_OR_RETURN(const std::unique_ptr<DeviceContext> context, device_->CreateContext());
    LITE_ASSIGN_OR_RETURN(const std::unique_ptr<DeviceEvent> event, context->CreateEvent());
    LITE_RETURN_IF_ERROR(context->CopyFromHost(x.handle(), 0, numbers.data(), 20));
    operators::Unary op;
    op.x = &x;
    op.out = &out;
    const std::unique_ptr<Kernel> kernel = relu->create();
    PrepareContext prepare;
    prepare.device = context.get();
    LITE_RETURN_IF_ERROR(kernel->Prepare(op, &prepare));
    RunContext run_context;
    run_context.device = context.get();
    LITE_RETURN_IF_ERROR(kernel->Run(op, run_context));
    LITE_RETURN_IF_ERROR(context->CopyToHost(found.data(), out.handle(), 0, 20));
    LITE_RETURN_IF_ERROR(context->Record(event.get()));
    LITE_RETURN_IF_ERROR(context->Wait(event.get()));
    LITE_RETURN_IF_ERROR(context->Finish());
    EXPECT_EQ(found, (std::vector<float>{0, 2, 0, 4, 0}));
    return OkStatus();
  };
  const int before = emulation::calls();
  ASSERT_TRUE(run().ok());
  const int count = emulation::calls() - before;
  const int objects = emulation::live_objects();
  bool launch_failed = false;
  for (int call = 0; call < count; ++call) {
    SCOPED_TRACE(call);
    emulation::FailAt(call, 719);
    const Status status = run();
    // The last call belongs to the destructor, which cannot return it.
    EXPECT_EQ(status.ok(), call == count - 1);
    if (!status.ok()) {
      // An allocation has no status of its own.
      EXPECT_THAT(status.message(), ::testing::AnyOf(HasSubstr("719"), HasSubstr("cuda:0")));
      launch_failed = launch_failed || status.message().find("kernel unary") != std::string::npos;
    }
    EXPECT_EQ(emulation::live_objects(), objects);
    EXPECT_EQ(device()->live().blocks, 0);
    EXPECT_EQ(device()->live().contexts, 0);
    EXPECT_EQ(device()->live().events, 0);
  }
  EXPECT_TRUE(launch_failed);
}

#endif

}  // namespace
}  // namespace paddle::lite::cuda
