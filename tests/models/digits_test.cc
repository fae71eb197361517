// A trained network on the 360 held-out images.
#include "tests/support/digits.h"

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "tests/models/predictors.h"

namespace paddle::lite::test {
namespace digits_test {

struct DigitsModel {
  const char* name;
  int right_of_360;  // as Paddle classifies
  // Images with a value on the edge of a step, whose side the rounding of a float32 sum decides.
  int on_the_edge = 0;
};

Result<PredictorPtr> FullDigits(const char* name) {
  const ZooNet net = LoadDigitsNet(name);
  return MakeFullPredictor(net.model, net.params, 1);
}

class DigitsTest : public testing::TestWithParam<DigitsModel> {};

TEST_P(DigitsTest, ClassifiesAsPaddleDoes) {
  const std::string labels = ReadDigitsFile("test_labels.u8");
  const std::string expected_bytes = ReadDigitsFile(StrCat("expected/", GetParam().name, ".f32"));
  ASSERT_EQ(expected_bytes.size(), kDigitImages * 10 * sizeof(float));
  const Output expected{{kDigitImages, 10}, PrecisionType::kFloat, expected_bytes};
  const Result<PredictorPtr> full = FullDigits(GetParam().name);
  ASSERT_TRUE(full.ok()) << full.status().ToString();
  const Result<PredictorPtr> light = MakeLightPredictor(full->get(), 2);
  ASSERT_TRUE(light.ok()) << light.status().ToString();
  for (const PredictorPtr& predictor : {*full, *light}) {
    const std::string what = predictor == *full ? "full" : "light";
    const auto outputs = RunPredictor(predictor.get(), {DigitsInput(0, kDigitImages)});
    ASSERT_TRUE(outputs.ok()) << outputs.status().ToString();
    ASSERT_EQ(outputs->size(), 1u);
    const Output& found = outputs->front();
    ASSERT_EQ(found.shape, expected.shape);
    const Difference difference = Compare(found.floats(), expected.floats());
    EXPECT_LE(difference.rel_l2, 1e-4) << what;
    int right = 0;
    for (int n = 0; n < kDigitImages; ++n) {
      EXPECT_EQ(BestDigit(found.floats(), n), BestDigit(expected.floats(), n))
          << what << ", image " << n;
      right += BestDigit(found.floats(), n) == labels[static_cast<size_t>(n)];
    }
    EXPECT_EQ(right, GetParam().right_of_360) << what;
    ReportAccuracy(StrCat("digits/", GetParam().name), StrCat(what, ", ", right, "/360 right"),
                   difference, 1e-4);
  }
}

// The result of an image depends neither on the other images of the batch nor on earlier batch
// sizes.
TEST_P(DigitsTest, BatchSizeMayChangeAtEveryRun) {
  const std::string expected_bytes = ReadDigitsFile(StrCat("expected/", GetParam().name, ".f32"));
  Result<PredictorPtr> predictor = FullDigits(GetParam().name);
  ASSERT_TRUE(predictor.ok()) << predictor.status().ToString();
  int begin = 0;
  for (const int batch : {1, 7, 2, 1, 32, 3}) {
    const auto outputs = RunPredictor(predictor->get(), {DigitsInput(begin, begin + batch)});
    ASSERT_TRUE(outputs.ok()) << outputs.status().ToString();
    const auto* expected = reinterpret_cast<const float*>(expected_bytes.data()) + begin * 10;
    const Difference difference =
        Compare(outputs->front().floats(), {expected, static_cast<size_t>(batch * 10)});
    EXPECT_LE(difference.rel_l2, 1e-4) << "batch of " << batch;
    begin += batch;
  }
}

INSTANTIATE_TEST_SUITE_P(Trained, DigitsTest,
                         testing::Values(DigitsModel{"fluid", 357}, DigitsModel{"paddle2", 351}),
                         [](const auto& info) { return std::string(info.param.name); });

class QuantisedDigitsTest : public testing::TestWithParam<DigitsModel> {};

// Int8 kernels round where Paddle's fake quantisation rounds, so the results are those of the
// quantised model, and not those of the original one, which differ by up to half.
TEST_P(QuantisedDigitsTest, ClassifiesAsPaddleDoes) {
  const std::string labels = ReadDigitsFile("test_labels.u8");
  const std::string expected_bytes = ReadDigitsFile(StrCat("expected/", GetParam().name, ".f32"));
  ASSERT_EQ(expected_bytes.size(), kDigitImages * 10 * sizeof(float));
  const Span<const float> expected(reinterpret_cast<const float*>(expected_bytes.data()),
                                   kDigitImages * 10);
  Result<PredictorPtr> full = FullDigits(GetParam().name);
  ASSERT_TRUE(full.ok()) << full.status().ToString();
  Result<PredictorPtr> light = MakeLightPredictor(full->get(), 2);
  ASSERT_TRUE(light.ok()) << light.status().ToString();
  for (const PredictorPtr& predictor : {*full, *light}) {
    const auto outputs = RunPredictor(predictor.get(), {DigitsInput(0, kDigitImages)});
    ASSERT_TRUE(outputs.ok()) << outputs.status().ToString();
    const Output& found = outputs->front();
    ASSERT_EQ(found.floats().size(), expected.size());
    int right = 0, on_the_edge = 0;
    std::vector<float> others_found, others_expected;
    for (int n = 0; n < kDigitImages; ++n) {
      const Span<const float> row(found.floats().data() + n * 10, 10);
      const Span<const float> expected_row(expected.data() + n * 10, 10);
      if (Compare(row, expected_row).rel_l2 > 1e-3) {
        ++on_the_edge;
      } else {
        others_found.insert(others_found.end(), row.begin(), row.end());
        others_expected.insert(others_expected.end(), expected_row.begin(), expected_row.end());
      }
      const int digit = BestDigit(found.floats(), n);
      EXPECT_EQ(digit, BestDigit(expected, n)) << "image " << n;
      right += digit == labels[static_cast<size_t>(n)] ? 1 : 0;
    }
    EXPECT_EQ(right, GetParam().right_of_360);
    EXPECT_LE(on_the_edge, GetParam().on_the_edge);
    const Difference difference = Compare(others_found, others_expected);
    EXPECT_LE(difference.rel_l2, 1e-4);
    ReportAccuracy(StrCat("digits/", GetParam().name),
                   StrCat(right, "/360 right, ", on_the_edge, " on the edge"), difference, 1e-4);
  }
}

INSTANTIATE_TEST_SUITE_P(
    Quantised, QuantisedDigitsTest,
    testing::Values(DigitsModel{"fluid_ptq_absmax", 357, 1}, DigitsModel{"fluid_ptq_kl", 349, 1},
                    DigitsModel{"fluid_qat", 357}, DigitsModel{"fluid_qat_int8", 357},
                    DigitsModel{"fluid_qat_range", 343}, DigitsModel{"fluid_qat_range_int8", 343},
                    DigitsModel{"fluid_weight_int8", 357},
                    DigitsModel{"fluid_weight_int8_tensor", 357}, DigitsModel{"paddle2_ptq", 344},
                    DigitsModel{"paddle2_ptq_avg_tensor", 351},
                    DigitsModel{"paddle2_ptq_kl_full", 301}, DigitsModel{"paddle2_ptq_onnx", 346},
                    DigitsModel{"paddle2_qat", 355}, DigitsModel{"paddle2_qat_onnx", 356},
                    DigitsModel{"paddle2_quantised", 351, 1},
                    DigitsModel{"paddle2_weight_int16", 351},
                    DigitsModel{"paddle2_weight_int8", 351}),
    [](const auto& info) { return std::string(info.param.name); });

}  // namespace digits_test
}  // namespace paddle::lite::test
