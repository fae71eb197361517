// Quantises the weights of a model without any data (dynamic post-training quantisation), and says
// how much smaller the file becomes and how far the results move.
//
//   quant_post_dynamic MODEL_FOLDER NAME [int8|int16 [N C H W]]
//
// Writes NAME_float.nb and NAME_int8.nb or NAME_int16.nb, and runs both on an input of ones.

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include <algorithm>
#include <fstream>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "paddle_api.h"

using namespace paddle::lite_api;  // NOLINT

namespace {

int64_t Count(const shape_t& shape) {
  int64_t count = 1;
  for (size_t i = 0; i < shape.size(); ++i) count *= shape[i];
  return count;
}

long long FileSize(const std::string& path) {
  std::ifstream file(path.c_str(), std::ios::binary | std::ios::ate);
  if (!file) throw std::runtime_error("cannot open " + path);
  return static_cast<long long>(file.tellg());
}

// Writes NAME.nb.
void Convert(const std::string& model, const std::string& name, bool quantise, QuantType type) {
  CxxConfig config;
  config.set_model_dir(model);
  config.set_valid_places({Place(TARGET(kARM)), Place(TARGET(kX86)), Place(TARGET(kHost))});
  config.set_quant_model(quantise);
  config.set_quant_type(type);
  CreatePaddlePredictor<CxxConfig>(config)->SaveOptimizedModel(name, LiteModelType::kNaiveBuffer);
}

// The first output for an input of ones.
std::vector<float> RunOnOnes(const std::string& path, const shape_t& shape) {
  MobileConfig config;
  config.set_model_from_file(path);
  const std::shared_ptr<PaddlePredictor> predictor = CreatePaddlePredictor<MobileConfig>(config);
  const std::unique_ptr<Tensor> input(predictor->GetInput(0));
  input->Resize(shape);
  float* values = input->mutable_data<float>();
  std::fill(values, values + Count(shape), 1.0f);
  predictor->Run();
  const std::unique_ptr<const Tensor> output(predictor->GetOutput(0));
  const float* results = output->data<float>();
  return std::vector<float>(results, results + Count(output->shape()));
}

size_t Best(const std::vector<float>& values) {
  return static_cast<size_t>(std::max_element(values.begin(), values.end()) - values.begin());
}

int Run(int argc, char** argv) {
  if (argc != 3 && argc != 4 && argc != 8) {
    fprintf(stderr, "usage: %s MODEL_FOLDER NAME [int8|int16 [N C H W]]\n", argv[0]);
    return 1;
  }
  const std::string type = argc > 3 ? argv[3] : "int16";
  if (type != "int8" && type != "int16") {
    throw std::runtime_error("the type of the weights is '" + type + "', expected int8 or int16");
  }
  shape_t shape = {1, 3, 224, 224};
  if (argc == 8) {
    for (size_t i = 0; i < 4; ++i) shape[i] = atoll(argv[4 + i]);
  }
  const std::string plain = std::string(argv[2]) + "_float";
  const std::string small = std::string(argv[2]) + "_" + type;
  Convert(argv[1], plain, false, QuantType::QUANT_INT16);
  Convert(argv[1], small, true, type == "int8" ? QuantType::QUANT_INT8 : QuantType::QUANT_INT16);
  const long long before = FileSize(plain + ".nb"), after = FileSize(small + ".nb");
  printf("%s.nb: %lld bytes\n%s.nb: %lld bytes, %.1f %%\n", plain.c_str(), before, small.c_str(),
         after, 100.0 * static_cast<double>(after) / static_cast<double>(before));

  const std::vector<float> exact = RunOnOnes(plain + ".nb", shape);
  const std::vector<float> close = RunOnOnes(small + ".nb", shape);
  double largest = 0, dot = 0, norm_exact = 0, norm_close = 0;
  for (size_t i = 0; i < exact.size(); ++i) {
    const double a = static_cast<double>(exact[i]), b = static_cast<double>(close[i]);
    largest = std::max(largest, fabs(a - b));
    dot += a * b;
    norm_exact += a * a;
    norm_close += b * b;
  }
  const double norms = sqrt(norm_exact) * sqrt(norm_close);
  printf("largest difference: %g\ncosine similarity: %f\n", largest, norms > 0 ? dot / norms : 1.0);
  printf("best class: %d with float weights, %d with %s\n", static_cast<int>(Best(exact)),
         static_cast<int>(Best(close)), type.c_str());
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    return Run(argc, argv);
  } catch (const std::exception& error) {
    fprintf(stderr, "quant_post_dynamic: %s\n", error.what());
    return 1;
  }
}
