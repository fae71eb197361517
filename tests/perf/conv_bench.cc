// Times the convolutions of whole networks, layer by layer and in order, as they run inside a
// model: each layer has its own weights and reads the output of the previous layer.
//
//   conv_bench [--net=mobilenet_v1|resnet50] [--threads=1] [--isa=avx512] [--passes=30]
//              [--algorithm=auto|gemm|bf16] [--layers]
//
// Prints the minimum over the passes. The rate of multiply-adds in registers is measured before
// each pass; the best one is the peak that percentages refer to.

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "lite/backends/cpu/conv_f32.h"
#include "lite/backends/x86/kernel_tables.h"
#include "tests/perf/peak.h"
#include "tests/support/run_program.h"

namespace paddle::lite::x86 {
namespace {

using namespace cpu;  // NOLINT: the plans are those of all CPU targets

double Now() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

struct Layer {
  ConvShape shape;
  bool relu = true;
  bool residual = false;

  double macs() const {
    const ConvShape& s = shape;
    return static_cast<double>(s.batch * s.out_h * s.out_w * s.out_c * s.group_in_c() * s.taps());
  }
  std::string Name() const {
    const ConvShape& s = shape;
    char text[96];
    std::snprintf(text, sizeof(text), "%s%dx%d s%d %d->%d @%d%s%s", s.depthwise() ? "dw" : "",
                  static_cast<int>(s.kernel_h), static_cast<int>(s.kernel_w),
                  static_cast<int>(s.stride_h), static_cast<int>(s.in_c), static_cast<int>(s.out_c),
                  static_cast<int>(s.in_h), residual ? " +res" : "", relu ? "" : " lin");
    return text;
  }
};

Layer MakeLayer(int64_t in_c, int64_t size, int64_t out_c, int64_t kernel, int64_t stride,
                int64_t groups = 1, bool relu = true, bool residual = false) {
  ConvShape s;
  s.in_c = in_c;
  s.in_h = s.in_w = size;
  s.out_c = out_c;
  s.kernel_h = s.kernel_w = kernel;
  s.stride_h = s.stride_w = stride;
  s.pad_top = s.pad_left = kernel / 2;
  s.out_h = s.out_w = (size + 2 * (kernel / 2) - kernel) / stride + 1;
  s.groups = groups;
  return {s, relu, residual};
}

std::vector<Layer> MobileNetV1() {
  std::vector<Layer> net = {MakeLayer(3, 224, 32, 3, 2)};
  struct Block {
    int64_t in, out, stride;
  };
  constexpr Block kBlocks[] = {{32, 64, 1},    {64, 128, 2},  {128, 128, 1}, {128, 256, 2},
                               {256, 256, 1},  {256, 512, 2}, {512, 512, 1}, {512, 512, 1},
                               {512, 512, 1},  {512, 512, 1}, {512, 512, 1}, {512, 1024, 2},
                               {1024, 1024, 1}};
  int64_t size = 112;
  for (const Block& b : kBlocks) {
    net.push_back(MakeLayer(b.in, size, b.in, 3, b.stride, b.in));
    size /= b.stride;
    net.push_back(MakeLayer(b.in, size, b.out, 1, 1));
  }
  return net;
}

std::vector<Layer> ResNet50() {
  std::vector<Layer> net = {MakeLayer(3, 224, 64, 7, 2)};
  constexpr int kRepeats[] = {3, 4, 6, 3};
  int64_t size = 56;
  int64_t in_c = 64;
  for (int stage = 0; stage < 4; ++stage) {
    const int64_t mid = int64_t{64} << stage;
    for (int i = 0; i < kRepeats[stage]; ++i) {
      const int64_t stride = i == 0 && stage > 0 ? 2 : 1;
      net.push_back(MakeLayer(in_c, size, mid, 1, 1));
      net.push_back(MakeLayer(mid, size, mid, 3, stride));
      if (i == 0) net.push_back(MakeLayer(in_c, size, 4 * mid, 1, stride, 1, false));
      size /= stride;
      net.push_back(MakeLayer(mid, size, 4 * mid, 1, 1, 1, true, true));
      in_c = 4 * mid;
    }
  }
  return net;
}

struct Memory {
  explicit Memory(size_t floats)
      : data(static_cast<float*>(std::aligned_alloc(4096, (floats * 4 + 8192) / 4096 * 4096))) {
    for (size_t i = 0; i < floats; ++i)
      data[i] = static_cast<float>((i * 7919) % 1021) / 1021 - 0.5f;
  }
  ~Memory() { std::free(data); }
  Memory(const Memory&) = delete;
  float* data;
};

struct Step {
  Layer layer;
  std::unique_ptr<ConvPlan> plan;
  std::unique_ptr<Memory> weights;
  double best = 1e9;
};

int Run(int argc, char** argv) {
  std::string net_name = "mobilenet_v1";
  std::string algorithm = "auto";
  Isa isa = ActiveIsa();
  int threads = 1;
  int passes = 30;
  bool show_layers = false;
  for (int i = 1; i < argc; ++i) {
    const std::string arg = argv[i];
    const std::string value = arg.substr(arg.find('=') + 1);
    if (arg.rfind("--net=", 0) == 0) net_name = value;
    if (arg.rfind("--algorithm=", 0) == 0) algorithm = value;
    if (arg.rfind("--threads=", 0) == 0) threads = std::atoi(value.c_str());
    if (arg.rfind("--passes=", 0) == 0) passes = std::atoi(value.c_str());
    if (arg == "--layers") show_layers = true;
    for (const IsaLevel& level : kIsaLevels) {
      if (arg == std::string("--isa=") + level.name) isa = level.isa;
    }
  }
  const std::vector<Layer> net = net_name == "resnet50" ? ResNet50() : MobileNetV1();

  std::vector<Step> steps;
  size_t largest = 0;
  size_t scratch_bytes = 0;
  for (const Layer& layer : net) {
    const ConvShape& s = layer.shape;
    ConvOptions options;
    options.threads = threads;
    options.residual = layer.residual;
    if (layer.relu) options.activation.low = 0;
    if (s.in_c == 3) {
      options.algorithm = ConvAlgorithm::kPlanar;
    } else if (algorithm == "gemm" && !s.depthwise()) {
      options.algorithm = ConvAlgorithm::kGemm;
    }
    const bool bf16 = algorithm == "bf16" && s.in_c != 3 && !s.depthwise();
    Step step{
        layer,
        bf16 ? PlanConv(s, ActiveBFloat16Tables(), options) : PlanConv(s, TablesOf(isa), options),
        nullptr};
    step.weights = std::make_unique<Memory>(step.plan->packed_bytes() / sizeof(float) + 64);
    largest = std::max({largest, static_cast<size_t>(s.in_h * s.in_w * s.in_c),
                        static_cast<size_t>(s.out_h * s.out_w * s.out_c)});
    scratch_bytes = std::max(scratch_bytes, step.plan->scratch_bytes());
    steps.push_back(std::move(step));
  }
  Memory ping(largest);
  Memory pong(largest);
  Memory bias(4096);
  Memory scratch(scratch_bytes / sizeof(float) + 64);
  ThreadPool pool(threads);

  double best_pass = 1e9;
  double peak = 0;
  for (int pass = 0; pass < passes; ++pass) {
    peak = std::max(peak, PeakGflops(isa));
    float* src = ping.data;
    float* dst = pong.data;
    const double begin = Now();
    for (Step& step : steps) {
      ConvBuffers buffers;
      buffers.src = src;
      buffers.weights = step.weights->data;
      buffers.bias = bias.data;
      buffers.dst = dst;
      buffers.residual = step.layer.residual ? dst : nullptr;
      buffers.scratch = reinterpret_cast<char*>(scratch.data);
      buffers.pool = &pool;
      const double layer_begin = Now();
      step.plan->Run(buffers);
      step.best = std::min(step.best, Now() - layer_begin);
      std::swap(src, dst);
    }
    best_pass = std::min(best_pass, Now() - begin);
  }

  double sum = 0;
  double macs = 0;
  if (show_layers)
    std::printf("| layer | form | us | GFLOP/s | %% of peak |\n|---|---|---|---|---|\n");
  for (const Step& step : steps) {
    sum += step.best;
    macs += step.layer.macs();
    const double gflops = 2 * step.layer.macs() / step.best * 1e-9;
    if (show_layers) {
      std::printf("| %s | %s | %.1f | %.0f | %.0f |\n", step.layer.Name().c_str(),
                  step.plan->form().c_str(), step.best * 1e6, gflops,
                  100 * gflops / peak / threads);
    }
  }
  std::printf(
      "%s %s %s %d thread(s): pass %.3f ms, sum of layer minima %.3f ms, %.0f GFLOP/s = %.0f %% of "
      "%d x %.0f\n",
      net_name.c_str(), IsaName(isa), algorithm.c_str(), threads, best_pass * 1e3, sum * 1e3,
      2 * macs / sum * 1e-9, 100 * 2 * macs / sum * 1e-9 / peak / threads, threads, peak);
  return 0;
}

}  // namespace
}  // namespace paddle::lite::x86

int main(int argc, char** argv) {
  return paddle::lite::RunProgram([&] { return paddle::lite::x86::Run(argc, argv); });
}
