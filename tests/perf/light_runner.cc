// light_runner MODEL.nb INPUTS RUNS: one run of the light predictor with one thread, which prepares
// everything, then RUNS more. INPUTS is a folder written by materialise_zoo. Prints the largest
// value of the first output. arm_counts.py subtracts two of these processes.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <memory>
#include <sstream>
#include <string>
#include <vector>

#include "lite/api/predictor_base.h"
#include "lite/model/file.h"

namespace paddle::lite {
namespace {

Status FillInput(const std::string& folder, int index, const std::string& shape,
                 lite_api::PaddlePredictor* predictor) {
  std::vector<int64_t> dims;
  int64_t count = 1;
  for (const std::string& part : SplitString(shape, 'x')) {
    dims.push_back(std::strtol(part.c_str(), nullptr, 10));
    count *= dims.back();
  }
  std::unique_ptr<lite_api::Tensor> input;
  LITE_RETURN_IF_ERROR(predictor->TryGetInput(index, &input));
  LITE_ASSIGN_OR_RETURN(const std::string bytes, model::ReadFile(StrCat(folder, "/input.", index)));
  if (bytes.size() != static_cast<size_t>(count) * sizeof(float)) {
    return InvalidArgument(folder, "/input.", index, " has ", bytes.size(), " bytes, expected ",
                           count, " floats");
  }
  input->Resize(dims);
  std::memcpy(input->mutable_data<float>(), bytes.data(), bytes.size());
  return OkStatus();
}

Status Run(const std::string& model, const std::string& folder, int runs) {
  lite_api::MobileConfig config;
  config.set_model_from_file(model);
  config.set_threads(1);
  std::shared_ptr<lite_api::PaddlePredictor> predictor;
  LITE_RETURN_IF_ERROR(TryCreatePaddlePredictor(config, &predictor));
  LITE_ASSIGN_OR_RETURN(const std::string text, model::ReadFile(folder + "/inputs.txt"));
  std::istringstream lines(text);
  std::string name, type, shape, rest;
  for (int i = 0; lines >> name >> type >> shape; ++i) {
    std::getline(lines, rest);
    if (type != "float" || !rest.empty()) {
      return InvalidArgument("input ", name, " of ", folder, " is ", type, rest,
                             ": only float32 inputs without levels are supported");
    }
    LITE_RETURN_IF_ERROR(FillInput(folder, i, shape, predictor.get()));
  }
  for (int i = 0; i <= runs; ++i) LITE_RETURN_IF_ERROR(predictor->TryRun());
  std::unique_ptr<const lite_api::Tensor> output;
  LITE_RETURN_IF_ERROR(predictor->TryGetOutput(0, &output));
  int64_t count = 1;
  for (const int64_t d : output->shape()) count *= d;
  const float* values = output->data<float>();
  std::printf("%.6g\n", static_cast<double>(*std::max_element(values, values + count)));
  return OkStatus();
}

}  // namespace
}  // namespace paddle::lite

int main(int argc, char** argv) {
  if (argc != 4) {
    std::fprintf(stderr, "usage: %s MODEL.nb INPUTS RUNS\n", argv[0]);
    return 2;
  }
  const auto status = paddle::lite::Run(argv[1], argv[2], std::atoi(argv[3]));
  if (!status.ok()) std::fprintf(stderr, "%s\n", status.ToString().c_str());
  return status.ok() ? 0 : 1;
}
