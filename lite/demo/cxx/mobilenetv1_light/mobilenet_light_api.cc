// Runs an optimised model on an input of ones and prints every 100th output.
//
//   mobilenet_light_api MODEL.nb [N C H W]

#include <algorithm>
#include <cstdlib>
#include <exception>
#include <iostream>
#include <string>

#include "paddle_api.h"

using namespace paddle::lite_api;  // NOLINT

int64_t ShapeProduction(const shape_t& shape) {
  int64_t res = 1;
  for (auto i : shape) res *= i;
  return res;
}

void RunModel(const std::string& model_file, const shape_t& input_shape) {
  // 1. Set MobileConfig
  MobileConfig config;
  config.set_model_from_file(model_file);

  // 2. Create PaddlePredictor by MobileConfig
  std::shared_ptr<PaddlePredictor> predictor = CreatePaddlePredictor<MobileConfig>(config);

  // 3. Prepare input data
  std::unique_ptr<Tensor> input_tensor(predictor->GetInput(0));
  input_tensor->Resize(input_shape);
  float* data = input_tensor->mutable_data<float>();
  std::fill(data, data + ShapeProduction(input_tensor->shape()), 1.0f);

  // 4. Run predictor
  predictor->Run();

  // 5. Get output
  std::unique_ptr<const Tensor> output_tensor(predictor->GetOutput(0));
  std::cout << "Output shape " << output_tensor->shape()[1] << std::endl;
  for (int64_t i = 0; i < ShapeProduction(output_tensor->shape()); i += 100) {
    std::cout << "Output[" << i << "]: " << output_tensor->data<float>()[i] << std::endl;
  }
}

int main(int argc, char** argv) {
  if (argc != 2 && argc != 6) {
    std::cerr << "[ERROR] usage: " << argv[0] << " MODEL.nb [N C H W]\n";
    return 1;
  }
  shape_t shape = {1, 3, 224, 224};
  if (argc == 6) {
    for (int i = 0; i < 4; ++i) shape[i] = std::atoll(argv[2 + i]);
  }
  try {
    RunModel(argv[1], shape);
  } catch (const std::exception& error) {  // what the library throws says what was wrong
    std::cerr << "mobilenet_light_api: " << error.what() << std::endl;
    return 1;
  }
  return 0;
}
