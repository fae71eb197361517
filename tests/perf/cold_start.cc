// cold_start MODEL.nb INPUT.f32 SHAPE THREADS [RUNS]: this library as one of the engines of
// cold_start.py. INPUT.f32 may be "-": ones.
//
// Prints one JSON line: ms to create the predictor, ms of the first run, the shortest of RUNS more
// runs, the peak of the process's memory before and after, and the memory plan, in MB.
#include <sys/resource.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

#include "lite/model/file.h"
#include "lite/model/naive_buffer/naive_buffer.h"
#include "lite/runtime/executable.h"

namespace {

using Clock = std::chrono::steady_clock;

double MillisecondsSince(Clock::time_point begin) {
  return std::chrono::duration<double, std::milli>(Clock::now() - begin).count();
}

double PeakMegabytes() {
  rusage usage;
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<double>(usage.ru_maxrss) * 1024e-6;
}

std::vector<int64_t> ParseShape(const char* text) {
  std::vector<int64_t> shape;
  for (const std::string& part : paddle::lite::SplitString(text, 'x')) {
    shape.push_back(std::strtol(part.c_str(), nullptr, 10));
  }
  return shape;
}

paddle::lite::Status Measure(int argc, char** argv) {
  const double before = PeakMegabytes();
  Clock::time_point begin = Clock::now();
  LITE_ASSIGN_OR_RETURN(paddle::lite::model::Model model,
                        paddle::lite::model::LoadNaiveBufferFile(argv[1]));
  paddle::lite::ExecutableOptions options;
  options.threads = std::atoi(argv[4]);
  LITE_ASSIGN_OR_RETURN(const std::unique_ptr<paddle::lite::Executable> program,
                        paddle::lite::Executable::Create(std::move(model), options));
  const double create = MillisecondsSince(begin);

  paddle::lite::Tensor* input = program->input(0);
  input->Resize(ParseShape(argv[3]));
  LITE_RETURN_IF_ERROR(input->Allocate(paddle::lite::PrecisionType::kFloat));
  float* values = input->mutable_data<float>();
  if (std::strcmp(argv[2], "-") == 0) {
    std::fill_n(values, input->numel(), 1.0f);
  } else {
    LITE_ASSIGN_OR_RETURN(const std::shared_ptr<const paddle::lite::model::OpenFile> file,
                          paddle::lite::model::OpenFile::Open(argv[2]));
    LITE_RETURN_IF_ERROR(file->ReadAt(0, input->memory_size(), values));
  }
  begin = Clock::now();
  LITE_RETURN_IF_ERROR(program->Run());
  const double first = MillisecondsSince(begin);
  const double after = PeakMegabytes();
  double best = first;
  for (int i = argc > 5 ? std::atoi(argv[5]) : 5; i > 0; --i) {
    begin = Clock::now();
    LITE_RETURN_IF_ERROR(program->Run());
    best = std::min(best, MillisecondsSince(begin));
  }
  const paddle::lite::Tensor& output = *program->output(0);
  double squares = 0;
  for (int64_t i = 0; i < output.numel(); ++i) {
    squares += static_cast<double>(output.data<float>()[i]) * output.data<float>()[i];
  }
  const paddle::lite::Executable::MemoryUse use = program->memory_use();
  const size_t plan = use.weights + use.activations + use.scratch + use.io;
  std::printf(
      "{\"create_ms\": %.3f, \"first_ms\": %.3f, \"best_ms\": %.3f, \"before_mb\": %.2f, "
      "\"peak_mb\": %.2f, \"weights_mb\": %.2f, \"activations_mb\": %.2f, \"scratch_mb\": %.2f, "
      "\"io_mb\": %.2f, \"plan_mb\": %.2f, \"l2\": %.9g}\n",
      create, first, best, before, after, static_cast<double>(use.weights) * 1e-6,
      static_cast<double>(use.activations) * 1e-6, static_cast<double>(use.scratch) * 1e-6,
      static_cast<double>(use.io) * 1e-6, static_cast<double>(plan) * 1e-6, std::sqrt(squares));
  return paddle::lite::OkStatus();
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 5) {
    std::fprintf(stderr, "usage: %s MODEL.nb INPUT.f32 SHAPE THREADS [RUNS]\n", argv[0]);
    return 2;
  }
  const paddle::lite::Status status = Measure(argc, argv);
  if (status.ok()) return 0;
  std::fprintf(stderr, "%s\n", status.ToString().c_str());
  return 1;
}
