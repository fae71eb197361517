#include "lite/core/tensor.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <new>
#include <vector>

namespace paddle::lite {
namespace {

using ::testing::HasSubstr;

TEST(DDim, RankZeroIsAScalarAndZeroIsEmpty) {
  EXPECT_EQ(DDim().production(), 1);
  EXPECT_EQ(DDim({3, 0, 5}).production(), 0);
  EXPECT_EQ(DDim({2, 3, 4}).Count(1, 3), 12);
  EXPECT_EQ(DDim({2, 3, 4}).at(-1), 4);
  EXPECT_EQ(DDim({2, -1}).ToString(), "[2, -1]");
  EXPECT_TRUE(DDim({2, -1}).HasUnknown());
  EXPECT_FALSE(DDim::FromVector(std::vector<int64_t>(10, 1)).ok());
  EXPECT_TRUE(DDim::FromVector(std::vector<int64_t>(9, 1)).ok());
}

TEST(DDim, ElementCountIsChecked) {
  EXPECT_EQ(*CheckedElementCount({2, 3}), 6);
  EXPECT_EQ(*CheckedElementCount({}), 1);
  EXPECT_FALSE(CheckedElementCount({2, -3}).ok());
  EXPECT_FALSE(CheckedElementCount({int64_t{1} << 40, int64_t{1} << 40}).ok());
  EXPECT_EQ(*CheckedElementCount({1 << 20, 0, 1 << 10}), 0);
  // A loop over the first dimensions would not end; a product of them would overflow.
  EXPECT_FALSE(CheckedElementCount({int64_t{1} << 40, 0}).ok());
  EXPECT_FALSE(CheckedElementCount({int64_t{1} << 40, int64_t{1} << 40, 0}).ok());
  // The bytes of doubles must fit in a size_t of any width.
  EXPECT_FALSE(CheckedElementCount({PTRDIFF_MAX / 4}).ok());
  EXPECT_TRUE(CheckedElementCount({PTRDIFF_MAX / 8}).ok());
}

TEST(Tensor, AllocateGrowsAndNeverShrinks) {
  Tensor tensor;
  EXPECT_FALSE(tensor.IsInitialized());
  EXPECT_EQ(tensor.data<float>(), nullptr);
  tensor.Resize(DDim{4, 8});
  ASSERT_TRUE(tensor.Allocate(PrecisionType::kFloat).ok());
  const void* first = tensor.raw_data();
  EXPECT_EQ(reinterpret_cast<uintptr_t>(first) % kMemoryAlignment, 0u);
  EXPECT_EQ(tensor.memory_size(), 128u);
  tensor.Resize(DDim{2, 2});
  ASSERT_TRUE(tensor.Allocate(PrecisionType::kInt64).ok());
  EXPECT_EQ(tensor.raw_data(), first);
  tensor.Resize(DDim{40, 80});
  ASSERT_TRUE(tensor.Allocate(PrecisionType::kFloat).ok());
  EXPECT_GE(tensor.capacity(), 40u * 80 * 4);
}

TEST(Tensor, EmptyTensorsHaveMemoryOfTheirOwn) {
  Tensor tensor;
  tensor.Resize(DDim{0, 3});
  ASSERT_TRUE(tensor.Allocate(PrecisionType::kFloat).ok());
  EXPECT_TRUE(tensor.IsInitialized());
  EXPECT_NE(tensor.raw_data(), nullptr);
}

TEST(Tensor, ExternalMemoryIsUsedButNeverOutgrown) {
  std::vector<float> memory(6);
  Tensor tensor;
  tensor.SetBuffer(Buffer::Borrow(TargetType::kHost, memory.data(), 24));
  tensor.Resize(DDim{2, 3});
  ASSERT_TRUE(tensor.Allocate(PrecisionType::kFloat).ok());
  tensor.mutable_data<float>()[5] = 7;
  EXPECT_EQ(memory[5], 7);
  tensor.Resize(DDim{3, 3});
  const Status status = tensor.Allocate(PrecisionType::kFloat);
  EXPECT_EQ(status.code(), StatusCode::kFailedPrecondition);
  EXPECT_THAT(status.message(), HasSubstr("external memory of 24 bytes"));
}

TEST(Tensor, AbsurdSizesAreRefusedWithoutAllocation) {
  Tensor tensor;
  tensor.Resize(DDim{int64_t{1} << 61});
  EXPECT_EQ(tensor.Allocate(PrecisionType::kFP64).code(), StatusCode::kOutOfRange);
  tensor.Resize(DDim{int64_t{1} << 50});
  EXPECT_EQ(tensor.Allocate(PrecisionType::kFP64).code(),
            sizeof(size_t) == 8 ? StatusCode::kResourceExhausted : StatusCode::kOutOfRange);
  // In 32 bits, these sizes would wrap around to 0 and to 16.
  if (sizeof(size_t) == 4) {
    for (const int64_t count : {int64_t{1} << 29, (int64_t{1} << 29) + 2}) {
      tensor.Resize(DDim{count});
      EXPECT_EQ(tensor.Allocate(PrecisionType::kFP64).code(), StatusCode::kOutOfRange);
    }
  }
  tensor.Resize(DDim{-4});
  EXPECT_EQ(tensor.Allocate(PrecisionType::kFloat).code(), StatusCode::kInvalidArgument);
}

TEST(Tensor, CopiesAreIndependentAndSharesAreNot) {
  Tensor source;
  source.Resize(DDim{2});
  ASSERT_TRUE(source.Allocate(PrecisionType::kInt32).ok());
  source.mutable_data<int32_t>()[0] = 1;
  source.mutable_data<int32_t>()[1] = 2;
  source.set_lod({{0, 1, 2}});
  Tensor copy;
  ASSERT_TRUE(copy.CopyFrom(source).ok());
  Tensor share;
  share.ShareFrom(source);
  source.mutable_data<int32_t>()[1] = 9;
  EXPECT_EQ(copy.data<int32_t>()[1], 2);
  EXPECT_EQ(copy.lod(), source.lod());
  EXPECT_EQ(share.data<int32_t>()[1], 9);
}

TEST(Tensor, ForeignTargetsHaveNoMemoryHere) {
  Tensor tensor;
  tensor.Resize(DDim{1});
  const Status status = tensor.Allocate(PrecisionType::kFloat, TargetType::kCUDA);
  EXPECT_EQ(status.code(), StatusCode::kUnsupported);
  EXPECT_THAT(status.message(), HasSubstr("cuda"));
}

int allocations = 0;
int releases = 0;
constexpr std::align_val_t kAlignment{kMemoryAlignment};

TEST(Device, HostAllocatorCanBeReplaced) {
  lite_api::CustomAllocator allocator;
  allocator.alloc = [](size_t size, size_t alignment) -> void* {
    ++allocations;
    EXPECT_EQ(alignment, kMemoryAlignment);
    return ::operator new(size, kAlignment, std::nothrow);
  };
  allocator.free = [](void* memory) {
    ++releases;
    ::operator delete(memory, kAlignment);
  };
  SetHostAllocator(allocator);
  { EXPECT_TRUE(Buffer::Allocate(TargetType::kHost, 100).ok()); }
  EXPECT_EQ(allocations, 1);
  EXPECT_EQ(releases, 1);
  allocator.alloc = [](size_t, size_t) -> void* { return nullptr; };
  SetHostAllocator(allocator);
  EXPECT_EQ(Buffer::Allocate(TargetType::kHost, 100).status().code(),
            StatusCode::kResourceExhausted);
  SetHostAllocator({});
  EXPECT_TRUE(Buffer::Allocate(TargetType::kHost, 100).ok());
  EXPECT_EQ(allocations, 1);
}

}  // namespace
}  // namespace paddle::lite
