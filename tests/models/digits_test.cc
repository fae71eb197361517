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
  const char* model_file;
  const char* param_file;
  int right_of_360;  // as Paddle classifies
};

class DigitsTest : public testing::TestWithParam<DigitsModel> {};

TEST_P(DigitsTest, ClassifiesAsPaddleDoes) {
  const std::string labels = ReadDigitsFile("test_labels.u8");
  const std::string expected_bytes = ReadDigitsFile(StrCat("expected/", GetParam().name, ".f32"));
  ASSERT_EQ(expected_bytes.size(), kDigitImages * 10 * sizeof(float));
  const Output expected{{kDigitImages, 10}, PrecisionType::kFloat, expected_bytes};
  const std::string program = ReadDigitsFile(GetParam().model_file),
                    params = ReadDigitsFile(GetParam().param_file);
  const Result<PredictorPtr> full = MakeFullPredictor(program, params, 1);
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
  Result<PredictorPtr> predictor = MakeFullPredictor(ReadDigitsFile(GetParam().model_file),
                                                     ReadDigitsFile(GetParam().param_file), 1);
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
                         testing::Values(DigitsModel{"fluid", "fluid/__model__", "fluid/__params__",
                                                     357},
                                         DigitsModel{"paddle2", "paddle2/model.pdmodel",
                                                     "paddle2/model.pdiparams", 351}),
                         [](const auto& info) { return std::string(info.param.name); });

class QuantisedDigitsTest : public testing::TestWithParam<DigitsModel> {};

// Int8 kernels round where Paddle's fake quantisation rounds, so the results are those of the
// quantised model, and not those of the original one, which differ by up to half.
TEST_P(QuantisedDigitsTest, ClassifiesAsPaddleDoes) {
  constexpr int kImages = 40;  // the host's int8 kernels are plain C++
  const std::string expected_bytes = ReadDigitsFile(StrCat("expected/", GetParam().name, ".f32"));
  ASSERT_EQ(expected_bytes.size(), kDigitImages * 10 * sizeof(float));
  const Span<const float> expected(reinterpret_cast<const float*>(expected_bytes.data()),
                                   kImages * 10);
  Result<PredictorPtr> full = MakeFullPredictor(ReadDigitsFile(GetParam().model_file),
                                                ReadDigitsFile(GetParam().param_file), 1);
  ASSERT_TRUE(full.ok()) << full.status().ToString();
  Result<PredictorPtr> light = MakeLightPredictor(full->get(), 2);
  ASSERT_TRUE(light.ok()) << light.status().ToString();
  for (const PredictorPtr& predictor : {*full, *light}) {
    const auto outputs = RunPredictor(predictor.get(), {DigitsInput(0, kImages)});
    ASSERT_TRUE(outputs.ok()) << outputs.status().ToString();
    const Output& found = outputs->front();
    EXPECT_LE(Compare(found.floats(), expected).rel_l2, 1e-4);
    for (int n = 0; n < kImages; ++n) {
      EXPECT_EQ(BestDigit(found.floats(), n), BestDigit(expected, n)) << "image " << n;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(
    Quantised, QuantisedDigitsTest,
    testing::Values(
        DigitsModel{"fluid_qat", "fluid_qat/__model__", "fluid_qat/__params__", 357},
        DigitsModel{"fluid_qat_range_int8", "fluid_qat_range_int8/__model__",
                    "fluid_qat_range_int8/__params__", 343},
        DigitsModel{"fluid_ptq_kl", "fluid_ptq_kl/__model__", "fluid_ptq_kl/__params__", 349},
        DigitsModel{"paddle2_qat", "paddle2_qat/model.pdmodel", "paddle2_qat/model.pdiparams", 355},
        DigitsModel{"paddle2_ptq_kl_full", "paddle2_ptq_kl_full/model.pdmodel",
                    "paddle2_ptq_kl_full/model.pdiparams", 301},
        DigitsModel{"paddle2_ptq_onnx", "paddle2_ptq_onnx/model.pdmodel",
                    "paddle2_ptq_onnx/model.pdiparams", 346},
        DigitsModel{"paddle2_quantised", "paddle2_quantised/model.pdmodel",
                    "paddle2_quantised/model.pdiparams", 351},
        DigitsModel{"paddle2_qat_onnx", "paddle2_qat_onnx/model.pdmodel",
                    "paddle2_qat_onnx/model.pdiparams", 356}),
    [](const auto& info) { return std::string(info.param.name); });

}  // namespace digits_test
}  // namespace paddle::lite::test
