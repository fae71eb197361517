// Checks a library of the package: runs a model and prints the best classes.
//
//   classification_light[_shared] MODEL.nb [IMAGE [TOPK]]
//   classification_full[_shared] MODEL_FOLDER [IMAGE [TOPK [OPTIMISED]]]
//
// IMAGE is a binary PGM or PPM file, or any that stb reads; without one, or with -, the input is
// ones. The programs are one source, linked with the four libraries. With OPTIMISED, the full
// programs also write OPTIMISED.nb, which the light ones run. run.sh compares what all print.

#include <stdio.h>
#include <stdlib.h>

#include <algorithm>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "../image.h"
#include "paddle_api.h"
#ifdef DEMO_STATIC
// A static library contains what these name.
#include "paddle_use_kernels.h"
#include "paddle_use_ops.h"
#ifdef DEMO_FULL
#include "paddle_use_passes.h"
#endif
#endif

using namespace paddle::lite_api;  // NOLINT

namespace {

const int kSide = 224;

std::shared_ptr<PaddlePredictor> Load(const std::string& model, const std::string& optimised) {
#ifdef DEMO_FULL
  CxxConfig config;
  config.set_model_dir(model);
  config.set_valid_places({Place(TARGET(kARM)), Place(TARGET(kX86)), Place(TARGET(kHost))});
  std::shared_ptr<PaddlePredictor> predictor = CreatePaddlePredictor<CxxConfig>(config);
  if (!optimised.empty()) {
    predictor->SaveOptimizedModel(optimised, LiteModelType::kNaiveBuffer);
  }
  return predictor;
#else
  (void)optimised;
  MobileConfig config;
  config.set_model_from_file(model);
  return CreatePaddlePredictor<MobileConfig>(config);
#endif
}

void Fill(const std::string& image_path, Tensor* input) {
  input->Resize({1, 3, kSide, kSide});
  float* values = input->mutable_data<float>();
  if (image_path.empty() || image_path == "-") {
    std::fill(values, values + 3 * kSide * kSide, 1.0f);
    return;
  }
  const demo::Image image = demo::ReadImage(image_path);
  static const float kMean[3] = {0.485f, 0.456f, 0.406f};
  static const float kDeviation[3] = {0.229f, 0.224f, 0.225f};
  for (int c = 0; c < 3; ++c) {
    for (int y = 0; y < kSide; ++y) {
      for (int x = 0; x < kSide; ++x) {
        const float byte = demo::SampleScaled(image, kSide, kSide, y, x, c);
        *values++ = (byte / 255 - kMean[c]) / kDeviation[c];
      }
    }
  }
}

int Run(int argc, char** argv) {
#ifdef DEMO_FULL
  const int kMaxArguments = 5;
  const char* const kUsage = "MODEL_FOLDER [IMAGE [TOPK [OPTIMISED]]]";
#else
  const int kMaxArguments = 4;
  const char* const kUsage = "MODEL.nb [IMAGE [TOPK]]";
#endif
  if (argc < 2 || argc > kMaxArguments) {
    fprintf(stderr, "usage: %s %s\n", argv[0], kUsage);
    return 1;
  }
  const int topk = argc > 3 ? atoi(argv[3]) : 5;
  if (topk < 1) throw std::runtime_error("TOPK: expected a number from 1 on");
  const std::shared_ptr<PaddlePredictor> predictor = Load(argv[1], argc > 4 ? argv[4] : "");
  Fill(argc > 2 ? argv[2] : "", predictor->GetInput(0).get());
  predictor->Run();

  const std::unique_ptr<const Tensor> output(predictor->GetOutput(0));
  const shape_t shape = output->shape();
  const size_t count = shape.empty() ? 1 : static_cast<size_t>(shape.back());
  const float* scores = output->data<float>();
  std::vector<size_t> order(count);
  for (size_t i = 0; i < count; ++i) order[i] = i;
  std::stable_sort(order.begin(), order.end(),
                   [scores](size_t a, size_t b) { return scores[a] > scores[b]; });
  for (size_t i = 0; i < count && i < static_cast<size_t>(topk); ++i) {
    printf("i: %d, index: %d, score: %f\n", static_cast<int>(i), static_cast<int>(order[i]),
           static_cast<double>(scores[order[i]]));
  }
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    return Run(argc, argv);
  } catch (const std::exception& error) {
    fprintf(stderr, "test_libs: %s\n", error.what());
    return 1;
  }
}
