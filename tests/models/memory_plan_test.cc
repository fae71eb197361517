// Compares the memory plans of the networks of the zoo with a slow planner.
#include <gtest/gtest.h>

#include <cstdio>

#include "lite/model/naive_buffer/naive_buffer.h"
#include "lite/runtime/executable.h"
#include "tests/models/predictors.h"
#include "tests/models/programs.h"
#include "tests/support/reference_planner.h"
#include "tests/support/temp_dir.h"

namespace paddle::lite::test {
namespace memory_plan_test {

class MemoryPlanTest : public testing::TestWithParam<std::string> {};

TEST_P(MemoryPlanTest, IsAtMostThreePercentAboveTheReference) {
  const Result<ZooNet> net = LoadZooNet(kZoo, GetParam());
  ASSERT_TRUE(net.ok()) << net.status().ToString();
  const Result<PredictorPtr> full = MakeFullPredictor(net->model, net->params, 1);
  ASSERT_TRUE(full.ok()) << full.status().ToString();
  const TempDir dir;
  (*full)->SaveOptimizedModel(dir / "net", lite_api::LiteModelType::kNaiveBuffer);
  Result<model::Model> model = model::LoadNaiveBufferFile(dir / "net.nb");
  ASSERT_TRUE(model.ok()) << model.status().ToString();
  auto created = Executable::Create(std::move(model).value(), {});
  ASSERT_TRUE(created.ok()) << created.status().ToString();
  Executable& program = **created;
  for (const ZooCase& zoo_case : net->cases) {
    ASSERT_TRUE(SetInputs(zoo_case, &program).ok());
    const Status status = program.Prepare();
    ASSERT_TRUE(status.ok()) << status.ToString();
    const Span<const Interval> blocks = program.planned_blocks();
    const size_t plan = program.memory_use().activations;
    const size_t bound = OffsetPlanLowerBound(blocks);
    const size_t reference = plan == bound ? bound : ReferencePlan(blocks).total;
    std::printf("| %s | %d | %zu | %zu | %zu | %zu |\n", net->name.c_str(), zoo_case.index,
                blocks.size(), plan, bound, reference);
    EXPECT_GE(reference, bound);
    EXPECT_LE(static_cast<double>(plan), 1.03 * static_cast<double>(reference))
        << "case " << zoo_case.index;
  }
}

INSTANTIATE_TEST_SUITE_P(Zoo, MemoryPlanTest, testing::ValuesIn(ZooNetNames(kZoo)),
                         [](const auto& info) { return info.param; });

}  // namespace memory_plan_test
}  // namespace paddle::lite::test
