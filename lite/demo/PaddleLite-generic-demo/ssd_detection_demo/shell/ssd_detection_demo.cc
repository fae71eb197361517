// Finds objects with a network of the SSD kind: their classes, scores and boxes as parts of the
// image, and the times.
//
//   ssd_detection_demo MODEL LABELS IMAGE.raw [DEVICES]
//
// LABELS has one class a line, the background first. SCORE_THRESHOLD of the environment (0.5) is
// the lowest score.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "demo.h"

namespace {

const int64_t kColumns = 6;  // class, score, left, top, right, bottom

void Detect(const demo::Arguments& arguments) {
  static const float kHalf[3] = {0.5f, 0.5f, 0.5f};
  const std::vector<std::string> labels = demo::ReadLines(arguments.labels);
  const float threshold =
      static_cast<float>(atof(demo::Variable("SCORE_THRESHOLD", "0.5").c_str()));
  const std::shared_ptr<demo::PaddlePredictor> predictor = demo::Load(arguments);

  const demo::Timer before;
  demo::SetImage(arguments.image, kHalf, kHalf, predictor->GetInput(0).get());
  const double preprocess = before.Milliseconds();
  const double prediction = demo::RunAndMeasure(predictor.get());
  const demo::Timer after;
  const std::unique_ptr<const demo::Tensor> output(predictor->GetOutput(0));
  const std::vector<int64_t> shape = output->shape();
  std::vector<const float*> objects;
  // No object is one value, or a row of one.
  if (shape.size() == 2 && shape[1] == kColumns) {
    for (int64_t i = 0; i < shape[0]; ++i) {
      const float* row = output->data<float>() + i * kColumns;
      if (row[1] >= threshold) objects.push_back(row);
    }
  } else if (shape.empty() || shape.back() != 1) {
    throw std::runtime_error(
        "the model is not a detection model: its output has no rows of 6 values");
  }
  const double postprocess = after.Milliseconds();

  printf("results: %d\n", static_cast<int>(objects.size()));
  for (size_t i = 0; i < objects.size(); ++i) {
    const float* row = objects[i];
    const size_t label = row[0] >= 0 && row[0] < 1e6f ? static_cast<size_t>(row[0]) : labels.size();
    printf("[%d] %s - %f %f,%f,%f,%f\n", static_cast<int>(i),
           label < labels.size() ? labels[label].c_str() : "?", static_cast<double>(row[1]),
           static_cast<double>(row[2]), static_cast<double>(row[3]), static_cast<double>(row[4]),
           static_cast<double>(row[5]));
  }
  demo::PrintTimes(preprocess, prediction, postprocess);
}

}  // namespace

int main(int argc, char** argv) { return demo::Main(argc, argv, Detect); }
