// Runs an optimised model on an input of ones and prints every 100th output.
//
//   mobilenetv1_light_api MODEL.nb [N C H W [REPEATS WARMUP]]
//   mobilenetv1_light_api --model_dir=FOLDER ...      a model of the form before version 2.3
//
// The demo mobilenetv1_light_from_buffer is this program, with the file read into memory first.

#include <stdio.h>
#include <stdlib.h>

#include <algorithm>
#include <chrono>
#include <exception>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "paddle_api.h"

using namespace paddle::lite_api;  // NOLINT

int64_t ShapeProduction(const shape_t& shape) {
  int64_t res = 1;
  for (auto i : shape) res *= i;
  return res;
}

void PrintOutput(const Tensor& output) {
  const shape_t shape = output.shape();
  const int64_t count = ShapeProduction(shape);
  printf("Output dim: %lld\n", static_cast<long long>(shape.size() > 1 ? shape[1] : count));
  for (int64_t i = 0; i < count; i += 100) {
    printf("Output[%lld]: %f\n", static_cast<long long>(i), output.data<float>()[i]);
  }
}

void RunModel(const MobileConfig& config, const shape_t& input_shape, int repeats, int warmup) {
  std::shared_ptr<PaddlePredictor> predictor = CreatePaddlePredictor<MobileConfig>(config);

  std::unique_ptr<Tensor> input_tensor(predictor->GetInput(0));
  input_tensor->Resize(input_shape);
  float* data = input_tensor->mutable_data<float>();
  std::fill(data, data + ShapeProduction(input_tensor->shape()), 1.0f);

  for (int i = 0; i < warmup; ++i) predictor->Run();
  double total = 0;
  for (int i = 0; i < repeats; ++i) {
    const auto start = std::chrono::steady_clock::now();
    predictor->Run();
    const std::chrono::duration<double, std::milli> spent =
        std::chrono::steady_clock::now() - start;
    total += spent.count();
    if (repeats > 1) printf("run_idx:%d / %d: %f ms\n", i + 1, repeats, spent.count());
  }
  if (repeats > 1) printf("average: %f ms\n", total / repeats);

  for (size_t i = 0; i < predictor->GetOutputNames().size(); ++i) {
    PrintOutput(*predictor->GetOutput(static_cast<int>(i)));
  }
}

int main(int argc, char** argv) {
  if (argc != 2 && argc != 6 && argc != 8) {
    fprintf(stderr, "usage: %s (MODEL.nb | --model_dir=FOLDER) [N C H W [REPEATS WARMUP]]\n",
            argv[0]);
    return 1;
  }
  const std::string kFolderFlag = "--model_dir=";
  const std::string model = argv[1];
  MobileConfig config;
  if (model.compare(0, kFolderFlag.size(), kFolderFlag) == 0) {
    config.set_model_dir(model.substr(kFolderFlag.size()));
  } else {
#ifdef DEMO_FROM_BUFFER
    // A program may have the bytes from anywhere: an archive, the network, an encrypted file.
    std::ifstream file(model.c_str(), std::ios::binary);
    const std::string bytes((std::istreambuf_iterator<char>(file)),
                            std::istreambuf_iterator<char>());
    if (!file) {
      fprintf(stderr, "mobilenetv1_light_api: cannot read %s\n", model.c_str());
      return 1;
    }
    config.set_model_from_buffer(bytes);
#else
    config.set_model_from_file(model);
#endif
  }
  shape_t shape = {1, 3, 224, 224};
  if (argc >= 6) {
    for (int i = 0; i < 4; ++i) shape[i] = atoll(argv[2 + i]);
  }
  try {
    RunModel(config, shape, argc == 8 ? atoi(argv[6]) : 1, argc == 8 ? atoi(argv[7]) : 0);
  } catch (const std::exception& error) {  // what the library throws says what was wrong
    fprintf(stderr, "mobilenetv1_light_api: %s\n", error.what());
    return 1;
  }
  return 0;
}
