// What optimised programs compute does not depend on which values share memory.
#include <gtest/gtest.h>

#include "lite/mir/optimizer.h"
#include "lite/model/naive_buffer/naive_buffer.h"
#include "lite/runtime/kernel_choice.h"
#include "tests/models/predictors.h"
#include "tests/models/programs.h"
#include "tests/support/plan_free.h"
#include "tests/support/random_graph.h"
#include "tests/support/temp_dir.h"
#include "tests/support/tiny_models.h"

namespace paddle::lite::test {
namespace memory_reuse_test {

// As a light predictor gets it.
Result<model::Model> Stored(const model::Model& model) {
  LITE_ASSIGN_OR_RETURN(const std::string bytes, model::EncodeNaiveBuffer(model, {}));
  return model::DecodeNaiveBuffer(bytes, "stored");
}

// For the processor of this machine.
Result<model::Model> Optimised(model::Model model) {
  mir::OptimizeOptions options;
  for (const TargetType target : BuildTargets()) {
    options.valid_places.emplace_back(target, PrecisionType::kFloat);
  }
  return mir::Optimize(std::move(model), options);
}

// The program, the optimised one, and that one from a file.
Status CompareAllForms(const model::Model& model, const std::vector<std::vector<Tensor>>& runs,
                       int threads) {
  LITE_RETURN_IF_ERROR(ComparePlanned(model, runs, threads).WithContext("as it is"));
  LITE_ASSIGN_OR_RETURN(const model::Model optimised, Optimised(model));
  LITE_RETURN_IF_ERROR(ComparePlanned(optimised, runs, threads).WithContext("optimised"));
  LITE_ASSIGN_OR_RETURN(const model::Model stored, Stored(optimised));
  return ComparePlanned(stored, runs, threads).WithContext("stored");
}

class ZooMemoryReuse : public testing::TestWithParam<std::string> {};

TEST_P(ZooMemoryReuse, ComputesTheSameBits) {
  const Result<ZooNet> net = LoadZooNet(kZoo, GetParam());
  ASSERT_TRUE(net.ok()) << net.status().ToString();
  const Result<PredictorPtr> full = MakeFullPredictor(net->model, net->params, 1);
  ASSERT_TRUE(full.ok()) << full.status().ToString();
  const TempDir dir;
  (*full)->SaveOptimizedModel(dir / "net", lite_api::LiteModelType::kNaiveBuffer);
  const Result<model::Model> model = model::LoadNaiveBufferFile(dir / "net.nb");
  ASSERT_TRUE(model.ok()) << model.status().ToString();
  std::vector<std::vector<Tensor>> runs;
  for (const ZooCase& zoo_case : net->cases) {
    runs.emplace_back();
    for (const ZooArray& input : zoo_case.inputs) {
      ASSERT_TRUE(CopyInput(input, &runs.back().emplace_back()).ok());
    }
  }
  const Status status = ComparePlanned(*model, runs, 2);
  EXPECT_TRUE(status.ok()) << status.ToString();
}

INSTANTIATE_TEST_SUITE_P(Zoo, ZooMemoryReuse, testing::ValuesIn(ZooNetNames(kZoo)),
                         [](const auto& info) { return info.param; });

TEST(MemoryReuse, RandomGraphs) {
  const Status status = CheckRandomGraphs(100, [](const RandomGraph& graph, int threads) {
    return CompareAllForms(graph.model, RandomGraphInputs(graph), threads);
  });
  EXPECT_TRUE(status.ok()) << status.ToString();
}

// A convolution, an operator in place on its result and a piece of it (or on a concatenation and
// what it was made of), and a convolution.
TEST(MemoryReuse, PiecesOfAnOverwrittenValue) {
  using Ints = std::vector<int32_t>;
  for (const bool cut : {true, false}) {
    for (const std::string operation : {"add", "sub", "mul", "div"}) {
      RandomGraph graph;
      graph.input_shapes = {{-1, 3, 9, 9}};
      graph.model.program.version = 2006002;
      graph.model.program.blocks.emplace_back();
      AddVar(&graph.model, "x", {-1, 3, 9, 9});
      AddParam(&graph.model, "w", {4, 3, 3, 3}, 0.5f);
      AddParam(&graph.model, "w2", {5, cut ? 4 : 8, 1, 1}, 0.5f);
      auto& ops = graph.model.program.blocks[0].ops;
      const auto conv = [&](const std::string& in, const std::string& filter, int32_t pad,
                            const std::string& out) {
        ops.push_back(MakeOp("conv2d", {{"Input", {in}}, {"Filter", {filter}}}, {{"Output", {out}}},
                             {{"strides", Ints{1, 1}},
                              {"paddings", Ints{pad, pad}},
                              {"dilations", Ints{1, 1}},
                              {"groups", int32_t{1}}}));
      };
      ops.push_back(MakeOp("feed", {{"X", {"feed"}}}, {{"Out", {"x"}}}, {{"col", int32_t{0}}}));
      conv("x", "w", 1, "a");
      std::string whole = "a", piece = "p";
      if (cut) {
        ops.push_back(MakeOp("split", {{"X", {"a"}}}, {{"Out", {"p", "q"}}},
                             {{"axis", int32_t{1}}, {"sections", Ints{1, 3}}}));
      } else {
        piece = "a";
        whole = "both";
        ops.push_back(MakeOp("tanh", {{"X", {"a"}}}, {{"Out", {"b"}}}));
        ops.push_back(
            MakeOp("concat", {{"X", {"a", "b"}}}, {{"Out", {"both"}}}, {{"axis", int32_t{1}}}));
        // One channel of the first part, for the second operand of another shape.
        ops.push_back(MakeOp("split", {{"X", {"a"}}}, {{"Out", {"first", "rest"}}},
                             {{"axis", int32_t{1}}, {"sections", Ints{1, 3}}}));
        piece = "first";
      }
      ops.push_back(MakeOp("elementwise_" + operation, {{"X", {whole}}, {"Y", {piece}}},
                           {{"Out", {"z"}}}, {{"axis", int32_t{-1}}}));
      conv("z", "w2", 0, "y");
      ops.push_back(MakeOp("fetch", {{"X", {"y"}}}, {{"Out", {"fetch"}}}, {{"col", int32_t{0}}}));
      const Status status = CompareAllForms(graph.model, RandomGraphInputs(graph), 2);
      EXPECT_TRUE(status.ok()) << operation << (cut ? ", split: " : ", concat: ")
                               << status.ToString();
    }
  }
}

}  // namespace memory_reuse_test
}  // namespace paddle::lite::test
