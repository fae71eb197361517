// test_resnet50_FPGA --model_dir=<folder>: runs a classifier of images on the FPGA and the
// processor, on an input of ones, and prints the time and the largest result.
#include <gflags/gflags.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <exception>
#include <vector>

#include "lite/api/full/cxx_api.h"

DEFINE_string(model_dir, "", "folder of a model");
DEFINE_int32(repeats, 1, "timed runs");
DEFINE_int32(warmup, 0, "runs before timing");
DEFINE_int32(im_size, 224, "height and width of the image");

namespace paddle {
namespace {

void RunModel() {
  lite::Predictor predictor;
  std::vector<lite::Place> valid_places(
      {lite::Place{TARGET(kFPGA), PRECISION(kFP16), DATALAYOUT(kNHWC)}, lite::Place{TARGET(kARM)},
       lite::Place{TARGET(kX86)}});
  predictor.Build(FLAGS_model_dir, "", "", valid_places);

  auto* input_tensor = predictor.GetInput(0);
  input_tensor->Resize(
      lite::DDim(std::vector<lite::DDim::value_type>({1, 3, FLAGS_im_size, FLAGS_im_size})));
  auto* data = input_tensor->mutable_data<float>();
  const auto item_size = input_tensor->dims().production();
  for (int64_t i = 0; i < item_size; i++) data[i] = 1;

  for (int i = 0; i < FLAGS_warmup; ++i) predictor.Run();
  const int repeats = std::max(FLAGS_repeats, 1);
  const auto begin = std::chrono::steady_clock::now();
  for (int i = 0; i < repeats; ++i) predictor.Run();
  const std::chrono::duration<double, std::milli> spent = std::chrono::steady_clock::now() - begin;

  const auto* out = predictor.GetOutput(0);
  int64_t count = 1;
  for (const int64_t extent : out->shape()) count *= extent;
  const float* const scores = out->data<float>();
  const auto best = std::max_element(scores, scores + count) - scores;
  std::printf("average %.3f ms in %d runs; of %lld results the largest is number %lld: %f\n",
              spent.count() / repeats, repeats, static_cast<long long>(count),
              static_cast<long long>(best), count == 0 ? 0.0 : scores[best]);
}

}  // namespace
}  // namespace paddle

int main(int argc, char** argv) {
  gflags::ParseCommandLineFlags(&argc, &argv, true);
  try {
    paddle::RunModel();
  } catch (const std::exception& error) {
    std::fprintf(stderr, "test_resnet50_FPGA: error: %s\n", error.what());
    return 1;
  }
  return 0;
}
