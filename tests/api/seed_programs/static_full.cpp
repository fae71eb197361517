// MODEL_FOLDER NAME: writes NAME.nb, NAME/model, NAME/params and the tailoring lists, and runs the model.
#include <stdio.h>

#include "paddle_api.h"
#include "paddle_use_kernels.h"
#include "paddle_use_ops.h"
#include "paddle_use_passes.h"

using namespace paddle::lite_api;  // NOLINT

int main(int argc, char** argv) {
  if (argc != 3) return 2;
  CxxConfig config;
  config.set_model_dir(argv[1]);
  config.set_valid_places({Place{TARGET(kX86), PRECISION(kFloat)}});
  std::shared_ptr<PaddlePredictor> predictor = CreatePaddlePredictor<CxxConfig>(config);
  predictor->SaveOptimizedModel(argv[2], LiteModelType::kNaiveBuffer, true);
  predictor->SaveOptimizedModel(argv[2]);
  std::unique_ptr<Tensor> input(std::move(predictor->GetInput(0)));
  input->Resize({1, 3, 224, 224});
  float* data = input->mutable_data<float>();
  for (int i = 0; i < 3 * 224 * 224; ++i) data[i] = 1;
  predictor->Run();
  std::unique_ptr<const Tensor> output(std::move(predictor->GetOutput(0)));
  for (int i = 0; i < 1000; i += 100) printf("Output[%d]: %f\n", i, output->data<float>()[i]);
  return 0;
}
