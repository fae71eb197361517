// Whole networks with pictures that do not fit: the answer is a Status, and the predictor goes on
// working. Folders of tests/data/zoo are tests: nothing is listed here.
#include <gtest/gtest.h>

#include <functional>
#include <string>
#include <vector>

#include "tests/models/predictors.h"

namespace paddle::lite::test {
namespace {

using Shape = std::vector<int64_t>;

const char kZoo[] = LITE_TEST_DATA_DIR "/data/zoo";

// A mistake in the shape of the first input. Those that no picture network can accept must fail;
// of the others some networks can make something.
struct Mistake {
  const char* name;
  std::function<void(Shape*)> make;
  bool must_fail;
};
const std::vector<Mistake>& Mistakes() {
  static const auto* const mistakes = new std::vector<Mistake>{
      {"one pixel", [](Shape* s) { (*s)[2] = (*s)[3] = 1; }, false},
      {"one row", [](Shape* s) { (*s)[2] = 1; }, false},
      {"two by three pixels", [](Shape* s) { (*s)[2] = 2, (*s)[3] = 3; }, false},
      {"no batch", [](Shape* s) { (*s)[0] = 0; }, false},
      {"no pixels", [](Shape* s) { (*s)[3] = 0; }, true},
      {"no channels", [](Shape* s) { (*s)[1] = 0; }, true},
      {"a channel more", [](Shape* s) { ++(*s)[1]; }, true},
      {"rank 3", [](Shape* s) { s->erase(s->begin()); }, true},
      {"rank 5", [](Shape* s) { s->push_back(1); }, true},
      {"a scalar", [](Shape* s) { s->clear(); }, true},
  };
  return *mistakes;
}

std::vector<std::string> PictureNetworks() {
  std::vector<std::string> names;
  for (const std::string& name : ZooNetNames(kZoo)) {
    if (ZooFeedRank(kZoo, name) == 4) names.push_back(name);
  }
  return names;
}

class NetworkMistakes : public testing::TestWithParam<std::string> {};

void MakeAllMistakes(lite_api::PaddlePredictor* predictor, const ZooNet& net) {
  const std::vector<ZooArray>& right = net.cases[0].inputs;
  const Result<std::vector<Output>> before = RunPredictor(predictor, right);
  ASSERT_TRUE(before.ok()) << before.status().ToString();
  for (const Mistake& mistake : Mistakes()) {
    std::vector<ZooArray> inputs = right;
    mistake.make(&inputs[0].shape);
    size_t size = PrecisionTypeLength(inputs[0].precision);
    for (const int64_t d : inputs[0].shape) size *= static_cast<size_t>(d);
    inputs[0].bytes.assign(size, '\0');
    const Result<std::vector<Output>> found = RunPredictor(predictor, inputs);
    if (found.ok()) {
      EXPECT_FALSE(mistake.must_fail) << mistake.name << " was accepted";
      continue;
    }
    EXPECT_NE(found.status().code(), StatusCode::kInternal) << mistake.name;
    // It says which operator could not go on.
    EXPECT_NE(found.status().message().find("(#"), std::string::npos)
        << mistake.name << ": " << found.status().ToString();
  }
  const Result<std::vector<Output>> after = RunPredictor(predictor, right);
  ASSERT_TRUE(after.ok()) << after.status().ToString();
  EXPECT_TRUE(*after == *before) << "another result after the mistakes";
}

TEST_P(NetworkMistakes, AreAnsweredAndForgotten) {
  const Result<ZooNet> net = LoadZooNet(kZoo, GetParam());
  ASSERT_TRUE(net.ok()) << net.status().ToString();
  const Result<PredictorPtr> full = MakeFullPredictor(net->model, net->params, 2);
  ASSERT_TRUE(full.ok()) << full.status().ToString();
  {
    SCOPED_TRACE("full");
    MakeAllMistakes(full->get(), *net);
  }
  const Result<PredictorPtr> light = MakeLightPredictor(full->get(), 2);
  ASSERT_TRUE(light.ok()) << light.status().ToString();
  SCOPED_TRACE("light");
  MakeAllMistakes(light->get(), *net);
}

INSTANTIATE_TEST_SUITE_P(Zoo, NetworkMistakes, testing::ValuesIn(PictureNetworks()),
                         [](const auto& info) { return info.param; });

}  // namespace
}  // namespace paddle::lite::test
