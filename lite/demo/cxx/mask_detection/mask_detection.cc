// Finds faces with one network, and tells with another one whether they wear a mask.
//
//   mask_detection FACE_MODEL.nb MASK_MODEL.nb IMAGE
//
// Prints a line for each face, and draws the boxes into IMAGE_mask_detection_result.ppm. The face
// network takes blue, green and red planes and gives rows of class, score, left, top, right, bottom
// as parts of the image; the mask network takes 128x128 pixels of a face and gives two scores.

#include <stdio.h>

#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "../boxes.h"
#include "../image.h"
#include "paddle_api.h"

using demo::Box;
using demo::Image;
using paddle::lite_api::MobileConfig;
using paddle::lite_api::PaddlePredictor;
using paddle::lite_api::Tensor;

namespace {

std::shared_ptr<PaddlePredictor> Load(const char* path) {
  MobileConfig config;
  config.set_model_from_file(path);
  std::shared_ptr<PaddlePredictor> predictor =
      paddle::lite_api::CreatePaddlePredictor<MobileConfig>(config);
  if (predictor->GetInputNames().size() != 1) {
    throw std::runtime_error(std::string(path) + ": expected a network with one input");
  }
  return predictor;
}

// Part of an image, scaled to `width` x `height`, as planes of blue, green and red:
// (byte - mean) * scale.
void SetPlanes(const Image& image, const Box& part, int width, int height, const float* mean,
               float scale, Tensor* input) {
  input->Resize({1, 3, height, width});
  float* values = input->mutable_data<float>();
  for (int c = 2; c >= 0; --c) {
    for (int y = 0; y < height; ++y) {
      for (int x = 0; x < width; ++x) {
        const float from_x = static_cast<float>(part.x) + (static_cast<float>(x) + 0.5f) *
                                                              static_cast<float>(part.width) /
                                                              static_cast<float>(width);
        const float from_y = static_cast<float>(part.y) + (static_cast<float>(y) + 0.5f) *
                                                              static_cast<float>(part.height) /
                                                              static_cast<float>(height);
        const float byte = demo::Sample(image, from_y - 0.5f, from_x - 0.5f, c);
        *values++ = (byte - mean[2 - c]) * scale;
      }
    }
  }
}

std::vector<Box> FindFaces(const Image& image, PaddlePredictor* predictor) {
  static const float kMean[3] = {104, 117, 123};  // of blue, green and red
  const float kShrink = 0.4f, kThreshold = 0.7f;
  const Box all = {0, 0, image.width, image.height};
  const int width = std::max(1, static_cast<int>(static_cast<float>(image.width) * kShrink));
  const int height = std::max(1, static_cast<int>(static_cast<float>(image.height) * kShrink));
  SetPlanes(image, all, width, height, kMean, 0.007843f, predictor->GetInput(0).get());
  predictor->Run();
  const std::unique_ptr<const Tensor> output = predictor->GetOutput(0);
  const std::vector<int64_t> shape = output->shape();
  std::vector<Box> faces;
  if (shape.size() == 2 && shape[1] == 1) return faces;  // one value: no face
  if (shape.size() != 2 || shape[1] != 6) {
    throw std::runtime_error("the face network gives no rows of 6 values");
  }
  const float* row = output->data<float>();
  const float w = static_cast<float>(image.width), h = static_cast<float>(image.height);
  for (int64_t i = 0; i < shape[0]; ++i, row += 6) {
    if (!(row[1] >= kThreshold)) continue;
    const Box box = demo::BoxOf(row[2] * w, row[3] * h, row[4] * w, row[5] * h, image);
    if (box.width > 0 && box.height > 0) faces.push_back(box);
  }
  return faces;
}

// The score of a mask in a face.
float MaskScore(const Image& image, const Box& face, PaddlePredictor* predictor) {
  static const float kMean[3] = {127.5f, 127.5f, 127.5f};
  const int kSide = 128;
  SetPlanes(image, face, kSide, kSide, kMean, 1 / 255.0f, predictor->GetInput(0).get());
  predictor->Run();
  const std::unique_ptr<const Tensor> output = predictor->GetOutput(0);
  const std::vector<int64_t> shape = output->shape();
  if (shape.size() != 2 || shape[0] != 1 || shape[1] != 2) {
    throw std::runtime_error("the mask network does not give two scores");
  }
  return output->data<float>()[1];
}

int Detect(int argc, char** argv) {
  if (argc != 4) {
    fprintf(stderr, "usage: %s FACE_MODEL.nb MASK_MODEL.nb IMAGE\n", argv[0]);
    return 1;
  }
  const std::string image_file = argv[3];
  Image image = demo::ReadImage(image_file);
  if (image.channels != 3)
    throw std::runtime_error(image_file + ": found a grey image, expected colours");
  const std::shared_ptr<PaddlePredictor> face_net = Load(argv[1]), mask_net = Load(argv[2]);
  const std::vector<Box> faces = FindFaces(image, face_net.get());
  const Image original = image;
  for (size_t i = 0; i < faces.size(); ++i) {
    const float score = MaskScore(original, faces[i], mask_net.get());
    printf("detect face, location: x=%d, y=%d, width=%d, height=%d, wear mask: %d, prob: %f\n",
           faces[i].x, faces[i].y, faces[i].width, faces[i].height, score > 0.5f ? 1 : 0,
           static_cast<double>(score));
    demo::DrawBox(faces[i], &image);
  }
  demo::WritePpm(image, image_file.substr(0, image_file.rfind('.')) + "_mask_detection_result.ppm");
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    return Detect(argc, argv);
  } catch (const std::exception& error) {
    fprintf(stderr, "mask_detection: %s\n", error.what());
    return 1;
  }
}
