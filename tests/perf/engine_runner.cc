// engine_runner MODEL PARAMS INPUTS THREADS [bfloat16]: this library as one of the engines of
// compare_engines.py, with products in bfloat16 if that is said. If PARAMS is empty, MODEL is an
// .nb file. INPUTS is a folder as materialise_zoo writes it.
//
// Prints one JSON line when it is ready, then answers each line "run K" on stdin with a JSON list
// of K pairs of wall and processor time in ms, and "peak" with a list of one: the rate of
// multiply-adds in registers of one thread in GFLOP/s, 0 where it is not measured.
#include <sys/resource.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <memory>
#include <string>

#include "tests/perf/input_folder.h"
#include "tests/support/run_program.h"
#ifdef LITE_PERF_WITH_PEAK
#include "tests/perf/peak.h"
#endif

namespace {

using paddle::lite_api::CxxConfig;
using paddle::lite_api::MobileConfig;
using paddle::lite_api::PaddlePredictor;
using Clock = std::chrono::steady_clock;

double MillisecondsSince(Clock::time_point begin) {
  return std::chrono::duration<double, std::milli>(Clock::now() - begin).count();
}

double Peak() {
#ifdef LITE_PERF_WITH_PEAK
  return paddle::lite::x86::PeakGflops(paddle::lite::x86::ActiveIsa());
#else
  return 0;
#endif
}

double ProcessorMilliseconds() {
  timespec now;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) * 1e3 + static_cast<double>(now.tv_nsec) * 1e-6;
}

template <typename Config>
paddle::lite::Status Open(Config* config, const char* threads, bool bfloat16,
                          std::shared_ptr<PaddlePredictor>* predictor) {
  config->set_threads(std::atoi(threads));
  config->set_enable_bf16(bfloat16);
  return paddle::lite_api::TryCreatePaddlePredictor(*config, predictor);
}

paddle::lite::Status Serve(char** argv, bool bfloat16) {
  const Clock::time_point begin = Clock::now();
  std::shared_ptr<PaddlePredictor> predictor;
  if (*argv[2] == '\0') {
    MobileConfig config;
    config.set_model_from_file(argv[1]);
    LITE_RETURN_IF_ERROR(Open(&config, argv[4], bfloat16, &predictor));
  } else {
    CxxConfig config;
    config.set_model_file(argv[1]);
    config.set_param_file(argv[2]);
    LITE_RETURN_IF_ERROR(Open(&config, argv[4], bfloat16, &predictor));
  }
  LITE_RETURN_IF_ERROR(paddle::lite::FillInputs(argv[3], predictor.get()));
  LITE_RETURN_IF_ERROR(predictor->TryRun());
  const double first = MillisecondsSince(begin);
  for (int i = 0; i < 5; ++i) predictor->Run();

  const auto output = predictor->GetOutput(0);
  const float* values = output->data<float>();
  int64_t count = 1;
  for (const int64_t d : output->shape()) count *= d;
  double squares = 0;
  for (int64_t i = 0; i < count; ++i) squares += static_cast<double>(values[i]) * values[i];
  rusage usage;
  getrusage(RUSAGE_SELF, &usage);
  std::printf("{\"first_ms\": %.3f, \"peak_mb\": %.1f, \"max\": %.9g, \"l2\": %.9g}\n", first,
              static_cast<double>(usage.ru_maxrss) / 1024,
              static_cast<double>(*std::max_element(values, values + count)), std::sqrt(squares));
  std::fflush(stdout);
  char request[8];
  while (std::scanf("%7s", request) == 1) {
    std::printf("[");
    if (std::strcmp(request, "peak") == 0) {
      std::printf("%.3f", Peak());
    } else {
      int runs = 0;
      if (std::scanf("%d", &runs) != 1)
        return paddle::lite::InvalidArgument("expected a number of runs");
      for (int i = 0; i < runs; ++i) {
        const double processor = ProcessorMilliseconds();
        const Clock::time_point start = Clock::now();
        predictor->Run();
        const double wall = MillisecondsSince(start);
        std::printf("%s[%.6f, %.6f]", i == 0 ? "" : ", ", wall,
                    ProcessorMilliseconds() - processor);
      }
    }
    std::printf("]\n");
    std::fflush(stdout);
  }
  return paddle::lite::OkStatus();
}

}  // namespace

int main(int argc, char** argv) {
  const bool bfloat16 = argc == 6 && std::strcmp(argv[5], "bfloat16") == 0;
  if (argc != 5 && !bfloat16) {
    std::fprintf(stderr, "usage: %s MODEL PARAMS INPUTS THREADS [bfloat16]\n", argv[0]);
    return 2;
  }
  return paddle::lite::RunProgram([&] { return Serve(argv, bfloat16); });
}
