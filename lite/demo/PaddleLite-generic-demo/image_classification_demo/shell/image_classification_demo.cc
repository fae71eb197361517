// Classifies an image: the three best classes with their scores, and the times.
//
//   image_classification_demo MODEL LABELS IMAGE.raw [DEVICES]
//
// LABELS has one class a line, "<key> <name>", or only names.
#include <stdint.h>
#include <stdio.h>

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "demo.h"

namespace {

const size_t kTop = 3;

struct Class {
  size_t index;
  float score;
};

bool IsBetter(const Class& a, const Class& b) {
  return a.score != b.score ? a.score > b.score : a.index < b.index;
}

std::vector<Class> BestOf(const demo::Tensor& output) {
  int64_t count = 1;
  const std::vector<int64_t> shape = output.shape();
  for (size_t i = 0; i < shape.size(); ++i) count *= shape[i];
  std::vector<Class> classes;
  for (int64_t i = 0; i < count; ++i) {
    const Class c = {static_cast<size_t>(i), output.data<float>()[i]};
    classes.push_back(c);
  }
  const size_t most = std::min(kTop, classes.size());
  std::partial_sort(classes.begin(), classes.begin() + static_cast<long>(most), classes.end(),
                    IsBetter);
  classes.resize(most);
  return classes;
}

// Keys are those of WordNet: "n02123045 tabby, tabby cat".
std::string NameOf(const std::string& label) {
  const size_t blank = label.find(' ');
  const bool has_key = blank != std::string::npos && blank > 1 && label[0] == 'n' &&
                       label.find_first_not_of("0123456789", 1) == blank;
  return has_key ? label.substr(blank + 1) : label;
}

void Classify(const demo::Arguments& arguments) {
  static const float kMean[3] = {0.485f, 0.456f, 0.406f};
  static const float kDeviation[3] = {0.229f, 0.224f, 0.225f};
  const std::vector<std::string> labels = demo::ReadLines(arguments.labels);
  const std::shared_ptr<demo::PaddlePredictor> predictor = demo::Load(arguments);

  const demo::Timer before;
  demo::SetImage(arguments.image, kMean, kDeviation, predictor->GetInput(0).get());
  const double preprocess = before.Milliseconds();
  const double prediction = demo::RunAndMeasure(predictor.get());
  const demo::Timer after;
  const std::vector<Class> best = BestOf(*predictor->GetOutput(0));
  const double postprocess = after.Milliseconds();

  printf("results: %d\n", static_cast<int>(best.size()));
  for (size_t i = 0; i < best.size(); ++i) {
    const std::string name =
        best[i].index < labels.size() ? NameOf(labels[best[i].index]) : std::string("?");
    printf("Top%d %s - %f\n", static_cast<int>(i), name.c_str(),
           static_cast<double>(best[i].score));
  }
  demo::PrintTimes(preprocess, prediction, postprocess);
}

}  // namespace

int main(int argc, char** argv) { return demo::Main(argc, argv, Classify); }
