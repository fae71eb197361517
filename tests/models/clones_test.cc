// Predictors that share weights, used by several threads at the same time.
#include <gtest/gtest.h>

#include <mutex>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "tests/models/predictors.h"

namespace paddle::lite::test {
namespace clones_test {

using lite_api::PaddlePredictor;

constexpr int kThreads = 4;
constexpr int kRounds = 3;

class ClonesTest : public testing::TestWithParam<std::string> {
 protected:
  void SetUp() override {
    Result<ZooNet> net = LoadZooNet(LITE_TEST_DATA_DIR "/data/zoo", GetParam());
    ASSERT_TRUE(net.ok()) << net.status().ToString();
    net_ = std::move(net).value();
    const Result<PredictorPtr> full = MakeFullPredictor(net_.model, net_.params, 1);
    ASSERT_TRUE(full.ok()) << full.status().ToString();
    full_ = *full;
    for (const ZooCase& zoo_case : net_.cases) {
      const Result<std::vector<Output>> outputs = RunPredictor(full_.get(), zoo_case.inputs);
      ASSERT_TRUE(outputs.ok()) << outputs.status().ToString();
      expected_.push_back(*outputs);
    }
  }

  // All cases, starting with a different one in each thread and round.
  void RunCases(PaddlePredictor* predictor, int first) const {
    for (size_t i = 0; i < net_.cases.size(); ++i) {
      const size_t index = (static_cast<size_t>(first) + i) % net_.cases.size();
      const Result<std::vector<Output>> outputs = RunPredictor(predictor, net_.cases[index].inputs);
      ASSERT_TRUE(outputs.ok()) << outputs.status().ToString();
      EXPECT_TRUE(*outputs == expected_[index]) << "other bits, case " << index;
    }
  }

  ZooNet net_;
  PredictorPtr full_;
  std::vector<std::vector<Output>> expected_;
};

// Every round begins with a new file of which no weight is packed. Each thread has its own clone
// for the whole round, and creates another one while the others run: weights packed and released by
// one clone are available to the others, and are read from the file again for them.
TEST_P(ClonesTest, ComeAndGoWhileOthersRun) {
  for (int round = 0; round < kRounds; ++round) {
    const Result<PredictorPtr> light = MakeLightPredictor(full_.get(), 2);
    ASSERT_TRUE(light.ok()) << light.status().ToString();
    std::mutex mutex;  // the original may be used by one thread at a time
    const auto clone = [&](const std::vector<std::string>& private_params) {
      const std::lock_guard<std::mutex> lock(mutex);
      PredictorPtr copy;
      const Status status = (*light)->TryClone(private_params, &copy);
      EXPECT_TRUE(status.ok()) << status.ToString();
      return copy;
    };
    const std::vector<std::string> params = (*light)->GetParamNames();
    std::vector<std::thread> threads;
    for (int t = 0; t < kThreads; ++t) {
      threads.emplace_back([&, t] {
        const PredictorPtr mine = clone({});
        ASSERT_NE(mine, nullptr);
        RunCases(mine.get(), t + round);
        const PredictorPtr late = clone({params[static_cast<size_t>(t) % params.size()]});
        ASSERT_NE(late, nullptr);
        RunCases(late.get(), t);
        RunCases(mine.get(), round);
      });
    }
    for (std::thread& thread : threads) thread.join();
    RunCases(light->get(), round);
  }
}

// Small networks of several kinds: convolutions, recognition, attention, values that determine
// shapes.
INSTANTIATE_TEST_SUITE_P(Zoo, ClonesTest,
                         testing::Values("mtcnn_p_f", "ppocr_cls_p", "transformer_p", "soup_f",
                                         "ppyolo_matrix_p"),
                         [](const auto& info) { return info.param; });

}  // namespace clones_test
}  // namespace paddle::lite::test
