// Optimises a model as Paddle saved it, stores it as .nb, runs it on an input of ones and prints
// every 100th output.
//
//   mobilenetv1_full_api --model_dir=FOLDER --optimized_model_dir=NAME [--prefer_int8_kernel]
//   mobilenetv1_full_api --model_file=PROGRAM --param_file=PARAMETERS ...

#include <gflags/gflags.h>
#include <stdio.h>

#include <algorithm>
#include <exception>
#include <string>
#include <vector>

#include "paddle_api.h"         // NOLINT
#include "paddle_use_passes.h"  // NOLINT

using namespace paddle::lite_api;  // NOLINT

DEFINE_string(model_dir, "", "Folder of the model as Paddle saved it.");
DEFINE_string(model_file, "", "The program of a model in two files.");
DEFINE_string(param_file, "", "Its parameters.");
DEFINE_string(optimized_model_dir, "",
              "The optimised model is written to this name with .nb added.");
DEFINE_bool(prefer_int8_kernel, false, "Prefer int8 kernels.");

int64_t ShapeProduction(const shape_t& shape) {
  int64_t res = 1;
  for (auto i : shape) res *= i;
  return res;
}

void RunModel() {
  CxxConfig config;
  if (FLAGS_model_file.empty()) {
    config.set_model_dir(FLAGS_model_dir);
  } else {
    config.set_model_file(FLAGS_model_file);
    config.set_param_file(FLAGS_param_file);
  }
  // In order of preference. What the library was not built for is left out.
  std::vector<Place> valid_places{Place{TARGET(kARM), PRECISION(kFloat)},
                                  Place{TARGET(kX86), PRECISION(kFloat)},
                                  Place{TARGET(kHost), PRECISION(kFloat)}};
  if (FLAGS_prefer_int8_kernel) {
    valid_places.insert(valid_places.begin(), Place{TARGET(kARM), PRECISION(kInt8)});
  }
  config.set_valid_places(valid_places);

  std::shared_ptr<PaddlePredictor> predictor = CreatePaddlePredictor<CxxConfig>(config);
  if (!FLAGS_optimized_model_dir.empty()) {
    predictor->SaveOptimizedModel(FLAGS_optimized_model_dir, LiteModelType::kNaiveBuffer);
  }

  std::unique_ptr<Tensor> input_tensor(predictor->GetInput(0));
  input_tensor->Resize(shape_t({1, 3, 224, 224}));
  float* data = input_tensor->mutable_data<float>();
  std::fill(data, data + ShapeProduction(input_tensor->shape()), 1.0f);

  predictor->Run();

  std::unique_ptr<const Tensor> output_tensor(predictor->GetOutput(0));
  const int64_t count = ShapeProduction(output_tensor->shape());
  printf("Output dim: %lld\n", static_cast<long long>(output_tensor->shape()[1]));
  for (int64_t i = 0; i < count; i += 100) {
    printf("Output[%lld]: %f\n", static_cast<long long>(i), output_tensor->data<float>()[i]);
  }
}

int main(int argc, char** argv) {
  google::ParseCommandLineFlags(&argc, &argv, true);
  if (FLAGS_model_dir.empty() && FLAGS_model_file.empty()) {
    fprintf(stderr,
            "usage: %s (--model_dir=FOLDER | --model_file=PROGRAM --param_file=PARAMETERS) "
            "[--optimized_model_dir=NAME] [--prefer_int8_kernel]\n",
            argv[0]);
    return 1;
  }
  try {
    RunModel();
  } catch (const std::exception& error) {  // what the library throws says what was wrong
    fprintf(stderr, "mobilenetv1_full_api: %s\n", error.what());
    return 1;
  }
  return 0;
}
