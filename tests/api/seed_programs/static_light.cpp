// Links the archive, naming operators and kernels as the documents tell users of it to do.
#include <stdio.h>

#include "paddle_api.h"
#include "paddle_use_kernels.h"
#include "paddle_use_ops.h"

using namespace paddle::lite_api;  // NOLINT

int main(int argc, char** argv) {
  if (argc != 2) return 2;
  MobileConfig config;
  config.set_model_from_file(argv[1]);
  std::shared_ptr<PaddlePredictor> predictor = CreatePaddlePredictor<MobileConfig>(config);
  std::unique_ptr<Tensor> input(std::move(predictor->GetInput(0)));
  input->Resize({1, 3, 224, 224});
  float* data = input->mutable_data<float>();
  for (int i = 0; i < 3 * 224 * 224; ++i) data[i] = 1;
  predictor->Run();
  std::unique_ptr<const Tensor> output(std::move(predictor->GetOutput(0)));
  for (int i = 0; i < 1000; i += 100) printf("Output[%d]: %f\n", i, output->data<float>()[i]);
  return 0;
}
