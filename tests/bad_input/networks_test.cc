// Whole networks with inputs that do not fit: the result is a Status, and the predictor stays
// usable. Folders of tests/data/zoo are tests: nothing is listed here.
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "tests/models/predictors.h"
#include "tests/support/sanitizer.h"

namespace paddle::lite::test {
namespace {

// An error in one input. Errors that no network can accept must fail; the others are valid for some
// networks.
struct Mistake {
  const char* name;
  std::function<void(ZooArray*)> make;
  bool must_fail;
};

// For any input.
const std::vector<Mistake>& Mistakes() {
  static const auto* const mistakes = new std::vector<Mistake>{
      {"no batch", [](ZooArray* a) { a->shape[0] = 0; }, false},
      {"nothing at the end", [](ZooArray* a) { a->shape.back() = 0; }, false},
      {"one more at the end", [](ZooArray* a) { ++a->shape.back(); }, false},
      {"a dimension less", [](ZooArray* a) { a->shape.erase(a->shape.begin()); }, false},
      {"a dimension more", [](ZooArray* a) { a->shape.push_back(1); }, false},
      {"a scalar", [](ZooArray* a) { a->shape.clear(); }, false},
      {"one element", [](ZooArray* a) { std::fill(a->shape.begin(), a->shape.end(), 1); }, false},
      {"another type",
       [](ZooArray* a) {
         a->precision =
             a->precision == PrecisionType::kInt64 ? PrecisionType::kFloat : PrecisionType::kInt64;
       },
       true},
      {"a negative dimension", [](ZooArray* a) { a->shape[0] = -1; }, true},
      {"more elements than a number can say",
       [](ZooArray* a) {
         a->shape.assign({int64_t{1} << 40, int64_t{1} << 40});
       },
       true},
      {"more bytes than any memory", [](ZooArray* a) { a->shape.assign({int64_t{1} << 50}); },
       true},
  };
  return *mistakes;
}

// For the first input of an image network, [N, C, H, W].
const std::vector<Mistake>& ImageMistakes() {
  static const auto* const mistakes = new std::vector<Mistake>{
      {"one pixel", [](ZooArray* a) { a->shape[2] = a->shape[3] = 1; }, false},
      {"one row", [](ZooArray* a) { a->shape[2] = 1; }, false},
      {"two by three pixels", [](ZooArray* a) { a->shape[2] = 2, a->shape[3] = 3; }, false},
      // As in Paddle, the padding of a window may be all that a convolution reads.
      {"no pixels", [](ZooArray* a) { a->shape[3] = 0; }, false},
      {"no channels", [](ZooArray* a) { a->shape[1] = 0; }, true},
      {"a channel more", [](ZooArray* a) { ++a->shape[1]; }, true},
      {"rank 3", [](ZooArray* a) { a->shape.erase(a->shape.begin()); }, true},
      {"rank 5", [](ZooArray* a) { a->shape.push_back(1); }, true},
      {"a scalar image", [](ZooArray* a) { a->shape.clear(); }, true},
  };
  return *mistakes;
}

// Zeros, for the shapes that memory can hold; the others fail before they are copied.
void FillWithZeros(ZooArray* array) {
  constexpr int64_t kMaxElements = int64_t{1} << 28;
  int64_t size = static_cast<int64_t>(PrecisionTypeLength(array->precision));
  for (const int64_t d : array->shape) {
    if (d < 0 || (d > 0 && size > kMaxElements / d)) {
      array->bytes.clear();
      return;
    }
    size *= d;
  }
  array->bytes.assign(static_cast<size_t>(size), '\0');
}

class NetworkMistakes : public testing::TestWithParam<std::string> {
 protected:
  void SetUp() override {
    Result<ZooNet> net = LoadZooNet(kZoo, GetParam());
    ASSERT_TRUE(net.ok()) << net.status().ToString();
    net_ = std::move(net).value();
    if (kUnderSanitizer && net_.params.size() > (size_t{32} << 20)) {
      GTEST_SKIP() << "too slow: smaller networks have its operators";
    }
  }

  void Make(const Mistake& mistake, size_t input, lite_api::PaddlePredictor* predictor) {
    std::vector<ZooArray> inputs = net_.cases[0].inputs;
    mistake.make(&inputs[input]);
    FillWithZeros(&inputs[input]);
    const Result<std::vector<Output>> found = RunPredictor(predictor, inputs);
    if (found.ok()) {
      EXPECT_FALSE(mistake.must_fail) << mistake.name << " was accepted";
      return;
    }
    EXPECT_NE(found.status().code(), StatusCode::kInternal) << mistake.name;
    // The message names the operator that failed, or the wrong input.
    const std::string& message = found.status().message();
    EXPECT_TRUE(message.find("(#") != std::string::npos ||
                message.find(predictor->GetInputNames()[input]) != std::string::npos)
        << mistake.name << ": " << found.status().ToString();
  }

  void ExpectTheSame(const std::vector<Output>& before, const char* when,
                     lite_api::PaddlePredictor* predictor) {
    const Result<std::vector<Output>> after = RunPredictor(predictor, net_.cases[0].inputs);
    ASSERT_TRUE(after.ok()) << when << ": " << after.status().ToString();
    EXPECT_TRUE(*after == before) << "another result " << when;
  }

  // With `each`, the right result is computed again after every mistake.
  void MakeAll(bool each, lite_api::PaddlePredictor* predictor) {
    const std::vector<ZooArray>& right = net_.cases[0].inputs;
    const Result<std::vector<Output>> before = RunPredictor(predictor, right);
    ASSERT_TRUE(before.ok()) << before.status().ToString();
    const auto make_all = [&](const std::vector<Mistake>& mistakes, size_t input) {
      for (const Mistake& mistake : mistakes) {
        Make(mistake, input, predictor);
        if (each) ExpectTheSame(*before, mistake.name, predictor);
      }
    };
    for (size_t i = 0; i < right.size(); ++i) {
      SCOPED_TRACE(right[i].name);
      make_all(Mistakes(), i);
    }
    if (right[0].shape.size() == 4) make_all(ImageMistakes(), 0);
    ExpectTheSame(*before, "after all mistakes", predictor);
  }

  bool IsSmall() const { return net_.params.size() < (size_t{2} << 20); }

  ZooNet net_;
};

TEST_P(NetworkMistakes, AreAnsweredAndForgotten) {
  const Result<PredictorPtr> full = MakeFullPredictor(net_.model, net_.params, 2);
  ASSERT_TRUE(full.ok()) << full.status().ToString();
  // To save time: for large networks the mistakes follow one another, and with sanitizers a full
  // predictor, whose functions a light one runs too, does less.
  if (IsSmall() || !kUnderSanitizer) {
    SCOPED_TRACE("full");
    MakeAll(IsSmall() && !kUnderSanitizer, full->get());
  }
  const Result<PredictorPtr> light = MakeLightPredictor(full->get(), 2);
  ASSERT_TRUE(light.ok()) << light.status().ToString();
  SCOPED_TRACE("light");
  MakeAll(IsSmall(), light->get());
}

INSTANTIATE_TEST_SUITE_P(Zoo, NetworkMistakes, testing::ValuesIn(ZooNetNames(kZoo)),
                         [](const auto& info) { return info.param; });

}  // namespace
}  // namespace paddle::lite::test
