// Warm-up inputs: a new predictor runs on them, and the caller's first run needs no preparation.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "lite/api/paddle_api.h"
#include "lite/api/paddle_custom_op.h"
#include "lite/mir/text.h"
#include "lite/model/naive_buffer/naive_buffer.h"
#include "lite/model/paddle_pb/paddle_pb.h"

namespace paddle::lite_api {
namespace warm_up_test {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

int prepared = 0;
int computed = 0;

Status CountPreparations(OpCall& call) {
  ++prepared;
  call.output("Out").Resize(call.input("X").shape());
  return Status();
}
// Adds the sum of `More` to each element.
Status CountRuns(OpCall& call) {
  ++computed;
  const auto x = call.input("X");
  const auto more = call.input("More");
  auto out = call.output("Out");
  float sum = 0;
  for (int64_t i = 0; i < more.numel(); ++i) sum += static_cast<float>(more.data<int32_t>()[i]);
  for (int64_t i = 0; i < x.numel(); ++i) {
    out.mutable_data<float>()[i] = x.data<float>()[i] + sum;
  }
  return Status();
}

constexpr char kProgram[] = R"(
input %x: float[-1,3]
input %n: int32[-1]
test_counted(X=%x, More=%n) -> (Out=%y)
output %y
)";

class WarmUp : public ::testing::Test {
 protected:
  static void SetUpTestSuite() {
    const Status status = RegisterOperator("test_counted(X: float32, More: int32) -> (Out)",
                                           CountPreparations, CountRuns);
    EXPECT_TRUE(status.ok()) << status.ToString();
  }

  // Both kinds of configuration for the program, with `settings` made.
  template <typename Settings>
  static void ForBoth(const Settings& settings) {
    const auto model = lite::mir::ParseModel(kProgram);
    ASSERT_TRUE(model.ok()) << model.status().ToString();
    CxxConfig full;
    const auto program = lite::model::EncodePaddleProgram(model->program);
    const auto params = lite::model::EncodePaddleParams(*model);
    ASSERT_TRUE(program.ok() && params.ok());
    full.set_model_buffer(program->data(), program->size(), params->data(), params->size());
    full.set_valid_places({{TARGET(kHost), PRECISION(kFloat)}});
    settings(&full, [&](std::shared_ptr<PaddlePredictor>* predictor) {
      return TryCreatePaddlePredictor(full, predictor);
    });
    MobileConfig light;
    const auto bytes = lite::model::EncodeNaiveBuffer(*model, {});
    ASSERT_TRUE(bytes.ok()) << bytes.status().ToString();
    light.set_model_from_buffer(*bytes);
    settings(&light, [&](std::shared_ptr<PaddlePredictor>* predictor) {
      return TryCreatePaddlePredictor(light, predictor);
    });
  }

  static std::vector<float> Run(PaddlePredictor* predictor) {
    const auto x = predictor->GetInput(0);
    x->Resize({2, 3});
    std::fill_n(x->mutable_data<float>(), 6, 0.5f);
    const auto n = predictor->GetInput(1);
    n->Resize({2});
    std::fill_n(n->mutable_data<int32_t>(), 2, 1);
    predictor->Run();
    const auto y = predictor->GetOutput(0);
    return {y->data<float>(), y->data<float>() + 6};
  }
};

TEST_F(WarmUp, TheFirstRunNeedsNoPreparation) {
  ForBoth([](ConfigBase* config, const auto& create) {
    std::shared_ptr<PaddlePredictor> cold;
    ASSERT_TRUE(create(&cold).ok());
    prepared = computed = 0;
    const std::vector<float> expected = Run(cold.get());
    EXPECT_GT(prepared, 0) << "the test counts nothing";
    EXPECT_EQ(computed, 1);

    config->set_preferred_inputs_for_warmup<float>(0, 0, {4, 3}, {{0, 1, 4}});
    config->set_preferred_inputs_for_warmup<int32_t>(0, 1, {2});
    std::shared_ptr<PaddlePredictor> warm;
    ASSERT_TRUE(create(&warm).ok());
    EXPECT_EQ(warm->GetInput(0)->lod(), lod_t({{0, 1, 4}}));

    const float data[] = {1, 2, 3, 4, 5, 6};
    config->set_preferred_inputs_for_warmup<float>(7, 0, {2, 3}, {}, 0.f, data);
    config->set_preferred_inputs_for_warmup<int32_t>(7, 1, {2}, {}, 5);
    computed = 0;
    const Status status = create(&warm);
    ASSERT_TRUE(status.ok()) << status.ToString();
    EXPECT_EQ(computed, 2);
    const auto y = warm->GetOutput(0);
    EXPECT_EQ(y->shape(), shape_t({2, 3}));
    EXPECT_THAT(std::vector<float>(y->data<float>(), y->data<float>() + 6),
                ElementsAre(11, 12, 13, 14, 15, 16));
    EXPECT_TRUE(warm->GetInput(0)->lod().empty());

    prepared = computed = 0;
    EXPECT_EQ(Run(warm.get()), expected);
    EXPECT_EQ(prepared, 0);
    EXPECT_EQ(computed, 1);
  });
}

TEST_F(WarmUp, MistakesAreErrors) {
  ForBoth([](ConfigBase* config, const auto& create) {
    const auto fails = [&](const char* text) {
      std::shared_ptr<PaddlePredictor> predictor;
      const Status status = create(&predictor);
      EXPECT_FALSE(status.ok());
      EXPECT_EQ(predictor, nullptr);
      EXPECT_THAT(status.message(), HasSubstr("group 3"));
      EXPECT_THAT(status.message(), HasSubstr(text));
    };
    config->set_preferred_inputs_for_warmup<float>(3, 0, {2, 3});
    fails("no input 1 'n'");
    config->set_preferred_inputs_for_warmup<float>(3, 1, {2});
    fails("'n'");
    config->set_preferred_inputs_for_warmup<int32_t>(3, 1, {2});
    config->set_preferred_inputs_for_warmup<float>(3, 0, {int64_t{1} << 40, 3});
    fails("'x'");
    config->set_preferred_inputs_for_warmup<float>(3, 0, {2, 3});
    config->set_preferred_inputs_for_warmup<float>(3, 2, {2, 3});
    fails("an input 2, the model has 2 inputs");

    const auto refused = [&](const Status& status, const char* text) {
      EXPECT_EQ(status.code(), StatusCode::kInvalidArgument);
      EXPECT_THAT(status.message(), HasSubstr(text));
    };
    const PrecisionType type = PRECISION(kFloat);
    const float value = 0;
    refused(config->TryAddWarmupInput(-1, 0, type, {1}, {}, &value, nullptr), "at least 0");
    refused(config->TryAddWarmupInput(0, -1, type, {1}, {}, &value, nullptr), "at least 0");
    refused(config->TryAddWarmupInput(0, 0, PRECISION(kUnk), {1}, {}, &value, nullptr), "type");
    refused(config->TryAddWarmupInput(0, 0, type, {1}, {}, nullptr, nullptr), "neither");
    EXPECT_FALSE(config->TryAddWarmupInput(0, 0, type, {-1, 3}, {}, &value, nullptr).ok());
    EXPECT_FALSE(config->TryAddWarmupInput(0, 0, type, shape_t(12, 1), {}, &value, nullptr).ok());
  });
}

}  // namespace warm_up_test
}  // namespace paddle::lite_api
