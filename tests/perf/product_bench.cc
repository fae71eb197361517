// product_bench [--passes=50] [--threads=1]
//
// Times products of matrices with a constant second operand, as fully connected layers have them
// (operator mul), and cblas_sgemm of OpenBLAS on the same operands, one after the other in every
// pass. Prints the minimum over the passes in microseconds, and the ratio (below 1: this library
// is faster). Fails if the results differ.
#include <cblas.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <limits>
#include <memory>
#include <string>
#include <vector>

#include "lite/mir/optimizer.h"
#include "lite/mir/text.h"
#include "lite/runtime/executable.h"
#include "tests/perf/number_flag.h"
#include "tests/support/run_program.h"

namespace paddle::lite::test {
namespace {

struct Product {
  int m, k, n;
};
// A classifier, one row and a batch; the layers of BERT-base for 128 words; projections of a
// recurrent network; squares.
constexpr Product kProducts[] = {{1, 1024, 1000},  {16, 1024, 1000},  {128, 768, 768},
                                 {128, 768, 3072}, {128, 3072, 768},  {40, 512, 2048},
                                 {256, 256, 256},  {1024, 1024, 1024}};

template <typename Function>
double Microseconds(const Function& run) {
  const auto begin = std::chrono::steady_clock::now();
  run();
  return std::chrono::duration<double, std::micro>(std::chrono::steady_clock::now() - begin)
      .count();
}

Status Compare(const Product& p, int passes, int threads) {
  const std::string text =
      StrCat("input %x: float[", p.m, ",", p.k, "]\nconst %w: float[", p.k, ",", p.n,
             "] = random(1, -1, 1)\n",
             "mul(X=%x, Y=%w) -> (Out=%y) {x_num_col_dims=1, y_num_col_dims=1}\noutput %y\n");
  LITE_ASSIGN_OR_RETURN(model::Model model, mir::ParseModel(text));
  const Tensor& weight = model.params.at("w");
  const std::vector<float> w(weight.data<float>(), weight.data<float>() + weight.numel());
  mir::OptimizeOptions options;
  options.valid_places = {Place(TargetType::kX86), Place(TargetType::kARM)};
  LITE_ASSIGN_OR_RETURN(const model::Model optimised, mir::Optimize(std::move(model), options));
  ExecutableOptions run;
  run.threads = threads;
  LITE_ASSIGN_OR_RETURN(const std::unique_ptr<Executable> executable,
                        Executable::Create(optimised, run));
  Tensor* const input = executable->input(0);
  input->Resize(DDim{p.m, p.k});
  LITE_RETURN_IF_ERROR(input->Allocate(PrecisionType::kFloat));
  float* const x = input->mutable_data<float>();
  for (int i = 0; i < p.m * p.k; ++i) x[i] = static_cast<float>(i * 37 % 101 - 50) * 0.02f;
  std::vector<float> y(static_cast<size_t>(p.m) * static_cast<size_t>(p.n));
  LITE_RETURN_IF_ERROR(executable->Run());

  double own = std::numeric_limits<double>::max();
  double peer = own;
  Status status = OkStatus();
  for (int pass = 0; pass < passes && status.ok(); ++pass) {
    own = std::min(own, Microseconds([&] { status = executable->Run(); }));
    peer = std::min(peer, Microseconds([&] {
                      cblas_sgemm(CblasRowMajor, CblasNoTrans, CblasNoTrans, p.m, p.n, p.k, 1, x,
                                  p.k, w.data(), p.n, 0, y.data(), p.n);
                    }));
  }
  LITE_RETURN_IF_ERROR(status);
  const float* const found = executable->output(0)->data<float>();
  for (size_t i = 0; i < y.size(); ++i) {
    if (std::fabs(found[i] - y[i]) > 1e-5f * static_cast<float>(p.k)) {
      return Internal("element ", i, ": ", found[i], ", OpenBLAS has ", y[i]);
    }
  }
  std::printf("| %d x %d x %d | %.1f | %.1f | %.2f |\n", p.m, p.k, p.n, own, peer, own / peer);
  return OkStatus();
}

Status Run(int argc, char** argv) {
  const auto passes = static_cast<int>(NumberFlag(argc, argv, "passes", 50));
  const auto threads = static_cast<int>(NumberFlag(argc, argv, "threads", 1));
  openblas_set_num_threads(threads);
  std::printf(
      "| rows x inner x columns | this library, us | OpenBLAS, us | ratio |\n"
      "| --- | --- | --- | --- |\n");
  for (const Product& product : kProducts) {
    LITE_RETURN_IF_ERROR(Compare(product, passes, threads));
  }
  return OkStatus();
}

}  // namespace
}  // namespace paddle::lite::test

int main(int argc, char** argv) {
  return paddle::lite::RunProgram([&] { return paddle::lite::test::Run(argc, argv); });
}
