// device_runner MODEL PARAMS INPUTS cuda|cuda_fp16|cpu OUTPUTS: this library as one of the engines
// of tools/gpu_report.py. INPUTS is a folder in the form of materialise_zoo; OUTPUTS as
// input_folder.h says. With cuda_fp16, tensors between operators are half.
//
// Prints one JSON line when it is ready, with the work of a run, then answers each line "run K" on
// stdin with a JSON list of K times in milliseconds.
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <string>
#include <vector>

#include "lite/core/device_settings.h"
#include "paddle_api.h"
#include "tests/perf/input_folder.h"
#include "tests/support/run_program.h"

namespace paddle::lite {
namespace {

using Clock = std::chrono::steady_clock;

double MillisecondsSince(Clock::time_point begin) {
  return std::chrono::duration<double, std::milli>(Clock::now() - begin).count();
}

// A fact about the device; "" without one.
std::string Fact(const char* name) {
  const DeviceSettings* settings = FindDeviceSettings(TargetType::kCUDA);
  if (settings == nullptr) return "";
  const auto fact = settings->property(0, name);
  return fact.ok() ? *fact : "";
}

// The work of a run. Graphs repeat launches and calls, so these are of the run that records them.
constexpr const char* kCounters[] = {"launches", "library calls", "graph launches",
                                     "bytes to device", "bytes to host"};
constexpr int kCount = 5;

Status Serve(char** argv) {
  const Clock::time_point begin = Clock::now();
  lite_api::CxxConfig config;
  config.set_model_file(argv[1]);
  config.set_param_file(argv[2]);
  const bool half = std::strcmp(argv[4], "cuda_fp16") == 0;
  const bool on_device = half || std::strcmp(argv[4], "cuda") == 0;
  if (on_device) {
    std::vector<lite_api::Place> places = {
        lite_api::Place(TARGET(kCUDA)),
        lite_api::Place(TARGET(kCUDA), PRECISION(kInt8), DATALAYOUT(kNHWC)),
        lite_api::Place(TARGET(kX86))};
    if (half) {
      places.insert(places.begin(),
                    lite_api::Place(TARGET(kCUDA), PRECISION(kFP16), DATALAYOUT(kNHWC)));
    }
    config.set_valid_places(places);
  }
  std::shared_ptr<lite_api::PaddlePredictor> predictor;
  LITE_RETURN_IF_ERROR(TryCreatePaddlePredictor(config, &predictor));
  LITE_RETURN_IF_ERROR(FillInputs(argv[3], predictor.get()));
  LITE_RETURN_IF_ERROR(predictor->TryRun());
  LITE_RETURN_IF_ERROR(TakeOutputs(argv[5], predictor.get()).status());
  const double first = MillisecondsSince(begin);
  int64_t before[kCount] = {};
  for (int i = 0; i < kCount; ++i) before[i] = std::atoll(Fact(kCounters[i]).c_str());
  LITE_RETURN_IF_ERROR(predictor->TryRun());
  std::printf("{\"first_ms\": %.3f, \"device\": \"%s\"", first,
              on_device ? Fact("name").c_str() : "");
  for (int i = 0; i < kCount; ++i) {
    std::printf(", \"%s\": %lld", kCounters[i],
                static_cast<long long>(std::atoll(Fact(kCounters[i]).c_str()) - before[i]));
  }
  std::printf("}\n");
  std::fflush(stdout);
  int runs = 0;
  while (std::scanf(" run %d", &runs) == 1) {
    std::printf("[");
    for (int i = 0; i < runs; ++i) {
      const Clock::time_point start = Clock::now();
      LITE_RETURN_IF_ERROR(predictor->TryRun());
      std::printf("%s%.6f", i == 0 ? "" : ", ", MillisecondsSince(start));
    }
    std::printf("]\n");
    std::fflush(stdout);
  }
  return OkStatus();
}

}  // namespace
}  // namespace paddle::lite

int main(int argc, char** argv) {
  if (argc != 6) {
    std::fprintf(stderr, "usage: %s MODEL PARAMS INPUTS cuda|cuda_fp16|cpu OUTPUTS\n", argv[0]);
    return 2;
  }
  return paddle::lite::RunProgram([&] { return paddle::lite::Serve(argv); });
}
