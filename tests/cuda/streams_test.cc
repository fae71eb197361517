// Branches of a network in several streams.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "lite/backends/cuda/runtime.h"
#include "tests/models/device_networks.h"
#ifdef LITE_CUDA_EMULATION
#include "tests/cuda/emulation.h"
#endif

namespace paddle::lite::test {
namespace {

using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::Not;

class CudaStreamsTest : public DeviceNetworkTest<TargetType::kCUDA> {
 protected:
  void SetUp() override {
    DeviceNetworkTest<TargetType::kCUDA>::SetUp();
    if (IsSkipped() || HasFatalFailure()) return;
    const auto model = OptimisedFor(net_, {Place(TargetType::kCUDA), Place(TargetType::kHost)});
    ASSERT_TRUE(model.ok()) << model.status().ToString();
    ExecutableOptions options;
    options.streams = 4;
    auto executable = Executable::Create(*model, options);
    ASSERT_TRUE(executable.ok()) << executable.status().ToString();
    executable_ = std::move(executable).value();
  }

  std::unique_ptr<Executable> executable_;
};

TEST_P(CudaStreamsTest, HaveTheResultsOfOne) {
  for (const size_t at : {0, 1, 0, 0}) {
    ExpectClose(executable_.get(), reference_.get(), net_.cases[at % net_.cases.size()]);
  }
  EXPECT_THAT(executable_->QueueReport(), Contains(HasSubstr("on cuda:0, stream 2")));
}

#ifdef LITE_CUDA_EMULATION

TEST_P(CudaStreamsTest, WaitForEachOther) {
  const auto expected = RunOutputs(executable_.get(), net_.cases[0]);
  ASSERT_TRUE(expected.ok()) << expected.status().ToString();
  executable_->ReleaseMemory();  // the results, too
  cuda::emulation::LoseWaits(true);
  const auto found = RunOutputs(executable_.get(), net_.cases[0]);
  cuda::emulation::LoseWaits(false);
  EXPECT_FALSE(found.ok() && *found == *expected);
}

// The setting of a predictor.
TEST_P(CudaStreamsTest, OfPredictors) {
  const auto run = [&](bool multi_stream) {
    lite_api::CxxConfig config;
    config.set_model_buffer(net_.model.data(), net_.model.size(), net_.params.data(),
                            net_.params.size());
    config.set_valid_places({Place(TargetType::kCUDA), Place(TargetType::kHost)});
    config.set_multi_stream(multi_stream);
    const auto predictor = lite_api::CreatePaddlePredictor(config);
    cuda::emulation::LoseWaits(true);
    const auto outputs = RunPredictor(predictor.get(), net_.cases[0].inputs);
    cuda::emulation::LoseWaits(false);
    EXPECT_TRUE(outputs.ok()) << outputs.status().ToString();
    return outputs.ok() ? outputs->at(0).bytes : std::string();
  };
  const auto expected = RunOutputs(executable_.get(), net_.cases[0]);
  ASSERT_TRUE(expected.ok()) << expected.status().ToString();
  EXPECT_EQ(run(false), expected->at(0));
  EXPECT_NE(run(true), expected->at(0));
}

#endif

// What a caller queued before has to be done first, in every branch.
TEST_P(CudaStreamsTest, AStreamOfTheCallerIsTheOnlyOne) {
  ExpectClose(executable_.get(), reference_.get(), net_.cases[0]);
  void* stream = nullptr;
  ASSERT_EQ(cuda::runtime::CreateStream(&stream), 0);
  ASSERT_TRUE(executable_->SetStream(TargetType::kCUDA, stream).ok());
  ExpectClose(executable_.get(), reference_.get(), net_.cases[0]);
  EXPECT_THAT(executable_->QueueReport(), Not(Contains(HasSubstr(", stream 2"))));
  ASSERT_TRUE(executable_->SetStream(TargetType::kCUDA, nullptr).ok());
  ExpectClose(executable_.get(), reference_.get(), net_.cases[0]);
  EXPECT_THAT(executable_->QueueReport(), Contains(HasSubstr(", stream 2")));
  EXPECT_EQ(cuda::runtime::DestroyStream(stream), 0);
}

INSTANTIATE_TEST_SUITE_P(Zoo, CudaStreamsTest,
                         testing::Values(OnDevice{"squeezenet_p", 0, 2},
                                         OnDevice{"shufflenet_v2_p", 0, 2}),
                         [](const auto& info) { return std::string(info.param.network); });

}  // namespace
}  // namespace paddle::lite::test
