// The optimiser chooses kernels of targets that this build cannot run.
#include "lite/mir/declared_kernels.h"

#include <gmock/gmock.h>

#include <cstdlib>
#include <set>

#include "lite/mir/infer.h"
#include "lite/mir/optimizer.h"
#include "lite/mir/passes/legalise.h"
#include "lite/mir/text.h"
#include "lite/model/file.h"
#include "lite/model/naive_buffer/naive_buffer.h"

namespace paddle::lite::mir {
namespace declared_kernels_test {

using ::testing::HasSubstr;

// "sigmoid: sigmoid/def/4/1/2", operator by operator.
std::vector<std::string> KernelKeys(const model::Model& model) {
  std::vector<std::string> keys;
  for (const model::OpDesc& op : model.program.blocks[0].ops) {
    const model::AttrValue* key = op.FindAttr(model::kKernelTypeAttr);
    const std::string* name = key == nullptr ? nullptr : std::get_if<std::string>(key);
    keys.push_back(StrCat(op.type, ": ", name == nullptr ? "" : *name));
  }
  return keys;
}

constexpr char kActivations[] =
    "input %x: float[2,1000]\n"
    "sigmoid(X=%x) -> (Out=%a)\n"
    "hard_swish(X=%a) -> (Out=%b)\n"
    "cos(X=%b) -> (Out=%y)\n"
    "output %y\n";

TEST(DeclaredKernelsTest, AnArmProgramIsMadeAnywhere) {
  auto graph = ParseGraph(kActivations);
  ASSERT_TRUE(graph.ok()) << graph.status().ToString();
  InferShapes(graph->get());
  OptimizeOptions options;
  options.valid_places = {Place(TargetType::kARM)};
  const Status status = Legalise(graph->get(), options, nullptr);
  ASSERT_TRUE(status.ok()) << status.ToString();
  std::vector<TargetType> targets;
  for (const OpNode* op : (*graph)->root()->ops()) {
    if (op->kernel != nullptr) targets.push_back(op->kernel->target);
  }
  // cos has no kernel on ARM; its fallback shares the processor's memory.
  const std::vector<TargetType> expected = {TargetType::kARM, TargetType::kARM, TargetType::kHost};
  EXPECT_EQ(targets, expected);
}

// The files that tests/light/foreign_target_test.cc runs. LITE_UPDATE_FIXTURES=1 writes them.
class FixtureForArm : public ::testing::TestWithParam<const char*> {};

INSTANTIATE_TEST_SUITE_P(DeclaredKernelsTest, FixtureForArm,
                         ::testing::Values("activations", "convnet"));

TEST_P(FixtureForArm, IsWhatTheOptimiserMakes) {
  const std::string name = StrCat(LITE_TEST_DATA_DIR "/data/targets/", GetParam());
  const std::string path = name + "_arm.nb";
  const Result<std::string> text = model::ReadFile(name + ".txt");
  ASSERT_TRUE(text.ok()) << text.status().ToString();
  Result<model::Model> model = ParseModel(*text);
  ASSERT_TRUE(model.ok()) << model.status().ToString();
  OptimizeOptions options;
  options.valid_places = {Place(TargetType::kARM)};
  const Result<model::Model> optimised = Optimize(*std::move(model), options);
  ASSERT_TRUE(optimised.ok()) << optimised.status().ToString();
  if (std::getenv("LITE_UPDATE_FIXTURES") != nullptr) {
    ASSERT_TRUE(model::SaveNaiveBufferFile(*optimised, path, {}).ok());
  }
  const Result<model::Model> stored = model::LoadNaiveBufferFile(path);
  ASSERT_TRUE(stored.ok()) << stored.status().ToString();
  EXPECT_EQ(KernelKeys(*stored), KernelKeys(*optimised));
  for (const std::string& key : KernelKeys(*optimised)) {
    if (key.find("feed") == 0 || key.find("fetch") == 0) continue;
    EXPECT_THAT(key, HasSubstr("/4/1/"));
  }
}

TEST(DeclaredKernelsTest, HaveNoCodeAndAreNotOfThisBuild) {
  for (const KernelDef* declared : DeclaredKernelTable()) {
    EXPECT_EQ(declared->create, nullptr) << declared->Key();
    for (const KernelDef* built : KernelTable()) {
      EXPECT_NE(built->target, declared->target) << built->Key() << " " << declared->Key();
    }
  }
  EXPECT_EQ(KernelsOnAllTargets().size(), KernelTable().size() + DeclaredKernelTable().size());
}

TEST(DeclaredKernelsTest, EveryTargetOfTheTreeIsKnown) {
  std::set<TargetType> known;
  for (const char* type : {"conv2d", "subgraph"}) {
    for (const KernelDef* kernel : KernelsOnAllTargets(type)) known.insert(kernel->target);
  }
  using T = TargetType;
  const std::set<T> expected = {T::kHost, T::kX86,  T::kARM,      T::kOpenCL,
                                T::kCUDA, T::kFPGA, T::kNNAdapter};
  EXPECT_EQ(known, expected);
}

}  // namespace declared_kernels_test
}  // namespace paddle::lite::mir
