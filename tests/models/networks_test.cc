// MobileNetV1 and ResNet50 as Paddle 1.8.5 and 2.6.2 saved them, against Paddle's own outputs.
#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "lite/core/slot_visitor.h"
#include "lite/model/paddle_pb/paddle_pb.h"
#include "lite/runtime/executable.h"
#include "tests/models/predictors.h"

namespace paddle::lite::test {
namespace {

struct Network {
  const char* name;
  double tolerance;  // relative L2 of the output; Paddle's own two ways of running differ by up to
                     // a third of it
};

class NetworkTest : public testing::TestWithParam<Network> {
 protected:
  void SetUp() override {
    Result<ZooNet> net = LoadZooNet(LITE_TEST_DATA_DIR "/data/zoo", GetParam().name);
    ASSERT_TRUE(net.ok()) << net.status().ToString();
    net_ = std::move(net).value();
  }

  // All cases in order, then the first again; differences from Paddle must be small, and the
  // repetition must give the same bits.
  void RunAllCases(lite_api::PaddlePredictor* predictor, const std::string& what,
                   std::vector<std::vector<Output>>* results) {
    for (const ZooCase& zoo_case : net_.cases) {
      Result<std::vector<Output>> outputs = RunPredictor(predictor, zoo_case.inputs);
      ASSERT_TRUE(outputs.ok()) << outputs.status().ToString();
      ASSERT_EQ(outputs->size(), zoo_case.outputs.size());
      for (size_t i = 0; i < outputs->size(); ++i) {
        const Output& output = (*outputs)[i];
        ASSERT_EQ(output.precision, PrecisionType::kFloat);
        const Result<Difference> difference = Compare(output.shape, output.floats().data(),
                                                      zoo_case.outputs[i], GetParam().tolerance);
        ASSERT_TRUE(difference.ok())
            << what << ", case " << zoo_case.index << ": " << difference.status().ToString();
        if (!what.empty()) {
          ReportAccuracy(net_.name,
                         StrCat(what, ", input ", ListToString(zoo_case.inputs[0].shape)),
                         *difference, GetParam().tolerance);
        }
        EXPECT_LE(difference->rel_l2, GetParam().tolerance) << what << ", case " << zoo_case.index;
      }
      results->push_back(std::move(outputs).value());
    }
    const Result<std::vector<Output>> again = RunPredictor(predictor, net_.cases[0].inputs);
    ASSERT_TRUE(again.ok()) << again.status().ToString();
    EXPECT_TRUE(*again == results->front()) << "another result after other sizes";
  }

  ZooNet net_;
};

TEST_P(NetworkTest, FullAndLightPredictorsAgreeWithPaddleAndBitByBitWithEachOther) {
  std::vector<std::vector<Output>> first;
  for (const int threads : {1, 2}) {
    Result<PredictorPtr> full = MakeFullPredictor(net_.model, net_.params, threads);
    ASSERT_TRUE(full.ok()) << full.status().ToString();
    Result<PredictorPtr> light = MakeLightPredictor(full->get(), threads);
    ASSERT_TRUE(light.ok()) << light.status().ToString();
    std::vector<std::vector<Output>> full_results, light_results;
    RunAllCases(full->get(), threads == 1 ? "full" : "", &full_results);
    RunAllCases(light->get(), "", &light_results);
    if (first.empty()) first = full_results;
    EXPECT_TRUE(full_results == first) << threads << " threads differ from one";
    EXPECT_TRUE(light_results == first) << "the light predictor differs, " << threads << " threads";
  }
}

TEST_P(NetworkTest, ClonesShareWeightsAndAgree) {
  Result<PredictorPtr> full = MakeFullPredictor(net_.model, net_.params, 1);
  ASSERT_TRUE(full.ok()) << full.status().ToString();
  PredictorPtr clone;
  ASSERT_TRUE(full.value()->TryClone({}, &clone).ok());
  const auto a = RunPredictor(full->get(), net_.cases[0].inputs);
  const auto b = RunPredictor(clone.get(), net_.cases[0].inputs);
  ASSERT_TRUE(a.ok() && b.ok());
  EXPECT_TRUE(*a == *b);
}

// Compares every intermediate tensor of the program as saved with what Paddle computed.
class ActivationChecker final : public Observer {
 public:
  ActivationChecker(const model::Program& program, const ZooNet& net, double tolerance)
      : program_(program), tolerance_(tolerance) {
    for (const ZooActivation& act : net.activations) expected_[act.name] = &act;
  }
  void AfterOp(int index, const Op& op, const KernelDef&, int64_t) override {
    const model::OpDesc& desc = program_.blocks[0].ops[static_cast<size_t>(index)];
    BoundTensors bound;
    const_cast<Op&>(op).Fields(bound);
    for (const auto& output : bound.outputs) {
      const auto& names = desc.Output(output.slot);
      if (names.size() != 1 || output.tensor->precision() != PrecisionType::kFloat) continue;
      const auto it = expected_.find(names[0]);
      if (it == expected_.end()) continue;
      Check(*it->second, *output.tensor);
    }
  }
  int checked() const { return checked_; }
  // Empty, or what differs first.
  const std::string& first_difference() const { return first_difference_; }

 private:
  void Check(const ZooActivation& expected, const Tensor& found) {
    ++checked_;
    if (!first_difference_.empty()) return;
    double squares = 0, sum = 0, absmax = 0;
    for (int64_t i = 0; i < found.numel(); ++i) {
      const double v = found.data<float>()[i];
      squares += v * v;
      sum += v;
      absmax = std::max(absmax, std::abs(v));
    }
    const double l2 = std::sqrt(squares);
    // A sum cancels: its error is measured against the norm of a vector of this length.
    const double sum_scale = expected.l2 * std::sqrt(static_cast<double>(found.numel())) + 1e-6;
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
  const double tolerance_;
  std::map<std::string, const ZooActivation*> expected_;
  int checked_ = 0;
  std::string first_difference_;
};

TEST_P(NetworkTest, EveryIntermediateTensorOfTheSavedProgramMatches) {
  model::PaddleModelSource source;
  source.from_memory = true;
  source.model_buffer = net_.model;
  source.param_buffer = net_.params;
  Result<model::Model> model = model::LoadPaddleModel(source);
  ASSERT_TRUE(model.ok()) << model.status().ToString();
  auto executable = Executable::Create(std::move(model).value(), {});
  ASSERT_TRUE(executable.ok()) << executable.status().ToString();
  Executable& program = **executable;
  const ZooArray& input = net_.cases[0].inputs[0];
  program.input(0)->Resize(input.shape);
  ASSERT_TRUE(program.input(0)->Allocate(PrecisionType::kFloat).ok());
  std::memcpy(program.input(0)->mutable_raw_data(), input.bytes.data(), input.bytes.size());
  ActivationChecker checker(program.program(), net_, GetParam().tolerance);
  program.set_observer(&checker);
  const Status status = program.Run();
  ASSERT_TRUE(status.ok()) << status.ToString();
  EXPECT_EQ(checker.first_difference(), "");
  EXPECT_GE(checker.checked(), static_cast<int>(net_.activations.size()) * 9 / 10);
}

INSTANTIATE_TEST_SUITE_P(Zoo, NetworkTest,
                         testing::Values(Network{"mobilenet_v1_f", 1e-4},
                                         Network{"mobilenet_v1_p", 1e-4},
                                         Network{"resnet50_f", 3e-4}, Network{"resnet50_p", 3e-4}),
                         [](const auto& info) { return std::string(info.param.name); });

}  // namespace
}  // namespace paddle::lite::test
