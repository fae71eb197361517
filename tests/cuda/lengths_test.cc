// Lengths of sequences that are values of a program, so that tables of rows change from run to run
// while all shapes stay the same.
#include <gtest/gtest.h>

#include <memory>
#include <numeric>
#include <string>
#include <vector>

#include "lite/core/device.h"
#include "lite/mir/text.h"
#include "lite/runtime/executable.h"

namespace paddle::lite::cuda {
namespace {

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
  const char* const kernels[] = {"io_copy/host_to_device/3/4/2", "sequence_unpad/def/3/4/1",
                                 "sequence_reverse/def/3/4/1", "io_copy/device_to_host/3/4/2"};
  size_t next = 0;
  for (model::OpDesc& op : model->program.blocks[0].ops) {
    if (op.type == "feed" || op.type == "fetch") continue;
    op.attrs[model::kKernelTypeAttr] = std::string(kernels[next++]);
  }
  const auto executable = Executable::Create(*model, ExecutableOptions());
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

}  // namespace
}  // namespace paddle::lite::cuda
