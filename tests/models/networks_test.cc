// Compares networks saved by Paddle 1.8.5 and 2.6.2 with Paddle's own outputs.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "lite/core/element.h"
#include "lite/core/slot_visitor.h"
#include "lite/runtime/executable.h"
#include "lite/runtime/program_check.h"
#include "tests/models/predictors.h"
#include "tests/models/programs.h"

namespace paddle::lite::test {
namespace networks_test {

// Folders of tests/data/zoo are tests: nothing is listed here.
// The measurements of one way of running a network, over all cases and outputs.
struct Worst {
  Difference difference;
  double tolerance = 0;  // of the case with the largest relative difference
  double noise = 0;
  int rows = 0;  // of classifiers, and how many of them have Paddle's best class
  int same_best = 0;
};

int64_t BestOf(Span<const float> values) {
  return std::max_element(values.begin(), values.end()) - values.begin();
}

// Scores of at least ten classes, one row per image.
void CompareBestClasses(const Output& output, const ZooOutput& expected, Worst* worst) {
  constexpr int64_t kClasses = 10;
  const auto& shape = output.shape;
  if (shape.size() != 2 || shape[1] < kClasses || expected.stride != 1) return;
  const auto classes = static_cast<size_t>(shape[1]);
  const auto* reference = reinterpret_cast<const float*>(expected.sample.bytes.data());
  for (size_t row = 0; row < static_cast<size_t>(shape[0]); ++row) {
    ++worst->rows;
    worst->same_best += BestOf({output.floats().data() + row * classes, classes}) ==
                        BestOf({reference + row * classes, classes});
  }
}

// For types other than float, the sampled elements must be the same.
bool SameElements(const Output& output, const ZooOutput& expected) {
  const size_t size = PrecisionTypeLength(output.precision);
  const size_t step = static_cast<size_t>(expected.stride) * size;
  std::string picked;
  for (size_t at = 0; at < output.bytes.size(); at += step) picked += output.bytes.substr(at, size);
  return picked == expected.sample.bytes;
}

class NetworkTest : public testing::TestWithParam<std::string> {
 protected:
  void SetUp() override {
    Result<ZooNet> net = LoadZooNet(kZoo, GetParam());
    ASSERT_TRUE(net.ok()) << net.status().ToString();
    net_ = std::move(net).value();
  }

  void CompareWithPaddle(const Output& output, const ZooOutput& expected, double noise,
                         Worst* worst) {
    ASSERT_EQ(output.precision, expected.sample.precision) << expected.sample.name;
    EXPECT_EQ(output.lod, expected.sample.lod) << expected.sample.name;
    if (output.precision != PrecisionType::kFloat) {
      EXPECT_EQ(output.shape, expected.sample.shape) << expected.sample.name;
      EXPECT_TRUE(SameElements(output, expected)) << expected.sample.name;
      return;
    }
    const double tolerance = ToleranceOf(net_, noise);
    const Result<Difference> difference =
        Compare(output.shape, output.floats().data(), expected, tolerance);
    ASSERT_TRUE(difference.ok()) << difference.status().ToString();
    EXPECT_LE(difference->rel_l2, tolerance) << expected.sample.name;
    worst->difference.max_abs = std::max(worst->difference.max_abs, difference->max_abs);
    if (difference->rel_l2 >= worst->difference.rel_l2) {
      worst->difference.rel_l2 = difference->rel_l2;
      worst->tolerance = tolerance;
      worst->noise = noise;
    }
    CompareBestClasses(output, expected, worst);
  }

  void RunAllCases(const char* what, lite_api::PaddlePredictor* predictor) {
    SCOPED_TRACE(what);
    Worst worst;
    for (const ZooCase& zoo_case : net_.cases) {
      SCOPED_TRACE(StrCat("case ", zoo_case.index));
      const Result<std::vector<Output>> outputs = RunPredictor(predictor, zoo_case.inputs);
      ASSERT_TRUE(outputs.ok()) << outputs.status().ToString();
      ASSERT_EQ(outputs->size(), zoo_case.outputs.size());
      for (size_t i = 0; i < outputs->size(); ++i)
        CompareWithPaddle((*outputs)[i], zoo_case.outputs[i], zoo_case.noise, &worst);
    }
    // The steps of a quantised network with weights by formula exceed the distances of its scores.
    if (!IsQuantised(net_)) {
      EXPECT_EQ(worst.same_best, worst.rows) << "another best class than Paddle's";
    }
    const std::string remarks =
        worst.rows > 0 ? StrCat("top-1 ", worst.same_best, "/", worst.rows) : "";
    ReportAccuracy(net_.name, what, worst.difference, worst.tolerance, worst.noise, remarks);
  }

  // Other variations are in determinism_test.cc: the results are bit-identical.
  void RunFullAndLight() {
    const Result<PredictorPtr> full = MakeFullPredictor(net_.model, net_.params, 1);
    ASSERT_TRUE(full.ok()) << full.status().ToString();
    RunAllCases("full", full->get());
    const Result<PredictorPtr> light = MakeLightPredictor(full->get(), 2);
    ASSERT_TRUE(light.ok()) << light.status().ToString();
    RunAllCases("light", light->get());
  }

  ZooNet net_;
};

TEST_P(NetworkTest, FullAndLightPredictorsAgreeWithPaddle) { RunFullAndLight(); }

// Compares every intermediate tensor of the saved program with Paddle's.
class ActivationChecker final : public Observer {
 public:
  ActivationChecker(const model::Program& program, const ZooNet& net, double tolerance)
      : program_(program), not_tensors_(NotTensors(program)), tolerance_(tolerance) {
    // Results that no operator reads, such as the statistics of a normalisation, may have the shape
    // used by another release.
    std::set<std::string> read;
    for (const model::OpDesc& op : program.blocks[0].ops) {
      for (const auto& [slot, names] : op.inputs) read.insert(names.begin(), names.end());
    }
    for (const ZooActivation& act : net.activations) {
      if (read.count(act.name) != 0) expected_[act.name] = &act;
    }
  }
  void AfterOp(OpPosition at, const Op& op, const KernelDef&, int64_t) override {
    const model::OpDesc& desc =
        program_.blocks[static_cast<size_t>(at.block)].ops[static_cast<size_t>(at.index)];
    const BoundTensors bound = op.Bound();
    std::map<std::string, size_t> position;  // in the list of a slot
    for (const auto& output : bound.outputs) {
      const std::vector<std::string> names = TensorNames(desc.Output(output.slot), not_tensors_);
      const size_t i = position[output.slot]++;
      if (i >= names.size()) continue;
      const auto it = expected_.find(names[i]);
      // Loops and branches overwrite variables; what the last writer left is known.
      if (it == expected_.end() || it->second->made_by != op.type()) continue;
      // A branch that was not taken; another one writes the same variable.
      if (op.type() == "conditional_block" && output.tensor->numel() == 0) continue;
      Check(*it->second, *output.tensor);
    }
  }
  int checked() const { return checked_; }
  int expected() const { return static_cast<int>(expected_.size()); }
  // Empty, or the first difference.
  const std::string& first_difference() const { return first_difference_; }

 private:
  static double At(const Tensor& tensor, int64_t i) {
    return ElementAt(tensor.raw_data(), tensor.precision(), i);
  }

  void Check(const ZooActivation& expected, const Tensor& found) {
    ++checked_;
    if (!first_difference_.empty()) return;
    double squares = 0, sum = 0, absmax = 0;
    const int64_t count = found.numel();
    for (int64_t i = 0; i < count; ++i) {
      const double v = At(found, i);
      squares += v * v;
      sum += v;
      absmax = std::max(absmax, std::abs(v));
    }
    const double l2 = std::sqrt(squares);
    // A sum cancels: its error is measured against the norm of a vector of this length.
    const double sum_scale = expected.l2 * std::sqrt(static_cast<double>(count)) + 1e-6;
    if (found.dims().Vectorize() != expected.shape ||
        !(std::abs(l2 - expected.l2) <= tolerance_ * expected.l2 + 1e-6) ||
        !(std::abs(absmax - expected.absmax) <= 10 * tolerance_ * expected.absmax + 1e-6) ||
        !(std::abs(sum - expected.sum) <= tolerance_ * sum_scale)) {
      first_difference_ =
          StrCat(expected.made_by, " -> ", expected.name, ": shape ", found.dims(), " L2 ", l2,
                 " largest ", absmax, " sum ", sum, "; expected ", ListToString(expected.shape),
                 " L2 ", expected.l2, " largest ", expected.absmax, " sum ", expected.sum);
    }
  }

  const model::Program& program_;
  const std::set<std::string> not_tensors_;
  const double tolerance_;
  std::map<std::string, const ZooActivation*> expected_;
  int checked_ = 0;
  std::string first_difference_;
};

TEST_P(NetworkTest, EveryIntermediateTensorOfTheSavedProgramMatches) {
  Result<model::Model> model = LoadProgram(net_);
  ASSERT_TRUE(model.ok()) << model.status().ToString();
  auto executable = Executable::Create(std::move(model).value(), {});
  ASSERT_TRUE(executable.ok()) << executable.status().ToString();
  Executable& program = **executable;
  ASSERT_TRUE(SetInputs(net_.cases[0], &program).ok());
  ActivationChecker checker(program.program(), net_, ToleranceOf(net_, net_.cases[0].noise));
  program.set_observer(&checker);
  const Status status = program.Run();
  ASSERT_TRUE(status.ok()) << status.ToString();
  EXPECT_EQ(checker.first_difference(), "");
  EXPECT_GE(checker.checked(), checker.expected() * 9 / 10);
}

class OcrNetworkTest : public NetworkTest {
 protected:
  void SetUp() override {
    if (!HasOcrNets()) GTEST_SKIP() << "LITE_OCR_MODELS is not set";
    Result<ZooNet> net = LoadOcrNet(GetParam());
    ASSERT_TRUE(net.ok()) << net.status().ToString();
    net_ = std::move(net).value();
  }
};

TEST_P(OcrNetworkTest, FullAndLightPredictorsAgreeWithPaddle) { RunFullAndLight(); }

INSTANTIATE_TEST_SUITE_P(Trained, OcrNetworkTest, testing::Values("det", "rec", "cls"),
                         [](const auto& info) { return info.param; });

INSTANTIATE_TEST_SUITE_P(Zoo, NetworkTest, testing::ValuesIn(ZooNetNames(kZoo)),
                         [](const auto& info) { return info.param; });

}  // namespace networks_test
}  // namespace paddle::lite::test
