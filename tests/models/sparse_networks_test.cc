// Pruned networks with sparse_conv2d: the results of the dense form, in any number of threads,
// through the file and both predictors.
#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <memory>

#include "lite/mir/optimizer.h"
#include "lite/model/paddle_pb/paddle_pb.h"
#include "lite/runtime/kernel_choice.h"
#include "tests/models/predictors.h"
#include "tests/models/programs.h"
#include "tests/support/pruning.h"
#include "tests/support/temp_dir.h"

namespace paddle::lite::test {
namespace sparse_networks_test {

int CountSparse(const model::Model& model) {
  const auto& ops = model.program.blocks[0].ops;
  return static_cast<int>(std::count_if(
      ops.begin(), ops.end(), [](const model::OpDesc& op) { return op.type == "sparse_conv2d"; }));
}

class SparseNetworks : public testing::TestWithParam<const char*> {};

TEST_P(SparseNetworks, AgreeWithTheDenseForm) {
  const Result<ZooNet> net = LoadZooNet(kZoo, GetParam());
  ASSERT_TRUE(net.ok()) << net.status().ToString();
  auto program = LoadProgram(*net);
  ASSERT_TRUE(program.ok()) << program.status().ToString();
  ASSERT_GT(PruneFilters(0.9, &*program), 5);
  const TempDir folder;
  const std::string dir = folder.str();
  const Status saved = model::SavePaddleModel(*program, dir);
  ASSERT_TRUE(saved.ok()) << saved.ToString();

  std::vector<Output> expected, first;
  const auto compare = [&](lite_api::PaddlePredictor* predictor, const std::string& what) {
    SCOPED_TRACE(what);
    const auto found = RunPredictor(predictor, net->cases[0].inputs);
    ASSERT_TRUE(found.ok()) << found.status().ToString();
    if (first.empty()) first = *found;
    EXPECT_TRUE(*found == first);
    ASSERT_EQ(found->size(), expected.size());
    for (size_t i = 0; i < expected.size(); ++i) {
      EXPECT_LT(Compare((*found)[i].floats(), expected[i].floats()).rel_l2, 1e-5);
    }
  };
  lite_api::CxxConfig config;
  config.set_model_file(dir + "/model");
  config.set_param_file(dir + "/params");
  config.set_valid_places({lite_api::Place(BuildTargets().front())});
  const auto dense = lite_api::CreatePaddlePredictor(config);
  ASSERT_NE(dense, nullptr);
  const auto of_dense = RunPredictor(dense.get(), net->cases[0].inputs);
  ASSERT_TRUE(of_dense.ok()) << of_dense.status().ToString();
  expected = *of_dense;

  config.set_sparse_model(true);
  for (const int threads : {1, 2, 3, 4}) {
    config.set_threads(threads);
    const auto sparse = lite_api::CreatePaddlePredictor(config);
    ASSERT_NE(sparse, nullptr);
    compare(sparse.get(), StrCat(threads, " threads"));
    if (threads != 2) continue;
    const auto light = MakeLightPredictor(sparse.get(), 3);
    ASSERT_TRUE(light.ok()) << light.status().ToString();
    compare(light->get(), "light");
  }

  mir::OptimizeOptions options;
  options.valid_places = {Place(BuildTargets().front())};
  options.sparse_threshold = 0.6;
  const auto optimised = mir::Optimize(*std::move(program), options);
  ASSERT_TRUE(optimised.ok()) << optimised.status().ToString();
  EXPECT_GT(CountSparse(*optimised), 5);
}

INSTANTIATE_TEST_SUITE_P(Zoo, SparseNetworks, testing::Values("mobilenet_v1_f", "squeezenet_p"),
                         [](const auto& info) { return std::string(info.param); });

TEST(SparseNetwork, RefusesThresholds) {
  lite_api::CxxConfig config;
  config.set_model_dir(LITE_TEST_DATA_DIR "/models/digits/fluid");
  config.set_valid_places({lite_api::Place(BuildTargets().front())});
  config.set_sparse_model(true);
  for (const float threshold : {-0.1f, 1.5f, std::numeric_limits<float>::quiet_NaN()}) {
    config.set_sparse_threshold(threshold);
    std::shared_ptr<lite_api::PaddlePredictor> predictor;
    const auto status = lite_api::TryCreatePaddlePredictor(config, &predictor);
    EXPECT_NE(status.message().find("set_sparse_threshold: expected a share from 0 to 1"),
              std::string::npos)
        << status.message();
  }
}

}  // namespace sparse_networks_test
}  // namespace paddle::lite::test
