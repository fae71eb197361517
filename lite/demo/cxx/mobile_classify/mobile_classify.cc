// Image classification with the light library. Needs nothing but the published package: images
// are binary PGM or PPM files (P5, P6), which every image tool writes.
//
//   mobile_classify MODEL.nb IMAGE LABELS [TOPK [WIDTH HEIGHT]]
//   mobile_classify MODEL.nb --digits IMAGES.u8 LABELS.u8
//
// The first form prints the best classes of an image. The second one classifies a set of 8x8
// digits, and prints how many of them it gets right and how long one takes.

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <algorithm>
#include <chrono>
#include <fstream>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "../image.h"
#include "paddle_api.h"

using demo::Image;
using demo::ReadFile;
using demo::ReadImage;
using paddle::lite_api::MobileConfig;
using paddle::lite_api::PaddlePredictor;
using paddle::lite_api::Tensor;

namespace {

// Prints the reason and ends the program.
void Fail(const std::string& text) {
  fprintf(stderr, "mobile_classify: %s\n", text.c_str());
  exit(1);
}

// Planes of `height` x `width` as the networks want them: colours by mean and deviation of
// ImageNet, grey as -1..1.
std::vector<float> ToNetwork(const Image& image, int channels, int height, int width) {
  static const float kMean[3] = {0.485f, 0.456f, 0.406f};
  static const float kDeviation[3] = {0.229f, 0.224f, 0.225f};
  std::vector<float> values;
  for (int c = 0; c < channels; ++c) {
    for (int y = 0; y < height; ++y) {
      for (int x = 0; x < width; ++x) {
        const float byte = demo::SampleScaled(image, height, width, y, x, c);
        values.push_back(channels == 1 ? byte / 128 - 1 : (byte / 255 - kMean[c]) / kDeviation[c]);
      }
    }
  }
  return values;
}

// One line per class, "<key> <name>"; the name follows the first blank.
std::vector<std::string> ReadLabels(const std::string& path) {
  std::vector<std::string> labels;
  std::ifstream file(path.c_str());
  if (!file) Fail("cannot open " + path);
  std::string line;
  while (std::getline(file, line)) {
    const size_t blank = line.find(' ');
    labels.push_back(blank == std::string::npos ? line : line.substr(blank));
  }
  return labels;
}

// Probabilities of one image, and the time that the run took.
std::vector<float> Run(PaddlePredictor* predictor, const std::vector<float>& values, int channels,
                       int height, int width, double* milliseconds) {
  std::unique_ptr<Tensor> input(predictor->GetInput(0));
  input->Resize({1, channels, height, width});
  std::copy(values.begin(), values.end(), input->mutable_data<float>());
  const std::chrono::steady_clock::time_point begin = std::chrono::steady_clock::now();
  predictor->Run();
  *milliseconds =
      std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin).count();
  std::unique_ptr<const Tensor> output(predictor->GetOutput(0));
  const std::vector<int64_t> shape = output->shape();
  const int64_t count = shape.empty() ? 1 : shape.back();
  return std::vector<float>(output->data<float>(), output->data<float>() + count);
}

std::vector<int> BestFirst(const std::vector<float>& scores) {
  std::vector<int> order(scores.size());
  for (size_t i = 0; i < order.size(); ++i) order[i] = static_cast<int>(i);
  std::stable_sort(order.begin(), order.end(), [&scores](int a, int b) {
    return scores[static_cast<size_t>(a)] > scores[static_cast<size_t>(b)];
  });
  return order;
}

void ClassifyImage(PaddlePredictor* predictor, const std::string& image_file,
                   const std::string& label_file, int topk, int width, int height) {
  const Image image = ReadImage(image_file);
  const std::vector<std::string> labels = ReadLabels(label_file);
  // Most models declare their channels; where one does not, the image decides.
  const std::vector<int64_t> declared = predictor->GetInput(0)->shape();
  const int channels =
      declared.size() == 4 && declared[1] > 0 ? static_cast<int>(declared[1]) : image.channels;
  if (channels != 1 && channels != 3) Fail("the model takes neither grey nor colour images");
  double milliseconds = 0;
  const std::vector<float> scores = Run(predictor, ToNetwork(image, channels, height, width),
                                        channels, height, width, &milliseconds);
  const std::vector<int> order = BestFirst(scores);
  for (int i = 0; i < topk && i < static_cast<int>(order.size()); ++i) {
    const size_t index = static_cast<size_t>(order[static_cast<size_t>(i)]);
    printf("i: %d, index: %d, name: %s, score: %f\n", i, static_cast<int>(index),
           index < labels.size() ? labels[index].c_str() : "?", static_cast<double>(scores[index]));
  }
}

// The trained network of the examples takes 28x28 images: 8x8 pixels of 0..16, each three times
// as large, on a border.
void ClassifyDigits(PaddlePredictor* predictor, const std::string& image_file,
                    const std::string& label_file) {
  const int kSource = 8, kSide = 28, kBorder = 2, kScale = 3;
  const std::string images = ReadFile(image_file), labels = ReadFile(label_file);
  if (labels.empty() || images.size() != labels.size() * kSource * kSource) {
    Fail(image_file + " does not hold one 8x8 image for each label of " + label_file);
  }
  int right = 0;
  double total = 0, least = 0;
  for (size_t n = 0; n < labels.size(); ++n) {
    std::vector<float> values(kSide * kSide, -1.0f);
    for (int y = kBorder; y < kSide - kBorder; ++y) {
      for (int x = kBorder; x < kSide - kBorder; ++x) {
        const int pixel = (y - kBorder) / kScale * kSource + (x - kBorder) / kScale;
        const int value = images[n * kSource * kSource + static_cast<size_t>(pixel)];
        values[static_cast<size_t>(y * kSide + x)] = static_cast<float>(15 * value) / 128 - 1;
      }
    }
    double milliseconds = 0;
    const std::vector<float> scores = Run(predictor, values, 1, kSide, kSide, &milliseconds);
    right += BestFirst(scores)[0] == labels[n];
    // The first run prepares the kernels, so it is not timed.
    if (n == 0) continue;
    total += milliseconds;
    least = n == 1 ? milliseconds : std::min(least, milliseconds);
  }
  printf("accuracy: %d of %d (%.1f %%)\n", right, static_cast<int>(labels.size()),
         100.0 * right / static_cast<double>(labels.size()));
  printf("latency: min %.3f ms, avg %.3f ms for one image\n", least,
         labels.size() > 1 ? total / static_cast<double>(labels.size() - 1) : 0.0);
}

int Classify(int argc, char** argv) {
  if (argc < 4) {
    fprintf(stderr,
            "usage: %s MODEL.nb IMAGE LABELS [TOPK [WIDTH HEIGHT]]\n"
            "       %s MODEL.nb --digits IMAGES.u8 LABELS.u8\n",
            argv[0], argv[0]);
    return 1;
  }
  MobileConfig config;
  config.set_model_from_file(argv[1]);
  std::shared_ptr<PaddlePredictor> predictor =
      paddle::lite_api::CreatePaddlePredictor<MobileConfig>(config);
  if (std::string(argv[2]) == "--digits") {
    if (argc != 5) Fail("--digits needs a file of images and a file of labels");
    ClassifyDigits(predictor.get(), argv[3], argv[4]);
    return 0;
  }
  if (argc == 4) {
    printf("parameter:  model_dir, image_path and label_file are necessary\n");
    printf("parameter:  topk, input_width,  input_height, are optional\n");
  }
  const int topk = argc > 4 ? atoi(argv[4]) : 5;
  const int width = argc > 6 ? atoi(argv[5]) : 224;
  const int height = argc > 6 ? atoi(argv[6]) : 224;
  if (topk < 1 || width < 1 || height < 1) Fail("topk, width and height are positive numbers");
  ClassifyImage(predictor.get(), argv[2], argv[3], topk, width, height);
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    return Classify(argc, argv);
  } catch (const std::exception& error) {
    fprintf(stderr, "mobile_classify: %s\n", error.what());
    return 1;
  }
}
