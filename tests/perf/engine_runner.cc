// engine_runner MODEL PARAMS INPUT.f32 SHAPE THREADS: this library as one of the engines of
// compare_engines.py.
//
// Prints one JSON line when it is ready, then answers each line "run K" on stdin with a JSON list
// of K times in ms.
#include <sys/resource.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <string>
#include <vector>

#include "lite/model/file.h"
#include "paddle_api.h"

namespace {

using paddle::lite_api::CxxConfig;
using paddle::lite_api::PaddlePredictor;
using Clock = std::chrono::steady_clock;

double MillisecondsSince(Clock::time_point begin) {
  return std::chrono::duration<double, std::milli>(Clock::now() - begin).count();
}

std::vector<int64_t> ParseShape(const char* text) {
  std::vector<int64_t> shape;
  for (char* end = nullptr; *text != '\0'; text = *end == 'x' ? end + 1 : end) {
    shape.push_back(std::strtol(text, &end, 10));
    if (end == text) break;
  }
  return shape;
}

int Serve(char** argv) {
  const Clock::time_point begin = Clock::now();
  CxxConfig config;
  config.set_model_file(argv[1]);
  config.set_param_file(argv[2]);
  config.set_threads(std::atoi(argv[5]));
  const auto predictor = paddle::lite_api::CreatePaddlePredictor<CxxConfig>(config);
  const auto input_bytes = paddle::lite::model::ReadFile(argv[3]);
  if (!input_bytes.ok()) {
    std::fprintf(stderr, "%s\n", input_bytes.status().ToString().c_str());
    return 1;
  }
  const auto input = predictor->GetInput(0);
  input->Resize(ParseShape(argv[4]));
  std::memcpy(input->mutable_data<float>(), input_bytes->data(), input_bytes->size());
  predictor->Run();
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
  std::printf("{\"first_ms\": %.3f, \"peak_mb\": %.1f, \"argmax\": %d, \"l2\": %.9g}\n", first,
              static_cast<double>(usage.ru_maxrss) / 1024,
              static_cast<int>(std::max_element(values, values + count) - values),
              std::sqrt(squares));
  std::fflush(stdout);
  int runs = 0;
  while (std::scanf(" run %d", &runs) == 1) {
    std::printf("[");
    for (int i = 0; i < runs; ++i) {
      const Clock::time_point start = Clock::now();
      predictor->Run();
      std::printf("%s%.6f", i == 0 ? "" : ", ", MillisecondsSince(start));
    }
    std::printf("]\n");
    std::fflush(stdout);
  }
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 6) {
    std::fprintf(stderr, "usage: %s MODEL PARAMS INPUT.f32 SHAPE THREADS\n", argv[0]);
    return 2;
  }
  return Serve(argv);
}
