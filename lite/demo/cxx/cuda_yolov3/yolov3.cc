// YOLOv3 on a CUDA device, with the full library: reads a model as Paddle saves it.
//
//   demo MODEL_FOLDER [IMAGE [SIDE]]
//
// MODEL_FOLDER has __model__ and __params__. The network takes an image of SIDE x SIDE (608) and
// its height and width. Without IMAGE the input is grey. Without a device, the network runs on the
// processor, and a line of the log says why.

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "../image.h"
#include "paddle_api.h"

using paddle::lite_api::CreatePaddlePredictor;
using paddle::lite_api::CxxConfig;
using paddle::lite_api::PaddlePredictor;
using paddle::lite_api::Place;
using paddle::lite_api::Tensor;

// Red, green and blue, scaled to the network's size, without the mean of each and in units of its
// deviation.
void FillImage(const std::string& path, int side, float* to) {
  const float mean[] = {0.485f, 0.456f, 0.406f};
  const float deviation[] = {0.229f, 0.224f, 0.225f};
  demo::Image image = {1, 1, 3, std::vector<unsigned char>(3, 128)};
  if (!path.empty()) image = demo::ReadImage(path);
  for (int channel = 0; channel < 3; ++channel) {
    for (int y = 0; y < side; ++y) {
      for (int x = 0; x < side; ++x) {
        const int source = image.channels == 3 ? channel : 0;
        const float value = demo::SampleScaled(image, side, side, y, x, source) / 255;
        *to++ = (value - mean[channel]) / deviation[channel];
      }
    }
  }
}

void Run(const std::string& folder, const std::string& image, int side) {
  CxxConfig config;
  config.set_model_file(folder + "/__model__");
  config.set_param_file(folder + "/__params__");
  config.set_valid_places({Place(TARGET(kCUDA)), Place(TARGET(kX86)), Place(TARGET(kHost))});
  const std::shared_ptr<PaddlePredictor> predictor = CreatePaddlePredictor<CxxConfig>(config);

  const std::unique_ptr<Tensor> pixels = predictor->GetInput(0);
  pixels->Resize({1, 3, side, side});
  FillImage(image, side, pixels->mutable_data<float>());
  const std::unique_ptr<Tensor> size = predictor->GetInput(1);
  size->Resize({1, 2});
  int32_t* sides = size->mutable_data<int32_t>();
  sides[0] = sides[1] = side;

  predictor->Run();

  const std::unique_ptr<const Tensor> boxes = predictor->GetOutput(0);
  const std::vector<int64_t> shape = boxes->shape();
  printf("%d boxes: label, score, left, top, right, bottom\n",
         shape.size() == 2 && shape[1] == 6 ? static_cast<int>(shape[0]) : 0);
  if (shape.size() != 2 || shape[1] != 6) return;
  const float* values = boxes->data<float>();
  for (int64_t i = 0; i < shape[0] && i < 10; ++i) {
    for (int k = 0; k < 6; ++k) printf("%s%g", k == 0 ? "" : " ", values[i * 6 + k]);
    printf("\n");
  }
}

int main(int argc, char** argv) {
  const int side = argc == 4 ? atoi(argv[3]) : 608;
  if (argc < 2 || argc > 4 || side <= 0 || side > 4096) {
    fprintf(stderr, "usage: %s MODEL_FOLDER [IMAGE [SIDE]]\n", argv[0]);
    return 2;
  }
  try {
    Run(argv[1], argc > 2 ? argv[2] : "", side);
  } catch (const std::exception& error) {
    fprintf(stderr, "%s: %s\n", argv[0], error.what());
    return 1;
  }
  return 0;
}
