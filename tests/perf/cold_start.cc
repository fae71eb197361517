// cold_start MODEL.nb INPUTS THREADS [RUNS]: this library as one of the engines of
// compare_cold_start.py. INPUTS is a folder as materialise_zoo writes it. MODEL,PARAMS instead of
// MODEL.nb selects the full predictor.
//
// Prints two JSON lines: after the first run ms (wall and processor) to create the predictor and of
// that run; after RUNS more runs the shortest of them, the peak of the process's memory before and
// after all of this, the memory plan, in MB, and norm and largest value of the first output.
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <memory>
#include <string>

#include "tests/perf/input_folder.h"
#include "tests/support/run_program.h"

namespace {

using paddle::lite_api::CxxConfig;
using paddle::lite_api::MobileConfig;
using paddle::lite_api::PaddlePredictor;
using paddle::lite_api::TryCreatePaddlePredictor;

// Wall-clock and processor time since construction.
class StopWatch {
 public:
  double wall() const {
    return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin_)
        .count();
  }
  double processor() const { return ProcessorMilliseconds() - processor_begin_; }

 private:
  static double ProcessorMilliseconds() {
    timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) * 1e3 + static_cast<double>(now.tv_nsec) * 1e-6;
  }

  std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
  double processor_begin_ = ProcessorMilliseconds();
};

// getrusage would also count the process that started this one.
double PeakMegabytes() {
  double kilobytes = 0;
  if (std::FILE* file = std::fopen("/proc/self/status", "r")) {
    char line[256];
    while (std::fgets(line, sizeof(line), file) != nullptr) {
      if (std::sscanf(line, "VmHWM: %lf", &kilobytes) == 1) break;
    }
    std::fclose(file);
  }
  return kilobytes * 1024e-6;
}

paddle::lite::Status Create(const std::string& model, int threads,
                            std::shared_ptr<PaddlePredictor>* predictor) {
  const size_t comma = model.find(',');
  if (comma == std::string::npos) {
    MobileConfig config;
    config.set_model_from_file(model);
    config.set_threads(threads);
    return TryCreatePaddlePredictor(config, predictor);
  }
  CxxConfig config;
  config.set_model_file(model.substr(0, comma));
  config.set_param_file(model.substr(comma + 1));
  config.set_threads(threads);
  return TryCreatePaddlePredictor(config, predictor);
}

void PrintEnd(PaddlePredictor* predictor, double best, double before, double after) {
  paddle::lite::Executable* program =
      static_cast<paddle::lite::PredictorBase*>(predictor)->executable();
  const paddle::lite::Tensor& output = *program->output(0);
  const float* values = output.data<float>();
  double squares = 0;
  for (int64_t i = 0; i < output.numel(); ++i) {
    squares += static_cast<double>(values[i]) * values[i];
  }
  const paddle::lite::Executable::MemoryUse use = program->memory_use();
  const size_t plan = use.weights + use.activations + use.scratch + use.io + use.settled;
  std::printf(
      "{\"best_ms\": %.3f, \"before_mb\": %.2f, \"peak_mb\": %.2f, \"weights_mb\": %.2f, "
      "\"activations_mb\": %.2f, \"scratch_mb\": %.2f, \"io_mb\": %.2f, \"plan_mb\": %.2f, "
      "\"max\": %.9g, \"l2\": %.9g}\n",
      best, before, after, static_cast<double>(use.weights) * 1e-6,
      static_cast<double>(use.activations) * 1e-6, static_cast<double>(use.scratch) * 1e-6,
      static_cast<double>(use.io) * 1e-6, static_cast<double>(plan) * 1e-6,
      static_cast<double>(*std::max_element(values, values + output.numel())), std::sqrt(squares));
}

paddle::lite::Status Measure(int argc, char** argv) {
  const double before = PeakMegabytes();
  const StopWatch creation;
  std::shared_ptr<PaddlePredictor> predictor;
  LITE_RETURN_IF_ERROR(Create(argv[1], std::atoi(argv[3]), &predictor));
  const double create = creation.wall();
  const double create_processor = creation.processor();
  LITE_RETURN_IF_ERROR(paddle::lite::FillInputs(argv[2], predictor.get()));

  const StopWatch first;
  LITE_RETURN_IF_ERROR(predictor->TryRun());
  std::printf(
      "{\"create_ms\": %.3f, \"first_ms\": %.3f, \"create_processor_ms\": %.3f, "
      "\"first_processor_ms\": %.3f}\n",
      create, first.wall(), create_processor, first.processor());
  std::fflush(stdout);
  double best = first.wall();
  for (int i = argc > 4 ? std::atoi(argv[4]) : 5; i > 0; --i) {
    const StopWatch run;
    LITE_RETURN_IF_ERROR(predictor->TryRun());
    best = std::min(best, run.wall());
  }
  PrintEnd(predictor.get(), best, before, PeakMegabytes());
  return paddle::lite::OkStatus();
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 4) {
    std::fprintf(stderr, "usage: %s MODEL.nb|MODEL,PARAMS INPUTS THREADS [RUNS]\n", argv[0]);
    return 2;
  }
  return paddle::lite::RunProgram([&] { return Measure(argc, argv); });
}
