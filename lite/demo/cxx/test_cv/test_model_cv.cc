// Runs a model on an image that paddle_image_preprocess.h resizes and normalises.
//
//   test_model_cv MODEL.nb IMAGE N C H W [POWER_MODE THREADS REPEATS WARMUP]
//
// Prints the time, the number of outputs, and every value of the first one.

#include <stdio.h>
#include <stdlib.h>

#include <algorithm>
#include <chrono>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "../image.h"
#include "paddle_api.h"
#include "paddle_image_preprocess.h"

using demo::Image;
using namespace paddle::lite::utils::cv;  // NOLINT
using paddle::lite_api::MobileConfig;
using paddle::lite_api::PaddlePredictor;

namespace {

int Run(int argc, char** argv) {
  if (argc != 7 && argc != 11) {
    fprintf(stderr, "usage: %s MODEL.nb IMAGE N C H W [POWER_MODE THREADS REPEATS WARMUP]\n",
            argv[0]);
    return 1;
  }
  const Image image = demo::ReadImage(argv[2]);
  const int channels = atoi(argv[4]), height = atoi(argv[5]), width = atoi(argv[6]);
  if (atoi(argv[3]) != 1 || (channels != 1 && channels != 3) || height < 1 || width < 1 ||
      height > 16384 || width > 16384) {
    throw std::runtime_error("expected N 1, C 1 or 3, H and W from 1 to 16384");
  }
  MobileConfig config;
  config.set_model_from_file(argv[1]);
  if (argc == 11) {
    config.set_power_mode(static_cast<paddle::lite_api::PowerMode>(atoi(argv[7])));
    config.set_threads(atoi(argv[8]));
  }
  const int repeats = argc == 11 ? std::max(1, atoi(argv[9])) : 1;
  const int warmup = argc == 11 ? atoi(argv[10]) : 0;
  const std::shared_ptr<PaddlePredictor> predictor =
      paddle::lite_api::CreatePaddlePredictor<MobileConfig>(config);

  const ImageFormat read = image.channels == 1 ? GRAY : RGB;
  const ImageFormat format = channels == 1 ? GRAY : RGB;
  TransParam param = {image.height, image.width, height, width, X, 0};
  const ImagePreprocess process(read, format, param);
  std::vector<uint8_t> converted(static_cast<size_t>(image.width) *
                                 static_cast<size_t>(image.height) * static_cast<size_t>(channels));
  std::vector<uint8_t> resized(static_cast<size_t>(width) * static_cast<size_t>(height) *
                               static_cast<size_t>(channels));
  float means[3] = {0.485f, 0.456f, 0.406f};
  float scales[3] = {1 / 0.229f, 1 / 0.224f, 1 / 0.225f};
  for (int c = 0; c < 3; ++c) {  // of bytes
    means[c] *= 255;
    scales[c] /= 255;
  }
  process.imageConvert(image.pixels.data(), converted.data());
  process.imageResize(converted.data(), resized.data());
  const std::unique_ptr<paddle::lite_api::Tensor> input = predictor->GetInput(0);
  input->Resize({1, channels, height, width});
  process.image2Tensor(resized.data(), input.get(), paddle::lite_api::DataLayoutType::kNCHW, means,
                       scales);

  for (int i = 0; i < warmup; ++i) predictor->Run();
  double total = 0;
  for (int i = 0; i < repeats; ++i) {
    const auto start = std::chrono::steady_clock::now();
    predictor->Run();
    const std::chrono::duration<double, std::milli> spent =
        std::chrono::steady_clock::now() - start;
    total += spent.count();
  }
  printf("avg: %f ms\n", total / repeats);
  printf("output_num: %zu\n", predictor->GetOutputNames().size());
  const std::unique_ptr<const paddle::lite_api::Tensor> output = predictor->GetOutput(0);
  int64_t count = 1;
  for (const int64_t dim : output->shape()) count *= dim;
  const float* values = output->data<float>();
  for (int64_t i = 0; i < count; ++i) {
    printf("i: %lld, out: %f\n", static_cast<long long>(i), static_cast<double>(values[i]));
  }
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    return Run(argc, argv);
  } catch (const std::exception& error) {
    fprintf(stderr, "test_model_cv: %s\n", error.what());
    return 1;
  }
}
