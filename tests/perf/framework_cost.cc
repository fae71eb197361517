// framework_cost [OPS]: measures the overhead of the library around the kernels.
//
// Makes a chain of OPS tiny operators (default 1000; [1, 8] floats, abs and tanh in turn, which
// nothing fuses) and prints, for the full and the light predictor with one thread: time to create,
// first run, a run, and a run after a change of shape; the runs also per operator. Minima over
// rounds. What the kernels themselves compute, 8 values each, is included.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>
#include <vector>

#include "lite/model/paddle_pb/paddle_pb.h"
#include "paddle_api.h"
#include "tests/support/run_program.h"
#include "tests/support/temp_dir.h"
#include "tests/support/tiny_models.h"

namespace {

using paddle::lite_api::CxxConfig;
using paddle::lite_api::MobileConfig;
using paddle::lite_api::PaddlePredictor;
using Clock = std::chrono::steady_clock;

// The shortest of `rounds` calls, in microseconds.
template <typename F>
double Shortest(int rounds, const F& call) {
  double shortest = 1e30;
  for (int i = 0; i < rounds; ++i) {
    const Clock::time_point begin = Clock::now();
    call();
    shortest =
        std::min(shortest, std::chrono::duration<double, std::micro>(Clock::now() - begin).count());
  }
  return shortest;
}

void Resize(PaddlePredictor* predictor, int64_t batch) {
  const auto input = predictor->GetInput(0);
  input->Resize({batch, 8});
  std::fill_n(input->mutable_data<float>(), batch * 8, 0.5f);
}

template <typename Config>
std::shared_ptr<PaddlePredictor> Measure(const char* name, const Config& config, int ops) {
  std::shared_ptr<PaddlePredictor> predictor;
  const double create =
      Shortest(3, [&] { predictor = paddle::lite_api::CreatePaddlePredictor<Config>(config); });
  Resize(predictor.get(), 1);
  const double first = Shortest(1, [&] { predictor->Run(); });
  const double run = Shortest(200, [&] { predictor->Run(); });
  int64_t batch = 1;
  const double resized = Shortest(20, [&] {
    batch = 3 - batch;
    Resize(predictor.get(), batch);
    predictor->Run();
  });
  std::printf(
      "%-6s create %8.0f us  first run %7.0f us  run %6.1f us (%.0f ns an operator)  "
      "run after a change of shape %7.0f us (%.0f ns an operator)\n",
      name, create, first, run, run / ops * 1e3, resized, resized / ops * 1e3);
  return predictor;
}

paddle::lite::Status MeasureBoth(int ops) {
  const paddle::lite::test::TempDir folder;
  LITE_RETURN_IF_ERROR(
      paddle::lite::model::SavePaddleModel(paddle::lite::test::ChainNet(ops), folder.str()));
  CxxConfig full;
  full.set_model_file(folder / "model");
  full.set_param_file(folder / "params");
  const auto predictor = Measure("full", full, ops);
  predictor->SaveOptimizedModel(folder / "chain", paddle::lite_api::LiteModelType::kNaiveBuffer);
  MobileConfig light;
  light.set_model_from_file(folder / "chain.nb");
  Measure("light", light, ops);
  return paddle::lite::OkStatus();
}

}  // namespace

int main(int argc, char** argv) {
  const int ops = argc > 1 ? std::atoi(argv[1]) : 1000;
  if (argc > 2 || ops < 1) {
    std::fprintf(stderr, "usage: %s [OPS]\n", argv[0]);
    return 2;
  }
  return paddle::lite::RunProgram([&] { return MeasureBoth(ops); });
}
