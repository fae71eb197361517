// sparse_bench [--channels=256] [--size=14] [--zeros=0.8] [--layers=8] [--threads=1] [--batch=1]
//              [--passes=200]
//
// Times a chain of 1x1 convolutions of a square image, with relu, in the dense form and as
// sparse_conv2d, one after the other in every pass. Prints the minimum over the passes in
// microseconds for one convolution, and their ratio.

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <limits>
#include <memory>
#include <string>

#include "lite/mir/graph.h"
#include "lite/mir/infer.h"
#include "lite/mir/optimizer.h"
#include "lite/mir/pass.h"
#include "lite/mir/text.h"
#include "lite/runtime/executable.h"
#include "tests/perf/number_flag.h"
#include "tests/support/pruning.h"
#include "tests/support/run_program.h"

namespace paddle::lite::test {
namespace {

// Whatever the estimates say.
Result<model::Model> MakeSparse(const model::Model& model) {
  LITE_ASSIGN_OR_RETURN(const std::unique_ptr<mir::Graph> graph, mir::Graph::Import(model));
  mir::InferShapes(graph.get());
  mir::OptimizeOptions options;
  options.sparse_threshold = 0;
  mir::PassContext context;
  context.graph = graph.get();
  context.options = &options;
  for (const mir::PassDef& def : mir::PassTable()) {
    if (std::strcmp(def.name, "sparse_convolutions") != 0) continue;
    LITE_RETURN_IF_ERROR(def.make().Apply(context).status());
  }
  return graph->Export();
}

Result<std::unique_ptr<Executable>> Prepare(model::Model model, const DDim& shape, int threads) {
  mir::OptimizeOptions options;
  options.valid_places = {Place(TargetType::kX86), Place(TargetType::kARM)};
  LITE_ASSIGN_OR_RETURN(model::Model optimised, mir::Optimize(std::move(model), options));
  ExecutableOptions run;
  run.threads = threads;
  LITE_ASSIGN_OR_RETURN(std::unique_ptr<Executable> executable, Executable::Create(optimised, run));
  executable->input(0)->Resize(shape);
  LITE_RETURN_IF_ERROR(executable->input(0)->Allocate(PrecisionType::kFloat));
  float* data = executable->input(0)->mutable_data<float>();
  for (int64_t i = 0; i < shape.production(); ++i) data[i] = static_cast<float>(i % 17) * 0.1f;
  return executable;
}

Result<double> Time(Executable* executable) {
  const auto begin = std::chrono::steady_clock::now();
  LITE_RETURN_IF_ERROR(executable->Run());
  return std::chrono::duration<double, std::micro>(std::chrono::steady_clock::now() - begin)
      .count();
}

Status Run(int argc, char** argv) {
  const auto channels = static_cast<int>(NumberFlag(argc, argv, "channels", 256));
  const auto size = static_cast<int>(NumberFlag(argc, argv, "size", 14));
  const auto layers = static_cast<int>(NumberFlag(argc, argv, "layers", 8));
  const auto batch = static_cast<int>(NumberFlag(argc, argv, "batch", 1));
  const auto threads = static_cast<int>(NumberFlag(argc, argv, "threads", 1));
  const auto passes = static_cast<int>(NumberFlag(argc, argv, "passes", 200));
  const double zeros = NumberFlag(argc, argv, "zeros", 0.8);
  std::string text;
  for (int i = 0; i < layers; ++i) {
    text += StrCat("const %w", i, ": float[", channels, ",", channels, ",1,1] = random(", i + 1,
                   ", -1, 1)\n");
  }
  text += StrCat("input %x0: float[", batch, ",", channels, ",", size, ",", size, "]\n");
  for (int i = 0; i < layers; ++i) {
    text += StrCat("conv2d(Input=%x", i, ", Filter=%w", i, ") -> (Output=%x", i + 1,
                   ") {with_act=true, act_type=\"relu\"}\n");
  }
  text += StrCat("output %x", layers, "\n");
  LITE_ASSIGN_OR_RETURN(model::Model model, mir::ParseModel(text));
  PruneFilters(zeros, &model);
  const DDim shape({batch, channels, size, size});
  LITE_ASSIGN_OR_RETURN(model::Model with_sparse, MakeSparse(model));
  LITE_ASSIGN_OR_RETURN(const auto dense, Prepare(std::move(model), shape, threads));
  LITE_ASSIGN_OR_RETURN(const auto sparse, Prepare(std::move(with_sparse), shape, threads));
  double best[2] = {std::numeric_limits<double>::max(), std::numeric_limits<double>::max()};
  for (int pass = 0; pass < passes; ++pass) {
    LITE_ASSIGN_OR_RETURN(const double dense_us, Time(dense.get()));
    LITE_ASSIGN_OR_RETURN(const double sparse_us, Time(sparse.get()));
    best[0] = std::min(best[0], dense_us);
    best[1] = std::min(best[1], sparse_us);
  }
  std::printf(
      "%d channels, %dx%d, batch %d, %d threads, %.0f %% zeros: dense %.1f us, sparse %.1f us, "
      "%.2f\n",
      channels, size, size, batch, threads, zeros * 100, best[0] / layers, best[1] / layers,
      best[0] / best[1]);
  return OkStatus();
}

}  // namespace
}  // namespace paddle::lite::test

int main(int argc, char** argv) {
  return paddle::lite::RunProgram([&] { return paddle::lite::test::Run(argc, argv); });
}
