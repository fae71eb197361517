// One request to the system fails, for memory or for a thread: the step that made it gives an error
// or goes on without, and its repetition, all later steps and clones compute what they would have
// computed, bit by bit. A sample of the places; LITE_ALL_PLACES=1 takes every one.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <string_view>

#include "lite/api/predictor_base.h"
#include "tests/allocations/heap.h"
#include "tests/models/predictors.h"
#include "tests/support/digits.h"
#include "tests/support/temp_dir.h"

namespace paddle::lite::test {
namespace {

constexpr int64_t kSampledPlaces = 60;
constexpr int kThreads = 2;

Executable* ExecutableOf(const PredictorPtr& predictor) {
  return static_cast<PredictorBase*>(predictor.get())->executable();
}

// The life of a predictor in steps, each of which may be repeated.
class Session {
 public:
  using Outputs = std::vector<Output>;
  using Create = std::function<Status(PredictorPtr*)>;

  Session(const Create& create, const std::vector<std::vector<ZooArray>>& inputs) {
    Add("load", [this, create] { return create(&predictor_); });
    Add("use threads", [this] {
      ExecutableOf(predictor_)->set_threads(kThreads);
      return OkStatus();
    });
    AddRun("first run", &predictor_, inputs.front());
    AddRun("other shapes", &predictor_, inputs.back());
    Add("clone", [this] { return predictor_->TryClone({}, &clone_); });
    AddRun("run of the clone", &clone_, inputs.front());
    Add("look at all variables", [this]() -> Status {
      std::unique_ptr<const lite_api::Tensor> tensor;
      for (const std::string& name : ExecutableOf(predictor_)->variable_names()) {
        LITE_RETURN_IF_ERROR(predictor_->TryGetTensor(name, &tensor));
      }
      return OkStatus();
    });
    AddRun("first shapes again", &predictor_, inputs.front());
  }

  size_t size() const { return steps_.size(); }
  const std::string& name(size_t step) const { return steps_[step].name; }

  // Takes all steps. In step `faulty` the request after `granted` ones is refused; returns how many
  // requests that step made until it first returned.
  int64_t TakeAll(size_t faulty, int64_t granted) {
    int64_t requests = 0;
    for (size_t i = 0; i < steps_.size(); ++i) {
      const int64_t before = Requests();
      RefuseRequest(i == faulty ? granted : -1);
      Status status = Take(steps_[i]);
      RefuseRequest(-1);
      if (i == faulty) requests = Requests() - before;
      if (!status.ok() && i == faulty) status = Take(steps_[i]);
      EXPECT_TRUE(status.ok()) << steps_[i].name << ": " << status.ToString();
      if (!status.ok()) break;
    }
    return requests;
  }

  // What the runs gave, in their order.
  const std::vector<Outputs>& results() const { return results_; }
  const PredictorPtr& predictor() const { return predictor_; }

 private:
  struct Step {
    std::string name;
    std::function<Status()> take;
  };

  static Status Take(const Step& step) {
    try {
      return step.take();
    } catch (const std::bad_alloc&) {  // of calls without a Try twin, and of this test
      return Status(StatusCode::kResourceExhausted, "");
    }
  }
  void Add(const std::string& name, std::function<Status()> take) {
    steps_.push_back({name, std::move(take)});
  }
  void AddRun(const std::string& name, const PredictorPtr* predictor,
              const std::vector<ZooArray>& inputs) {
    const size_t index = results_.size();
    results_.emplace_back();
    Add(name, [this, index, predictor, &inputs]() -> Status {
      LITE_ASSIGN_OR_RETURN(results_[index], RunPredictor(predictor->get(), inputs));
      return OkStatus();
    });
  }

  PredictorPtr predictor_;
  PredictorPtr clone_;
  std::vector<Step> steps_;
  std::vector<Outputs> results_;
};

class Recovery : public testing::TestWithParam<std::string> {
 protected:
  void SetUp() override {
    const std::string& name = GetParam();
    constexpr std::string_view kDigits = "digits_";
    if (name.compare(0, kDigits.size(), kDigits) == 0) {
      net_ = LoadDigitsNet(name.substr(kDigits.size()));
      inputs_ = {{DigitsInput(0, 2)}, {DigitsInput(2, 5)}};
    } else {
      Result<ZooNet> net = LoadZooNet(kZoo, name);
      ASSERT_TRUE(net.ok()) << net.status().ToString();
      net_ = *std::move(net);
      for (const ZooCase& zoo_case : net_.cases) inputs_.push_back(zoo_case.inputs);
    }
    const Result<PredictorPtr> full = MakeFullPredictor(net_.model, net_.params, 1);
    ASSERT_TRUE(full.ok()) << full.status().ToString();
    const Status saved = (*full)->TrySaveOptimizedModel(
        dir_ / "model", lite_api::LiteModelType::kNaiveBuffer, false);
    ASSERT_TRUE(saved.ok()) << saved.ToString();
  }

  Status CreateLight(PredictorPtr* predictor) const {
    lite_api::MobileConfig config;
    config.set_model_from_file(dir_ / "model.nb");
    return lite_api::TryCreatePaddlePredictor(config, predictor);
  }
  Status CreateFull(PredictorPtr* predictor) const {
    LITE_ASSIGN_OR_RETURN(*predictor, MakeFullPredictor(net_.model, net_.params, 1));
    return OkStatus();
  }

  void Sweep(const Session::Create& create, const std::vector<size_t>& steps) const {
    Session reference(create, inputs_);
    reference.TakeAll(reference.size(), 0);
    ASSERT_FALSE(HasFailure());
    const bool all = std::getenv("LITE_ALL_PLACES") != nullptr;
    int64_t places = 0;
    for (const size_t step : steps) {
      Session counted(create, inputs_);
      const int64_t requests = counted.TakeAll(step, int64_t{1} << 60);
      const int64_t stride = all ? 1 : std::max<int64_t>(requests / kSampledPlaces, 1);
      for (int64_t granted = 0; granted < requests; granted += stride, ++places) {
        Session session(create, inputs_);
        session.TakeAll(step, granted);
        EXPECT_TRUE(session.results() == reference.results());
        ASSERT_FALSE(HasFailure()) << "request " << granted << " of " << requests << " of step '"
                                   << session.name(step) << "' was refused";
      }
    }
    RecordProperty("places", std::to_string(places));
    std::printf("%lld places\n", static_cast<long long>(places));
  }

  const TempDir dir_;
  ZooNet net_;
  std::vector<std::vector<ZooArray>> inputs_;
};

TEST_P(Recovery, LightFromRefusedRequests) {
  Sweep([this](PredictorPtr* predictor) { return CreateLight(predictor); },
        {0, 1, 2, 3, 4, 5, 6, 7});
}

TEST_P(Recovery, FullFromRefusedRequestsOfLoading) {
  Sweep([this](PredictorPtr* predictor) { return CreateFull(predictor); }, {0});
}

TEST_P(Recovery, WithoutThreads) {
  const Session::Create create = [this](PredictorPtr* predictor) { return CreateLight(predictor); };
  Session reference(create, inputs_);
  reference.TakeAll(reference.size(), 0);
  Session session(create, inputs_);
  RefuseThreads(true);
  session.TakeAll(session.size(), 0);
  Executable* executable = ExecutableOf(session.predictor());
  EXPECT_EQ(executable->threads(), 1);
  EXPECT_EQ(executable->set_threads(kThreads), 1);
  RefuseThreads(false);
  EXPECT_TRUE(session.results() == reference.results());
  EXPECT_EQ(executable->set_threads(kThreads), kThreads);
  const auto again = RunPredictor(session.predictor().get(), inputs_.front());
  ASSERT_TRUE(again.ok()) << again.status().ToString();
  EXPECT_TRUE(*again == reference.results().front());
}

INSTANTIATE_TEST_SUITE_P(Networks, Recovery,
                         testing::Values("digits_paddle2", "digits_paddle2_qat", "passes_conv_f",
                                         "rcnn_p", "soup_f"),
                         [](const auto& info) { return info.param; });

}  // namespace
}  // namespace paddle::lite::test
