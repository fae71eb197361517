// light_runner MODEL.nb INPUTS RUNS [OUTPUTS [THREADS]]: prepares the light predictor, with one
// thread by default, and runs it RUNS times. INPUTS is a folder written by materialise_zoo. Prints
// the number of elements of the outputs after the last run. arm_counts.py subtracts two of these
// processes. With OUTPUTS, the outputs are written (input_folder.h).
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>
#include <vector>

#include "tests/perf/input_folder.h"
#include "tests/support/run_program.h"

namespace paddle::lite {
namespace {

Status Run(const std::string& model, const std::string& folder, int runs,
           const std::string& outputs, int threads) {
  lite_api::MobileConfig config;
  config.set_model_from_file(model);
  config.set_threads(threads);
#if defined(__aarch64__) || defined(__arm__)
  // Plans follow the second-level cache, and under qemu that is the host's: counts would differ
  // from machine to machine. 512 KiB as in a Cortex-A76.
  config.SetArmL3CacheSize(lite_api::L3CacheSetMethod::kAbsolute, 512 << 10);
#endif
  std::shared_ptr<lite_api::PaddlePredictor> predictor;
  LITE_RETURN_IF_ERROR(TryCreatePaddlePredictor(config, &predictor));
  LITE_RETURN_IF_ERROR(FillInputs(folder, predictor.get()));
  std::vector<lite_api::shape_t> shapes;
  for (size_t i = 0; i < predictor->GetInputNames().size(); ++i) {
    std::unique_ptr<lite_api::Tensor> input;
    LITE_RETURN_IF_ERROR(predictor->TryGetInput(static_cast<int>(i), &input));
    shapes.push_back(input->shape());
  }
  LITE_RETURN_IF_ERROR(predictor->TryPrepare(shapes));
  for (int i = 0; i < runs; ++i) LITE_RETURN_IF_ERROR(predictor->TryRun());
  if (runs == 0) return OkStatus();
  LITE_ASSIGN_OR_RETURN(const int64_t elements, TakeOutputs(outputs, predictor.get()));
  std::printf("%lld\n", static_cast<long long>(elements));
  return OkStatus();
}

}  // namespace
}  // namespace paddle::lite

int main(int argc, char** argv) {
  if (argc < 4 || argc > 6) {
    std::fprintf(stderr, "usage: %s MODEL.nb INPUTS RUNS [OUTPUTS [THREADS]]\n", argv[0]);
    return 2;
  }
  return paddle::lite::RunProgram([&] {
    return paddle::lite::Run(argv[1], argv[2], std::atoi(argv[3]), argc > 4 ? argv[4] : "",
                             argc > 5 ? std::atoi(argv[5]) : 1);
  });
}
