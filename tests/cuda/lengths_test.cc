// Lengths of sequences that are values of a program, so that tables of rows change from run to run
// while all shapes stay the same.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

#include "lite/core/device.h"
#include "lite/mir/text.h"
#include "lite/runtime/executable.h"

namespace paddle::lite::cuda {
namespace {

// The program with these kernels.
Result<std::unique_ptr<Executable>> WithKernels(model::Model model,
                                                const std::vector<std::string>& kernels) {
  size_t next = 0;
  for (model::OpDesc& op : model.program.blocks[0].ops) {
    if (op.type == "feed" || op.type == "fetch") continue;
    op.attrs[model::kKernelTypeAttr] = kernels[next++];
  }
  return Executable::Create(model, ExecutableOptions());
}

TEST(CudaLengths, OtherSequencesHaveOtherTables) {
  const auto device = OpenDevice({TargetType::kCUDA, 0});
  if (!device.ok()) GTEST_SKIP() << device.status().message();
  auto model = mir::ParseModel(R"(
      input %x: float[-1,3,2]
      input %n: int64[-1]
      io_copy(Input=%x) -> (Out=%a)
      sequence_unpad(X=%a, Length=%n) -> (Out=%b)
      sequence_reverse(X=%b) -> (Y=%c)
      io_copy(Input=%c) -> (Out=%y)
      output %y)");
  ASSERT_TRUE(model.ok()) << model.status().ToString();
  const auto executable = WithKernels(
      *std::move(model), {"io_copy/host_to_device/3/4/2", "sequence_unpad/def/3/4/1",
                          "sequence_reverse/def/3/4/1", "io_copy/device_to_host/3/4/2"});
  ASSERT_TRUE(executable.ok()) << executable.status().ToString();
  using Lengths = std::vector<int64_t>;
  for (const Lengths& lengths : {Lengths{1, 3}, Lengths{3, 1}, Lengths{3, 1}, Lengths{2, 2}}) {
    Tensor *x = (*executable)->input(0), *n = (*executable)->input(1);
    x->Resize(DDim{2, 3, 2});
    n->Resize(DDim{2});
    ASSERT_TRUE(x->Allocate(PrecisionType::kFloat).ok());
    ASSERT_TRUE(n->Allocate(PrecisionType::kInt64).ok());
    std::iota(x->mutable_data<float>(), x->mutable_data<float>() + 12, 0.0f);
    std::vector<float> expected;
    for (size_t s = 0; s < 2; ++s) {
      n->mutable_data<int64_t>()[s] = lengths[s];
      for (int64_t row = lengths[s]; row-- > 0;) {
        const auto first = static_cast<float>((static_cast<int64_t>(s) * 3 + row) * 2);
        expected.insert(expected.end(), {first, first + 1});
      }
    }
    const Status status = (*executable)->Run();
    ASSERT_TRUE(status.ok()) << status.ToString();
    EXPECT_EQ((*executable)->KernelCounts()[TargetType::kCUDA], 4);
    const Tensor& y = *(*executable)->output(0);
    EXPECT_EQ(std::vector<float>(y.data<float>(), y.data<float>() + y.numel()), expected);
  }
}

// The number of columns is the largest length, which the host knows before the launch. Later runs
// have other lengths, and other shapes.
TEST(CudaLengths, MaskIsAsWideAsTheLargestLength) {
  const auto device = OpenDevice({TargetType::kCUDA, 0});
  if (!device.ok()) GTEST_SKIP() << device.status().message();
  auto model = mir::ParseModel(R"(
      input %n: int64[-1]
      sequence_mask(X=%n) -> (Y=%m) {maxlen=-1, out_dtype=5}
      tanh(X=%m) -> (Out=%r)
      io_copy(Input=%r) -> (Out=%y)
      output %y)");
  ASSERT_TRUE(model.ok()) << model.status().ToString();
  const auto executable = WithKernels(
      *std::move(model),
      {"sequence_mask/largest_length/3/4/1", "tanh/def/3/1/1", "io_copy/device_to_host/3/4/2"});
  ASSERT_TRUE(executable.ok()) << executable.status().ToString();
  using Lengths = std::vector<int64_t>;
  for (const Lengths& lengths :
       {Lengths{1, 3}, Lengths{3, 1}, Lengths{2, -4, 5}, Lengths{0, -1}, Lengths{2, 1}}) {
    Tensor* const n = (*executable)->input(0);
    n->Resize(DDim{static_cast<int64_t>(lengths.size())});
    ASSERT_TRUE(n->Allocate(PrecisionType::kInt64).ok());
    std::copy(lengths.begin(), lengths.end(), n->mutable_data<int64_t>());
    const int64_t width = std::max<int64_t>(0, *std::max_element(lengths.begin(), lengths.end()));
    std::vector<float> expected;
    for (const int64_t length : lengths) {
      for (int64_t i = 0; i < width; ++i) expected.push_back(i < length ? std::tanh(1.0f) : 0.0f);
    }
    const Status status = (*executable)->Run();
    ASSERT_TRUE(status.ok()) << status.ToString();
    const Tensor& r = *(*executable)->output(0);
    ASSERT_EQ(r.numel(), static_cast<int64_t>(expected.size()));
    for (size_t i = 0; i < expected.size(); ++i) EXPECT_NEAR(r.data<float>()[i], expected[i], 1e-6);
    // The mask, the function, and the copy of its result.
    EXPECT_EQ((*executable)->KernelCounts()[TargetType::kCUDA], 3);
  }
}

}  // namespace
}  // namespace paddle::lite::cuda
