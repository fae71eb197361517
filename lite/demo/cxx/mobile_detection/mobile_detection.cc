// Object detection with the light library, for networks of the SSD and of the YOLOv3 kind. Needs
// nothing but the published package for binary PPM images (P6); see image.h for others. The demos
// ssd_detection and yolov3_detection are this program under their names.
//
//   mobile_detection MODEL.nb IMAGE [LABELS [THRESHOLD]]
//
// Prints the objects, and draws their boxes into IMAGE_detection_result.ppm. A network with one
// input (the image) gives boxes as parts of it; one with two (image; height and width) gives
// them in pixels.

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <algorithm>
#include <fstream>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "../boxes.h"
#include "../image.h"
#include "paddle_api.h"

using demo::Image;
using paddle::lite_api::MobileConfig;
using paddle::lite_api::PaddlePredictor;
using paddle::lite_api::Tensor;

namespace {

#ifndef DEMO_NAME
#define DEMO_NAME "mobile_detection"
#define DEMO_RESULT "detection_result"
#endif
const char* const kResult = DEMO_RESULT;

struct Object {
  int label;
  float score;
  demo::Box box;
};

// The classes of PASCAL VOC, on which the usual SSD networks were trained; 0 is the background.
const char* const kVocLabels[] = {
    "background", "aeroplane", "bicycle",     "bird",  "boat",        "bottle", "bus",
    "car",        "cat",       "chair",       "cow",   "diningtable", "dog",    "horse",
    "motorbike",  "person",    "pottedplant", "sheep", "sofa",        "train",  "tvmonitor"};

// One class a line.
std::vector<std::string> ReadLabels(const std::string& path) {
  std::vector<std::string> labels;
  std::ifstream file(path.c_str());
  if (!file) throw std::runtime_error("cannot open " + path);
  std::string line;
  while (std::getline(file, line)) labels.push_back(line);
  return labels;
}

// Planes of colours: -1..1 for SSD, by mean and deviation of ImageNet for YOLOv3.
void SetInput(const Image& image, bool yolo, int side, Tensor* input) {
  static const float kMean[2][3] = {{0.5f, 0.5f, 0.5f}, {0.485f, 0.456f, 0.406f}};
  static const float kDeviation[2][3] = {{0.5f, 0.5f, 0.5f}, {0.229f, 0.224f, 0.225f}};
  const std::vector<int64_t> declared = input->shape();
  const bool known = declared.size() == 4 && declared[2] > 0 && declared[3] > 0;
  const int height = known ? static_cast<int>(declared[2]) : side;
  const int width = known ? static_cast<int>(declared[3]) : side;
  input->Resize({1, 3, height, width});
  float* values = input->mutable_data<float>();
  for (int c = 0; c < 3; ++c) {
    for (int y = 0; y < height; ++y) {
      for (int x = 0; x < width; ++x) {
        const float byte = demo::SampleScaled(image, height, width, y, x, c);
        *values++ = (byte / 255 - kMean[yolo][c]) / kDeviation[yolo][c];
      }
    }
  }
}

// Rows of class, score, left, top, right, bottom. No object is one value, or a row of less.
std::vector<Object> ReadObjects(const Tensor& output, bool yolo, float threshold,
                                const Image& image) {
  std::vector<Object> objects;
  const std::vector<int64_t> shape = output.shape();
  if (shape.size() != 2 || shape[1] != 6) {
    if (shape.size() == 2 && shape[1] == 1) return objects;
    throw std::runtime_error(
        "the model is not a detection model: its output has no rows of 6 values");
  }
  const float* row = output.data<float>();
  const float width = yolo ? 1 : static_cast<float>(image.width);
  const float height = yolo ? 1 : static_cast<float>(image.height);
  for (int64_t i = 0; i < shape[0]; ++i, row += 6) {
    if (!(row[1] >= threshold)) continue;
    Object object;
    object.label = demo::Clamped(row[0], 1000000);
    object.score = row[1];
    object.box =
        demo::BoxOf(row[2] * width, row[3] * height, row[4] * width, row[5] * height, image);
    if (object.box.width > 0 && object.box.height > 0) objects.push_back(object);
  }
  return objects;
}

int Detect(int argc, char** argv) {
  if (argc < 3 || argc > 5) {
    fprintf(stderr, "usage: %s MODEL.nb IMAGE [LABELS [THRESHOLD]]\n", argv[0]);
    return 1;
  }
  const std::string image_file = argv[2];
  Image image = demo::ReadImage(image_file);
  if (image.channels != 3)
    throw std::runtime_error(image_file + ": found a grey image, expected colours");
  std::vector<std::string> labels(kVocLabels, kVocLabels + sizeof(kVocLabels) / sizeof(char*));
  if (argc > 3) labels = ReadLabels(argv[3]);
  const float threshold = argc > 4 ? static_cast<float>(atof(argv[4])) : 0.5f;

  MobileConfig config;
  config.set_model_from_file(argv[1]);
  std::shared_ptr<PaddlePredictor> predictor =
      paddle::lite_api::CreatePaddlePredictor<MobileConfig>(config);
  const size_t inputs = predictor->GetInputNames().size();
  if (inputs != 1 && inputs != 2) {
    throw std::runtime_error(
        "the model is not a detection model: it has neither one nor two inputs");
  }
  const bool yolo = inputs == 2;
  SetInput(image, yolo, yolo ? 608 : 300, predictor->GetInput(0).get());
  if (yolo) {
    std::unique_ptr<Tensor> size(predictor->GetInput(1));
    size->Resize({1, 2});
    int* values = size->mutable_data<int>();
    values[0] = image.height;
    values[1] = image.width;
  }
  predictor->Run();

  const std::vector<Object> objects = ReadObjects(*predictor->GetOutput(0), yolo, threshold, image);
  printf("running result:\n");
  for (size_t i = 0; i < objects.size(); ++i) {
    const Object& object = objects[i];
    const size_t label = static_cast<size_t>(object.label);
    printf(
        "detection image size: %d, %d, detect object: %s, score: %f, location: x=%d, y=%d, "
        "width=%d, height=%d\n",
        image.width, image.height, label < labels.size() ? labels[label].c_str() : "?",
        static_cast<double>(object.score), object.box.x, object.box.y, object.box.width,
        object.box.height);
  }
  for (size_t i = 0; i < objects.size(); ++i) demo::DrawBox(objects[i].box, &image);
  demo::WritePpm(image, image_file.substr(0, image_file.rfind('.')) + "_" + kResult + ".ppm");
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    return Detect(argc, argv);
  } catch (const std::exception& error) {
    fprintf(stderr, DEMO_NAME ": %s\n", error.what());
    return 1;
  }
}
