// Numbers of rows that a table lacks are errors, and the next run is right.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "lite/mir/text.h"
#include "lite/runtime/executable.h"
#include "tests/support/partition.h"

namespace paddle::lite::test {
namespace {

using ::testing::HasSubstr;

struct Embedding {
  const char* type;
  const char* text;  // one input of the ids [2, 1], another of ids [2, 1] or none
  const char* slot;  // of the last input
};

constexpr Embedding kEmbeddings[] = {
    {"lookup_table", R"(
       const %w: float[4,3] = random(1, -1, 1)
       input %i: int64[2,1]
       lookup_table(W=%w, Ids=%i) -> (Out=%y) {padding_idx=-1}
       output %y)",
     "Ids: "},
    {"lookup_table_v2", R"(
       const %w: float[4,3] = random(1, -1, 1)
       input %i: int64[2,1]
       lookup_table_v2(W=%w, Ids=%i) -> (Out=%y) {padding_idx=-1}
       output %y)",
     "Ids: "},
    {"__xpu__embedding_with_eltwise_add", R"(
       const %w: float[9,3] = random(1, -1, 1)
       const %v: float[4,3] = random(2, -1, 1)
       input %i: int64[2,1]
       input %j: int64[2,1]
       __xpu__embedding_with_eltwise_add(Tables=[%w, %v], Ids=[%i, %j]) -> (Output=%y)
         {padding_idx=-1}
       output %y)",
     "Ids[1]: "},
};

Result<std::vector<float>> RunWith(Executable* executable, int64_t last) {
  const size_t inputs = executable->input_names().size();
  for (size_t i = 0; i < inputs; ++i) {
    Tensor* ids = executable->input(i);
    ids->Resize(DDim{2, 1});
    LITE_RETURN_IF_ERROR(ids->Allocate(PrecisionType::kInt64));
    ids->mutable_data<int64_t>()[0] = 1;
    ids->mutable_data<int64_t>()[1] = i + 1 == inputs ? last : 0;
  }
  LITE_RETURN_IF_ERROR(executable->Run());
  const Tensor& y = *executable->output(0);
  return std::vector<float>(y.data<float>(), y.data<float>() + y.numel());
}

TEST(XpuRowNumbers, OutsideTheTableAreErrors) {
  std::vector<const KernelDef*> kernels;
  for (const KernelDef* kernel : KernelTable()) {
    if (kernel->target == TargetType::kXPU) kernels.push_back(kernel);
  }
  for (const Embedding& embedding : kEmbeddings) {
    SCOPED_TRACE(embedding.type);
    const auto for_host = mir::ParseModel(embedding.text);
    ASSERT_TRUE(for_host.ok()) << for_host.status().ToString();
    // The optimiser would not copy so little.
    const auto for_device = Partition(*for_host, kernels, /*seed=*/0, /*share=*/1);
    ASSERT_TRUE(for_device.ok()) << for_device.status().ToString();
    std::vector<std::unique_ptr<Executable>> executables;
    ExecutableOptions on_device;
    on_device.leave_devices = false;
    for (const auto& program : {*for_host, *for_device}) {
      auto executable = Executable::Create(program, on_device);
      ASSERT_TRUE(executable.ok()) << executable.status().ToString();
      executables.push_back(*std::move(executable));
    }
    for (const int64_t id : {int64_t{4}, int64_t{-2}, INT64_MAX, INT64_MIN}) {
      for (const auto& executable : executables) {
        const Status status = RunWith(executable.get(), id).status();
        EXPECT_EQ(status.code(), StatusCode::kOutOfRange) << status.ToString();
        EXPECT_THAT(status.message(), HasSubstr(embedding.type));
        EXPECT_THAT(status.message(),
                    HasSubstr(StrCat(embedding.slot, "id ", id, " of a table of 4 rows")));
      }
    }
    const auto expected = RunWith(executables[0].get(), 3);
    const auto found = RunWith(executables[1].get(), 3);
    ASSERT_TRUE(expected.ok()) << expected.status().ToString();
    ASSERT_TRUE(found.ok()) << found.status().ToString();
    EXPECT_EQ(*found, *expected);
    EXPECT_GT(executables[1]->KernelCounts()[TargetType::kXPU], 0);
  }
}

}  // namespace
}  // namespace paddle::lite::test
