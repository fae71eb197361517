// The emulation shows defects that a device may hide.
#include "tests/cuda/emulation.h"

#include <gtest/gtest.h>

#include <memory>
#include <vector>

#include "lite/backends/cuda/device.h"
#include "lite/backends/cuda/launcher.h"

namespace paddle::lite::cuda {
namespace {

// Each thread passes its number to a neighbour; with a barrier between writing and reading, or not.
template <bool kBarrier>
struct PassBody {
  static constexpr int kThreads = 32;
  struct Shared {
    int32_t numbers[kThreads];
  };
  struct State {};

  int32_t* out;

  static int steps() { return kBarrier ? 2 : 1; }
  void Step(int step, int32_t group, int thread, Shared* shared, State*) const {
    if (step == 0) shared->numbers[thread] = group * 100 + thread;
    if (step == steps() - 1) {
      out[group * kThreads + thread] = shared->numbers[(thread + 1) % kThreads];
    }
  }
};

// Adds to one element from several items.
struct AddBody {
  float* sum;
  void operator()(int32_t i) const { *sum = *sum * 2 + static_cast<float>(i); }
};

class CudaEmulationTest : public ::testing::Test {
 protected:
  CudaEmulationTest() : context_((*OpenDevice({TargetType::kCUDA, 0}))->CreateContext().value()) {}
  CudaContext* context() { return static_cast<CudaContext*>(context_.get()); }

  template <bool kBarrier>
  std::vector<int32_t> Pass() {
    std::vector<int32_t> out(64);
    EXPECT_TRUE(context()->LaunchInGroups("pass", PassBody<kBarrier>{out.data()}, 2).ok());
    EXPECT_EQ(out[1], 0);  // the stream has not begun
    EXPECT_TRUE(context_->Finish().ok());
    return out;
  }

  std::unique_ptr<DeviceContext> context_;
};

TEST_F(CudaEmulationTest, AMissingBarrierChangesTheResult) {
  const std::vector<int32_t> once = Pass<true>();
  EXPECT_EQ(once, Pass<true>());
  EXPECT_EQ(once[32], 101);
  EXPECT_NE(Pass<false>(), Pass<false>());
}

TEST_F(CudaEmulationTest, AnOrderOfItemsChangesTheResult) {
  float sums[2] = {};
  for (float& sum : sums) {
    EXPECT_TRUE(context()->Launch("add", AddBody{&sum}, 5).ok());
    EXPECT_TRUE(context_->Finish().ok());
  }
  EXPECT_NE(sums[0], sums[1]);
}

TEST_F(CudaEmulationTest, ACopyBeyondABlockFails) {
  const std::shared_ptr<Device> device = *OpenDevice({TargetType::kCUDA, 0});
  void* const block = device->Allocate(MemoryDesc::Of(device->id(), 16));
  char bytes[32] = {};
  EXPECT_FALSE(context_->CopyFromHost(block, 8, bytes, 16).ok());
  EXPECT_FALSE(device->CopyToHost(bytes, block, 0, 17).ok());
  device->Free(block);
}

}  // namespace
}  // namespace paddle::lite::cuda
