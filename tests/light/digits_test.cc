// The light library runs a trained network on any CPU: the file was converted for host kernels with
//   opt --model_file=__model__ --param_file=__params__ --valid_targets=host
//   --optimize_out=fluid.host
#include "tests/support/digits.h"

#include <gtest/gtest.h>

#include <cstring>
#include <memory>
#include <string>

#include "paddle_api.h"

namespace paddle::lite::test {
namespace digits_test {

constexpr int kImages = 90;  // an emulated processor takes seconds for them

void ClassifiesAsPaddleDoes(const lite_api::MobileConfig& config) {
  std::shared_ptr<lite_api::PaddlePredictor> predictor;
  const Status created = lite_api::TryCreatePaddlePredictor(config, &predictor);
  ASSERT_TRUE(created.ok()) << created.ToString();
  const ZooArray images = DigitsInput(0, kImages);
  const auto input = predictor->GetInput(0);
  input->Resize(images.shape);
  std::memcpy(input->mutable_data<float>(), images.bytes.data(), images.bytes.size());
  const Status ran = predictor->TryRun();
  ASSERT_TRUE(ran.ok()) << ran.ToString();
  const auto output = predictor->GetOutput(0);
  ASSERT_EQ(output->shape(), (lite_api::shape_t{kImages, 10}));
  const std::string expected_bytes = ReadDigitsFile("expected/fluid.f32");
  const Span<const float> expected(reinterpret_cast<const float*>(expected_bytes.data()),
                                   kImages * 10);
  const Span<const float> found(output->data<float>(), kImages * 10);
  EXPECT_LE(Compare(found, expected).rel_l2, 1e-4);
  for (int n = 0; n < kImages; ++n)
    EXPECT_EQ(BestDigit(found, n), BestDigit(expected, n)) << "image " << n;
}

TEST(LightDigits, FromAFile) {
  lite_api::MobileConfig config;
  config.set_model_from_file(LITE_TEST_DATA_DIR "/models/digits/fluid.host.nb");
  ClassifiesAsPaddleDoes(config);
}

TEST(LightDigits, FromMemoryOnTwoThreads) {
  lite_api::MobileConfig config;
  config.set_model_from_buffer(ReadDigitsFile("fluid.host.nb"));
  config.set_threads(2);
  ClassifiesAsPaddleDoes(config);
}

}  // namespace digits_test
}  // namespace paddle::lite::test
