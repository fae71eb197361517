// Once the shapes are known, a run does not allocate: neither the kernels, nor the loop around
// them. Tests every network of the zoo on the kernels of this machine, and those with the most
// kinds of operators on the portable ones.
#include "tests/support/zoo.h"

#include <gtest/gtest.h>

#include <cstring>
#include <map>

#include "lite/mir/optimizer.h"
#include "lite/model/paddle_pb/paddle_pb.h"
#include "lite/runtime/executable.h"
#include "lite/runtime/kernel_choice.h"
#include "tests/allocations/heap.h"
#include "tests/models/predictors.h"

namespace paddle::lite::test {
namespace {

// Adds up the allocations of every kind of kernel.
class CountingObserver final : public Observer {
 public:
  void BeforeOp(OpPosition, const Op&, const KernelDef&) override { before_ = HeapAllocations(); }
  void AfterOp(OpPosition, const Op& op, const KernelDef& kernel, int64_t) override {
    const int64_t taken = HeapAllocations() - before_;
    settles_in_run_ |= op.ShapeDependsOnData() || op.KernelAllocatesOutput();
    // If a size is computed by the network, the kernel reads it again in each run.
    if (taken > 0 && !op.ShapeDependsOnData() && !AddsLevels(op)) found_[kernel.Key()] += taken;
  }
  const std::map<std::string, int64_t>& found() const { return found_; }
  // Whether shapes depend on data, so that the loop infers them in every run.
  bool settles_in_run() const { return settles_in_run_; }

 private:
  // Whether the operator adds a level of detail to a list. Lists are empty when a run begins, so
  // their elements have no memory for it.
  static bool AddsLevels(const Op& op) {
    const BoundTensors bound = op.Bound();
    bool found = false;
    for (const auto& input : bound.inputs) found |= !input.tensor->lod().empty();
    return found && bound.uses_arrays;
  }

  int64_t before_ = 0;
  bool settles_in_run_ = false;
  std::map<std::string, int64_t> found_;
};

// Network, on portable kernels.
using Parameter = std::tuple<std::string, bool>;

class AllocationsTest : public testing::TestWithParam<Parameter> {};

TEST_P(AllocationsTest, NoneInTheThirdRun) {
  const auto& [name, portable] = GetParam();
  const Result<ZooNet> net = LoadZooNet(kZoo, name);
  ASSERT_TRUE(net.ok()) << net.status().ToString();
  model::PaddleModelSource source;
  source.from_memory = true;
  source.model_buffer = net->model;
  source.param_buffer = net->params;
  Result<model::Model> model = model::LoadPaddleModel(source);
  ASSERT_TRUE(model.ok()) << model.status().ToString();
  mir::OptimizeOptions options;
  options.valid_places = {Place(portable ? TargetType::kHost : BuildTargets().front())};
  Result<model::Model> optimised = mir::Optimize(*std::move(model), options);
  ASSERT_TRUE(optimised.ok()) << optimised.status().ToString();
  const auto created = Executable::Create(*std::move(optimised), {});
  ASSERT_TRUE(created.ok()) << created.status().ToString();
  Executable& program = **created;
  const std::vector<ZooArray>& inputs = net->cases.at(0).inputs;
  for (size_t i = 0; i < inputs.size(); ++i) {
    Tensor* tensor = program.input(i);
    tensor->Resize(inputs[i].shape);
    tensor->set_lod(inputs[i].lod);
    ASSERT_TRUE(tensor->Allocate(inputs[i].precision).ok());
    std::memcpy(tensor->mutable_raw_data(), inputs[i].bytes.data(), inputs[i].bytes.size());
  }
  for (int run = 0; run < 2; ++run) {
    const Status status = program.Run();
    ASSERT_TRUE(status.ok()) << status.ToString();
  }
  const int64_t before = HeapAllocations();
  const Status status = program.Run();
  const int64_t taken = HeapAllocations() - before;
  ASSERT_TRUE(status.ok()) << status.ToString();
  CountingObserver observer;
  program.set_observer(&observer);
  ASSERT_TRUE(program.Run().ok());
  if (!observer.settles_in_run()) {
    EXPECT_EQ(taken, 0);
  }
  for (const auto& [kernel, count] : observer.found()) {
    ADD_FAILURE() << kernel << " took " << count;
  }
}

std::string NameOf(const testing::TestParamInfo<Parameter>& info) {
  return std::get<0>(info.param);
}

INSTANTIATE_TEST_SUITE_P(Machine, AllocationsTest,
                         testing::Combine(testing::ValuesIn(ZooNetNames(kZoo)),
                                          testing::Values(false)),
                         NameOf);
INSTANTIATE_TEST_SUITE_P(Host, AllocationsTest,
                         testing::Combine(testing::Values("deform_p", "grid_p", "passes_conv_p",
                                                          "passes_matrix_p", "passes_shape_p",
                                                          "rcnn_p", "soup_f"),
                                          testing::Values(true)),
                         NameOf);

}  // namespace
}  // namespace paddle::lite::test
