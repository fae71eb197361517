// layer_roofline MODEL PARAMS INPUTS THREADS [RUNS]: the operators of an optimised network against
// the roofline of this machine. INPUTS is a folder as materialise_zoo writes it.
//
// Peaks are measured here and now: multiply-adds in registers of one thread, times the threads, and
// copying memory far larger than the caches with all threads. For every operator: the shortest of
// RUNS runs (default 30), multiply-adds and bytes as the operator estimates them, their rates as
// shares of the peaks, which of the two bounds it (the one that would take longer at its peak), and
// the share of that bound's time in the real one. Data that stays in a cache goes beyond the
// memory's peak. The peak is that of float32: int8 arithmetic can go beyond it.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <string>
#include <vector>

#include "lite/base/thread_pool.h"
#include "lite/runtime/executable.h"
#include "lite/runtime/profile_observer.h"
#include "tests/perf/input_folder.h"
#include "tests/support/run_program.h"
#ifdef LITE_PERF_WITH_PEAK
#include "tests/perf/peak.h"
#endif

namespace paddle::lite {
namespace {

// Operations and bytes per nanosecond; 0 if not measured.
struct Peaks {
  double flops = 0;
  double bytes = 0;
};

double CopyBytesPerNs(int threads) {
  constexpr int64_t kBlock = int64_t{1} << 20;
  constexpr int64_t kBlocks = 128;
  std::vector<char> from(kBlock * kBlocks, 1), to(kBlock * kBlocks, 2);
  ThreadPool pool(threads);
  double best = 0;
  for (int i = 0; i < 8; ++i) {
    const auto begin = std::chrono::steady_clock::now();
    pool.ParallelFor(kBlocks, 1, [&](int64_t first, int64_t last, int) {
      std::memcpy(to.data() + first * kBlock, from.data() + first * kBlock,
                  static_cast<size_t>((last - first) * kBlock));
    });
    const std::chrono::duration<double, std::nano> spent = std::chrono::steady_clock::now() - begin;
    best = std::max(best, 2.0 * kBlock * kBlocks / spent.count());
  }
  return best;
}

Peaks Measure(int threads) {
  Peaks peaks;
#ifdef LITE_PERF_WITH_PEAK
  peaks.flops = x86::PeakGflops(x86::ActiveIsa()) * threads;
#endif
  peaks.bytes = CopyBytesPerNs(threads);
  return peaks;
}

struct Row {
  std::string operation, shapes;
  double ns = 0, flops = 0, bytes = 0;
};

void Print(const Row& row, const Peaks& peaks, double total_ns) {
  const double compute_ns = peaks.flops > 0 ? row.flops / peaks.flops : 0;
  const double memory_ns = row.bytes / peaks.bytes;
  std::printf("%-40s %-44s %9.1f %5.1f %9.2f %8.3f %8.1f", row.operation.c_str(),
              row.shapes.c_str(), row.ns / 1e3, 100 * row.ns / total_ns, row.flops / 2e6,
              row.bytes / 1e6, row.flops / row.ns);
  std::printf(" %6.1f %8.2f %6.1f  %-7s %6.1f\n", 100 * compute_ns / row.ns, row.bytes / row.ns,
              100 * memory_ns / row.ns, compute_ns > memory_ns ? "compute" : "memory",
              100 * std::max(compute_ns, memory_ns) / row.ns);
}

Status Report(char** argv, int runs) {
  const int threads = std::atoi(argv[4]);
  lite_api::CxxConfig config;
  config.set_model_file(argv[1]);
  config.set_param_file(argv[2]);
  config.set_threads(threads);
  std::shared_ptr<lite_api::PaddlePredictor> predictor;
  LITE_RETURN_IF_ERROR(TryCreatePaddlePredictor(config, &predictor));
  LITE_RETURN_IF_ERROR(FillInputs(argv[3], predictor.get()));
  Executable* const executable = static_cast<PredictorBase*>(predictor.get())->executable();
  ProfileObserver profile(5);
  executable->set_observer(&profile);
  for (int i = 0; i < 5 + runs; ++i) LITE_RETURN_IF_ERROR(predictor->TryRun());
  const Peaks peaks = Measure(threads);

  std::vector<Row> rows;
  Row total;
  total.operation = "total";
  for (const ProfileObserver::OpRecord& record : profile.records()) {
    if (record.count == 0) continue;
    Row row;
    row.operation = record.key;
    row.shapes = StrCat(record.input, " ", record.filter, " ", record.output);
    row.ns = std::max(static_cast<double>(record.min_ns), 1.0);
    row.flops = record.flops;
    row.bytes = record.bytes;
    total.ns += row.ns;
    total.flops += row.flops;
    total.bytes += row.bytes;
    rows.push_back(std::move(row));
  }
  std::printf("%d threads, peak %.1f GFLOP/s and %.1f GB/s\n", threads, peaks.flops, peaks.bytes);
  std::printf("%-40s %-44s %9s %5s %9s %8s %8s %6s %8s %6s  %-7s %6s\n", "kernel",
              "input filter output", "us", "%", "M mul-add", "MB", "GFLOP/s", "% peak", "GB/s",
              "% peak", "bound", "% of it");
  for (const Row& row : rows) Print(row, peaks, total.ns);
  if (!rows.empty()) Print(total, peaks, total.ns);
  return OkStatus();
}

}  // namespace
}  // namespace paddle::lite

int main(int argc, char** argv) {
  const int runs = argc == 6 ? std::atoi(argv[5]) : 30;
  if ((argc != 5 && argc != 6) || std::atoi(argv[4]) < 1 || runs < 1) {
    std::fprintf(stderr, "usage: %s MODEL PARAMS INPUTS THREADS [RUNS]\n", argv[0]);
    return 2;
  }
  return paddle::lite::RunProgram([&] { return paddle::lite::Report(argv, runs); });
}
